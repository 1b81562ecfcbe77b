"""Who is not let in, until when and why; and every time that somebody was stopped for it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from uuid import UUID

from django.db import IntegrityError, transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.errors import Refused
from cardroom.people.models import Exclusion, Staff
from cardroom.people.refusals import PeopleError, PeopleRefusal
from cardroom.people.roles import Permission
from cardroom.people.services import checked, locked

REASON_LENGTH = 200
# The refusals that stop an excluded person, at the window and at a table.
STOPS = frozenset({"call_the_floor", "patron_not_welcome"})


def exclude(
    patron_id: int,
    *,
    kind: str,
    reason: str,
    begins_on: date,
    ends_on: date | None,
    actor: Staff,
    request_id: UUID,
) -> Exclusion:
    """Record that somebody is barred or has excluded himself, both days included.

    The same request gets the first record. Raises PeopleError: not allowed, nobody there, no
    reason, an end before the beginning.
    """
    reason = _reason(actor, reason)
    before = Exclusion.objects.filter(request_id=request_id).first()
    if before is not None:
        return before
    if ends_on is not None and ends_on < begins_on:
        raise PeopleError(
            PeopleRefusal.ENDS_BEFORE, field="ends_on", ends=ends_on, begins=begins_on
        )
    try:
        with transaction.atomic():
            exclusion = Exclusion.objects.create(
                patron=locked(patron_id),
                kind=Exclusion.Kind(kind),
                reason=reason,
                begins_on=begins_on,
                ends_on=ends_on,
                recorded_at=now(),
                recorded_by=actor,
                request_id=request_id,
            )
            record(
                actor,
                "excluded",
                f"patron:{patron_id}",
                kind=kind,
                reason=reason,
                begins_on=begins_on.isoformat(),
                ends_on=ends_on.isoformat() if ends_on else None,
            )
    except IntegrityError as error:
        raise PeopleError(PeopleRefusal.REQUEST_REUSED, name=f"number {patron_id}") from error
    return exclusion


@transaction.atomic
def lift(exclusion_id: int, *, reason: str, actor: Staff) -> None:
    """End an exclusion before its day. Raises PeopleError: not allowed, none, no reason, ended."""
    reason = _reason(actor, reason)
    rows = Exclusion.objects.select_for_update(of=("self",), no_key=True)
    exclusion = rows.filter(pk=exclusion_id).first()
    if exclusion is None:
        raise PeopleError(PeopleRefusal.NO_SUCH_EXCLUSION)
    if exclusion.lifted_at is not None:
        raise PeopleError(PeopleRefusal.ENDED_ALREADY)
    exclusion.lifted_at, exclusion.lifted_by, exclusion.lifted_reason = now(), actor, reason
    exclusion.save(update_fields=["lifted_at", "lifted_by", "lifted_reason"])
    record(actor, "exclusion_lifted", f"patron:{exclusion.patron_id}", reason=reason)


def _reason(actor: Staff, reason: str) -> str:
    if not actor.may(Permission.EXCLUDE):
        raise PeopleError(PeopleRefusal.NOT_ALLOWED)
    reason = checked("reason", reason, REASON_LENGTH)
    if not reason:
        raise PeopleError(PeopleRefusal.REASON_MISSING, field="reason")
    return reason


def history(patron_id: int, caller: Staff) -> Sequence[Exclusion]:
    """All exclusions of a person and of whoever was merged into him, latest first.

    Empty for whoever may not exclude: a window learns that somebody is stopped, not why.
    """
    if not caller.may(Permission.EXCLUDE):
        return ()
    found = Exclusion.objects.of(patron_id).select_related("recorded_by", "lifted_by")
    return tuple(found.order_by("-id"))


def latest(caller: Staff, limit: int = 200) -> Sequence[Exclusion]:
    """The exclusions recorded last, for whoever may exclude; nothing for anybody else."""
    if not caller.may(Permission.EXCLUDE):
        return ()
    found = Exclusion.objects.select_related("patron", "recorded_by", "lifted_by")
    return tuple(found.order_by("-id")[:limit])


@contextmanager
def noting_stops(where: str, actor: Staff | None) -> Iterator[None]:
    """Write every stop of an excluded person to the audit log, beside the step that it ended.

    Open it outside of the step's transaction, which the refusal rolls back.
    """
    try:
        yield
    except Refused as refusal:
        if refusal.code.value in STOPS:
            with transaction.atomic():
                record(actor, "stopped", f"patron:{refusal.data['patron_id']}", where=where)
        raise
