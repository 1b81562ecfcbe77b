"""Who sits where."""

from django.db.models import Q

from cardroom.people.models import Patron
from tables.engine import actions
from tables.engine.round import Phase
from tables.engine.wagers import WagerKind
from tables.models import Seat, SeatReservation
from tables.refusals import TableError, TableRefusal
from tables.services import chips, turns, waiting
from tables.services.commands import (
    LeaveSeat,
    ReleaseSeat,
    ReserveSeat,
    SeatAway,
    SeatBack,
    SeatPlayer,
)
from tables.services.desk import Desk
from tables.services.rounds import abandon_if_too_few, act


def seat_player(desk: Desk, command: SeatPlayer) -> None:
    """Give a free seat to a patron who is welcome and sits nowhere else."""
    patron = find_patron(command.patron_id)
    check_free(desk, command.seat, patron)
    sit_down(desk, command.seat, patron)
    desk.append("player_seated", {"seat": command.seat, "patron": patron.id})
    waiting.leave_list(desk, patron)


def find_patron(patron_id: int) -> Patron:
    """The patron, locked so that two tables cannot seat him at once; welcome, and at no table.

    The refusal does not say why somebody is not welcome: he can hear and read it too.
    """
    patrons = Patron.objects.select_for_update(of=("self",), no_key=True)
    patron = patrons.filter(id=patron_id).first()
    if patron is None:
        raise TableError(TableRefusal.PATRON_NOT_FOUND, field="patron_id")
    check_welcome(patron)
    taken = Seat.objects.select_related("table").filter(patron=patron).first()
    if taken is not None:
        raise TableError(
            TableRefusal.PATRON_SEATED_ELSEWHERE,
            field="patron_id",
            name=patron.name,
            table=taken.table.number,
            seat=taken.number,
        )
    return patron


def check_welcome(patron: Patron) -> None:
    """Raises ``PATRON_NOT_WELCOME`` for whoever is barred or has excluded himself, and
    ``PATRON_MERGED`` for a number that was merged into another."""
    if patron.merged_into_id is not None:
        raise TableError(
            TableRefusal.PATRON_MERGED, field="patron_id", number=patron.merged_into_id
        )
    if not patron.is_welcome:
        raise TableError(TableRefusal.PATRON_NOT_WELCOME, field="patron_id", patron_id=patron.pk)


def check_free(desk: Desk, number: int, patron: Patron, *, field: str = "seat") -> None:
    """Raises unless the patron may take this seat: open table, free, not kept for another, and
    nobody of his proposition company here."""
    if desk.table.status != desk.table.Status.OPEN:
        raise TableError(TableRefusal.TABLE_CLOSED, table=desk.table.number)
    desk.check_seat_number(number)
    if number in desk.seats:
        raise TableError(TableRefusal.SEAT_TAKEN, field=field, seat=number)
    kept = desk.table.reservations.select_related("patron").filter(number=number).first()
    if kept is not None and kept.patron_id != patron.id:
        raise TableError(
            TableRefusal.SEAT_RESERVED, field=field, seat=number, name=kept.patron.name
        )
    for other in desk.seats.values():
        company = other.patron.tppps_company
        if company and company == patron.tppps_company and other.patron_id != patron.id:
            raise TableError(
                TableRefusal.COMPANY_SEATED,
                field="patron_id",
                seat=other.number,
                company=company,
            )


def sit_down(desk: Desk, number: int, patron: Patron, *, beside: int | None = None) -> Seat:
    """The patron has the seat now; whatever was kept for him here is given free, and no bet of
    whoever sat here before can be undone to it.

    ``beside`` is his first position, where this is the second.
    """
    if desk.state is not None and desk.state.phase is Phase.BETTING:
        act(desk, actions.Forget(number))
    seat = Seat.objects.create(table=desk.table, number=number, patron=patron, beside=beside)
    desk.seats[number] = seat
    desk.table.reservations.filter(patron=patron).delete()
    return seat


def reserve_seat(desk: Desk, command: ReserveSeat) -> None:
    """Keep a free seat for a welcome patron who may be anywhere, also at another table."""
    patron = Patron.objects.filter(id=command.patron_id).first()
    if patron is None:
        raise TableError(TableRefusal.PATRON_NOT_FOUND, field="patron_id")
    check_welcome(patron)
    check_free(desk, command.seat, patron)
    desk.table.reservations.filter(Q(patron=patron) | Q(number=command.seat)).delete()
    SeatReservation.objects.create(
        table=desk.table, number=command.seat, patron=patron, at=desk.at, by=desk.actor
    )
    desk.append("seat_reserved", {"seat": command.seat, "patron": patron.id})


def release_seat(desk: Desk, command: ReleaseSeat) -> None:
    """The seat is no longer kept. Raises ``SEAT_NOT_RESERVED``."""
    desk.check_seat_number(command.seat)
    deleted, _ = desk.table.reservations.filter(number=command.seat).delete()
    if not deleted:
        raise TableError(TableRefusal.SEAT_NOT_RESERVED, field="seat", seat=command.seat)
    desk.append("seat_released", {"seat": command.seat})


def seat_away(desk: Desk, command: SeatAway) -> None:
    """The player is away: his bets are not repeated, and he is offered the button as absent."""
    seat = desk.seat(command.seat)
    if seat.away_since is not None:
        raise TableError(TableRefusal.SEAT_IS_AWAY, field="seat", seat=seat.number)
    for number in desk.positions(seat.number):
        desk.seats[number].away_since = desk.at
        desk.seats[number].save(update_fields=["away_since"])
    desk.append("player_away", {"seat": seat.number})


def seat_back(desk: Desk, command: SeatBack) -> None:
    """The player is back. Raises ``SEAT_IS_BACK`` if he was not away."""
    seat = desk.seat(command.seat)
    if seat.away_since is None:
        raise TableError(TableRefusal.SEAT_IS_BACK, field="seat", seat=seat.number)
    turns.come_back(desk, seat)


def leave_seat(desk: Desk, command: LeaveSeat) -> None:
    """A player goes. Whoever has received cards stays until the round is over."""
    held = desk.positions(command.seat)
    patron = desk.seats[command.seat].patron
    for number in held:
        stand_up(desk, number)
    carried = chips.carry_away(desk, patron.id) if command.chips == "carries" else 0
    payload = {"seat": command.seat, "patron": patron.id}
    both = {"positions": list(held)} if len(held) > 1 else {}
    desk.append("player_left", payload | both | ({"carried": carried} if carried else {}))
    abandon_if_too_few(desk)


def stand_up(desk: Desk, number: int) -> Patron:
    """Free one seat: its wagers are taken back, the button is given up. Raises
    ``PLAYER_IN_HAND`` for whoever has received cards (Iowa, Wagers (c))."""
    seat = desk.seat(number)
    dealt = desk.state is not None and desk.state.phase is not Phase.BETTING
    if dealt and number in desk.patrons_in_round():
        raise TableError(TableRefusal.PLAYER_IN_HAND, field="seat", seat=number)
    if desk.turn is not None and desk.turn.seat == number:
        turns.give_up(desk, number)
    elif desk.state is not None:
        wagers = {hand.seat: hand.wagers for hand in desk.state.hands}.get(number, {})
        # The bonus needs an ante, so it is taken back first.
        for kind in sorted(wagers, key=lambda kind: kind is WagerKind.ANTE):
            act(desk, actions.PlaceWager(number, kind, 0))
    patron = seat.patron
    seat.delete()
    del desk.seats[number]
    return patron
