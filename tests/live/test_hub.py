"""The hub by itself: who joins gets everything at once, and many who join cost one read."""

import asyncio
import json
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from tables.engine import actions
from tables.live.hub import Hub, Mailbox
from tables.live.projections import Audience
from tables.live.reading import on_own_line
from tests.tables.room import Room

pytestmark = pytest.mark.django_db(transaction=True)
Evening = Callable[[Hub], Awaitable[None]]


@pytest.fixture(autouse=True)
def own_line_closed() -> Iterator[None]:
    """The test's database is thrown away: nothing may hang on it."""
    yield
    asyncio.run(on_own_line(lambda: connections[DEFAULT_DB_ALIAS].close()))


@pytest.fixture
def room() -> Room:
    room = Room(source="electronic")
    room.open()
    for seat in (1, 2):
        room.seat(seat)
    room.give_bank_to(2)
    return room


def run(evening: Evening) -> None:
    async def all_of_it() -> None:
        await evening(Hub())

    asyncio.run(all_of_it())


async def next_of(mailbox: Mailbox, kind: str, patience: float = 5.0) -> dict[str, Any]:
    async with asyncio.timeout(patience):
        while (frame := json.loads(await mailbox.take()))["type"] != kind:
            pass
    found: dict[str, Any] = frame
    return found


def test_a_hundred_who_join_at_once_have_the_table_read_once_for_all(room: Room) -> None:
    audiences = [Audience.staff(), Audience.of_display(None), Audience.of_display(1)]

    version = room.version

    async def evening(hub: Hub) -> None:
        boxes = [Mailbox(room.table.id, audiences[n % 3]) for n in range(100)]
        for box in boxes:
            hub.join(box)
        frames = [await next_of(box, "state") for box in boxes]
        assert {frame["version"] for frame in frames} == {version}
        assert len({frame["now"] for frame in frames}) <= 3  # one for each audience
        assert frames[2]["state"]["audience"] == "seat:1"

    run(evening)


def test_who_joins_a_quiet_table_gets_its_state_and_the_others_do_not_get_it_again(
    room: Room,
) -> None:
    version = room.version

    async def evening(hub: Hub) -> None:
        first, second = (Mailbox(room.table.id, Audience.staff()) for _ in range(2))
        hub.join(first)
        await next_of(first, "state")
        hub.join(second)
        began = time.monotonic()
        assert (await next_of(second, "state"))["version"] == version
        assert time.monotonic() - began < 1
        for _ in range(2):
            assert json.loads(await first.take())["type"] == "pulse"

    run(evening)


def test_who_leaves_while_the_table_is_read_is_forgotten(room: Room) -> None:
    version = room.version

    async def evening(hub: Hub) -> None:
        gone, stays = (Mailbox(room.table.id, Audience.staff()) for _ in range(2))
        hub.join(gone)
        await asyncio.sleep(0)
        hub.leave(gone)
        hub.join(stays)
        assert (await next_of(stays, "state"))["version"] == version
        hub.leave(stays)
        await asyncio.sleep(0.1)
        again = Mailbox(room.table.id, Audience.staff())
        hub.join(again)
        assert (await next_of(again, "state"))["version"] == version

    run(evening)


def test_whose_first_read_failed_gets_the_state_as_soon_as_there_is_one(room: Room) -> None:
    """Nothing changes at the table, so nothing but his own mark can bring it."""

    version = room.version

    async def evening(hub: Hub) -> None:
        first, late = (Mailbox(room.table.id, Audience.staff()) for _ in range(2))
        hub.join(first)
        await next_of(first, "state")
        held = threading.Event()
        holder = threading.Thread(target=hold_everything, args=(held, 4.0))
        holder.start()
        await asyncio.to_thread(held.wait)
        hub.join(late)
        assert (await next_of(late, "state", patience=9))["version"] == version
        holder.join()

    run(evening)


def hold_everything(held: threading.Event, seconds: float) -> None:
    """A lock that even a reader waits for, longer than the hub's line does."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE tables_table IN ACCESS EXCLUSIVE MODE")
        held.set()
        time.sleep(seconds)
    connection.close()


def test_the_line_that_was_cut_is_made_anew_for_the_next_look(room: Room) -> None:
    version = room.version

    async def evening(hub: Hub) -> None:
        box = Mailbox(room.table.id, Audience.staff())
        hub.join(box)
        await next_of(box, "state")
        pid = await on_own_line(lambda: connections[DEFAULT_DB_ALIAS].connection.info.backend_pid)
        await asyncio.to_thread(cut, pid)
        assert await next_of(box, "pulse", patience=3)
        await asyncio.to_thread(post_w, room)
        assert (await next_of(box, "state", patience=3))["version"] == version + 1

    run(evening)


def post_w(room: Room) -> None:
    room.give(actions.PostBankWager(20_000))
    connection.close()


def cut(pid: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
    connection.close()


def test_the_hubs_line_is_not_one_of_the_pool(room: Room) -> None:
    def own() -> tuple[bool, bool]:
        here = connections[DEFAULT_DB_ALIAS]
        here.ensure_connection()
        return here.pool is None, getattr(here.connection, "_pool", None) is None  # type: ignore[attr-defined]

    assert asyncio.run(on_own_line(own)) == (True, True)
    assert connection.pool is not None  # type: ignore[attr-defined]
