"""What the books say."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger import selectors
from ledger.books.chart import Side
from ledger.books.entry import Entry as BooksEntry
from ledger.books.entry import Flow, Leg
from ledger.selectors import JournalFilter
from ledger.services.posting import post
from ledger.services.settlement import post_pending
from tests.ledger.room import CageRoom


def test_the_trial_balance_balances_and_leaves_empty_accounts_out(room: CageRoom) -> None:
    who = room.player(1_000)
    room.bets("4-1", {who: 1_000}, {})
    trial = selectors.trial_balance()
    assert trial.balanced
    shown = {line.code: (line.debit_cents, line.credit_cents) for line in trial.lines}
    assert shown["chips:play:4"] == (0, 1_000)
    assert f"chips:player:{who}" not in shown
    assert trial.debit_cents == 200_000_000 + 1_000


def test_a_balance_below_zero_stands_on_the_other_side(room: CageRoom) -> None:
    entry = BooksEntry(
        Flow.CASH_OUT,
        (Leg("chips:large", 700, Side.DEBIT), Leg("chips:player:17", 700, Side.CREDIT)),
    )
    post(entry, request_id="r", actor=None)
    lines = {line.code: line for line in selectors.trial_balance().lines}
    assert (lines["chips:large"].debit_cents, lines["chips:large"].credit_cents) == (700, 0)


def test_chips_issued_less_the_house_are_the_chips_in_use(room: CageRoom) -> None:
    room.player(1_000)
    identity = selectors.chips_identity()
    assert identity.issued_cents == 200_000_000
    assert identity.in_use_cents == 1_000
    assert identity.house_cents == 200_000_000 - 1_000
    assert identity.holds


def test_cover_counts_chips_at_large_below_zero_as_none(room: CageRoom) -> None:
    before = selectors.cover()
    entry = BooksEntry(
        Flow.CASH_OUT,
        (Leg("chips:large", 700, Side.DEBIT), Leg("chips:player:17", 700, Side.CREDIT)),
    )
    post(entry, request_id="r", actor=None)
    after = selectors.cover()
    assert after.chips_cents == before.chips_cents + 700
    assert after.enough
    assert not selectors.Cover(699, 700, 0).enough
    assert not selectors.Cover(700, 700, 1).enough


def test_the_stamp_of_funds_rises_with_every_change(room: CageRoom) -> None:
    who = room.player(1_000)
    stamps = [selectors.funds_stamps([who])[who]]
    for step in (
        lambda: room.bets("4-1", {who: 500}),
        lambda: room.settle("4-1", {who: 500}),
        post_pending,
        lambda: room.buy_in(who, 1),
    ):
        step()
        stamps.append(selectors.funds_stamps([who])[who])
    assert stamps == sorted(set(stamps))
    assert selectors.funds_stamps([10**9]) == {10**9: 0}


def test_funds_are_read_in_one_query_however_many_people(room: CageRoom) -> None:
    people = [room.player(100) for _ in range(5)]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        found = selectors.funds([*people, 10**9])
    assert len(queries) == 1
    assert [found[who].available for who in people] == [100] * 5
    assert found[10**9].available == 0


def test_the_journal_is_narrowed_by_what_is_asked(room: CageRoom) -> None:
    who = room.player(1_000)
    room.bets("4-1", {who: 600})
    kinds = [entry.kind for entry in selectors.journal()]
    assert kinds[:2] == ["take_bets", "buy_in"]
    assert [e.kind for e in selectors.journal(JournalFilter(round_ref="4-1"))] == ["take_bets"]
    assert [e.kind for e in selectors.journal(JournalFilter(kind="opening"))] == ["opening"]
    by_account = selectors.journal(JournalFilter(account=f"chips:player:{who}"))
    assert [e.kind for e in by_account] == ["take_bets", "buy_in"]
    mine = selectors.journal(JournalFilter(actor_id=room.cashier.pk))
    assert {e.kind for e in mine} == {"window_issue", "buy_in"}
    today = selectors.journal()[0].day
    assert len(selectors.journal(JournalFilter(day=today))) == len(kinds)
    assert selectors.journal(JournalFilter(day=today.replace(year=1999))) == []


def test_the_journal_goes_on_page_by_page(room: CageRoom) -> None:
    everything = [entry.pk for entry in selectors.journal()]
    first = selectors.journal(limit=2)
    second = selectors.journal(before_id=first[-1].pk, limit=2)
    assert [entry.pk for entry in [*first, *second]] == everything[:4]


def test_the_journal_tells_each_accounts_balance_after(room: CageRoom) -> None:
    who = room.player(1_000)
    room.bets("4-1", {who: 600})
    lines = {
        line.account.code: (line.debit, line.credit, line.balance_after)
        for line in selectors.journal(limit=1)[0].postings.all()
    }
    assert lines == {
        f"chips:player:{who}": (600, None, 400),
        "chips:play:4": (None, 600, 600),
    }


@pytest.mark.parametrize("entries", [1, 20])
def test_the_journal_costs_the_same_queries_however_many_entries(
    room: CageRoom, entries: int
) -> None:
    who = room.player()
    for n in range(entries):
        room.buy_in(who, 100 + n)
    with CaptureQueriesContext(connection) as queries:
        for entry in selectors.journal(limit=entries):
            assert [line.account.code for line in entry.postings.all()]
            assert [move.place.code for move in entry.movements.all()]
            assert not [each.stock.place.code for each in entry.lines.all()]
            assert entry.actor
    assert len(queries) == 4


def test_a_statement_goes_back_in_the_accounts_own_order(room: CageRoom) -> None:
    who = room.player(1_000)
    for cents in (1, 2, 3):
        room.buy_in(who, cents)
    code = f"chips:player:{who}"
    assert [line.balance_after for line in selectors.statement(code)] == [
        1_006,
        1_003,
        1_001,
        1_000,
    ]
    assert [line.sequence for line in selectors.statement(code, before_sequence=3)] == [2, 1]
    assert list(selectors.statement("chips:player:0")) == []


def test_what_is_unknown_is_none_or_nothing(room: CageRoom) -> None:
    assert selectors.account("cash:nowhere") is None
    assert selectors.entry(10**9) is None
    assert selectors.pot("x") == selectors.Pot(0, False)
