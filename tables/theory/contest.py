"""A player's hand against every hand that the bank can hold.

The bank's hand types are sorted by strength, so that for one player's hand they fall into four
stretches: the bank does not qualify, the player wins, ties, loses. The counts of each stretch are
read off running totals made once; only the bank hands that share a face with the player's hand are
counted one by one, since those can be dealt in fewer ways.
"""

from fractions import Fraction
from math import comb

import numpy as np

from tables.engine.cards import CARD_NUMBER, CARDS
from tables.engine.ranking import QUALIFYING_STRENGTH, strength
from tables.theory.shoe import HandTypes, Ints, face_numbers, hand_types, ways

NOT_QUALIFIED, WIN, TIE, LOSE = range(4)
_FACES = len(CARDS)


class Contest:
    """The counts for any player's hand against a shoe. Every count is exact."""

    def __init__(self, types: HandTypes) -> None:
        self.types = types
        self._ways = ways(types.decks)
        at_face = np.zeros((len(types.weights) + 1, _FACES), dtype=np.int64)
        rows = np.arange(1, len(types.weights) + 1)
        for place in range(3):
            np.add.at(at_face, (rows, types.faces[:, place]), types.weights)
        self._running = at_face.cumsum(axis=0)
        self._with_face = [
            np.flatnonzero((types.faces == face).any(axis=1)) for face in range(_FACES)
        ]
        self._qualifies_from = int(np.searchsorted(types.strengths, QUALIFYING_STRENGTH))

    def counts(self, faces: tuple[int, ...], hand_strength: int) -> Ints:
        """How often each outcome comes up with each face as the bank's up-card.

        A table of 52 faces by four outcomes. Each bank hand counts three times, once for each of
        its cards being the one that is up.
        """
        ends = self._stretches(hand_strength)
        totals = np.diff(self._running[[0, *ends]], axis=0).T
        # The player's own cards are missing from the shoe.
        ways_left = self._ways.copy()
        for face in set(faces):
            left = self.types.decks - faces.count(face)
            ways_left[face * 4 : face * 4 + 4] = [comb(left, times) for times in range(4)]
        shares_a_face = np.zeros(len(self.types.weights), dtype=bool)
        for face in set(faces):
            shares_a_face[self._with_face[face]] = True
        touched = np.flatnonzero(shares_a_face)
        first, second, third = (slot[touched] for slot in self.types.slots)
        now = ways_left[first] * ways_left[second] * ways_left[third]
        change = now - self.types.weights[touched]
        outcome = np.searchsorted(ends, touched, side="right")
        cell = (self.types.faces[touched] * 4 + outcome[:, None]).ravel()
        # Sums far below 2**53, which numpy adds up exactly.
        changes = np.bincount(cell, weights=change.repeat(3), minlength=_FACES * 4)
        return totals + changes.astype(np.int64).reshape(_FACES, 4)

    def _stretches(self, hand_strength: int) -> list[int]:
        """Where each stretch of the bank's types ends."""
        strengths, qualifies = self.types.strengths, self._qualifies_from
        weaker = int(np.searchsorted(strengths, hand_strength, side="left"))
        equal = int(np.searchsorted(strengths, hand_strength, side="right"))
        return [qualifies, max(weaker, qualifies), max(equal, qualifies), len(strengths)]


def value_of_playing(cards: tuple[str, ...], up_card: str | None, decks: int) -> Fraction:
    """What a hand is worth per ante if it is played, without an ante bonus; a fold is worth -1.

    >>> value_of_playing(("Qh", "6d", "4c"), None, 1)
    Fraction(-9151, 9212)
    """
    counts = Contest(hand_types(decks)).counts(face_numbers(cards), strength(cards))
    row = counts.sum(axis=0) if up_card is None else counts[CARD_NUMBER[up_card]]
    net = int(row[NOT_QUALIFIED]) + 2 * int(row[WIN]) - 2 * int(row[LOSE])
    return Fraction(net, int(row.sum()))
