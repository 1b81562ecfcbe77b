"""The options of the rule packs: every choice that a room could make differently.

The defaults are the text's, or our reading of it where the text is silent.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class BankKind(StrEnum):
    """Who banks: a seated player with a limited wager W, or the house."""

    PLAYER_DEALER = "player_dealer"
    HOUSE = "house"


class CoverageModel(StrEnum):
    """How W is used up (California, rules 9 and 10); ``RETIRE`` is our reading of the text."""

    RETIRE = "retire"
    DUAL_CAP = "dual_cap"
    REPLENISH = "replenish"


class ActionSequence(StrEnum):
    """In which order the wagers get action (California, Action Button 1): ``SEAT`` is the text."""

    SEAT = "seat"
    BASE_THEN_BONUS = "base_then_bonus"
    WAGER = "wager"


class FoldedStakes(StrEnum):
    """When folded stakes are settled; ``IN_ORDER`` is our reading of California, Button 2."""

    IN_ORDER = "in_order"
    FIRST = "first"


class CountFrom(StrEnum):
    """Where the count of the up-card begins; ``LEFT_OF_BANK`` is our reading."""

    LEFT_OF_BANK = "left_of_bank"
    BANK = "bank"


class FeeOnVoid(StrEnum):
    """What happens to the collection fees of a void round."""

    REFUND = "refund"
    KEEP = "keep"
    CREDIT_NEXT_HAND = "credit_next_hand"


class Precondition(StrEnum):
    """What New York lets a room require of a pair plus wager (New York, (c)(6))."""

    NONE = "none"
    ANTE_AT_LEAST_PAIR_PLUS = "ante_at_least_pair_plus"
    ANTE_AT_LEAST_HALF_PAIR_PLUS = "ante_at_least_half_pair_plus"
    COMPULSORY_BOTH = "compulsory_both"


# The thirteen ranks fit the thirteen players of a full table (our reading of Action Button 1).
BUTTON_VALUES: Mapping[str, int] = {
    "A": 1,
    **{str(n): n for n in range(2, 10)},
    "T": 10,
    "J": 11,
    "Q": 12,
    "K": 13,
}
# The number of times that the larger compulsory wager may hold the smaller: New York (c)(6)(iii).
COMPULSORY_RATIO = 5


@dataclass(frozen=True, slots=True)
class ButtonRule:
    """How the up-card places the action button (California, Action Button 1)."""

    values: Mapping[str, int] = field(default_factory=lambda: BUTTON_VALUES)
    count_from: CountFrom = CountFrom.LEFT_OF_BANK
    count_empty: bool = True


@dataclass(frozen=True, slots=True)
class SixCardRule:
    """Which version of the six-card bonus a New York table offers, and its pay table."""

    version: str
    table: str
