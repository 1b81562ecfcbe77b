"""Working notes towards suspicion reports: the one door to them (31 CFR 1021.320).

That there is a note, or is none, is told to compliance alone: everybody else is refused, whether
there is one or not, and the audit record of a note names nobody.
"""

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from django.db import IntegrityError, transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import Patron, Staff, SuspicionNote
from cardroom.people.refusals import PeopleError, PeopleRefusal
from cardroom.people.roles import Permission

TEXT_LENGTH = 2000
REFERENCE_LENGTH = 80
# Calendar days from the first note in which a report is filed or decided against (1021.320(b)(3)).
REPORT_DAYS = 30


def write(
    *,
    patron_id: int | None,
    kind: str,
    day: date,
    cents: int | None,
    text: str,
    reference: str,
    actor: Staff,
    request_id: UUID,
) -> SuspicionNote:
    """Add a note; it is never changed. The same request gets the first one. Raises PeopleError."""
    _check(actor)
    before = SuspicionNote.objects.filter(request_id=request_id).first()
    if before is not None:
        return before
    text, reference = text.strip(), " ".join(reference.split())
    if not text:
        raise PeopleError(PeopleRefusal.REASON_MISSING, field="text")
    for field, value, most in (
        ("text", text, TEXT_LENGTH),
        ("reference", reference, REFERENCE_LENGTH),
    ):
        if len(value) > most:
            raise PeopleError(PeopleRefusal.TOO_LONG, field=field, most=most)
        if "\0" in value:
            raise PeopleError(PeopleRefusal.NOT_TEXT, field=field)
    if kind == SuspicionNote.Kind.FILED and not reference:
        raise PeopleError(PeopleRefusal.REFERENCE_MISSING, field="reference")
    if patron_id is not None and not Patron.objects.filter(pk=patron_id).exists():
        raise PeopleError(PeopleRefusal.NO_SUCH_PERSON, field="patron")
    try:
        with transaction.atomic():
            note = SuspicionNote.objects.create(
                patron_id=patron_id,
                kind=SuspicionNote.Kind(kind),
                day=day,
                cents=cents,
                text=text,
                reference=reference,
                written_at=now(),
                written_by=actor,
                request_id=request_id,
            )
            record(actor, CONFIDENTIAL, f"note:{note.pk}", kind=kind)
    except IntegrityError as error:
        raise PeopleError(PeopleRefusal.REQUEST_REUSED, name="a note") from error
    return note


# Records of this action are read by nobody but compliance; see ``cardroom.audit.reading``.
CONFIDENTIAL = "confidential_note"


def notes(
    caller: Staff, *, patron_id: int | None = None, search: str = ""
) -> Sequence[SuspicionNote]:
    """Notes, latest first: all, those of a person (merged ones too), or with a text in them.

    Raises PeopleError for anybody but compliance.
    """
    _check(caller)
    found = SuspicionNote.objects.select_related("patron", "written_by")
    if patron_id is not None:
        found = found.filter(patron_id__in=[patron_id, *_members(patron_id)])
    if search and "\0" not in search:
        found = found.filter(text__icontains=search) | found.filter(patron__name__icontains=search)
    return list(found[:200])


def _members(patron_id: int) -> list[int]:
    return list(Patron.objects.filter(merged_into_id=patron_id).values_list("pk", flat=True))


def _check(caller: Staff) -> None:
    if not caller.may(Permission.SEE_SUSPICION):
        raise PeopleError(PeopleRefusal.NOT_ALLOWED)
