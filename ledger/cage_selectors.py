"""What the cage's screens show: the window, the person at it, and the last transactions.

Nothing here tells what a window should hold: its cashier counts blind.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Q, Sum

from cardroom.clock import now
from cardroom.people.models import Patron, Staff
from ledger.books.entry import Flow
from ledger.models import Entry, Outbox, Posting, Window, WindowShift
from ledger.selectors import Funds, funds

_OF_A_PLAYER = re.compile(r"[a-z]+:player:(\d+)")

# -- Windows ---------------------------------------------------------------------------------------


def window_of(cashier: Staff) -> WindowShift | None:
    """The window that this cashier has open."""
    return (
        WindowShift.objects.filter(cashier=cashier, closed_at__isnull=True)
        .select_related("window")
        .first()
    )


def closed_windows() -> list[int]:
    """The numbers of the windows that nobody has open."""
    taken = WindowShift.objects.filter(closed_at__isnull=True).values("window")
    return list(Window.objects.exclude(id__in=taken).values_list("number", flat=True))


# -- People ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unposted:
    """A round that owes the person something and is not in the books yet."""

    round_ref: str
    cents: int
    parked: bool


@dataclass(frozen=True, slots=True)
class Person:
    """A person at the window: chips, what is on its way, and today's currency."""

    patron: Patron
    funds: Funds
    unposted: tuple[Unposted, ...]
    cash_in_cents: int
    cash_out_cents: int

    @property
    def welcome(self) -> bool:
        return self.patron.standing == Patron.Standing.WELCOME


def find_patrons(text: str, limit: int = 9) -> Sequence[Patron]:
    """Patrons by number, or by a part of the name or description."""
    wanted = text.strip()
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 16:
        return list(Patron.objects.filter(pk=int(wanted)))
    if not wanted or "\0" in wanted:
        return []
    found = Q(name__icontains=wanted) | Q(description__icontains=wanted)
    return list(Patron.objects.filter(found)[:limit])


def person(patron_id: int) -> Person | None:
    """A person as the cashier sees him, or None if nobody has this number."""
    patron = Patron.objects.filter(pk=patron_id).first()
    if patron is None:
        return None
    cash_in, cash_out = _cash_today(patron_id)
    return Person(
        patron=patron,
        funds=funds([patron_id])[patron_id],
        unposted=tuple(_unposted(patron_id)),
        cash_in_cents=cash_in,
        cash_out_cents=cash_out,
    )


def staff_named(username: str) -> Staff | None:
    """Somebody who works here, by the name to log in with."""
    return Staff.objects.filter(username=username).first()


def account_holders(codes: Iterable[str]) -> dict[str, str]:
    """Whose accounts these are, by name, where an account is a player's: by its code."""
    numbers = {code: int(found[1]) for code in codes if (found := _OF_A_PLAYER.fullmatch(code))}
    names = dict(Patron.objects.filter(pk__in=numbers.values()).values_list("pk", "name"))
    return {code: names[number] for code, number in numbers.items() if number in names}


def _unposted(patron_id: int) -> list[Unposted]:
    who = str(patron_id)
    rows = Outbox.objects.filter(
        Q(payload__credits__has_key=who) | Q(payload__fees_back__has_key=who),
        done_at__isnull=True,
    ).order_by("id")
    return [
        Unposted(
            row.round_ref,
            row.payload["credits"].get(who, 0) + row.payload["fees_back"].get(who, 0),
            row.parked_at is not None,
        )
        for row in rows
    ]


def _cash_today(patron_id: int) -> tuple[int, int]:
    """Cash in and cash out of this person in the gaming day that it is now."""
    totals = Posting.objects.filter(
        entry__patron_id=patron_id,
        entry__day=settings.ROOM_CALENDAR.at(now()).day,
        account__code__startswith="cash:",
    ).aggregate(
        cash_in=Sum("cents", filter=Q(cents__gt=0), default=0),
        cash_out=Sum("cents", filter=Q(cents__lt=0), default=0),
    )
    return int(totals["cash_in"]), -int(totals["cash_out"])


# -- Transactions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Transaction:
    """One thing that a cashier did, as her own list shows it."""

    entry_id: int
    at: datetime
    kind: Flow
    patron_id: int | None
    name: str
    cents: int

    @property
    def title(self) -> str:
        return self.kind.value.replace("_", "-").capitalize()

    @property
    def cash_in(self) -> bool:
        return self.kind in (Flow.BUY_IN, Flow.TABLE_SALE, Flow.RUNNER_SALE)


def last_transactions(cashier: Staff, limit: int = 12) -> Sequence[Transaction]:
    """The cashier's latest transactions with people, named or not, newest first."""
    cash = Sum("postings__cents", filter=Q(postings__account__code__startswith="cash:"))
    rows = list(
        Entry.objects.filter(actor=cashier)
        .filter(Q(patron_id__isnull=False) | Q(kind__in=(Flow.BUY_IN, Flow.CASH_OUT)))
        .order_by("-id")
        .annotate(cash=cash)[:limit]
    )
    names = dict(
        Patron.objects.filter(pk__in={row.patron_id for row in rows}).values_list("pk", "name")
    )
    return [
        Transaction(
            entry_id=row.pk,
            at=row.at,
            kind=Flow(row.kind),
            patron_id=row.patron_id,
            name=names.get(row.patron_id or 0, ""),
            cents=abs(int(row.cash)),
        )
        for row in rows
    ]
