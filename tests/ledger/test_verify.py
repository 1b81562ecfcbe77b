"""The recount finds what was changed behind the books' back, and names it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.services.settlement import post_pending
from ledger.services.verification import CHECKS, verify
from tests.ledger.raw import sql
from tests.ledger.room import CageRoom, check_now


@pytest.fixture
def played(room: CageRoom) -> CageRoom:
    """A room with a posted round, a pending one and an open one."""
    one, two = room.player(name="One"), room.player(name="Two")
    for n in (1, 2, 3):
        room.bets(f"4-{n}", {one: 1_000, two: 500}, {one: 100})
        if n == 1:
            room.settle("4-1", {two: 1_500})
            post_pending()
    room.settle("4-2", {one: 1_500})
    check_now()
    return room


def test_books_that_agree_verify(played: CageRoom) -> None:
    assert list(verify()) == []
    out = StringIO()
    call_command("verify_ledger", stdout=out)
    assert "The books verify" in out.getvalue()


def test_every_check_counts_to_its_end(played: CageRoom) -> None:
    last: dict[str, tuple[int, int]] = {}
    list(verify(lambda title, done, total: last.__setitem__(title, (done, total))))
    assert list(last) == [check.title for check in CHECKS]
    assert all(done == total for done, total in last.values())


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE ledger_account SET balance = balance + 1 WHERE code = 'cash:vault'", "cash:vault"),
        (
            "UPDATE ledger_account SET sequence = sequence + 1 WHERE code = 'cash:vault'",
            "account cash:vault",
        ),
        ("UPDATE ledger_account SET non_negative = false WHERE code = 'cash:vault'", "cash:vault"),
        ("UPDATE ledger_account SET in_use = true WHERE code = 'cash:vault'", "cash:vault"),
        (
            "UPDATE ledger_account SET code = 'tips:x' WHERE code = 'cash:window:2'",
            "account tips:x",
        ),
        (
            "UPDATE ledger_posting SET cents = cents + 1 WHERE id = "
            "(SELECT min(id) FROM ledger_posting)",
            "entry {first}:",
        ),
        (
            "UPDATE ledger_posting SET balance_after = 7 WHERE id = "
            "(SELECT max(id) FROM ledger_posting)",
            ", line ",
        ),
        (
            "UPDATE ledger_posting SET posted_at = posted_at - interval '1 day' WHERE "
            "sequence = 2 AND account_id = "
            "(SELECT id FROM ledger_account WHERE code = 'cash:vault')",
            "account cash:vault, line 2",
        ),
        (
            "DELETE FROM ledger_posting WHERE id = (SELECT max(id) FROM ledger_posting)",
            "entry {last}:",
        ),
        ("DELETE FROM ledger_posting WHERE entry_id = {first}", "entry {first}: moves nothing"),
        ("UPDATE ledger_entry SET memo = 'x' WHERE id = {first}", "entry {first}: its content"),
        ("UPDATE ledger_entry SET digest = '' WHERE id = {first}", "entry {first}: its content"),
        ("UPDATE ledger_entry SET round_ref = 'x' WHERE id = {last}", "entry {last}:"),
        ("UPDATE ledger_potbalance SET balance = 1 WHERE ref = '4-1'", "round 4-1"),
        ("UPDATE ledger_potbalance SET closed_at = now() WHERE ref = '4-3'", "round 4-3"),
        ("UPDATE ledger_chipplace SET balance = balance - 1 WHERE code = 'vault'", "place vault"),
        (
            "UPDATE ledger_chipmovement SET cents = cents + 1 WHERE id = "
            "(SELECT min(id) FROM ledger_chipmovement)",
            "place ",
        ),
        (
            "DELETE FROM ledger_chipmovement WHERE id = (SELECT max(id) FROM ledger_chipmovement)",
            "chips do not match",
        ),
        ("UPDATE ledger_outbox SET done_at = now()", "settlement settle:4-2:1"),
        ("UPDATE ledger_outbox SET done_at = NULL", "settlement settle:4-1:1"),
    ],
)
def test_a_row_that_was_altered_is_named(played: CageRoom, statement: str, named: str) -> None:
    first, last = sql("SELECT min(id), max(id) FROM ledger_entry")[0]
    sql("SET LOCAL session_replication_role = replica")
    sql(statement.format(first=first, last=last))
    sql("SET LOCAL session_replication_role = DEFAULT")
    out = StringIO()
    with pytest.raises(CommandError, match="do not verify"):
        call_command("verify_ledger", stdout=out)
    assert named.format(first=first, last=last) in out.getvalue()


def test_a_balanced_change_of_two_lines_and_their_accounts_is_found_by_the_digest(
    played: CageRoom,
) -> None:
    """Somebody who keeps every sum right still changes what was posted."""
    sql("SET LOCAL session_replication_role = replica")
    entry = sql("SELECT id FROM ledger_entry WHERE kind = 'opening'")[0][0]
    for code in ("bank:chip-cover", "equity:opening"):
        sql(
            "UPDATE ledger_posting p SET cents = p.cents + 5 * a.normal, "
            "balance_after = p.balance_after + 5 FROM ledger_account a "
            "WHERE a.id = p.account_id AND p.entry_id = %s AND a.code = %s",
            entry,
            code,
        )
        sql("UPDATE ledger_account SET balance = balance + 5 WHERE code = %s", code)
    sql("SET LOCAL session_replication_role = DEFAULT")
    assert [str(finding) for finding in verify()] == [
        f"entry {entry}: its content is not what was posted under its digest"
    ]


def test_a_guard_that_is_switched_off_is_named(played: CageRoom) -> None:
    sql("ALTER TABLE ledger_posting DISABLE TRIGGER ledger_posting_append_only")
    sql("DROP TRIGGER ledger_pot_fixed ON ledger_potbalance")
    assert {finding.row for finding in verify()} == {
        "guard ledger_posting_append_only",
        "guard ledger_pot_fixed",
    }


@pytest.mark.django_db(transaction=True)
def test_the_recount_takes_one_snapshot_of_its_own() -> None:
    CageRoom()
    seen: list[str] = []

    def advance(title: str, done: int, total: int) -> None:
        if not seen:
            seen.append(sql("SHOW transaction_isolation")[0][0])

    assert list(verify(advance)) == []
    assert seen == ["repeatable read"]
    assert not connection.in_atomic_block
