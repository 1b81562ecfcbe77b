"""What is done with people: registering somebody new."""

from uuid import UUID

from django.db import IntegrityError, transaction

from cardroom.audit.log import record
from cardroom.people.models import DESCRIPTION_LENGTH, NAME_LENGTH, Patron, Staff
from cardroom.people.refusals import PeopleError, PeopleRefusal
from cardroom.people.roles import Permission


@transaction.atomic
def register_patron(*, name: str, description: str, actor: Staff, request_id: UUID) -> Patron:
    """Register somebody new, or return whom this request registered before.

    ``name`` may say what somebody unknown looks like, until a name is learnt. Whoever has the name
    of somebody known needs a ``description`` that tells them apart: else the same person, with what
    the room knows of him, would be there twice by mistake. Raises PeopleError.
    """
    if not actor.may(Permission.WORK_CAGE):
        raise PeopleError(PeopleRefusal.NOT_ALLOWED)
    name = _checked("name", name, NAME_LENGTH)
    description = _checked("description", description, DESCRIPTION_LENGTH)
    before = Patron.objects.filter(request_id=request_id).first()
    if before is not None:
        return _same(before, name, description)
    if not any(character.isalpha() for character in name):
        raise PeopleError(PeopleRefusal.NAME_MISSING, field="name")
    known = Patron.objects.filter(name__iexact=name).first()
    if known is not None and not description:
        raise PeopleError(
            PeopleRefusal.NAME_KNOWN, field="description", name=known.name, number=known.pk
        )
    try:
        with transaction.atomic():
            patron = Patron.objects.create(
                name=name, description=description, request_id=request_id
            )
    except IntegrityError:
        # The same request came twice at once; the database says who was first.
        return _same(Patron.objects.get(request_id=request_id), name, description)
    record(actor, "patron_registered", f"patron:{patron.pk}", name=name, description=description)
    return patron


def _same(patron: Patron, name: str, description: str) -> Patron:
    """Whom the request registered before. Raises PeopleError if it comes with another name now."""
    if (patron.name, patron.description) != (name, description):
        raise PeopleError(PeopleRefusal.REQUEST_REUSED, name=patron.name)
    return patron


def _checked(field: str, text: str, most: int) -> str:
    """The text as it is stored: its white space made single. Raises PeopleError."""
    text = " ".join(text.split())
    if len(text) > most:
        raise PeopleError(PeopleRefusal.TOO_LONG, field=field, most=most)
    if not text.isprintable():
        raise PeopleError(PeopleRefusal.NOT_TEXT, field=field)
    return text
