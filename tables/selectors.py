"""Reads of the floor. Whatever a request asks for comes through a door that checks the caller."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from cardroom.clock import now
from cardroom.people.models import Patron, Staff
from cardroom.people.roles import Permission
from tables.engine import rotation
from tables.models import BankTurn, FeeSchedule, RotationOffer, Round, RulePack, Table
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
    """What a table can be opened with: the newest version of each pack and schedule.

    ``usual_dealer`` is the first house dealer who deals nowhere else, or the only one there is.
    """

    packs: list[RulePack]
    fee_schedules: list[FeeSchedule]
    dealers: list[Staff]
    usual_dealer: Staff | None


def _newest(versions: QuerySet[Versioned]) -> QuerySet[Versioned]:
    """Of each name the newest version that is in effect now."""
    effective = versions.filter(effective_from__lte=now())
    return effective.order_by("name", "-version").distinct("name")


def open_table_choices(caller: Caller) -> OpeningChoices:
    """What the opening form offers. Raises ``NotAllowed``."""
    _check(caller, Permission.RUN_TABLE)
    dealers = list(Staff.objects.filter(role="dealer", is_active=True).order_by("first_name"))
    dealing = set(Table.objects.filter(status="open").values_list("dealer_id", flat=True))
    free = [dealer for dealer in dealers if dealer.id not in dealing]
    return OpeningChoices(
        packs=list(_newest(RulePack.objects.all())),
        fee_schedules=list(_newest(FeeSchedule.objects.all())),
        dealers=dealers,
        usual_dealer=free[0] if free else dealers[0] if len(dealers) == 1 else None,
    )


# -- The player-dealer position ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OfferRecord:
    """One offer of the position and its answer."""

    seat: int
    name: str
    answer: str
    at: datetime
    recorded_by: str


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One holder's turn, or a time when nobody held the position, and the offers made in it."""

    seat: int | None
    name: str
    hands: int
    began: datetime
    ended: datetime | None
    offers: tuple[OfferRecord, ...]


def turns_tonight(caller: Caller, table_id: int) -> list[TurnRecord]:
    """The turns of this gaming day, the latest first; offers in the order in which they were made.

    Raises ``NotAllowed`` or ``TableNotFound``.
    """
    table = access_table(caller, table_id, Permission.SEE_FLOOR)
    moment = now()
    recent = table.turns.filter(Q(ended_at=None) | Q(ended_at__gte=moment - timedelta(hours=26)))
    turns = recent.select_related("patron").prefetch_related(
        "offers__patron", "offers__recorded_by"
    )
    today = settings.ROOM_CALENDAR.at(moment).day
    return [
        _turn_record(turn, list(turn.offers.all()))
        for turn in turns.order_by("-id")
        if turn.ended_at is None or settings.ROOM_CALENDAR.at(turn.ended_at).day == today
        # The moment between the last hand and the closing of the table is nobody's turn.
        if turn.seat or turn.offers.all() or turn.ended_at is None
    ]


def _turn_record(turn: BankTurn, offers: list[RotationOffer]) -> TurnRecord:
    return TurnRecord(
        seat=turn.seat,
        name=turn.patron.name if turn.patron else "",
        hands=turn.hands_total,
        began=turn.started_at,
        ended=turn.ended_at,
        offers=tuple(
            OfferRecord(
                offer.seat,
                offer.patron.name,
                offer.answer,
                offer.at,
                offer.recorded_by.display_name if offer.recorded_by else "",
            )
            for offer in offers
        ),
    )


# -- Rounds --------------------------------------------------------------------------------------


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


def round_id_of(caller: Caller, ref: str) -> int:
    """The round of this name, such as ``2-17``. Raises ``NotAllowed`` or ``TableNotFound``."""
    _check(caller, Permission.SEE_FLOOR)
    named = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", ref)
    found = named and Round.objects.filter(table__number=named[1], number=named[2]).first()
    if not found:
        raise TableNotFound()
    return found.id
