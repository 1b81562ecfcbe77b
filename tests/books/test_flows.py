"""Each flow makes the entry that the books prescribe."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.books import flows
from ledger.books.chart import Side, family
from ledger.books.entry import Entry
from ledger.books.tally import Tally
from ledger.refusals import BooksError, BooksRefusal


def legs(entry: Entry) -> dict[str, int]:
    return {leg.account: leg.signed for leg in entry.legs}


def moves(entry: Entry) -> dict[str, int]:
    return {move.place: move.cents for move in entry.chip_moves}


def test_the_opening_puts_money_against_equity() -> None:
    assert legs(flows.opening(cash_cents=100, cover_cents=50)) == {
        "cash:vault": 100,
        "bank:chip-cover": 50,
        "equity:opening": -150,
    }


def test_chips_that_the_house_holds_are_no_money() -> None:
    assert (
        legs(flows.new_chips(Tally(loose=100)))
        == legs(flows.first_tray("4", Tally(loose=100)))
        == {}
    )
    assert moves(flows.new_chips(Tally(loose=100))) == {"issued": 100, "vault": 100}
    assert moves(flows.first_tray("4", Tally(loose=100))) == {"vault": -100, "tray:4": 100}


def test_an_imprest_moves_cash_and_chips_to_the_window() -> None:
    issue = flows.window_issue(2, cash_cents=100, chips=Tally(loose=70))
    assert legs(issue) == {"cash:window:2": 100, "cash:vault": -100}
    assert moves(issue) == {"vault": -70, "window:2": 70}


def test_a_buy_in_puts_chips_into_use() -> None:
    entry = flows.buy_in(2, 17, Tally(loose=500))
    assert legs(entry) == {"cash:window:2": 500, "chips:player:17": -500}
    assert moves(entry) == {"window:2": -500}


def test_a_cash_out_takes_first_what_the_account_holds_and_the_rest_from_those_at_large() -> None:
    assert legs(flows.cash_out(2, 17, Tally(loose=300), followed_cents=1000)) == {
        "chips:player:17": 300,
        "cash:window:2": -300,
    }
    assert legs(flows.cash_out(2, 17, Tally(loose=300), followed_cents=100)) == {
        "chips:player:17": 100,
        "chips:large": 200,
        "cash:window:2": -300,
    }
    assert legs(flows.cash_out(2, 17, Tally(loose=300), followed_cents=0)) == {
        "chips:large": 300,
        "cash:window:2": -300,
    }


def test_no_more_bets_is_one_entry_with_the_fees_in_the_box() -> None:
    entry = flows.take_bets("4", "4-1187", 118, {7: 10000, 1: 2500}, {7: 300, 1: 100})
    assert legs(entry) == {
        "chips:player:7": 10300,
        "chips:player:1": 2600,
        "chips:play:4": -12500,
        "collections:box:118": -400,
    }
    assert moves(entry) == {"box:118": 400}
    assert not entry.closes


def test_a_table_without_fees_leaves_the_box_alone() -> None:
    entry = flows.take_bets("4", "4-1187", 118, {7: 10000, 1: 2500}, {})
    assert "collections:box:118" not in legs(entry)
    assert moves(entry) == {}


def test_the_worked_round_returns_what_stood_in_play() -> None:
    taken = flows.take_bets("4", "4-1187", 118, {7: 10000, 1: 4500, 2: 4500, 3: 4500}, {})
    settled = flows.settlement("4", "4-1187", {1: 5500, 2: 0, 3: 9000, 7: 9000})
    assert legs(taken)["chips:play:4"] == -23500
    assert legs(settled) == {
        "chips:play:4": 23500,
        "chips:player:1": -5500,
        "chips:player:3": -9000,
        "chips:player:7": -9000,
    }
    assert settled.closes


def test_a_void_gives_fees_back_from_the_tray_since_a_box_stays_locked() -> None:
    entry = flows.void("4", "4-1187", {7: 10000, 1: 2500}, {7: 300, 1: 100}, 118)
    assert legs(entry) == {
        "chips:play:4": 12500,
        "collections:box:118": 400,
        "chips:player:7": -10300,
        "chips:player:1": -2600,
    }
    assert moves(entry) == {"tray:4": -400}


def test_fees_cannot_come_back_out_of_no_box() -> None:
    with pytest.raises(BooksError) as refused:
        flows.void("4", "4-1187", {7: 10000}, {7: 300}, None)
    assert refused.value.code is BooksRefusal.NOT_BALANCED


def close(counted_cash: int, counted_chips: int) -> Entry:
    return flows.window_return(
        2,
        counted_cash=counted_cash,
        counted_chips=Tally(loose=counted_chips),
        expected_cash=10000,
        expected_chips=6500,
        stock={},
        asked="count 1",
    )


def test_an_exact_count_leaves_no_variance() -> None:
    assert legs(close(10000, 6500)) == {"cash:vault": 10000, "cash:window:2": -10000}
    assert moves(close(10000, 6500)) == {"window:2": -6500, "vault": 6500}


def test_a_drawer_that_is_short_is_an_expense_and_one_that_is_over_lowers_it() -> None:
    assert legs(close(9500, 6500))["variance:window"] == 500
    assert legs(close(10500, 6500))["variance:window"] == -500


def test_chips_over_were_thought_to_be_in_use() -> None:
    over = close(10000, 7000)
    assert (legs(over)["chips:large"], legs(over)["variance:chips"]) == (500, -500)
    assert moves(over) == {"window:2": -6500, "vault": 7000}


cents = st.integers(min_value=0, max_value=10**7)
people = st.dictionaries(st.integers(1, 50), cents, min_size=1, max_size=14)


@given(st.data())
def test_every_flow_balances_and_keeps_the_chips_identity(data: st.DataObject) -> None:
    def build(make: Callable[[], Entry]) -> Entry | None:
        try:
            return make()
        except BooksError as error:
            if error.code is not BooksRefusal.EMPTY_ENTRY:
                raise
            return None

    one, two, three, four = (data.draw(cents) for _ in range(4))
    stakes, fees = data.draw(people), data.draw(people)
    for made in (
        build(lambda: flows.opening(cash_cents=one, cover_cents=two)),
        build(lambda: flows.buy_in(2, 17, Tally(loose=one))),
        build(lambda: flows.cash_out(2, 17, Tally(loose=one), followed_cents=two)),
        build(lambda: flows.take_bets("4", "4-1", 118, stakes, fees)),
        build(lambda: flows.settlement("4", "4-1", stakes)),
        build(lambda: flows.void("4", "4-1", stakes, fees, 118)),
        build(
            lambda: flows.window_return(
                2,
                counted_cash=one,
                counted_chips=Tally({100: two % 50}, loose=two),
                expected_cash=three,
                expected_chips=four,
                stock={500: 3},
                asked="count 1",
            )
        ),
    ):
        if made is None:
            continue
        assert sum(leg.signed for leg in made.legs) == 0
        in_use = sum(-leg.signed for leg in made.legs if family(leg.account).in_use)
        house = sum(move.cents for move in made.chip_moves)
        assert in_use == -house
        assert all(leg.side in (Side.DEBIT, Side.CREDIT) and leg.cents > 0 for leg in made.legs)
