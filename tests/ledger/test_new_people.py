"""Registering somebody whom the room does not know yet, at the cage."""

import re
from collections.abc import Callable
from threading import Barrier, Thread
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from cardroom.audit.models import AuditRecord
from cardroom.people.models import Patron, Staff
from cardroom.people.refusals import PeopleError, PeopleRefusal
from cardroom.people.roles import ALLOWED, Permission, Role
from cardroom.people.services import register_patron
from tests.ledger.pages import login, page
from tests.ledger.room import CageRoom, patron, staff
from tests.persons import excluded

PAGE = "/cage/person/new/"


def register(
    name: str, description: str = "", request_id: UUID | None = None, actor: Staff | None = None
) -> Patron:
    return register_patron(
        name=name,
        description=description,
        actor=actor or staff(Role.CASHIER),
        request_id=request_id or uuid4(),
    )


# -- The service -----------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_person_is_registered_with_an_audit_record_and_is_welcome() -> None:
    cashier = staff(Role.CASHIER)
    new = register("  Lee\t Park ", "red cap", actor=cashier)
    assert (new.name, new.description, new.is_welcome) == ("Lee Park", "red cap", True)
    written = AuditRecord.objects.get(action="patron_registered")
    assert (written.actor, written.subject) == (cashier, f"patron:{new.pk}")
    assert written.data == {"name": "Lee Park", "description": "red cap"}


@pytest.mark.django_db
def test_the_same_request_registers_one_person() -> None:
    request_id = uuid4()
    assert register("Lee Park", request_id=request_id) == register("Lee Park", "", request_id)
    assert Patron.objects.count() == AuditRecord.objects.count() == 1
    with pytest.raises(PeopleError) as refused:
        register("Nadia Haddad", request_id=request_id)
    assert refused.value.message == (
        "This page registered Lee Park already. Open it again for somebody else."
    )


@pytest.mark.django_db(transaction=True)
def test_the_same_request_twice_at_once_registers_one_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cashier, request_id = staff(Role.CASHIER), uuid4()
    both = Barrier(2)
    create = Patron.objects.create

    def create_together(**values: object) -> Patron:
        both.wait(10)
        return create(**values)

    monkeypatch.setattr(Patron.objects, "create", create_together)
    found: list[int] = []

    def ask() -> None:
        found.append(register("Lee Park", request_id=request_id, actor=cashier).pk)
        connection.close()

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert found == [Patron.objects.get().pk] * 2
    assert AuditRecord.objects.filter(action="patron_registered").count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "description", "code", "field"),
    [
        ("", "", PeopleRefusal.NAME_MISSING, "name"),
        (" \t ", "red cap", PeopleRefusal.NAME_MISSING, "name"),
        ("417", "", PeopleRefusal.NAME_MISSING, "name"),
        ("x" * 81, "", PeopleRefusal.TOO_LONG, "name"),
        ("Lee", "x" * 201, PeopleRefusal.TOO_LONG, "description"),
        ("Lee\0", "", PeopleRefusal.NOT_TEXT, "name"),
        ("Lee", "\u202epac der", PeopleRefusal.NOT_TEXT, "description"),
        ("nadia haddad", "", PeopleRefusal.NAME_KNOWN, "description"),
    ],
)
def test_what_cannot_be_registered_is_refused_by_its_field(
    name: str, description: str, code: PeopleRefusal, field: str
) -> None:
    patron("Nadia Haddad")
    with pytest.raises(PeopleError) as refused:
        register(name, description)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert Patron.objects.count() == 1


@pytest.mark.django_db
def test_a_note_tells_two_of_one_name_apart() -> None:
    first = register("Lee Park")
    assert register("Lee Park", "the tall one") != first


@pytest.mark.django_db
@pytest.mark.parametrize("role", [r for r in Role if Permission.WORK_CAGE not in ALLOWED[r]])
def test_who_may_not_work_the_cage_registers_nobody(role: Role) -> None:
    with pytest.raises(PeopleError) as refused:
        register("Lee Park", actor=staff(role))
    assert refused.value.code is PeopleRefusal.NOT_ALLOWED
    assert login(staff(role)).post(PAGE, {"name": "Lee Park"}).status_code == 403
    assert not Patron.objects.exists()


# -- The pages -------------------------------------------------------------------------------------


def request_id_on(text: str) -> str:
    found = re.search(r'name="request_id" value="([0-9a-f-]{36})"', text)
    assert found is not None
    return found.group(1)


def test_a_new_person_is_registered_on_the_page_and_then_shown(cashier: Client) -> None:
    _, form = page(cashier, PAGE)
    data = {"request_id": request_id_on(form), "name": "Lee Park", "description": "red cap"}
    answer = cashier.post(PAGE, data, follow=True)
    who = Patron.objects.get()
    assert answer.redirect_chain == [(f"/cage/?patron={who.pk}", 302)]
    shown = answer.content.decode()
    assert f"Lee Park is registered, number {who.pk}." in shown
    assert "Cash in today" in shown
    assert cashier.post(PAGE, data)["Location"] == f"/cage/?patron={who.pk}"
    assert Patron.objects.count() == 1


Link = Callable[[Client], str]


def from_the_cage(cashier: Client) -> str:
    return page(cashier, "/cage/?patron=Lee+%26+Park")[1]


def from_a_buy_in(cashier: Client) -> str:
    data = {"request_id": uuid4(), "cents": "5", "patron": "Lee & Park", "step": "review"}
    return page(cashier, reverse("buy-in"), **data)[1]


@pytest.mark.parametrize("look_up", [from_the_cage, from_a_buy_in])
def test_a_look_up_in_vain_leads_to_the_form_with_what_was_typed(
    cashier: Client, look_up: Link
) -> None:
    link = re.search(r'href="(/cage/person/new/\?name=[^"]+)"', look_up(cashier))
    assert link is not None
    assert 'value="Lee &amp; Park"' in page(cashier, link.group(1).replace("&amp;", "&"))[1]


def test_a_number_that_nobody_has_is_not_taken_for_a_name(cashier: Client) -> None:
    assert 'value="4711"' not in page(cashier, f"{PAGE}?name=4711")[1]


def test_who_is_found_or_stopped_is_not_offered_as_somebody_new(
    room: CageRoom, cashier: Client
) -> None:
    who = excluded("Frank Moss").pk
    data = {"request_id": uuid4(), "cents": "5", "patron": who, "step": "review"}
    assert "New person" not in page(cashier, reverse("buy-in"), **data)[1]
    assert "?name=" not in page(cashier, f"/cage/?patron={who}")[1]


def test_a_name_that_is_known_is_shown_before_it_is_registered_twice(cashier: Client) -> None:
    who = patron("Lee Park")
    data = {"request_id": uuid4(), "name": "lee park", "description": ""}
    status, text = page(cashier, PAGE, **data)
    assert status == 422
    assert f"Note: Lee Park is known already, as number {who}." in text
    assert f'href="/cage/?patron={who}"' in text
    assert 'value="lee park"' in text


def test_who_only_sees_the_cage_is_not_offered_the_form(room: CageRoom) -> None:
    assert "New person" not in page(login(staff(Role.MANAGER)), "/cage/")[1]
