"""The room board: what it counts, how it tells that it is new, and what it keeps to itself."""

import asyncio
import json
from collections.abc import Iterator

import pytest
from django.db import DEFAULT_DB_ALIAS, connections

from cardroom.people.models import Patron
from tables.board import BOARD, BoardLine, board_stamp, read_board
from tables.live.board import project_board
from tables.live.hub import Hub, Mailbox
from tables.live.projections import Audience
from tables.live.reading import on_own_line
from tables.services import waiting
from tables.services.commands import LeaveSeat, ReserveSeat
from tests.tables.room import LIMITS, Room


@pytest.fixture
def open_room() -> Room:
    room = Room(source="electronic", seats=6)
    room.open()
    return room


@pytest.mark.django_db
def test_a_seat_is_open_that_nobody_has_and_that_is_kept_for_nobody(open_room: Room) -> None:
    room = open_room
    (table,) = read_board().tables
    assert (table.number, table.seats, table.open_seats) == (room.table.number, 6, 6)
    assert table.limits["ante"] == list(LIMITS["ante"])
    room.seat(1)
    room.give(ReserveSeat(2, Patron.objects.create(name="Kept For Him").pk))
    assert read_board().tables[0].open_seats == 4
    room.give(LeaveSeat(1))
    assert read_board().tables[0].open_seats == 5


@pytest.mark.django_db
def test_a_closed_table_is_not_on_the_board(open_room: Room) -> None:
    assert len(read_board().tables) == 1
    open_room.close()
    assert read_board().tables == ()


@pytest.mark.django_db
def test_who_waits_is_counted_by_game_and_limit_and_the_board_is_new_at_each_step(
    open_room: Room,
) -> None:
    room, stamps = open_room, [board_stamp()]
    assert read_board().waiting == ()
    entries = []
    for name in ("First", "Second"):
        patron = Patron.objects.create(name=name)
        entries.append(waiting.put_on_list(patron.pk, room.table.id, actor=room.floor))
        stamps.append(board_stamp())
    least = LIMITS["ante"][0]
    assert read_board().waiting == (BoardLine(room.pack.name, least, 2),)
    waiting.call(entries[0].pk, actor=room.floor)
    stamps.append(board_stamp())
    waiting.remove(entries[0].pk, actor=room.floor)
    stamps.append(board_stamp())
    assert read_board().waiting == (BoardLine(room.pack.name, least, 1),)
    room.seat(1)
    stamps.append(board_stamp())
    assert stamps == sorted(set(stamps))


@pytest.mark.django_db
def test_nobodys_name_and_no_chips_are_on_the_board(open_room: Room) -> None:
    room = open_room
    room.seat(1, chips=77_700)
    someone = Patron.objects.create(name="Waiting Willa")
    waiting.put_on_list(someone.pk, room.table.id, actor=room.floor)
    sent = json.dumps(project_board(read_board()))
    assert room.pack.name in sent
    for secret in ("Player 1", "Willa", "77700", "patron"):
        assert secret not in sent


@pytest.fixture
def own_line_closed() -> Iterator[None]:
    yield
    asyncio.run(on_own_line(lambda: connections[DEFAULT_DB_ALIAS].close()))


@pytest.mark.usefixtures("own_line_closed")
@pytest.mark.django_db(transaction=True)
def test_the_hub_sends_the_board_to_who_comes_and_again_when_somebody_waits() -> None:
    room = Room(source="electronic", seats=6)
    room.open()
    patron = Patron.objects.create(name="Waiting Willa")

    async def state_of(box: Mailbox) -> dict[str, object]:
        async with asyncio.timeout(5):
            while (frame := json.loads(await box.take()))["type"] != "state":
                pass
        found: dict[str, object] = frame["state"]
        return found

    async def evening() -> None:
        hub, box = Hub(), Mailbox(BOARD, Audience("public"))
        hub.join(box)
        first = await state_of(box)
        assert (first["audience"], first["waiting"]) == ("board", [])
        # No table changed, so no bell: the pulse finds it.
        await asyncio.to_thread(_wait_for_a_seat, patron.pk, room)
        again = await state_of(box)
        assert [line["waiting"] for line in again["waiting"]] == [1]  # type: ignore[attr-defined]

    asyncio.run(evening())


def _wait_for_a_seat(patron_id: int, room: Room) -> None:
    try:
        waiting.put_on_list(patron_id, room.table.id, actor=room.floor)
    finally:
        connections[DEFAULT_DB_ALIAS].close()
