"""What narrows the journal and its exports, and what a gaming day or shift came to. Reads only."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from ledger.books import chart
from ledger.models import Box, ChipMovement, Entry, Posting, PotBalance


@dataclass(frozen=True, slots=True)
class JournalFilter:
    """What to look for in the journal; what is left empty does not narrow it.

    ``day`` alone is that gaming day; with ``until`` it begins a range. A person is one served at a
    window, or one whose account is touched; a table is one whose rounds, tray, box or tokes are.
    """

    day: date | None = None
    kind: str = ""
    account: str = ""
    round_ref: str = ""
    actor_id: int | None = None
    until: date | None = None
    shift: str = ""
    patron_id: int | None = None
    table: str = ""

    @property
    def days(self) -> tuple[date, date] | None:
        """The first and the last gaming day, if there are any."""
        first, last = self.day or self.until, self.until or self.day
        return (first, last) if first and last else None


EVERYTHING = JournalFilter()


def entries(wanted: JournalFilter) -> QuerySet[Entry]:
    """The entries that a filter lets through, newest first, without their lines."""
    found = Entry.objects.order_by("-id")
    if wanted.days:
        found = found.filter(day__range=wanted.days)
    if wanted.shift:
        found = found.filter(shift=wanted.shift)
    if wanted.kind:
        found = found.filter(kind=wanted.kind)
    if wanted.account:
        found = found.filter(postings__account__code=wanted.account)
    if wanted.round_ref:
        found = found.filter(round_ref=wanted.round_ref)
    if wanted.patron_id:
        own = [f"{kind}:player:{wanted.patron_id}" for kind in ("chips", "claims", "deposit")]
        found = found.filter(Q(patron_id=wanted.patron_id) | Q(id__in=_on_accounts(own)))
    if wanted.table:
        found = found.filter(_at_table(wanted.table))
    if wanted.actor_id:
        found = found.filter(actor_id=wanted.actor_id)
    return found


def _at_table(table: str) -> Q:
    play = chart.in_play(table)
    boxes = Box.objects.filter(table=table).values_list("pk", flat=True)
    of_boxes = [code(box) for box in boxes for code in (chart.box_fees, chart.box_cash)]
    rounds = PotBalance.objects.filter(account__code=play).values("ref")
    tray = ChipMovement.objects.filter(place__code=chart.tray(table)).values("entry")
    on_accounts = _on_accounts([play, chart.tokes(table), *of_boxes])
    return Q(round_ref__in=rounds) | Q(id__in=on_accounts) | Q(id__in=tray)


def _on_accounts(codes: Collection[str]) -> QuerySet[Posting, Any]:
    return Posting.objects.filter(account__code__in=codes).values("entry")


def postings(code: str, wanted: JournalFilter) -> QuerySet[Posting]:
    """An account's postings in its own order, latest first, narrowed by day, shift, kind, actor."""
    found = Posting.objects.filter(account__code=code).order_by("-sequence")
    if wanted.days:
        found = found.filter(entry__day__range=wanted.days)
    if wanted.shift:
        found = found.filter(entry__shift=wanted.shift)
    if wanted.kind:
        found = found.filter(entry__kind=wanted.kind)
    if wanted.actor_id:
        found = found.filter(entry__actor_id=wanted.actor_id)
    return found.select_related("entry__actor", "account")


@dataclass(frozen=True, slots=True)
class KindTotal:
    """How many entries of a kind there were, and what they moved, in cents of their debits."""

    kind: str
    entries: int
    cents: int


@dataclass(frozen=True, slots=True)
class AccountTotal:
    """What was debited and credited to one account, in cents."""

    code: str
    debit_cents: int
    credit_cents: int


@dataclass(frozen=True, slots=True)
class ShiftTotals:
    """A gaming day, or one shift of it, in sums of its posted entries."""

    kinds: Sequence[KindTotal]
    accounts: Sequence[AccountTotal]

    @property
    def debit_cents(self) -> int:
        return sum(line.debit_cents for line in self.accounts)

    @property
    def credit_cents(self) -> int:
        return sum(line.credit_cents for line in self.accounts)


def shift_totals(wanted: JournalFilter, untold: Collection[str] = ()) -> ShiftTotals:
    """What the entries of a day and shift moved, by kind and by account, those ``untold`` left out.

    Accounts of single players and tables' pots are summed by family: there are many.
    """
    of_entries = Posting.objects.filter(entry__in=entries(wanted).order_by().values("id"))
    debits = Q(cents__gt=0) & ~Q(account__code__in=untold)
    kinds = (
        of_entries.values_list("entry__kind")
        .annotate(n=Count("entry", distinct=True), cents=Sum("cents", filter=debits))
        .order_by("entry__kind")
    )
    sums: dict[str, list[int]] = {}
    told = of_entries.exclude(account__code__in=untold)
    for code, debited, credited in told.values_list("account__code").annotate(
        debited=Sum("cents", filter=Q(cents__gt=0), default=0),
        credited=Sum(-F("cents"), filter=Q(cents__lt=0), default=0),
    ):
        line = sums.setdefault(_family(code), [0, 0])
        line[0] += debited
        line[1] += credited
    return ShiftTotals(
        [KindTotal(kind, n, int(cents or 0)) for kind, n, cents in kinds],
        [AccountTotal(code, debit, credit) for code, (debit, credit) in sorted(sums.items())],
    )


def _family(code: str) -> str:
    for many in ("chips:player:", "claims:player:", "deposit:player:", "chips:play:"):
        if code.startswith(many):
            return f"{many}…"
    return code
