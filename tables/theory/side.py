"""The side wagers, which look only at cards: bonus, pair plus, and the six-card bonus."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

from tables.engine.cards import RANKS
from tables.engine.paytables import PayTable
from tables.engine.ranking import HandClass, pay_class_of
from tables.engine.sixcard import SixCardClass, six_card_class
from tables.engine.wagers import WAGER_NAMES, WagerKind
from tables.theory.results import Hit, WagerTheory
from tables.theory.shoe import HandTypes

# A fixed award is worth more odds the smaller the stake is: dollars that are looked at.
_STAKES = (1, 5, 10)
_SUITS = "cdhs"


def class_counts(types: HandTypes) -> Counter[HandClass]:
    """How many hands of the shoe fall into each class, a royal flush being one of its own."""
    counts: Counter[HandClass] = Counter()
    for hand_strength, weight in zip(types.strengths, types.weights, strict=True):
        counts[pay_class_of(int(hand_strength))] += int(weight)
    return counts


def side_theory(kind: WagerKind, table: PayTable, counts: Counter[HandClass]) -> WagerTheory:
    """The bonus or pair plus wager of a pack."""
    return _theory(kind, table, counts, WAGER_NAMES[kind], stake_cents=1)


def six_card_theory(table: PayTable) -> list[WagerTheory]:
    """The six-card bonus; with fixed awards its edge depends on the stake, so some are shown."""
    counts = six_card_counts()
    name = WAGER_NAMES[WagerKind.SIX_CARD_BONUS]
    kind = WagerKind.SIX_CARD_BONUS
    if not table.awards_cents:
        return [_theory(kind, table, counts, name, stake_cents=1)]
    return [
        _theory(kind, table, counts, f"{name} of ${dollars}", stake_cents=dollars * 100)
        for dollars in _STAKES
    ]


def _theory(
    kind: WagerKind,
    table: PayTable,
    counts: Counter[StrEnum] | Counter[HandClass] | Counter[SixCardClass | None],
    title: str,
    stake_cents: int,
) -> WagerTheory:
    total = sum(counts.values())
    hits: list[Hit] = []
    mean = squares = Fraction(0)
    rows: Counter[StrEnum | None] = Counter()
    for hand_class, count in counts.items():
        rows[table.row(hand_class)] += count
    for row in (*reversed(table.classes), None):
        share = Fraction(rows[row], total)
        won = Fraction(-1)
        if row is not None:
            won = Fraction(table.payoff(row, stake_cents), stake_cents)
            hits.append(Hit(row.value, share, f"{won} to 1"))
        mean += share * won
        squares += share * won * won
    return WagerTheory(kind, f"{title}, table {table.name}", -mean, squares - mean**2, tuple(hits))


def six_card_counts() -> Counter[SixCardClass | None]:
    """How many of the 20,358,520 sets of six cards fall into each class; None is nothing.

    Sets are judged by the engine, one of every group that only a change of suits tells apart: six
    ranks with repeats, and whether five or six of the different ranks share a suit.
    """
    counts: Counter[SixCardClass | None] = Counter()
    for ranks in combinations_with_replacement(RANKS, 6):
        held = Counter(ranks)
        if max(held.values()) <= 4:
            for cards, weight in _suitings(held):
                counts[six_card_class(cards)] += weight
    return counts


def _suitings(held: Counter[str]) -> Iterator[tuple[list[str], int]]:
    """One set of cards for each way that matters in which these ranks can be suited."""
    rest = prod(comb(4, times) for times in held.values())
    if len(held) >= 5:
        for cards, weight in _flushes(held):
            rest -= weight
            yield cards, weight
    yield _without_flush(held), rest


def _flushes(held: Counter[str]) -> Iterator[tuple[list[str], int]]:
    """The suitings with five or six cards of one suit. Only for all six does it matter which suit
    it is: diamonds have an award of their own."""
    ranks = list(held)
    if len(held) == 5:
        pair = next(rank for rank, times in held.items() if times == 2)
        yield [*(rank + "s" for rank in ranks), pair + "d"], 4 * 3
        return
    yield [rank + "d" for rank in ranks], 1
    yield [rank + "s" for rank in ranks], 3
    for odd in ranks:
        yield [rank + ("d" if rank == odd else "s") for rank in ranks], 4 * 3


def _without_flush(held: Counter[str]) -> list[str]:
    """The ranks in suits that go round, so that no five are alike."""
    return [
        rank + suit
        for at, (rank, times) in enumerate(held.items())
        for suit in (_SUITS * 2)[at % 4 : at % 4 + times]
    ]
