"""What each audience may see. The oracle here knows nothing of the projection's own rules."""

import json
import random
import re
from collections.abc import Iterator
from uuid import uuid4

import pytest

from ledger.services import cage
from tables.engine import actions
from tables.engine.round import Phase, RoundState
from tables.engine.wagers import WagerKind
from tables.live.projections import Audience, project
from tables.services import commands
from tests.tables.room import Room

pytestmark = pytest.mark.django_db
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


def cards_in(view: object) -> set[str]:
    return set(CARD.findall(json.dumps(view)))


def hidden_from(state: RoundState, audience: Audience) -> set[str]:
    """The dealt cards that this audience must not have been sent by now."""
    hidden: set[str] = set()
    turned_over = state.phase in (Phase.PAY, Phase.SETTLED)
    for hand in state.hands:
        own = audience.seat == hand.seat
        if hand.cards and not own and (not turned_over or hand.decision == "fold"):
            hidden |= set(hand.cards)
    if state.bank_cards and not turned_over:
        hidden |= set(state.bank_cards) - {state.face_up}
    return {card for card in hidden if card is not None}


def play_randomly(room: Room, rng: random.Random) -> Iterator[None]:
    """One round, with a pause after each command."""
    room.give(actions.PostBankWager(rng.choice((5_000, 10_000, 20_000))))
    yield
    bank = room.look().turn.holder_seat
    for seat in room.players:
        if seat != bank:
            room.bet(seat, 1_000, rng.choice((0, 500)))
            yield
    room.give(actions.CallNoMoreBets())
    yield
    room.give(commands.Deal())
    yield
    while (turn := room.state.turn_seat) is not None:
        room.give(commands.Decide(turn, rng.choice(("play", "fold"))))
        yield
    room.give(actions.Reveal())
    yield
    room.give(actions.Close())
    yield


AUDIENCES = [Audience.staff(), Audience.of_display(None)] + [
    Audience.of_display(seat) for seat in range(1, 7)
]


@pytest.mark.parametrize("seed", range(6))
def test_no_audience_is_ever_sent_a_card_that_it_may_not_see(
    electronic_room: Room, seed: int
) -> None:
    room, rng = electronic_room, random.Random(seed)
    for seat in (1, 2, 4, 6):
        room.seat(seat)
    room.give_bank_to(4)
    sent = 0
    for _ in range(2):
        for _ in play_randomly(room, rng):
            snapshot = room.look()
            assert snapshot.state is not None
            for audience in AUDIENCES:
                seen = cards_in(project(snapshot, audience))
                assert not seen & hidden_from(snapshot.state, audience), str(audience)
                sent += len(seen)
    assert sent > 100  # the search did search something


def test_the_search_would_find_a_leak(electronic_room: Room) -> None:
    room = electronic_room
    for seat in (1, 2):
        room.seat(seat)
    room.give_bank_to(2)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 1_000)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())
    leak = {"cards": room.state.hands[0].cards}
    assert cards_in(leak) & hidden_from(room.state, Audience.staff())


def test_a_seat_sees_its_own_cards_and_stack_and_nobody_elses(electronic_room: Room) -> None:
    room = electronic_room
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    for seat in (1, 2):
        room.bet(seat, 1_000)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())
    view = project(room.look(), Audience.of_display(1))
    first, second = view["round"]["hands"]
    assert first["cards"] == list(room.state.hands[0].cards or ())
    assert second["cards"] == [None, None, None]
    seats = {seat["seat"]: seat for seat in view["seats"]}
    assert seats[1]["stack"] == room.stack(1)
    assert seats[2] == {"seat": 2, "taken": True, "you": False}
    assert view["can"] == []


def test_names_stacks_and_results_stay_off_the_rail(electronic_room: Room) -> None:
    room = electronic_room
    for seat in (1, 4):
        room.seat(seat)
    room.give_bank_to(4)
    for _ in play_randomly(room, random.Random(1)):
        text = json.dumps(project(room.look(), Audience.of_display(None)))
        assert "Player" not in text and '"stack"' not in text and "patron_id" not in text


def test_the_buttons_on_the_staff_screen_are_what_the_engine_allows(
    electronic_room: Room,
) -> None:
    room = electronic_room

    def can() -> set[str]:
        return set(project(room.look(), Audience.staff())["can"])

    for seat in (1, 4):
        room.seat(seat)
    assert "offer_bank" in can()
    room.give_bank_to(4)
    assert "place_wager" in can() and "no_more_bets" not in can()
    room.give(actions.PostBankWager(20_000))
    room.give(actions.PlaceWager(1, WagerKind.ANTE, 1_000))
    assert "no_more_bets" in can()
    room.give(actions.CallNoMoreBets())
    assert "deal" in can() and "place_wager" not in can()
    room.give(commands.Deal())
    assert "decide" in can() and "reveal" not in can()
    room.give(commands.DecideRest())
    assert "reveal" in can() and "close_round" not in can()
    room.give(actions.Reveal())
    assert "close_round" in can()


def test_the_screen_of_a_table_dealt_by_hand_may_put_cards_right_until_the_round_is_closed(
    room: Room,
) -> None:
    def can() -> set[str]:
        return set(project(room.look(), Audience.staff())["can"])

    keys = {"enter_hand", "enter_bank_hand"}
    for seat in (1, 4):
        room.seat(seat)
    assert "pass_bank" not in can()  # nobody holds the position
    room.give_bank_to(4)
    assert "pass_bank" in can()
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 1_000)
    assert "pass_bank" in can() and not keys & can()
    room.give(actions.CallNoMoreBets())
    assert "pass_bank" not in can() and {"show_up_card"} == can() & {"show_up_card", "set_button"}
    room.give(actions.ShowUpCard("2c"))
    assert {"show_up_card", "set_button", "decide"} <= can() and not keys & can()
    room.give(commands.DecideRest())
    assert keys <= can() and "close_round" not in can()
    room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
    room.give(actions.EnterHand(1, ("As", "Qd", "3h")))
    assert keys <= can() and {"close_round", "set_button"} <= can()
    room.give(actions.EnterHand(1, ("As", "Qd", "4h")))  # what it says, the door does
    room.give(actions.Close())
    assert not keys & can() and "pass_bank" in can()


def test_the_rail_shows_the_answers_that_led_to_this_turn(electronic_room: Room) -> None:
    def answers() -> list[tuple[int, str]]:
        offers = project(room.look(), Audience.of_display(None))["rotation"]["offers"]
        assert all(set(offer) == {"seat", "answer", "at"} for offer in offers)
        return [(offer["seat"], offer["answer"]) for offer in offers]

    room = electronic_room
    for seat in (1, 2, 4):
        room.seat(seat)
    assert answers() == []
    room.give(commands.OfferBank(1, "declined"))
    room.give(commands.OfferBank(2, "accepted"))
    first = [(1, "declined"), (2, "accepted")]
    assert answers() == first
    # Everybody else is asked in vain: those are offers of this turn.
    room.give(commands.OfferBank(4, "declined"))
    room.give(commands.OfferBank(1, "absent"))
    assert answers() == [*first, (4, "declined"), (1, "absent")]
    # Only what was asked last led to the next turn.
    room.give(commands.OfferBank(4, "accepted"))
    assert answers() == [(4, "accepted")]
    # Who gives the position up was not asked for that: nothing led to nobody's turn.
    room.give(commands.OfferBank(1, "declined"))
    room.give(commands.PassBank())
    assert answers() == []
    for _ in range(6):
        for seat in (1, 2, 4):
            room.give(commands.OfferBank(seat, "declined"))
    assert len(answers()) == 14


def test_stack_and_layout_add_up_while_betting(electronic_room: Room) -> None:
    room = electronic_room
    for seat in (1, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.bet(1, 2_000, 500)
    view = project(room.look(), Audience.of_display(1))
    own = next(seat for seat in view["seats"] if seat["you"])
    assert own["stack"] == 100_000 - 2_500
    assert view["round"]["fees_total"] > 0
    assert {fee["seat"] for fee in view["round"]["fees"]} == {1}


def test_a_cash_out_over_bets_on_the_layout_shows_no_stack_below_nothing_and_what_is_missing(
    electronic_room: Room,
) -> None:
    """Bets on the layout are no money before "no more bets", fees are not either."""
    room = electronic_room
    for seat in (1, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000, 500)

    def seats() -> list[dict[str, int]]:
        view = project(room.look(), Audience.staff())
        return [seat for seat in view["seats"] if seat["taken"]]

    assert [seat["lacks"] for seat in seats()] == [0, 0]
    cash_out(room, 1, 98_000)
    first = seats()[0]
    assert (first["chips"], first["stack"], first["lacks"]) == (2_000, 0, 650)
    cash_out(room, 4, 85_000)  # W is 200, and he pays a fee of 3
    assert [seat["stack"] for seat in seats()] == [0, 0]
    assert seats()[1]["lacks"] == 5_300
    own = project(room.look(), Audience.of_display(1))["seats"][0]
    assert (own["stack"], own["lacks"]) == (0, 650)
    room.buy_in(room.players[1], 650)
    assert seats()[0]["lacks"] == 0


def cash_out(room: Room, seat: int, cents: int) -> None:
    cage.cash_out(
        window=room.window,
        patron_id=room.players[seat].pk,
        cents=cents,
        request_id=str(uuid4()),
        actor=room.cashier,
    )
