"""The documents as data: what they link to, name and promise."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_FENCE = re.compile(r"^```[a-z]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?:^(?:    .*)?\n)*^    .+$", re.MULTILINE)
_SPAN = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"|<(https?://[^>]+)>")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_BOLD = re.compile(r"\*\*(.+?)\*\*")


@dataclass(frozen=True)
class Page:
    """One document: its place in the repository and its Markdown."""

    path: Path
    text: str

    def __str__(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @property
    def prose(self) -> str:
        """The text without blocks of code."""
        return _INDENTED.sub("", _FENCE.sub("", self.text))

    def links(self) -> list[str]:
        """The targets of links and pictures."""
        prose = _SPAN.sub("", self.prose)
        return [next(filter(None, found)) for found in _LINK.findall(prose)]

    def anchors(self) -> set[str]:
        """The names of its headings, as links use them."""
        return {slug(heading) for heading in _HEADING.findall(self.prose)}

    def spans(self) -> list[str]:
        """What is set as code within a sentence."""
        return _SPAN.findall(self.prose)

    def code(self) -> Iterator[str]:
        """Everything that is set as code: spans, and the lines of blocks."""
        yield from self.spans()
        for block in (*_FENCE.findall(self.text), *_INDENTED.findall(_FENCE.sub("", self.text))):
            yield from (line.strip() for line in block.splitlines() if line.strip())

    def bold(self) -> list[str]:
        """What is set in bold, on one line each."""
        return [" ".join(text.split()) for text in _BOLD.findall(self.prose.replace("\n", " "))]

    def section(self, heading: str) -> "Page":
        """A section, up to the next heading of its own level or a higher one."""
        start = re.search(rf"^(#+) {re.escape(heading)}$", self.text, re.MULTILINE)
        assert start is not None, f"{self} has no section {heading}"
        rest = self.text[start.end() :]
        end = re.search(rf"^#{{1,{len(start[1])}}} ", rest, re.MULTILINE)
        return Page(self.path, rest[: end.start()] if end else rest)

    def rows(self) -> list[list[str]]:
        """The rows of its tables, without the heads."""
        rows = [
            [cell.strip() for cell in line.strip().strip("|").split("|")]
            for line in self.text.splitlines()
            if line.startswith("|")
        ]
        heads = [number - 1 for number, row in enumerate(rows) if set("".join(row)) <= set("- :")]
        skipped = {*heads, *(number + 1 for number in heads)}
        return [row for number, row in enumerate(rows) if number not in skipped]


def slug(heading: str) -> str:
    """The anchor of a heading.

    >>> slug("Who may do what?")
    'who-may-do-what'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def page(path: str) -> Page:
    """One document by its path in the repository."""
    found = ROOT / path
    return Page(found, found.read_text())


def pages() -> list[Page]:
    """Every document."""
    return [Page(path, path.read_text()) for path in (*ROOT.glob("*.md"), *_docs())]


def guides() -> list[Page]:
    """The guides for the people of the room."""
    return [Page(path, path.read_text()) for path in sorted((ROOT / "docs/guides").glob("*.md"))]


def _docs() -> list[Path]:
    return sorted((ROOT / "docs").rglob("*.md"))
