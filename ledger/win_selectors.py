"""What the books say of house-banked tables: the win of each table and shift, the tray. Cents."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.db import connection
from django.db.models import Sum

from cardroom.clock import now
from ledger.models import Account, Outbox, WinCount

_WIN = re.compile(r"win:(\w+):(\d{4}-\d\d-\d\d):(\w+)")


@dataclass(frozen=True, slots=True)
class ShiftWin:
    """One table in one shift: what it won in all (below zero: lost), and how much is counted.

    ``pending`` is part of the win and on its way into the books; ``runs``: the shift has not ended.
    """

    table: str
    day: date
    shift: str
    win: int
    counted: int
    pending: int
    runs: bool

    @property
    def to_count(self) -> int:
        """What a count would make revenue now."""
        return self.win - self.counted - self.pending


def shift_wins(day: date) -> Sequence[ShiftWin]:
    """Every table and shift of a gaming day that has won or lost, in the order of the shifts."""
    return [line for line in _shift_wins(f":{day.isoformat()}:") if line.day == day]


def uncounted_wins() -> Sequence[ShiftWin]:
    """Every table and shift with a win that is not counted yet, oldest first."""
    return [line for line in _shift_wins("") if line.to_count or line.pending]


@dataclass(frozen=True, slots=True)
class CountedWin:
    """A count of a table's win in a shift: who counted, who signed, and its entry."""

    at: datetime
    table: str
    shift: str
    cents: int
    counted_by: str
    signed_by: str
    entry_id: int


def win_counts(day: date) -> Sequence[CountedWin]:
    """The counts of the wins of a gaming day, in their order."""
    found = WinCount.objects.filter(day=day).select_related("counted_by", "signed_by")
    return [
        CountedWin(
            at=row.at,
            table=row.table,
            shift=row.shift,
            cents=row.cents,
            counted_by=row.counted_by.display_name,
            signed_by=row.signed_by.display_name,
            entry_id=row.entry_id,
        )
        for row in found.order_by("id")
    ]


def _shift_wins(part: str) -> list[ShiftWin]:
    """The lines of the accounts whose code has ``part`` in it, or of all that stand open."""
    accounts = Account.objects.filter(code__startswith="win:")
    accounts = accounts.filter(code__contains=part) if part else accounts.exclude(balance=0)
    balances: dict[tuple[str, date, str], int] = {}
    for code, cents in accounts.values_list("code", "balance"):
        if (parts := _WIN.fullmatch(code)) is not None:
            balances[parts[1], date.fromisoformat(parts[2]), parts[3]] = cents
    pending: dict[tuple[str, date, str], int] = {}
    for row in Outbox.objects.filter(done_at__isnull=True, payload__has_key="win"):
        key = (row.table, row.day, row.shift)
        pending[key] = pending.get(key, 0) + row.payload["win"]
    counts = WinCount.objects.order_by().values_list("table", "day", "shift")
    counted = {(t, d, s): cents for t, d, s, cents in counts.annotate(Sum("cents"))}
    gaming = settings.ROOM_CALENDAR.at(now())
    lines = []
    for key in balances.keys() | pending.keys():
        done, due = counted.get(key, 0), pending.get(key, 0)
        runs = key[1:] == (gaming.day, gaming.shift)
        lines.append(ShiftWin(*key, balances.get(key, 0) + done + due, done, due, runs))
    order = {name: place for place, (name, _) in enumerate(settings.ROOM_CALENDAR.shifts)}
    return sorted(lines, key=lambda line: (line.day, order.get(line.shift, 0), line.table.zfill(9)))


_TRAY = """
SELECT coalesce((SELECT balance FROM ledger_chipplace WHERE code = 'tray:' || %(table)s), 0)
    + coalesce((SELECT sum((payload->>'win')::bigint) FROM ledger_outbox
                WHERE done_at IS NULL AND "table" = %(table)s), 0)::bigint
"""


def tray_with_pending(table: str) -> int:
    """What lies in a table's tray: the books', and what the house's rounds on their way bring."""
    with connection.cursor() as cursor:
        cursor.execute(_TRAY, {"table": table})
        return int(cursor.fetchone()[0])
