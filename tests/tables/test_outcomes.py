"""What can come of a hand, played at the table and followed into the books."""

from collections.abc import Iterable

import pytest

from ledger import selectors as books
from ledger.services import settlement
from tables.engine import actions
from tables.refusals import TableError
from tables.services import commands
from tests.tables.room import Room

pytestmark = pytest.mark.django_db
BANK = ("Kc", "7d", "6c")


def play(
    room: Room,
    *,
    wager: int,
    bank: Iterable[str],
    hands: dict[int, tuple[str, str, str]],
    folds: Iterable[int] = (),
    bonus: int = 500,
) -> None:
    """One round with an ante of 20 and a bonus a seat; seat 4 banks; the last bank card is up."""
    for seat in (*hands, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(wager))
    for seat in hands:
        room.bet(seat, 2_000, bonus)
    room.give(actions.CallNoMoreBets())
    room.give(actions.ShowUpCard(tuple(bank)[-1]))
    for seat in sorted(hands):
        room.give(commands.Decide(seat, "fold" if seat in folds else "play"))
    room.give(actions.EnterBankHand(tuple(bank)))
    for seat, cards in hands.items():
        if seat not in folds:
            room.give(actions.EnterHand(seat, cards))
    room.give(actions.Close())
    settlement.post_pending()


def nets(room: Room) -> dict[int, int]:
    return {seat: room.stack(seat) - 100_000 for seat in sorted(room.players)}


def line(room: Room, seat: int, kind: str) -> dict[str, object]:
    assert room.last_round.settlement is not None
    hand = next(h for h in room.last_round.settlement["hands"] if h["seat"] == seat)
    return next(wager for wager in hand["wagers"] if wager["kind"] == kind)


def test_a_royal_flush_pays_two_hundred_to_one(free_room: Room) -> None:
    """California, Bonus Bets 5."""
    play(free_room, wager=500_00, bank=BANK, hands={1: ("As", "Ks", "Qs")}, bonus=100)
    assert nets(free_room) == {1: 2_000 + 2_000 + 20_000, 4: -24_000}
    assert line(free_room, 1, "bonus")["paid"] == 20_000


def test_what_w_cannot_pay_of_a_royal_lapses(free_room: Room) -> None:
    """California, rules 9 and 10."""
    play(free_room, wager=34_000, bank=BANK, hands={1: ("As", "Ks", "Qs")}, bonus=500)
    bonus = line(free_room, 1, "bonus")
    assert (bonus["paid"], bonus["returned"], bonus["coverage"]) == (30_000, 500, "partial")
    assert "$700 is owed by nobody" in str(bonus["explain"])
    assert nets(free_room) == {1: 34_000, 4: -34_000}


def test_identical_hands_push(free_room: Room) -> None:
    """California, rule 8 (c) 3."""
    play(free_room, wager=20_000, bank=BANK, hands={1: ("Kd", "7c", "6h")})
    assert line(free_room, 1, "ante")["outcome"] == "push"
    assert nets(free_room) == {1: -500, 4: 500}  # the bonus does not look at the bank


def test_a_bank_that_does_not_qualify_pays_antes_and_returns_plays(free_room: Room) -> None:
    """California, rule 8 (a) and (b)."""
    play(
        free_room,
        wager=20_000,
        bank=("Jc", "7d", "6c"),
        hands={1: ("5d", "3c", "2h"), 2: ("4d", "3d", "2c")},
        folds=[2],
    )
    assert line(free_room, 1, "play")["outcome"] == "refund"
    assert nets(free_room) == {1: 2_000 - 500, 2: -2_500, 4: 1_000}


def test_a_fold_forfeits_ante_and_bonus(free_room: Room) -> None:
    """California, rule 7 (a)."""
    play(free_room, wager=20_000, bank=BANK, hands={1: ("5d", "3c", "2h")}, folds=[1])
    assert line(free_room, 1, "bonus")["outcome"] == "forfeit"
    assert nets(free_room) == {1: -2_500, 4: 2_500}


def test_a_bank_that_runs_out_returns_what_was_never_reached(free_room: Room) -> None:
    play(
        free_room,
        wager=5_000,
        bank=BANK,
        hands={1: ("9d", "9c", "2h"), 2: ("5d", "4c", "2c"), 3: ("Ad", "8c", "3h")},
    )
    assert free_room.last_round.settlement is not None
    assert free_room.last_round.settlement["bank"]["exhausted"] is True
    reached = free_room.last_round.settlement["action"]["order"]
    last = line(free_room, reached[-1], "ante")
    assert (last["coverage"], last["returned"]) == ("none", 2_000)
    assert sum(nets(free_room).values()) == 0


@pytest.mark.parametrize("wager", [5_000, 12_345, 90_000])
def test_every_round_leaves_an_empty_pot_and_balanced_books(free_room: Room, wager: int) -> None:
    play(free_room, wager=wager, bank=BANK, hands={1: ("9d", "9c", "2h"), 2: ("5d", "4c", "2c")})
    assert books.pot(free_room.last_round.ref).cents == 0
    assert sum(nets(free_room).values()) == 0
    assert books.trial_balance().balanced and books.chips_identity().holds


def test_every_line_says_why_in_a_sentence(free_room: Room) -> None:
    play(free_room, wager=5_000, bank=BANK, hands={1: ("9d", "9c", "2h"), 2: ("5d", "4c", "2c")})
    assert free_room.last_round.settlement is not None
    for hand in free_room.last_round.settlement["hands"]:
        for wager in hand["wagers"]:
            assert wager["explain"].endswith(".")


def test_the_bank_needs_chips_for_its_fee_too(room: Room) -> None:
    room.seat(1)
    room.seat(4, chips=20_000)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))  # the fee depends on the action, not yet known
    room.bet(1, 2_000)
    with pytest.raises(TableError, match=r"Seat 4 has \$200 and needs \$203"):
        room.give(actions.CallNoMoreBets())
    room.buy_in(room.players[4], 300)
    room.give(actions.CallNoMoreBets())
    assert room.stack(4) == 0


def test_a_hand_that_cannot_be_played_can_still_be_folded(free_room: Room) -> None:
    free_room.seat(1, chips=2_500)
    free_room.seat(4)
    free_room.give_bank_to(4)
    free_room.give(actions.PostBankWager(20_000))
    free_room.bet(1, 2_000)
    free_room.give(actions.CallNoMoreBets())
    free_room.give(actions.ShowUpCard("6c"))
    with pytest.raises(TableError, match=r"Seat 1 has \$5 and needs \$20"):
        free_room.give(commands.Decide(1, "play"))
    free_room.give(commands.Decide(1, "fold"))
    assert free_room.state.turn_seat is None
