"""Who sits where."""

from cardroom.people.models import Patron
from tables.engine import actions
from tables.engine.round import Phase
from tables.engine.wagers import WagerKind
from tables.models import Seat
from tables.refusals import TableError, TableRefusal
from tables.services import turns
from tables.services.commands import LeaveSeat, SeatPlayer
from tables.services.desk import Desk
from tables.services.rounds import abandon_betting, act


def seat_player(desk: Desk, command: SeatPlayer) -> None:
    """Give a free seat to a patron who is welcome and sits nowhere else."""
    if desk.table.status != desk.table.Status.OPEN:
        raise TableError(TableRefusal.TABLE_CLOSED, table=desk.table.number)
    desk.check_seat_number(command.seat)
    if command.seat in desk.seats:
        raise TableError(TableRefusal.SEAT_TAKEN, field="seat", seat=command.seat)
    # The patron's row is locked, so that two tables cannot seat him at once.
    patrons = Patron.objects.select_for_update(of=("self",), no_key=True)
    patron = patrons.filter(id=command.patron_id).first()
    if patron is None:
        raise TableError(TableRefusal.PATRON_NOT_FOUND, field="patron_id")
    if patron.standing != Patron.Standing.WELCOME:
        raise TableError(TableRefusal.PATRON_NOT_WELCOME, field="patron_id")
    taken = Seat.objects.select_related("table").filter(patron=patron).first()
    if taken is not None:
        raise TableError(
            TableRefusal.PATRON_SEATED_ELSEWHERE,
            field="patron_id",
            name=patron.name,
            table=taken.table.number,
            seat=taken.number,
        )
    desk.seats[command.seat] = Seat.objects.create(
        table=desk.table, number=command.seat, patron=patron
    )
    desk.append("player_seated", {"seat": command.seat, "patron": patron.id})


def leave_seat(desk: Desk, command: LeaveSeat) -> None:
    """A player goes. Whoever has received cards stays until the round is over."""
    seat = desk.seat(command.seat)
    dealt = desk.state is not None and desk.state.phase is not Phase.BETTING
    if dealt and command.seat in desk.patrons_in_round():
        raise TableError(TableRefusal.PLAYER_IN_HAND, field="seat", seat=command.seat)
    if desk.turn is not None and desk.turn.seat == command.seat:
        turns.give_up(desk, command.seat)
    elif desk.state is not None:
        wagers = {hand.seat: hand.wagers for hand in desk.state.hands}.get(command.seat, {})
        # The bonus needs an ante, so it is taken back first.
        for kind in sorted(wagers, key=lambda kind: kind is WagerKind.ANTE):
            act(desk, actions.PlaceWager(command.seat, kind, 0))
    patron_id = seat.patron_id
    seat.delete()
    del desk.seats[command.seat]
    desk.append("player_left", {"seat": command.seat, "patron": patron_id})
    if len(desk.seats) < 2:
        abandon_betting(desk, "only one player is left")
