"""The entry that an order to end a round asks for."""

from collections.abc import Iterable

from ledger.books import flows
from ledger.books.entry import Entry, Flow
from ledger.books.house import HouseWin
from ledger.models import BoxCount, Outbox
from ledger.refusals import BooksError


def entry_of(row: Outbox) -> Entry:
    """The entry of an order. The house's win counts for the order's own day and shift: those of
    the round's close. Fees that go back come out of the box, or out of the revenue if the box was
    counted meanwhile. Raises BooksError and others for a payload that makes none."""
    credits = {int(who): cents for who, cents in row.payload["credits"].items()}
    if row.kind == Flow.SETTLEMENT:
        house = None
        if win := row.payload.get("win", 0):
            house = HouseWin(row.table, row.day, row.shift, win)
        return flows.settlement(row.table, row.round_ref, credits, house)
    fees_back = {int(who): cents for who, cents in row.payload["fees_back"].items()}
    box = row.payload["box"]
    return flows.void(
        row.table,
        row.round_ref,
        credits,
        fees_back,
        box,
        box_counted=bool(fees_back) and is_counted(box),
    )


def is_counted(box_id: int) -> bool:
    """Whether a box is counted, and so locked."""
    return BoxCount.objects.filter(box=box_id, second_signer__isnull=False).exists()


def buildable(rows: Iterable[Outbox]) -> Iterable[Entry]:
    """The entries of those orders that make one."""
    for row in rows:
        try:
            yield entry_of(row)
        except (BooksError, LookupError, ValueError, TypeError, AttributeError):
            continue  # It fails when it is posted, alone, and says why.
