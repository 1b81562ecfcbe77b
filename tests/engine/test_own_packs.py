"""A room's own pack: odds raised above its text, never lowered."""

import pytest

from tables.engine.judging import judge_bank, judge_hand
from tables.engine.packs import RulePack, pack_from_rules
from tables.engine.refusals import Refusal, RuleError
from tables.engine.settlement import settle
from tables.engine.wagers import Decision, WagerKind


def own(base: str, odds: object, **options: object) -> RulePack:
    return pack_from_rules({"base": base, "options": options, "odds": odds})


def refusal(base: str, odds: object) -> tuple[Refusal, str]:
    with pytest.raises(RuleError) as refused:
        own(base, odds)
    code = refused.value.code
    assert isinstance(code, Refusal)
    return code, refused.value.field


def test_raised_odds_are_paid() -> None:
    pack = own("california", {"ante": 2, "bonus": {"pair": 2, "royal_flush": 250}})
    bank = judge_bank(("Kc", "7d", "2c"))
    wagers = {WagerKind.ANTE: 2_000, WagerKind.BONUS: 500}
    hand = judge_hand(bank, 1, wagers, Decision.PLAY, ("9s", "9h", "3c"))
    settled = settle(pack, 4, bank, [hand], bank_wager=50_000, button_seat=1)
    assert [line.paid for line in settled.lines] == [4_000, 2_000, 1_000]


def test_a_room_writes_its_odds_into_its_rules() -> None:
    pack = own("iowa", {"pair_plus": {"flush": 5}, "ante_bonus": {"straight": 2}})
    assert pack_from_rules(pack.to_rules()) == pack
    assert pack != pack_from_rules({"base": "iowa"})


@pytest.mark.parametrize(
    ("base", "odds", "code", "field"),
    [
        ("california", {"bonus": {"flush": 2}}, Refusal.ODDS_LOWERED, "rules.odds.bonus.flush"),
        ("iowa", {"play": 0}, Refusal.OUT_OF_RANGE, "rules.odds.play"),
        ("california", {"ante": 0}, Refusal.OUT_OF_RANGE, "rules.odds.ante"),
        ("california", {"pair_plus": {"pair": 2}}, Refusal.NO_SUCH_ODDS, "rules.odds.pair_plus"),
        ("california", {"bonus": {"quads": 2}}, Refusal.NO_SUCH_ODDS, "rules.odds.bonus.quads"),
        ("new_york", {"pair_plus": {"pair": 2}}, Refusal.ODDS_CHOSEN_WHOLE, "rules.odds.pair_plus"),
        ("california", {"ante": 1.5}, Refusal.WRONG_TYPE, "rules.odds.ante"),
        ("california", [], Refusal.WRONG_TYPE, "rules.odds"),
    ],
)  # fmt: skip
def test_odds_that_a_room_may_not_set(base: str, odds: object, code: Refusal, field: str) -> None:
    assert refusal(base, odds) == (code, field)


def test_new_york_may_raise_its_minimums() -> None:
    """New York (f)(1) (i) and (iii): "no less than"."""
    pack = own("new_york", {"ante": 2, "ante_bonus": {"straight_flush": 6}})
    assert pack.text.ante_odds == 2
    assert pack.paytables[WagerKind.ANTE_BONUS].top_odds == 6


def test_the_texts_themselves_stay_as_they_are() -> None:
    own("california", {"bonus": {"pair": 9}})
    assert pack_from_rules({"base": "california"}).paytables[WagerKind.BONUS].odds["pair"] == 1  # type: ignore[index]
