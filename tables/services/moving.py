"""A player changes his seat, also to another table. His chips go along: they are in his name."""

from tables.refusals import TableError, TableRefusal
from tables.services import positions, seating, turns
from tables.services.commands import MoveSeat
from tables.services.desk import Desk
from tables.services.rounds import abandon_if_too_few


def move_seat(desk: Desk, command: MoveSeat) -> None:
    """Move a player who has no cards. His wagers are taken back, his last bets go along.

    The button stays behind: whoever holds it gives it up, and it is offered on from his seat.
    Raises as seating and leaving do; ``MOVE_NOWHERE`` for the seat that he has, and
    ``MOVES_WITH_ONE`` for a player at two positions.
    """
    target = desk.other or desk
    seat = desk.seat(command.seat)
    positions.check_one(desk, command.seat)
    if target is desk and command.to_seat == command.seat:
        raise TableError(TableRefusal.MOVE_NOWHERE, field="to_seat", seat=command.seat)
    seating.check_welcome(seat.patron)
    seating.check_free(target, command.to_seat, seat.patron, field="to_seat")
    last_bets, last_wager, away = seat.last_bets, seat.last_bank_wager, seat.away_since
    patron = seating.stand_up(desk, command.seat)
    moved = seating.sit_down(target, command.to_seat, patron)
    moved.last_bets, moved.last_bank_wager, moved.away_since = last_bets, last_wager, away
    moved.save(update_fields=["last_bets", "last_bank_wager", "away_since"])
    payload = {
        "seat": command.seat,
        "patron": patron.id,
        "to_table": target.table.number,
        "to_seat": command.to_seat,
    }
    desk.append("player_moved", payload)
    if target is not desk:
        target.append("player_moved", payload | {"from_table": desk.table.number})
        turns.come_back(target, moved)
    abandon_if_too_few(desk)
