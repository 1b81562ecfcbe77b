"""The wagers of the game and what may happen to them.

Amounts are whole cents everywhere. The play wager equals the ante and is made by the decision, an
ante bonus is paid and never staked; the other kinds are placed before "no more bets".
"""

from enum import StrEnum

from cardroom.texts import say


class WagerKind(StrEnum):
    """A betting area of the layout, in the order in which a settlement lists its lines."""

    ANTE = "ante"
    PLAY = "play"
    ANTE_BONUS = "ante_bonus"
    BONUS = "bonus"
    PAIR_PLUS = "pair_plus"
    SIX_CARD_BONUS = "six_card_bonus"


WAGER_NAMES = {
    WagerKind.ANTE: say("Ante"),
    WagerKind.PLAY: say("Play"),
    WagerKind.ANTE_BONUS: say("Ante bonus"),
    WagerKind.BONUS: say("Bonus"),
    WagerKind.PAIR_PLUS: say("Pair Plus"),
    WagerKind.SIX_CARD_BONUS: say("Six-card bonus"),
}

# The key under which a table posts its limits for the player-dealer's wager W, beside the kinds.
BANK_LIMITS = "bank"


class Decision(StrEnum):
    """What a player did with his hand (California, rule 7)."""

    PLAY = "play"
    FOLD = "fold"


class Result(StrEnum):
    """How a hand ended against the bank; ``NO_CONTEST`` is a hand without an ante."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    BANK_NOT_QUALIFIED = "bank_not_qualified"
    FOLD = "fold"
    NO_CONTEST = "no_contest"


class Outcome(StrEnum):
    """How one wager ended, before anyone asks whether the bank can cover it."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    REFUND = "refund"
    FORFEIT = "forfeit"


class Coverage(StrEnum):
    """How much of what a wager needed the bank covered (California, rule 9)."""

    FULL = "full"
    PARTIAL = "partial"
    NONE = "none"
    NONE_NEEDED = "none_needed"
