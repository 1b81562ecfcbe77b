"""Setting up a table, opening and closing it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import IntegrityError, connection, transaction

from cardroom.audit import log as audit
from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger import selectors as books
from ledger.services import cage, table_chips
from tables.engine import fees, packs, rotation
from tables.engine.options import FeeOnVoid
from tables.engine.wagers import BANK_LIMITS
from tables.live import broadcast
from tables.models import FeeSchedule, RulePack, Table, TableSlip
from tables.refusals import NotAllowed, TableError, TableRefusal
from tables.services import capture as capturing
from tables.services import dealers, rounds, slips, turns
from tables.services.desk import Desk

Limits = dict[str, tuple[int, int]]
MOST_SEATS = 14  # as many as the felt has room for


def add_table(number: int, *, seats: int, chips: Sequence[int], actor: Staff | None) -> Table:
    """Set up a table, closed. ``chips`` are its denominations, in cents. Raises TableError."""
    if number < 1:
        raise TableError(TableRefusal.NUMBER_WRONG, field="number")
    if not 2 <= seats <= MOST_SEATS:
        raise TableError(TableRefusal.SEATS_WRONG, field="seats", most=MOST_SEATS)
    if not chips or min(chips) <= 0 or len(set(chips)) != len(chips):
        raise TableError(TableRefusal.CHIPS_WRONG, field="chips")
    try:
        with transaction.atomic():
            table = Table.objects.create(number=number, seat_count=seats, chips=sorted(chips))
            audit.record(actor, "table.added", f"table:{number}", seats=seats, chips=table.chips)
    except IntegrityError as error:
        raise TableError(TableRefusal.NUMBER_TAKEN, field="number", table=number) from error
    return table


def open_table(
    table_id: int,
    *,
    actor: Staff,
    pack_id: int,
    fee_schedule_id: int | None,
    limits: Limits,
    source: str,
    capture: str = Table.Capture.CARDS,
    count: slips.Count,
    looks: Sequence[slips.DeckLook] = (),
    decks: int = 1,
    shuffler: bool = False,
    policy: str = rotation.TWO_HANDS.name,
) -> None:
    """Open a closed table: its pack, fees, limits and rotation policy are fixed until it closes.

    ``limits`` holds each wager of the pack, and ``bank`` (W) where a player banks: a minimum and a
    maximum in cents. Where the house banks there are no fees and no rotation.
    ``count`` is the tray, signed by the dealer too, who deals from now on; ``looks`` are the
    decks. A drop box is hung. Raises ``TableError``, or ``RuleError`` for fees that do not fit
    the limits.
    """
    if not actor.may(Permission.RUN_TABLE):
        raise NotAllowed()
    if policy not in rotation.POLICIES:
        raise TableError(TableRefusal.POLICY_UNKNOWN, field="policy")
    for kind, (low, high) in limits.items():
        if not 0 < low <= high:
            raise TableError(TableRefusal.LIMITS_WRONG, field=kind, kind=kind)
    with transaction.atomic():
        _lock_license()
        desk = Desk.lock(table_id, actor, now())
        table = desk.table
        if table.status == Table.Status.OPEN:
            raise TableError(TableRefusal.TABLE_OPEN, table=table.number)
        _check_license()
        table.source, table.decks, table.shuffler = source, decks, shuffler
        table.pack = RulePack.objects.get(id=pack_id)
        pack = _check_pack(table, table.pack, desk.at)
        _check_kinds(pack, limits)
        table.fee_schedule = _fee_schedule(pack, fee_schedule_id, limits)
        table.limits = {kind: list(bounds) for kind, bounds in limits.items()}
        table.capture = capture
        capturing.check(table)
        table.rotation_policy, table.opened_at = policy, desk.at
        table.box_id = cage.hang_box(table=str(table.number), actor=actor).id
        slip = slips.sign(desk, TableSlip.Kind.OPENER, count)
        slips.check_decks(table, slip, looks)
        table.status = Table.Status.OPEN
        desk.append("table_opened", _opened_with(table) | {"slip": slip.id})
        dealers.clock_on(desk, count.dealer, field="signer")
        if pack.player_banked:
            turns.start(desk, None, None, left_seat=None)
        table.save()
        audit.record(
            actor, "table.opened", f"table:{table.number}", slip=slip.id, signed_by=count.dealer.pk
        )
        broadcast.table_changed(table.id, table.version)


def _opened_with(table: Table) -> dict[str, Any]:
    """What the log keeps of an opening."""
    return {
        "pack": table.pack_id,
        "fee_schedule": table.fee_schedule_id,
        "limits": table.limits,
        "source": table.source,
        "decks": table.decks,
        "capture": table.capture,
        "shuffler": table.shuffler,
        "policy": table.rotation_policy,
    }


# Two tables that open at once count one after the other.
_LICENSE_LOCK = 0x6C6963


def _lock_license() -> None:
    if settings.LICENSED_TABLES:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LICENSE_LOCK])


def _check_license() -> None:
    """Raises ``LICENSED_TABLES`` where as many tables are in play as the room is licensed for."""
    licensed = settings.LICENSED_TABLES
    if licensed and Table.objects.filter(status=Table.Status.OPEN).count() >= licensed:
        raise TableError(TableRefusal.LICENSED_TABLES, tables=licensed)


def _check_pack(table: Table, row: RulePack, moment: datetime) -> packs.RulePack:
    """A pack in effect that fits the table. Fees are given back in chips or not at all."""
    if row.effective_from > moment:
        raise TableError(
            TableRefusal.PACK_NOT_YET_EFFECTIVE,
            field="pack",
            pack=str(row),
            day=row.effective_from.date().isoformat(),
        )
    pack = packs.pack_from_rules(row.rules)
    if pack.fee_on_void is FeeOnVoid.CREDIT_NEXT_HAND:
        why = "it credits the fee of a void hand to the next"
        raise TableError(TableRefusal.PACK_NOT_FOR_TABLES, field="pack", pack=row.name, why=why)
    least, most, decks = pack.text.seats_min, pack.text.seats_max, pack.text.decks_max
    if not least <= table.seat_count <= most:
        raise TableError(
            TableRefusal.PACK_SEATS,
            field="pack",
            pack=row.name,
            least=least,
            most=most,
            table=table.number,
            seats=table.seat_count,
        )
    if table.decks > decks:
        most_decks = f"{decks} deck{'s' if decks != 1 else ''}"
        raise TableError(TableRefusal.PACK_DECKS, field="decks", pack=row.name, most=most_decks)
    return pack


def _check_kinds(pack: packs.RulePack, limits: Limits) -> None:
    """Every wager of the pack has its limits, and nothing else has."""
    kinds = [*(kind.value for kind in pack.kinds), *([BANK_LIMITS] if pack.player_banked else [])]
    if set(limits) != set(kinds):
        named = ", ".join(kind.replace("_", " ") for kind in kinds)
        raise TableError(TableRefusal.LIMITS_KINDS, field="limits", kinds=named)


def _fee_schedule(
    pack: packs.RulePack, fee_schedule_id: int | None, limits: Limits
) -> FeeSchedule | None:
    """The posted fees, which fit the limits; none where the house banks."""
    if not pack.player_banked:
        if fee_schedule_id is not None:
            raise TableError(TableRefusal.FEES_NOT_TAKEN, field="fee_schedule")
        return None
    if fee_schedule_id is None:
        raise TableError(TableRefusal.FEES_MISSING, field="fee_schedule")
    schedule = FeeSchedule.objects.get(id=fee_schedule_id)
    fees.validate(fees.FeeSchedule.from_dict(schedule.lines), limits)
    return schedule


def close_table(table_id: int, *, actor: Staff, count: slips.Count) -> TableSlip:
    """Close an open table: nobody's hand is in play and every round of it is in the books.

    The players still seated leave with their chips; the drop box is taken down; the tray is counted
    and signed by two. Returns the closer slip.
    """
    if not actor.may(Permission.RUN_TABLE):
        raise NotAllowed()
    with transaction.atomic():
        desk = Desk.lock(table_id, actor, now())
        table = desk.table
        if table.status != Table.Status.OPEN:
            raise TableError(TableRefusal.TABLE_CLOSED, table=table.number)
        desk.check_no_round_in_play()
        turns.give_up_position(desk)
        rounds.abandon_betting(desk, "the table closes")
        patrons = [seat.patron_id for seat in desk.seats.values()]
        table_chips.post_before_count(table=str(table.number), patron_ids=patrons)
        waiting = books.pending_rounds(str(table.number))
        if waiting:
            raise TableError(TableRefusal.NOT_SETTLED_YET, round=waiting[0])
        slip = slips.sign(desk, TableSlip.Kind.CLOSER, count)
        for number, seat in sorted(desk.seats.items()):
            desk.append("player_left", {"seat": number, "patron": seat.patron_id})
            seat.delete()
        if desk.turn is not None:
            desk.turn.ended_at = desk.at
            desk.turn.save(update_fields=["ended_at"])
        table.reservations.all().delete()
        dealers.clock_off(desk)
        assert table.box_id is not None
        cage.take_box(table.box_id, actor)
        table.box_id = None
        table.status = Table.Status.CLOSED
        desk.append("table_closed", {"slip": slip.id})
        table.save()
        audit.record(
            actor, "table.closed", f"table:{table.number}", slip=slip.id, signed_by=count.dealer.pk
        )
        broadcast.table_changed(table.id, table.version)
        return slip
