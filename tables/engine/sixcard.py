"""The best five-card hand out of a player's three cards and the bank's (New York, (c)(7)).

Here a straight has five cards, A-2-3-4-5 included (our reading). The six-card royal flush of pay
table E is A-K-Q-J-10-9 of one suit (our reading). One deck: no card occurs twice.
"""

from collections.abc import Sequence
from enum import StrEnum

from tables.engine.cards import CARD_NUMBER


class SixCardClass(StrEnum):
    """What the six-card bonus pays on, low to high. The six-card royals are classes of pay table E;
    the other tables pay them as royal flushes."""

    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"
    SIX_CARD_ROYAL = "six_card_royal"
    SIX_CARD_ROYAL_DIAMONDS = "six_card_royal_diamonds"


SIX_CARD_ROYALS = (SixCardClass.SIX_CARD_ROYAL, SixCardClass.SIX_CARD_ROYAL_DIAMONDS)

# Thirteen bits, one a rank, the two being the lowest.
_NINE_TO_ACE = 0b1111110000000
_TEN_TO_ACE = 0b1111100000000
_WHEEL = 0b1000000001111
_STRAIGHTS = (*(0b11111 << low for low in range(9)), _WHEEL)
_DIAMONDS = 1


def _holds_straight(ranks: int) -> bool:
    return any(ranks & run == run for run in _STRAIGHTS)


def six_card_class(cards: Sequence[str]) -> SixCardClass | None:
    """The highest class that five of these six cards form, or None below three of a kind.

    >>> six_card_class(["Ks", "Kh", "9d", "Kc", "Kd", "2c"]).value
    'four_of_a_kind'
    >>> six_card_class(["Ad", "Kd", "Qd", "Jd", "Td", "9d"]).value
    'six_card_royal_diamonds'
    """
    suits = [0, 0, 0, 0]
    counts = [0] * 13
    for card in cards:
        rank, suit = divmod(CARD_NUMBER[card], 4)
        suits[suit] |= 1 << rank
        counts[rank] += 1
    flush_suit = next((suit for suit in range(4) if suits[suit].bit_count() >= 5), None)
    if flush_suit is not None:
        ranks = suits[flush_suit]
        if ranks == _NINE_TO_ACE:
            diamonds = flush_suit == _DIAMONDS
            return SIX_CARD_ROYALS[diamonds]
        if ranks & _TEN_TO_ACE == _TEN_TO_ACE:
            return SixCardClass.ROYAL_FLUSH
        if _holds_straight(ranks):
            return SixCardClass.STRAIGHT_FLUSH
    most, next_most = sorted(counts, reverse=True)[:2]
    if most == 4:
        return SixCardClass.FOUR_OF_A_KIND
    if most == 3 and next_most >= 2:
        return SixCardClass.FULL_HOUSE
    if flush_suit is not None:
        return SixCardClass.FLUSH
    if _holds_straight(suits[0] | suits[1] | suits[2] | suits[3]):
        return SixCardClass.STRAIGHT
    return SixCardClass.THREE_OF_A_KIND if most == 3 else None
