"""The best five of six cards (New York, (c)(7))."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tables.engine.cards import CARDS, split_cards
from tables.engine.sixcard import SixCardClass, six_card_class


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Ad Kd Qd Jd Td 9d", "six_card_royal_diamonds"),
        ("As Ks Qs Js Ts 9s", "six_card_royal"),
        ("As Ks Qs Js Ts 8s", "royal_flush"),
        ("As Ks Qs Js Ts 9d", "royal_flush"),
        ("Ks Qs Js Ts 9s 8s", "straight_flush"),
        ("As 2s 3s 4s 5s Kd", "straight_flush"),
        ("As 2s 3s 4s 5s 6s", "straight_flush"),
        ("Ks Kh Kc Kd 9d 9c", "four_of_a_kind"),
        ("Ks Kh Kc 9h 9d 9c", "full_house"),
        ("Ks Kh Kc 9h 9d 2c", "full_house"),
        ("Ks 9s 7s 4s 2s 2d", "flush"),
        ("As 2d 3s 4s 5s Ks", "flush"),
        ("As 2d 3s 4s 5s Kd", "straight"),
        ("Ad Ks Qh Jd Tc 2c", "straight"),
        ("9d 8s 7h 6d 5c 5d", "straight"),
        ("Ks Kh Kc 9h 8d 2c", "three_of_a_kind"),
        ("Ks Kh Qc Qh 8d 8c", None),
        ("Ks As 2c 3h 4d 9c", None),  # no straight goes round the corner
    ],
)
def test_the_best_class_is_found(cards: str, expected: str | None) -> None:
    found = six_card_class(split_cards(cards))
    assert (found and found.value) == expected


def by_definition(cards: tuple[str, ...]) -> str | None:
    """The best class over all fives, each judged by the words of the text."""
    return max((five_card_class(five) for five in combinations(cards, 5)), key=ORDER.index)


ORDER: list[str | None] = [None, *(entry.value for entry in SixCardClass)]


def five_card_class(five: tuple[str, ...]) -> str | None:
    values = sorted("23456789TJQKA".index(card[0]) for card in five)
    counts = sorted(Counter(values).values(), reverse=True)
    flush = len({card[1] for card in five}) == 1
    run = values == list(range(values[0], values[0] + 5)) or values == [0, 1, 2, 3, 12]
    if flush and run:
        return "royal_flush" if values[0] == 8 else "straight_flush"
    if counts[0] == 4:
        return "four_of_a_kind"
    if counts[:2] == [3, 2]:
        return "full_house"
    if flush:
        return "flush"
    if run:
        return "straight"
    return "three_of_a_kind" if counts[0] == 3 else None


def test_random_sixes_are_what_their_best_five_is() -> None:
    random = Random(6)
    for _ in range(3000):
        cards = tuple(random.sample(CARDS, 6))
        found = six_card_class(cards)
        assert (found and found.value) == by_definition(cards)


def test_crowded_sixes_are_what_their_best_five_is() -> None:
    random = Random(7)
    few = [rank + suit for rank in "A23456KQJT" for suit in "sd"]
    for _ in range(3000):
        cards = tuple(random.sample(few, 6))
        found = six_card_class(cards)
        if found not in (SixCardClass.SIX_CARD_ROYAL, SixCardClass.SIX_CARD_ROYAL_DIAMONDS):
            assert (found and found.value) == by_definition(cards)
