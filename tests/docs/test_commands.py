"""Commands, settings, modules and paths that the documents name exist, and the other way round."""

import importlib.util
import re
from collections.abc import Iterator

import pytest
from django.core.management import get_commands

from tests.docs.pages import ROOT, Page, page, pages

PAGES = pages()
MAKEFILE = (ROOT / "Makefile").read_text()
OUR_APPS = ("cardroom", "ledger", "tables")
# Made by running the project, or a pattern of names; the rest is there from the start.
MADE = ("var/", ".venv/", "test-results/", "NNNN-")
PLACES = re.compile(
    r"(?:cardroom|ledger|tables|tests|templates|docs|scripts|requirements|bench|var|\.venv|\.ci)"
    r"/[\w./-]*$|[\w.-]+\.(?:md|toml)$"
)


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):(?!=)", MAKEFILE, re.MULTILINE))


def make_variables() -> set[str]:
    return set(re.findall(r"^([A-Z_]+) [?:]?=", MAKEFILE, re.MULTILINE))


def variables_of_the_code() -> set[str]:
    """What settings, the demo and the browser tests read from the environment."""
    readers = {
        "cardroom/settings.py": r'\b(?:env(?:\.\w+)?|_engine_url)\(\s*"([A-Z_]+)"',
        "cardroom/embedded/demo.py": r'environment\.get\("([A-Z_]+)"',
        "tests/browser/chromium.py": r'environ\.get\("([A-Z_]+)"',
    }
    return {
        name
        for path, pattern in readers.items()
        for name in re.findall(pattern, (ROOT / path).read_text())
    }


def documented_variables() -> set[str]:
    rows = page("docs/operations.md").section("Settings").rows()
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row[0])}


def faults(document: Page) -> Iterator[str]:
    """What a document names and what does not exist."""
    known = variables_of_the_code() | make_variables()
    for code in document.code():
        for target in re.findall(r"\bmake ([a-z]+)", code):
            if target not in make_targets():
                yield f"make {target}"
        for command in re.findall(r"\bmanage\.py ([a-z_]+)", code):
            if command not in get_commands():
                yield f"manage.py {command}"
        for name in re.findall(r"\b(CARDROOM_[A-Z_]+)|\b([A-Z_]{4,})=", code):
            if not known & set(name):
                yield "".join(name)
        for module in re.findall(r"python -m ([\w.]+)", code):
            if importlib.util.find_spec(module) is None:
                yield f"python -m {module}"
    for span in document.spans():
        inside = (document.path.parent / span).exists() or (ROOT / span).exists()
        if PLACES.match(span) and not span.startswith(MADE) and not inside:
            yield span


@pytest.mark.parametrize("document", PAGES, ids=str)
def test_what_a_document_names_exists(document: Page) -> None:
    assert list(faults(document)) == []


@pytest.mark.parametrize(
    "text",
    [
        "`make coffee`",
        "    make coffee",
        "```sh\nmake coffee\n```",
        "`manage.py fly`",
        "`CARDROOM_COLOUR`",
        "`COLOUR=red make demo`",
        "`python -m scripts.fly`",
        "`cardroom/coffee.py`",
        "`coffee.toml`",
    ],
)
def test_what_does_not_exist_is_seen(text: str) -> None:
    assert len(list(faults(Page(ROOT / "README.md", f"Say\n\n{text}\n")))) == 1


def test_every_variable_that_is_read_is_documented_and_the_other_way_round() -> None:
    assert documented_variables() == variables_of_the_code()


@pytest.mark.parametrize("name", sorted(make_targets() - {"help"}))
def test_every_make_target_is_documented(name: str) -> None:
    assert any(f"make {name}" in code for document in PAGES for code in document.code())


def test_every_command_of_ours_is_documented() -> None:
    ours = {name for name, app in get_commands().items() if app.split(".")[0] in OUR_APPS}
    said = {
        name
        for document in PAGES
        for code in document.code()
        for name in re.findall(r"\bmanage\.py ([a-z_]+)", code)
    }
    assert ours - said == set()
