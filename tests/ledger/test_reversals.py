"""A transaction of a window turned round: by two people, once, and its currency with it."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
import time_machine

from cardroom.audit.models import AuditRecord
from cardroom.people.models import Staff, today
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger import cage_selectors, currency_selectors, selectors
from ledger.books.person_flows import Form
from ledger.currency_selectors import State
from ledger.models import CurrencyReport, Entry, Reversal
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage, deposits, reversals
from ledger.services.posting import open_accounts
from ledger.services.verification import verify
from tests.ledger import raw
from tests.ledger.raw import Line
from tests.ledger.room import CageRoom, check_now, close_window, patron, refused_by, staff


def reverse(
    room: CageRoom, entry_id: int, *, holds: bool = False, boss: Staff | None = None
) -> int:
    posted = reversals.reverse(
        entry_id,
        reason="typed a nought too many",
        holds=holds,
        actor=room.cashier,
        approved_by=boss or staff(Role.CAGE_SUPERVISOR),
    )
    check_now()
    return posted.id


def last() -> int:
    return Entry.objects.latest("id").pk


def balances() -> dict[str, int]:
    return {
        line.code: line.debit_cents - line.credit_cents for line in selectors.trial_balance().lines
    }


def test_every_transaction_of_a_window_turned_round_leaves_everything_as_it_was(
    room: CageRoom,
) -> None:
    who = room.player(100_000)
    given: dict[str, Any] = {"window": 2, "patron_id": who, "actor": room.cashier}
    nobody: dict[str, Any] = {**given, "patron_id": None, "cents": 500}
    deposits.deposit(**given, cents=50_000, form=Form.CASH, request_id="front")
    steps: list[Callable[..., Any]] = [
        partial(cage.buy_in, **given, cents=40_000),
        partial(cage.cash_out, **given, cents=40_000),
        partial(cage.cash_out, **given, cents=140_000),
        *(
            partial(service, **given, cents=9_000, form=form)
            for form in Form
            for service in (deposits.deposit, deposits.withdraw)
        ),
        partial(cage.buy_in, **nobody),
        partial(cage.cash_out, **nobody),
    ]
    for step in steps:
        before = (balances(), selectors.chips_identity(), currency_selectors.totals(who, today()))
        posted = step(request_id=str(uuid4()))
        check_now()
        reverse(room, posted.id)
        after = (balances(), selectors.chips_identity(), currency_selectors.totals(who, today()))
        assert after == before
    assert list(verify()) == []


def test_a_report_that_a_mistake_made_due_is_not_due_any_more(room: CageRoom) -> None:
    who = room.player(1_040_000)
    report = CurrencyReport.objects.get()
    reverse(room, last())
    found = currency_selectors.report(report.pk)
    assert found is not None
    assert (found.cash_in, found.state) == (0, State.NOT_DUE)
    room.buy_in(who, 1_040_000)
    found = currency_selectors.report(report.pk)
    assert found is not None and found.state is State.OPEN


def test_the_currency_of_the_transactions_own_day_follows(room: CageRoom) -> None:
    with time_machine.travel(datetime(2026, 12, 1, 20, 0, tzinfo=UTC), tick=False):
        who, day = room.player(50_000), today()
        wrong = last()
    with time_machine.travel(datetime(2026, 12, 2, 20, 0, tzinfo=UTC), tick=False):
        reverse(room, wrong)
        assert currency_selectors.totals(who, day) == (0, 0)
        assert currency_selectors.totals(who, today()) == (0, 0)
    (move,) = currency_selectors.transactions([who], day, day)
    assert (move.counts, move.reversed_by) == (False, last())


def test_what_the_account_lacks_is_owed_or_comes_from_chips_at_large(room: CageRoom) -> None:
    for holds, expected in ((True, (-300, 0)), (False, (0, 300))):
        who = room.player(500, f"holds {holds}")
        wrong = last()
        room.bets(f"4-{who}", {who: 300})
        large = room.balance("chips:large")
        reverse(room, wrong, holds=holds)
        assert room.chips_of(who) == 0
        assert (
            room.balance("chips:large") - large,
            room.balance(f"claims:player:{who}"),
        ) == expected
    assert selectors.chips_identity().holds and list(verify()) == []


def test_once_the_window_was_counted_its_variance_turns_round(room: CageRoom) -> None:
    """He gave $50 and got $50 in chips; $500 was posted; the count found $450 short and over."""
    who = room.player(50_000)
    wrong = last()
    boss = staff(Role.CAGE_SUPERVISOR)
    close_window(
        2,
        counted_cash=20_000_000 + 5_000,
        counted_chips=50_000_000 - 5_000,
        request_id="c",
        actor=room.cashier,
        signed_by=boss,
    )
    assert (room.balance("variance:window"), room.balance("variance:chips")) == (45_000, -45_000)
    reverse(room, wrong)
    # What was right is posted anew, at whatever window is open now.
    cage.open_window(window=2, imprest=100_000, actor=room.cashier)
    room.buy_in(who, 5_000)
    assert currency_selectors.totals(who, today()) == (5_000, 0)
    assert (room.balance("variance:window"), room.chips_of(who)) == (-5_000, 5_000)
    assert selectors.chips_identity().holds and list(verify()) == []


def test_a_deposit_that_is_spent_is_not_turned_round(room: CageRoom) -> None:
    who = patron()
    given = {"window": 2, "patron_id": who, "actor": room.cashier, "form": Form.CASH}
    wrong = deposits.deposit(**given, cents=500, request_id="a").id  # type: ignore[arg-type]
    deposits.withdraw(**given, cents=400, request_id="b")  # type: ignore[arg-type]
    with pytest.raises(BooksError) as refused:
        reverse(room, wrong)
    assert refused.value.code is BooksRefusal.DEPOSIT_SHORT
    assert not Reversal.objects.exists()


def test_a_transaction_is_turned_round_once(room: CageRoom) -> None:
    room.player(500)
    wrong = last()
    back = reverse(room, wrong)
    for entry_id, code in (
        (wrong, BooksRefusal.REVERSED_ALREADY),
        (back, BooksRefusal.NOT_REVERSIBLE),
        (Entry.objects.earliest("id").pk, BooksRefusal.NOT_REVERSIBLE),
        (10**9, BooksRefusal.NO_SUCH_ENTRY),
    ):
        with pytest.raises(BooksError) as refused:
            reverse(room, entry_id)
        assert refused.value.code is code
    assert AuditRecord.objects.filter(action="transaction_reversed").count() == 1
    mine = cage_selectors.last_transactions(room.cashier)
    assert [(each.title, each.reversed) for each in mine] == [("Reversal", False), ("Buy-in", True)]


@pytest.mark.parametrize("role", [r for r in Role if Permission.SIGN_CAGE not in ALLOWED[r]])
def test_a_second_person_who_may_sign_approves(room: CageRoom, role: Role) -> None:
    room.player(500)
    for boss in (room.cashier, staff(role)):
        with pytest.raises(BooksError) as refused:
            reverse(room, last(), boss=boss)
        assert refused.value.code is BooksRefusal.REVERSAL_SECOND_PERSON


def test_a_reason_is_needed_and_the_cage_alone_asks(room: CageRoom) -> None:
    room.player(500)
    boss = staff(Role.CAGE_SUPERVISOR)
    for reason, actor, code in (
        ("  ", room.cashier, BooksRefusal.REASON_MISSING),
        ("why", staff(Role.COMPLIANCE), BooksRefusal.NOT_ALLOWED),
    ):
        with pytest.raises(BooksError) as refused:
            reversals.reverse(last(), reason=reason, holds=False, actor=actor, approved_by=boss)
        assert refused.value.code is code


# -- What PostgreSQL refuses -----------------------------------------------------------------------


def raw_reversal(of: int, who: int, *lines: Line, key: str | None = None) -> int:
    rows = raw.sql(
        "INSERT INTO ledger_entry (request_id, digest, kind, memo, asked, round_ref, closes, at, "
        "day, shift, posted_at, transaction, patron_id) VALUES (%s, '', 'reversal', '', '', '', "
        "false, now(), current_date, 'day', now(), 0, %s) RETURNING id",
        f"reverse:{of}" if key is None else key,
        who,
    )
    raw.post(int(rows[0][0]), *lines)
    return int(rows[0][0])


def raw_row(of: int, by: int, asked: int, approved: int) -> None:
    raw.sql(
        "INSERT INTO ledger_reversal (reverses_id, entry_id, reason, asked_by_id, approved_by_id, "
        "at) VALUES (%s, %s, 'x', %s, %s, now())",
        of,
        by,
        asked,
        approved,
    )


def test_postgresql_refuses_a_second_reversal(room: CageRoom) -> None:
    who = room.player(500)
    wrong = last()
    reverse(room, wrong)
    with refused_by("ledger_entry_request_id"):
        raw_reversal(wrong, who)
    for key in (f"reverse:0{wrong}", "turned round", f"reverse:{wrong}:2"):
        with refused_by("ledger_entry_reversal_key"):
            raw_reversal(wrong, who, key=key)
    with refused_by("ledger_entry_reversal_key"):
        raw.entry(f"reverse:{wrong}9")


def test_postgresql_refuses_to_turn_round_what_is_not_this_persons(room: CageRoom) -> None:
    who = room.player(500)
    bought, opening = last(), Entry.objects.earliest("id").pk
    back = reverse(room, bought)
    for of, whose in ((back, who), (opening, who), (10**9, who)):
        with refused_by("ledger_reversal_of_window"):
            raw_reversal(of, whose)
    room.buy_in(who, 500)
    with refused_by("ledger_reversal_of_window"):
        raw_reversal(last(), patron("Another"))


def test_postgresql_refuses_a_reversal_without_two_people(room: CageRoom) -> None:
    who = room.player(500)
    wrong, boss = last(), staff(Role.CAGE_SUPERVISOR)
    lines = (Line(f"chips:player:{who}", 500), Line("cash:window:2", -500))
    with refused_by("ledger_reversal_by_two"):
        entry_id = raw_reversal(wrong, who, *lines)
        raw.move(entry_id, ("window:2", 500))
    with refused_by("ledger_reversal_two_people"):
        entry_id = raw_reversal(wrong, who, *lines)
        raw.move(entry_id, ("window:2", 500))
        raw_row(wrong, entry_id, boss.pk, boss.pk)
    room.buy_in(who, 100)
    with refused_by("ledger_reversal_by_two"):
        raw_row(wrong, last(), room.cashier.pk, boss.pk)
    reverse(room, wrong)
    for statement in ("UPDATE ledger_reversal SET reason = 'y'", "DELETE FROM ledger_reversal"):
        with refused_by("ledger_reversal_append_only"):
            raw.sql(statement)


def test_postgresql_refuses_a_reversal_of_another_amount(room: CageRoom) -> None:
    who = room.player(500)
    wrong, boss = last(), staff(Role.CAGE_SUPERVISOR)
    open_accounts(["variance:window"])
    with refused_by("ledger_reversal_mirrors"):
        entry_id = raw_reversal(
            wrong, who, Line(f"chips:player:{who}", 400), Line("cash:window:2", -400)
        )
        raw.move(entry_id, ("window:2", 400))
        raw_row(wrong, entry_id, room.cashier.pk, boss.pk)
