"""Currency of persons by gaming day: totals, the log, reports that are due, hints. Reads only.

Whoever was merged into a person counts with him. A total is read from one row a person and day,
whatever happened before; PostgreSQL keeps the rows.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.db.models import Q, Sum

from cardroom.people.models import Patron, today
from ledger.books import currency
from ledger.books.currency import DayAmounts, Direction, Due, Hint
from ledger.models import CurrencyDay, CurrencyReport, Entry


def members(patron_id: int) -> list[int]:
    """The numbers that are this person: his own, and those merged into him."""
    merged = Patron.objects.filter(merged_into_id=patron_id).order_by("id")
    return [patron_id, *merged.values_list("pk", flat=True)]


def totals(patron_id: int, day: date) -> tuple[int, int]:
    """Cash in and cash out of a person on a gaming day, in cents."""
    found = CurrencyDay.objects.filter(patron_id__in=members(patron_id), day=day).aggregate(
        cash_in=Sum("cash_in", default=0), cash_out=Sum("cash_out", default=0)
    )
    return int(found["cash_in"]), int(found["cash_out"])


# -- Transactions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CashMove:
    """One transaction of a person in currency, as the log has it. ``cents`` is above zero.

    One that was turned round stays in the list and counts for nothing.
    """

    entry_id: int
    at: datetime
    day: date
    patron_id: int
    kind: str
    place: str
    direction: Direction
    cents: int
    by: str
    reversed_by: int | None

    @property
    def counts(self) -> bool:
        return self.reversed_by is None


def transactions(patron_ids: Collection[int], first: date, last: date) -> Sequence[CashMove]:
    """Every transaction in currency of some persons from one gaming day to another, in order."""
    rows = (
        Entry.objects.filter(patron_id__in=patron_ids, day__range=(first, last))
        .exclude(kind="reversal")
        .filter(postings__account__code__startswith="cash:")
        .order_by("at", "id")
        .values_list(
            "id",
            "at",
            "day",
            "patron_id",
            "kind",
            "postings__account__code",
            "postings__cents",
            "actor__username",
            "reversed_by__entry_id",
        )
    )
    return [
        CashMove(
            entry_id=entry_id,
            at=at,
            day=day,
            patron_id=who or 0,
            kind=kind,
            place=code.removeprefix("cash:"),
            direction=Direction.IN if cents > 0 else Direction.OUT,
            cents=abs(cents),
            by=by or "",
            reversed_by=turned,
        )
        for entry_id, at, day, who, kind, code, cents, by, turned in rows
    ]


# -- The log ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LogLine:
    """A person in the multiple transaction log of a gaming day."""

    patron: Patron
    cash_in: int
    cash_out: int
    moves: tuple[CashMove, ...]

    @property
    def due(self) -> Due:
        return currency.due(max(self.cash_in, self.cash_out), settings.CURRENCY_LOG_FROM)


def log(day: date) -> Sequence[LogLine]:
    """The multiple transaction log of a gaming day, the highest total first.

    It has everybody whose cash in or cash out reaches the room's threshold, with every transaction
    of his day, small ones too.
    """
    of_head: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    rows = list(CurrencyDay.objects.filter(day=day).exclude(cash_in=0, cash_out=0))
    heads = _heads(row.patron_id for row in rows)
    for row in rows:
        total = of_head[heads.get(row.patron_id, row.patron_id)]
        total[0] += row.cash_in
        total[1] += row.cash_out
    listed = {who: t for who, t in of_head.items() if max(t) >= settings.CURRENCY_LOG_FROM}
    moves: dict[int, list[CashMove]] = defaultdict(list)
    ids = [row.patron_id for row in rows if heads.get(row.patron_id, row.patron_id) in listed]
    for move in transactions(ids, day, day):
        moves[heads.get(move.patron_id, move.patron_id)].append(move)
    patrons = Patron.objects.in_bulk(listed)
    lines = [LogLine(patrons[who], t[0], t[1], tuple(moves[who])) for who, t in listed.items()]
    return sorted(lines, key=lambda line: (-max(line.cash_in, line.cash_out), line.patron.pk))


def _heads(patron_ids: Iterable[int]) -> dict[int, int]:
    """Whom each merged number belongs to."""
    merged = Patron.objects.filter(pk__in=set(patron_ids), merged_into__isnull=False)
    return {pk: head for pk, head in merged.values_list("pk", "merged_into_id") if head}


# -- Reports ---------------------------------------------------------------------------------------


class State(StrEnum):
    """How far a report is. ``amend``: filed with other totals than there are now."""

    OPEN = "open"
    DRAFTED = "drafted"
    FILED = "filed"
    AMEND = "amend"
    NOT_DUE = "not_due"


@dataclass(frozen=True, slots=True)
class Report:
    """A report that is or was due, with the totals of now."""

    row: CurrencyReport
    patron: Patron
    cash_in: int
    cash_out: int

    @property
    def above(self) -> bool:
        return max(self.cash_in, self.cash_out) > currency.REPORT_ABOVE

    @property
    def state(self) -> State:
        filings = list(self.row.filings.all())
        if filings:
            same = (filings[-1].cash_in, filings[-1].cash_out) == (self.cash_in, self.cash_out)
            return State.FILED if same else State.AMEND
        if not self.above:
            return State.NOT_DUE
        return State.DRAFTED if self.row.drafted_at else State.OPEN

    @property
    def overdue(self) -> bool:
        """Past its last day, and not filed."""
        waits = self.state in (State.OPEN, State.DRAFTED)
        return waits and today() > self.row.due_on

    @property
    def days_left(self) -> int:
        return (self.row.due_on - today()).days


def reports(done: int = 100) -> Sequence[Report]:
    """Every report that waits, the first due at the top; then the latest ``done`` filed ones."""
    rows = CurrencyReport.objects.prefetch_related("filings").select_related("drafted_by")
    waiting = rows.filter(filings=None).order_by("due_on", "id")
    filed = rows.filter(filings__isnull=False).distinct().order_by("-day", "-id")[:done]
    found = [_report(row) for row in (*waiting, *filed)]
    return sorted(found, key=lambda each: each.state in (State.FILED, State.NOT_DUE))


def report(report_id: int) -> Report | None:
    """One report, or None."""
    rows = CurrencyReport.objects.prefetch_related("filings__by").select_related("drafted_by")
    row = rows.filter(pk=report_id).first()
    return _report(row) if row else None


def overdue() -> int:
    """How many reports are overdue: the alarm."""
    rows = CurrencyReport.objects.filter(filings=None, due_on__lt=today())
    return sum(_report(row).overdue for row in rows.prefetch_related("filings"))


def _report(row: CurrencyReport) -> Report:
    cash_in, cash_out = totals(row.patron_id, row.day)
    return Report(row, Patron.objects.get(pk=row.patron_id), cash_in, cash_out)


# -- Hints -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PersonHint:
    """A hint of structuring, and whom it is about. For compliance alone."""

    patron: Patron
    hint: Hint


def hints(last: date) -> Sequence[PersonHint]:
    """What to look at in the gaming days up to ``last``, by the rule in ``currency.RULE``."""
    first = last - timedelta(days=currency.HINT_DAYS - 1)
    near = Q(cash_in__gt=0) | Q(cash_out__gt=0)
    ids = set(
        CurrencyDay.objects.filter(near, day__range=(first, last)).values_list(
            "patron_id", flat=True
        )
    )
    heads = _heads(ids)
    amounts: dict[tuple[int, Direction], dict[date, list[int]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for move in transactions(ids, first, last):
        if move.counts:
            head = heads.get(move.patron_id, move.patron_id)
            amounts[head, move.direction][move.day].append(move.cents)
    patrons = Patron.objects.in_bulk({who for who, _ in amounts})
    return [
        PersonHint(patrons[who], hint)
        for (who, direction), days in sorted(amounts.items())
        for hint in currency.hints(
            direction, [DayAmounts(day, tuple(cents)) for day, cents in days.items()]
        )
    ]
