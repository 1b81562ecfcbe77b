"""What the books say. Reads only; amounts are cents.

A balance is read from its account row, as of now; as of a past moment it is read from the account's
own postings. What is decided and not yet posted is told apart, as pending.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import BigIntegerField, Case, F, Min, Prefetch, Q, QuerySet, Sum, Value, When

from cardroom.clock import now
from ledger.books import chart
from ledger.journal import EVERYTHING, entries, postings
from ledger.journal import JournalFilter as JournalFilter
from ledger.models import (
    Account,
    ChipLine,
    ChipMovement,
    ChipPlace,
    Entry,
    Outbox,
    Posting,
    PotBalance,
)

# -- Players and rounds ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Funds:
    """A player's chips: posted, and decided but not yet posted.

    ``held_cents`` are returns of settlements that are parked: they are his, but he cannot bet them
    until somebody has looked.
    """

    balance_cents: int = 0
    pending_cents: int = 0
    held_cents: int = 0

    @property
    def available(self) -> int:
        """What screens show as the stack, in cents."""
        return self.balance_cents + self.pending_cents


# One statement, so one snapshot: a settlement is either still pending or already in the balance.
_FUNDS = "SELECT patron, posted, pending, held FROM ledger_funds(%s)"
_STAMPS = "SELECT patron, stamp FROM ledger_funds(%s)"


def funds(patron_ids: Collection[int]) -> dict[int, Funds]:
    """The chips of some players, all from one moment. A player without an account has none.

    Whoever is named twice, as a player at two positions is, has his chips once.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FUNDS, [list(patron_ids)])
        return {row[0]: Funds(*row[1:]) for row in cursor.fetchall()}


def funds_stamps(patron_ids: Collection[int]) -> dict[int, int]:
    """How new some players' funds are: a number that rises with every change of them.

    An order to settle raises it by one, its posting by one more, any other posting by two.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STAMPS, [list(patron_ids)])
        return dict(cursor.fetchall())


@dataclass(frozen=True, slots=True)
class Pot:
    """What is in play for a round, and whether its end is posted."""

    cents: int
    closed: bool


def pot(round_ref: str) -> Pot:
    """The money of a round. A round on which nobody has staked holds nothing."""
    row = PotBalance.objects.filter(ref=round_ref).first()
    return Pot(row.balance, row.closed_at is not None) if row else Pot(0, False)


# -- The books as a whole --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrialLine:
    """An account's balance on the side where it stands; one that is below zero changes sides."""

    code: str
    what: str
    debit_cents: int
    credit_cents: int


@dataclass(frozen=True, slots=True)
class TrialBalance:
    """Every account with a balance. The two totals are equal, always."""

    lines: tuple[TrialLine, ...]
    debit_cents: int
    credit_cents: int

    @property
    def balanced(self) -> bool:
        return self.debit_cents == self.credit_cents


def trial_balance() -> TrialBalance:
    """The trial balance as of now."""
    lines = tuple(
        TrialLine(code, chart.family(code).what, max(debit, 0), max(-debit, 0))
        for code, debit in Account.objects.exclude(balance=0)
        .order_by("code")
        .values_list("code", F("balance") * F("normal"))
    )
    return TrialBalance(
        lines, sum(line.debit_cents for line in lines), sum(line.credit_cents for line in lines)
    )


@dataclass(frozen=True, slots=True)
class ChipsIdentity:
    """Issued less what the house holds must be what the books say is in use."""

    issued_cents: int
    house: tuple[tuple[str, int], ...]
    in_use_cents: int

    @property
    def house_cents(self) -> int:
        return sum(cents for _place, cents in self.house)

    @property
    def holds(self) -> bool:
        return self.issued_cents - self.house_cents == self.in_use_cents


def chips_identity() -> ChipsIdentity:
    """The chips of the room, by place, against the books; all from one moment."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT code, issued, balance FROM ledger_chipplace UNION ALL "
            "SELECT '', NULL, coalesce(sum(balance), 0)::bigint FROM ledger_account WHERE in_use "
            "ORDER BY 1"
        )
        rows = cursor.fetchall()
    return ChipsIdentity(
        issued_cents=sum(cents for _code, issued, cents in rows if issued is True),
        house=tuple((code, cents) for code, issued, cents in rows if issued is False),
        in_use_cents=sum(cents for _code, issued, cents in rows if issued is None),
    )


@dataclass(frozen=True, slots=True)
class Cover:
    """Money designated against chips in use, and what it must cover."""

    designated_cents: int
    chips_cents: int
    deposits_cents: int

    @property
    def required_cents(self) -> int:
        return self.chips_cents + self.deposits_cents

    @property
    def enough(self) -> bool:
        return self.designated_cents >= self.required_cents


def cover() -> Cover:
    """The cover test as of now. ``chips:large`` below zero counts as zero."""
    found = Account.objects.aggregate(
        designated=Sum("balance", filter=Q(covers_chips=True), default=0),
        chips=Sum(
            Case(
                When(code=chart.AT_LARGE, balance__lt=0, then=Value(0, BigIntegerField())),
                default=F("balance"),
            ),
            filter=Q(in_use=True),
            default=0,
        ),
        deposits=Sum("balance", filter=Q(code__startswith="deposit:"), default=0),
    )
    return Cover(found["designated"], found["chips"], found["deposits"])


def tray_cents(table: str) -> int:
    """What the books have in a table's tray; below zero, a fill is due."""
    found = ChipPlace.objects.filter(code=chart.tray(table)).values_list("balance", flat=True)
    return found.first() or 0


def at_large_cents() -> int:
    """Chips in use that nobody's account follows. Below zero, the floor must count and correct."""
    found = Account.objects.filter(code=chart.AT_LARGE).values_list("balance", flat=True).first()
    return found or 0


# -- Settlements under way -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SettlementLag:
    """How many settlements wait, for how long the oldest has, and how many are parked."""

    waiting: int
    oldest_seconds: int
    parked: int


def settlement_lag() -> SettlementLag:
    """How far the books are behind the tables."""
    pending = Outbox.objects.filter(done_at__isnull=True)
    waiting = pending.filter(parked_at__isnull=True)
    oldest = waiting.aggregate(at=Min("at"))["at"]
    age = max((now() - oldest) // timedelta(seconds=1), 0) if oldest else 0
    return SettlementLag(waiting.count(), age, pending.filter(parked_at__isnull=False).count())


def pending_rounds(table: str) -> list[str]:
    """Rounds of a table that are ended and not yet in the books, parked ones included."""
    found = Outbox.objects.filter(table=table, done_at__isnull=True).order_by("id")
    return list(found.values_list("round_ref", flat=True))


def lagging_tables(seconds: int) -> set[str]:
    """Tables with a settlement that is parked, or has waited for longer than this."""
    late = Q(parked_at__isnull=False) | Q(at__lt=now() - timedelta(seconds=seconds))
    found = Outbox.objects.filter(late, done_at__isnull=True).values_list("table", flat=True)
    return set(found)


def parked_settlements() -> QuerySet[Outbox]:
    """Settlements that failed too often and wait for somebody, oldest first."""
    return Outbox.objects.filter(done_at__isnull=True, parked_at__isnull=False).order_by("id")


# -- Entries and statements ------------------------------------------------------------------------


def with_lines(found: QuerySet[Entry]) -> QuerySet[Entry]:
    """Entries with their postings, movements and counts of chips."""
    return found.select_related("actor").prefetch_related(
        Prefetch("postings", Posting.objects.select_related("account").order_by("-cents", "id")),
        Prefetch("movements", ChipMovement.objects.select_related("place").order_by("id")),
        Prefetch("lines", ChipLine.objects.select_related("stock__place").order_by("id")),
    )


def journal(
    wanted: JournalFilter = EVERYTHING, *, before_id: int | None = None, limit: int = 50
) -> Sequence[Entry]:
    """Entries with their postings, newest first; ``before_id`` asks for the page after that one.

    Each posting tells its account's balance after it.
    """
    found = entries(wanted)
    if before_id is not None:
        found = found.filter(id__lt=before_id)
    return list(with_lines(found)[:limit])


def entry(entry_id: int) -> Entry | None:
    """One entry with its postings and chip movements."""
    return with_lines(Entry.objects.filter(id=entry_id)).first()


def account(code: str) -> Account | None:
    """One account with its balance as of now."""
    return Account.objects.filter(code=code).first()


def statement(
    code: str,
    *,
    wanted: JournalFilter = EVERYTHING,
    before_sequence: int | None = None,
    limit: int = 50,
) -> Sequence[Posting]:
    """An account's postings in its own order, latest first, each with the balance after it."""
    found = postings(code, wanted)
    if before_sequence is not None:
        found = found.filter(sequence__lt=before_sequence)
    return list(found[:limit])


def balance_at(code: str, moment: datetime) -> int:
    """The posted balance of an account as of a past moment, on its normal side."""
    found = (
        Posting.objects.filter(account__code=code, posted_at__lte=moment)
        .order_by("-posted_at", "-sequence")
        .values_list("balance_after", flat=True)
        .first()
    )
    return found or 0
