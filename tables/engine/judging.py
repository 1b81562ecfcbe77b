"""From what was captured of a round to what the settlement must know of each hand.

A table captures cards, or results where the dealer enters only how each hand ended. Both lead to
the same facts, and so to the same settlement.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from tables.engine.packs import RulePack
from tables.engine.ranking import (
    ROYAL_STRENGTH,
    HandClass,
    class_of,
    pay_class_of,
    qualifies,
    strength,
)
from tables.engine.sixcard import SixCardClass, six_card_class
from tables.engine.wagers import Decision, Result, WagerKind


class Capture(StrEnum):
    """How much of a round is captured: every card, or how each hand ended."""

    CARDS = "cards"
    RESULTS = "results"


class BankFacts(NamedTuple):
    """The bank: whether it qualifies, and where cards were captured its cards and strength."""

    qualifies: bool
    strength: int | None = None
    cards: tuple[str, ...] | None = None


class HandFacts(NamedTuple):
    """One hand: its wagers in cents, how it ended, and what its side wagers are paid on."""

    seat: int
    wagers: Mapping[WagerKind, int]
    decision: Decision | None
    result: Result
    pay_class: HandClass | None = None
    six_card: SixCardClass | None = None
    strength: int | None = None


# Looked up once: up to Python 3.11 an enum member is a function call, and a round asks hundreds.
_FOLD = Decision.FOLD
_WIN, _LOSE, _PUSH = Result.WIN, Result.LOSE, Result.PUSH
_FOLDED, _NO_CONTEST = Result.FOLD, Result.NO_CONTEST
_BANK_NOT_QUALIFIED = Result.BANK_NOT_QUALIFIED
_SIX_CARD_BONUS = WagerKind.SIX_CARD_BONUS


def shown_class(pack: RulePack, hand_strength: int | None) -> HandClass | None:
    """The class to show for a hand: a royal flush is one only where the pack pays it as such.

    None where no cards are known.
    """
    if hand_strength is None:
        return None
    if hand_strength == ROYAL_STRENGTH and pack.player_banked:
        return HandClass.ROYAL_FLUSH
    return class_of(hand_strength)


def judge_bank(cards: Sequence[str]) -> BankFacts:
    """What the bank's three cards are worth (California, rule 8).

    >>> judge_bank(("Jc", "7d", "2c")).qualifies
    False
    """
    hand_strength = strength(cards)
    return BankFacts(qualifies(hand_strength), hand_strength, tuple(cards))


def judge_hand(
    bank: BankFacts,
    seat: int,
    wagers: Mapping[WagerKind, int],
    decision: Decision | None,
    cards: Sequence[str] | None,
) -> HandFacts:
    """How a hand ended against the bank's cards. A folded hand's cards may be unknown.

    >>> bank = judge_bank(("Kc", "7d", "2c"))
    >>> judge_hand(bank, 1, {WagerKind.ANTE: 500}, Decision.PLAY, ("Ks", "7h", "2d")).result.value
    'push'
    """
    own = None if cards is None else strength(cards)
    six_card = None
    if _SIX_CARD_BONUS in wagers and cards is not None and bank.cards is not None:
        six_card = six_card_class((*cards, *bank.cards))
    pay_class = None if own is None else pay_class_of(own)
    result = _result(bank, decision, own)
    return HandFacts(seat, wagers, decision, result, pay_class, six_card, own)


def judge_result(
    bank: BankFacts,
    seat: int,
    wagers: Mapping[WagerKind, int],
    decision: Decision | None,
    entered: Result | None,
    pay_class: HandClass | None = None,
    six_card: SixCardClass | None = None,
) -> HandFacts:
    """How a hand ended where its result was entered. ``entered`` counts only where the hand stayed
    and the bank qualifies; elsewhere the result follows.

    >>> judge_result(BankFacts(False), 1, {WagerKind.ANTE: 500}, Decision.PLAY, None).result.value
    'bank_not_qualified'
    """
    result = result_without_cards(bank.qualifies, decision) or entered
    if result is None:
        raise ValueError("a hand that stayed against a bank that qualifies needs its result")
    return HandFacts(seat, wagers, decision, result, pay_class, six_card)


def _result(bank: BankFacts, decision: Decision | None, own: int | None) -> Result:
    settled_before = result_without_cards(bank.qualifies, decision)
    if settled_before is not None:
        return settled_before
    if own is None or bank.strength is None:
        raise ValueError("a hand that stayed against a bank that qualifies needs its cards")
    if own == bank.strength:
        return _PUSH
    return _WIN if own > bank.strength else _LOSE


def result_without_cards(bank_qualifies: bool, decision: Decision | None) -> Result | None:
    """The result where no comparison is needed; None where the hands must be compared."""
    if decision is None:
        return _NO_CONTEST
    if decision is _FOLD:
        return _FOLDED
    return None if bank_qualifies else _BANK_NOT_QUALIFIED
