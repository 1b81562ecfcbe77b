"""What an order to end a round becomes in the books."""

from ledger.books import flows
from ledger.books.entry import Entry, Flow
from ledger.books.house import HouseWin
from ledger.models import Outbox


def entry_of(row: Outbox) -> Entry:
    """The entry of an order. The house's win counts for the order's own day and shift: those of
    the round's close. Raises BooksError for an order that cannot be built."""
    credits = {int(who): cents for who, cents in row.payload["credits"].items()}
    if row.kind == Flow.SETTLEMENT:
        house = None
        if win := row.payload.get("win", 0):
            house = HouseWin(row.table, row.day, row.shift, win)
        return flows.settlement(row.table, row.round_ref, credits, house)
    fees_back = {int(who): cents for who, cents in row.payload["fees_back"].items()}
    return flows.void(row.table, row.round_ref, credits, fees_back, row.payload["box"])
