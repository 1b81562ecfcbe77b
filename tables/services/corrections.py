"""A settled round is corrected by two people: one asks with what the record should have said,
another approves. Nothing that was posted is changed: the books take a new entry of the net.
"""

from collections.abc import Collection

from django.db import transaction

from cardroom.audit import log as audit
from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.services import play as books
from tables.engine import correction as engine
from tables.engine.round import RoundState
from tables.live import broadcast
from tables.models import Round, RoundCorrection, RoundSeat
from tables.refusals import NotAllowed, TableError, TableNotFound, TableRefusal
from tables.services.desk import Desk
from tables.services.money import by_patron
from tables.snapshot import load_events

_ASKED, _APPROVED = RoundCorrection.Status.ASKED, RoundCorrection.Status.APPROVED


def ask(round_id: int, facts: engine.Facts, *, reason: str, actor: Staff) -> RoundCorrection:
    """Ask for a correction: the engine settles the round anew, and nothing is posted yet.

    Raises ``NotAllowed``, ``ROUND_NOT_SETTLED``, ``CORRECTION_OPEN``, or the engine's
    ``RuleError`` for facts that cannot be.
    """
    if not actor.may(Permission.RUN_TABLE):
        raise NotAllowed()
    with transaction.atomic():
        desk, row = _lock(round_id, actor)
        if row.corrections.filter(status=_ASKED).exists():
            raise TableError(TableRefusal.CORRECTION_OPEN)
        before = settled_state(row)
        after = engine.corrected(before, facts)
        assert after.settlement is not None
        patrons = dict(RoundSeat.objects.filter(round=row).values_list("seat", "patron_id"))
        gains = engine.changes(before, after)
        asked = RoundCorrection.objects.create(
            round=row,
            revision=2 + row.corrections.filter(status=_APPROVED).count(),
            reason=reason.strip(),
            facts=engine.facts_to_dict(facts),
            settlement=after.settlement.to_dict(),
            changes={
                str(patron): cents
                for patron, cents in by_patron(patrons, gains.items()).items()
                if cents
            },
            asked_at=desk.at,
            asked_by=actor,
        )
        _tell(desk, "correction_asked", asked)
        return asked


def approve(correction_id: int, *, actor: Staff, holds: Collection[int] = ()) -> RoundCorrection:
    """Settle the round anew. ``holds`` are the patrons who still hold chips, where their account
    lacks what they owe; the others owe it as a claim.

    Raises ``NotAllowed``, ``SECOND_PERSON``, ``CORRECTION_DECIDED``, or the ledger's
    ``BooksError``; then nothing has happened.
    """
    with transaction.atomic():
        desk, asked = _decide(correction_id, actor)
        row = asked.round
        changes = {int(patron): cents for patron, cents in asked.changes.items()}
        if changes:
            posted = books.correct_settlement(
                table=str(row.table.number),
                round_ref=row.ref,
                revision=asked.revision,
                changes=changes,
                win=-sum(changes.values()) if row.pack.house_banked else 0,
                holds=holds,
                reason=asked.reason,
                actor=actor,
                at=desk.at,
            )
            asked.entry_id = posted.id
        asked.status = _APPROVED
        asked.save(update_fields=["status", "decided_at", "decided_by", "entry_id"])
        _correct_nets(asked)
        _tell(desk, "round_corrected", asked)
        return asked


def refuse(correction_id: int, *, actor: Staff) -> RoundCorrection:
    """Turn a correction down: the round stays as it was settled. Raises as ``approve`` does."""
    with transaction.atomic():
        desk, asked = _decide(correction_id, actor)
        asked.status = RoundCorrection.Status.REFUSED
        asked.save(update_fields=["status", "decided_at", "decided_by"])
        _tell(desk, "correction_refused", asked)
        return asked


def settled_state(row: Round) -> RoundState:
    """A settled round as it stands now: with every approved correction, in order."""
    state = engine.state_before_the_end(load_events(row))
    for done in row.corrections.filter(status=_APPROVED).order_by("revision"):
        state = engine.corrected(state, engine.facts_from_dict(done.facts))
    return state


def _lock(round_id: int, actor: Staff) -> tuple[Desk, Round]:
    row = Round.objects.select_related("table").filter(id=round_id).first()
    if row is None:
        raise TableNotFound()
    desk = Desk.lock(row.table_id, actor, now())
    if row.status != Round.Status.SETTLED:
        raise TableError(TableRefusal.ROUND_NOT_SETTLED, round=row.ref)
    return desk, row


def _decide(correction_id: int, actor: Staff) -> tuple[Desk, RoundCorrection]:
    if not actor.may(Permission.APPROVE_CORRECTION):
        raise NotAllowed()
    found = RoundCorrection.objects.filter(id=correction_id).values_list("round_id", flat=True)
    round_id = found.first()
    if round_id is None:
        raise TableNotFound()
    desk, _ = _lock(round_id, actor)
    # Read under the table's lock: two who decide at once decide one after the other.
    asked = RoundCorrection.objects.select_related("round__table", "round__pack").get(
        id=correction_id
    )
    if asked.status != _ASKED:
        raise TableError(TableRefusal.CORRECTION_DECIDED)
    if asked.asked_by_id == actor.id:
        raise TableError(TableRefusal.SECOND_PERSON)
    asked.decided_by, asked.decided_at = actor, desk.at
    return desk, asked


def _correct_nets(asked: RoundCorrection) -> None:
    """What the screens show of a past round is what it came to in the end, seat by seat."""
    nets = {hand["seat"]: hand["net"] for hand in asked.settlement["hands"]}
    for seat in RoundSeat.objects.filter(round=asked.round):
        seat.net = asked.settlement["bank"]["net"] if seat.is_bank else nets[seat.seat]
        seat.save(update_fields=["net"])


def _tell(desk: Desk, kind: str, asked: RoundCorrection) -> None:
    """Into the table's log, the audit trail, and onto the screens."""
    desk.append(kind, {"round": asked.round.ref, "revision": asked.revision})
    desk.table.save(update_fields=["version"])
    audit.record(
        desk.actor,
        f"round.{kind}",
        f"round:{asked.round.ref}",
        revision=asked.revision,
        reason=asked.reason,
    )
    broadcast.table_changed(desk.table.id, desk.table.version)
