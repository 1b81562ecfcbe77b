"""The theory of a whole rule pack."""

from fractions import Fraction

from tables.engine.packs import RulePack
from tables.engine.ranking import QUALIFYING_STRENGTH, HandClass
from tables.engine.wagers import WagerKind
from tables.theory.ante import Progress, ante_theory
from tables.theory.results import PackTheory, WagerTheory
from tables.theory.shoe import hand_types
from tables.theory.side import class_counts, side_theory, six_card_theory


def pack_theory(
    pack: RulePack, decks: int = 1, progress: Progress = lambda steps: steps
) -> PackTheory:
    """Exact results for every wager of a pack, dealt from so many decks.

    Raises ValueError for a number of decks that the pack does not allow.

    >>> from tables.engine.packs import pack_from_rules
    >>> theory = pack_theory(pack_from_rules({"base": "iowa"}))
    >>> [str(wager.edge) for wager in theory.wagers]
    ['686689/20358520', '128/5525']
    """
    if not 1 <= decks <= pack.text.decks_max:
        raise ValueError(f"{pack.base} is dealt from 1 to {pack.text.decks_max} deck(s)")
    types = hand_types(decks)
    counts = class_counts(types)
    qualifying = int(types.weights[types.strengths >= QUALIFYING_STRENGTH].sum())
    wagers: list[WagerTheory] = [ante_theory(pack, types, progress)]
    wagers.append(side_theory(pack.side_kind, pack.paytables[pack.side_kind], counts))
    if pack.six_card is not None:
        wagers += six_card_theory(pack.paytables[WagerKind.SIX_CARD_BONUS])
    return PackTheory(
        rules=pack.to_rules(),
        title=pack.text.title,
        decks=decks,
        hands=types.hands,
        classes=tuple((name.value, counts[name]) for name in reversed(HandClass)),
        qualifies=Fraction(qualifying, types.hands),
        wagers=tuple(wagers),
    )
