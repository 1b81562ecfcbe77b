"""The table's page and the displays of a player at two positions, without a browser."""

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from cardroom.people.models import Staff
from tables.engine import actions
from tables.services import commands
from tests.tables.displays import device, paired
from tests.tables.house import GUIDE, HouseRoom
from tests.tables.room import Room
from tests.tables.test_two_positions import two_positions

pytestmark = pytest.mark.django_db
LogIn = Callable[[Staff], Client]


def state_in(client: Client, path: str) -> dict[str, Any]:
    """The state that comes with a page."""
    answer = client.get(path)
    assert answer.status_code == 200
    found = re.search(r'id="initial-state"[^>]*>(.*?)</script>', answer.content.decode(), re.DOTALL)
    assert found is not None
    state: dict[str, Any] = json.loads(found[1])
    return state


def give(client: Client, room: Room, name: str, **data: object) -> Any:
    return client.post(
        f"/api/v1/tables/{room.table.pk}/commands/",
        {
            "command": name,
            "data": data,
            "expected_version": room.version,
            "request_id": str(uuid4()),
        },
        content_type="application/json",
    )


def test_the_floors_page_gives_and_takes_a_second_position(as_staff: LogIn) -> None:
    room = HouseRoom()
    room.open()
    room.seat(3)
    client, path = as_staff(room.floor), f"/tables/{room.table.pk}/"
    assert "second_position" in state_in(client, path)["can"]
    assert give(client, room, "second_position", seat=3, to_seat=4).status_code == 200
    seats = state_in(client, path)["seats"][2:4]
    assert [(each["name"], each["stack"], each["positions"]) for each in seats] == [
        ("Player 3", 100_000, [3, 4])
    ] * 2
    assert give(client, room, "give_up_position", seat=3).status_code == 200
    assert [each["taken"] for each in state_in(client, path)["seats"][2:4]] == [False, True]


@pytest.mark.parametrize("to_seat", [None, 0, 15, "x", 3.5])
def test_a_seat_that_is_none_is_answered_by_field(as_staff: LogIn, to_seat: object) -> None:
    room = HouseRoom()
    room.open()
    room.seat(3)
    answer = give(as_staff(room.floor), room, "second_position", seat=3, to_seat=to_seat)
    assert answer.status_code == 400 and "to_seat" in answer.json()["errors"]


def test_a_california_table_offers_no_second_position(as_staff: LogIn, room: Room) -> None:
    room.seat(1)
    client = as_staff(room.floor)
    assert "second_position" not in state_in(client, f"/tables/{room.table.pk}/")["can"]
    answer = give(client, room, "second_position", seat=1, to_seat=2)
    assert answer.status_code == 422
    assert answer.json()["detail"] == f"Under {room.pack.name} a player has one betting position."


def test_a_display_comes_with_both_hands_the_second_face_down_until_the_first_is_decided() -> None:
    room = two_positions(rules=GUIDE, source="electronic")
    for seat in (3, 4):
        room.wager(seat, ante=1_000)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())
    devices = [device(paired(room.table, seat, room.floor)) for seat in (3, 4)]
    second = list(room.state.hands[1].cards or ())
    for each in devices:
        text = each.get("/display/").content.decode()
        assert not any(f'"{card}"' in text for card in second)
        assert state_in(each, "/display/")["round"]["hands"][1]["cards"] == [None] * 3
    room.give(commands.Decide(3, "fold"))
    for each in devices:
        assert state_in(each, "/display/")["round"]["hands"][1]["cards"] == second
