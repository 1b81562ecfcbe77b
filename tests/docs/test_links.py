"""Links, pictures and the list of decisions lead somewhere."""

import re
from pathlib import Path

import pytest

from scripts.screenshots import IMAGES, LARGEST_BYTES
from tests.docs.pages import ROOT, Page, page, pages

PAGES = pages()
PICTURES = ROOT / "docs" / "images"
OURS = re.compile(r"http://localhost(:\d+)?(/|$)")


def dead_links(document: Page) -> list[str]:
    """The links of a document that lead to no file, no heading, or out of the repository."""
    return [link for link in document.links() if not leads_somewhere(document, link)]


def leads_somewhere(document: Page, link: str) -> bool:
    if "://" in link:
        return bool(OURS.match(link))
    path, _, anchor = link.partition("#")
    target = (document.path.parent / path).resolve() if path else document.path
    if not target.exists() or not target.is_relative_to(ROOT):
        return False
    if not anchor:
        return True
    text = document.text if target == document.path else target.read_text()
    return anchor in Page(target, text).anchors()


@pytest.mark.parametrize("document", PAGES, ids=str)
def test_every_link_resolves(document: Page) -> None:
    assert dead_links(document) == []


@pytest.mark.parametrize(
    "text",
    [
        "[the rules](rules.md)",
        "[operations](docs/operations.md#no-such-heading)",
        "[here](#nowhere)",
        "![a picture](docs/images/none.png)",
        '<img src="docs/images/none.png" alt="none">',
        "[a registry](https://registry.example/simple/)",
        "[out](../elsewhere.md)",
    ],
)
def test_a_dead_link_is_seen(text: str) -> None:
    assert len(dead_links(Page(ROOT / "README.md", f"# Here\n\n{text}\n"))) == 1


def test_a_living_link_is_left_alone() -> None:
    text = "# Here\n\n[a](#here) [b](docs/operations.md#settings) <http://localhost:8000>\n"
    assert dead_links(Page(ROOT / "README.md", text)) == []


def test_the_pictures_are_those_that_the_script_takes() -> None:
    assert sorted(path.name for path in PICTURES.glob("*.png")) == sorted(IMAGES)


def test_every_picture_is_shown_somewhere() -> None:
    shown = {Path(link).name for document in PAGES for link in document.links()}
    assert {path.name for path in PICTURES.iterdir()} <= shown


@pytest.mark.parametrize("path", sorted(PICTURES.iterdir()), ids=lambda path: path.name)
def test_a_picture_is_small_enough_to_load(path: Path) -> None:
    assert path.stat().st_size <= LARGEST_BYTES


@pytest.mark.parametrize("document", PAGES, ids=str)
def test_every_picture_has_words_for_who_cannot_see_it(document: Page) -> None:
    assert re.findall(r"!\[\s*\]\(|<img(?![^>]* alt=\"[^\"]+\")[^>]*>", document.text) == []


def records() -> list[Page]:
    found = sorted((ROOT / "docs/decisions").glob("*.md"))
    return [page(str(path.relative_to(ROOT))) for path in found if path.name != "README.md"]


def test_decisions_are_numbered_without_a_hole() -> None:
    numbers = [re.match(r"(\d{4})-[a-z0-9-]+\.md$", record.path.name) for record in records()]
    assert [found and int(found[1]) for found in numbers] == list(range(1, len(numbers) + 1)), (
        "a record is called NNNN-short-title.md and takes the next number"
    )


def test_the_list_of_decisions_names_each_by_its_title() -> None:
    listed = re.findall(r"\[(.+?)\]\((\S+)\)", page("docs/decisions/README.md").text)
    titles = {
        record.path.name: record.text.splitlines()[0].removeprefix("# ") for record in records()
    }
    assert {(f"{name[:4]} {title}", name) for name, title in titles.items()} == set(listed)


@pytest.mark.parametrize("record", records(), ids=str)
def test_a_decision_says_why_and_what_was_rejected(record: Page) -> None:
    assert [
        word
        for word in ("**Context.**", "**Decision.**", "**Rejected.**")
        if word not in record.text
    ] == []
