"""Signed addresses for the screens that players see. A display reads; it can change nothing."""

from dataclasses import dataclass

from django.core import signing

from tables.models import Table
from tables.refusals import TableError, TableRefusal

LIFETIME_SECONDS = 12 * 60 * 60
_SALT = "cardroom.display"


@dataclass(frozen=True, slots=True)
class Display:
    """What a paired screen shows: a table, as one seat sees it or (seat None) as everybody does."""

    table_id: int
    seat: int | None


def seat_token(table: Table, seat: int) -> str:
    """The address of the seat's own display, for twelve hours."""
    return signing.dumps([table.id, seat], salt=_SALT, compress=False)


def rail_token(table: Table) -> str:
    """The address of the display over the table, for twelve hours."""
    return signing.dumps([table.id, None], salt=_SALT, compress=False)


def display_from_token(token: str) -> Display:
    """Whose display this is. Raises ``DISPLAY_UNKNOWN`` for a forged or expired address."""
    try:
        table_id, seat = signing.loads(token, salt=_SALT, max_age=LIFETIME_SECONDS)
    except signing.BadSignature as error:
        raise TableError(TableRefusal.DISPLAY_UNKNOWN) from error
    return Display(table_id, seat)
