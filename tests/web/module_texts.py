"""Reads the texts of a module: strings and templates, without what is handed to the catalog."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_TAG = re.compile(r"""</?[a-zA-Z](?:"[^"]*"|'[^']*'|[^<>"'])*>""")
_SPOKEN = re.compile(r'(?:aria-label|title|placeholder|alt)="([^"]*)"')
_TRANSLATED = re.compile(r'n?gettext\((?:\s*"[^"]*",\s*)?$')
HOLE = "\0"


class Text(NamedTuple):
    """A string (``"``), a template (`` ` ``) or the markup of ``html`` and ``svg`` (``<``)."""

    kind: str
    text: str


class Module:
    """The texts of a module's source, in their order, those for the catalog left out."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.texts: list[Text] = []
        self._code(0, "")

    def bare(self) -> Iterator[str]:
        """What people would read or hear, and the catalog never sees."""
        for kind, text in self.texts:
            if kind == "<":
                spoken = _SPOKEN.findall(text)
                shown = re.split(rf"[\n{HOLE}]", _TAG.sub("\n", text))
                yield from (part.strip() for part in (*spoken, *shown) if _has_word(part))
            elif kind == "`":
                if _has_word(text):
                    yield text.replace(HOLE, "${}")
            elif re.search(r"[A-Za-z]\S* \S", text) or re.match(r"[A-Z][a-z]", text):
                yield text

    def _code(self, i: int, end: str) -> int:
        source, before = self.source, ""
        while i < len(source):
            char = source[i]
            if char == end:
                return i + 1
            if source.startswith(("//", "/*"), i):
                stop = "\n" if source[i + 1] == "/" else "*/"
                i = source.find(stop, i) + len(stop)
                continue
            if char in "\"'":
                i = self._string(i)
            elif char == "`":
                i = self._template(i)
            elif char == "{":
                i = self._code(i + 1, "}")
            elif char == "/" and before in "(,=:[!&|?;":
                i = self._pattern(i)
            else:
                i += 1
            before = before if char.isspace() else char
        return i

    def _string(self, start: int) -> int:
        i = start + 1
        while self.source[i] != self.source[start]:
            i += 2 if self.source[i] == "\\" else 1
        self._note(start, '"', self.source[start + 1 : i])
        return i + 1

    def _template(self, start: int) -> int:
        i, text = start + 1, ""
        while self.source[i] != "`":
            if self.source.startswith("${", i):
                text += HOLE
                i = self._code(i + 2, "}")
            else:
                length = 2 if self.source[i] == "\\" else 1
                text += self.source[i : i + length]
                i += length
        markup = self.source.endswith(("html", "svg"), 0, start)
        self._note(start, "<" if markup else "`", text)
        return i + 1

    def _pattern(self, start: int) -> int:
        i, in_class = start + 1, False
        while self.source[i] != "/" or in_class:
            in_class = (in_class or self.source[i] == "[") and self.source[i] != "]"
            i += 2 if self.source[i] == "\\" else 1
        return i + 1

    def _note(self, start: int, kind: str, text: str) -> None:
        if not _TRANSLATED.search(self.source, max(start - 200, 0), start):
            self.texts.append(Text(kind, text))


def _has_word(text: str) -> bool:
    return bool(re.search(r"[A-Za-z]", re.sub(r"\\u\w{4}|&\w+;", "", text)))
