"""The floor's tablets at the same moment: a position has one player, and a player two at most."""

import pytest

from cardroom.errors import Refused
from cardroom.people.models import Patron
from tables.models import Seat
from tables.refusals import TableMovedOn, TableRefusal
from tables.services import commands
from tests.races.crowd import at_once, failures
from tests.races.test_floor_races import books_are_right, command, one_of
from tests.tables.house import HouseRoom

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 5


@pytest.fixture
def room(transactional_db: None) -> HouseRoom:
    return opened()


def opened() -> HouseRoom:
    room = HouseRoom()
    room.open()
    room.seat(3)
    return room


def test_two_tablets_give_the_same_second_position_once(room: HouseRoom) -> None:
    for _ in range(TIMES):
        give = [command(room, commands.SecondPosition(3, 4)) for _ in range(2)]
        assert isinstance(one_of(at_once(*give)), TableMovedOn)
        assert list(Seat.objects.values_list("number", "beside")) == [(3, None), (4, 3)]
        room.give(commands.GiveUpPosition(4))


def test_two_tablets_give_two_players_the_position_between_them(room: HouseRoom) -> None:
    room.seat(5)
    for _ in range(TIMES):
        give = [command(room, commands.SecondPosition(seat, 4)) for seat in (3, 5)]
        one_of(at_once(*give))
        seat = Seat.objects.get(number=4)
        assert Seat.objects.filter(patron=seat.patron).count() == 2
        room.give(commands.GiveUpPosition(4))


def test_a_free_seat_is_a_second_position_or_somebody_elses(room: HouseRoom) -> None:
    for _ in range(TIMES):
        guest = Patron.objects.create(name="Guest")
        sit = command(room, commands.SeatPlayer(4, guest.pk))
        one_of(at_once(command(room, commands.SecondPosition(3, 4)), sit))
        if Seat.objects.filter(patron=guest).exists():
            room.give(commands.LeaveSeat(4))
        else:
            room.give(commands.GiveUpPosition(4))


def test_who_moves_to_another_table_has_no_second_position_at_the_first(
    transactional_db: None,
) -> None:
    here, there = opened(), HouseRoom()
    there.open()
    patron = here.players[3]
    for _ in range(TIMES):
        second = command(here, commands.SecondPosition(3, 4))
        move = command(here, commands.MoveSeat(3, 1, there.table.pk))
        one_of(at_once(second, move))
        tables = set(Seat.objects.filter(patron=patron).values_list("table", flat=True))
        assert len(tables) == 1
        if tables == {there.table.pk}:
            there.give(commands.MoveSeat(1, 3, here.table.pk))
        else:
            here.give(commands.GiveUpPosition(4))


def test_a_second_position_beside_a_seat_at_another_table_is_one_table(
    transactional_db: None,
) -> None:
    here, there = opened(), HouseRoom()
    there.open()
    patron = here.players[3]
    for _ in range(TIMES):
        leave = command(here, commands.LeaveSeat(3))
        sit = command(there, commands.SeatPlayer(1, patron.pk))
        second = command(here, commands.SecondPosition(3, 4))
        results = at_once(leave, sit, second)
        assert all(isinstance(fault, Refused) for fault in failures(results)), results
        codes = {fault.code for fault in failures(results) if isinstance(fault, Refused)}
        assert codes <= {TableRefusal.TABLE_MOVED_ON, TableRefusal.PATRON_SEATED_ELSEWHERE}
        assert Seat.objects.filter(patron=patron).values("table").distinct().count() <= 1
        if there.table_now().seats.exists():
            there.give(commands.LeaveSeat(1))
        if here.table_now().seats.exists():
            here.give(commands.LeaveSeat(3))
        here.give(commands.SeatPlayer(3, patron.pk))
    books_are_right()
