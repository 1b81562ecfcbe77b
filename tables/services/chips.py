"""Chips that come to a seat or leave it at the table. The money is the ledger's."""

from ledger.services import table_chips as books
from tables.engine.round import Phase
from tables.models import Seat
from tables.services import money, turns
from tables.services.commands import ChipsFromPocket, CountSeat, SellChips, Toke
from tables.services.desk import Desk


def sell(desk: Desk, command: SellChips) -> None:
    """A table sale: cash into the box that hangs here, chips from the tray to a named buyer."""
    seat = desk.seat(command.seat)
    assert desk.table.box_id is not None  # somebody sits here, so the table is open
    books.sell(_handing(desk, seat, command.cents), box_id=desk.table.box_id)
    desk.append("chips_sold", {"seat": seat.number, "cents": command.cents})
    turns.come_back(desk, seat)


def from_pocket(desk: Desk, command: ChipsFromPocket) -> None:
    """Chips that he carried are followed from now on."""
    seat = desk.seat(command.seat)
    books.from_pocket(_handing(desk, seat, command.cents))
    desk.append("chips_from_pocket", {"seat": seat.number, "cents": command.cents})
    turns.come_back(desk, seat)


def toke(desk: Desk, command: Toke) -> None:
    """A tip in chips, out of what does not lie on the layout. Raises ``CHIPS_SHORT``."""
    seat = desk.seat(command.seat)
    has = desk.chips(seat.number)[seat.number]
    if has < command.cents:
        raise money.chips_short([seat.number], has, command.cents)
    with money.seats_named({seat.number: seat.patron_id}):
        books.toke(_handing(desk, seat, command.cents))
    desk.append("toke_given", {"seat": seat.number, "cents": command.cents})
    if desk.state is not None and desk.state.phase is Phase.BETTING:
        money.check_stake(desk, seat.number)


def count_seat(desk: Desk, command: CountSeat) -> None:
    """The floor counted a seat: its chips become what was found, from or to those at large."""
    seat = desk.seat(command.seat)
    expected = books.count_seat(_handing(desk, seat, command.cents), reason=command.reason.strip())
    payload = {"seat": seat.number, "cents": command.cents, "expected": expected}
    desk.append("seat_counted", payload | {"reason": command.reason.strip()})
    if desk.state is not None and desk.state.phase is Phase.BETTING:
        money.check_stake(desk, seat.number)


def carry_away(desk: Desk, patron_id: int) -> int:
    """Everything in his name goes out of the door in his pocket. Returns the cents."""
    return books.carry_away(
        table=str(desk.table.number),
        patron_id=patron_id,
        request_id=f"table:{desk.request_id}",
        actor=desk.actor,
        at=desk.at,
    )


def _handing(desk: Desk, seat: Seat, cents: int) -> books.Handing:
    return books.Handing(
        table=str(desk.table.number),
        patron_id=seat.patron_id,
        cents=cents,
        request_id=f"table:{desk.request_id}",
        actor=desk.actor,
        at=desk.at,
    )
