"""Proposition services companies and the players who are registered for them."""

from django.db import IntegrityError, transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import NAME_LENGTH, Patron, Staff, TpppsCompany
from cardroom.people.refusals import PeopleError, PeopleRefusal
from cardroom.people.roles import Permission
from cardroom.people.services import checked, locked


def register_company(name: str, *, actor: Staff) -> TpppsCompany:
    """Register a company. Raises PeopleError: not allowed, no name, known already."""
    _check(actor)
    name = checked("name", name, NAME_LENGTH)
    if not any(character.isalpha() for character in name):
        raise PeopleError(PeopleRefusal.NAME_MISSING, field="name")
    if TpppsCompany.objects.filter(name__iexact=name).exists():
        raise PeopleError(PeopleRefusal.COMPANY_KNOWN, field="name", name=name)
    try:
        with transaction.atomic():
            company = TpppsCompany.objects.create(
                name=name, registered_at=now(), registered_by=actor
            )
            record(actor, "company_registered", f"tppps:{company.pk}", name=name)
    except IntegrityError as error:
        raise PeopleError(PeopleRefusal.COMPANY_KNOWN, field="name", name=name) from error
    return company


@transaction.atomic
def register_player(company_id: int, patron_id: int, *, actor: Staff) -> Patron:
    """A person plays for a company from now on. He plays for one at a time.

    Raises PeopleError: not allowed, no such company or person, registered for another.
    """
    _check(actor)
    company = _company(company_id)
    patron = locked(patron_id)
    if patron.kind != Patron.Kind.NAMED:
        raise PeopleError(PeopleRefusal.NAME_MISSING, field="patron")
    if patron.tppps_company not in ("", company.name):
        raise PeopleError(
            PeopleRefusal.PLAYS_FOR_ANOTHER,
            field="patron",
            name=patron.name,
            company=patron.tppps_company,
        )
    if patron.tppps_company != company.name:
        _set(patron, company.name, "tppps_player_registered", actor)
    return patron


@transaction.atomic
def release_player(patron_id: int, *, actor: Staff) -> None:
    """A person plays for himself again. Raises PeopleError: not allowed, nobody there."""
    _check(actor)
    patron = locked(patron_id)
    if patron.tppps_company:
        _set(patron, "", "tppps_player_released", actor)


def _set(patron: Patron, company: str, action: str, actor: Staff) -> None:
    before = patron.tppps_company
    patron.tppps_company = company
    patron.save(update_fields=["tppps_company"])
    record(actor, action, f"patron:{patron.pk}", company=company or before)


def _company(company_id: int) -> TpppsCompany:
    company = TpppsCompany.objects.filter(pk=company_id).first()
    if company is None:
        raise PeopleError(PeopleRefusal.NO_SUCH_COMPANY, field="company")
    return company


def _check(actor: Staff) -> None:
    if not actor.may(Permission.SIGN_CAGE):
        raise PeopleError(PeopleRefusal.NOT_ALLOWED)
