"""The clauses about procedure: what the house dealer may do when, in each of the four texts."""

import pytest

from tables.engine import actions as ask
from tables.engine.cards import full_deck
from tables.engine.irregularities import MANUAL_SHUFFLE, SAYINGS, Incident, Remedy
from tables.engine.refusals import Refusal
from tables.engine.round import Phase, Source, replay
from tables.engine.wagers import WagerKind
from tests.engine.rounds import ANTE, PAIR_PLUS, Game, bet, by_hand, dealt, setup

HOUSE = ("iowa", "casino_guide", "new_york")


def house_bets(base: str, *, source: str = "electronic", seats: tuple[int, ...] = (1, 2)) -> Game:
    game = Game(setup(base, source=source))
    return game.do(*(ask.PlaceWager(seat, ANTE, 2_000) for seat in seats))


def house_dealt(base: str, seats: tuple[int, ...] = (1, 2)) -> Game:
    return house_bets(base, seats=seats).do(ask.CallNoMoreBets(), ask.DealElectronic(full_deck()))


# -- California ------------------------------------------------------------------------------------


def test_california_rule_5_nobody_is_dealt_in_without_an_ante() -> None:
    game = bet().do(ask.PlaceWager(2, ANTE, 0), ask.CallNoMoreBets())
    game.do(ask.DealElectronic(full_deck()))
    assert [hand.seat for hand in game.state.hands] == [1, 3]


def test_california_rule_7_the_decision_comes_after_the_cards() -> None:
    game = bet()
    assert game.refused(ask.Play(1)) is Refusal.WRONG_PHASE
    game.do(ask.CallNoMoreBets())
    assert game.refused(ask.Fold(1)) is Refusal.WRONG_PHASE


def test_california_rule_8_hands_are_compared_only_when_all_have_decided() -> None:
    game = dealt()
    assert game.refused(ask.Reveal()) is Refusal.WRONG_PHASE
    assert game.state.settlement is None


def test_california_rule_10_the_round_ends_once() -> None:
    game = by_hand().do(ask.EnterBankHand(("Kc", "7d", "2c")))
    hands = {1: ("As", "Qd", "3h"), 2: ("Qs", "9d", "3d"), 3: ("9s", "9h", "3c")}
    game.do(*(ask.EnterHand(seat, cards) for seat, cards in hands.items()), ask.Close())
    for request in (ask.Close(), ask.Void("late"), ask.EnterHand(1, ("As", "Ad", "3h"))):
        assert game.refused(request) is Refusal.WRONG_PHASE


def test_california_action_button_1_the_up_card_can_be_corrected_and_moves_the_button() -> None:
    game = bet(source="hand").do(ask.CallNoMoreBets(), ask.ShowUpCard("2c"))
    assert game.state.button_seat == 1
    game.do(ask.ShowUpCard("3c"))
    assert game.state.button_seat == 2


def test_california_bonus_1_no_bonus_is_placed_after_the_deal() -> None:
    game = by_hand()
    assert game.refused(ask.PlaceWager(1, WagerKind.BONUS, 500)) is Refusal.WRONG_PHASE


# -- Iowa, guide, New York -------------------------------------------------------------------------


@pytest.mark.parametrize("base", HOUSE)
def test_iowa_wagers_d_guide_and_new_york_c_4_nothing_moves_after_no_more_bets(base: str) -> None:
    """Iowa, Wagers (d); guide, How the Game Is Played; New York, (c)(4)."""
    game = house_bets(base).do(ask.CallNoMoreBets())
    for cents in (0, 1_000, 3_000):
        assert game.refused(ask.PlaceWager(1, ANTE, cents)) is Refusal.WRONG_PHASE
    assert game.refused(ask.Undo()) is Refusal.WRONG_PHASE


@pytest.mark.parametrize("base", HOUSE)
def test_iowa_completion_b_and_new_york_e_2_the_option_is_offered_from_the_left(base: str) -> None:
    """Iowa, Completion (b); New York, (e)(2); the guide follows."""
    game = house_dealt(base, seats=(2, 4, 5))
    assert game.state.turn_seat == 2
    assert game.refused(ask.Play(5)) is Refusal.NOT_YOUR_TURN
    assert game.do(ask.Play(2)).state.turn_seat == 4


@pytest.mark.parametrize("base", HOUSE)
def test_iowa_completion_b_and_new_york_e_2_the_dealer_reveals_after_all_have_decided(
    base: str,
) -> None:
    game = house_dealt(base)
    assert game.refused(ask.Reveal()) is Refusal.WRONG_PHASE
    game.do(ask.Play(1), ask.Fold(2), ask.Reveal())
    assert game.state.phase is Phase.PAY


def test_guide_two_positions_the_first_hand_is_decided_before_the_second() -> None:
    """Guide, General Rules of Play."""
    game = house_dealt("casino_guide", seats=(3, 4))
    assert game.refused(ask.Play(4)) is Refusal.NOT_YOUR_TURN
    game.do(ask.Fold(3))
    assert game.refused(ask.Play(4)) is None


def test_new_york_e_1_a_pair_plus_alone_decides_nothing() -> None:
    game = Game(setup("new_york")).do(ask.PlaceWager(1, PAIR_PLUS, 2_000), ask.CallNoMoreBets())
    game.do(ask.DealElectronic(full_deck()))
    assert game.state.turn_seat is None and game.state.phase is Phase.REVEAL


def test_new_york_d_1_all_cards_are_dealt_face_down() -> None:
    game = house_dealt("new_york")
    assert game.state.face_up is None and not game.state.revealed


def test_iowa_completion_d_every_hand_can_be_reconstructed_in_a_dispute() -> None:
    """Iowa, Completion (d): the cards are collected so that each hand can be arranged again."""
    game = house_dealt("iowa").do(ask.Play(1), ask.Fold(2), ask.Reveal(), ask.Close())
    again = replay(game.events)
    assert [hand.cards for hand in again.hands] == [hand.cards for hand in game.state.hands]
    dealt_out = [card for hand in again.hands for card in hand.cards or ()]
    assert len(dealt_out) + len(again.bank_cards or ()) + 3 * len(again.discarded) == 24


def test_iowa_shuffle_cards_are_held_until_a_supervisor_has_looked() -> None:
    """Iowa, Shuffle of the Cards."""
    assert SAYINGS["iowa"][Incident.SHUFFLER_FAILED].remedy is Remedy.HOLD_AND_RESHUFFLE
    assert [step.split()[0] for step in MANUAL_SHUFFLE] == ["Hold", "Riffle", "Offer"]


VOIDED = [
    ("iowa", Incident.CARDS_FACE_UP),
    ("iowa", Incident.WRONG_NUMBER_OF_CARDS),
    ("iowa", Incident.BANK_CARD_EXPOSED),
    ("iowa", Incident.SHOE_FAILED),
    ("casino_guide", Incident.WRONG_NUMBER_OF_CARDS),
    ("casino_guide", Incident.PLAYER_CARDS_EXPOSED),
    ("casino_guide", Incident.BANK_CARD_EXPOSED),
]


@pytest.mark.parametrize(("base", "incident"), VOIDED)
def test_irregularities_a_misdeal_voids_the_round_and_no_ruling_goes_on(
    base: str, incident: Incident
) -> None:
    """Iowa, Irregularities (a), (c), (d), (f); guide, General Rules of Play."""
    game = house_dealt(base)
    going_on = ask.Rule(incident.value, "go_on", "nobody minds")
    assert game.refused(going_on) is Refusal.TEXT_ORDERS_VOID
    game.do(ask.Rule(incident.value, "void", "a misdeal"))
    assert game.state.phase is Phase.VOID


GOES_ON = [
    ("iowa", Incident.CARD_FACE_UP),
    ("iowa", Incident.CARD_DRAWN_IN_ERROR),
    ("casino_guide", Incident.PLAYER_CARD_EXPOSED),
]


@pytest.mark.parametrize(("base", "incident"), GOES_ON)
def test_irregularities_one_card_does_not_stop_the_round(base: str, incident: Incident) -> None:
    """Iowa, Irregularities (a), (b); guide, General Rules of Play."""
    game = house_dealt(base).do(ask.Rule(incident.value, "go_on", "as the text says"))
    assert game.state.phase is Phase.DECISIONS


@pytest.mark.parametrize("base", ["california", "new_york"])
@pytest.mark.parametrize("decision", ["go_on", "other"])
def test_where_the_text_is_silent_the_floor_decides_either_way(base: str, decision: str) -> None:
    game = dealt() if base == "california" else house_dealt(base)
    game.do(ask.Rule(Incident.WRONG_NUMBER_OF_CARDS.value, decision, "the floor has looked"))
    assert game.state.phase is Phase.DECISIONS
    void = game.do(ask.Rule(Incident.WRONG_NUMBER_OF_CARDS.value, "void", "four after all"))
    assert void.state.phase is Phase.VOID


def test_hands_dealt_by_hand_are_entered_only_by_hand() -> None:
    game = house_bets("new_york", source=Source.HAND.value).do(ask.CallNoMoreBets())
    assert game.refused(ask.DealElectronic(full_deck())) is Refusal.WRONG_PHASE
