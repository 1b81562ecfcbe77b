"""The room as a board shows it to everybody: tables, limits, open seats, how many wait.

No name, no chips, no result: what stands here may hang over the street door.
"""

from dataclasses import dataclass

from django.db.models import Count, F, Sum

from tables.models import Seat, SeatReservation, Table, WaitingEntry
from tables.snapshot import Stamp, one_moment

# The board's place among the tables' ids, of which the first is 1.
BOARD = 0


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table in play. ``limits`` are cents by wager; ``open_seats`` are kept for nobody."""

    number: int
    game: str
    house_banked: bool
    limits: dict[str, list[int]]
    seats: int
    open_seats: int


@dataclass(frozen=True, slots=True)
class BoardLine:
    """How many wait for a game whose least ante is ``least``, in cents."""

    game: str
    least: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Board:
    """The room at one moment."""

    stamp: Stamp
    tables: tuple[BoardTable, ...]
    waiting: tuple[BoardLine, ...]


def board_stamp() -> Stamp:
    """How new the board is: it grows with whatever happens at a table or on the waiting list."""
    versions = Table.objects.aggregate(sum=Sum("version"))["sum"] or 0
    steps = WaitingEntry.objects.aggregate(
        sum=Count("id") + Count("called_at") + Count("done_at"),
    )["sum"]
    return Stamp(versions, steps)


@one_moment
def read_board() -> Board:
    """The room now: the open tables by number, and the waiting list by game and limit."""
    taken = dict(Seat.objects.order_by().values_list("table_id").annotate(Count("id")))
    kept = dict(SeatReservation.objects.order_by().values_list("table_id").annotate(Count("id")))
    rows = Table.objects.filter(status=Table.Status.OPEN).select_related("pack")
    tables = tuple(
        BoardTable(
            number=table.number,
            game=table.pack.name,
            house_banked=table.house_banked,
            limits=table.limits,
            seats=table.seat_count,
            open_seats=table.seat_count - taken.get(table.id, 0) - kept.get(table.id, 0),
        )
        for table in rows.order_by("number")
        if table.pack is not None
    )
    waiting = (
        WaitingEntry.objects.filter(done_at=None)
        .values("game", "least")
        .annotate(waiting=Count("id"))
        .order_by("game", F("least"))
    )
    return Board(board_stamp(), tables, tuple(BoardLine(**line) for line in waiting))
