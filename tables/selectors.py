"""Reads of the floor. Whatever a request asks for comes through a door that checks the caller."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from cardroom.clock import now
from cardroom.people.models import Patron, Staff
from cardroom.people.roles import Permission
from tables.engine import rotation
from tables.models import FeeSchedule, Round, RulePack, Table
from tables.refusals import NotAllowed, TableNotFound
from tables.snapshot import SeatView, table_snapshot

Caller = Staff | AnonymousUser
Versioned = TypeVar("Versioned", RulePack, FeeSchedule)


def access_table(caller: Caller, table_id: int, permission: Permission) -> Table:
    """The table, for a caller who may. Raises ``NotAllowed`` or ``TableNotFound``."""
    _check(caller, permission)
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


def _check(caller: Caller, permission: Permission) -> None:
    if not staff(caller).may(permission):
        raise NotAllowed()


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table on the room map."""

    table: Table
    seats: tuple[SeatView, ...]
    verdict: rotation.Verdict
    holder: int | None
    phase: str | None
    alerts: tuple[str, ...]


def room_map(caller: Caller) -> list[TableCard]:
    """Every table with its seats and what needs somebody. Raises ``NotAllowed``."""
    _check(caller, Permission.SEE_FLOOR)
    cards = []
    for table_id in Table.objects.order_by("number").values_list("id", flat=True):
        snapshot = table_snapshot(table_id)
        open_ = snapshot.table.status == Table.Status.OPEN
        alerts = [snapshot.verdict.sentence] if open_ and snapshot.verdict.offer_due else []
        cards.append(
            TableCard(
                table=snapshot.table,
                seats=snapshot.seats,
                verdict=snapshot.verdict,
                holder=snapshot.turn.holder_seat,
                phase=snapshot.state.phase if snapshot.state else None,
                alerts=tuple(alerts),
            )
        )
    return cards


def free_patrons(caller: Caller) -> list[Patron]:
    """Who may be seated: welcome, and at no table. Raises ``NotAllowed``."""
    _check(caller, Permission.RUN_TABLE)
    return list(Patron.objects.filter(standing=Patron.Standing.WELCOME, seat=None))


@dataclass(frozen=True, slots=True)
class OpeningChoices:
    """What a table can be opened with: the newest version of each pack and schedule."""

    packs: list[RulePack]
    fee_schedules: list[FeeSchedule]
    dealers: list[Staff]


def _newest(versions: QuerySet[Versioned]) -> QuerySet[Versioned]:
    """Of each name the newest version that is in effect now."""
    effective = versions.filter(effective_from__lte=now())
    return effective.order_by("name", "-version").distinct("name")


def open_table_choices(caller: Caller) -> OpeningChoices:
    """What the opening form offers. Raises ``NotAllowed``."""
    _check(caller, Permission.RUN_TABLE)
    return OpeningChoices(
        packs=list(_newest(RulePack.objects.all())),
        fee_schedules=list(_newest(FeeSchedule.objects.all())),
        dealers=list(Staff.objects.filter(role="dealer", is_active=True).order_by("first_name")),
    )


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
    _check(caller, Permission.SEE_FLOOR)
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
