"""Reads of the floor. Whatever a request asks for comes through a door that checks the caller."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser

from cardroom.people.models import Patron, Staff
from cardroom.people.roles import Permission, Role
from ledger import selectors as books
from tables.models import (
    DealerShift,
    FeeSchedule,
    Round,
    RoundCorrection,
    RulePack,
    Table,
    TableSlip,
)
from tables.refusals import NotAllowed, TableNotFound

Caller = Staff | AnonymousUser


def access_table(caller: Caller, table_id: int, permission: Permission) -> Table:
    """The table, for a caller who may. Raises ``NotAllowed`` or ``TableNotFound``."""
    check(caller, permission)
    table = Table.objects.select_related("pack", "fee_schedule", "dealer").filter(id=table_id)
    found = table.first()
    if found is None:
        raise TableNotFound()
    return found


def staff(caller: Caller) -> Staff:
    """The caller, if logged in. Raises ``NotAllowed`` for a stranger."""
    if not isinstance(caller, Staff):
        raise NotAllowed()
    return caller


def check(caller: Caller, permission: Permission) -> None:
    """Raises ``NotAllowed`` unless the caller is logged in and may."""
    if not staff(caller).may(permission):
        raise NotAllowed()


def free_patrons(caller: Caller) -> list[Patron]:
    """Who may be seated: welcome, and at no table. Raises ``NotAllowed``."""
    check(caller, Permission.RUN_TABLE)
    return list(Patron.objects.filter(standing=Patron.Standing.WELCOME, seat=None))


@dataclass(frozen=True, slots=True)
class WaitingChoices:
    """Who may wait, and one open table for each game and limit."""

    patrons: list[Patron]
    tables: list[Table]


def waiting_choices(caller: Caller) -> WaitingChoices:
    """What the waiting list's form offers. Raises ``NotAllowed``."""
    check(caller, Permission.RUN_TABLE)
    games: dict[tuple[str, int], Table] = {}
    rows = Table.objects.filter(status=Table.Status.OPEN).select_related("pack")
    for table in rows.order_by("number"):
        if table.pack is not None:
            games.setdefault((table.pack.name, table.limits["ante"][0]), table)
    patrons = Patron.objects.filter(standing=Patron.Standing.WELCOME)
    return WaitingChoices(list(patrons), [games[key] for key in sorted(games)])


@dataclass(frozen=True, slots=True)
class OpeningChoices:
    """What a table can be opened with: the newest version of each pack and schedule."""

    packs: list[RulePack]
    fee_schedules: list[FeeSchedule]


def open_table_choices(caller: Caller) -> OpeningChoices:
    """What the opening form offers. Raises ``NotAllowed``."""
    check(caller, Permission.RUN_TABLE)
    return OpeningChoices(
        packs=list(RulePack.objects.order_by("name", "-version").distinct("name")),
        fee_schedules=list(FeeSchedule.objects.order_by("name", "-version").distinct("name")),
    )


def free_dealers(caller: Caller) -> list[Staff]:
    """House dealers who deal nowhere now. Raises ``NotAllowed``."""
    check(caller, Permission.RUN_TABLE)
    busy = DealerShift.objects.filter(ended_at=None).values("dealer")
    dealers = Staff.objects.filter(role=Role.DEALER, is_active=True).exclude(id__in=busy)
    return list(dealers.order_by("first_name", "id"))


@dataclass(frozen=True, slots=True)
class Tray:
    """A table's tray: its chips, what the books have in it, and the last count, all in cents."""

    chips: tuple[int, ...]
    in_books: int
    last_counts: dict[int, int]


def tray(table: Table, *, counted_before: bool = True) -> Tray:
    """The tray as a count begins. The last slip is where an opener starts from, no closer does."""
    last = table.slips.order_by("-id").first() if counted_before else None
    return Tray(
        chips=tuple(sorted(table.chips, reverse=True)),
        in_books=books.tray_cents(str(table.number)),
        last_counts={int(chip): number for chip, number in last.counts.items()} if last else {},
    )


def slips_of(table: Table, limit: int = 6) -> list[TableSlip]:
    """The latest slips of a table, newest first."""
    return list(table.slips.select_related("floor", "dealer").order_by("-id")[:limit])


def slip(caller: Caller, slip_id: int) -> TableSlip:
    """One slip with its decks. Raises ``NotAllowed`` or ``TableNotFound``."""
    check(caller, Permission.SEE_FLOOR)
    rows = TableSlip.objects.select_related("table", "floor", "dealer")
    found = rows.prefetch_related("deck_checks").filter(id=slip_id).first()
    if found is None:
        raise TableNotFound()
    return found


def open_seats(caller: Caller) -> list[dict[str, Any]]:
    """Open tables with the seats that are free, for a move between tables."""
    check(caller, Permission.RUN_TABLE)
    found = []
    for table in Table.objects.filter(status=Table.Status.OPEN).order_by("number"):
        taken = set(table.seats.values_list("number", flat=True))
        free = [n for n in range(1, table.seat_count + 1) if n not in taken]
        found.append({"id": table.id, "name": str(table), "free": free})
    return found


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One event of a round, for people to read."""

    number: int
    kind: str
    payload: dict[str, Any]
    at: datetime
    actor: str


def round_sheet(caller: Caller, round_id: int) -> tuple[Round, list[SheetLine]]:
    """A round and its numbered events. Raises ``NotAllowed`` or ``TableNotFound``."""
    check(caller, Permission.SEE_FLOOR)
    row = Round.objects.select_related("table", "pack", "fee_schedule", "dealer").filter(
        id=round_id
    )
    found = row.first()
    if found is None:
        raise TableNotFound()
    return found, [
        SheetLine(
            event.number or 0,
            event.kind,
            event.payload,
            event.at,
            event.actor.display_name if event.actor else "",
        )
        for event in found.events.select_related("actor").order_by("number")
    ]


def settled_round(caller: Caller, round_id: int, permission: Permission) -> Round:
    """A settled round, for a caller who may. Raises ``NotAllowed``, or ``TableNotFound``,
    also for a round that is not settled: that one is changed at its table."""
    check(caller, permission)
    found = Round.objects.select_related("table").filter(id=round_id, status=Round.Status.SETTLED)
    row = found.first()
    if row is None:
        raise TableNotFound()
    return row


def correction_round(caller: Caller, correction_id: int) -> Round:
    """The round of a correction, for whoever may decide on it. Raises as ``settled_round``."""
    check(caller, Permission.APPROVE_CORRECTION)
    row = Round.objects.filter(corrections=correction_id).first()
    if row is None:
        raise TableNotFound()
    return row


@dataclass(frozen=True, slots=True)
class Change:
    """What one player gains by a correction, in cents, and what his account lacks for it."""

    patron: Patron
    cents: int
    lacks: int


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A correction for people to read."""

    row: RoundCorrection
    changes: tuple[Change, ...]


def corrections_of(row: Round) -> list[CorrectionView]:
    """Every correction of a round, oldest first, with its people and what they can pay."""
    views = []
    for each in row.corrections.select_related("asked_by", "decided_by"):
        patrons = Patron.objects.in_bulk([int(patron) for patron in each.changes])
        funds = books.funds(list(patrons))
        changes = tuple(
            Change(
                patrons[int(who)],
                cents,
                max(0, -cents - funds[int(who)].available) if each.status == "asked" else 0,
            )
            for who, cents in each.changes.items()
        )
        views.append(CorrectionView(each, changes))
    return views
