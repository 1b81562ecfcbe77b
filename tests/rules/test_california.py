"""The California text, clause by clause: what the engine does about each."""

import pytest

from tables.engine import actions as ask
from tables.engine.cards import full_deck
from tables.engine.coverage import place_button
from tables.engine.fees import FeeSchedule, validate
from tables.engine.options import ButtonRule
from tables.engine.packs import pack_from_rules
from tables.engine.paytables import CALIFORNIA_BONUS
from tables.engine.ranking import HandClass, strength
from tables.engine.record import settle_record
from tables.engine.refusals import Refusal, RuleError
from tables.engine.rotation import TWO_HANDS, OfferAnswer, Turn, answer_offer, verdict
from tables.engine.round import Phase
from tables.engine.settlement import HandResult, Line, Settlement
from tables.engine.wagers import Coverage, Outcome, Result, WagerKind
from tests.engine.records import Record, california, changed, hand
from tests.engine.rounds import ANTE, BONUS, Game, bet, dealt, setup

PACK = pack_from_rules({"base": "california"})


def settle(*hands: Record, bank: str = "Kc 7d 2c", wager: int = 100_000) -> Settlement:
    record = changed(california(), "bank.cards", bank.split())
    record["bank"] |= {"face_up": bank.split()[2], "wager": wager}
    return settle_record({**record, "hands": list(hands)})


def only(settled: Settlement) -> HandResult:
    [single] = settled.hands
    return single


def lines(settled: Settlement) -> dict[str, Line]:
    return {line.kind.value: line for line in only(settled).lines}


def refused(record: Record) -> Refusal:
    with pytest.raises(RuleError) as caught:
        settle_record(record)
    return Refusal(caught.value.code)


def test_preamble_the_ace_is_high_and_completes_a_royal_flush_or_a_23_straight() -> None:
    assert strength(("As", "5d", "3h")) > strength(("Ks", "Qd", "Th"))
    assert settle(hand(1, "As Ks Qs", ante=100)).hands[0].hand is HandClass.ROYAL_FLUSH
    assert settle(hand(1, "As 2d 3h", ante=100)).hands[0].hand is HandClass.STRAIGHT


def test_preamble_all_suits_are_equal() -> None:
    assert only(settle(hand(1, "Ks 7h 2d", ante=100))).result is Result.PUSH


@pytest.mark.parametrize("decks", [1, 8])
def test_rule_2_up_to_eight_decks(decks: int) -> None:
    settle_record(changed(california(), "table.decks", decks))
    assert refused(changed(california(), "table.decks", 9)) is Refusal.OUT_OF_RANGE


def test_rule_3_fees_are_fixed_before_the_hand_and_due_before_the_deal() -> None:
    game = bet()
    assert not game.state.fees
    game.do(ask.CallNoMoreBets())
    assert game.state.phase is Phase.DEAL and game.state.fees
    assert game.state.setup.fee_schedule is not None


def test_rule_3_flat_fees_at_different_rates_and_at_most_five() -> None:
    steps = [(n * 1000, n * 1000 + 999, n * 100) for n in range(1, 7)]
    lines = [
        {"payer": "player", "wager": "ante", "from": low, "to": high, "fee": fee}
        for low, high, fee in steps
    ]
    with pytest.raises(RuleError, match="6 different fees"):
        validate(FeeSchedule.from_dict(lines), {"ante": (1000, 6999)})
    validate(FeeSchedule.from_dict(lines[:5]), {"ante": (1000, 5999)})


def test_rule_4_thirteen_players_and_the_player_dealer() -> None:
    assert PACK.text.seats_max == 14
    record = changed(california(), "table.seats", 14)
    record["bank"]["seat"] = 14
    settle_record(record)
    assert refused(changed(record, "table.seats", 15)) is Refusal.OUT_OF_RANGE


def test_rule_5_an_ante_is_required_and_the_bonus_optional() -> None:
    assert refused(changed(california(), "hands.0.wagers", {"bonus": 500})) is (
        Refusal.ANTE_REQUIRED
    )
    settle(hand(1, "As Qd 3h", ante=100))
    game = Game(setup()).do(ask.PostBankWager(10000), ask.PlaceWager(1, ANTE, 2000))
    game.do(ask.CallNoMoreBets(), ask.DealElectronic(full_deck()))
    assert [hand.seat for hand in game.state.hands] == [1]  # without an ante nobody is dealt in


def test_rule_6_three_cards_each_and_one_of_the_player_dealers_face_up() -> None:
    game = dealt()
    assert all(len(hand.cards or ()) == 3 for hand in game.state.hands)
    assert game.state.bank_cards is not None and len(game.state.bank_cards) == 3
    assert game.state.face_up in game.state.bank_cards
    assert (PACK.text.cards_in_hand, PACK.text.cards_face_up) == (3, 1)


def test_rule_7a_a_fold_forfeits_ante_and_bonus() -> None:
    folded = only(settle(hand(1, "9s 9d 9h", "fold", ante=2000, bonus=500)))
    assert [line.outcome for line in folded.lines] == [Outcome.FORFEIT, Outcome.FORFEIT]
    assert folded.net == -2500


def test_rule_7b_the_play_wager_equals_the_ante() -> None:
    assert lines(settle(hand(1, "As Qd 3h", ante=1700)))["play"].stake == 1700


@pytest.mark.parametrize(
    ("bank", "plays"), [("Qc 3d 2c", True), ("Jc Td 8c", False), ("2c 2d 3c", True)]
)
def test_rule_8_the_player_dealer_qualifies_with_queen_high(bank: str, plays: bool) -> None:
    assert settle(hand(1, "As Kd 5h", ante=100), bank=bank).bank.qualifies is plays


def test_rule_8a_without_qualifying_the_play_wager_is_refunded() -> None:
    play = lines(settle(hand(1, "8s 5d 4h", ante=2000), bank="Jc Td 3c"))["play"]
    assert (play.outcome, play.coverage) == (Outcome.REFUND, Coverage.NONE_NEEDED)
    assert (play.taken, play.paid, play.returned) == (0, 0, 2000)


def test_rule_8b_without_qualifying_an_ante_that_stayed_is_paid_even_money() -> None:
    assert lines(settle(hand(1, "8s 5d 4h", ante=2000), bank="Jc Td 3c"))["ante"].paid == 2000
    folded = settle(hand(1, "8s 5d 4h", "fold", ante=2000), bank="Jc Td 3c")
    assert lines(folded)["ante"].taken == 2000


def test_rule_8c1_a_better_hand_wins_even_money() -> None:
    won = only(settle(hand(1, "As Qd 3h", ante=2000)))
    assert (won.result, won.net) == (Result.WIN, 4000)


def test_rule_8c2_a_worse_hand_loses() -> None:
    lost = only(settle(hand(1, "Qs 9d 3h", ante=2000)))
    assert (lost.result, lost.net) == (Result.LOSE, -4000)


def test_rule_8c3_identical_hands_push() -> None:
    pushed = settle(hand(1, "Ks 7h 2d", ante=2000))
    assert only(pushed).net == 0
    assert all(line.outcome is Outcome.PUSH for line in pushed.lines)


def test_rule_9_all_bets_get_action_to_the_extent_that_w_covers() -> None:
    settled = settle(hand(1, "As Qd 3h", ante=2000), wager=3000)
    assert [line.paid for line in settled.lines] == [2000, 1000]
    assert settled.lines[1].coverage is Coverage.PARTIAL


def test_rule_10_the_round_ends_with_w_or_with_the_last_wager() -> None:
    ended = settle(hand(1, "As Qd 3h", ante=2000), hand(3, "Qs 9d 3d", ante=2000), wager=4000)
    assert ended.bank.exhausted is True
    reached = settle(hand(1, "As Qd 3h", ante=2000), wager=4001)
    assert reached.bank.exhausted is False and reached.bank.left == 1


def test_rule_11_two_hands_in_a_row_unless_offered_to_all_others() -> None:
    turn = Turn(holder_seat=2, hands_served=2)
    assert not verdict(TWO_HANDS, turn, (1, 2, 3), 8).may_deal
    for seat in (3, 1):
        turn = answer_offer(TWO_HANDS, turn, seat, OfferAnswer.DECLINED, (1, 2, 3), 8)
    assert verdict(TWO_HANDS, turn, (1, 2, 3), 8).may_deal


def test_rule_11_the_button_rotates_clockwise() -> None:
    assert verdict(TWO_HANDS, Turn(2, 2), (1, 2, 3), 8).next_offer == 3
    assert verdict(TWO_HANDS, Turn(3, 2), (1, 2, 3), 8).next_offer == 1


def test_bonus_1_the_bonus_is_placed_before_the_deal_with_its_own_fee_or_none() -> None:
    game = bet().do(ask.CallNoMoreBets())
    assert game.refused(ask.PlaceWager(1, BONUS, 500)) is Refusal.WRONG_PHASE
    own = {"payer": "player", "wager": "bonus", "from": 100, "to": 2500, "fee": 50}
    charged = bet(fee_schedule=FeeSchedule.from_dict([own])).do(ask.CallNoMoreBets())
    assert [fee.cents for fee in charged.state.fees] == [50, 50, 50]


def test_bonus_2_a_bonus_outside_the_posted_limits_is_refused() -> None:
    game = Game(setup()).do(ask.PlaceWager(1, ANTE, 2000))
    assert game.refused(ask.PlaceWager(1, BONUS, 99)) is Refusal.WAGER_BELOW_LIMIT
    assert game.refused(ask.PlaceWager(1, BONUS, 2501)) is Refusal.WAGER_ABOVE_LIMIT


@pytest.mark.parametrize("bank", ["Kc 7d 2c", "Jc 7d 2c", "Kc Kd Kh", "4c 4h 5c"])
def test_bonus_3_the_bonus_looks_only_at_the_players_three_cards(bank: str) -> None:
    settled = settle(hand(1, "4s 4d 5h", ante=2000, bonus=500), bank=bank)
    assert lines(settled)["bonus"].paid == 500


def test_bonus_4_the_player_dealer_pays_and_collects_the_bonus_bets() -> None:
    won = settle(hand(1, "Ks 7h 7s", ante=100, bonus=500))
    lost = settle(hand(1, "Ks 7h 3s", ante=100, bonus=500))
    assert won.bank.paid == 200 + 500 and lost.bank.taken == 500


def test_bonus_5_the_pay_table() -> None:
    assert {name.value: odds for name, odds in CALIFORNIA_BONUS.odds.items()} == {
        "royal_flush": 200,
        "straight_flush": 40,
        "three_of_a_kind": 30,
        "straight": 6,
        "flush": 3,
        "pair": 1,
    }


def test_action_button_1_the_up_card_places_the_button() -> None:
    assert place_button(ButtonRule(), "4", 7, 8, {1, 2, 3, 4}).seat == 3
    assert dealt().state.button_seat is not None


def test_action_button_1_each_players_wagers_get_action_in_order_ante_play_bonus() -> None:
    settled = settle_record(california())
    assert [(line.seat, line.kind) for line in settled.lines] == [
        (seat, kind)
        for seat in (2, 3, 1)
        for kind in (WagerKind.ANTE, WagerKind.PLAY, WagerKind.BONUS)
    ]


def test_action_button_2_wagers_that_are_not_covered_are_returned() -> None:
    settled = settle_record(california())
    assert [(line.kind, line.returned) for line in settled.lines[-2:]] == [
        (WagerKind.PLAY, 2000),
        (WagerKind.BONUS, 500),
    ]
    assert [line.coverage for line in settled.lines[-2:]] == [Coverage.NONE, Coverage.NONE]
