"""Every form and every query, whatever is typed: no server error, nothing half done."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from cardroom.audit import guesses
from cardroom.people.models import Patron, Staff, today
from cardroom.people.roles import Role
from ledger.books.tally import Tally
from ledger.models import CurrencyReport, Entry, WindowShift
from ledger.services import cage, windows
from tests.faults.hostile import TYPED, browser, rows
from tests.ledger.room import close_window
from tests.tables.room import Room, staff

pytestmark = pytest.mark.django_db
Form = tuple[Client, str, dict[str, str]]


def signed(room: Room) -> dict[str, str]:
    """The tray of $1,000, counted, and the dealer's signature."""
    room.dealer.set_password("deals-all-night")
    room.dealer.save()
    return {
        "chips_100": "250",
        "chips_500": "150",
        "chips_2500": "0",
        "reason": "",
        "signer": room.dealer.username,
        "password": "deals-all-night",
    }


def closing_form(room: Room) -> Form:
    return browser(room.floor), reverse("close-table", args=[room.table.pk]), signed(room)


def opening_form(room: Room) -> Form:
    room.close()
    return (
        browser(room.floor),
        reverse("open-table", args=[room.table.pk]),
        {
            "pack": str(room.pack.pk),
            "fee_schedule": str(room.schedule.pk),
            "source": "electronic",
            "policy": "two_hands",
            "decks": "1",
            **signed(room),
            "ante_least": "5",
            "ante_most": "300",
            "bonus_least": "1",
            "bonus_most": "100",
            "bank_least": "50",
            "bank_most": "10,000",
        },
    )


def transaction(room: Room, name: str) -> Form:
    patron = Patron.objects.create(name="Lee Park")
    room.buy_in(patron, 50_000)
    data = {"cents": "20", "patron": str(patron.pk), "request_id": str(uuid4()), "step": "post"}
    return browser(room.cashier), reverse(name), data


def window(room: Room, name: str) -> Form:
    request_id = str(uuid4())
    if name == "cage-window-open":
        data = {"window": "9", "imprest": "100", "chips": "100", "request_id": request_id}
        return browser(staff(Role.CASHIER)), reverse(name), data
    if name == "cage-window-count":
        count = {"cash_10000": "100", "cash_loose": "0", "chips_loose": "10000"}
        data = {**count, "request_id": request_id}
        return browser(room.cashier), reverse("cage-window-close"), data
    counted(room.window, room.cashier)
    signer = staff(Role.CAGE_SUPERVISOR)
    signer.set_password("signs-all-night")
    signer.save()
    data = {
        "reason": "miscounted",
        "signer": signer.username,
        "password": "signs-all-night",
        "request_id": request_id,
    }
    return browser(room.cashier), reverse("cage-window-close"), data


def counted(window: int, cashier: Staff) -> None:
    """Her count, signed: what the page for the second signature begins with."""
    windows.sign_count(
        window=window,
        cash=Tally(loose=1_000_000),
        chips=Tally(loose=1_000_000),
        request_id=str(uuid4()),
        actor=cashier,
    )


def new_person(room: Room) -> Form:
    data = {"name": "Ada Vance", "description": "red hat", "request_id": str(uuid4())}
    return browser(room.cashier), reverse("new-person"), data


def second(role: Role = Role.CAGE_SUPERVISOR) -> dict[str, str]:
    """Somebody who signs, with name and password."""
    signer = staff(role)
    signer.set_password("signs-all-night")
    signer.save()
    return {"signer": signer.username, "password": "signs-all-night"}


def front_money(room: Room) -> Form:
    client, _, data = transaction(room, "buy-in")
    return client, reverse("deposit"), {**data, "form": "cash"}


def reversal(room: Room) -> Form:
    room.buy_in(Patron.objects.create(name="Lee Park"), 50_000)
    path = reverse("reverse-entry", args=[Entry.objects.latest("id").pk])
    data = {"reason": "typed wrong", "request_id": str(uuid4()), **second()}
    return browser(room.cashier), path, data


def merge(room: Room) -> Form:
    into = Patron.objects.create(name="Lee Park")
    tall = Patron.objects.create(name="Tall man", description="scar", kind="described")
    data = {"patron": str(tall.pk), "into": str(into.pk), "reason": "licence"}
    return browser(room.cashier), reverse("merges"), {**data, "request_id": str(uuid4())}


def exclusion(room: Room) -> Form:
    patron = Patron.objects.create(name="Frank Moss")
    data = {
        "patron": str(patron.pk),
        "kind": "barred",
        "begins_on": "2026-01-01",
        "ends_on": "2036-01-01",
        "reason": "fought",
        "request_id": str(uuid4()),
    }
    return browser(room.floor), reverse("exclusions"), data


def suspicion_note(room: Room) -> Form:
    data = {
        "patron": str(Patron.objects.create(name="Lee Park").pk),
        "kind": "note",
        "day": "2026-01-01",
        "amount": "6,000",
        "text": "counted notes under the table",
        "request_id": str(uuid4()),
    }
    return browser(staff(Role.COMPLIANCE)), reverse("suspicion-notes"), data


def designation(room: Room) -> Form:
    data = {"account": "cash:vault", "counts": "yes", "reason": "as before"}
    return browser(staff(Role.MANAGER)), reverse("cover"), {**data, "request_id": str(uuid4())}


def filing(room: Room) -> Form:
    client, path, data = front_money(room)
    client.post(path, {**data, "cents": "10,001"})
    path = reverse("report", args=[CurrencyReport.objects.latest("id").pk])
    data = {"filed_on": today().isoformat(), "reference": "B-1", "request_id": str(uuid4())}
    return browser(staff(Role.COMPLIANCE)), path, data


def login_form(room: Room) -> Form:
    person = staff(Role.FLOOR)
    person.set_password("walks-the-floor")
    person.save()
    data = {"username": person.username, "password": "walks-the-floor", "next": "/"}
    return browser(None), reverse("login"), data


@pytest.fixture(autouse=True)
def as_many_as_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick to check, and as many as there are to try."""
    monkeypatch.setattr(guesses, "LOCKED_FOR", timedelta(0))


FORMS: dict[str, Callable[[Room], Form]] = {
    "open-table": opening_form,
    "close-table": closing_form,
    "buy-in": lambda room: transaction(room, "buy-in"),
    "cash-out": lambda room: transaction(room, "cash-out"),
    "cage-window-open": lambda room: window(room, "cage-window-open"),
    "cage-window-count": lambda room: window(room, "cage-window-count"),
    "cage-window-close": lambda room: window(room, "cage-window-close"),
    "new-person": new_person,
    "deposit": front_money,
    "reverse-entry": reversal,
    "merges": merge,
    "exclusions": exclusion,
    "suspicion-notes": suspicion_note,
    "cover": designation,
    "report": filing,
    "login": login_form,
}
# What is there and yet no field that can be wrong: anything is taken for something sensible.
FREE = {"step", "next", "description", "reason"}


def send(client: Client, path: str, data: dict[str, str]) -> Any:
    return client.post(path, data)


@pytest.mark.parametrize("name", FORMS)
def test_the_form_as_it_should_be_is_taken(room: Room, name: str) -> None:
    """The control: what the other tests spoil is good before."""
    client, path, data = FORMS[name](room)
    answer = send(client, path, data)
    assert answer.status_code == 302, answer.content.decode()


@pytest.mark.parametrize("name", FORMS)
def test_whatever_is_typed_is_taken_whole_or_refused_whole(room: Room, name: str) -> None:
    client, path, data = FORMS[name](room)
    for field in data:
        for typed in TYPED[:: 5 if name.endswith("-table") else 3]:
            before = rows()
            answer = send(client, path, data | {field: typed, "request_id": str(uuid4())})
            assert answer.status_code < 500, (field, typed[:40])
            if answer.status_code == 302:
                undo(room, name)
                continue
            assert rows() == before, (field, typed[:40])
            if field not in FREE and name != "login":
                assert errors(answer), (field, typed[:40])


def undo(room: Room, name: str) -> None:
    """Make the form fit to be sent again."""
    if name == "open-table":
        room.close()
    if name == "close-table":
        room.open()
    if name == "cage-window-close":
        cage.open_window(window=room.window, imprest=1_000_000, actor=room.cashier)
        counted(room.window, room.cashier)
    if name == "cage-window-count":
        close_window(
            window=room.window,
            counted_cash=0,
            counted_chips=0,
            request_id=str(uuid4()),
            actor=room.cashier,
            signed_by=staff(Role.CAGE_SUPERVISOR),
        )
        cage.open_window(window=room.window, imprest=1_000_000, actor=room.cashier)
    if name == "cage-window-open":
        shift = WindowShift.objects.get(window__number=9, closed_at=None)
        close_window(
            window=9,
            counted_cash=shift.imprest_cash,
            counted_chips=shift.imprest_chips,
            request_id=str(uuid4()),
            actor=shift.cashier,
            signed_by=staff(Role.CAGE_SUPERVISOR),
        )


def errors(answer: Any) -> bool:
    """Whether the page says what is wrong."""
    form = answer.context.get("form") if answer.context else None
    return bool(form is not None and form.errors)


@pytest.mark.parametrize("name", FORMS)
def test_a_field_that_is_missing_or_there_twice_is_no_fault(room: Room, name: str) -> None:
    client, path, data = FORMS[name](room)
    for field in data:
        before = rows()
        answer = send(client, path, {key: data[key] for key in data if key != field})
        assert answer.status_code < 500, field
        if answer.status_code == 302:
            undo(room, name)
        else:
            assert rows() == before
        doubled: dict[str, Any] = {**data, field: [data[field], "x"]}
        assert client.post(path, doubled).status_code < 500, field


PART = b'--x\r\nContent-Disposition: form-data; name="cents"\r\n\r\n\xff\r\n--x--\r\n'


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/json", b"{}"),
        ("text/plain", b"x"),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n--y"),
        ("multipart/form-data; boundary=\xff", b"x"),
        ("application/x-www-form-urlencoded", b"\xff\xfe&&&==%zz%"),
        ("application/x-www-form-urlencoded", b"a=1&" * 1_500),
        ("application/x-www-form-urlencoded", b"cents=%ed%a0%80&patron=%00"),
        ("application/x-www-form-urlencoded; charset=zlib", b"a=1"),
        ("multipart/form-data; boundary=x; charset=zlib", PART),
        ("multipart/form-data; boundary=x; charset=idna", PART),
        ("multipart/form-data; boundary=x; charset=punycode", PART),
    ],
)
def test_a_body_that_is_no_form_is_refused(
    room: Room, name: str, content_type: str, body: bytes
) -> None:
    client, path, _ = FORMS[name](room)
    before = rows()
    answer = client.generic("POST", path, body, CONTENT_TYPE=content_type)
    assert answer.status_code < 500
    assert rows() == before


@pytest.mark.parametrize("name", [name for name in FORMS if name != "login"])
def test_a_form_without_the_pages_token_is_refused(room: Room, name: str) -> None:
    client, path, data = FORMS[name](room)
    client.handler.enforce_csrf_checks = True
    before = rows()
    assert send(client, path, data).status_code == 403
    assert rows() == before
