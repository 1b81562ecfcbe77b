"""docs/settle_round.md says what settle_round does."""

import re
from pathlib import Path

from tables.engine.options import (
    ActionSequence,
    CountFrom,
    CoverageModel,
    FeeOnVoid,
    FoldedStakes,
    Precondition,
)
from tables.engine.refusals import Refusal, RuleError
from tables.engine.texts import PACK_TEXTS

PAGE = (Path(__file__).parents[2] / "docs" / "settle_round.md").read_text()


def documented_codes() -> set[Refusal]:
    rows = PAGE.split("## Errors")[1].split("## Examples")[0]
    return {
        Refusal(code)
        for row in re.findall(r"^\| (`[^|]*)\|", rows, re.MULTILINE)
        for code in re.findall(r"`(\w+)`", row)
    }


def test_the_list_of_codes_is_closed() -> None:
    live_only = {
        *(Refusal.WRONG_PHASE, Refusal.NOT_YOUR_TURN, Refusal.NO_HAND_AT_SEAT),
        *(Refusal.NO_BANK_WAGER, Refusal.NO_WAGERS, Refusal.WRONG_SOURCE, Refusal.WRONG_DECK),
        *(Refusal.REASON_REQUIRED, Refusal.FEE_LINE_INVALID, Refusal.FEE_GAP),
        *(Refusal.FEE_OVERLAP, Refusal.FEE_RATES_TOO_MANY, Refusal.NOT_SEATED),
        *(Refusal.OFFER_OUT_OF_TURN, Refusal.WRONG_CAPTURE, Refusal.BANK_NOT_KNOWN),
        *(Refusal.CARDS_NOT_KNOWN, Refusal.OPTION_IS_OFF),
        *(Refusal.NOTHING_TO_UNDO, Refusal.DECISION_STANDS, Refusal.TEXT_ORDERS_VOID),
        *(Refusal.ROUND_FROZEN, Refusal.ROUND_NOT_FROZEN, Refusal.NOT_SETTLED),
        *(Refusal.NOTHING_CORRECTED, Refusal.CORRECTION_INCOMPLETE),
    }
    assert documented_codes() == set(Refusal) - live_only


def test_every_refusal_has_a_text() -> None:
    assert set(RuleError.TEXTS) == set(Refusal)


def test_every_option_and_value_is_documented() -> None:
    for text in PACK_TEXTS.values():
        for option in text.options:
            assert f"`{option}`" in PAGE
    for choices in (
        *(ActionSequence, CountFrom, CoverageModel, FeeOnVoid, FoldedStakes, Precondition),
    ):
        for choice in choices:
            assert f"`{choice.value}`" in PAGE
