"""The house's bans hold in the whole tree, and each one is seen to bite."""

from pathlib import PurePosixPath

import pytest

from tests.house.bans import BANS, FILE_LINES, FUNCTION_LINES, TEST_FILE_LINES, Ban
from tests.house.sources import Source, sources

TREE = list(sources())

# For each ban: files that commit the offence, and files that come close and are allowed.
Example = tuple[str, str]
LONG = "def long():\n" + "    pass\n" * (FUNCTION_LINES - 1)
EXAMPLES: dict[str, tuple[list[Example], list[Example]]] = {
    "a float where money is": (
        [
            ("ledger/books/planted.py", "rate = 0.5\n"),
            ("tables/engine/planted.py", "def pay(cents: float) -> None: ...\n"),
            ("tables/services/planted.py", "x = float(cents)\n"),
            ("ledger/models/planted.py", "fee = models.FloatField()\n"),
        ],
        [
            ("ledger/books/planted.py", "rate = 5\n"),
            ("tables/live/planted.py", "pause = 0.5\n"),
        ],
    ),
    "a true division where money is": (
        [
            ("tables/engine/planted.py", "half = stake / 2\n"),
            ("cardroom/money.py", "stake /= 2\n"),
        ],
        [("tables/engine/planted.py", "half = stake // 2\n")],
    ),
    "another clock than cardroom.clock": (
        [
            ("tables/services/planted.py", "at = datetime.now(UTC)\n"),
            ("tables/services/planted.py", "at = datetime.datetime.now(UTC)\n"),
            ("ledger/services/planted.py", "at = timezone.now()\n"),
            ("ledger/services/planted.py", "from django.utils.timezone import now\n"),
            ("tests/tables/planted.py", "today = date.today()\n"),
            ("cardroom/people/planted.py", "at = time.time()\n"),
        ],
        [
            ("cardroom/clock.py", "at = datetime.now(UTC)\n"),
            ("tables/services/planted.py", "from cardroom.clock import now\nat = now()\n"),
            ("tables/services/planted.py", "at = clock.now()\n"),
            ("cardroom/embedded/planted.py", "at = time.monotonic()\n"),
        ],
    ),
    "group_send outside tables/live/broadcast.py": (
        [("tables/services/planted.py", "layer.group_send('t', {})\n")],
        [("tables/live/broadcast.py", "layer.group_send('t', {})\n")],
    ),
    "select_for_update without of= and no_key=True": (
        [
            ("ledger/services/planted.py", "rows.select_for_update()\n"),
            ("ledger/services/planted.py", "rows.select_for_update(no_key=True)\n"),
            ("ledger/services/planted.py", "rows.select_for_update(of=('self',))\n"),
            ("ledger/services/planted.py", "rows.select_for_update(of=('self',), no_key=False)\n"),
        ],
        [("ledger/services/planted.py", "rows.select_for_update(of=('self',), no_key=True)\n")],
    ),
    "print": (
        [("tables/web/planted.py", "print('here')\n")],
        [("tables/web/planted.py", "page.print('here')\n")],
    ),
    "a bare except": (
        [("tables/web/planted.py", "try:\n    a()\nexcept:\n    pass\n")],
        [("tables/web/planted.py", "try:\n    a()\nexcept ValueError:\n    pass\n")],
    ),
    ".objects in a thin module": (
        [
            ("tables/web/planted.py", "Table.objects.all()\n"),
            ("ledger/web/planted.py", "Entry.objects.all()\n"),
            ("tables/api/views/planted.py", "Table.objects.all()\n"),
            ("tables/live/consumers.py", "Table.objects.all()\n"),
        ],
        [
            ("tables/selectors.py", "Table.objects.all()\n"),
            ("tables/live/projections.py", "Table.objects.all()\n"),
            ("tests/api/planted.py", "Table.objects.all()\n"),
        ],
    ),
    f"a function over {FUNCTION_LINES} lines": (
        [("tables/web/planted.py", LONG + "    pass\n")],
        [("tables/web/planted.py", LONG)],
    ),
    "a file that is too long": (
        [
            ("tables/web/planted.py", "a = 1\n" * (FILE_LINES + 1)),
            ("tests/web/planted.py", "a = 1\n" * (TEST_FILE_LINES + 1)),
        ],
        [
            ("tables/web/planted.py", "a = 1\n" * FILE_LINES),
            ("tests/web/planted.py", "a = 1\n" * TEST_FILE_LINES),
        ],
    ),
    "text in an __init__.py": (
        [
            ("tables/web/__init__.py", "from tables.web import views\n"),
            ("tables/models/__init__.py", "from tables.models.table import Table\nx = 1\n"),
        ],
        [
            ("tables/web/__init__.py", ""),
            ("tables/models/__init__.py", '"""Rows."""\n\nfrom tables.models.table import Table\n'),
        ],
    ),
}


@pytest.mark.parametrize("ban", BANS, ids=lambda ban: ban.what)
def test_nothing_in_the_tree_is_banned(ban: Ban) -> None:
    assert [offence for source in TREE for offence in ban.offences(source)] == []


@pytest.mark.parametrize("ban", BANS, ids=lambda ban: ban.what)
def test_a_planted_offence_is_found_and_what_is_allowed_is_not(ban: Ban) -> None:
    offending, allowed = EXAMPLES[ban.what]
    for path, text in offending:
        assert ban.offences(Source(PurePosixPath(path), text)), (path, text)
    for path, text in allowed:
        assert not ban.offences(Source(PurePosixPath(path), text)), (path, text)


def test_the_checks_look_at_every_part_of_the_project() -> None:
    assert {source.path.parts[0] for source in TREE} >= {
        "manage.py",
        "cardroom",
        "ledger",
        "tables",
        "tests",
    }
