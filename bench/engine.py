"""Ranking beside pokerkit's, settling rounds of 14 seats, and the theory of every pack, in one run.

Rates are this machine's and of one core (process time); the ratios mean something elsewhere.
Wanted: ranking at least 10 times pokerkit's, from text and parsed; at least 5,000 explained
settlements a second; the theory of one deck in under 2 seconds, nothing cached.
"""

import random
import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pokerkit import Card, RhodeIslandHoldemHand, RhodeIslandHoldemLookup

from tables.engine.cards import CARDS, full_deck
from tables.engine.coverage import place_button
from tables.engine.judging import judge_bank, judge_hand
from tables.engine.packs import pack_from_rules
from tables.engine.ranking import strength, strength_of_text
from tables.engine.settlement import settle
from tables.engine.wagers import Decision, WagerKind
from tables.theory.pack import pack_theory

REPEATS, HANDS, ROUNDS = 5, 5_000, 300
SEATS = BANK_SEAT = 14
Dealt = tuple[tuple[str, ...], list[tuple[str, ...]]]


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


def seconds(work: Callable[[], object]) -> float:
    """The best of several runs, in seconds of this process's own time."""
    best = 0.0
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        spent = time.process_time() - start
        best = spent if not best else min(best, spent)
    return best


def ranking() -> None:
    hands = random.Random(1).sample(list(combinations(CARDS, 3)), HANDS)
    texts = ["".join(hand) for hand in hands]
    parsed = [tuple(Card.parse(text)) for text in texts]
    lookup = RhodeIslandHoldemLookup()
    ratios = {
        "from text": (
            seconds(lambda: [RhodeIslandHoldemHand(text) for text in texts]),
            seconds(lambda: [strength_of_text(text) for text in texts]),
        ),
        "parsed": (
            seconds(lambda: [lookup.get_entry(cards) for cards in parsed]),
            seconds(lambda: [strength(hand) for hand in hands]),
        ),
    }
    for name, (theirs, ours) in ratios.items():
        say(f"ranking {name}: {theirs / ours:.1f} times pokerkit ({HANDS / ours:,.0f} a second)")


def deals() -> list[Dealt]:
    dealer = random.Random(2)
    shoes = [dealer.sample(full_deck(), 3 * SEATS) for _ in range(ROUNDS)]
    return [
        (tuple(shoe[:3]), [tuple(shoe[at : at + 3]) for at in range(3, 3 * SEATS, 3)])
        for shoe in shoes
    ]


def settling() -> None:
    """From cards to a settlement with every sentence: 13 players, each with a bonus bet."""
    pack = pack_from_rules({"base": "california"})
    better = random.Random(3)
    stakes = [
        {
            WagerKind.ANTE: better.choice([1000, 2000, 2500, 5000]),
            WagerKind.BONUS: better.choice([500, 1000]),
        }
        for _ in range(1, SEATS)
    ]
    decisions = [Decision.FOLD if seat % 4 == 0 else Decision.PLAY for seat in range(1, SEATS)]

    def settle_all(rounds: list[Dealt]) -> None:
        for bank_cards, dealt in rounds:
            bank = judge_bank(bank_cards)
            hands = [
                judge_hand(bank, seat, stakes[seat - 1], decisions[seat - 1], cards)
                for seat, cards in enumerate(dealt, start=1)
            ]
            live = {hand.seat for hand in hands}
            button = place_button(pack.button, bank_cards[2][0], BANK_SEAT, SEATS, live)
            settled = settle(pack, SEATS, bank, hands, bank_wager=150_000, button_seat=button.seat)
            assert settled.sentences

    rounds = deals()
    spent = seconds(lambda: settle_all(rounds))
    say(f"settling a round of 14 seats, explained: {ROUNDS / spent:,.0f} a second (wanted 5,000)")


def theory() -> None:
    for base, options in (
        ("california", {}),
        ("iowa", {}),
        ("new_york", {"six_card": {"version": "ante_and_pair_plus", "table": "E"}}),
    ):
        pack = pack_from_rules({"base": base, "options": options})
        spent = seconds(lambda pack=pack: pack_theory(pack))  # type: ignore[misc]
        say(f"theory of {base}, one deck: {spent:.2f} s of computing (wanted under 2)")


if __name__ == "__main__":
    ranking()
    settling()
    theory()
