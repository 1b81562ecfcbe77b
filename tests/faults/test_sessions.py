"""Sockets and sessions: who has gone sees nothing more, and no address breaks the server."""

import http.client
import re
import time
import urllib.parse
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from cardroom.embedded.ports import LOOPBACK
from cardroom.embedded.stack import Stack
from tests.faults.night import seed
from tests.live.screens import Display, StaffScreen
from tests.tables.displays import cookie

TABLE = 3
GRACE = 5.0  # seconds in which a socket may learn that its owner has gone


@pytest.fixture(scope="module")
def seeded(stack: Stack) -> dict[str, Any]:
    return seed(stack, TABLE)


@pytest.fixture
def dealer(stack: Stack) -> StaffScreen:
    return StaffScreen(stack, "dealer")


@pytest.fixture
def display(stack: Stack, seeded: dict[str, Any], dealer: StaffScreen) -> Iterator[Display]:
    """The dealer's own socket."""
    shown = Display(
        stack, f"/ws/tables/{seeded['table']}/", cookie=f"sessionid={dealer.cookie('sessionid')}"
    )
    shown.at(0)
    yield shown
    shown.close()


def change(stack: Stack, table: int) -> int:
    """Something happens at the table; its version after it."""
    floor = StaffScreen(stack, "floor")
    state = floor.table(table)["state"]
    cents = 20_000 if state["round"]["bank"]["wager"] != 20_000 else 30_000
    version: int = floor.command(table, "post_bank_wager", cents=cents)["version"]
    return version


def sees(display: Display, version: int) -> bool:
    """Whether the display is shown this version within two seconds."""
    deadline = time.monotonic() + 2
    while time.monotonic() < deadline:
        if display.frames and display.frames[-1]["version"] >= version:
            return True
        time.sleep(0.05)
    return False


def test_who_is_logged_in_sees_what_happens(
    stack: Stack, seeded: dict[str, Any], display: Display
) -> None:
    """The control."""
    assert sees(display, change(stack, seeded["table"]))


def test_who_has_logged_out_sees_nothing_more(
    stack: Stack, seeded: dict[str, Any], dealer: StaffScreen, display: Display
) -> None:
    page = dealer.opener.open(f"{stack.address}/tables/{seeded['table']}/").read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token is not None
    form = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1]}).encode()
    dealer.opener.open(f"{stack.address}/logout/", form)
    time.sleep(GRACE)
    assert not sees(display, change(stack, seeded["table"]))


def test_who_was_dismissed_sees_nothing_more(
    stack: Stack, seeded: dict[str, Any], display: Display
) -> None:
    active = "from cardroom.people.models import Staff\n"
    active += "Staff.objects.filter(username='dealer').update(is_active={})"
    stack.manage("shell", "-c", active.format(False))
    try:
        time.sleep(GRACE)
        assert not sees(display, change(stack, seeded["table"]))
    finally:
        stack.manage("shell", "-c", active.format(True))


@pytest.mark.parametrize(
    "path",
    [
        "/ws/display/",
        "/ws/display/x/",
        "/ws/display/%00/",
        "/ws/display/%ff/",
        "/ws/tables/0/",
        "/ws/tables/999999999999999999999999999999/",
        "/",
        "/ws/",
        "/ws/nowhere/",
        "/ws/tables/-1/",
        "/ws/tables/" + "9" * 5_000 + "/",
    ],
)
def test_a_socket_to_nowhere_is_closed_and_no_fault(stack: Stack, path: str) -> None:
    status = 101
    try:
        with (
            connect(
                stack.address.replace("http", "ws") + path, origin=Origin(stack.address)
            ) as socket,
            pytest.raises(ConnectionClosedError),
        ):
            socket.recv(timeout=5)
    except InvalidStatus as refused:
        status = refused.response.status_code
    assert status < 500


def test_a_session_that_cannot_be_is_a_stranger_on_a_socket_too(
    stack: Stack, seeded: dict[str, Any]
) -> None:
    address = stack.address.replace("http", "ws") + "/ws/display/"
    headers = {"Cookie": f'sessionid="\\000aaaaaaaaaa"; {cookie(seeded["rail"])}'}
    with connect(address, origin=Origin(stack.address), additional_headers=headers) as socket:
        assert '"hello"' in str(socket.recv(timeout=5))
        assert '"state"' in str(socket.recv(timeout=5))


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "TRACE", "FOO", "CONNECT"])
@pytest.mark.parametrize(
    "path",
    ["/", "/login/", "/%ff", "/%00", "/static/%00", "/static/../cardroom/settings.py", "//", "/..",
     "/static/%2e%2e/%2e%2e/settings.py", "/tables/" + "9" * 5_000 + "/", "/follow/%00/"],
)  # fmt: skip
def test_the_real_server_answers_whatever_is_asked(stack: Stack, method: str, path: str) -> None:
    line = http.client.HTTPConnection(LOOPBACK, stack.port, timeout=10)
    try:
        line.request(method, path, headers={"Host": f"localhost:{stack.port}"})
        answer = line.getresponse()
        body = answer.read()
    finally:
        line.close()
    assert answer.status < 500
    assert b"SECRET_KEY" not in body
