"""The pay tables of the four texts. All odds are "to one": the stake comes back on top.

Each table names the clause it is taken from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tables.engine.ranking import HandClass
from tables.engine.sixcard import SixCardClass


@dataclass(frozen=True, slots=True)
class Clause:
    """Where a number comes from: a text, its clause, and whether it is our reading of it."""

    text: str
    rule: str
    chosen: bool = False

    def __str__(self) -> str:
        return f"{self.text}, {self.rule}" + (" (our reading)" if self.chosen else "")


@dataclass(frozen=True, slots=True)
class PayTable:
    """Odds by hand class, and fixed awards in cents where the text has any."""

    name: str
    clause: Clause
    odds: Mapping[StrEnum, int]
    awards_cents: Mapping[StrEnum, int] = field(default_factory=dict)
    # Odds and award by every class that is paid, under its own name or as what it also is.
    _paid: dict[StrEnum, tuple[int, int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        paid = {
            known: (self.odds.get(row, 0), self.awards_cents.get(row, 0))
            for known in (*HandClass, *SixCardClass)
            if (row := self.row(known)) is not None
        }
        object.__setattr__(self, "_paid", paid)

    def row(self, hand_class: StrEnum | None) -> StrEnum | None:
        """The row of the table that this class is paid by, if there is one.

        A royal without a row of its own is paid as what it also is: a straight flush, or for six
        cards a royal flush.

        >>> IOWA_PAIR_PLUS.row(HandClass.ROYAL_FLUSH).value
        'straight_flush'
        """
        while hand_class is not None and not (
            hand_class in self.odds or hand_class in self.awards_cents
        ):
            hand_class = _ALSO.get(hand_class)
        return hand_class

    def payoff(self, hand_class: StrEnum | None, stake_cents: int) -> int:
        """What a stake wins on this class, in cents; 0 where the table does not pay it.

        >>> CALIFORNIA_BONUS.payoff(HandClass.PAIR, 500)
        500
        """
        if hand_class not in self._paid:
            return 0
        odds, award = self._paid[hand_class]
        return odds * stake_cents + award

    @property
    def top_odds(self) -> int:
        """The highest odds of the table."""
        return max(self.odds.values())

    def top_payoff(self, stake_cents: int) -> int:
        """The most that a stake can win, in cents."""
        return max(self.top_odds * stake_cents, *self.awards_cents.values(), 0)

    @property
    def classes(self) -> tuple[StrEnum, ...]:
        """Every class that this table pays."""
        return (*self.odds, *self.awards_cents)


# What a hand also is, where a table has no row for its own name.
_ALSO: Mapping[StrEnum, StrEnum] = {
    HandClass.ROYAL_FLUSH: HandClass.STRAIGHT_FLUSH,
    SixCardClass.SIX_CARD_ROYAL: SixCardClass.ROYAL_FLUSH,
    SixCardClass.SIX_CARD_ROYAL_DIAMONDS: SixCardClass.ROYAL_FLUSH,
}

_THREE_CARD_CLASSES = (
    HandClass.PAIR,
    HandClass.FLUSH,
    HandClass.STRAIGHT,
    HandClass.THREE_OF_A_KIND,
    HandClass.STRAIGHT_FLUSH,
    HandClass.ROYAL_FLUSH,
)
_SIX_CARD_CLASSES = (
    SixCardClass.THREE_OF_A_KIND,
    SixCardClass.STRAIGHT,
    SixCardClass.FLUSH,
    SixCardClass.FULL_HOUSE,
    SixCardClass.FOUR_OF_A_KIND,
    SixCardClass.STRAIGHT_FLUSH,
    SixCardClass.ROYAL_FLUSH,
)
_ANTE_BONUS_CLASSES = (
    HandClass.STRAIGHT,
    HandClass.THREE_OF_A_KIND,
    HandClass.STRAIGHT_FLUSH,
)


def _three_card(name: str, clause: Clause, *odds: int) -> PayTable:
    return PayTable(name, clause, dict(zip(_THREE_CARD_CLASSES, odds, strict=False)))


def _ante_bonus(name: str, clause: Clause, *odds: int) -> PayTable:
    return PayTable(
        name,
        clause,
        dict(zip(_ANTE_BONUS_CLASSES, odds, strict=True)),
    )


def _six_card(
    name: str,
    clause: Clause,
    *odds: int,
    awards_cents: Mapping[StrEnum, int] | None = None,
) -> PayTable:
    rows: dict[StrEnum, int] = dict(zip(_SIX_CARD_CLASSES, odds, strict=True))
    return PayTable(name, clause, rows, dict(awards_cents or {}))


CALIFORNIA_BONUS = _three_card(
    "California Bonus", Clause("California", "Bonus Bets 5"), 1, 3, 6, 30, 40, 200
)
IOWA_PAIR_PLUS = _three_card("Pair Plus", Clause("Iowa", "Payout Odds (a)2"), 1, 4, 6, 30, 40)
GUIDE_PAIR_PLUS = _three_card("Pair Plus", Clause("Guide", "The Pair Plus Wager"), 1, 4, 6, 30, 40)
IOWA_ANTE_BONUS = _ante_bonus("Ante bonus", Clause("Iowa", "Payout Odds (a)3"), 1, 4, 5)
GUIDE_ANTE_BONUS = _ante_bonus("Ante bonus", Clause("Guide", "Ante Bonus Payouts"), 1, 4, 5)

_NY_PAIR_PLUS = Clause("New York", "(f)(1)(ii)")
_NY_ANTE_BONUS = Clause("New York", "(f)(1)(iii)")
_NY_SIX_CARD_I = Clause("New York", "(f)(2)(i)")
_NY_SIX_CARD_II = Clause("New York", "(f)(2)(ii)")

NEW_YORK_PAIR_PLUS = {
    "A": _three_card("A", _NY_PAIR_PLUS, 1, 4, 6, 30, 35),
    "B": _three_card("B", _NY_PAIR_PLUS, 1, 4, 6, 33, 35),
    "C": _three_card("C", _NY_PAIR_PLUS, 1, 3, 5, 25, 35),
    "D": _three_card("D", _NY_PAIR_PLUS, 1, 4, 5, 30, 40),
    "E": _three_card("E", _NY_PAIR_PLUS, 1, 3, 6, 30, 40),
    "F": _three_card("F", _NY_PAIR_PLUS, 1, 4, 6, 30, 40),
    "G": _three_card("G", _NY_PAIR_PLUS, 1, 4, 6, 25, 40),
}
NEW_YORK_ANTE_BONUS = {
    "standard": _ante_bonus("standard", _NY_ANTE_BONUS, 1, 4, 5),
    "enhanced": _ante_bonus("enhanced", _NY_ANTE_BONUS, 1, 5, 6),
}
_SIX_CARD_A_TO_D = {
    "A": (5, 10, 20, 25, 50, 200, 1000),
    "B": (5, 10, 15, 25, 50, 200, 1000),
    "C": (8, 9, 15, 20, 100, 200, 1000),
    "D": (7, 10, 15, 20, 100, 200, 1000),
}
# By version of the game and name of the table. Table E is the second version's only; its six-card
# royal is A-K-Q-J-10-9 of one suit and its fixed award takes the place of the 200:1 (our reading).
NEW_YORK_SIX_CARD: dict[str, dict[str, PayTable]] = {
    "pair_plus": {
        name: _six_card(name, _NY_SIX_CARD_I, *odds) for name, odds in _SIX_CARD_A_TO_D.items()
    },
    "ante_and_pair_plus": {
        **{
            name: _six_card(name, _NY_SIX_CARD_II, *odds) for name, odds in _SIX_CARD_A_TO_D.items()
        },
        "E": _six_card(
            "E",
            _NY_SIX_CARD_II,
            *(5, 10, 15, 20, 100, 200, 200),
            awards_cents={
                SixCardClass.SIX_CARD_ROYAL_DIAMONDS: 100_000_000,
                SixCardClass.SIX_CARD_ROYAL: 10_000_000,
            },
        ),
    },
}
