"""A random walk of cash, merges and reversals, against a recount that knows nothing of totals.

A list of what happened walks beside the books; totals, reports and the recount follow from it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardroom.people.models import Patron, Staff, today
from cardroom.people.roles import Role
from ledger import currency_selectors as selectors
from ledger.books.currency import REPORT_ABOVE
from ledger.books.person_flows import Form
from ledger.models import CurrencyReport, Entry
from ledger.refusals import BooksError, BooksRefusal
from ledger.selectors import chips_identity, trial_balance
from ledger.services import cage, deposits, merging, reversals
from ledger.services.verification import verify
from tests.ledger.room import CageRoom, check_now, patron, staff

NAMED, DESCRIBED = 2, 2
Step = tuple[str, int, int]
STEPS = st.tuples(
    st.sampled_from(
        [
            "buy_in",
            "cash_out",
            "buy_in",
            "cash_out",
            "deposit",
            "withdraw",
            "reverse",
            "merge",
            "merge",
            "undo",
        ]
    ),
    st.integers(0, 7),
    st.integers(1, 600_000),
)


def outcome(
    service: Callable[..., Any], *given: Any, **more: Any
) -> tuple[Any, BooksRefusal | None]:
    """What a service answers, or why it refuses."""
    try:
        return service(*given, **more), None
    except BooksError as error:
        return None, BooksRefusal(error.code)


@dataclass
class Happened:
    """One movement of cash: cents in above zero, out below; whether it still counts."""

    who: int
    cents: int
    counts: bool = True


@dataclass
class Walk:
    room: CageRoom
    boss: Staff
    named: list[int]
    described: list[int]
    moves: dict[int, Happened] = field(default_factory=dict)
    merged: dict[int, tuple[int, int]] = field(default_factory=dict)
    was_above: set[int] = field(default_factory=set)

    @property
    def people(self) -> list[int]:
        return [*self.named, *(who for who in self.described if who not in self.merged)]

    def serve(
        self, service: Callable[..., Any], who: int, cents: int, sign: int, **more: object
    ) -> None:
        posted, refused = outcome(
            service,
            window=2,
            patron_id=who,
            cents=cents,
            request_id=str(uuid4()),
            actor=self.room.cashier,
            **more,
        )
        assert refused in (None, BooksRefusal.DEPOSIT_SHORT, BooksRefusal.NAME_NEEDED)
        if refused is None:
            self.moves[posted.id] = Happened(who, sign * cents)

    def take(self, step: Step) -> None:
        name, n, cents = step
        who = self.people[n % len(self.people)]
        match name:
            case "buy_in":
                self.serve(cage.buy_in, who, cents, 1)
            case "cash_out":
                self.serve(cage.cash_out, who, cents, -1)
            case "deposit":
                self.serve(deposits.deposit, who, cents, 1, form=Form.CASH)
            case "withdraw":
                self.serve(deposits.withdraw, who, cents, -1, form=Form.CASH)
            case "reverse":
                self.reverse(n)
            case "merge":
                self.merge(n)
            case "undo" if self.merged:
                gone, (merge_id, _) = self.merged.popitem()
                merging.undo(merge_id, reason="a walk", actor=self.boss)
                assert Patron.objects.get(pk=gone).merged_into_id is None

    def reverse(self, n: int) -> None:
        if not self.moves:
            return
        entry_id = sorted(self.moves)[n % len(self.moves)]
        _, refused = outcome(
            reversals.reverse,
            entry_id,
            reason="a walk",
            holds=bool(n % 2),
            actor=self.room.cashier,
            approved_by=self.boss,
        )
        assert refused in (None, BooksRefusal.DEPOSIT_SHORT, BooksRefusal.REVERSED_ALREADY)
        assert (refused is BooksRefusal.REVERSED_ALREADY) != self.moves[entry_id].counts
        if refused is None:
            self.moves[entry_id].counts = False

    def merge(self, n: int) -> None:
        gone, into = self.described[n % DESCRIBED], self.named[n % NAMED]
        if gone in self.merged:
            return
        proposal, refused = outcome(
            merging.propose,
            gone,
            into,
            reason="a walk",
            actor=self.room.cashier,
            request_id=uuid4(),
        )
        assert refused in (None, BooksRefusal.MERGE_CHIPS)
        if refused is None:
            merging.decide(proposal.pk, approve=True, actor=self.boss)
            self.merged[gone] = (proposal.pk, into)

    def compare(self) -> None:
        check_now()
        assert trial_balance().balanced and chips_identity().holds
        for who in self.people:
            mine = {who, *(gone for gone, (_, into) in self.merged.items() if into == who)}
            counted = [m.cents for m in self.moves.values() if m.counts and m.who in mine]
            expected = sum(c for c in counted if c > 0), -sum(c for c in counted if c < 0)
            assert selectors.totals(who, today()) == expected
            if max(expected) > REPORT_ABOVE:
                self.was_above.add(who)
                report = CurrencyReport.objects.get(patron_id=who)
                found = selectors.report(report.pk)
                assert found is not None and found.state is selectors.State.OPEN
        # A report is opened where a total was above the threshold, and nowhere else.
        assert set(CurrencyReport.objects.values_list("patron_id", flat=True)) == self.was_above


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=st.lists(STEPS, min_size=1, max_size=30))
def test_totals_reports_and_recount_agree_whatever_is_done_and_undone(
    room: CageRoom, steps: list[Step]
) -> None:
    with transaction.atomic():
        described = [
            Patron.objects.create(name=f"D{n}", description="marks", kind="described").pk
            for n in range(DESCRIBED)
        ]
        walk = Walk(
            room, staff(Role.CAGE_SUPERVISOR), [patron(f"N{n}") for n in range(NAMED)], described
        )
        for step in steps:
            walk.take(step)
            walk.compare()
        assert list(verify()) == []
        listed = {
            move.entry_id
            for move in selectors.transactions([*walk.named, *walk.described], today(), today())
        }
        assert listed == set(walk.moves)
        assert Entry.objects.filter(kind="reversal").count() == sum(
            not move.counts for move in walk.moves.values()
        )
        transaction.set_rollback(True)
