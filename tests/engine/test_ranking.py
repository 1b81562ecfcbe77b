"""Every three-card hand, counted, and compared with another program's ranking hand by hand."""

from collections import Counter
from itertools import combinations, permutations, product
from math import comb

import pytest
from pokerkit import Card, RhodeIslandHoldemLookup

from tables.engine.cards import CARDS, RANKS, full_deck, overdrawn, split_cards
from tables.engine.ranking import (
    QUALIFYING_STRENGTH,
    HandClass,
    class_of,
    describe,
    pay_class_of,
    qualifies,
    strength,
    strength_of_text,
)

HANDS = tuple(combinations(CARDS, 3))


def of(text: str) -> int:
    return strength(split_cards(text))


def test_the_hands_of_one_deck_are_counted() -> None:
    counts = Counter(pay_class_of(strength(hand)).value for hand in HANDS)
    assert counts == {
        "royal_flush": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high_card": 16440,
    }
    assert len({strength(hand) for hand in HANDS}) == 741
    assert sum(qualifies(strength(hand)) for hand in HANDS) == 15380


def test_every_hand_agrees_with_pokerkit() -> None:
    lookup = RhodeIslandHoldemLookup()
    ours_by_theirs: dict[int, int] = {}
    for hand in HANDS:
        theirs = lookup.get_entry(tuple(Card.parse("".join(hand))))
        ours = strength(hand)
        assert ours_by_theirs.setdefault(theirs.index, ours) == ours
        assert class_of(ours).value == theirs.label.name.lower().removeprefix("one_")
    in_their_order = [ours_by_theirs[index] for index in sorted(ours_by_theirs)]
    assert in_their_order == sorted(set(in_their_order))
    assert len(in_their_order) == 741


def test_the_order_of_the_cards_does_not_matter() -> None:
    for hand in HANDS[::97]:
        assert len({strength(shuffled) for shuffled in permutations(hand)}) == 1


def test_a_hand_from_text_ranks_as_its_cards() -> None:
    assert all(strength_of_text("".join(hand)) == strength(hand) for hand in HANDS[::31])


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2s 2h 2d", "Ks Qh Jd"),  # trips over a straight
        ("3s 2h Ad", "Ks 9s 2s"),  # the lowest straight over a flush
        ("4c 3c 2c", "Ac Ad As"),  # a straight flush over three aces
        ("5s 3s 2s", "Ac Ad Ks"),  # a flush over a pair
        ("4s 3h 2d", "3s 2h Ad"),  # A-2-3 is the lowest straight
        ("As Kh Qd", "Ks Qh Jd"),
        ("Ks Kh 3d", "2s 2h Ad"),  # the pair before the odd card
        ("Ks Kh 4d", "Kc Kd 3d"),
        ("As 3h 2c", "Kd As Jh"),  # a straight over ace high
        ("As Jh 9d", "Ac Jd 8d"),
    ],
)
def test_the_higher_hand_wins(higher: str, lower: str) -> None:
    assert of(higher) > of(lower)


@pytest.mark.parametrize("text", ["Ks As 2h", "Qs Ks 2h", "Ah 2s 4d"])
def test_no_straight_goes_round_the_corner(text: str) -> None:
    assert class_of(of(text)) is HandClass.HIGH_CARD


def test_suits_never_break_a_tie() -> None:
    assert of("As Qd 9h") == of("Ac Qh 9d")


def test_queen_three_two_is_the_lowest_that_qualifies() -> None:
    qualifying = min(strength(hand) for hand in HANDS if qualifies(strength(hand)))
    assert qualifying == of("Qs 3d 2h") == QUALIFYING_STRENGTH
    assert not qualifies(of("Js Td 8h"))
    assert qualifies(of("Js Td 9h")) and qualifies(of("2s 2d 3h"))


def test_a_royal_flush_is_a_class_for_paying_only() -> None:
    assert pay_class_of(of("As Ks Qs")) is HandClass.ROYAL_FLUSH
    assert class_of(of("As Ks Qs")) is HandClass.STRAIGHT_FLUSH
    assert pay_class_of(of("Ks Qs Js")) is HandClass.STRAIGHT_FLUSH
    assert pay_class_of(of("As 2s 3s")) is HandClass.STRAIGHT_FLUSH


@pytest.mark.parametrize(
    ("decks", "expected"),
    [
        (1, (4, 44, 52, 720, 1096, 3744, 16440)),
        (2, (32, 352, 728, 5760, 10016, 33696, 131520)),
        (5, (500, 5500, 14820, 90000, 168200, 561600, 2055000)),
        (8, (2048, 22528, 64480, 368640, 700928, 2336256, 8417280)),
    ],
)
def test_the_classes_of_several_decks_are_counted(decks: int, expected: tuple[int, ...]) -> None:
    counts: Counter[HandClass] = Counter()
    # Each of the 52 faces has ``decks`` cards: hands of 3, 2+1 and 1+1+1 different faces.
    for face in CARDS:
        counts[pay_class_of(strength((face, face, face)))] += comb(decks, 3)
        for other in CARDS:
            if other != face:
                counts[pay_class_of(strength((face, face, other)))] += comb(decks, 2) * decks
    for hand in HANDS:
        counts[pay_class_of(strength(hand))] += decks**3
    assert sum(counts.values()) == comb(52 * decks, 3)
    order = ("royal_flush", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")
    assert tuple(counts[HandClass(name)] for name in (*order, "high_card")) == expected


def test_with_several_decks_a_suited_pair_is_a_flush() -> None:
    assert class_of(of("As As 9s")) is HandClass.FLUSH
    assert of("As As 9s") > of("As Ks 9s") > of("Qs Qs Js")


def test_with_several_decks_three_identical_cards_are_trips() -> None:
    assert class_of(of("7h 7h 7h")) is HandClass.THREE_OF_A_KIND
    assert of("7h 7h 7h") == of("7c 7d 7s")


def test_hands_are_described_in_the_words_of_the_table() -> None:
    texts = ["Kc 7d 2c", "9s 9h 3c", "6s 6h 6c", "3s 2h Ac", "Ks 8s 4s", "As Ks Qs", "4d 3d 2d"]
    assert [describe(of(text)) for text in texts] == [
        "king high (K-7-2)",
        "a pair of nines",
        "three sixes",
        "a straight, three high",
        "a flush, king high",
        "a straight flush, ace high",
        "a straight flush, four high",
    ]


def test_a_card_that_does_not_exist_has_no_strength() -> None:
    with pytest.raises(KeyError):
        strength(("As", "Kd", "1c"))
    with pytest.raises(ValueError, match="unpack"):
        strength(("As", "Kd"))


def test_a_shoe_holds_each_card_once_a_deck() -> None:
    assert Counter(full_deck(3)) == {rank + suit: 3 for rank, suit in product(RANKS, "cdhs")}
    assert overdrawn(["As", "As", "As"], 2) == "As"
    assert overdrawn(["As", "As", "Kd"], 2) is None
