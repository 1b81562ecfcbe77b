"""Somebody known by description turns out to be a named person: two people make one of the two.

Both records stay, and so do the transactions of each. PostgreSQL counts their currency together
from the approval on, and opens the reports that this makes due; it counts them apart again when the
merge is undone.
"""

from uuid import UUID

from django.db import IntegrityError, transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import Patron, PersonMerge, Staff
from cardroom.people.roles import Permission
from ledger.refusals import BooksError, BooksRefusal
from ledger.selectors import funds

REASON_LENGTH = 200


def propose(
    merged_id: int, into_id: int, *, reason: str, actor: Staff, request_id: UUID
) -> PersonMerge:
    """Propose that a described person is a named one. The same request gets the first proposal.

    Raises BooksError: not allowed, no reason, the wrong sort of person, chips that are followed,
    a proposal that waits.
    """
    reason = _reason(reason)
    if not actor.may(Permission.PROPOSE_MERGE):
        raise BooksError(BooksRefusal.NOT_ALLOWED)
    before = PersonMerge.objects.filter(request_id=request_id).first()
    if before is not None:
        if (before.merged_id, before.into_id) != (merged_id, into_id):
            raise BooksError(BooksRefusal.REQUEST_REUSED, field="request_id")
        return before
    try:
        with transaction.atomic():
            merged, into = _pair(merged_id, into_id)
            merge = PersonMerge.objects.create(
                merged=merged,
                into=into,
                reason=reason,
                proposed_at=now(),
                proposed_by=actor,
                request_id=request_id,
            )
            record(actor, "merge_proposed", f"patron:{merged_id}", into=into_id, reason=reason)
    except IntegrityError as error:
        raise BooksError(BooksRefusal.MERGE_WAITS, field="patron") from error
    return merge


@transaction.atomic
def decide(merge_id: int, *, approve: bool, actor: Staff) -> PersonMerge:
    """Approve or decline a proposal: somebody else than who proposed it. Raises BooksError."""
    merge = _merge(merge_id, actor)
    if merge.decided_at is not None:
        raise BooksError(BooksRefusal.MERGE_DECIDED)
    if merge.proposed_by_id == actor.pk:
        raise BooksError(BooksRefusal.MERGE_SECOND_PERSON)
    merge.approved, merge.decided_at, merge.decided_by = approve, now(), actor
    merge.save(update_fields=["approved", "decided_at", "decided_by"])
    if approve:
        merged, into = _pair(merge.merged_id, merge.into_id)
        merged.merged_into = into
        merged.save(update_fields=["merged_into"])
    action = "merge_approved" if approve else "merge_declined"
    record(actor, action, f"patron:{merge.merged_id}", into=merge.into_id, merge=merge.pk)
    return merge


@transaction.atomic
def undo(merge_id: int, *, reason: str, actor: Staff) -> PersonMerge:
    """Make two persons of one again. What was done stays on record. Raises BooksError."""
    reason = _reason(reason)
    merge = _merge(merge_id, actor)
    if not merge.approved or merge.undone_at is not None:
        raise BooksError(BooksRefusal.MERGE_DECIDED)
    _lock(merge.merged_id, merge.into_id)
    merge.undone_at, merge.undone_by, merge.undone_reason = now(), actor, reason
    merge.save(update_fields=["undone_at", "undone_by", "undone_reason"])
    Patron.objects.filter(pk=merge.merged_id).update(merged_into=None)
    record(
        actor,
        "merge_undone",
        f"patron:{merge.merged_id}",
        into=merge.into_id,
        merge=merge.pk,
        reason=reason,
    )
    return merge


def _merge(merge_id: int, actor: Staff) -> PersonMerge:
    if not actor.may(Permission.APPROVE_MERGE):
        raise BooksError(BooksRefusal.NOT_ALLOWED)
    rows = PersonMerge.objects.select_for_update(of=("self",), no_key=True)
    merge = rows.filter(pk=merge_id).first()
    if merge is None:
        raise BooksError(BooksRefusal.NO_SUCH_MERGE)
    return merge


def _lock(merged_id: int, into_id: int) -> dict[int, Patron]:
    """Both persons, locked by id, so that two merges of one of them follow each other."""
    rows = Patron.objects.select_for_update(of=("self",), no_key=True)
    return {patron.pk: patron for patron in rows.filter(pk__in=(merged_id, into_id)).order_by("id")}


def _pair(merged_id: int, into_id: int) -> tuple[Patron, Patron]:
    if merged_id == into_id:
        raise BooksError(BooksRefusal.MERGE_WITH_ITSELF, field="into")
    found = _lock(merged_id, into_id)
    for patron_id, field in ((merged_id, "patron"), (into_id, "into")):
        if patron_id not in found:
            raise BooksError(BooksRefusal.NO_SUCH_PATRON, field=field)
    merged, into = found[merged_id], found[into_id]
    for patron, field in ((merged, "patron"), (into, "into")):
        if patron.merged_into_id is not None:
            raise BooksError(BooksRefusal.PERSON_MERGED, field=field, number=patron.merged_into_id)
    if merged.kind != Patron.Kind.DESCRIBED:
        raise BooksError(BooksRefusal.MERGE_NAMED, field="patron", name=merged.name)
    if into.kind != Patron.Kind.NAMED:
        raise BooksError(BooksRefusal.MERGE_INTO_NAMED, field="into", name=into.name)
    chips = funds([merged_id])[merged_id]
    have = chips.balance_cents + chips.pending_cents + chips.held_cents
    if have:
        raise BooksError(
            BooksRefusal.MERGE_CHIPS, field="patron", name=merged.name, have_cents=have
        )
    return merged, into


def _reason(reason: str) -> str:
    reason = " ".join(reason.split())[:REASON_LENGTH]
    if not reason or not reason.isprintable():
        raise BooksError(BooksRefusal.REASON_MISSING, field="reason")
    return reason
