"""A count of chips or currency: so many pieces of each denomination, and what is not sorted."""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from cardroom.money import format_cents
from cardroom.texts import say
from ledger.refusals import BooksError, BooksRefusal

# As many pieces of one denomination as a count can hold; far more than any room has.
MOST_PIECES = 10**9

# Currency of the United States, in cents; coins are counted as an amount.
BILLS = (10_000, 5_000, 2_000, 1_000, 500, 200, 100)


def check_denomination(denomination: object, count: object) -> None:
    """Raises BooksError unless these are whole cents above zero and a number of pieces."""
    if (
        type(denomination) is not int
        or denomination <= 0
        or type(count) is not int
        or not 0 < abs(count) <= MOST_PIECES
    ):
        raise BooksError(BooksRefusal.NOT_A_COUNT, denomination=denomination, count=count)


@dataclass(frozen=True, slots=True)
class Tally:
    """``pieces`` is denomination in cents to how many; ``loose`` is an amount that is not sorted.

    >>> Tally({10_000: 4, 2_500: 2}, loose=50).cents
    45050
    >>> str(Tally({2_500: 2, 10_000: 4}))
    '4 × $100, 2 × $25'
    """

    pieces: Mapping[int, int] = field(default_factory=dict)
    loose: int = 0

    def __post_init__(self) -> None:
        for denomination, count in self.pieces.items():
            check_denomination(denomination, count or 1)
            if count < 0:
                raise BooksError(BooksRefusal.NOT_A_COUNT, denomination=denomination, count=count)
        if type(self.loose) is not int or self.loose < 0:
            raise BooksError(BooksRefusal.NOT_AN_AMOUNT, cents=self.loose)
        kept = {each: n for each, n in sorted(self.pieces.items(), reverse=True) if n}
        object.__setattr__(self, "pieces", kept)

    @property
    def cents(self) -> int:
        """Face value."""
        return sum(each * n for each, n in self.pieces.items()) + self.loose

    @property
    def stamp(self) -> str:
        """Sixteen hexadecimal digits that tell this tally from another one."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, int]:
        """As it is kept in a row: denominations as text, and ``loose`` where there is any."""
        kept = {str(each): n for each, n in self.pieces.items()}
        return kept | ({"loose": self.loose} if self.loose else {})

    @classmethod
    def from_json(cls, kept: Mapping[str, int]) -> "Tally":
        """What ``to_json`` wrote."""
        pieces = {int(each): n for each, n in kept.items() if each != "loose"}
        return cls(pieces, kept.get("loose", 0))

    def __str__(self) -> str:
        return ", ".join(self.words())

    def words(self) -> list[str]:
        """What it holds, chip by chip."""
        found = [f"{n} × {format_cents(chip)}" for chip, n in self.pieces.items()]
        if self.loose:
            found.append(say("{amount} unsorted", amount=format_cents(self.loose)))
        return found or [say("nothing")]


def spread(cents: int, denominations: Collection[int]) -> Tally:
    """How a cashier makes an amount, unless told: at least four of the largest chip, if they can be
    had, so that a player has something to bet with; what no chip makes is left unsorted.

    >>> str(spread(50_000, [100, 500, 2_500, 10_000]))
    '5 × $100'
    >>> str(spread(12_600, [100, 500, 2_500, 10_000]))
    '5 × $25, 1 × $1'
    """
    pieces, left = {}, cents
    for chip in sorted(denominations, reverse=True):
        if chip * 4 <= cents or chip == min(denominations):
            pieces[chip], left = divmod(left, chip)
    return Tally(pieces, left)
