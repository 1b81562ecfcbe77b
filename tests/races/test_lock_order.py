"""Locks in one order, orders before accounts, accounts at once; and what is found under them."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import uuid4

import psycopg
import pytest
from django.db import connection, connections, transaction
from django.db.models.functions import Now

from cardroom.clock import now
from cardroom.people.roles import Role
from ledger.models import Entry, Outbox
from ledger.services import cage, settlement
from ledger.services.posting import open_accounts
from ledger.services.verification import verify
from tables.engine import actions
from tables.engine import correction as engine
from tables.engine.wagers import WagerKind
from tables.refusals import TableError, TableRefusal
from tables.services import commands, corrections, door
from tests.tables.room import NO_FEES, Room, play_worked_example, staff

pytestmark = pytest.mark.django_db(transaction=True)
AT_LARGE = "SELECT FROM ledger_account WHERE code = 'chips:large' FOR NO KEY UPDATE"


@pytest.fixture
def room(transactional_db: None) -> Room:
    room = Room(fees=NO_FEES)
    open_accounts(["chips:large"])  # before the players', so its id is the lowest
    room.open()
    return room


class Step(threading.Thread):
    """Somebody's step on a connection of his own; what it answered, or the exception."""

    def __init__(self, step: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self.step = step
        self.answer: object = None
        self.start()

    def run(self) -> None:
        try:
            self.answer = self.step()
        except Exception as error:  # noqa: BLE001  (it is what the test looks at)
            self.answer = error
        finally:
            connections.close_all()

    def result(self) -> object:
        self.join(20)
        assert not self.is_alive()
        return self.answer


@contextmanager
def holding(lock: str, *values: object) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """Another session that has locked some rows."""
    given = connection.get_connection_params()
    address = {name: given[name] for name in ("dbname", "user", "password", "host", "port")}
    with psycopg.connect(**address) as holder:
        assert holder.execute(lock, values).rowcount
        yield holder
        holder.rollback()


def until_somebody_waits() -> None:
    deadline = time.monotonic() + 2.5  # before the lock's own time is over
    waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with connection.cursor() as cursor:
        while True:
            cursor.execute(waits)
            if cursor.fetchone() != (0,):
                return
            assert time.monotonic() < deadline, "nobody waits"
            time.sleep(0.02)


def assert_free(holder: psycopg.Connection[tuple[object, ...]], room: Room, *seats: int) -> None:
    """Whoever waits for the holder has none of these players' accounts: there is no deadlock."""
    codes = [f"chips:player:{room.players[seat].pk}" for seat in seats]
    lock = "SELECT FROM ledger_account WHERE code = ANY(%s) FOR NO KEY UPDATE NOWAIT"
    assert holder.execute(lock, [codes]).rowcount == len(seats)


def as_dealer(room: Room, command: commands.Command) -> Callable[[], object]:
    version, table_id, dealer = room.version, room.table.pk, room.dealer
    return lambda: door.perform(
        dealer, table_id, command, expected_version=version, request_id=uuid4()
    )


def test_everybody_plays_and_what_one_is_owed_is_posted_before_any_account_is_locked(
    room: Room,
) -> None:
    """His settlement was parked at "no more bets", and put back into the line after it."""
    for seat, chips in ((1, 100_000), (2, 10_000), (4, 100_000)):
        room.seat(seat, chips)
    room.give_bank_to(4)
    for ante in (4_000, 2_000):
        room.give(actions.PostBankWager(20_000))
        room.give(actions.PlaceWager(1, WagerKind.ANTE, ante))
        room.give(actions.PlaceWager(2, WagerKind.ANTE, ante))
        room.give(actions.CallNoMoreBets())
        room.give(actions.ShowUpCard("2c"))
        if ante == 4_000:
            room.give(commands.DecideRest())
            room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
            room.give(actions.EnterHand(1, ("As", "Qd", "3h")))
            room.give(actions.EnterHand(2, ("Ah", "9d", "3d")))
            room.give(actions.Close())
            Outbox.objects.update(parked_at=now())
    Outbox.objects.update(parked_at=None, attempts=0, available_at=Now())
    order = "SELECT FROM ledger_outbox WHERE done_at IS NULL FOR NO KEY UPDATE"
    with holding(order) as worker:
        plays = Step(as_dealer(room, commands.DecideRest()))
        until_somebody_waits()
        assert_free(worker, room, 1, 2)
    assert not isinstance(plays.result(), Exception), plays.answer
    assert room.state.turn_seat is None
    assert list(verify()) == []


def test_a_table_that_closes_locks_the_counts_accounts_with_the_players(room: Room) -> None:
    play_worked_example(room)
    with holding(AT_LARGE) as window:
        closes = Step(room.close)
        until_somebody_waits()
        assert_free(window, room, 1, 3, 4)
    assert not isinstance(closes.result(), Exception), closes.answer
    assert not Outbox.objects.filter(done_at=None).exists()


def test_a_correction_locks_what_its_entry_may_touch_at_once(room: Room) -> None:
    play_worked_example(room)
    settlement.post_pending()
    loses = engine.Facts(cards={3: ("9s", "8h", "3c")})
    asked = corrections.ask(room.last_round.pk, loses, reason="misread", actor=room.floor)
    holds = room.players[3].pk
    cash_out(room, 3)
    manager = staff(Role.MANAGER)
    with holding(AT_LARGE) as window:
        approves = Step(lambda: corrections.approve(asked.pk, actor=manager, holds=[holds]))
        until_somebody_waits()
        assert_free(window, room, 3, 4)
    assert not isinstance(approves.result(), Exception), approves.answer
    assert list(verify()) == []


def cash_out(room: Room, seat: int) -> None:
    cage.cash_out(
        window=room.window,
        patron_id=room.players[seat].pk,
        cents=room.stack(seat),
        request_id=str(uuid4()),
        actor=room.cashier,
    )


def test_a_cash_out_at_the_same_moment_leaves_the_dealer_a_seat_and_an_amount(room: Room) -> None:
    """The window is first: the bets on the layout are not money yet."""
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000)
    room.bet(2, 3_000, 500)
    version = room.version
    with transaction.atomic():
        cash_out(room, 2)
        closes = Step(as_dealer(room, actions.CallNoMoreBets()))
        until_somebody_waits()
    refused = closes.result()
    assert isinstance(refused, TableError) and refused.code is TableRefusal.CHIPS_SHORT
    assert refused.data == {"seat": 2, "has": "$0", "needs": "$35"}
    assert room.version == version
    assert not Entry.objects.filter(kind="take_bets").exists()


@pytest.fixture
def impatient(transactional_db: None) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '20ms'")
        yield
        cursor.execute("RESET lock_timeout")  # the line goes back to the pool


@pytest.mark.usefixtures("impatient")
def test_an_order_that_meets_a_held_account_is_not_to_blame_and_never_parked(room: Room) -> None:
    play_worked_example(room)
    account = "SELECT FROM ledger_account WHERE code = %s FOR NO KEY UPDATE"
    with holding(account, f"chips:player:{room.players[1].pk}"):
        for _ in range(settlement.PARK_AFTER + 2):
            assert settlement.post_pending() == settlement.Progress(failed=1)
            Outbox.objects.update(available_at=Now())
    order = Outbox.objects.get()
    assert order.parked_at is None and "lock timeout" in order.last_error
    assert settlement.post_pending() == settlement.Progress(posted=1)
