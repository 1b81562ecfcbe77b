"""Chips that run out, and amounts exactly at their bounds."""

import pytest

from ledger import selectors as books
from tables.engine import actions
from tables.refusals import TableRefusal
from tables.services import commands
from tests.faults.steps import (
    betting,
    books_are_right,
    cash_out,
    decisions,
    refusal,
    sit,
)
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


def test_a_player_without_chips_is_asked_and_can_only_say_that_he_cannot(room: Room) -> None:
    room.seat(1, chips=0)
    room.seat(4)
    refused = refusal(lambda: room.give(commands.OfferBank(1, "accepted")))
    assert refused.code is TableRefusal.CHIPS_SHORT_FOR_BANK
    room.give(commands.OfferBank(1, "cannot"))
    room.give(commands.OfferBank(4, "accepted"))
    refused = refusal(lambda: room.bet(1, 500))
    assert refused.code is TableRefusal.CHIPS_SHORT


def test_a_holder_without_chips_passes_the_position_on(free_room: Room) -> None:
    room = free_room
    sit(room, 1, 2, 4, bank=4)
    cash_out(room, 4, 100_000)
    refused = refusal(lambda: room.give(actions.PostBankWager(5_000)))
    assert refused.code is TableRefusal.CHIPS_SHORT
    room.give(commands.PassBank())
    assert room.look().verdict.next_offer == 1
    room.give(commands.OfferBank(1, "accepted"))
    assert room.state.setup.bank_seat == 1


@pytest.mark.parametrize("seat", [1, 4])
def test_what_was_cashed_while_it_lay_on_the_layout_is_not_dealt(room: Room, seat: int) -> None:
    """Seat 1 bets, seat 4 banks: either may have been at the window since."""
    sit(room, 1, 2, 4, bank=4)
    betting(room)
    cash_out(room, seat, 99_900)
    before = room.version
    refused = refusal(lambda: room.give(actions.CallNoMoreBets()))
    assert refused.code is TableRefusal.CHIPS_SHORT and refused.data["seat"] == seat
    assert room.version == before and room.state.phase == "betting"
    room.buy_in(room.players[seat], 100_000)
    room.give(actions.CallNoMoreBets())
    assert room.look().state.phase == "deal"  # type: ignore[union-attr]


def test_a_player_who_cannot_play_may_fold_or_buy_chips(room: Room) -> None:
    room.seat(1, chips=2_100)  # ante and fee, and not a cent more
    sit(room, 2, 4, bank=4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000)
    room.bet(2, 2_000)
    room.give(actions.CallNoMoreBets())
    room.give(actions.ShowUpCard("2c"))
    refused = refusal(lambda: room.give(commands.DecideRest()))
    assert refused.code is TableRefusal.CHIPS_SHORT and refused.data["seat"] == 1
    assert room.state.hands[0].decision is None and room.state.hands[1].decision is None
    room.buy_in(room.players[1], 2_000)
    room.give(commands.DecideRest())
    assert room.stack(1) == 0


def test_chips_in_play_cannot_be_cashed_a_second_time_unseen(room: Room) -> None:
    """He has them in his hand, so they are paid; the chips at large tell the floor to count."""
    sit(room, 1, 2, 4, bank=4)
    decisions(room)
    cash_out(room, 1, 100_000)
    assert room.stack(1) == 0
    assert books.at_large_cents() == -(2_000 + 500 + 150)
    room.give(actions.Void("enough"))
    books_are_right()


# -- Amounts at the edges --------------------------------------------------------------------------


@pytest.mark.parametrize(("ante", "fee"), [(500, 100), (5_000, 100), (5_001, 200), (30_000, 200)])
def test_the_fee_changes_exactly_at_its_bound(db: None, ante: int, fee: int) -> None:
    tiers: list[dict[str, object]] = [
        {"payer": "player", "wager": "ante", "from": 500, "to": 5_000, "fee": 100},
        {"payer": "player", "wager": "ante", "from": 5_001, "to": 30_000, "fee": 200},
        {"payer": "player", "wager": "bonus", "from": 100, "to": 10_000, "fee": 0},
    ]
    room = Room(fees=tiers)
    room.open()
    sit(room, 1, 4, bank=4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, ante)
    room.give(actions.CallNoMoreBets())
    assert room.stack(1) == 100_000 - ante - fee
    assert room.stack(4) == 100_000 - 20_000
    room.give(actions.Void("enough"))
    books_are_right()


def test_exactly_enough_is_enough_and_a_cent_less_is_not(room: Room) -> None:
    room.seat(1, chips=2_100)
    room.seat(2, chips=2_099)
    room.seat(4, chips=20_300)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000)
    refused = refusal(lambda: room.bet(2, 2_000))
    assert refused.code is TableRefusal.CHIPS_SHORT
    room.give(actions.CallNoMoreBets())
    assert (room.stack(1), room.stack(4)) == (0, 0)


@pytest.mark.parametrize("source", ["hand", "electronic"])
def test_fourteen_seats_play_from_one_deck(db: None, source: str) -> None:
    room = Room(seats=14, source=source, chips=60_000)
    room.open()
    sit(room, *range(1, 15), bank=14)
    room.give(actions.PostBankWager(50_000))
    for seat in range(1, 14):
        room.bet(seat, 2_000, 500)
    room.give(actions.CallNoMoreBets())
    before = sum(room.stack(seat) for seat in room.players)
    assert before == 14 * 60_000 - 50_000 - 13 * (2_500 + 150) - 300
    if source == "electronic":
        room.give(commands.Deal())
        room.give(commands.DecideRest())
        room.give(actions.Reveal())
    else:
        cards = iter(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
        bank = (next(cards), next(cards), next(cards))
        room.give(actions.ShowUpCard(bank[0]))
        room.give(commands.DecideRest())
        room.give(actions.EnterBankHand(bank))
        for seat in range(1, 14):
            room.give(actions.EnterHand(seat, (next(cards), next(cards), next(cards))))
    dealt = [card for hand in room.state.hands for card in hand.cards or ()]
    assert len(set(dealt) | set(room.state.bank_cards or ())) == 42
    room.give(actions.Close())
    books_are_right()
    assert sum(room.stack(seat) for seat in room.players) == 14 * 60_000 - 13 * 150 - 300
