"""Displays over HTTP: a device waits, is paired, shows its own view and no more, and ends."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cardroom.people.models import Staff
from cardroom.people.roles import Role
from tables.models import PairedDisplay
from tables.services import commands, displays
from tests.tables.displays import device, paired, phone
from tests.tables.room import Room, staff

pytestmark = pytest.mark.django_db
LogIn = Callable[[Staff], Client]


def ask(client: Client) -> dict[str, Any]:
    answer = client.post("/display/code/")
    assert answer.status_code == 200
    said: dict[str, Any] = answer.json()
    return said


# -- A device that waits ---------------------------------------------------------------------------


def test_a_device_waits_with_a_code_until_the_floor_pairs_it(room: Room, as_staff: LogIn) -> None:
    tablet = Client()
    assert "This display is not paired" in tablet.get("/display/").content.decode()
    assert not PairedDisplay.objects.exists()  # looking makes nothing
    said = ask(tablet)
    assert said["paired"] is False and said["picture"].startswith("data:image/svg+xml")
    assert ask(tablet)["code"] == said["code"]
    data = {"code": said["code"], "table": room.table.pk, "what": 1}
    answer = as_staff(room.floor).post(f"/tables/{room.table.pk}/displays/", data)
    assert answer.status_code == 302
    assert ask(tablet) == {"paired": True}
    page = tablet.get("/display/").content.decode()
    assert "Seat 1" in page and "/ws/display/" in page


@pytest.mark.parametrize("https", [False, True])
def test_a_devices_key_is_out_of_reach_of_scripts_and_other_sites(https: bool) -> None:
    answer = Client().post("/display/code/", secure=https)
    kept = answer.cookies[displays.KEY_COOKIE]
    assert kept["httponly"] and kept["samesite"] == "Lax" and kept["path"] == "/"
    assert bool(kept["secure"]) is https
    assert kept["max-age"] == timedelta(days=400).total_seconds()
    assert kept.value not in answer.content.decode()


def test_another_site_cannot_have_a_device_ask() -> None:
    strict = Client(enforce_csrf_checks=True)
    for path in ("/display/code/", "/display/phone-code/", "/follow/"):
        assert strict.post(path).status_code == 403


def test_a_device_that_reloads_keeps_what_it_was_paired_to(room: Room) -> None:
    tablet = device(paired(room.table, 2, room.floor))
    for _ in range(2):
        answer = tablet.get("/display/")
        assert "Seat 2" in answer.content.decode()
    kept = answer.cookies[displays.KEY_COOKIE]
    assert kept.value == tablet.cookies[displays.KEY_COOKIE].value and kept["max-age"]


# -- The floor -------------------------------------------------------------------------------------


def test_the_picture_on_a_device_leads_the_floor_to_a_form_with_its_code(
    room: Room, as_staff: LogIn
) -> None:
    tablet = Client()
    path = reverse("pair-display", args=[ask(tablet)["code"]])
    stranger = Client().get(path)
    assert (stranger.status_code, stranger["Location"]) == (302, f"/login/?next={path}")
    floor = as_staff(room.floor)
    form = floor.get(path).context["form"]
    assert form["code"].value() == ask(tablet)["code"]
    data = {"code": form["code"].value(), "table": room.table.pk, "what": 0}
    assert floor.post(reverse("pair"), data)["Location"] == f"/tables/{room.table.pk}/displays/"
    assert "cardroom-felt" in tablet.get("/display/").content.decode()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"code": "AAAAAA"}, "No display waits with this code"),
        ({"code": ""}, "Type the code that the display shows"),
        ({"what": 9}, "has seats 1 to 4"),
        ({"what": "x"}, "Select a valid choice"),
        ({"table": 10**9}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_paired_is_said_and_what_was_typed_is_kept(
    room: Room, as_staff: LogIn, changes: dict[str, Any], said: str
) -> None:
    other = Room(seats=9)
    code = ask(Client())["code"]
    data = {"code": code, "table": room.table.pk, "what": 1} | changes
    answer = as_staff(room.floor).post(reverse("pair"), data)
    page = answer.content.decode()
    assert answer.status_code == 200 and said in page
    assert data["code"] in page
    assert not PairedDisplay.objects.exclude(kind="waiting").exists()
    assert other.table.seat_count == 9


def test_the_floor_sees_the_paired_displays_and_revokes_one(room: Room, as_staff: LogIn) -> None:
    room.seat(1)
    key = paired(room.table, 1, room.floor)
    followed, _ = phone(key), paired(room.table, None, room.floor)
    floor, path = as_staff(room.floor), f"/tables/{room.table.pk}/displays/"
    page = floor.get(path).content.decode()
    for words in ("Rail", "Seat 1", "Seat 1, a phone", "not seen yet", room.floor.display_name):
        assert words in page
    number = displays.display_of_key(key).id
    assert floor.get(reverse("revoke-display", args=[number])).status_code == 405
    answer = floor.post(reverse("revoke-display", args=[number]), follow=True)
    assert "Revoked. The display says so" in answer.content.decode()
    tablet = device(key)
    assert "The floor has ended this pairing." in tablet.get("/display/").content.decode()
    assert ask(tablet)["paired"] is False  # and a new code comes by itself
    assert "Seat 1" in device(followed).get("/display/").content.decode()


@pytest.mark.parametrize("role", [Role.DEALER, Role.CASHIER, Role.MANAGER])
def test_nobody_else_pairs(room: Room, as_staff: LogIn, role: Role) -> None:
    client = as_staff(staff(role))
    data = {"code": ask(Client())["code"], "table": room.table.pk, "what": 1}
    number = displays.display_of_key(paired(room.table, 1, room.floor)).id
    for path in (
        f"/tables/{room.table.pk}/displays/",
        reverse("pair"),
        reverse("revoke-display", args=[number]),
    ):
        assert client.post(path, data).status_code == 403


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
def test_an_address_that_leads_other_devices_to_themselves_is_said_to(
    room: Room, as_staff: LogIn, settings: Any, host: str, here_only: bool
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    answer = as_staff(room.floor).get(f"/tables/{room.table.id}/displays/", headers={"host": host})
    page = answer.content.decode()
    assert ("This address works on this machine only" in page) is here_only
    assert f"http://{host}/display/" in page


# -- What a display shows --------------------------------------------------------------------------


def test_a_seat_display_names_nobody_and_the_rail_shows_no_stack(room: Room) -> None:
    for seat in (1, 2):
        room.seat(seat)
    page = device(paired(room.table, 1, room.floor)).get("/display/")
    assert "Player" not in page.content.decode()
    assert [("stack" in seat) for seat in page.context["state"]["seats"]] == [True] + [False] * 3
    rail = device(paired(room.table, None, room.floor)).get("/display/")
    assert all("stack" not in seat for seat in rail.context["state"]["seats"])


def test_a_display_is_not_passed_on_or_kept(room: Room) -> None:
    for client in (device(paired(room.table, 1, room.floor)), Client()):
        for path in ("/display/", "/follow/", "/follow/AAAAAA/"):
            answer = client.get(path)
            assert answer["Referrer-Policy"] == "same-origin"
            assert answer["Cache-Control"] == "no-store"


def test_the_page_that_is_kept_has_nothing_of_a_table_in_it(room: Room) -> None:
    room.seat(1)
    tablet = device(paired(room.table, 1, room.floor))
    page = tablet.get("/display/away/").content.decode()
    assert "Not live" in page and "initial-state" not in page and "Seat 1" not in page
    script = tablet.get("/display/worker.js")
    assert script["Content-Type"] == "text/javascript"
    named = [line.strip('", ') for line in script.content.decode().split("\n") if line[:3] == '  "']
    assert "/display/manifest.json" in named
    assert all(tablet.get(path).status_code == 200 for path in named if "/static/" not in path)


def test_a_tablet_can_install_the_display() -> None:
    answer = Client().get("/display/manifest.json")
    said = answer.json()
    assert (said["display"], said["start_url"]) == ("fullscreen", "/display/")
    assert answer["Content-Type"] == "application/manifest+json"


# -- A phone ---------------------------------------------------------------------------------------


def test_a_phone_follows_by_the_code_that_its_seat_shows(room: Room) -> None:
    room.seat(1)
    tablet, phone_ = device(paired(room.table, 1, room.floor)), Client()
    code = tablet.post("/display/phone-code/").json()["code"]
    assert code in phone_.get(f"/follow/{code}/").content.decode()
    assert phone_.post("/follow/", {"code": code})["Location"] == "/display/"
    answer = phone_.get("/display/")
    assert "data-fixed" in tablet.get("/display/").content.decode()
    assert "data-fixed" not in answer.content.decode()
    assert answer.context["state"]["seats"][0]["stack"] == room.stack(1)
    room.give(commands.LeaveSeat(1))
    page = phone_.get("/display/").content.decode()
    assert "has left seat 1" in page and "/follow/" in page


def test_the_code_of_a_seat_is_told_to_its_display_alone(room: Room, as_staff: LogIn) -> None:
    for seat in (1, 2):
        room.seat(seat)
    tablet = device(paired(room.table, 1, room.floor))
    code = tablet.post("/display/phone-code/").json()["code"]
    others = [
        Client(),
        device(phone(paired(room.table, 1, room.floor))),
        device(paired(room.table, None, room.floor)),
        as_staff(room.floor),
    ]
    for other in others:
        refused = other.post("/display/phone-code/")
        assert refused.status_code == 403 and code not in refused.content.decode()
    other_seat = device(paired(room.table, 2, room.floor))
    assert other_seat.post("/display/phone-code/").json()["code"] != code
    paths = ["/display/", f"/api/v1/tables/{room.table.pk}/", f"/tables/{room.table.pk}/displays/"]
    for other in (*others, other_seat):
        assert all(code not in other.get(path).content.decode() for path in paths)


def test_an_empty_seat_has_no_code_and_says_so(room: Room) -> None:
    answer = device(paired(room.table, 1, room.floor)).post("/display/phone-code/")
    assert (answer.status_code, answer.json()["detail"]) == (403, "Nobody sits at seat 1.")


@pytest.mark.parametrize("code", ["AAAAAA", "", "\x00", "é" * 20, "A" * 21, "<b>"])
def test_a_code_that_no_seat_shows_is_answered_with_a_sentence(room: Room, code: str) -> None:
    answer = Client().post("/follow/", {"code": code})
    assert answer.status_code == 200 and "error-line" in answer.content.decode()
    assert displays.KEY_COOKIE not in answer.cookies


def test_wrong_codes_shut_the_door_for_their_address(room: Room) -> None:
    room.seat(1)
    tablet = device(paired(room.table, 1, room.floor))
    code = tablet.post("/display/phone-code/").json()["code"]
    for _ in range(displays.MOST_WRONG):
        Client().post("/follow/", {"code": "AAAAAA"}, REMOTE_ADDR="10.0.0.7")
    shut = Client().post("/follow/", {"code": code}, REMOTE_ADDR="10.0.0.7")
    assert "Too many wrong codes. No more are taken until" in shut.content.decode()
    assert Client().post("/follow/", {"code": code}, REMOTE_ADDR="10.0.0.8").status_code == 302
