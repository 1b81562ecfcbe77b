"""Displays: a signed address opens one view, and no more than that view."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cardroom.people.models import Staff
from tables.services import displays
from tests.tables.room import Room

pytestmark = pytest.mark.django_db
LogIn = Callable[[Staff], Client]


def test_a_seat_display_opens_without_a_login_and_names_nobody(room: Room) -> None:
    for seat in (1, 2):
        room.seat(seat)
    path = reverse("seat-display", args=[displays.seat_token(room.table, 1)])
    page = Client().get(path).content.decode()
    assert "Seat 1" in page
    assert "Player 2" not in page


def test_the_rail_shows_no_stack(room: Room) -> None:
    room.seat(1)
    answer = Client().get(reverse("rail-display", args=[displays.rail_token(room.table)]))
    assert answer.status_code == 200
    assert all("stack" not in seat for seat in answer.context["state"]["seats"])


@pytest.mark.parametrize("kind", ["seat-display", "rail-display"])
def test_a_forged_address_is_not_paired(room: Room, kind: str) -> None:
    token = displays.rail_token(room.table)[:-1] + "x"
    answer = Client().get(reverse(kind, args=[token]))
    assert answer.status_code == 404
    assert "not paired" in answer.content.decode()


def test_an_address_opens_only_the_kind_of_display_it_was_made_for(room: Room) -> None:
    rail, seat = displays.rail_token(room.table), displays.seat_token(room.table, 1)
    assert Client().get(reverse("seat-display", args=[rail])).status_code == 404
    assert Client().get(reverse("rail-display", args=[seat])).status_code == 404


def test_an_address_is_not_passed_on_or_kept(room: Room) -> None:
    answer = Client().get(reverse("rail-display", args=[displays.rail_token(room.table)]))
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer["Cache-Control"] == "no-store"


def test_the_floor_gets_a_code_to_scan_for_the_rail_and_every_seat(
    room: Room, as_staff: LogIn
) -> None:
    answer = as_staff(room.floor).get(f"/tables/{room.table.id}/displays/")
    shown = answer.context["addresses"]
    assert [address.name for address in shown] == ["Rail", "Seat 1", "Seat 2", "Seat 3", "Seat 4"]
    assert all(address.code.startswith("data:image/svg+xml") for address in shown)
    opened = [Client().get(address.url.removeprefix("http://testserver")) for address in shown]
    assert {each.status_code for each in opened} == {200}


@pytest.mark.parametrize(
    ("host", "here_only"),
    [
        ("localhost:8000", True),
        ("localhost", True),
        ("127.0.0.1:8123", True),
        ("[::1]:8000", True),
        ("room.example", False),
        ("10.0.0.7:8000", False),
    ],
)
def test_codes_that_lead_other_devices_to_themselves_are_said_to(
    room: Room, as_staff: LogIn, settings: Any, host: str, here_only: bool
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    answer = as_staff(room.floor).get(f"/tables/{room.table.id}/displays/", headers={"host": host})
    assert ("These codes work on this machine only" in answer.content.decode()) is here_only
