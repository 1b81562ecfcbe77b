"""Moves, reserved seats, away and back."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cardroom.people.models import Patron
from tables.engine import actions
from tables.models import Seat, SeatReservation, TableEvent
from tables.refusals import TableError, TableRefusal
from tables.services import commands
from tests.persons import excluded, stop
from tests.races.crowd import at_once, failures
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


def refused(room: Room, command: commands.Command) -> TableRefusal:
    with pytest.raises(TableError) as error:
        room.give(command)
    assert isinstance(error.value.code, TableRefusal)
    return error.value.code


def taken(room: Room) -> list[int]:
    return [seat.seat for seat in room.look().seats if seat.patron_id]


@pytest.fixture
def betting(room: Room) -> Room:
    """Seats 1, 2 and 4; seat 4 banks; seat 1 has bet."""
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000, 500)
    return room


# -- Moves -----------------------------------------------------------------------------------------


def test_a_player_moves_to_another_seat_and_takes_his_wagers_back(betting: Room) -> None:
    betting.give(commands.MoveSeat(1, 3))
    assert taken(betting) == [2, 3, 4]
    assert betting.state.hands == ()
    assert betting.stack(1) == 100_000


def test_a_player_moves_to_another_table_with_his_chips(betting: Room) -> None:
    other = Room()
    other.open()
    betting.give(commands.MoveSeat(2, 3, other.table.id))
    assert taken(betting) == [1, 4] and taken(other) == [3]
    assert betting.stack(2) == 100_000
    assert other.look().seats[2].chips == 100_000
    kinds = {
        room.table.id: TableEvent.objects.filter(table=room.table, kind="player_moved").count()
        for room in (betting, other)
    }
    assert set(kinds.values()) == {1}
    assert other.version == other.table_now().events.count()


def test_the_button_stays_behind_when_its_holder_moves(betting: Room) -> None:
    betting.give(commands.MoveSeat(4, 3))
    look = betting.look()
    assert (look.turn.holder_seat, look.turn.left_seat) == (None, 4)


def test_nobody_moves_with_cards(betting: Room) -> None:
    betting.give(actions.CallNoMoreBets())
    assert refused(betting, commands.MoveSeat(1, 3)) is TableRefusal.PLAYER_IN_HAND
    betting.give(commands.MoveSeat(2, 3))


def test_a_move_needs_a_free_seat_of_an_open_table(betting: Room) -> None:
    assert refused(betting, commands.MoveSeat(1, 2)) is TableRefusal.SEAT_TAKEN
    assert refused(betting, commands.MoveSeat(1, 1)) is TableRefusal.MOVE_NOWHERE
    assert refused(betting, commands.MoveSeat(1, 9)) is TableRefusal.SEAT_NOT_AT_TABLE
    assert refused(betting, commands.MoveSeat(1, 3, Room().table.id)) is TableRefusal.TABLE_CLOSED
    assert refused(betting, commands.MoveSeat(1, 3, 10**6)) is TableRefusal.TABLE_NOT_FOUND
    assert taken(betting) == [1, 2, 4]


def test_who_was_barred_meanwhile_is_stopped_at_a_move_without_a_word_why(betting: Room) -> None:
    stop(betting.players[1].id, "self_excluded")
    with pytest.raises(TableError, match="call the manager"):
        betting.give(commands.MoveSeat(1, 3))


def test_a_company_has_one_player_at_the_table_to_which_somebody_moves(betting: Room) -> None:
    other = Room()
    other.open()
    other.seat(1)
    people = [betting.players[1].id, other.players[1].id]
    Patron.objects.filter(id__in=people).update(tppps_company="Acme")
    refusal = refused(betting, commands.MoveSeat(1, 3, other.table.id))
    assert refusal is TableRefusal.COMPANY_SEATED


def test_a_move_locks_the_two_tables_in_the_order_of_their_ids(betting: Room) -> None:
    later = Room()
    later.open()
    patron = later.seat(1)
    with CaptureQueriesContext(connection) as seen:
        later.give(commands.MoveSeat(1, 3, betting.table.id))
    locks = [
        int(found[1])
        for query in seen.captured_queries
        if "FOR NO KEY UPDATE" in query["sql"]
        and (found := re.search(r'"tables_table"\."id" = (\d+)', query["sql"]))
    ]
    assert locks == [betting.table.id, later.table.id]
    assert betting.look().seats[2].patron_id == patron.id


@pytest.mark.django_db(transaction=True)
def test_two_who_change_tables_with_one_another_at_once_both_arrive() -> None:
    """Two rows are locked in the order of their ids, so nobody waits for the other for ever."""
    rooms = [Room(), Room()]
    for room in rooms:
        room.open()
        room.seat(1)
    moves = [
        lambda: rooms[0].give(commands.MoveSeat(1, 2, rooms[1].table.id)),
        lambda: rooms[1].give(commands.MoveSeat(1, 2, rooms[0].table.id)),
    ]
    # Each may find that the other has changed its table first; none may fail otherwise.
    for error in failures(at_once(*moves)):
        assert isinstance(error, TableError) and error.code is TableRefusal.TABLE_MOVED_ON
    assert Seat.objects.count() == 2


# -- Reserved seats --------------------------------------------------------------------------------


def test_a_reserved_seat_is_kept_for_one_and_given_free_when_he_sits(room: Room) -> None:
    guest, other = (Patron.objects.create(name=name) for name in ("Guest", "Other"))
    room.give(commands.ReserveSeat(2, guest.id))
    assert refused(room, commands.SeatPlayer(2, other.id)) is TableRefusal.SEAT_RESERVED
    assert room.look().seats[1].reserved_name == "Guest"
    room.give(commands.SeatPlayer(2, guest.id))
    assert not SeatReservation.objects.exists()


def test_a_move_respects_a_reserved_seat(betting: Room) -> None:
    guest = Patron.objects.create(name="Guest")
    betting.give(commands.ReserveSeat(3, guest.id))
    assert refused(betting, commands.MoveSeat(1, 3)) is TableRefusal.SEAT_RESERVED
    betting.give(commands.ReleaseSeat(3))
    betting.give(commands.MoveSeat(1, 3))
    assert refused(betting, commands.ReleaseSeat(3)) is TableRefusal.SEAT_NOT_RESERVED


def test_no_seat_is_kept_for_who_is_not_welcome(room: Room) -> None:
    barred = excluded("Frank")
    assert refused(room, commands.ReserveSeat(2, barred.id)) is TableRefusal.PATRON_NOT_WELCOME


def test_a_table_that_closes_keeps_no_seat(room: Room) -> None:
    room.give(commands.ReserveSeat(2, Patron.objects.create(name="Guest").id))
    room.close()
    assert not SeatReservation.objects.exists()


# -- Away ------------------------------------------------------------------------------------------


def test_the_bets_of_who_is_away_are_not_repeated(betting: Room) -> None:
    betting.bet(2, 1_000)
    betting.give(actions.CallNoMoreBets())
    betting.give(actions.Void("again"))
    betting.give(actions.PostBankWager(20_000))
    betting.give(commands.SeatAway(1))
    betting.give(commands.RepeatBets())
    assert [hand.seat for hand in betting.state.hands] == [2]


def test_who_bets_again_is_back(betting: Room) -> None:
    betting.give(commands.SeatAway(2))
    assert betting.look().seats[1].away
    betting.bet(2, 1_000)
    assert not betting.look().seats[1].away


def test_away_and_back_are_said_once(betting: Room) -> None:
    assert refused(betting, commands.SeatBack(1)) is TableRefusal.SEAT_IS_BACK
    betting.give(commands.SeatAway(1))
    assert refused(betting, commands.SeatAway(1)) is TableRefusal.SEAT_IS_AWAY
    betting.give(commands.SeatBack(1))
    assert not betting.look().seats[0].away


def test_a_dealer_notes_who_is_away_but_moves_nobody(betting: Room) -> None:
    betting.give(commands.SeatAway(1), actor=betting.dealer)
    with pytest.raises(TableError) as error:
        betting.give(commands.MoveSeat(1, 3), actor=betting.dealer)
    assert error.value.code is TableRefusal.NOT_ALLOWED
