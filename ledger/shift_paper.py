"""The statement of a gaming day or of one of its shifts, as it is printed. Reads only."""

from collections.abc import Collection
from datetime import datetime
from typing import TypeVar

from django.db.models import QuerySet

from cardroom.money import format_cents, over_short
from cardroom.texts import say
from ledger.journal import JournalFilter, shift_totals
from ledger.models import Box, BoxCount, Outbox, Transfer, WindowShift
from ledger.slip_selectors import Paper, Part, when, who

M = TypeVar("M", Box, Outbox, Transfer, WindowShift)


def shift_paper(wanted: JournalFilter, moment: datetime, untold: Collection[str] = ()) -> Paper:
    """A gaming day, or one shift of it: sums, windows, boxes, fills and credits, what waits.

    Accounts that are ``untold`` to the reader are left out, and the paper says so.
    """
    totals = shift_totals(wanted, untold)
    first, last = wanted.days or (None, None)
    days = str(first) if first == last else say("{first} to {last}", first=first, last=last)
    waiting = _of_shift(Outbox.objects.filter(done_at__isnull=True), wanted).count()
    kinds = tuple(
        (say(line.kind.replace("_", " ")), str(line.entries), format_cents(line.cents))
        for line in totals.kinds
    )
    accounts = tuple(
        (line.code, format_cents(line.debit_cents), format_cents(line.credit_cents))
        for line in totals.accounts
    )
    return Paper(
        say("Shift statement"),
        (
            (say("Gaming day"), days),
            (say("Shift"), say(wanted.shift or "all")),
            (say("As of"), when(moment)),
            (say("Rounds not in the books yet"), str(waiting) if waiting else say("none")),
        ),
        (
            Part(
                say("Windows"),
                (say("Window"), say("Cashier"), say("Cash"), say("Chips")),
                _windows(wanted),
            ),
            Part(
                say("Drop boxes"),
                (say("Box"), say("Table"), say("Collections"), say("Over or short")),
                _boxes(wanted),
            ),
            Part(
                say("Fills and credits"),
                (say("Slip"), say("Table"), say("Stage"), say("Amount")),
                _transfers(wanted),
            ),
            Part(say("Entries"), (say("Kind"), say("Entries"), say("Amount")), kinds),
            Part(say("Accounts"), (say("Account"), say("Debit"), say("Credit")), accounts),
        ),
        ((say("Cage supervisor"), ""), (say("Manager"), "")),
        (say(_UNTOLD),) if untold else (),
    )


_UNTOLD = "Left out: the accounts of boxes that are not counted yet. Their counters count blind."


def _of_shift(found: QuerySet[M], wanted: JournalFilter, prefix: str = "") -> QuerySet[M]:
    if wanted.days:
        found = found.filter(**{f"{prefix}day__range": wanted.days})
    return found.filter(**{f"{prefix}shift": wanted.shift}) if wanted.shift else found


def _windows(wanted: JournalFilter) -> tuple[tuple[str, ...], ...]:
    times = _of_shift(WindowShift.objects.select_related("window", "cashier"), wanted)
    return tuple(
        (
            str(time.window.number),
            who(time.cashier),
            say("open") if time.closed_at is None else over_short(time.cash_over or 0),
            say("open") if time.closed_at is None else over_short(time.chips_over or 0),
        )
        for time in times.order_by("id")
    )


def _boxes(wanted: JournalFilter) -> tuple[tuple[str, ...], ...]:
    boxes = _of_shift(Box.objects.select_related("sheet"), wanted).order_by("table", "id")
    rows: list[tuple[str, ...]] = []
    for box in boxes:
        sheet: BoxCount | None = getattr(box, "sheet", None)
        if sheet is not None and sheet.booked:
            over = say(
                "chips {chips_over}, cash {cash_over}",
                chips_over=over_short(sheet.chips_over),
                cash_over=over_short(sheet.cash_over),
            )
            rows.append((str(box.pk), box.table, format_cents(sheet.fees_recorded or 0), over))
        else:
            rows.append((str(box.pk), box.table, say("not counted"), ""))
    return tuple(rows)


def _transfers(wanted: JournalFilter) -> tuple[tuple[str, ...], ...]:
    found = _of_shift(Transfer.objects.select_related("slip"), wanted, "slip__")
    return tuple(
        (
            f"{each.get_kind_display()} {each.slip.number}",
            each.table,
            each.get_status_display(),
            format_cents(each.asked_cents),
        )
        for each in found.order_by("id")
    )
