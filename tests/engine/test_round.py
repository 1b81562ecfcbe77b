"""A round from its opening to its end: what may be asked when, and what then happens."""

import json

import pytest

from tables.engine import actions as ask
from tables.engine import events as ev
from tables.engine.cards import full_deck
from tables.engine.ranking import HandClass
from tables.engine.refusals import Refusal, RuleError
from tables.engine.round import (
    Capture,
    Phase,
    can,
    cover_bar,
    open_round,
    order,
    replay,
    sweep_need,
    verify,
    worst_case,
)
from tables.engine.wagers import Decision, Result
from tests.engine.rounds import (
    ANTE,
    BONUS,
    PAIR_PLUS,
    WORKED,
    Game,
    bet,
    by_hand,
    dealt,
    setup,
)


def test_an_electronic_california_round_runs_to_its_end() -> None:
    game = dealt(WORKED)
    assert (game.state.phase, game.state.face_up) == (Phase.DECISIONS, "2c")
    assert game.state.button_seat == 1  # two from seat 7: seat 8, then seat 1
    game.do(ask.Play(1), ask.Fold(2), ask.Play(3))
    assert game.state.phase is Phase.REVEAL and game.state.settlement is None
    game.do(ask.Reveal())
    settled = game.state.settlement
    assert settled is not None and settled.action.order == (1, 2, 3)
    assert can(game.state, ask.Close())
    game.do(ask.Close())
    [*_, last] = game.events
    assert isinstance(last, ev.RoundSettled)
    assert dict(last.returns) == settled.returns and last.bank_net == settled.bank.net
    assert sum(settled.returns.values()) + (settled.bank_return or 0) == 10000 + 3 * 2500 + 2 * 2000


def test_a_round_dealt_by_hand_is_settled_as_the_same_electronic_one() -> None:
    game = by_hand()
    assert game.state.phase is Phase.REVEAL
    game.do(
        ask.EnterHand(1, ("As", "Qd", "3h")),
        ask.EnterHand(2, ("Qs", "9d", "3d")),
        ask.EnterHand(3, ("9s", "9h", "3c")),
    )
    assert game.state.phase is Phase.REVEAL
    game.do(ask.EnterBankHand(("Kc", "7d", "2c")))
    electronic = dealt(WORKED).do(ask.Play(1), ask.Play(2), ask.Play(3), ask.Reveal())
    assert game.state.settlement == electronic.state.settlement is not None


def test_results_instead_of_cards_settle_the_same_round() -> None:
    game = by_hand(capture=Capture.RESULTS)
    assert game.refused(ask.EnterHand(1, ("As", "Qd", "3h"))) is Refusal.WRONG_CAPTURE
    assert game.refused(ask.EnterResult(1, Result.WIN)) is Refusal.BANK_NOT_KNOWN
    game.do(
        ask.EnterBankResult(True),
        ask.EnterResult(1, Result.WIN),
        ask.EnterResult(2, Result.LOSE),
        ask.EnterResult(3, Result.WIN, HandClass.PAIR),
    )
    by_cards = dealt(WORKED).do(ask.Play(1), ask.Play(2), ask.Play(3), ask.Reveal())
    settled, expected = game.state.settlement, by_cards.state.settlement
    assert settled is not None and expected is not None
    assert settled.lines == expected.lines
    assert settled.bank.net == expected.bank.net and settled.bank.hand is None


def test_a_results_table_needs_no_result_where_the_bank_does_not_qualify() -> None:
    game = by_hand(capture=Capture.RESULTS).do(ask.EnterBankResult(False))
    assert game.state.phase is Phase.PAY
    assert game.refused(ask.EnterResult(1, Result.WIN)) is Refusal.RESULT_DOES_NOT_FIT
    game.do(ask.EnterResult(3, None, HandClass.PAIR))
    assert game.state.settlement is not None
    assert game.state.settlement.hand_at(3).lines[-1].paid == 500
    assert game.do(ask.EnterBankResult(True)).state.phase is Phase.REVEAL


def test_a_results_table_refuses_what_cannot_be() -> None:
    game = bet(source="hand", capture=Capture.RESULTS).do(ask.CallNoMoreBets())
    game.do(ask.ShowUpCard("Qc"), ask.Play(1))
    game.do(ask.Play(2), ask.Fold(3))
    assert game.refused(ask.EnterBankResult(False)) is Refusal.UP_CARD_QUALIFIES
    game.do(ask.EnterBankResult(True))
    assert game.refused(ask.EnterResult(1)) is Refusal.RESULT_DOES_NOT_FIT
    assert game.refused(ask.EnterResult(1, Result.FOLD)) is Refusal.RESULT_DOES_NOT_FIT
    assert game.refused(ask.EnterResult(3, Result.LOSE)) is Refusal.RESULT_DOES_NOT_FIT
    royal = HandClass.ROYAL_FLUSH
    assert game.refused(ask.EnterResult(1, Result.LOSE, royal)) is Refusal.RESULT_DOES_NOT_FIT
    high = HandClass.HIGH_CARD
    assert game.refused(ask.EnterResult(1, Result.WIN, high)) is Refusal.UNKNOWN_VALUE
    electronic = dealt().do(ask.Play(1), ask.Play(2), ask.Play(3))
    assert electronic.refused(ask.EnterBankResult(True)) is Refusal.WRONG_CAPTURE


def test_wagers_are_placed_changed_and_taken_back_before_no_more_bets() -> None:
    game = Game(setup()).do(ask.PlaceWager(1, ANTE, 2000), ask.PlaceWager(1, ANTE, 3000))
    assert game.state.hands[0].wagers == {ANTE: 3000}
    game.do(ask.PlaceWager(1, BONUS, 500), ask.PlaceWager(1, BONUS, 0))
    assert game.state.hands[0].wagers == {ANTE: 3000}
    game.do(ask.PlaceWager(1, BONUS, 500), ask.PlaceWager(1, ANTE, 0))
    assert game.state.hands == ()  # the bonus cannot stand without the ante


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (ask.PlaceWager(1, BONUS, 500), Refusal.ANTE_REQUIRED),
        (ask.PlaceWager(1, ANTE, 999), Refusal.WAGER_BELOW_LIMIT),
        (ask.PlaceWager(1, ANTE, 10001), Refusal.WAGER_ABOVE_LIMIT),
        (ask.PlaceWager(1, ANTE, -1), Refusal.WAGER_NOT_POSITIVE),
        (ask.PlaceWager(1, ANTE, 0), Refusal.NO_WAGER),
        (ask.PlaceWager(9, ANTE, 2000), Refusal.NO_SUCH_SEAT),
        (ask.PlaceWager(0, ANTE, 2000), Refusal.NO_SUCH_SEAT),
        (ask.PlaceWager(7, ANTE, 2000), Refusal.SEAT_IS_THE_BANK),
        (ask.PlaceWager(1, PAIR_PLUS, 500), Refusal.UNKNOWN_WAGER),
        (ask.PostBankWager(9999), Refusal.WAGER_BELOW_LIMIT),
        (ask.PostBankWager(500001), Refusal.WAGER_ABOVE_LIMIT),
        (ask.PostBankWager(0), Refusal.WAGER_NOT_POSITIVE),
        (ask.CallNoMoreBets(), Refusal.NO_BANK_WAGER),
        (ask.DealElectronic(full_deck()), Refusal.WRONG_PHASE),
        (ask.Play(1), Refusal.WRONG_PHASE),
        (ask.Reveal(), Refusal.WRONG_PHASE),
        (ask.Close(), Refusal.WRONG_PHASE),
        (ask.SetButton(1, "spilled"), Refusal.WRONG_PHASE),
        (ask.ShowUpCard("2c"), Refusal.WRONG_SOURCE),
        (ask.EnterBankHand(("Kc", "7d", "2c")), Refusal.WRONG_SOURCE),
        (ask.Void("  "), Refusal.REASON_REQUIRED),
    ],
)
def test_before_the_deal_the_rules_forbid(request_: ask.Action, expected: Refusal) -> None:
    assert Game(setup()).refused(request_) is expected


def test_no_more_bets_needs_a_wager_and_then_locks_everything() -> None:
    assert Game(setup()).do(ask.PostBankWager(10000)).refused(ask.CallNoMoreBets()) is (
        Refusal.NO_WAGERS
    )
    game = bet().do(ask.CallNoMoreBets())
    assert game.state.phase is Phase.DEAL
    for request in (ask.PlaceWager(1, ANTE, 3000), ask.PostBankWager(20000)):
        assert game.refused(request) is Refusal.WRONG_PHASE


def test_fees_are_due_at_no_more_bets() -> None:
    assert bet().state.fees == ()
    game = bet().do(ask.CallNoMoreBets())
    assert [(fee.seat, fee.payer, fee.cents) for fee in game.state.fees] == [
        (1, "player", 100),
        (2, "player", 100),
        (3, "player", 100),
        (7, "bank", 300),
    ]


def test_cards_are_dealt_one_at_a_time_clockwise_and_the_bank_last() -> None:
    game = dealt(WORKED)
    assert [hand.cards for hand in game.state.hands] == [
        ("As", "Qd", "3h"),
        ("Qs", "9d", "3d"),
        ("9s", "9h", "3c"),
    ]
    assert game.state.bank_cards == ("Kc", "7d", "2c")


def test_iowa_deals_every_position_and_discards_the_hands_without_a_wager() -> None:
    game = Game(setup("iowa")).do(ask.PlaceWager(2, ANTE, 500), ask.CallNoMoreBets())
    game.do(ask.DealElectronic(full_deck()))
    assert [hand.seat for hand in game.state.hands] == [2]
    assert [seat for seat, _ in game.state.discarded] == [1, 3, 4, 5, 6, 7]


def test_a_deck_that_is_not_a_full_shoe_is_refused() -> None:
    game = bet().do(ask.CallNoMoreBets())
    deck = full_deck()
    for wrong in (deck[1:], deck * 2, (deck[1], *deck[1:]), ()):
        assert game.refused(ask.DealElectronic(wrong)) is Refusal.WRONG_DECK


def test_decisions_go_clockwise_from_the_player_dealers_left() -> None:
    game = Game(setup()).do(ask.PostBankWager(10000))
    game.do(ask.PlaceWager(2, ANTE, 2000), ask.PlaceWager(8, ANTE, 2000), ask.CallNoMoreBets())
    game.do(ask.DealElectronic(full_deck()))
    assert game.state.turn_seat == 8
    assert game.refused(ask.Play(2)) is Refusal.NOT_YOUR_TURN
    assert game.refused(ask.Play(3)) is Refusal.NO_HAND_AT_SEAT
    game.do(ask.Play(8))
    assert game.state.turn_seat == 2
    assert game.refused(ask.Fold(8)) is Refusal.NOT_YOUR_TURN


def test_the_house_way_plays_queen_high_or_better() -> None:
    game = dealt(WORKED, options={"house_way": True})
    game.do(ask.HouseWay(1), ask.HouseWay(2), ask.HouseWay(3))
    assert [hand.decision for hand in game.state.hands] == [Decision.PLAY] * 3
    low = dealt("Js Qs 9s Kc Td 9d 9h 7d 3h 3d 3c 2c", options={"house_way": True})
    assert low.do(ask.HouseWay(1)).state.hands[0].decision is Decision.FOLD
    assert dealt(WORKED).refused(ask.HouseWay(1)) is Refusal.OPTION_IS_OFF
    unknown = bet(source="hand", options={"house_way": True})
    unknown.do(ask.CallNoMoreBets(), ask.ShowUpCard("2c"))
    assert unknown.refused(ask.HouseWay(1)) is Refusal.CARDS_NOT_KNOWN


def test_the_floor_may_set_the_button_with_a_reason_that_is_kept() -> None:
    game = by_hand()
    assert game.refused(ask.SetButton(3, "")) is Refusal.REASON_REQUIRED
    assert game.refused(ask.SetButton(5, "moved")) is Refusal.NO_HAND_AT_SEAT
    game.do(ask.SetButton(3, "the dealer miscounted"))
    assert (game.state.button_seat, game.state.button_reason) == (3, "the dealer miscounted")
    assert order(game.state) == (3, 1, 2)
    game.do(ask.ShowUpCard("3d"))  # a corrected up-card leaves the floor's button alone
    assert game.state.button_seat == 3


def test_a_corrected_up_card_moves_the_button() -> None:
    game = by_hand()
    assert game.state.button_seat == 1
    game.do(ask.ShowUpCard("4d"))
    assert (game.state.face_up, game.state.button_seat) == ("4d", 3)


def test_a_corrected_up_card_asks_for_the_banks_hand_again() -> None:
    game = by_hand().do(ask.EnterBankHand(("Kc", "7d", "2c")))
    game.do(ask.ShowUpCard("4d"))
    assert game.state.bank_cards is None
    assert game.refused(ask.EnterBankHand(("Kc", "7d", "2c"))) is Refusal.FACE_UP_NOT_IN_HAND


def test_results_are_asked_for_again_when_the_bank_qualifies_after_all() -> None:
    game = by_hand(capture=Capture.RESULTS).do(ask.EnterBankResult(True))
    game.do(*(ask.EnterResult(seat, Result.WIN) for seat in (1, 2, 3)))
    game.do(ask.EnterBankResult(False), ask.EnterBankResult(True))
    assert game.state.phase is Phase.REVEAL
    assert [hand.result for hand in game.state.hands] == [None] * 3


def test_hands_may_be_corrected_until_the_round_is_closed() -> None:
    game = by_hand().do(
        ask.EnterHand(1, ("As", "Qd", "3h")),
        ask.EnterHand(2, ("Qs", "9d", "3d")),
        ask.EnterHand(3, ("9s", "9h", "3c")),
        ask.EnterBankHand(("Kc", "7d", "2c")),
    )
    assert game.state.settlement is not None
    assert game.state.settlement.hand_at(2).result is Result.LOSE
    game.do(ask.EnterHand(2, ("Ks", "9d", "3d")))
    assert game.state.settlement is not None
    assert game.state.settlement.hand_at(2).result is Result.WIN
    game.do(ask.EnterBankHand(("Ac", "7d", "2c")))
    assert game.state.settlement is not None
    assert game.state.settlement.hand_at(2).result is Result.LOSE
    game.do(ask.Close())
    assert game.refused(ask.EnterHand(2, ("Qs", "9d", "3d"))) is Refusal.WRONG_PHASE


def test_a_card_that_is_already_out_is_refused() -> None:
    game = by_hand().do(ask.EnterHand(1, ("As", "Qd", "3h")))
    assert game.refused(ask.EnterHand(2, ("As", "9d", "3d"))) is Refusal.CARD_USED_UP
    assert game.refused(ask.EnterHand(2, ("2c", "9d", "3d"))) is Refusal.CARD_USED_UP
    assert game.refused(ask.EnterHand(2, ("9d", "9d", "3d"))) is Refusal.CARD_USED_UP
    assert game.refused(ask.EnterHand(2, ("Xs", "9d", "3d"))) is Refusal.NO_SUCH_CARD
    assert game.refused(ask.EnterHand(2, ("9d", "3d"))) is Refusal.WRONG_NUMBER_OF_CARDS
    assert game.refused(ask.EnterHand(5, ("9s", "9d", "3d"))) is Refusal.NO_HAND_AT_SEAT
    assert game.refused(ask.EnterHand(1, ("As", "Qd", "3d"))) is None  # a correction
    bank = ask.EnterBankHand
    assert game.refused(bank(("Kc", "As", "2c"))) is Refusal.CARD_USED_UP
    assert game.refused(bank(("Kc", "7d", "3c"))) is Refusal.FACE_UP_NOT_IN_HAND
    game.do(bank(("Kc", "7d", "2c")))
    assert game.refused(ask.EnterHand(2, ("Kc", "9d", "3d"))) is Refusal.CARD_USED_UP
    assert game.refused(bank(("Kc", "8d", "2c"))) is None
    assert game.refused(ask.ShowUpCard("As")) is Refusal.CARD_USED_UP
    assert game.refused(ask.ShowUpCard("10c")) is Refusal.NO_SUCH_CARD


def test_several_decks_hold_a_card_several_times() -> None:
    game = by_hand(decks=2).do(ask.EnterHand(1, ("As", "As", "2c")))
    assert game.refused(ask.EnterHand(2, ("As", "9d", "3d"))) is Refusal.CARD_USED_UP
    assert game.refused(ask.EnterHand(2, ("2c", "9d", "3d"))) is Refusal.CARD_USED_UP
    assert game.refused(ask.EnterHand(2, ("9d", "9d", "3d"))) is None


def test_a_folded_hand_need_not_be_shown() -> None:
    game = bet(source="hand").do(ask.CallNoMoreBets(), ask.ShowUpCard("2c"))
    game.do(ask.Fold(1), ask.Fold(2), ask.Fold(3), ask.EnterBankHand(("Kc", "7d", "2c")))
    assert game.state.phase is Phase.PAY
    assert game.state.settlement is not None
    assert [hand.hand for hand in game.state.settlement.hands] == [None] * 3
    assert game.state.settlement.bank.net == 3 * 2500


def test_a_round_may_be_voided_until_it_is_over_and_never_after() -> None:
    game = dealt().do(ask.Void("a card fell"))
    assert (game.state.phase, game.state.void_reason) == (Phase.VOID, "a card fell")
    assert game.state.settlement is None
    [*_, last] = game.events
    assert last == ev.RoundVoided("a card fell", fees="refund")
    assert game.refused(ask.Void("again")) is Refusal.WRONG_PHASE
    over = dealt().do(ask.Play(1), ask.Play(2), ask.Play(3), ask.Reveal(), ask.Close())
    assert over.refused(ask.Void("too late")) is Refusal.WRONG_PHASE
    assert over.refused(ask.Close()) is Refusal.WRONG_PHASE


def test_w_is_shown_against_the_worst_case_before_the_deal() -> None:
    game = bet()
    assert worst_case(game.state) == 3 * (2 * 2000 + 200 * 500)
    assert sweep_need(game.state) == 3 * (2 * 2000 + 500)
    iowa = Game(setup("iowa")).do(ask.PlaceWager(1, ANTE, 100), ask.PlaceWager(1, PAIR_PLUS, 100))
    assert worst_case(iowa.state) == 100 * (2 + 5 + 40)


def test_the_cover_bar_follows_the_order_of_action() -> None:
    game = bet()
    assert [(s.seat, s.kind.value, s.status) for s in cover_bar(game.state)][:2] == [
        (1, "ante", "waiting"),
        (1, "bonus", "waiting"),
    ]
    game = dealt(WORKED).do(ask.Play(1))
    assert [s.kind.value for s in cover_bar(game.state)][:3] == ["ante", "play", "bonus"]
    game.do(ask.Play(2), ask.Play(3), ask.Reveal())
    bar = cover_bar(game.state)
    assert sum(segment.used for segment in bar) == 10000
    assert [segment.status for segment in bar] == [*["full"] * 6, "partial", "none", "none"]


def test_a_house_round_by_hand_needs_no_up_card() -> None:
    game = Game(setup("iowa", source="hand"))
    assert game.refused(ask.PostBankWager(100)) is Refusal.PLAYER_DEALER_ONLY
    game.do(ask.PlaceWager(2, ANTE, 500), ask.PlaceWager(5, PAIR_PLUS, 500), ask.CallNoMoreBets())
    assert (game.state.phase, game.state.turn_seat) == (Phase.DECISIONS, 2)
    assert game.refused(ask.ShowUpCard("2c")) is Refusal.PLAYER_DEALER_ONLY
    assert game.refused(ask.SetButton(2, "why not")) is Refusal.PLAYER_DEALER_ONLY
    game.do(ask.Play(2))
    assert game.state.phase is Phase.REVEAL  # pair plus alone has nothing to decide
    game.do(
        ask.EnterHand(2, ("9s", "8d", "7h")),
        ask.EnterHand(5, ("9c", "9d", "2h")),
        ask.EnterBankHand(("Kc", "Kd", "Ks")),
    )
    assert game.state.settlement is not None
    assert game.state.settlement.action == (None, (5, 2))
    assert game.state.settlement.bank.wager is None


def test_wagers_that_need_each_other_are_checked_at_no_more_bets() -> None:
    game = Game(setup("new_york", options={"precondition": "compulsory_both"}))
    game.do(ask.PlaceWager(2, ANTE, 500))
    assert game.refused(ask.CallNoMoreBets()) is Refusal.PAIR_PLUS_REQUIRED
    game.do(ask.PlaceWager(2, PAIR_PLUS, 500))
    assert game.refused(ask.CallNoMoreBets()) is None


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"table_seats": 15}, Refusal.OUT_OF_RANGE),
        ({"table_seats": 1}, Refusal.OUT_OF_RANGE),
        ({"decks": 9}, Refusal.OUT_OF_RANGE),
        ({"bank_seat": 9}, Refusal.NO_SUCH_SEAT),
        ({"bank_seat": None}, Refusal.BANK_DOES_NOT_FIT),
        ({"base": "iowa", "bank_seat": 3}, Refusal.BANK_DOES_NOT_FIT),
        ({"capture": Capture.RESULTS}, Refusal.WRONG_CAPTURE),
    ],
)
def test_a_table_that_does_not_fit_its_pack_opens_no_round(
    changes: dict[str, object], expected: Refusal
) -> None:
    with pytest.raises(RuleError) as caught:
        open_round(setup(**changes))  # type: ignore[arg-type]
    assert caught.value.code is expected


def test_verify_raises_what_can_denies_and_changes_nothing() -> None:
    game = bet()
    before = game.state
    assert can(game.state, ask.CallNoMoreBets())
    assert not can(game.state, ask.Play(1))
    with pytest.raises(RuleError, match="the round is at betting"):
        verify(game.state, ask.Play(1))
    assert game.state is before


def test_every_event_survives_json_and_the_round_is_their_fold() -> None:
    games = [
        dealt(WORKED).do(ask.Play(1), ask.Fold(2), ask.Play(3), ask.Reveal(), ask.Close()),
        by_hand(capture=Capture.RESULTS).do(
            ask.SetButton(2, "asked for"),
            ask.EnterBankResult(True),
            ask.EnterResult(1, Result.WIN, HandClass.FLUSH),
            ask.Void("the shoe jammed"),
        ),
        by_hand().do(ask.EnterHand(1, ("As", "Qd", "3h")), ask.EnterBankHand(("Kc", "7d", "2c"))),
        bet().do(ask.PlaceWager(1, BONUS, 0), ask.Undo(), ask.Forget(1)),
        by_hand().do(ask.ChangeDecision(1, "fold"), ask.Rule("", "go_on", "he had folded")),
        bet().do(ask.Freeze("a dispute"), ask.Release()),
        bet(source="hand").do(ask.CallNoMoreBets(), ask.ShowUpCard("2c"), ask.FoldAway(1)),
    ]
    kinds = set()
    for game in games:
        kept = json.loads(json.dumps([ev.to_dict(event) for event in game.events]))
        read = [ev.from_dict(data) for data in kept]
        assert read == game.events
        assert replay(read) == game.state
        kinds |= {event.kind for event in read}
    assert kinds == set(ev._BY_KIND)


def test_a_round_without_its_opening_cannot_be_replayed() -> None:
    with pytest.raises(ValueError, match="opening"):
        replay([ev.HandFolded(1)])
    with pytest.raises(ValueError, match="opening"):
        replay([])
