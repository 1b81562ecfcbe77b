"""Two betting positions for one player, where the rules let the floor permit it.

Iowa, Wagers (e), New York, (c)(5): adjacent ones. The guide's General Rules of Play name two and do
not say which; our reading is the same. His chips are one stack, whichever seat they are named at.
"""

from tables.engine.packs import pack_from_rules
from tables.refusals import TableError, TableRefusal
from tables.services import seating, turns
from tables.services.commands import GiveUpPosition, SecondPosition
from tables.services.desk import Desk


def give_second(desk: Desk, command: SecondPosition) -> None:
    """The player has the free seat beside his own too, from now on until he gives it up or leaves.

    Raises ``ONE_POSITION`` where the rules allow no second, ``TWO_POSITIONS`` for who has it,
    ``POSITION_NOT_ADJACENT``, and what seating refuses.
    """
    seat, pack = desk.seat(command.seat), desk.table.pack
    assert pack is not None  # somebody sits here, so the table is open
    held = desk.positions(command.seat)
    if pack.positions_for_one_player < 2:
        raise TableError(TableRefusal.ONE_POSITION, field="seat", pack=pack.name)
    if len(held) > 1:
        raise TableError(TableRefusal.TWO_POSITIONS, field="seat", seats=_named(held))
    seating.check_welcome(seat.patron)
    seating.check_free(desk, command.to_seat, seat.patron, field="to_seat")
    # The house dealer stands between the last position and the first: those two are not adjacent.
    if abs(command.to_seat - command.seat) != 1:
        raise TableError(
            TableRefusal.POSITION_NOT_ADJACENT,
            field="to_seat",
            seat=command.seat,
            clause=str(pack_from_rules(pack.rules).clause("positions_adjacent")),
        )
    turns.come_back(desk, seat)
    seating.sit_down(desk, command.to_seat, seat.patron, beside=command.seat)
    payload = {"seat": command.seat, "patron": seat.patron_id, "to_seat": command.to_seat}
    desk.append("second_position_given", payload)


def give_up(desk: Desk, command: GiveUpPosition) -> None:
    """One of two positions is free again, the player keeps the other. Its wagers come back.

    Raises ``ONLY_POSITION``, or ``PLAYER_IN_HAND`` for a position that has received cards.
    """
    held = desk.positions(command.seat)
    if len(held) == 1:
        raise TableError(TableRefusal.ONLY_POSITION, field="seat", seat=command.seat)
    patron = seating.stand_up(desk, command.seat)
    kept = next(desk.seats[number] for number in held if number != command.seat)
    kept.beside = None
    kept.save(update_fields=["beside"])
    payload = {"seat": command.seat, "patron": patron.id, "keeps": kept.number}
    desk.append("position_given_up", payload)


def check_one(desk: Desk, seat: int) -> None:
    """Raises ``MOVES_WITH_ONE`` for a player at two positions."""
    held = desk.positions(seat)
    if len(held) > 1:
        raise TableError(TableRefusal.MOVES_WITH_ONE, field="seat", seats=_named(held))


def _named(seats: tuple[int, ...]) -> str:
    return " and ".join(map(str, seats))
