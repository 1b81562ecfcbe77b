"""An entry cannot be built wrong."""

import pytest

from ledger.books.chart import Side
from ledger.books.entry import ChipMove, Entry, Flow, Leg
from ledger.refusals import BooksError, BooksRefusal

CASH = Leg("cash:window:2", 500, Side.DEBIT)
CHIPS = Leg("chips:player:17", 500, Side.CREDIT)
OUT = ChipMove("window:2", -500)


def refusal(*args: object, **kwargs: object) -> BooksRefusal:
    with pytest.raises(BooksError) as refused:
        Entry(*args, **kwargs)  # type: ignore[arg-type]
    code = refused.value.code
    assert isinstance(code, BooksRefusal)
    return code


def test_debits_must_equal_credits() -> None:
    assert refusal(Flow.BUY_IN, (CASH,), (OUT,)) is BooksRefusal.NOT_BALANCED
    other = Leg("chips:player:17", 499, Side.CREDIT)
    assert refusal(Flow.BUY_IN, (CASH, other), (OUT,)) is BooksRefusal.NOT_BALANCED


def test_chips_that_come_into_use_must_leave_a_place_of_the_house() -> None:
    assert refusal(Flow.BUY_IN, (CASH, CHIPS)) is BooksRefusal.CHIPS_DO_NOT_MATCH
    back = ChipMove("window:2", 500)
    assert refusal(Flow.BUY_IN, (CASH, CHIPS), (back,)) is BooksRefusal.CHIPS_DO_NOT_MATCH


def test_an_entry_moves_something() -> None:
    assert refusal(Flow.BUY_IN) is BooksRefusal.EMPTY_ENTRY
    nothing = (Leg("cash:vault", 5, Side.DEBIT), Leg("cash:vault", 5, Side.CREDIT))
    assert refusal(Flow.OPENING, nothing) is BooksRefusal.EMPTY_ENTRY


def test_money_in_play_names_its_round() -> None:
    legs = (
        Leg("chips:player:17", 5, Side.DEBIT),
        Leg("chips:play:4", 5, Side.CREDIT),
    )
    assert refusal(Flow.PLAY_WAGER, legs) is BooksRefusal.ROUND_MISSING
    assert Entry(Flow.PLAY_WAGER, legs, round_ref="4-1").round_ref == "4-1"


def test_legs_are_summed_by_account_and_zeros_fall_out() -> None:
    entry = Entry(
        Flow.TAKE_BETS,
        (
            Leg("chips:player:17", 100, Side.DEBIT),
            Leg("chips:player:17", 50, Side.DEBIT),
            Leg("chips:player:18", 7, Side.DEBIT),
            Leg("chips:player:18", 7, Side.CREDIT),
            Leg("chips:play:4", 150, Side.CREDIT),
        ),
        round_ref="4-1",
    )
    assert entry.legs == (
        Leg("chips:player:17", 150, Side.DEBIT),
        Leg("chips:play:4", 150, Side.CREDIT),
    )


@pytest.mark.parametrize("cents", [0, -1, 1.0, True, "5", None, 10**15 + 1])
def test_an_amount_is_whole_cents_above_zero(cents: object) -> None:
    with pytest.raises(BooksError) as refused:
        Leg("cash:vault", cents, Side.DEBIT)  # type: ignore[arg-type]
    assert refused.value.code is BooksRefusal.NOT_AN_AMOUNT


@pytest.mark.parametrize("cents", [0, 1.0, True, None, -(10**15) - 1])
def test_a_chip_move_is_whole_cents_and_not_nothing(cents: object) -> None:
    with pytest.raises(BooksError) as refused:
        ChipMove("vault", cents)  # type: ignore[arg-type]
    assert refused.value.code is BooksRefusal.NOT_AN_AMOUNT


def test_the_digest_follows_the_content_and_not_its_order() -> None:
    one = Entry(Flow.BUY_IN, (CASH, CHIPS), (OUT,))
    assert Entry(Flow.BUY_IN, (CHIPS, CASH), (OUT,)).digest == one.digest
    different = [
        Entry(Flow.CASH_OUT, (CASH, CHIPS), (OUT,)),
        Entry(Flow.BUY_IN, (CASH, CHIPS), (OUT,), memo="x"),
        Entry(Flow.BUY_IN, (CASH, CHIPS), (OUT,), patron_id=17),
        Entry(Flow.BUY_IN, (CASH, CHIPS), (OUT,), round_ref="4-1"),
        Entry(Flow.BUY_IN, (CASH, CHIPS), (OUT,), round_ref="4-1", closes=True),
        Entry(Flow.BUY_IN, (CASH, CHIPS), (OUT,), asked="x"),
        Entry(
            Flow.BUY_IN,
            (Leg("cash:window:2", 5, Side.DEBIT), Leg("chips:player:17", 5, Side.CREDIT)),
            (ChipMove("window:2", -5),),
        ),
    ]
    assert len({entry.digest for entry in [one, *different]}) == 1 + len(different)


def test_what_was_asked_stands_for_legs_that_depend_on_balances() -> None:
    one = Entry(Flow.CASH_OUT, (CASH, CHIPS), (OUT,), asked="window 2, 500 cents")
    large = Leg("chips:large", 500, Side.CREDIT)
    other = Entry(Flow.CASH_OUT, (CASH, large), (OUT,), asked="window 2, 500 cents")
    assert one.digest == other.digest
