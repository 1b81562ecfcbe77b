"""The ante and the play wager under the best play, by every hand against every hand."""

from collections.abc import Callable, Iterable
from fractions import Fraction

import numpy as np

from tables.engine.cards import RANKS
from tables.engine.packs import RulePack
from tables.engine.ranking import pay_class_of, ranks_of
from tables.engine.wagers import WagerKind
from tables.theory.contest import LOSE, NOT_QUALIFIED, TIE, WIN, Contest
from tables.theory.results import Hit, Play, WagerTheory
from tables.theory.shoe import HandTypes, Ints, distinct_hands

FOLDED = 4
_NAMES = ("bank_not_qualified", "win", "push", "lose", "fold")
Progress = Callable[[Iterable[int]], Iterable[int]]


def ante_theory(
    pack: RulePack, types: HandTypes, progress: Progress = lambda steps: steps
) -> WagerTheory:
    """The bank's edge per unit of the ante. The player sees his own cards, and the up-card if the
    pack has one; he plays where that is worth at least as much as folding.

    ``progress`` wraps the loop over the player's hands, for a bar on a screen.
    """
    search = _Search(pack, types)
    chosen, weights = distinct_hands(types)
    for at in progress(range(len(chosen))):
        search.add(int(chosen[at]), int(weights[at]))
    return search.result()


class _Search:
    """Adds up the situations of the game: a player's hand, a bank hand, and which card is up."""

    def __init__(self, pack: RulePack, types: HandTypes) -> None:
        self.pack = pack
        self.types = types
        self.contest = Contest(types)
        self.outcomes = [0] * 5
        self.gained = self.squares = 0
        self.decided: list[tuple[int, int, Ints, Ints]] = []

    def add(self, at: int, weight: int) -> None:
        """One player's hand type, dealt in ``weight`` ways."""
        types, text = self.types, self.pack.text
        hand_strength = int(types.strengths[at])
        faces = tuple(int(face) for face in types.faces[at])
        counts = self.contest.counts(faces, hand_strength)
        bonus = self._ante_bonus(hand_strength)
        nets = np.array([0, 0, bonus, bonus - 2], dtype=np.int64)
        nets[NOT_QUALIFIED] = text.ante_odds + bonus
        nets[WIN] = text.ante_odds + text.play_odds + bonus
        situations = counts.sum(axis=1)
        played = counts @ nets
        if not self.pack.has_up_card:
            plays = np.full(len(situations), played.sum() >= -situations.sum())
        else:
            plays = played >= -situations
        kept = counts[plays].sum(axis=0)
        folds = int(situations[~plays].sum())
        for outcome in (NOT_QUALIFIED, WIN, TIE, LOSE):
            self.outcomes[outcome] += int(kept[outcome]) * weight
        self.outcomes[FOLDED] += folds * weight
        self.gained += (int(kept @ nets) - folds) * weight
        self.squares += (int(kept @ (nets * nets)) + folds) * weight
        self.decided.append((hand_strength, weight, plays, situations))

    def _ante_bonus(self, hand_strength: int) -> int:
        table = self.pack.paytables.get(WagerKind.ANTE_BONUS)
        return 0 if table is None else table.payoff(pay_class_of(hand_strength), 1)

    def result(self) -> WagerTheory:
        all_situations = 3 * self.types.hands * self.types.bank_hands
        mean = Fraction(self.gained, all_situations)
        shares = [Fraction(count, all_situations) for count in self.outcomes]
        return WagerTheory(
            kind=WagerKind.ANTE,
            title="Ante and Play, best play",
            edge=-mean,
            variance=Fraction(self.squares, all_situations) - mean**2,
            hits=tuple(Hit(name, share, "") for name, share in zip(_NAMES, shares, strict=True)),
            best_play=self._best_play(),
            average_wager=2 - shares[FOLDED],
        )

    def _best_play(self) -> tuple[Play, ...]:
        if not self.pack.has_up_card:
            return (self._against(None, range(52)),)
        ranks = reversed(range(len(RANKS)))
        return tuple(self._against(RANKS[rank], range(rank * 4, rank * 4 + 4)) for rank in ranks)

    def _against(self, up_card: str | None, faces: range) -> Play:
        """The rule against these faces of the up-card."""
        played: list[int] = []
        folded: list[int] = []
        plays_in = total = 0
        for hand_strength, weight, plays, situations in self.decided:
            seen = situations[faces.start : faces.stop]
            yes = plays[faces.start : faces.stop]
            plays_in += int(seen[yes].sum()) * weight
            total += int(seen.sum()) * weight
            if (yes & (seen > 0)).any():
                played.append(hand_strength)
            if (~yes & (seen > 0)).any():
                folded.append(hand_strength)
        weakest, best = min(played), max(folded, default=-1)
        return Play(
            up_card,
            weakest_played=ranks_of(weakest),
            best_folded=None if best < 0 else ranks_of(best),
            suits_decide=best >= weakest,
            played=Fraction(plays_in, total),
        )
