"""Every three-card hand of a shoe, with the number of ways in which it is dealt.

Identical cards are counted, not listed: a *hand type* is three faces of the 52, with repeats where
the shoe holds several decks, and its weight is the number of hands that look like it.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from tables.engine.cards import CARD_NUMBER, CARDS
from tables.engine.ranking import strength

Ints = npt.NDArray[np.int64]
# A type with fewer than three different faces has empty slots, which stand for no card.
_NO_FACE = len(CARDS)


@dataclass(frozen=True, slots=True)
class HandTypes:
    """All hand types of a shoe, weakest first. ``faces`` lists three faces a type; ``slots`` names
    its different faces with how often each occurs, as ``face * 4 + times``."""

    decks: int
    faces: Ints
    strengths: Ints
    weights: Ints
    slots: tuple[Ints, Ints, Ints]

    @property
    def hands(self) -> int:
        """The number of hands that can be dealt from the shoe."""
        return comb(52 * self.decks, 3)

    @property
    def bank_hands(self) -> int:
        """The number of bank hands that are left beside a player's hand."""
        return comb(52 * self.decks - 3, 3)


def ways(decks: int) -> Ints:
    """In how many ways ``times`` cards of one face are taken, at index ``face * 4 + times``."""
    row = [comb(decks, times) for times in range(4)]
    return np.array([*row * _NO_FACE, 1, 0, 0, 0], dtype=np.int64)


def hand_types(decks: int) -> HandTypes:
    """The hand types of a shoe of so many decks.

    >>> types = hand_types(2)
    >>> int(types.weights.sum()) == types.hands == 182104
    True
    """
    listed = list(combinations_with_replacement(range(len(CARDS)), 3))
    strengths = [strength((CARDS[a], CARDS[b], CARDS[c])) for a, b, c in listed]
    order = np.argsort(np.array(strengths), kind="stable")
    faces = np.array(listed, dtype=np.int64)[order]
    slots = _slots(faces)
    counts = ways(decks)
    weights = counts[slots[0]] * counts[slots[1]] * counts[slots[2]]
    there = weights > 0
    return HandTypes(
        decks,
        faces[there],
        np.array(strengths, dtype=np.int64)[order][there],
        weights[there],
        (slots[0][there], slots[1][there], slots[2][there]),
    )


def _slots(faces: Ints) -> tuple[Ints, Ints, Ints]:
    first, second, third = faces.T
    repeats_first = second == first
    repeats_second = third == second
    times_first = 1 + repeats_first + (repeats_first & repeats_second)
    times_second = np.where(repeats_first, 0, 1 + repeats_second)
    empty = _NO_FACE * 4
    return (
        first * 4 + times_first,
        np.where(repeats_first, empty, second * 4 + times_second),
        np.where(repeats_second, empty, third * 4 + 1),
    )


def distinct_hands(types: HandTypes) -> tuple[Ints, Ints]:
    """One type of every set of types that differ by their suits' names only, and the weight of the
    set: what one of them is worth against all bank hands, all of them are worth.

    Suits are equal in all four texts, so that this loses nothing.

    >>> types = hand_types(1)
    >>> chosen, weights = distinct_hands(types)
    >>> len(chosen), int(weights.sum())
    (1755, 22100)
    """
    ranks, suits = np.divmod(types.faces, 4)
    keys: Any = None
    for renamed in permutations(range(4)):
        faces = np.sort(ranks * 4 + np.array(renamed)[suits], axis=1)
        code = (faces[:, 0] * 52 + faces[:, 1]) * 52 + faces[:, 2]
        keys = code if keys is None else np.minimum(keys, code)
    _, chosen, belongs = np.unique(keys, return_index=True, return_inverse=True)
    totals = np.zeros(len(chosen), dtype=np.int64)
    np.add.at(totals, belongs, types.weights)
    return chosen, totals


def face_numbers(cards: tuple[str, ...]) -> tuple[int, ...]:
    """The numbers of cards, in order. Raises KeyError for a card that does not exist."""
    return tuple(sorted(CARD_NUMBER[card] for card in cards))
