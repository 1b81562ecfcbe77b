"""Steps taken back, changed, ruled on, and rounds frozen: the log keeps both."""

import pytest

from tables.engine import actions as ask
from tables.engine import events as ev
from tables.engine.irregularities import Incident
from tables.engine.refusals import Refusal
from tables.engine.round import Capture, Phase, replay
from tables.engine.wagers import Decision, Result, WagerKind
from tests.engine.rounds import ANTE, BONUS, Game, bet, by_hand, dealt, setup

BY_HAND = {"source": "hand", "capture": Capture.RESULTS}


def results(up: str = "K") -> Game:
    """Three players, the up-card keyed by its rank alone, all playing."""
    game = bet(**BY_HAND).do(ask.CallNoMoreBets(), ask.ShowUpCard(up))
    return game.do(ask.Play(1), ask.Play(2), ask.Play(3))


# -- Undo ------------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_wager_then_the_one_before() -> None:
    game = Game(setup()).do(ask.PostBankWager(10_000), ask.PlaceWager(1, ANTE, 2_000))
    game.do(ask.PlaceWager(1, ANTE, 3_000)).do(ask.Undo())
    hand = game.state.hand_at(1)
    assert hand is not None and hand.wagers == {ANTE: 2_000}
    game.do(ask.Undo())
    assert game.state.hand_at(1) is None
    game.do(ask.Undo())
    assert game.state.bank_wager is None
    assert game.refused(ask.Undo()) is Refusal.NOTHING_TO_UNDO
    assert [event.kind for event in game.events].count("wager_undone") == 3


def test_undo_of_an_ante_taken_back_brings_the_ante_then_the_bonus() -> None:
    game = bet().do(ask.PlaceWager(2, ANTE, 0))
    assert game.state.hand_at(2) is None
    game.do(ask.Undo(), ask.Undo())
    hand = game.state.hand_at(2)
    assert hand is not None and hand.wagers == {ANTE: 2_000, BONUS: 500}


def test_what_was_bet_at_a_seat_before_somebody_else_sat_down_is_not_undone() -> None:
    game = bet().do(ask.PlaceWager(1, ANTE, 3_000), ask.PlaceWager(1, ANTE, 0), ask.Forget(1))
    assert game.events[-1] == ev.WagersForgotten(1)
    assert all(change.seat != 1 for change in game.state.changes)
    nothing = len(game.events)
    game.do(ask.Forget(1))  # nothing is left to forget, and nothing is written
    assert len(game.events) == nothing


def test_nothing_is_undone_after_no_more_bets() -> None:
    game = bet().do(ask.CallNoMoreBets())
    assert game.refused(ask.Undo()) is Refusal.WRONG_PHASE


def test_a_wager_placed_again_at_the_same_amount_is_no_change() -> None:
    game = bet().do(ask.PlaceWager(3, BONUS, 500), ask.PostBankWager(10_000), ask.Undo())
    hand = game.state.hand_at(3)
    assert hand is not None and BONUS not in hand.wagers


# -- Decisions -------------------------------------------------------------------------------------


def test_a_play_is_changed_to_a_fold_and_its_wager_goes_back() -> None:
    game = by_hand().do(ask.ChangeDecision(2, "fold"))
    assert game.events[-2:] == [ev.PlayWagerReturned(2, 2_000), ev.HandFolded(2)]
    hand = game.state.hand_at(2)
    assert hand is not None and hand.decision is Decision.FOLD


def test_a_fold_is_changed_to_a_play_until_the_round_is_closed() -> None:
    game = bet(source="hand").do(ask.CallNoMoreBets(), ask.ShowUpCard("2c"))
    game.do(ask.Fold(1), ask.Fold(2), ask.Fold(3), ask.EnterBankHand(("Kc", "7d", "2c")))
    assert game.state.phase is Phase.PAY
    changed = game.do(ask.ChangeDecision(2, "play")).state
    assert changed.phase is Phase.REVEAL  # his cards are wanted now
    game.do(ask.EnterHand(2, ("9s", "9h", "3c")), ask.Close())
    assert game.refused(ask.ChangeDecision(2, "fold")) is Refusal.WRONG_PHASE


def test_only_a_decision_that_was_made_and_differs_is_changed() -> None:
    game = by_hand()
    assert game.refused(ask.ChangeDecision(1, "play")) is Refusal.DECISION_STANDS
    assert game.refused(ask.ChangeDecision(5, "fold")) is Refusal.NO_HAND_AT_SEAT
    undecided = bet(source="hand").do(ask.CallNoMoreBets(), ask.ShowUpCard("2c"))
    assert undecided.refused(ask.ChangeDecision(1, "fold")) is Refusal.DECISION_STANDS


def test_a_fold_takes_the_result_that_was_entered_with_it() -> None:
    game = results().do(ask.EnterResult(1, Result.WIN), ask.ChangeDecision(1, "fold"))
    game.do(ask.ChangeDecision(1, "play"))
    hand = game.state.hand_at(1)
    assert hand is not None and hand.result is None


# -- Away ------------------------------------------------------------------------------------------


def test_without_a_house_way_the_hand_of_an_absent_player_is_folded() -> None:
    game = bet(source="hand").do(ask.CallNoMoreBets(), ask.ShowUpCard("2c"))
    assert game.refused(ask.HouseWay(1)) is Refusal.OPTION_IS_OFF
    assert game.refused(ask.FoldAway(2)) is Refusal.NOT_YOUR_TURN
    game.do(ask.FoldAway(1))
    assert game.events[-2:] == [ev.SeatAway(1), ev.HandFolded(1)]


def test_the_house_way_says_that_the_player_was_away() -> None:
    cards = "As Qs 9s Kc Qd 9d 9h 7d 3h 3d 3c 2c"
    game = dealt(cards, options={"house_way": True}).do(ask.HouseWay(1))
    assert game.events[-2:] == [ev.SeatAway(1), ev.PlayWagerPlaced(1, 2_000)]


# -- Results capture -------------------------------------------------------------------------------


@pytest.mark.parametrize("up", "QKA")
def test_an_up_card_of_queen_king_or_ace_qualifies_the_bank(up: str) -> None:
    """California, rule 8."""
    assert results(up).state.bank_qualifies is True


def test_a_lower_up_card_leaves_the_question_open() -> None:
    game = results("J")
    assert game.state.bank_qualifies is None
    game.do(ask.ShowUpCard("A"))
    assert game.state.bank_qualifies is True
    game.do(ask.ShowUpCard("9"))
    assert game.state.bank_qualifies is None


def test_a_rank_alone_places_the_button_only_where_results_are_captured() -> None:
    assert results("3").state.button_seat == 2
    cards = bet(source="hand").do(ask.CallNoMoreBets())
    assert cards.refused(ask.ShowUpCard("3")) is Refusal.NO_SUCH_CARD


# -- Rulings ---------------------------------------------------------------------------------------


def test_a_ruling_goes_on_or_voids_and_keeps_its_reason() -> None:
    game = by_hand().do(ask.Rule("player_card_exposed", "go_on", "one card, nobody objects"))
    assert game.state.phase is Phase.REVEAL
    void = game.do(ask.Rule("wrong_number_of_cards", "void", "seat 2 had four")).state
    assert void.phase is Phase.VOID
    assert game.events[-2] == ev.RulingMade("wrong_number_of_cards", "void", "seat 2 had four")


def test_a_ruling_needs_a_reason_a_known_incident_and_a_known_decision() -> None:
    game = by_hand()
    assert game.refused(ask.Rule("", "go_on", " ")) is Refusal.REASON_REQUIRED
    assert game.refused(ask.Rule("earthquake", "go_on", "why")) is Refusal.UNKNOWN_VALUE
    assert game.refused(ask.Rule("", "split", "why")) is Refusal.UNKNOWN_VALUE


def test_where_the_text_orders_void_no_ruling_goes_on() -> None:
    """Iowa, Irregularities (c)."""
    game = Game(setup("iowa", source="hand")).do(ask.PlaceWager(1, ANTE, 2_000))
    game.do(ask.CallNoMoreBets())
    ruling = ask.Rule(Incident.WRONG_NUMBER_OF_CARDS, "go_on", "we go on")
    assert game.refused(ruling) is Refusal.TEXT_ORDERS_VOID
    game.do(ask.Rule(Incident.WRONG_NUMBER_OF_CARDS, "void", "seat 1 had two"))
    assert game.state.phase is Phase.VOID


# -- Frozen ----------------------------------------------------------------------------------------


def test_only_a_ruling_a_void_or_the_release_moves_a_frozen_round() -> None:
    game = by_hand().do(ask.Freeze("seat 2 disputes the count"))
    cards = ("9s", "9h", "3c")
    for request in (
        *(ask.EnterHand(2, cards), ask.EnterBankHand(("Kc", "7d", "2c")), ask.Close()),
        *(ask.ChangeDecision(2, "fold"), ask.SetButton(1, "why"), ask.Freeze("again")),
    ):
        assert game.refused(request) is Refusal.ROUND_FROZEN
    game.do(ask.Rule("", "go_on", "the count was right"))
    assert game.state.frozen
    game.do(ask.Release(), ask.EnterHand(2, cards))
    assert not game.state.frozen
    assert game.refused(ask.Release()) is Refusal.ROUND_NOT_FROZEN


def test_a_frozen_round_can_be_void_and_is_frozen_no_more() -> None:
    game = bet().do(ask.Freeze("a dispute"), ask.Void("it cannot be told"))
    assert game.state.phase is Phase.VOID and not game.state.frozen
    assert game.refused(ask.Freeze("again")) is Refusal.WRONG_PHASE


def test_all_of_it_is_the_fold_of_its_events() -> None:
    game = results("J").do(ask.Freeze("why"), ask.Release(), ask.EnterBankResult(True))
    game.do(ask.EnterResult(1, Result.WIN), ask.ChangeDecision(3, "fold"))
    assert replay(game.events) == game.state
    hand = game.state.hand_at(1)
    assert hand is not None and hand.wagers[WagerKind.ANTE] == 2_000
