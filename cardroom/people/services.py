"""What is done with people: registering somebody new, and learning a name."""

from uuid import UUID

from django.db import IntegrityError, transaction

from cardroom.audit.log import record
from cardroom.people.models import DESCRIPTION_LENGTH, NAME_LENGTH, Patron, Staff
from cardroom.people.refusals import PeopleError, PeopleRefusal
from cardroom.people.roles import Permission


@transaction.atomic
def register_patron(
    *, name: str, description: str, actor: Staff, request_id: UUID, described: bool = False
) -> Patron:
    """Register somebody new, or return whom this request registered before.

    ``described`` is for who gives no name: ``name`` says what he looks like, and a ``description``
    with his marks is needed. So it is for whoever has the name of somebody known: else the same
    person, with what the room knows of him, would be there twice by mistake. Raises PeopleError.
    """
    if not actor.may(Permission.WORK_CAGE):
        raise PeopleError(PeopleRefusal.NOT_ALLOWED)
    name = checked("name", name, NAME_LENGTH)
    description = checked("description", description, DESCRIPTION_LENGTH)
    before = Patron.objects.filter(request_id=request_id).first()
    if before is not None:
        return _same(before, name, description)
    if not any(character.isalpha() for character in name):
        raise PeopleError(PeopleRefusal.NAME_MISSING, field="name")
    if described and not any(character.isalpha() for character in description):
        raise PeopleError(PeopleRefusal.MARKS_MISSING, field="description")
    known = Patron.objects.own_records().filter(name__iexact=name).first()
    if known is not None and not description:
        raise PeopleError(
            PeopleRefusal.NAME_KNOWN, field="description", name=known.name, number=known.pk
        )
    try:
        with transaction.atomic():
            patron = Patron.objects.create(
                name=name,
                description=description,
                kind=Patron.Kind.DESCRIBED if described else Patron.Kind.NAMED,
                request_id=request_id,
            )
    except IntegrityError:
        # The same request came twice at once; the database says who was first.
        return _same(Patron.objects.get(request_id=request_id), name, description)
    record(actor, "patron_registered", f"patron:{patron.pk}", name=name, description=description)
    return patron


def name_described(patron_id: int, *, name: str, actor: Staff) -> Patron:
    """Somebody known by description has given a name that nobody known has.

    If somebody known has it, the two records are merged instead. Raises PeopleError.
    """
    if not actor.may(Permission.WORK_CAGE):
        raise PeopleError(PeopleRefusal.NOT_ALLOWED)
    name = checked("name", name, NAME_LENGTH)
    if not any(character.isalpha() for character in name):
        raise PeopleError(PeopleRefusal.NAME_MISSING, field="name")
    with transaction.atomic():
        patron = locked(patron_id)
        if patron.kind == Patron.Kind.NAMED and patron.name == name:
            return patron
        if patron.kind == Patron.Kind.NAMED:
            raise PeopleError(PeopleRefusal.REQUEST_REUSED, name=patron.name)
        known = Patron.objects.own_records().filter(name__iexact=name).exclude(pk=patron.pk).first()
        if known is not None:
            raise PeopleError(
                PeopleRefusal.NAME_KNOWN, field="name", name=known.name, number=known.pk
            )
        before = patron.name
        patron.name, patron.kind = name, Patron.Kind.NAMED
        patron.save(update_fields=["name", "kind"])
        record(actor, "patron_named", f"patron:{patron.pk}", name=name, before=before)
    return patron


def locked(patron_id: int) -> Patron:
    """The person under this number, locked. Raises PeopleError: nobody, or merged into another."""
    rows = Patron.objects.select_for_update(of=("self",), no_key=True)
    patron = rows.filter(pk=patron_id).first()
    if patron is None:
        raise PeopleError(PeopleRefusal.NO_SUCH_PERSON, field="patron")
    if patron.merged_into_id is not None:
        raise PeopleError(PeopleRefusal.PERSON_MERGED, field="patron", number=patron.merged_into_id)
    return patron


def _same(patron: Patron, name: str, description: str) -> Patron:
    """Whom the request registered before. Raises PeopleError if it comes with another name now."""
    if (patron.name, patron.description) != (name, description):
        raise PeopleError(PeopleRefusal.REQUEST_REUSED, name=patron.name)
    return patron


def checked(field: str, text: str, most: int) -> str:
    """The text as it is stored: its white space made single. Raises PeopleError."""
    text = " ".join(text.split())
    if len(text) > most:
        raise PeopleError(PeopleRefusal.TOO_LONG, field=field, most=most)
    if not text.isprintable():
        raise PeopleError(PeopleRefusal.NOT_TEXT, field=field)
    return text
