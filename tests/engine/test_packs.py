"""The four packs as data: defaults, options there and back, and a clause for every number."""

from dataclasses import fields

import pytest

from tables.engine.packs import RulePack, pack_from_rules
from tables.engine.paytables import NEW_YORK_PAIR_PLUS, NEW_YORK_SIX_CARD, PayTable
from tables.engine.ranking import HandClass
from tables.engine.refusals import RuleError
from tables.engine.sixcard import SixCardClass
from tables.engine.texts import PACK_TEXTS
from tables.engine.wagers import WagerKind

OPTIONS = [
    ("california", {}),
    ("california", {"coverage": "replenish", "sequence": "wager", "folded": "first"}),
    ("california", {"button": {"count_from": "bank"}, "fee_on_void": "keep"}),
    ("california", {"limits": {"ante": [500, 10000], "bonus": [100, 2500]}}),
    ("iowa", {"house_way": True}),
    ("casino_guide", {}),
    ("new_york", {"pair_plus_table": "C", "ante_bonus": "enhanced"}),
    ("new_york", {"six_card": {"version": "ante_and_pair_plus", "table": "E"}}),
    ("new_york", {"precondition": "compulsory_both", "six_card": None}),
]


def pack(base: str, **options: object) -> RulePack:
    return pack_from_rules({"base": base, "options": options})


@pytest.mark.parametrize(("base", "options"), OPTIONS)
def test_a_pack_is_read_back_from_its_own_rules(base: str, options: dict[str, object]) -> None:
    read = pack(base, **options)
    assert pack_from_rules(read.to_rules()) == read


def test_the_defaults_are_the_texts_or_our_reading() -> None:
    california = pack("california")
    assert (california.coverage, california.sequence) == ("retire", "seat")
    assert (california.folded, california.fee_on_void) == ("in_order", "refund")
    assert california.button.values["A"] == 1 and california.button.values["K"] == 13
    new_york = pack("new_york")
    assert new_york.paytables[WagerKind.PAIR_PLUS].name == "F"
    assert new_york.six_card is None and WagerKind.SIX_CARD_BONUS not in new_york.kinds


@pytest.mark.parametrize("base", PACK_TEXTS)
def test_every_number_and_option_names_its_clause(base: str) -> None:
    text = PACK_TEXTS[base]
    numbers = [f.name for f in fields(text) if isinstance(getattr(text, f.name), int)]
    assert {"seats_max", "decks_max", "ante_odds", "play_odds"} <= set(numbers)
    sourced = {*numbers, *text.options, "qualifier", "forfeited_by_fold"} - {"limits"}
    if base != "casino_guide":
        sourced -= {"pair_plus_at_most_ante"}
    assert sourced <= set(text.clauses)


def all_tables() -> list[PayTable]:
    tables = [table for text in PACK_TEXTS.values() for table in text.paytables.values()]
    tables += NEW_YORK_PAIR_PLUS.values()
    for version in NEW_YORK_SIX_CARD.values():
        tables += version.values()
    return tables


def test_every_pay_table_names_its_clause_and_pays_more_for_better_hands() -> None:
    for table in all_tables():
        assert str(table.clause)
        assert list(table.odds.values()) == sorted(table.odds.values())


def test_our_readings_are_marked() -> None:
    california = pack("california")
    assert str(california.clause("button")) == "California, Action Button 1 (our reading)"
    assert str(california.clause("seats_max")) == "California, rule 4"


def test_a_royal_is_paid_as_a_straight_flush_where_it_has_no_row() -> None:
    assert pack("iowa").paytables[WagerKind.PAIR_PLUS].payoff(HandClass.ROYAL_FLUSH, 100) == 4000
    bonus = pack("california").paytables[WagerKind.BONUS]
    assert bonus.payoff(HandClass.ROYAL_FLUSH, 100) == 20000


def test_table_e_pays_a_six_card_royal_its_award_and_the_others_1000_to_1() -> None:
    table_e = NEW_YORK_SIX_CARD["ante_and_pair_plus"]["E"]
    assert table_e.payoff(SixCardClass.SIX_CARD_ROYAL_DIAMONDS, 500) == 100_000_000
    assert table_e.payoff(SixCardClass.SIX_CARD_ROYAL, 500) == 10_000_000
    assert table_e.payoff(SixCardClass.ROYAL_FLUSH, 500) == 100_000
    table_a = NEW_YORK_SIX_CARD["pair_plus"]["A"]
    assert table_a.payoff(SixCardClass.SIX_CARD_ROYAL_DIAMONDS, 500) == 500_000
    assert table_a.payoff(None, 500) == 0


def test_the_path_of_a_faulty_option_begins_where_the_rules_stand() -> None:
    with pytest.raises(RuleError) as caught:
        pack_from_rules({"base": "iowa", "options": {"coverage": "retire"}}, path="table.rules")
    assert caught.value.field == "table.rules.options.coverage"
    assert caught.value.message == "coverage is not an option of the rule pack iowa."
