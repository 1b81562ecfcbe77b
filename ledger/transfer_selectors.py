"""Fills, credits and runners as the floor and the cage see them. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from cardroom.people.models import Staff
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger import place_selectors
from ledger.books import chart
from ledger.models import Account, Transfer

_PEOPLE = (
    "requested_by", "approved_by", "second_approved_by", "cancelled_by", "sent_by", "runner",
    "received_by", "dealer",
)  # fmt: skip

_UNDER_WAY = (Transfer.Status.REQUESTED, Transfer.Status.APPROVED, Transfer.Status.SENT)


def transfers() -> QuerySet[Transfer]:
    """All fills and credits, newest first, with their slips and people."""
    return Transfer.objects.select_related("slip__series", *_PEOPLE).order_by("-id")


def transfer(transfer_id: int) -> Transfer | None:
    """One fill or credit."""
    return transfers().filter(pk=transfer_id).first()


def open_transfers(table: str | None = None) -> Sequence[Transfer]:
    """What is under way, at one table or everywhere; the oldest first."""
    found = transfers().filter(status__in=_UNDER_WAY)
    if table is not None:
        found = found.filter(table=table)
    return list(found.order_by("id"))


def count_open() -> int:
    """How many fills and credits are under way."""
    return Transfer.objects.filter(status__in=_UNDER_WAY).count()


def done_transfers(table: str | None = None, limit: int = 12) -> Sequence[Transfer]:
    """The latest that are received or cancelled."""
    found = transfers().filter(status__in=(Transfer.Status.RECEIVED, Transfer.Status.CANCELLED))
    if table is not None:
        found = found.filter(table=table)
    return list(found[:limit])


@dataclass(frozen=True, slots=True)
class Pending:
    """A fill or credit that somebody waits for, as a table's card shows it."""

    table: str
    name: str
    cents: int
    stage: str
    since: datetime


def pending() -> dict[str, list[Pending]]:
    """What is under way, by table."""
    found: dict[str, list[Pending]] = {}
    for each in open_transfers():
        found.setdefault(each.table, []).append(
            Pending(
                each.table,
                f"{each.get_kind_display()} {each.slip.number}",
                each.asked_cents,
                each.get_status_display(),
                each.requested_at,
            )
        )
    return found


def may_carry() -> QuerySet[Staff]:
    """Who may carry chips, by name."""
    roles = [role.value for role in Role if Permission.RUN_CHIPS in ALLOWED[role]]
    return Staff.objects.filter(role__in=roles, is_active=True).order_by("first_name", "pk")


@dataclass(frozen=True, slots=True)
class Carried:
    """What a runner carries, in cents."""

    runner: Staff
    cash_cents: int
    chips_cents: int


def carried(runner: Staff) -> Carried:
    """What one runner carries."""
    code = chart.runner_cash(runner.pk)
    cash = Account.objects.filter(code=code).values_list("balance", flat=True).first()
    return Carried(runner, cash or 0, place_selectors.holding(chart.runner_chips(runner.pk)).cents)
