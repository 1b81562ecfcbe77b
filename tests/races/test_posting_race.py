"""Posting at the same moment. Each race has its control: without the locks it appears."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection

from cardroom.people.models import Patron
from cardroom.people.roles import Role
from ledger.books import flows
from ledger.books.chart import Side
from ledger.books.entry import Entry, Flow, Leg
from ledger.models import Account, WindowShift
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage
from ledger.services.posting import PostedEntry, post
from ledger.services.verification import verify
from tests.ledger.room import CageRoom, close_window, patron, staff
from tests.races.crowd import at_once, failures

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 6
EACH = 25


@contextmanager
def posting_without_locks() -> Iterator[None]:
    """The posting function, its locks taken out."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('ledger_post'::regproc)")
        original = cursor.fetchone()[0]
        assert original.count(" FOR NO KEY UPDATE") == 2
        cursor.execute(original.replace(" FOR NO KEY UPDATE", ""))
        try:
            yield
        finally:
            cursor.execute(original)


def transfers(people: list[int], seed: int) -> Callable[[], None]:
    """Chips from one to another, each pair in any order."""
    choice = random.Random(seed)

    def run() -> None:
        for _ in range(EACH):
            giver, taker = choice.sample(people, 2)
            legs = (
                Leg(f"chips:player:{giver}", 1, Side.DEBIT),
                Leg(f"chips:player:{taker}", 1, Side.CREDIT),
            )
            post(Entry(Flow.CASH_OUT, legs), request_id=str(uuid4()), actor=None)

    return run


def race(room: CageRoom) -> list[Exception]:
    people = [room.player(1_000) for _ in range(4)]
    found = failures(at_once(*(transfers(people, seed) for seed in range(THREADS))))
    total = sum(room.chips_of(who) for who in people)
    assert total == 4_000
    return found


def test_entries_on_the_same_accounts_are_all_posted_in_a_chain(real_room: CageRoom) -> None:
    assert race(real_room) == []
    assert list(verify()) == []
    lines = Account.objects.filter(code__startswith="chips:player:")
    assert sum(lines.values_list("sequence", flat=True)) == 4 + 2 * THREADS * EACH


def test_without_the_locks_the_race_appears_and_the_database_still_refuses_it(
    real_room: CageRoom,
) -> None:
    with posting_without_locks():
        found = race(real_room)
    assert found
    assert all(isinstance(error, DatabaseError) for error in found)
    # What was lost was lost as a whole: the books still agree.
    assert list(verify()) == []


def test_one_request_many_times_at_once_is_posted_once(real_room: CageRoom) -> None:
    who = patron()

    def click() -> PostedEntry:
        return cage.buy_in(
            window=2, patron_id=who, cents=500, request_id="one", actor=real_room.cashier
        )

    results = at_once(*[click] * THREADS)
    assert failures(results) == []
    assert len({result.id for result in results if isinstance(result, PostedEntry)}) == 1
    assert real_room.chips_of(who) == 500


def test_one_request_id_for_different_things_at_once_is_taken_by_one(
    real_room: CageRoom,
) -> None:
    people = [real_room.player(1_000) for _ in range(THREADS)]

    def stake(who: int) -> Callable[[], PostedEntry]:
        table = str(who)  # No two have an account in common.
        entry = flows.play_wager(table, f"{table}-1", who, 5)
        return lambda: post(entry, request_id="one", actor=None)

    results = at_once(*(stake(who) for who in people))
    refused = failures(results)
    assert len(refused) == THREADS - 1
    assert all(
        isinstance(error, BooksError) and error.code is BooksRefusal.REQUEST_REUSED
        for error in refused
    )


def test_an_account_that_many_need_first_at_once_is_made_once(real_room: CageRoom) -> None:
    who = real_room.player(1_000)

    def stake(n: int) -> Callable[[], PostedEntry]:
        entry = flows.play_wager("9", f"9-{n}", who, 5)
        return lambda: post(entry, request_id=f"r{n}", actor=None)

    assert failures(at_once(*(stake(n) for n in range(THREADS)))) == []
    assert Account.objects.get(code="chips:play:9").balance == 5 * THREADS
    assert list(verify()) == []


def test_chips_are_not_spent_twice(real_room: CageRoom) -> None:
    who = real_room.player(1_000)

    def stake(n: int) -> Callable[[], PostedEntry]:
        entry = flows.play_wager("4", f"4-{n}", who, 400)
        return lambda: post(entry, request_id=f"r{n}", actor=None)

    refused = failures(at_once(*(stake(n) for n in range(THREADS))))
    assert len(refused) == THREADS - 2
    assert all(isinstance(error, BooksError) for error in refused)
    assert real_room.chips_of(who) == 200


def test_a_window_that_many_open_at_once_goes_to_one(real_room: CageRoom) -> None:
    cashiers = [staff(Role.CASHIER) for _ in range(THREADS)]
    results = at_once(
        *(lambda c=c: cage.open_window(window=1, imprest=100, actor=c) for c in cashiers)
    )
    refused = failures(results)
    assert len(refused) == THREADS - 1
    assert all(
        isinstance(error, BooksError) and error.code is BooksRefusal.WINDOW_TAKEN
        for error in refused
    )
    # The others' imprest stayed in the vault.
    assert real_room.balance("cash:window:1") == 100


def test_a_window_does_not_close_under_a_buy_in(
    real_room: CageRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    who, boss = patron(), staff(Role.CAGE_SUPERVISOR)
    checked, closed = threading.Event(), threading.Event()
    check_patron = cage.check_patron

    def look_at_him_for_long(patron_id: int) -> Patron:
        """The window was found open, and nothing is posted yet."""
        checked.set()
        closed.wait(0.5)
        return check_patron(patron_id)

    def close() -> WindowShift:
        assert checked.wait(30)
        shift = close_window(
            window=2,
            counted_cash=20_000_000,
            counted_chips=50_000_000,
            request_id="close",
            actor=real_room.cashier,
            signed_by=boss,
        )
        closed.set()
        return shift

    monkeypatch.setattr(cage, "check_patron", look_at_him_for_long)
    shift, bought = at_once(close, lambda: real_room.buy_in(who, 100))
    assert isinstance(shift, WindowShift)
    assert bought is None
    # The close waited, so the buy-in is in the figure that the count is compared with.
    assert shift.cash_over == -100
    assert real_room.balance("cash:window:2") == 0
    assert list(verify()) == []
