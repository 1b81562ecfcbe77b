"""The ranking of three-card hands, the same in all four packs, for one to eight decks.

High to low: straight flush, three of a kind, straight, flush, pair, high card (Iowa (b), New York
(b)(2), the guide's list). A-K-Q is the top straight and A-2-3 the lowest. Inside a class the lists
of the texts come before their sentence on "the highest ranking card that is not contained in the
other hand", which alone would let 2-2-A beat K-K-3 (our reading).

With several decks a hand may hold identical cards: three of one rank are three of a kind even when
suited, and a suited pair is a flush, because flush outranks pair (our reading).

A hand's *strength* is a whole number: the higher one wins, equal ones push. All strengths are
worked out once, when the module is loaded, into a table by the three cards in any order.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache

from cardroom.texts import Sentence, say
from tables.engine.cards import CARDS, RANK_NAMES, RANK_NUMBER, RANKS


class HandClass(StrEnum):
    """The classes of three cards, low to high. ``ROYAL_FLUSH`` (A-K-Q suited) is a class for
    paying only; in a comparison it is the top straight flush."""

    HIGH_CARD = "high_card"
    PAIR = "pair"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"


_LADDER = (
    HandClass.HIGH_CARD,
    HandClass.PAIR,
    HandClass.FLUSH,
    HandClass.STRAIGHT,
    HandClass.THREE_OF_A_KIND,
    HandClass.STRAIGHT_FLUSH,
)
# Strengths of one class lie within one step: three places to the base of thirteen ranks.
_STEP = 13**3
_ACE, _THREE, _TWO = RANK_NUMBER["A"], RANK_NUMBER["3"], RANK_NUMBER["2"]


def _strength(hand_class: HandClass, first: int, second: int = 0, third: int = 0) -> int:
    return _LADDER.index(hand_class) * _STEP + first * 169 + second * 13 + third


def _strength_of_ranks(high: int, middle: int, low: int, suited: bool) -> int:
    """The strength of three rank numbers, given high to low."""
    if high == low:
        return _strength(HandClass.THREE_OF_A_KIND, high)
    run = high - middle == middle - low == 1
    wheel = (high, middle, low) == (_ACE, _THREE, _TWO)
    if run or wheel:
        straight = HandClass.STRAIGHT_FLUSH if suited else HandClass.STRAIGHT
        return _strength(straight, _THREE if wheel else high)
    if suited:
        return _strength(HandClass.FLUSH, high, middle, low)
    if high == middle or middle == low:
        odd = low if high == middle else high
        return _strength(HandClass.PAIR, middle, odd)
    return _strength(HandClass.HIGH_CARD, high, middle, low)


def _all_strengths() -> tuple[int, ...]:
    """The strength of every three cards, by their numbers ``a * 52 * 52 + b * 52 + c``."""
    ranks = range(13)
    by_rank: list[tuple[int, int]] = []
    for a in ranks:
        for b in ranks:
            for c in ranks:
                high, middle, low = sorted((a, b, c), reverse=True)
                by_rank.append(
                    (
                        _strength_of_ranks(high, middle, low, suited=False),
                        _strength_of_ranks(high, middle, low, suited=True),
                    )
                )
    numbers = [(number // 4, number % 4) for number in range(52)]
    return tuple(
        by_rank[rank_a * 169 + rank_b * 13 + rank_c][suit_a == suit_b == suit_c]
        for rank_a, suit_a in numbers
        for rank_b, suit_b in numbers
        for rank_c, suit_c in numbers
    )


_STRENGTHS = _all_strengths()
_FIRST = {card: number * 52 * 52 for number, card in enumerate(CARDS)}
_SECOND = {card: number * 52 for number, card in enumerate(CARDS)}
_THIRD = {card: number for number, card in enumerate(CARDS)}

ROYAL_STRENGTH = _strength(HandClass.STRAIGHT_FLUSH, _ACE)
# "Queen-high or better" (California, rule 8): Q-3-2 is the lowest hand that qualifies.
QUALIFYING_STRENGTH = _strength(HandClass.HIGH_CARD, RANK_NUMBER["Q"], _THREE, _TWO)


def strength(cards: Sequence[str]) -> int:
    """The strength of three cards; the higher strength wins, equal strengths push.

    Raises KeyError for a card that does not exist, ValueError for another number of cards.

    >>> strength(["2s", "2h", "2d"]) > strength(["Ks", "Qh", "Jd"]) > strength(["Ks", "9s", "2s"])
    True
    >>> strength(["Kc", "Kd", "3s"]) > strength(["2c", "2d", "As"])
    True
    """
    first, second, third = cards
    return _STRENGTHS[_FIRST[first] + _SECOND[second] + _THIRD[third]]


def strength_of_text(text: str) -> int:
    """The strength of a hand written as six characters.

    >>> strength_of_text("AsKsQs") == ROYAL_STRENGTH
    True
    """
    return _STRENGTHS[_FIRST[text[:2]] + _SECOND[text[2:4]] + _THIRD[text[4:]]]


def class_of(hand_strength: int) -> HandClass:
    """The class of a strength, a royal flush being a straight flush.

    >>> class_of(strength(["As", "2d", "3h"])).value
    'straight'
    """
    return _LADDER[hand_strength // _STEP]


def pay_class_of(hand_strength: int) -> HandClass:
    """The class of a strength where a royal flush is a class of its own (California, Bonus 5)."""
    if hand_strength == ROYAL_STRENGTH:
        return HandClass.ROYAL_FLUSH
    return _LADDER[hand_strength // _STEP]


def qualifies(hand_strength: int) -> bool:
    """Whether a bank holding this strength plays: queen-high or better (California, rule 8).

    >>> qualifies(strength(["Qs", "3d", "2h"])), qualifies(strength(["Js", "Td", "8h"]))
    (True, False)
    >>> qualifies(strength(["Js", "Td", "9h"]))
    True
    """
    return hand_strength >= QUALIFYING_STRENGTH


@cache  # 741 hands; made again and again in the sentences of settlements
def describe(hand_strength: int) -> Sentence:
    """A hand in the words of the table.

    >>> describe(strength(["9s", "9h", "3c"])), describe(strength(["3s", "2h", "Ac"]))
    ('a pair of nines', 'a straight, three high')
    """
    hand_class, rest = class_of(hand_strength), hand_strength % _STEP
    first = rest // 169
    if hand_class is HandClass.HIGH_CARD:
        return say("{rank} high ({ranks})", rank=_name(first), ranks=ranks_of(hand_strength))
    if hand_class is HandClass.PAIR:
        return say("a pair of {ranks}", ranks=_PLURALS[RANKS[first]])
    if hand_class is HandClass.THREE_OF_A_KIND:
        return say("three {ranks}", ranks=_PLURALS[RANKS[first]])
    if hand_class is HandClass.FLUSH:
        return say("a flush, {rank} high", rank=_name(first))
    if hand_class is HandClass.STRAIGHT:
        return say("a straight, {rank} high", rank=_name(first))
    return say("a straight flush, {rank} high", rank=_name(first))


def ranks_of(hand_strength: int) -> str:
    """A hand by its ranks, as strategies are written.

    >>> ranks_of(strength(["Qs", "6h", "4c"])), ranks_of(strength(["2s", "2h", "Ac"]))
    ('Q-6-4', '2-2-A')
    """
    hand_class, rest = class_of(hand_strength), hand_strength % _STEP
    first, second, third = rest // 169, rest // 13 % 13, rest % 13
    if hand_class is HandClass.PAIR:
        shown = [first, first, second]
    elif hand_class is HandClass.THREE_OF_A_KIND:
        shown = [first] * 3
    elif hand_class in (HandClass.STRAIGHT, HandClass.STRAIGHT_FLUSH):
        shown = [first, first - 1, first - 2 if first != _THREE else _ACE]
    else:
        shown = [first, second, third]
    return "-".join(RANKS[rank] for rank in shown)


def _name(rank: int) -> str:
    return RANK_NAMES[RANKS[rank]]


_PLURALS = {
    "2": say("twos"),
    "3": say("threes"),
    "4": say("fours"),
    "5": say("fives"),
    "6": say("sixes"),
    "7": say("sevens"),
    "8": say("eights"),
    "9": say("nines"),
    "T": say("tens"),
    "J": say("jacks"),
    "Q": say("queens"),
    "K": say("kings"),
    "A": say("aces"),
}
