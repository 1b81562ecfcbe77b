"""What the documents say of screens, people and accounts is what the product has."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cardroom import busy
from cardroom.people.refusals import PeopleError
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger.books import chart
from ledger.refusals import BooksError
from tables.demo import data
from tables.engine.refusals import RuleError
from tables.refusals import TableError
from tests.docs.pages import ROOT, Page, guides, page

HOLE = "\0"
SCREENS = ("templates", "cardroom/static/js", "ledger/web", "tables/web", "cardroom/people")
_EXPRESSION = re.compile(r"\$\{[^{}]*\}|\{\{[^{}]*\}\}|\{%[^{}]*%\}|\{[\w.]+\}|%\(\w+\)s")
_JS_TEXT = re.compile(r'"((?:[^"\\\n])+)"|`([^`]+)`')
_JS_TRANSLATED = re.compile(r'gettext\("([^"]+)"')
_TAG = re.compile(r"<[^<>]*>")


def plain(text: str) -> str:
    """Typographic quotes made plain, white space made single."""
    return " ".join(text.replace("’", "'").split())


@cache
def screen_text() -> str:
    """The sources of the screens."""
    files = (path for place in SCREENS for path in sorted((ROOT / place).rglob("*.*")))
    texts = (path.read_text() for path in files if path.suffix in (".html", ".js", ".py"))
    return plain("\n".join(texts)).lower()


@cache
def sentences() -> tuple[str, ...]:
    """The sentences that a screen may say, whole and one by one, with holes."""
    refusals = [
        text
        for error in (TableError, BooksError, RuleError, PeopleError)
        for text in error.TEXTS.values()
    ]
    sources = [path.read_text() for path in (ROOT / "cardroom/static/js").rglob("*.js")]
    scripts = ["".join(found) for text in sources for found in _JS_TEXT.findall(text)]
    scripts += [found for text in sources for found in _JS_TRANSLATED.findall(text)]
    views = [text for path in (ROOT / "ledger/web").glob("*.py") for text in texts_of(path)]
    whole = [
        plain(_TAG.sub("", _EXPRESSION.sub(HOLE, text))).lower()
        for text in (*refusals, busy.BUSY, busy.AWAY, *scripts, *views)
    ]
    return (*whole, *(part for text in whole for part in re.split(r"(?<=[.?!]) ", text)))


def texts_of(path: Path) -> Iterator[str]:
    """The texts of a Python file; what an f-string fills in is a hole."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else HOLE for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def is_on_a_screen(words: str) -> bool:
    """Whether a key, label or heading of these words stands on a screen; numbers are filled in."""
    if re.fullmatch(r"\+\$\d+", words):
        return int(words[2:]) * 100 in data.CHIPS
    wanted = plain(words).lower()
    filled_in = f"(?:{_EXPRESSION.pattern})"
    pattern = filled_in.join(map(re.escape, re.split(r"\d+", wanted)))
    return wanted in screen_text() or bool(re.search(pattern, screen_text()))


def is_said(sentence: str) -> bool:
    """Whether a screen says this: a whole sentence, or a part of one without anything filled in."""
    wanted = plain(sentence).rstrip(".").lower()
    for text in sentences():
        if wanted in text:
            return True
        # A text that is nearly all filled in would fit everything.
        if HOLE in text and 5 * len(text.replace(HOLE, "")) >= 3 * len(wanted):
            pattern = ".+?".join(map(re.escape, text.rstrip(".").split(HOLE)))
            if re.fullmatch(pattern, wanted):
                return True
    return False


# -- Keys and sentences ----------------------------------------------------------------------------


def unknown_keys(document: Page) -> list[str]:
    """Bold words that stand on no screen; a bold sentence with a full stop is a title."""
    words = (text for text in document.bold() if text != "bold" and not text.endswith("."))
    return [text for text in words if not is_on_a_screen(text)]


@pytest.mark.parametrize("guide", guides(), ids=str)
def test_the_keys_of_a_guide_stand_on_the_screens(guide: Page) -> None:
    assert unknown_keys(guide) == []


def test_the_keys_of_the_first_ten_minutes_stand_on_the_screens() -> None:
    walk = page("README.md").section("The first ten minutes")
    assert len(walk.bold()) > 20
    assert unknown_keys(walk) == []


def test_a_key_that_no_screen_has_is_seen() -> None:
    text = "Press **Make coffee**, then **Seat 3 makes coffee**, **+$3**, or **No more bets**."
    wrong = ["Make coffee", "Seat 3 makes coffee", "+$3"]
    assert unknown_keys(Page(ROOT / "README.md", text)) == wrong


@pytest.mark.parametrize("guide", [guide for guide in guides() if "may say" in guide.text], ids=str)
def test_the_sentences_of_a_guide_are_said(guide: Page) -> None:
    rows = guide.section("What the screen may say").rows()
    assert rows
    assert [row[0] for row in rows if not all(map(is_said, row[0].split("…")))] == []


@pytest.mark.parametrize(
    "sentence", ["Seat 3 is asleep", "The table moved away", "There is coffee in window 2 for this"]
)
def test_a_sentence_that_nobody_says_is_seen(sentence: str) -> None:
    assert not is_said(sentence)


# -- People ----------------------------------------------------------------------------------------


def test_the_logins_of_the_readme_are_those_of_the_demonstration() -> None:
    rows = page("README.md").section("The first ten minutes").rows()
    assert [(row[1].strip("`"), row[2].strip("`")) for row in rows] == [
        (login.username, login.password) for login in data.LOGINS
    ]


def test_the_first_ten_minutes_seat_people_whom_the_demonstration_leaves_free() -> None:
    walk = page("README.md").section("The first ten minutes").text
    free = data.PLAYERS[6:]  # the demonstration dealer seats the first six
    for name in ("Karen", "Luis", "Priya", "Helen"):
        assert name in walk
        assert any(player.startswith(name) for player in free)


def permissions_in(row: list[str]) -> set[Permission]:
    """What a row of the guide's matrix allows."""
    _, floor, deal, cage, books, chips = row
    said = {
        Permission.SEE_FLOOR: floor,
        Permission.RUN_TABLE: floor.startswith("runs"),
        Permission.DEAL: deal,
        Permission.APPROVE_CORRECTION: "approves corrections" in floor,
        Permission.SEE_CAGE: cage,
        Permission.WORK_CAGE: cage.startswith("works"),
        Permission.SIGN_CAGE: cage.endswith("signs counts"),
        Permission.SEE_BOOKS: books,
        Permission.COUNT_BOX: "counts boxes" in chips,
        Permission.APPROVE_FILL: "approves fills" in chips,
        Permission.RUN_CHIPS: "carries chips" in chips,
        Permission.MANAGE_CHIPS: "issues chips" in chips,
    }
    return {permission for permission, allowed in said.items() if allowed}


def permissions_with_persons_in(row: list[str]) -> set[Permission]:
    """What a row of the guide's second matrix allows."""
    _, log, merges, exclusions, suspicion, cover = row
    said = {
        Permission.SEE_CURRENCY: log.startswith("sees the log"),
        Permission.FILE_REPORTS: log.endswith("files"),
        Permission.PROPOSE_MERGE: merges.startswith("proposes"),
        Permission.APPROVE_MERGE: merges.endswith("decides"),
        Permission.EXCLUDE: exclusions,
        Permission.SEE_SUSPICION: suspicion,
        Permission.DESIGNATE_COVER: cover,
    }
    return {permission for permission, allowed in said.items() if allowed}


def by_role(rows: list[list[str]]) -> dict[Role, list[str]]:
    """The rows of a matrix by role; one row may speak of two."""
    return {
        Role(
            name.removesuffix(" supervisor") if name.startswith("floor") else name.replace(" ", "_")
        ): row
        for row in rows
        for name in row[0].split(", ")
    }


def test_the_matrices_of_the_guide_are_the_matrix_of_the_code() -> None:
    guide = page("docs/guides/compliance.md")
    with_persons = guide.section("Who may do what with persons").rows()
    both = guide.section("Who may do what").rows()
    persons = by_role(with_persons)
    rest = by_role([row for row in both if row not in with_persons])
    said = {
        role: permissions_in(rest[role]) | permissions_with_persons_in(persons[role])
        for role in Role
    }
    assert said == ALLOWED


# -- Accounts --------------------------------------------------------------------------------------


def test_the_accounts_of_the_glossary_are_in_the_chart() -> None:
    section = page("docs/glossary.md").section("Accounts")
    rows = section.rows()
    for row in rows:
        for code in re.findall(r"`(.+?)`", row[0]):
            assert chart.family(code).normal.value == row[2]
    named = [code.rstrip(":") for code in re.findall(r"`([a-z][a-z:-]+)", section.text)]
    for family in chart.CHART:
        start = re.split(r"[\\(\[]", family.pattern)[0].rstrip(":")
        assert any(start.startswith(code) or code.startswith(start) for code in named), start
