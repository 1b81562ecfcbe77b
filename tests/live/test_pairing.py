"""Paired devices on real sockets: they open with their pairing and end with it."""

import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from cardroom.embedded.stack import Stack
from tables.services.displays import KEY_COOKIE
from tests.live.screens import StaffScreen
from tests.tables.displays import cookie

NUMBER = 71
NOT_ALLOWED = 4403
# A device says so within three seconds of the end of its pairing; its socket ends before.
SOON = 3.0
SEED = f"""
import json
from cardroom.people.models import Patron, Staff
from tables.demo import data
from tables.models import FeeSchedule, RulePack
from tables.services import opening
floor = Staff.objects.get(username="floor")
dealer = Staff.objects.create(username="dealer-{NUMBER}", role="dealer")
table = opening.add_table({NUMBER}, seats=6, chips=data.CHIPS, actor=None)
opening.open_table(
    table.id, actor=floor, pack_id=RulePack.objects.get(name="California").id,
    fee_schedule_id=FeeSchedule.objects.order_by("id").first().id,
    limits=dict(data.LIMITS), source="electronic", count=data.tray_count(table, dealer),
)
people = [Patron.objects.create(name=f"Follower {{n}}").pk for n in range(8)]
print("SEEDED", json.dumps([table.id, people]))
"""


@dataclass
class Device:
    """A tablet or a phone: its cookies, and the socket that it opens with them."""

    stack: Stack
    jar: CookieJar = field(default_factory=CookieJar)

    def __post_init__(self) -> None:
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.page("/display/")

    def cookie(self, name: str) -> str:
        return next((c.value or "" for c in self.jar if c.name == name), "")

    def page(self, path: str) -> str:
        text: str = self.opener.open(self.stack.address + path).read().decode()
        return text

    def post(self, path: str, **form: object) -> str:
        data = {**form, "csrfmiddlewaretoken": self.cookie("csrftoken")}
        body = urllib.parse.urlencode(data).encode()
        text: str = self.opener.open(self.stack.address + path, body).read().decode()
        return text

    def ask(self) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(self.post("/display/code/"))
        return said

    def socket(self, key: str | None = None) -> ClientConnection:
        key = self.cookie(KEY_COOKIE) if key is None else key
        address = self.stack.address.replace("http", "ws") + "/ws/display/"
        headers = {"Cookie": cookie(key)} if key else {}
        return connect(address, origin=Origin(self.stack.address), additional_headers=headers)


def first_state(line: ClientConnection) -> dict[str, Any]:
    while True:
        frame = json.loads(line.recv(timeout=5))
        if frame["type"] == "state":
            state: dict[str, Any] = frame["state"]
            return state


def until_closed(line: ClientConnection, since: float) -> tuple[float, list[dict[str, Any]]]:
    """How long after ``since`` the server ended the line, because it is not allowed any more, and
    the states that it sent before."""
    shown = []
    try:
        while time.monotonic() < since + 10:
            frame = json.loads(line.recv(timeout=5))
            shown += [frame["state"]] if frame["type"] == "state" else []
    except ConnectionClosed as closed:
        code = closed.rcvd.code if closed.rcvd else None
    else:
        raise AssertionError("the line is still open")
    assert code == NOT_ALLOWED
    return time.monotonic() - since, shown


def closed_after(line: ClientConnection, since: float) -> float:
    return until_closed(line, since)[0]


@dataclass
class Floor:
    """Somebody of the floor, and the table that he pairs displays with."""

    stack: Stack
    table: int
    people: list[int]

    def __post_init__(self) -> None:
        self.screen = StaffScreen(self.stack, "floor")

    def post(self, path: str, **form: object) -> str:
        data = {**form, "csrfmiddlewaretoken": self.screen.cookie("csrftoken")}
        body = urllib.parse.urlencode(data).encode()
        answer = self.screen.opener.open(self.stack.address + path, body)
        text: str = answer.read().decode()
        return text

    def pair(self, device: Device, seat: int) -> None:
        """Seat 0 is the rail."""
        form = {"code": device.ask()["code"], "table": self.table, "what": seat}
        self.post(f"/tables/{self.table}/displays/", **form)
        assert device.ask() == {"paired": True}

    def revoke_all(self) -> None:
        page = self.screen.opener.open(f"{self.stack.address}/tables/{self.table}/displays/")
        for number in re.findall(r"/displays/(\d+)/revoke/", page.read().decode()):
            self.post(f"/displays/{number}/revoke/")

    def seat(self, seat: int) -> int:
        patron = self.people.pop()
        self.screen.command(self.table, "seat_player", seat=seat, patron_id=patron)
        return patron

    def leaves(self, seat: int) -> None:
        self.screen.command(self.table, "leave_seat", seat=seat)


@pytest.fixture(scope="module")
def seeded(stack: Stack) -> tuple[int, list[int]]:
    table, people = json.loads(stack.manage("shell", "-c", SEED).split("SEEDED ")[1])
    return table, people


@pytest.fixture
def floor(stack: Stack, seeded: tuple[int, list[int]]) -> Iterator[Floor]:
    floor = Floor(stack, *seeded)
    yield floor
    floor.revoke_all()


def test_a_device_that_is_paired_follows_its_table_at_once(stack: Stack, floor: Floor) -> None:
    device = Device(stack)
    with device.socket() as line:
        closed_after(line, time.monotonic())  # it waits: nothing is shown
    floor.pair(device, 2)
    with device.socket() as line:
        hello = json.loads(line.recv(timeout=5))
        assert hello["type"] == "hello"
        assert f'data-build="{hello["build"]}"' in device.page("/display/")
        assert first_state(line)["audience"] == "seat:2"
    rail = Device(stack)
    floor.pair(rail, 0)
    with rail.socket() as line:
        assert first_state(line)["audience"] == "public"


@pytest.mark.parametrize("key", ["", "x", "A" * 43, "%00", "é".encode().decode("latin1")])
def test_a_stranger_and_a_wrong_key_are_turned_away(stack: Stack, floor: Floor, key: str) -> None:
    device = Device(stack)
    floor.pair(device, 1)
    with device.socket(key) as line:
        assert closed_after(line, time.monotonic()) < 2


def test_a_revoked_display_ends_within_three_seconds_and_offers_a_new_code(
    stack: Stack, floor: Floor
) -> None:
    device, other = Device(stack), Device(stack)
    for each in (device, other):
        floor.pair(each, 1)
    with device.socket() as line, other.socket() as second:
        assert first_state(line) and first_state(second)
        floor.revoke_all()
        since = time.monotonic()
        assert closed_after(line, since) < SOON
        assert closed_after(second, since) < SOON
    assert "The floor has ended this pairing." in device.page("/display/")
    assert len(device.ask()["code"]) == 6


def test_a_display_that_was_moved_shows_nothing_of_its_new_place_on_its_old_line(
    stack: Stack, floor: Floor
) -> None:
    device = Device(stack)
    floor.pair(device, 1)
    old = device.cookie(KEY_COOKIE)
    with device.socket() as line:
        assert first_state(line)["audience"] == "seat:1"
        floor.revoke_all()
        since = time.monotonic()
        floor.pair(device, 3)
        took, shown = until_closed(line, since)
        assert took < SOON and all(state["audience"] == "seat:1" for state in shown)
    assert device.cookie(KEY_COOKIE) != old
    with device.socket() as line:
        assert first_state(line)["audience"] == "seat:3"


def test_a_display_whose_pairing_runs_out_ends_by_itself(stack: Stack, floor: Floor) -> None:
    device = Device(stack)
    floor.pair(device, 1)
    with device.socket() as line:
        assert first_state(line)
        with psycopg.connect(stack.database_url) as database:
            database.execute(
                "UPDATE tables_paireddisplay SET expires_at = clock_timestamp()"
                " WHERE revoked_at IS NULL AND kind = 'seat'"
            )
        assert closed_after(line, time.monotonic()) < SOON
    assert "This pairing has run out." in device.page("/display/")


def test_a_phone_ends_when_its_player_leaves_and_the_tablet_goes_on(
    stack: Stack, floor: Floor
) -> None:
    tablet, phone = Device(stack), Device(stack)
    floor.seat(4)
    floor.pair(tablet, 4)
    code = json.loads(tablet.post("/display/phone-code/"))["code"]
    phone.post("/follow/", code=code)
    with tablet.socket() as at_seat, phone.socket() as line:
        assert first_state(line)["seats"][3]["you"] and "stack" in first_state(at_seat)["seats"][3]
        floor.leaves(4)
        since = time.monotonic()
        took, shown = until_closed(line, since)
        assert took < SOON
        # What came between said so itself: nothing is left of the seat on the phone.
        assert all(state["audience"] == "unpaired" for state in shown)
        floor.seat(4)
        deadline = time.monotonic() + 5
        while "stack" not in (state := first_state(at_seat))["seats"][3]:
            assert time.monotonic() < deadline
        assert state["audience"] == "seat:4"
    assert "has left seat 4" in phone.page("/display/")
    with phone.socket() as line:
        closed_after(line, time.monotonic())
    floor.leaves(4)


def test_the_code_of_a_seat_is_in_no_frame_of_anybody(stack: Stack, floor: Floor) -> None:
    devices = {seat: Device(stack) for seat in (0, 5, 6)}
    for seat in (5, 6):
        floor.seat(seat)
    for seat, device in devices.items():
        floor.pair(device, seat)
    code = json.loads(devices[5].post("/display/phone-code/"))["code"]
    for device in devices.values():
        with device.socket() as line:
            assert code not in json.dumps(first_state(line))
    for seat in (0, 6):
        if seat == 0:
            with pytest.raises(urllib.error.HTTPError, match="403"):
                devices[seat].post("/display/phone-code/")
        else:
            assert code not in devices[seat].post("/display/phone-code/")
    for seat in (5, 6):
        floor.leaves(seat)
