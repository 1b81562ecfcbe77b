"""Exact results: every figure as a fraction, and counted again in another way."""

import json
from collections import Counter
from fractions import Fraction
from io import StringIO
from itertools import combinations
from random import Random

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from tables.engine.cards import CARDS
from tables.engine.packs import pack_from_rules
from tables.engine.paytables import NEW_YORK_PAIR_PLUS, NEW_YORK_SIX_CARD
from tables.engine.ranking import qualifies, strength
from tables.engine.sixcard import six_card_class
from tables.engine.wagers import WagerKind
from tables.theory.contest import Contest, value_of_playing
from tables.theory.pack import pack_theory
from tables.theory.results import PackTheory, WagerTheory, root
from tables.theory.shoe import distinct_hands, hand_types
from tables.theory.side import class_counts, side_theory, six_card_counts, six_card_theory


def theory(base: str, decks: int = 1, **options: object) -> PackTheory:
    return pack_theory(pack_from_rules({"base": base, "options": options}), decks)


def wagers(base: str, decks: int = 1, **options: object) -> dict[str, WagerTheory]:
    return {wager.kind.value: wager for wager in theory(base, decks, **options).wagers}


ONE_DECK = wagers("california")
IOWA = wagers("iowa")
CLASSES = class_counts(hand_types(1))


def test_california_ante_and_play_against_the_up_card() -> None:
    ante = ONE_DECK["ante"]
    assert ante.edge == Fraction(229314, 12724075)
    assert ante.to_dict()["standard_deviation"] == "1.654173"
    assert ante.average_wager == Fraction(101996, 54145)


def test_the_best_play_in_california() -> None:
    plays = {play.up_card: play for play in ONE_DECK["ante"].best_play}
    assert list(plays) == [*"AKQJT98765432"]
    for up_card, cut, folded in (
        ("A", "A-9-2", "A-8-7"),
        ("K", "K-9-2", "K-8-7"),
        ("Q", "Q-9-2", "Q-8-7"),
    ):
        play = plays[up_card]
        assert (play.weakest_played, play.best_folded, play.suits_decide) == (cut, folded, False)
    assert plays["Q"].sentence == "Queen up: play Q-9-2 or better."
    assert plays["J"].sentence == "Jack up: play everything."
    assert all(plays[rank].best_folded is None for rank in "JT98765432")


ELEMENTS = {
    "fold": 141_992_640,
    "bank_not_qualified": 371_427_840,
    "win": 290_810_508,
    "push": 745_032,
    "lose": 416_535_180,
}


def test_the_situations_of_california_are_counted_element_by_element() -> None:
    all_situations = 22_100 * 18_424 * 3
    assert sum(ELEMENTS.values()) == all_situations
    found = {hit.name: hit.probability for hit in ONE_DECK["ante"].hits}
    assert found == {name: Fraction(count, all_situations) for name, count in ELEMENTS.items()}


@pytest.mark.parametrize(
    ("base", "options", "edge", "deviation"),
    [
        ("casino_guide", {}, Fraction(686689, 20358520), "1.639253"),
        ("new_york", {"ante_bonus": "enhanced"}, Fraction(594569, 20358520), "1.657646"),
    ],
)
def test_the_hidden_bank(
    base: str, options: dict[str, object], edge: Fraction, deviation: str
) -> None:
    ante = wagers(base, 1, **options)["ante"]
    assert ante.edge == edge
    assert ante.to_dict()["standard_deviation"] == deviation
    [play] = ante.best_play
    assert play.sentence == "Play Q-6-4 or better." and play.played == Fraction(149, 221)


def test_the_hidden_bank_without_an_ante_bonus() -> None:
    """No text plays this; it is counted here by the engine's own strengths and the contest's."""
    types = hand_types(1)
    contest, total = Contest(types), Fraction(0)
    chosen, weights = distinct_hands(types)
    for at, weight in zip(chosen, weights, strict=True):
        faces = tuple(int(face) for face in types.faces[at])
        missed, win, _, lose = contest.counts(faces, int(types.strengths[at])).sum(axis=0)
        played = Fraction(int(missed + 2 * win - 2 * lose), 3 * types.bank_hands)
        total += max(played, Fraction(-1)) * int(weight)
    assert -total / types.hands == Fraction(8813253, 101792600)


def test_the_bonus_pays_the_bank_with_one_deck_and_costs_it_with_more() -> None:
    assert ONE_DECK["bonus"].edge == Fraction(242, 5525)
    assert theory("california").warnings == ()
    two = theory("california", 2)
    assert two.wagers[1].edge == Fraction(-1138, 22763)
    assert two.warnings == (
        "The bank loses on Bonus with 2 deck(s): 4.9993 % of what is staked on it.",
    )


@pytest.mark.parametrize(
    ("decks", "ante", "bonus", "qualify"),
    [
        (2, Fraction(37414232, 1896726975), Fraction(-1138, 22763), "70.4784"),
        (5, Fraction(32365825, 1557041696), Fraction(-15790, 144781), "70.9907"),
        (8, Fraction(3513697792, 166880284305), Fraction(-9242, 74451), "71.1166"),
    ],
)
def test_california_with_several_decks(
    decks: int, ante: Fraction, bonus: Fraction, qualify: str
) -> None:
    found = theory("california", decks)
    assert [wager.edge for wager in found.wagers] == [ante, bonus]
    assert f"{found.qualifies.numerator / found.qualifies.denominator * 100:.4f}" == qualify


def test_with_two_decks_suits_decide_at_the_cut() -> None:
    plays = {play.up_card: play for play in wagers("california", 2)["ante"].best_play}
    assert plays["Q"].sentence == "Queen up: play Q-9-2 or better, but Q-9-2 only in some suits."
    assert plays["A"].weakest_played == plays["A"].best_folded == "A-9-3"
    eight = {play.up_card: play for play in wagers("california", 8)["ante"].best_play}
    cuts = [eight[rank].weakest_played for rank in "QKA"]
    assert cuts == ["Q-9-3", "K-9-3", "A-9-4"] and not eight["A"].suits_decide


@pytest.mark.parametrize(
    ("table", "edge", "deviation"),
    [
        ("A", Fraction(188, 5525), "2.7671"),
        ("B", Fraction(149, 5525), "2.8464"),
        ("C", Fraction(707, 5525), "2.5078"),
        ("D", Fraction(308, 5525), "2.8480"),
        ("E", Fraction(402, 5525), "2.8496"),
        ("F", Fraction(128, 5525), "2.9106"),
        ("G", Fraction(193, 5525), "2.7972"),
    ],
)
def test_new_yorks_pair_plus_tables(table: str, edge: Fraction, deviation: str) -> None:
    found = side_theory(WagerKind.PAIR_PLUS, NEW_YORK_PAIR_PLUS[table], CLASSES)
    assert found.edge == edge
    assert root(found.variance, 4) == deviation


def test_iowa_and_the_guide_share_table_f() -> None:
    assert IOWA["ante"].edge == Fraction(686689, 20358520)
    assert IOWA["pair_plus"].edge == Fraction(128, 5525)
    hits = {hit.name: (hit.probability, hit.pays) for hit in IOWA["pair_plus"].hits}
    assert hits["straight_flush"] == (Fraction(48, 22100), "40 to 1")  # the royals among them
    assert sum(share for share, _ in hits.values()) == Fraction(283, 1105)


@pytest.mark.parametrize(
    ("table", "edge"),
    [
        ("A", Fraction(15306, 149695)),
        ("B", Fraction(55546, 363545)),
        ("C", Fraction(26393, 391510)),
        ("D", Fraction(12816, 149695)),
    ],
)
def test_new_yorks_six_card_tables(table: str, edge: Fraction) -> None:
    for version in ("pair_plus", "ante_and_pair_plus"):
        [found] = six_card_theory(NEW_YORK_SIX_CARD[version][table])
        assert found.edge == edge


def test_new_yorks_six_card_table_e_depends_on_the_stake() -> None:
    found = six_card_theory(NEW_YORK_SIX_CARD["ante_and_pair_plus"]["E"])
    assert [wager.edge for wager in found] == [
        Fraction(15136, 149695),
        Fraction(387312, 2544815),
        Fraction(403562, 2544815),
    ]
    assert found[1].title == "Six-card bonus of $5, table E"


def test_the_sets_of_six_cards_are_counted() -> None:
    counts = {name and name.value: count for name, count in six_card_counts().items()}
    assert counts == {
        "six_card_royal_diamonds": 1,
        "six_card_royal": 3,
        "royal_flush": 184,
        "straight_flush": 1_656,
        "four_of_a_kind": 14_664,
        "full_house": 165_984,
        "flush": 205_792,
        "straight": 361_620,
        "three_of_a_kind": 732_160,
        None: 18_876_456,
    }


def test_the_sets_of_six_cards_are_counted_as_they_are_over_two_suits() -> None:
    """The grouping by suits, against every single set of the fourteen cards of two small suits."""
    cards = [rank + suit for rank in "9TJQKA2" for suit in "ds"]
    plain = Counter(six_card_class(six) for six in combinations(cards, 6))
    assert sum(plain.values()) == 3003 and len(plain) == 7


# -- Single hands ----------------------------------------------------------------------------------

VALUES = [
    ("Qh 6d 4c", None, 1, "-9151/9212"),
    ("Qh 6d 3c", None, 1, "-393/392"),
    ("Qh 7d 4h", None, 8, "-5858415/5827843"),
    ("Qh 7d 5h", None, 8, "-5800799/5827843"),
    ("5h 3d 2c", None, 1, "-21017/18424"),
    ("Kh 9d 4c", None, 1, "-3113/9212"),
    ("Ah Kd Jc", None, 1, "1671/2632"),
    ("2h 2d Ac", None, 1, "1528/2303"),
    ("Ah 2d 3c", None, 1, "28331/18424"),
    ("5h 3h 2h", None, 1, "12539/9212"),
    ("2h 2d 2c", None, 1, "31343/18424"),
    ("Ah 2h 3h", None, 1, "7743/4606"),
    ("Ah Kh Qh", None, 1, "15061/9212"),
    ("7h 7h 7h", None, 8, "9861792/5827843"),
    ("Ah Ah 9h", None, 8, "9045767/5827843"),
    ("Ah Ah 9d", None, 8, "7563583/5827843"),
    ("Qh 9d 2c", "Qs", 1, "-269/282"),
    ("Qh 8d 7c", "Qs", 1, "-50/47"),
    ("Kh 9d 2c", "Ks", 1, "-269/282"),
    ("Ah 9d 2c", "As", 1, "-140/141"),
    ("Ah 9d 2c", "Ad", 1, "-559/564"),
    ("Ah 8d 7c", "As", 1, "-105/94"),
    ("Qh Jd 9c", "Ks", 1, "-2/1"),
    ("5h 3d 2c", "Js", 1, "-40/47"),
    ("5h 3d 2c", "2s", 1, "-143/188"),
    ("2h 2d 3c", "As", 1, "46/47"),
    ("2c 2d Ac", "Jh", 1, "547/1128"),
    ("Th 9h 7d", "9s", 1, "-77/94"),
    ("Ah 9d 3c", "Ad", 2, "-1/1"),
    ("Ah 9d 3c", "Ah", 2, "-827/825"),
    ("Ah 9d 3c", "As", 8, "-14611/14111"),
    ("Ah 9d 4c", "As", 8, "-42041/42333"),
    ("Qh Qh 4h", "Qs", 8, "74102/42333"),
]


@pytest.mark.parametrize(("cards", "up_card", "decks", "value"), VALUES)
def test_the_value_of_playing_a_hand(
    cards: str, up_card: str | None, decks: int, value: str
) -> None:
    assert value_of_playing(tuple(cards.split()), up_card, decks) == Fraction(value)


def test_hands_that_nobody_chose_are_worth_what_plain_counting_says() -> None:
    random = Random(3)
    for _ in range(4):
        own = tuple(random.sample(CARDS, 3))
        left = [card for card in CARDS if card not in own]
        up_card = random.choice(left)
        nets = []
        for bank in combinations(left, 3):
            if up_card in bank:
                theirs, mine = strength(bank), strength(own)
                nets.append(2 * ((mine > theirs) - (mine < theirs)) if qualifies(theirs) else 1)
        expected = Fraction(sum(nets), len(nets))
        assert value_of_playing(own, up_card, 1) == expected


@pytest.mark.parametrize("decks", [1, 2])
def test_renaming_suits_changes_no_count(decks: int) -> None:
    types = hand_types(decks)
    contest = Contest(types)
    for cards in (("Qh", "6d", "4c"), ("2h", "2d", "Ah")):
        renamed = tuple(
            card[0] + {"h": "s", "d": "c", "c": "h", "s": "d"}[card[1]] for card in cards
        )
        before, after = (
            contest.counts(tuple(CARDS.index(card) for card in hand), strength(hand))
            for hand in (cards, renamed)
        )
        by_rank = [table.reshape(13, 4, 4).sum(axis=1) for table in (before, after)]
        assert np.array_equal(*by_rank)


def test_types_stand_for_every_hand_of_the_shoe() -> None:
    for decks in (1, 3, 8):
        types = hand_types(decks)
        chosen, weights = distinct_hands(types)
        assert types.weights.sum() == weights.sum() == types.hands
        counts = Contest(types).counts((0, 0, 1) if decks > 1 else (0, 5, 9), 0)
        assert counts.sum() == 3 * types.bank_hands
        assert len(chosen) in (1755, 1755 + 13 + 26 * 13 - 13)


# -- The command -----------------------------------------------------------------------------------


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("theory", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_prints_the_results_as_json() -> None:
    printed = json.loads(run("california", "--json"))
    assert printed["schema"] == "cardroom.theory/1"
    assert [wager["edge"] for wager in printed["wagers"]] == ["229314/12724075", "242/5525"]
    assert printed["classes"]["straight"] == 720 and printed["qualifies"] == "769/1105"


def test_the_command_takes_options_of_the_pack() -> None:
    arguments = ["--set", "six_card.version=pair_plus", "--set", "six_card.table=D"]
    printed = json.loads(run("new_york", "--json", *arguments, "--set", "pair_plus_table=A"))
    assert [wager["edge"] for wager in printed["wagers"]] == [
        "686689/20358520",
        "188/5525",
        "12816/149695",
    ]


def test_the_command_warns_where_the_bank_loses() -> None:
    shown = run("california", "--decks", "2")
    assert "The bank loses on Bonus with 2 deck(s)" in shown
    assert "Ace up: play A-9-3 or better" in shown
    assert "loses" not in run("casino_guide")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["california", "--decks", "9"], "from 1 to 8"),
        (["iowa", "--decks", "2"], "from 1 to 1"),
        (["iowa", "--set", "coverage=retire"], "rules.options.coverage"),
        (["california", "--set", "coverage"], "not OPTION=VALUE"),
        (
            ["california", "--set", "button=1", "--set", "button.count_empty=true"],
            "a value already",
        ),
        (["nevada"], "invalid choice"),
    ],
)
def test_the_command_refuses_what_cannot_be(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run(*arguments)


def test_every_wager_of_every_pack_has_a_theory() -> None:
    assert set(ONE_DECK) == {WagerKind.ANTE, WagerKind.BONUS}
    assert set(IOWA) == {WagerKind.ANTE, WagerKind.PAIR_PLUS}
