"""The casino guide, paragraph by paragraph: what the engine does about each."""

from itertools import pairwise

import pytest

from tables.engine.packs import pack_from_rules
from tables.engine.record import settle_record
from tables.engine.refusals import Refusal, RuleError
from tables.engine.settlement import HandResult
from tables.engine.wagers import Outcome, Result
from tests.engine.records import Record, hand, house


def one(entry: Record, bank: str = "Kc 7d 2c") -> HandResult:
    [single] = settle_record(house("casino_guide", entry, bank=bank)).hands
    return single


def refused(entry: Record) -> Refusal:
    with pytest.raises(RuleError) as caught:
        one(entry)
    return Refusal(caught.value.code)


def test_how_the_game_is_played_an_ante_and_optionally_a_pair_plus() -> None:
    assert refused(hand(1, "As Qd 3h", None, pair_plus=500)) is Refusal.ANTE_REQUIRED
    assert len(one(hand(1, "As Qd 3h", ante=500, pair_plus=500)).lines) == 3


def test_how_the_game_is_played_the_play_bet_equals_the_ante_or_both_bets_are_forfeited() -> None:
    assert one(hand(1, "As Qd 3h", ante=700)).lines[1].stake == 700
    folded = one(hand(1, "9s 9d 9h", "fold", ante=500, pair_plus=500))
    assert folded.net == -1000


def test_the_dealer_qualifies_with_queen_high() -> None:
    assert one(hand(1, "As Jd 3h", ante=500), bank="Qc 3d 2c").result is Result.WIN
    assert one(hand(1, "As Jd 3h", ante=500), bank="Jc Td 8c").result is Result.BANK_NOT_QUALIFIED


def test_rankings_from_straight_flush_down_to_highest_cards() -> None:
    ladder = ["4s 3s 2s", "4c 4d 4h", "7s 6d 5h", "8c 3c 2c", "9s 9d 3h", "As Kd Jh"]
    for better, worse in pairwise(ladder):
        assert one(hand(1, better, ante=500), bank=worse).result is Result.WIN
        assert one(hand(1, worse, ante=500), bank=better).result is Result.LOSE


def test_a_dealer_who_does_not_qualify_pays_the_ante_and_returns_the_play_bet() -> None:
    settled = one(hand(1, "8s 5d 4h", ante=500), bank="Jc 7d 2c")
    assert [line.outcome for line in settled.lines] == [Outcome.WIN, Outcome.REFUND]
    assert settled.net == 500


def test_a_better_hand_is_paid_on_both_bets_and_a_worse_one_loses_both() -> None:
    assert one(hand(1, "As Qd 3h", ante=500)).net == 1000
    assert one(hand(1, "Qs 9d 3h", ante=500)).net == -1000


def test_equal_hands_push_where_the_guide_is_silent() -> None:
    pushed = one(hand(1, "Ks 7h 2d", ante=500, pair_plus=500))
    assert pushed.result is Result.PUSH and pushed.net == -500


@pytest.mark.parametrize(("cards", "odds"), [("9s 8d 7h", 1), ("9s 9d 9h", 4), ("9s 8s 7s", 5)])
def test_ante_bonus_payouts_even_if_the_dealer_wins(cards: str, odds: int) -> None:
    lost = one(hand(1, cards, ante=500), bank="Ac Kc Qc")
    assert lost.result is Result.LOSE
    assert lost.lines[-1].paid == odds * 500


@pytest.mark.parametrize(
    ("cards", "odds"),
    [("9s 9d 3h", 1), ("9s 7s 3s", 4), ("9s 8d 7h", 6), ("9s 9d 9h", 30), ("9s 8s 7s", 40)],
)
def test_the_pair_plus_wager_pays_by_its_table(cards: str, odds: int) -> None:
    assert one(hand(1, cards, ante=500, pair_plus=500)).lines[-1].paid == odds * 500


def test_the_pair_plus_wager_cannot_exceed_the_ante() -> None:
    assert refused(hand(1, "As Qd 3h", ante=500, pair_plus=501)) is Refusal.PAIR_PLUS_ABOVE_ANTE
    one(hand(1, "As Qd 3h", ante=500, pair_plus=500))


def test_general_rules_a_player_may_play_two_positions() -> None:
    assert pack_from_rules({"base": "casino_guide"}).text.positions_for_one_player == 2


def test_general_rules_the_ace_is_low_only_in_ace_two_three() -> None:
    assert one(hand(1, "As 2d 3h", ante=500), bank="Kc Kd Qc").result is Result.WIN
    assert one(hand(1, "Ks As 2h", ante=500), bank="3c 3d 2c").result is Result.LOSE
