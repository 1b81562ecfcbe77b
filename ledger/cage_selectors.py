"""What the cage's screens show: the window, the person at it, and the last transactions.

Nothing here tells what a window should hold: its cashier counts blind.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, Sum
from django.utils.translation import gettext

from cardroom.language import words
from cardroom.people.models import Patron, Staff, today
from ledger import currency_selectors
from ledger.books.entry import Flow
from ledger.models import Entry, Outbox, Reversal, Window, WindowShift
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
        return self.patron.is_welcome


def find_patrons(text: str, limit: int = 9) -> Sequence[Patron]:
    """Patrons by number, or by a part of the name or description."""
    return list(Patron.objects.known_as(text)[:limit])


def person(patron_id: int) -> Person | None:
    """A person as the cashier sees him, or None if nobody has this number."""
    patron = Patron.objects.filter(pk=patron_id).first()
    if patron is None:
        return None
    numbers = currency_selectors.members(patron_id)
    cash_in, cash_out = currency_selectors.totals(patron_id, today())
    return Person(
        patron=patron,
        funds=_together(funds(numbers).values()),
        unposted=tuple(due for number in numbers for due in _unposted(number)),
        cash_in_cents=cash_in,
        cash_out_cents=cash_out,
    )


def staff_named(username: str) -> Staff | None:
    """Somebody who works here, by the name to log in with."""
    return Staff.objects.filter(username=username).first()


def _together(each: Iterable[Funds]) -> Funds:
    """The chips of all numbers that are one person."""
    found = list(each)
    return Funds(
        sum(one.balance_cents for one in found),
        sum(one.pending_cents for one in found),
        sum(one.held_cents for one in found),
    )


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


# -- Transactions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Transaction:
    """One thing that a cashier did, as her own list shows it. ``cents`` are cash, or else chips.

    ``cash_in`` is None where no cash moved. ``patron_id`` is None where nobody was named.
    """

    entry_id: int
    at: datetime
    kind: Flow
    patron_id: int | None
    name: str
    cents: int
    cash_in: bool | None
    reversed: bool = False

    @property
    def title(self) -> str:
        return words(self.kind)


# What a cashier's own list has: what she did for somebody, and what turns it round.
_AT_THE_WINDOW = (
    Flow.BUY_IN,
    Flow.CASH_OUT,
    Flow.DEPOSIT,
    Flow.WITHDRAWAL,
    Flow.TPPPS_LEAVES,
    Flow.REVERSAL,
)


def last_transactions(cashier: Staff, limit: int = 12) -> Sequence[Transaction]:
    """The cashier's latest transactions, newest first."""
    return _transactions(Q(actor=cashier), limit)


def transaction(entry_id: int) -> Transaction | None:
    """One transaction at the cage, or None if the entry is none."""
    found = _transactions(Q(pk=entry_id), 1)
    return found[0] if found else None


def transactions_of(patron_ids: Collection[int], limit: int = 12) -> Sequence[Transaction]:
    """The latest transactions of a person at the cage, whoever served him."""
    return _transactions(Q(patron_id__in=patron_ids), limit)


def _transactions(whose: Q, limit: int) -> Sequence[Transaction]:
    cash = Q(postings__account__code__startswith="cash:")
    rows = list(
        Entry.objects.filter(whose, kind__in=_AT_THE_WINDOW)
        .order_by("-id")
        .annotate(
            cash=Sum("postings__cents", filter=cash, default=0),
            moved=Sum("postings__cents", filter=Q(postings__cents__gt=0), default=0),
            turned=Exists(Reversal.objects.filter(reverses=OuterRef("pk"))),
        )[:limit]
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
            name=names.get(row.patron_id, "") if row.patron_id else gettext("nobody named"),
            cents=abs(int(row.cash)) or int(row.moved),
            cash_in=row.cash > 0 if row.cash else None,
            reversed=bool(row.turned),
        )
        for row in rows
    ]
