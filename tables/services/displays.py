"""Signed addresses for the screens that players see. A display reads; it can change nothing."""

from dataclasses import dataclass

from django.core import signing

from tables.models import Table
from tables.refusals import TableError, TableRefusal

LIFETIME_SECONDS = 12 * 60 * 60
_SALT = "cardroom.display"


@dataclass(frozen=True, slots=True)
class Display:
    """What a paired screen shows: a table, as one seat sees it or (seat None) as everybody does.

    A seat's display belongs to whoever sat there when its address was given out: the next player
    is not shown on the last one's telephone. ``patron_id`` 0 is an empty seat.
    """

    table_id: int
    seat: int | None
    patron_id: int | None


def seat_token(table: Table, seat: int) -> str:
    """The address of the display of whoever sits there now, for twelve hours."""
    patron_id = table.seats.filter(number=seat).values_list("patron_id", flat=True).first()
    return signing.dumps([table.id, seat, patron_id or 0], salt=_SALT, compress=False)


def rail_token(table: Table) -> str:
    """The address of the display over the table, for twelve hours."""
    return signing.dumps([table.id, None, None], salt=_SALT, compress=False)


def display_from_token(token: str) -> Display:
    """Whose display this is. Raises ``DISPLAY_UNKNOWN`` for a forged or expired address."""
    try:
        table_id, seat, patron_id = signing.loads(token, salt=_SALT, max_age=LIFETIME_SECONDS)
    except (signing.BadSignature, ValueError) as error:
        raise TableError(TableRefusal.DISPLAY_UNKNOWN) from error
    return Display(table_id, seat, patron_id)
