"""Seat somebody from the waiting list: at a table of his game and limit, on a free seat."""

from uuid import uuid4

from cardroom.people.models import Staff
from tables.models import Table, WaitingEntry
from tables.refusals import TableError, TableMovedOn, TableRefusal
from tables.services import door
from tables.services.commands import SeatPlayer

ATTEMPTS = 3


def seat_from_list(entry_id: int, *, actor: Staff) -> tuple[Table, int]:
    """Seat him through the command door, on the first free seat that nobody else is promised.

    Returns the table and the seat. Raises ``NOT_WAITING``, ``NO_SEAT_FREE``, and what seating
    refuses.
    """
    for attempt in range(ATTEMPTS):
        entry = WaitingEntry.objects.filter(id=entry_id, done_at=None).first()
        if entry is None:
            raise TableError(TableRefusal.NOT_WAITING)
        table, seat = _free_seat(entry)
        try:
            door.perform(
                actor,
                table.id,
                SeatPlayer(seat, entry.patron_id),
                expected_version=table.version,
                request_id=uuid4(),
            )
        except TableMovedOn:
            if attempt == ATTEMPTS - 1:
                raise
        else:
            return table, seat
    raise AssertionError("unreachable")


def _free_seat(entry: WaitingEntry) -> tuple[Table, int]:
    tables = Table.objects.filter(status=Table.Status.OPEN, pack__name=entry.game)
    for table in tables.order_by("number"):
        if table.limits["ante"][0] != entry.least:
            continue
        kept = table.reservations.exclude(patron_id=entry.patron_id)
        taken = {*table.seats.values_list("number", flat=True)}
        taken |= {*kept.values_list("number", flat=True)}
        own = table.reservations.filter(patron_id=entry.patron_id).first()
        if own is not None:
            return table, own.number
        for seat in range(1, table.seat_count + 1):
            if seat not in taken:
                return table, seat
    raise TableError(TableRefusal.NO_SEAT_FREE)
