"""A random walk over the flows. At each commit the books balance and every chip is accounted for.

A small model in plain Python walks beside the books; what it says and what they say is compared.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import uuid4

from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import selectors
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage, play
from ledger.services.settlement import post_pending
from ledger.services.verification import verify
from tests.ledger.room import CageRoom, check_now

PLAYERS = 3
Step = tuple[str, int, int, int]

STEPS = st.tuples(
    st.sampled_from(
        ["buy_in", "cash_out", "bets", "bets", "play", "settle", "settle", "void", "post"]
    ),
    st.integers(0, PLAYERS - 1),
    st.integers(0, PLAYERS - 1),
    st.integers(1, 5_000),
)


def is_short(step: Callable[[], None]) -> bool:
    """Whether the books refuse a step for want of chips; any other refusal is a fault."""
    try:
        step()
    except BooksError as error:
        if error.code is BooksRefusal.SHORT_OF_CHIPS:
            return True
        raise
    return False


@dataclass
class Walk:
    """The room, and what should be in it."""

    room: CageRoom
    people: list[int]
    stacks: list[int] = field(default_factory=lambda: [0] * PLAYERS)
    large: int = 0
    fees: int = 0
    # Stakes and fees of the open rounds, by player.
    open: dict[str, tuple[dict[int, int], dict[int, int]]] = field(default_factory=dict)

    def take(self, step: Step) -> None:
        name, a, b, cents = step
        getattr(self, name)(a, b, cents)

    def buy_in(self, a: int, b: int, cents: int) -> None:
        self.room.buy_in(self.people[a], cents)
        self.stacks[a] += cents

    def cash_out(self, a: int, b: int, cents: int) -> None:
        cage.cash_out(
            window=2,
            patron_id=self.people[a],
            cents=cents,
            request_id=str(uuid4()),
            actor=self.room.cashier,
        )
        followed = min(cents, self.stacks[a])
        self.stacks[a] -= followed
        self.large -= cents - followed

    def bets(self, a: int, b: int, cents: int) -> None:
        stakes, fees = {a: cents, b: cents // 2 + 1}, {a: cents % 7}
        needs = {p: stakes.get(p, 0) + fees.get(p, 0) for p in stakes}
        ref = f"4-{uuid4().hex[:12]}"
        short = is_short(
            lambda: self.room.bets(
                ref,
                {self.people[p]: c for p, c in stakes.items()},
                {self.people[p]: c for p, c in fees.items()},
            )
        )
        assert short == any(self.stacks[p] < need for p, need in needs.items())
        if short:
            return
        for p, need in needs.items():
            self.stacks[p] -= need
        self.fees += sum(fees.values())
        self.open[ref] = (stakes, fees)

    def play(self, a: int, b: int, cents: int) -> None:
        if not self.open:
            return
        ref, (stakes, _) = next(iter(self.open.items()))
        short = is_short(
            lambda: play.take_play_wager(
                table="4",
                round_ref=ref,
                patron_id=self.people[a],
                cents=cents,
                request_id=str(uuid4()),
                actor=None,
            )
        )
        assert short == (self.stacks[a] < cents)
        if not short:
            stakes[a] = stakes.get(a, 0) + cents
            self.stacks[a] -= cents

    def settle(self, a: int, b: int, cents: int) -> None:
        if self.open:
            ref, (stakes, _) = self.open.popitem()
            total = sum(stakes.values())
            part = min(cents, total)
            returns = {a: total} if a == b else {a: part, b: total - part}
            self.room.settle(ref, {self.people[p]: c for p, c in returns.items()})
            for p, c in returns.items():
                self.stacks[p] += c

    def void(self, a: int, b: int, cents: int) -> None:
        if self.open:
            ref, (stakes, fees) = self.open.popitem()
            play.order_void(
                table="4",
                round_ref=ref,
                revision=1,
                returns={self.people[p]: c for p, c in stakes.items()},
                fees_back={self.people[p]: c for p, c in fees.items()},
                box_id=self.room.box.pk,
                at=self.room.box.hung_at,
                actor=None,
            )
            for gone in (stakes, fees):
                for p, c in gone.items():
                    self.stacks[p] += c
            self.fees -= sum(fees.values())

    def post(self, a: int, b: int, cents: int) -> None:
        assert post_pending(limit=1 + cents % 3).failed == 0

    def compare(self) -> None:
        check_now()
        assert selectors.trial_balance().balanced
        assert selectors.chips_identity().holds
        found = selectors.funds(self.people)
        assert [found[who].available for who in self.people] == self.stacks
        assert selectors.at_large_cents() == self.large
        for ref, (stakes, _) in self.open.items():
            assert selectors.pot(ref).cents == sum(stakes.values())


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=st.lists(STEPS, min_size=1, max_size=25))
def test_the_books_balance_and_chips_are_accounted_for_at_each_commit(
    room: CageRoom, steps: list[Step]
) -> None:
    with transaction.atomic():
        walk = Walk(room, [room.player(1, f"P{n}") for n in range(PLAYERS)], [1] * PLAYERS)
        for step in steps:
            walk.take(step)
            walk.compare()
        while post_pending().posted:
            pass
        walk.compare()
        assert room.balance(f"collections:box:{room.box.pk}") == walk.fees
        assert list(verify()) == []
        transaction.set_rollback(True)
