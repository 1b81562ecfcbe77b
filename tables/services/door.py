"""The one door through which a table is changed.

A command is carried out in one transaction: the table's row is locked, the caller's version
compared, the command's facts, money and audit record written, or nothing at all. The same
request id again gets the first answer and does nothing.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from cardroom.audit import log as audit
from cardroom.clock import now
from cardroom.people.exclusions import noting_stops
from cardroom.people.models import Staff
from tables.engine import actions
from tables.live import broadcast
from tables.models import TableCommand
from tables.refusals import NotAllowed, TableError, TableMovedOn, TableRefusal
from tables.services import (
    betting,
    capture,
    chips,
    dealers,
    dealing,
    moving,
    positions,
    remedies,
    rounds,
    seating,
    turns,
)
from tables.services.commands import (
    NAMES,
    ChipsFromPocket,
    ChooseCapture,
    Command,
    CountSeat,
    Deal,
    Decide,
    DecideAway,
    DecideRest,
    GiveUpPosition,
    LeaveSeat,
    MoveSeat,
    OfferBank,
    OverruleRotation,
    PassBank,
    ReleaseSeat,
    RelieveDealer,
    RepeatBets,
    ReserveSeat,
    SeatAway,
    SeatBack,
    SeatPlayer,
    SecondPosition,
    SellChips,
    Toke,
    permission_for,
)
from tables.services.desk import Desk

HANDLERS: dict[type[Command], Callable[[Desk, Any], None]] = {
    SeatPlayer: seating.seat_player,
    LeaveSeat: seating.leave_seat,
    MoveSeat: moving.move_seat,
    SecondPosition: positions.give_second,
    GiveUpPosition: positions.give_up,
    ReserveSeat: seating.reserve_seat,
    ReleaseSeat: seating.release_seat,
    SeatAway: seating.seat_away,
    SeatBack: seating.seat_back,
    SellChips: chips.sell,
    ChipsFromPocket: chips.from_pocket,
    Toke: chips.toke,
    CountSeat: chips.count_seat,
    RelieveDealer: dealers.relieve,
    ChooseCapture: capture.choose,
    OfferBank: turns.offer,
    PassBank: turns.pass_bank,
    OverruleRotation: turns.overrule,
    RepeatBets: betting.repeat_bets,
    Deal: dealing.deal,
    Decide: dealing.decide,
    DecideRest: dealing.decide_rest,
    actions.PostBankWager: betting.post_bank_wager,
    actions.PlaceWager: betting.place_wager,
    actions.CallNoMoreBets: betting.call_no_more_bets,
    actions.Undo: remedies.undo,
    actions.Rule: remedies.rule,
    DecideAway: remedies.decide_away,
}


@dataclass(frozen=True, slots=True)
class Performed:
    """The table's version after a command."""

    version: int


def perform(
    actor: Staff, table_id: int, command: Command, *, expected_version: int, request_id: UUID
) -> Performed:
    """Carry out a command made against ``expected_version`` of the table.

    Raises ``NotAllowed``, ``TableMovedOn`` (somebody else was first), ``TableError`` (also for a
    request id that was used for another command), the engine's ``RuleError``, or the ledger's
    ``BooksError``; then nothing has happened.
    """
    if not actor.may(permission_for(type(command))):
        raise NotAllowed()
    name, digest = NAMES[type(command)], _digest(table_id, command)
    with noting_stops(f"table:{table_id}", actor), transaction.atomic():
        other_id = command.to_table if isinstance(command, MoveSeat) else None
        desk = Desk.lock_with(table_id, other_id, actor, now())
        earlier = TableCommand.objects.filter(request_id=request_id).first()
        if earlier is not None:
            if earlier.digest != digest:
                raise TableError(TableRefusal.REQUEST_ID_REUSED, field="request_id")
            return Performed(earlier.version)
        if desk.table.version != expected_version:
            raise TableMovedOn()
        desk.request_id = request_id
        HANDLERS.get(type(command), rounds.act)(desk, command)
        _finish(desk)
        if desk.other is not None:
            _finish(desk.other)
        _keep(desk, request_id, name, digest)
        audit.record(actor, f"table.{name}", f"table:{desk.table.number}", **asdict(command))
        return Performed(desk.table.version)


def _finish(desk: Desk) -> None:
    """Open the next round where there is one to open, keep the version, ring the bell."""
    rounds.open_next_if_ready(desk)
    desk.table.save(update_fields=["version", "rounds_opened", "dealer", "capture"])
    broadcast.table_changed(desk.table.id, desk.table.version)


def _keep(desk: Desk, request_id: UUID, name: str, digest: str) -> None:
    """Keep the command. Another table may have taken the same id since we looked."""
    try:
        with transaction.atomic():
            TableCommand.objects.create(
                request_id=request_id,
                table=desk.table,
                digest=digest,
                name=name,
                version=desk.table.version,
                at=desk.at,
                actor=desk.actor,
            )
    except IntegrityError as error:
        raise TableError(TableRefusal.REQUEST_ID_REUSED, field="request_id") from error


def _digest(table_id: int, command: Command) -> str:
    content = json.dumps([table_id, NAMES[type(command)], asdict(command)], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()
