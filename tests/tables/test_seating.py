"""Who may sit down, and when somebody may go."""

import pytest

from cardroom.people.models import Patron
from tables.engine import actions
from tables.engine.round import Phase
from tables.refusals import TableError, TableRefusal
from tables.services import commands
from tests.persons import excluded
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


def refused(room: Room, command: commands.Command) -> TableRefusal:
    with pytest.raises(TableError) as error:
        room.give(command)
    code = error.value.code
    assert isinstance(code, TableRefusal)
    return code


def test_a_taken_seat_is_refused(room: Room) -> None:
    room.seat(1)
    other = Patron.objects.create(name="Other")
    assert refused(room, commands.SeatPlayer(1, other.id)) is TableRefusal.SEAT_TAKEN


def test_a_seat_that_the_table_lacks_is_refused(room: Room) -> None:
    other = Patron.objects.create(name="Other")
    assert refused(room, commands.SeatPlayer(9, other.id)) is TableRefusal.SEAT_NOT_AT_TABLE


@pytest.mark.parametrize("standing", ["barred", "self_excluded"])
def test_who_is_not_welcome_is_stopped_without_a_word_why(room: Room, standing: str) -> None:
    patron = excluded("Frank", standing)
    with pytest.raises(TableError, match="call the manager") as error:
        room.give(commands.SeatPlayer(1, patron.id))
    assert standing not in error.value.message


def test_nobody_sits_at_two_tables(room: Room) -> None:
    patron = room.seat(1)
    second = Room()
    second.open()
    with pytest.raises(TableError, match=f"already sits at table {room.table.number}, seat 1"):
        second.give(commands.SeatPlayer(1, patron.id))


def test_a_closed_table_seats_nobody(room: Room) -> None:
    room.close()
    patron = Patron.objects.create(name="Early")
    assert refused(room, commands.SeatPlayer(1, patron.id)) is TableRefusal.TABLE_CLOSED


def test_nobody_in_the_round_leaves_before_it_is_over(room: Room) -> None:
    """Iowa, Wagers (c): who has wagered and received cards stays until the round is over."""
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000)
    room.give(actions.CallNoMoreBets())
    assert refused(room, commands.LeaveSeat(1)) is TableRefusal.PLAYER_IN_HAND
    assert refused(room, commands.LeaveSeat(4)) is TableRefusal.PLAYER_IN_HAND
    room.give(commands.LeaveSeat(2))
    assert [s.seat for s in room.look().seats if s.patron_id] == [1, 4]


def test_a_player_who_leaves_while_betting_takes_his_wagers_along(room: Room) -> None:
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.bet(1, 2_000, 500)
    room.bet(2, 1_000)
    room.give(commands.LeaveSeat(1))
    assert [hand.seat for hand in room.state.hands] == [2]
    assert room.stack(1) == 100_000


def test_when_the_player_dealer_leaves_the_position_is_offered_from_his_seat(room: Room) -> None:
    for seat in (1, 2, 3):
        room.seat(seat)
    room.give_bank_to(2)
    room.bet(1, 2_000)
    room.give(commands.LeaveSeat(2))
    look = room.look()
    assert look.turn.holder_seat is None
    assert look.verdict.next_offer == 3
    assert look.round is not None and look.round.status == "void"
    assert room.stack(1) == 100_000


def test_the_last_player_alone_gets_no_round(room: Room) -> None:
    for seat in (1, 2):
        room.seat(seat)
    room.give_bank_to(2)
    assert room.state.phase is Phase.BETTING
    room.give(commands.LeaveSeat(1))
    look = room.look()
    assert look.round is not None and look.round.status == "void"
    room.seat(3)
    assert room.state.phase is Phase.BETTING
