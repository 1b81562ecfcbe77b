"""What a view of the books shows, as CSV or XLSX: all of its rows, as they were at one moment.

A spreadsheet takes a text that begins with a sign for a formula: such a text gets an apostrophe.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from io import BytesIO, StringIO
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection, transaction
from django.http import HttpResponse
from openpyxl import Workbook

from ledger.journal import ShiftTotals
from ledger.models import Entry, Posting

Cell = str | int | Decimal | None
FORMATS = ("csv", "xlsx")
# What spreadsheets take for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\u2212")
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True)
class Export:
    """Rows under a head, and to what moment they are true."""

    name: str
    head: Sequence[str]
    rows: Callable[[], Iterable[Sequence[Cell]]]
    moment: datetime


def answer(export: Export, how: str) -> HttpResponse:
    """The export as a file to keep. All rows come from one snapshot of the database."""
    alone = not connection.in_atomic_block
    with transaction.atomic():
        if alone:  # Inside somebody else's transaction his view is the one to show.
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        content = _xlsx(export) if how == "xlsx" else _csv(export)
    kind = _XLSX if how == "xlsx" else "text/csv; charset=utf-8"
    response = HttpResponse(content, content_type=kind)
    stamp = _local(export.moment).strftime("%Y%m%d-%H%M%S")
    name = f"{export.name}-{stamp}.{how}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _csv(export: Export) -> bytes:
    out = StringIO()
    writer = csv.writer(out)
    for row in _all(export):
        writer.writerow(["" if cell is None else cell for cell in row])
    return out.getvalue().encode("utf-8-sig")


def _xlsx(export: Export) -> bytes:
    book = Workbook(write_only=True)
    page = book.create_sheet(export.name[:31])
    page.freeze_panes = "A3"
    for row in _all(export):
        page.append(list(row))
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _all(export: Export) -> Iterator[list[Cell]]:
    yield [f"As of {moment(export.moment)}"]
    yield [safe(cell) for cell in export.head]
    for row in export.rows():
        yield [safe(cell) for cell in row]


def safe(cell: Cell) -> Cell:
    """A cell that no spreadsheet computes.

    >>> safe("=HYPERLINK(1)"), safe("Lee Park"), safe(Decimal("-5.00"))
    ("'=HYPERLINK(1)", 'Lee Park', Decimal('-5.00'))
    """
    if not isinstance(cell, str):
        return cell
    text = "".join(each for each in cell if each.isprintable() or each in "\t\r\n")
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def money(cents: int | None) -> Decimal | None:
    """Cents as dollars, exactly."""
    return None if cents is None else Decimal(cents).scaleb(-2)


def moment(at: datetime) -> str:
    """A moment by the room's clock."""
    return _local(at).strftime("%Y-%m-%d %H:%M:%S")


def _local(at: datetime) -> datetime:
    return at.astimezone(ZoneInfo(settings.ROOM_CALENDAR.time_zone))


# -- Rows ------------------------------------------------------------------------------------------

JOURNAL_HEAD = (
    "Entry", "Happened", "Gaming day", "Shift", "Posted", "Kind", "What", "Round", "Person", "By",
    "Account or place", "Debit", "Credit", "Chips in or out", "Balance after",
)  # fmt: skip


def journal_rows(entries: Iterable[Entry]) -> Iterator[Sequence[Cell]]:
    """One row for each line and each movement of chips of each entry."""
    for entry in entries:
        head = _entry_cells(entry)
        for line in entry.postings.all():
            debit, credit = money(line.debit), money(line.credit)
            yield (*head, line.account.code, debit, credit, None, money(line.balance_after))
        for move in entry.movements.all():
            place = f"chips, {move.place.code}"
            yield (*head, place, None, None, money(move.cents), money(move.balance_after))
        for each in entry.lines.all():
            chip = money(each.stock.denomination)
            place = f"pieces of {chip}, {each.stock.place.code}"
            yield (*head, place, None, None, each.count, each.count_after)


def _entry_cells(entry: Entry) -> tuple[Cell, ...]:
    return (
        entry.pk,
        moment(entry.at),
        entry.day.isoformat(),
        entry.shift,
        moment(entry.posted_at),
        entry.kind.replace("_", " "),
        entry.memo,
        entry.round_ref,
        entry.patron_id,
        entry.actor.display_name if entry.actor else "the system",
    )


STATEMENT_HEAD = (
    "Line", "Posted", "Gaming day", "Shift", "Entry", "Kind", "What", "Round", "By", "Debit",
    "Credit", "Balance",
)  # fmt: skip


def statement_rows(lines: Iterable[Posting]) -> Iterator[Sequence[Cell]]:
    """One row for each line of an account's statement."""
    for line in lines:
        entry = line.entry
        yield (
            line.sequence,
            moment(line.posted_at),
            entry.day.isoformat(),
            entry.shift,
            entry.pk,
            entry.kind.replace("_", " "),
            entry.memo,
            entry.round_ref,
            entry.actor.display_name if entry.actor else "the system",
            money(line.debit),
            money(line.credit),
            money(line.balance_after),
        )


SHIFT_HEAD = ("What", "Entries", "Debit", "Credit")


def shift_rows(totals: ShiftTotals) -> Iterator[Sequence[Cell]]:
    """What a shift moved: a row for each kind of entry, then for each account."""
    for kind in totals.kinds:
        yield (kind.kind.replace("_", " "), kind.entries, money(kind.cents), money(kind.cents))
    for line in totals.accounts:
        yield (line.code, None, money(line.debit_cents), money(line.credit_cents))
