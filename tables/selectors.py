"""Reads of the floor. Whatever a request asks for comes through a door that checks the caller."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from cardroom.clock import now
from cardroom.people.models import Patron, Staff
from cardroom.people.roles import Permission, Role
from ledger import selectors as books
from tables.models import (
    BankTurn,
    DealerShift,
    FeeSchedule,
    PairedDisplay,
    RotationOffer,
    Round,
    RoundCorrection,
    RulePack,
    Seat,
    Table,
    TableSlip,
)
from tables.refusals import NotAllowed, TableNotFound

Caller = Staff | AnonymousUser
Versioned = TypeVar("Versioned", RulePack, FeeSchedule)

# As many as fit beside a table without a scroll.
PEOPLE_SHOWN = 20


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


@dataclass(frozen=True, slots=True)
class Found:
    """People as a search found them; ``more`` where it would have found others too."""

    patrons: list[Patron]
    more: bool


def find_welcome(caller: Caller, text: str, *, free: bool) -> Found:
    """Who may be seated, or may wait: welcome, and where ``free`` at no table.

    By number, or by a part of the name. For nothing typed all of them, unless they are many: then
    nobody. Raises ``NotAllowed``.
    """
    check(caller, Permission.RUN_TABLE)
    found = Patron.objects.welcome()
    if free:
        found = found.filter(seats=None)
    typed = bool(text.strip())
    if typed:
        found = found.filter(id__in=Patron.objects.known_as(text).values("id"))
    patrons = list(found[: PEOPLE_SHOWN + 1])
    more = len(patrons) > PEOPLE_SHOWN
    return Found(patrons[:PEOPLE_SHOWN] if typed or not more else [], more)


def waiting_games(caller: Caller) -> list[Table]:
    """What can be waited for: one open table for each game and limit. Raises ``NotAllowed``."""
    check(caller, Permission.RUN_TABLE)
    games: dict[tuple[str, int], Table] = {}
    rows = Table.objects.filter(status=Table.Status.OPEN).select_related("pack")
    for table in rows.order_by("number"):
        if table.pack is not None:
            games.setdefault((table.pack.name, table.limits["ante"][0]), table)
    return [games[key] for key in sorted(games)]


@dataclass(frozen=True, slots=True)
class OpeningChoices:
    """What a table can be opened with: the newest version of each pack and schedule.

    ``usual_dealer`` is the first house dealer who deals nowhere else, or the only one there is.
    """

    packs: list[RulePack]
    fee_schedules: list[FeeSchedule]


def _newest(versions: QuerySet[Versioned]) -> QuerySet[Versioned]:
    """Of each name the newest version that is in effect now."""
    effective = versions.filter(effective_from__lte=now())
    return effective.order_by("name", "-version").distinct("name")


def open_table_choices(caller: Caller) -> OpeningChoices:
    """What the opening form offers. Raises ``NotAllowed``."""
    check(caller, Permission.RUN_TABLE)
    return OpeningChoices(
        packs=list(_newest(RulePack.objects.all())),
        fee_schedules=list(_newest(FeeSchedule.objects.all())),
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


def round_id_of(caller: Caller, ref: str) -> int:
    """The round of this name, such as ``2-17``. Raises ``NotAllowed`` or ``TableNotFound``."""
    check(caller, Permission.SEE_FLOOR)
    named = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", ref)
    found = named and Round.objects.filter(table__number=named[1], number=named[2]).first()
    if not found:
        raise TableNotFound()
    return found.id


# -- Displays ------------------------------------------------------------------------------------

# A display that is connected is noted this often; a while longer, and it is gone.
SEEN_EVERY = timedelta(seconds=30)
GONE_AFTER = timedelta(seconds=45)


def live_displays() -> QuerySet[PairedDisplay]:
    """Every display that is paired now; a phone only while its player has the stay it follows."""
    stay = Seat.objects.filter(id=OuterRef("sitting"), patron=OuterRef("patron"))
    phone = Q(kind=PairedDisplay.Kind.PHONE)
    paired = PairedDisplay.objects.filter(revoked_at=None, expires_at__gt=now())
    return paired.filter(~phone | Exists(stay)).select_related("table", "paired_by")


@dataclass(frozen=True, slots=True)
class DisplayLine:
    """A paired display, and whether it is connected."""

    row: PairedDisplay
    live: bool


def displays_of_table(caller: Caller, table_id: int) -> tuple[Table, list[DisplayLine]]:
    """The table and its paired displays, those of the room and the rail's first. Raises as
    ``access_table``."""
    table = access_table(caller, table_id, Permission.RUN_TABLE)
    gone = now() - GONE_AFTER
    rows = sorted(
        live_displays().filter(Q(table=table) | Q(kind="board")),
        key=lambda row: (row.seat or 0, row.kind == "phone", row.pk),
    )
    return table, [DisplayLine(row, bool(row.last_seen and row.last_seen > gone)) for row in rows]


def display_places(caller: Caller) -> list[Table]:
    """The tables that a display can be paired with. Raises ``NotAllowed``."""
    check(caller, Permission.RUN_TABLE)
    return list(Table.objects.order_by("number"))
