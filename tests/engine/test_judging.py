"""From what was captured to what the settlement must know."""

import pytest

from tables.engine.judging import BankFacts, judge_bank, judge_hand, judge_result
from tables.engine.wagers import Decision, Result, WagerKind

ANTE = {WagerKind.ANTE: 500}
QUALIFIED = BankFacts(qualifies=True)


def test_a_hand_that_stayed_cannot_be_judged_without_its_cards() -> None:
    bank = judge_bank(("Kc", "7d", "2c"))
    with pytest.raises(ValueError, match="needs its cards"):
        judge_hand(bank, 1, ANTE, Decision.PLAY, None)
    with pytest.raises(ValueError, match="needs its cards"):
        judge_hand(QUALIFIED, 1, ANTE, Decision.PLAY, ("As", "Qd", "3h"))
    assert judge_hand(bank, 1, ANTE, Decision.FOLD, None).result is Result.FOLD


def test_a_hand_that_stayed_cannot_be_judged_without_its_result() -> None:
    with pytest.raises(ValueError, match="needs its result"):
        judge_result(QUALIFIED, 1, ANTE, Decision.PLAY, None)
    assert judge_result(QUALIFIED, 1, ANTE, Decision.PLAY, Result.PUSH).result is Result.PUSH


def test_an_entered_result_gives_way_to_what_follows_from_the_decision() -> None:
    assert judge_result(QUALIFIED, 1, ANTE, Decision.FOLD, Result.WIN).result is Result.FOLD
