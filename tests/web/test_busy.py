"""A database that is busy or away: 503, a sentence, and when to try again; never a broken page."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.db import IntegrityError, OperationalError, connection, connections
from django.test import Client, RequestFactory, override_settings
from django.urls import get_resolver
from psycopg import errors
from psycopg_pool import PoolTimeout

from cardroom import busy
from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger.models import Entry
from tests.tables.room import Room, staff

LogIn = Callable[[Staff], Client]


def caused(cause: Exception) -> OperationalError:
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (caused(PoolTimeout("none free")), busy.BUSY),
        (caused(errors.LockNotAvailable("held")), busy.BUSY),
        (caused(errors.QueryCanceled("too long")), busy.BUSY),
        (caused(errors.DeadlockDetected("each other")), busy.BUSY),
        (caused(errors.AdminShutdown("gone")), busy.AWAY),
        (caused(psycopg.OperationalError("the connection is lost")), busy.AWAY),
        (IntegrityError("a rule"), None),
        (ValueError("a fault of ours"), None),
        (None, None),
    ],
)
def test_what_passes_by_itself_is_told_from_what_does_not(
    error: Exception | None, sentence: str | None
) -> None:
    assert busy.sentence_for(error) == sentence


@pytest.fixture
def held(transactional_db: None) -> Iterator[Room]:
    """A room in which somebody else holds a player's account."""
    room = Room()
    room.open()
    for seat in (1, 4):
        room.seat(seat)
    given = connection.get_connection_params()
    address = {name: given[name] for name in ("dbname", "user", "password", "host", "port")}
    with psycopg.connect(**address) as holder:
        holder.execute(
            "SELECT FROM ledger_account WHERE code = %s FOR UPDATE",
            [f"chips:player:{room.players[1].pk}"],
        )
        yield room
    connections.close_all()


def test_a_form_that_meets_a_held_account_is_answered_and_nothing_is_posted(
    held: Room, as_staff: LogIn
) -> None:
    before = Entry.objects.count()
    form = {"cents": "100", "patron": str(held.players[1].pk), "step": "post"}
    form["request_id"] = str(uuid4())
    answer = as_staff(held.cashier).post("/cage/buy-in/", form)
    assert answer.status_code == 503
    assert "Nothing was changed: try again." in answer.content.decode()
    assert answer["Retry-After"] and answer["Cache-Control"] == "no-store"
    assert Entry.objects.count() == before


def test_a_command_that_meets_a_held_account_is_answered_by_name(
    held: Room, as_staff: LogIn
) -> None:
    version = held.version
    body = {
        "command": "toke",
        "data": {"seat": 1, "cents": 100},
        "expected_version": version,
        "request_id": str(uuid4()),
    }
    answer = as_staff(held.dealer).post(
        f"/api/v1/tables/{held.table.pk}/commands/", body, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert answer.json()["detail"] == busy.BUSY
    assert answer["Retry-After"] and answer["Content-Type"] == "application/problem+json"
    assert held.version == version


@pytest.mark.django_db
@override_settings(DEBUG=False)
def test_a_session_that_cannot_be_kept_is_answered_too() -> None:
    """It is kept after the view, where only the last handler sees what went wrong."""
    request = RequestFactory().get("/login/")
    handler = get_resolver().resolve_error_handler(500)
    try:
        raise caused(errors.AdminShutdown("gone"))
    except OperationalError:
        answer = handler(request)
    assert answer.status_code == 503 and busy.AWAY in answer.content.decode()
    try:
        raise ValueError("a fault of ours")
    except ValueError:
        assert handler(request).status_code == 500


# -- Nothing is kept -------------------------------------------------------------------------------


@pytest.mark.django_db
def test_no_cache_keeps_a_page_or_an_answer(free_room: Room, as_staff: LogIn) -> None:
    table = free_room.table.pk
    pages = {
        free_room.floor: ["/", f"/tables/{table}/", f"/api/v1/tables/{table}/", "/people/free/"],
        free_room.cashier: ["/cage/", "/cage/buy-in/", "/no/such/page/"],
        staff(Role.AUDITOR): ["/cage/books/"],
    }
    for who, paths in pages.items():
        for path in paths:
            answer = as_staff(who).get(path)
            assert "no-store" in answer["Cache-Control"], path
    for path in ("/login/", "/"):
        assert "no-store" in Client().get(path)["Cache-Control"]


@pytest.mark.django_db
def test_static_files_may_be_kept() -> None:
    answer = Client().get(f"/{settings.STATIC_URL.lstrip('/')}css/tokens.css")
    assert answer.status_code == 200 and "no-store" not in answer["Cache-Control"]
