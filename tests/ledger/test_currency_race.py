"""Cash that comes in while two persons become one: whoever is first, nothing is missed."""

from collections.abc import Callable
from threading import Event, Thread
from uuid import uuid4

import pytest
from django.db import connection, transaction

from cardroom.people.models import Patron, today
from cardroom.people.roles import Role
from ledger import currency_selectors as selectors
from ledger.books import flows
from ledger.books.tally import Tally
from ledger.models import CurrencyReport
from ledger.services import merging
from ledger.services.posting import post
from ledger.services.verification import verify
from tests.ledger.room import CageRoom, patron, staff

LONG = 20.0


def held_open(work: Callable[[], object], begun: Event, commit: Event) -> Thread:
    """Do something in a transaction of its own that commits only when it is told to."""

    def run() -> None:
        try:
            with transaction.atomic():
                work()
                begun.set()
                assert commit.wait(LONG)
        finally:
            begun.set()
            connection.close()

    thread = Thread(target=run)
    thread.start()
    return thread


def later(work: Callable[[], object], done: Event) -> Thread:
    def run() -> None:
        try:
            work()
            done.set()
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    return thread


def described(name: str) -> int:
    return Patron.objects.create(name=name, description="marks", kind="described").pk


def cash_in(who: int, cents: int) -> None:
    """Straight into the books: a page that was open before the merge posts like this."""
    post(flows.buy_in(2, who, Tally(loose=cents)), request_id=str(uuid4()), actor=None)


def interleave(first: Callable[[], object], second: Callable[[], object]) -> None:
    """``second`` comes while ``first`` is not committed, and has to wait for it."""
    begun, commit, done = Event(), Event(), Event()
    holding = held_open(first, begun, commit)
    assert begun.wait(LONG)
    waiting = later(second, done)
    assert not done.wait(0.5), "it did not wait, so it can't have counted both"
    commit.set()
    holding.join(LONG)
    waiting.join(LONG)
    assert done.is_set()


@pytest.fixture
def pair(real_room: CageRoom) -> tuple[int, int, int]:
    """Somebody named with $6,000 in, somebody described, and the proposal to merge them."""
    into, merged = patron("Lee Park"), described("Tall man")
    cash_in(into, 600_000)
    proposal = merging.propose(
        merged, into, reason="licence", actor=real_room.cashier, request_id=uuid4()
    )
    return into, merged, proposal.pk


@pytest.mark.parametrize("cash_first", [True, False])
def test_cash_of_the_described_person_beside_the_merge_makes_the_report_due(
    pair: tuple[int, int, int], cash_first: bool
) -> None:
    into, merged, proposal = pair
    boss = staff(Role.MANAGER)
    steps = [
        lambda: cash_in(merged, 500_000),
        lambda: merging.decide(proposal, approve=True, actor=boss),
    ]
    interleave(*(steps if cash_first else steps[::-1]))
    assert selectors.totals(into, today()) == (1_100_000, 0)
    assert CurrencyReport.objects.get().patron_id == into
    assert list(verify()) == []


@pytest.mark.parametrize("cash_first", [True, False])
def test_cash_of_the_named_person_beside_the_merge_makes_the_report_due(
    pair: tuple[int, int, int], cash_first: bool
) -> None:
    into, merged, proposal = pair
    boss = staff(Role.MANAGER)
    cash_in(merged, 300_000)
    steps = [
        lambda: cash_in(into, 200_000),
        lambda: merging.decide(proposal, approve=True, actor=boss),
    ]
    # He has $3,000 in chips that are followed, and a merge would be refused for them.
    out = flows.cash_out(2, merged, Tally(loose=300_000), followed_cents=300_000)
    post(out, request_id="o", actor=None)
    interleave(*(steps if cash_first else steps[::-1]))
    assert selectors.totals(into, today()) == (1_100_000, 300_000)
    assert CurrencyReport.objects.get().patron_id == into
    assert list(verify()) == []


def test_two_merged_numbers_of_one_person_wait_for_each_other(real_room: CageRoom) -> None:
    into, one, two = patron("Lee Park"), described("Tall man"), described("Man in green")
    boss = staff(Role.MANAGER)
    for merged in (one, two):
        proposal = merging.propose(
            merged, into, reason="licence", actor=real_room.cashier, request_id=uuid4()
        )
        merging.decide(proposal.pk, approve=True, actor=boss)

    # One window would order them by its account; two tables have nothing in common.
    def at_the_table(who: int, table: str, box: int) -> None:
        sale = flows.table_sale(table, box, who, 600_000)
        post(sale, request_id=str(uuid4()), actor=None)

    interleave(lambda: at_the_table(one, "4", 1), lambda: at_the_table(two, "5", 2))
    assert selectors.totals(into, today()) == (1_200_000, 0)
    assert CurrencyReport.objects.get().patron_id == into
