"""Posting: once, in order, or not at all."""

from datetime import UTC, datetime, timedelta

import pytest

from cardroom.clock import now
from ledger import selectors
from ledger.books import flows
from ledger.books.chart import Side
from ledger.books.entry import Entry as BooksEntry
from ledger.books.entry import Flow, Leg
from ledger.books.tally import Tally
from ledger.models import Account, Entry, Posting, PotBalance
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.posting import Order, post, post_all
from tests.ledger import raw
from tests.ledger.raw import Line
from tests.ledger.room import CageRoom, check_now


def refused(entry: BooksEntry, request_id: str = "r") -> BooksError:
    before = Entry.objects.count()
    with pytest.raises(BooksError) as caught:
        post(entry, request_id=request_id, actor=None)
    # The transaction is still usable, and nothing was written.
    assert Entry.objects.count() == before
    return caught.value


def test_the_same_request_again_gets_the_first_result(room: CageRoom) -> None:
    who = room.player(100)
    first = post(flows.buy_in(2, who, Tally(loose=500)), request_id="r", actor=room.cashier)
    again = post(flows.buy_in(2, who, Tally(loose=500)), request_id="r", actor=room.cashier)
    assert (first.repeated, again.repeated) == (False, True)
    assert (again.id, again.posted_at) == (first.id, first.posted_at)
    assert room.chips_of(who) == 600


def test_another_content_under_the_same_id_is_refused(room: CageRoom) -> None:
    who = room.player(100)
    post(flows.buy_in(2, who, Tally(loose=500)), request_id="r", actor=room.cashier)
    assert refused(flows.buy_in(2, who, Tally(loose=501))).code is BooksRefusal.REQUEST_REUSED
    assert refused(flows.cash_out(2, who, Tally(loose=500), followed_cents=500)).code is (
        BooksRefusal.REQUEST_REUSED
    )
    assert room.chips_of(who) == 600


def test_a_player_who_is_short_is_named_with_what_he_has(room: CageRoom) -> None:
    who = room.player(100)
    error = refused(flows.play_wager("4", "4-1", who, 101))
    assert error.code is BooksRefusal.SHORT_OF_CHIPS
    assert error.data == {"patron_id": who, "have_cents": 100, "need_cents": 101}
    assert error.message == "Chips for $1.01 are needed; $1 is there."


def test_a_drawer_that_is_short_and_a_place_that_is_short_are_refused(room: CageRoom) -> None:
    short = refused(flows.window_issue(1, cash_cents=10**9, chips=Tally(loose=0)))
    assert (short.code, short.data["account"]) == (BooksRefusal.SHORT, "cash:vault")
    place = refused(flows.buy_in(2, 17, Tally(loose=10**9)))
    assert (place.code, place.data) == (BooksRefusal.PLACE_SHORT, {"place": "window:2"})


def test_accounts_and_places_are_made_when_they_are_first_needed(room: CageRoom) -> None:
    post(flows.window_issue(9, cash_cents=100, chips=Tally(loose=100)), request_id="r", actor=None)
    made = Account.objects.get(code="cash:window:9")
    assert (made.balance, made.sequence, made.normal, made.non_negative) == (100, 1, 1, True)


def test_a_round_gives_what_it_holds_and_closes_at_zero(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 100})
    room.bets("4-2", {who: 100})
    more = refused(flows.settlement("4", "4-1", {who: 101}))
    assert (more.code, more.data["have_cents"]) == (BooksRefusal.ROUND_SHORT, 100)
    less = refused(flows.settlement("4", "4-1", {who: 99}))
    assert (less.code, less.data["left_cents"]) == (BooksRefusal.ROUND_NOT_EMPTY, 1)
    post(flows.settlement("4", "4-1", {who: 100}), request_id="r", actor=None)
    check_now()
    assert selectors.pot("4-1") == selectors.Pot(0, True)
    late = refused(flows.play_wager("4", "4-1", who, 1), "late")
    assert late.code is BooksRefusal.ROUND_CLOSED


def test_a_round_that_nobody_staked_on_has_nothing_to_give(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 100})
    assert refused(flows.settlement("4", "4-2", {who: 1})).code is BooksRefusal.ROUND_SHORT


def test_some_entries_are_posted_in_one_call_in_their_order(room: CageRoom) -> None:
    one, two = room.player(1000), room.player(1000)
    moment = now()
    orders = [
        Order(entry, f"batch:{n}", None, moment, moment.date(), "day")
        for n, entry in enumerate(
            [
                flows.play_wager("4", "4-1", one, 10),
                flows.play_wager("4", "4-2", one, 20),
                flows.play_wager("4", "4-1", two, 30),
            ]
        )
    ]
    posted = post_all(orders)
    check_now()
    assert [p.id for p in posted] == sorted(p.id for p in posted)
    chain = Posting.objects.filter(account__code="chips:play:4").order_by("sequence")
    assert [(line.cents, line.balance_after) for line in chain] == [(-10, 10), (-20, 30), (-30, 60)]
    assert dict(PotBalance.objects.values_list("ref", "balance")) == {"4-1": 40, "4-2": 20}
    again = post_all(
        [*orders, Order(flows.buy_in(2, one, Tally(loose=5)), "new", None, moment, moment, "day")]
    )
    assert [p.repeated for p in again] == [True, True, True, False]


def test_one_entry_of_some_that_cannot_be_posted_stops_them_all(room: CageRoom) -> None:
    one, two = room.player(1000), room.player(1000)
    moment = now()
    entries = [flows.play_wager("4", "4-1", one, 10), flows.play_wager("4", "4-1", two, 1001)]
    with pytest.raises(BooksError) as caught:
        post_all(
            [Order(e, f"b:{n}", None, moment, moment.date(), "day") for n, e in enumerate(entries)]
        )
    assert caught.value.data["patron_id"] == two
    assert room.chips_of(one) == 1000


def test_day_and_shift_are_those_of_the_fact(room: CageRoom) -> None:
    # Half past one in the night of the 30th, in Los Angeles: still the 29th, and the grave shift.
    fact = datetime(2026, 11, 30, 9, 30, tzinfo=UTC)
    posted = post(
        flows.buy_in(2, 17, Tally(loose=500)), request_id="r", actor=room.cashier, at=fact
    )
    row = Entry.objects.get(pk=posted.id)
    assert (str(row.day), row.shift, row.at) == ("2026-11-29", "grave", fact)
    assert row.posted_at == posted.posted_at
    assert abs(row.posted_at - now()) < timedelta(minutes=1)


def test_a_balance_is_known_as_of_any_past_moment(room: CageRoom) -> None:
    who = room.player(100)
    code = f"chips:player:{who}"
    moments = []
    for cents in (50, 70):
        post(flows.buy_in(2, who, Tally(loose=cents)), request_id=f"r{cents}", actor=None)
        moments.append(Posting.objects.filter(account__code=code).latest("sequence").posted_at)
    assert [selectors.balance_at(code, moment) for moment in moments] == [150, 220]
    assert selectors.balance_at(code, moments[0] - timedelta(microseconds=1)) == 100
    assert selectors.balance_at(code, moments[0] - timedelta(days=1)) == 0
    assert selectors.balance_at(code, now()) == 220


def test_an_accounts_time_never_runs_backwards(room: CageRoom) -> None:
    ahead = now() + timedelta(hours=1)
    raw.post(
        raw.entry(),
        Line("cash:vault", 5, posted_at=ahead),
        Line("equity:opening", -5, posted_at=ahead),
    )
    posted = post(
        flows.window_issue(1, cash_cents=5, chips=Tally(loose=0)), request_id="r", actor=None
    )
    assert posted.posted_at == ahead
    check_now()


def test_an_entry_may_move_chips_alone(room: CageRoom) -> None:
    post(flows.first_tray("4", Tally(loose=500)), request_id="r", actor=None)
    check_now()
    assert dict(selectors.chips_identity().house)["tray:4"] == 100_500


def test_the_books_take_negative_chips_at_large_only(room: CageRoom) -> None:
    entry = BooksEntry(
        Flow.CASH_OUT,
        (Leg("chips:large", 700, Side.DEBIT), Leg("chips:player:17", 700, Side.CREDIT)),
    )
    post(entry, request_id="r", actor=None)
    assert selectors.at_large_cents() == -700
