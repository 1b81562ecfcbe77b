"""A short night by the same means as ``make night``; and the comparison sees what is altered."""

import io
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from rich.console import Console

from tests.faults.long_night import Night, Plan, report, workers
from tests.faults.notebook import compare_within
from tests.races.crowd import own_environment

pytestmark = pytest.mark.django_db(transaction=True)

# What a faulty worker would leave behind, and the question that finds it.
TWICE = """
WITH again AS (
    INSERT INTO ledger_entry (request_id, digest, kind, memo, asked, round_ref, closes, at, day,
        shift, posted_at, transaction)
    SELECT request_id || '-again', digest, kind, memo, asked, round_ref, closes, at, day, shift,
        posted_at, transaction
    FROM ledger_entry WHERE kind = 'settlement' ORDER BY id LIMIT 1
    RETURNING id, round_ref
)
INSERT INTO ledger_posting (entry_id, account_id, pot_id, cents, sequence, balance_after, posted_at)
SELECT again.id, p.account_id, p.pot_id, p.cents, 1000000 + p.sequence, p.balance_after, p.posted_at
FROM again JOIN ledger_entry e ON e.round_ref = again.round_ref AND e.kind = 'settlement'
    AND e.id <> again.id JOIN ledger_posting p ON p.entry_id = e.id
"""
SKIPPED = """
WITH gone AS (
    DELETE FROM ledger_posting WHERE entry_id =
        (SELECT min(id) FROM ledger_entry WHERE kind = 'settlement') RETURNING entry_id
)
DELETE FROM ledger_entry WHERE id IN (SELECT entry_id FROM gone)
"""
ALTERED = "UPDATE ledger_account SET balance = balance + 1 WHERE code LIKE 'chips:player:%'"
LEFT = "UPDATE ledger_outbox SET done_at = NULL WHERE id = (SELECT min(id) FROM ledger_outbox)"
SHORT = "UPDATE ledger_boxcount SET chips_found = chips_found - 100"
ENTRIES = "every entry, none twice and none missing"


def test_a_short_night_with_killed_workers_ends_as_the_notebook_says(tmp_path: Path) -> None:
    environment, shown = own_environment(), Console(file=io.StringIO(), width=200)
    with workers(tmp_path, environment, count=2) as posting:
        night = Night(Plan(rounds=150, tables=4, kills=2, seed="short"), posting, shown)
        night.play()
        found = night.end(environment["DATABASE_URL"])
    assert report(night, found, shown), shown.file.getvalue()  # type: ignore[attr-defined]
    assert (night.played, posting.killed) == (150, 2)
    assert night.work.begun  # the workers had their part in it
    for statement, title in (
        (TWICE, ENTRIES),
        (SKIPPED, ENTRIES),
        (ALTERED, "every account"),
        (ALTERED, "the identity of the chips"),
        (LEFT, "no settlement is owed"),
        (SHORT, "boxes counted exactly, drop equals fees"),
    ):
        assert title in differing_after(statement, night, environment["DATABASE_URL"])


def differing_after(statement: LiteralString, night: Night, database_url: str) -> set[str]:
    """Which questions find something once this was done past every guard; it is undone again."""
    with psycopg.connect(database_url) as books:
        books.execute("SET session_replication_role = replica")
        books.execute(statement)
        found = compare_within(night.notebook, books)
        books.rollback()
    return {each.title for each in found if each.differences}
