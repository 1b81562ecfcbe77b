"""How much of a round a table captures: every card, or each seat's result."""

from tables.models import Table
from tables.refusals import TableError, TableRefusal
from tables.services.commands import ChooseCapture
from tables.services.desk import Desk


def check(table: Table) -> None:
    """Raises ``CAPTURE_WRONG`` for results of the electronic deck: it knows every card."""
    electronic = table.source == Table.Source.ELECTRONIC
    if electronic and table.capture == Table.Capture.RESULTS:
        raise TableError(TableRefusal.CAPTURE_WRONG, field="capture")


def choose(desk: Desk, command: ChooseCapture) -> None:
    """From the next round on; a round that is open ends as it began.

    Raises ``TABLE_CLOSED``, or ``CAPTURE_WRONG`` at the electronic deck.
    """
    if desk.table.status != desk.table.Status.OPEN:
        raise TableError(TableRefusal.TABLE_CLOSED, table=desk.table.number)
    desk.table.capture = command.capture
    check(desk.table)
    desk.append("capture_chosen", {"capture": command.capture})
