"""Displays on real sockets: real web process, real Redis-protocol server, real PostgreSQL."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from cardroom.embedded.stack import Stack
from tests.live.screens import Display, StaffScreen
from tests.tables.displays import cookie

TABLE = 2


@dataclass
class Evening:
    """A table with four players, its staff screen, and displays of every kind."""

    stack: Stack
    floor: StaffScreen
    table: int
    rail: str
    seats: dict[str, str]
    open_displays: list[Display] = field(default_factory=list)

    def display(self, seat: int | None = None) -> Display:
        key = self.rail if seat is None else self.seats[str(seat)]
        shown = Display(self.stack, cookie=cookie(key))
        self.open_displays.append(shown)
        return shown

    def staff_display(self) -> Display:
        session = f"sessionid={self.floor.cookie('sessionid')}"
        shown = Display(self.stack, f"/ws/tables/{self.table}/", cookie=session)
        self.open_displays.append(shown)
        return shown

    def command(self, name: str, **data: object) -> int:
        version: int = self.floor.command(self.table, name, **data)["version"]
        return version

    def round(self) -> Iterator[int]:
        """Play one round; the version after each command."""
        state = self.floor.table(self.table)["state"]
        while state["rotation"]["offer_due"]:
            seat = state["rotation"]["next_offer"]
            yield self.command("offer_bank", seat=seat, answer="accepted")
            state = self.floor.table(self.table)["state"]
        bank = state["round"]["bank"]["seat"]
        yield self.command("post_bank_wager", cents=20_000)
        for seat in (int(s) for s in self.seats):
            if seat != bank:
                yield self.command("place_wager", seat=seat, kind="ante", cents=1_000)
        yield self.command("no_more_bets")
        yield self.command("deal")
        yield self.command("decide_rest")
        yield self.command("reveal")
        yield self.command("close_round")


@pytest.fixture(scope="module")
def seeded(stack: Stack) -> dict[str, Any]:
    said = stack.manage("shell", "-c", f"from tests.live.seed import seed; seed({TABLE})")
    line = next(line for line in said.splitlines() if line.startswith("SEEDED "))
    found: dict[str, Any] = json.loads(line.removeprefix("SEEDED "))
    return found


@pytest.fixture
def evening(stack: Stack, seeded: dict[str, Any]) -> Iterator[Evening]:
    evening = Evening(stack, StaffScreen(stack, "floor"), **seeded)
    yield evening
    for display in evening.open_displays:
        display.close()


def shared(state: dict[str, Any]) -> dict[str, Any]:
    """What every audience must agree on. Why and by whom the floor overruled is for the staff."""
    round_ = state["round"] or {}
    return {
        "rotation": {k: v for k, v in state["rotation"].items() if k != "overrules"},
        "taken": [seat["taken"] for seat in state["seats"]],
        "round": {key: round_.get(key) for key in ("ref", "phase", "bank", "button_seat", "cover")},
        "results": [hand["result"] for hand in round_.get("hands", [])],
    }


def without_pending(state: dict[str, Any]) -> dict[str, Any]:
    """The worker may post a settlement at any moment; the stack is the same before and after."""
    seats = [{k: v for k, v in seat.items() if k != "pending"} for seat in state["seats"]]
    return state | {"seats": seats}


def test_two_displays_of_a_seat_and_a_rail_agree_after_each_event(evening: Evening) -> None:
    first, second, rail = evening.display(1), evening.display(1), evening.display()
    staff = evening.staff_display()
    for _ in range(2):
        for version in evening.round():
            one, two = first.at(version), second.at(version)
            assert without_pending(one) == without_pending(two)
            assert shared(one) == shared(rail.at(version)) == shared(staff.at(version))
            told = evening.floor.table(evening.table)["state"]
            assert without_pending(staff.at(version)) == without_pending(told)


def test_a_display_gets_everything_on_connecting(evening: Evening) -> None:
    version = evening.floor.table(evening.table)["version"]
    state = evening.display(2).at(version)
    assert state["audience"] == "seat:2"
    assert next(seat for seat in state["seats"] if seat["you"])["stack"] > 0


def test_a_display_that_lost_the_line_comes_back_to_the_present(evening: Evening) -> None:
    display = evening.display(3)
    rounds = evening.round()
    display.at(next(rounds))
    display.cut()
    for version in rounds:
        last = version
    again = evening.display(3).at(last)
    assert without_pending(display.at(last)) == without_pending(again)
    assert display.connections >= 2


def test_versions_only_ever_rise(evening: Evening) -> None:
    display = evening.display()
    for version in evening.round():
        last = version
    display.at(last)
    versions = [frame["version"] for frame in display.frames]
    assert versions == sorted(versions)


def test_a_lost_bell_costs_a_second_and_nothing_else(evening: Evening) -> None:
    """Without the Redis-compatible server no bell rings; the pulse finds the change."""
    display = evening.display(1)
    rounds = evening.round()
    display.at(next(rounds))
    evening.stack.kill("valkey")
    try:
        for version in rounds:
            began = time.monotonic()
            display.at(version, patience=3.0)
            assert time.monotonic() - began < 3.0
    finally:
        evening.stack.restart("valkey")
    for version in evening.round():
        display.at(version)
    assert display.connections == 1


def test_a_buy_in_at_the_window_shows_at_the_seat(evening: Evening) -> None:
    display = evening.display(1)
    before = own_stack(display.at(0))
    evening.stack.manage(
        "shell",
        "-c",
        "from cardroom.people.models import Patron, Staff\n"
        "from ledger.services import cage\n"
        f"patron = Patron.objects.get(name='Player {TABLE}-1')\n"
        "cage.buy_in(window=1, patron_id=patron.id, cents=25_000, request_id='late',"
        " actor=Staff.objects.get(username='cashier'))",
    )
    deadline = time.monotonic() + 5
    while own_stack(display.frames[-1]["state"]) != before + 25_000:
        assert time.monotonic() < deadline, "the seat never showed the chips"
        time.sleep(0.05)


def own_stack(state: dict[str, Any]) -> int:
    stack: int = next(seat for seat in state["seats"] if seat["you"])["stack"]
    return stack


def test_an_idle_socket_is_kept_and_told_the_time(evening: Evening) -> None:
    display = evening.display()
    display.at(0)
    time.sleep(12)
    assert display.connections == 1
    assert display.pulses >= 10


def test_the_web_server_may_be_killed_and_every_display_returns(evening: Evening) -> None:
    display = evening.display(2)
    display.at(0)
    evening.stack.kill("web")
    evening.stack.restart("web")
    evening.stack.wait_ready()
    for version in evening.round():
        display.at(version)
    assert display.connections >= 2


@pytest.mark.parametrize("path", ["/ws/tables/{table}/", "/ws/display/"])
def test_a_stranger_is_turned_away(evening: Evening, path: str) -> None:
    address = evening.stack.address.replace("http", "ws") + path.format(table=evening.table)
    with (
        connect(address, origin=Origin(evening.stack.address)) as socket,
        pytest.raises(ConnectionClosedError) as closed,
    ):
        socket.recv(timeout=5)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403


def test_a_page_of_another_site_cannot_open_a_socket(evening: Evening) -> None:
    address = evening.stack.address.replace("http", "ws") + "/ws/display/"
    headers = {"Cookie": cookie(evening.rail)}
    with pytest.raises(InvalidStatus, match="403"):
        connect(address, origin=Origin("http://elsewhere.example"), additional_headers=headers)


def test_no_frame_of_another_seat_ever_holds_its_cards(evening: Evening) -> None:
    displays = {seat: evening.display(int(seat)) for seat in evening.seats}
    rail, staff = evening.display(), evening.staff_display()
    for version in evening.round():
        for display in (*displays.values(), rail, staff):
            display.at(version)
    ref = rail.frames[-1]["state"]["last_rounds"][0]["ref"]
    own = {seat: own_cards(display, ref, int(seat)) for seat, display in displays.items()}
    assert any(own.values())
    for seat, display in {**displays, "rail": rail, "staff": staff}.items():
        for frame in display.frames:
            round_ = frame["state"]["round"]
            if round_ is None or round_["ref"] != ref or round_["phase"] in ("pay", "settled"):
                continue
            seen = {card for hand in round_["hands"] for card in hand["cards"] or [] if card}
            for other, cards in own.items():
                assert other == seat or not seen & cards
            assert [card for card in round_["bank"]["cards"] or [] if card][1:] == []


def own_cards(display: Display, ref: str, seat: int) -> set[str]:
    """The cards that the seat's own display showed it in this round."""
    for frame in display.frames:
        round_ = frame["state"]["round"]
        if round_ and round_["ref"] == ref:
            for hand in round_["hands"]:
                if hand["seat"] == seat and hand["cards"]:
                    return set(hand["cards"])
    return set()
