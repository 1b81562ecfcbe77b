"""The command address: answers, refusals, and no server error whatever is sent."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from cardroom.people.models import Staff
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


class Screen:
    """A logged-in staff screen that posts commands."""

    def __init__(self, room: Room, actor: Staff | None) -> None:
        self.client = Client(enforce_csrf_checks=False)
        self.room = room
        if actor is not None:
            self.client.force_login(actor)

    def post(self, body: object, table_id: int | None = None) -> Any:
        return self.client.post(
            f"/api/v1/tables/{table_id or self.room.table.id}/commands/",
            data=body if isinstance(body, str) else json.dumps(body),
            content_type="application/json",
        )

    def command(self, name: str, version: int | None = None, **data: object) -> Any:
        return self.post(
            {
                "command": name,
                "data": data,
                "expected_version": self.room.version if version is None else version,
                "request_id": str(uuid4()),
            }
        )


@pytest.fixture
def dealer_screen(room: Room) -> Screen:
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    return Screen(room, room.dealer)


def test_a_command_answers_with_the_new_version_and_state(dealer_screen: Screen) -> None:
    answer = dealer_screen.command("place_wager", seat=1, kind="ante", cents=2_000)
    assert answer.status_code == 200, answer.content
    body = answer.json()
    assert body["version"] == dealer_screen.room.version
    assert body["state"]["round"]["hands"][0]["wagers"] == {"ante": 2_000}


def test_a_stale_command_gets_the_current_state(dealer_screen: Screen) -> None:
    version = dealer_screen.room.version
    dealer_screen.command("place_wager", seat=1, kind="ante", cents=2_000)
    answer = dealer_screen.command("place_wager", version=version, seat=2, kind="ante", cents=500)
    assert answer.status_code == 409
    body = answer.json()
    assert body["code"] == "table_moved_on"
    assert body["version"] == dealer_screen.room.version
    assert body["state"]["round"]["hands"][0]["seat"] == 1


def test_a_refusal_names_the_rule_the_field_and_the_facts(dealer_screen: Screen) -> None:
    answer = dealer_screen.command("place_wager", seat=1, kind="ante", cents=50_000)
    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert "$300" in body["detail"] and body["code"] == "wager_above_limit"


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"seat": "one", "kind": "ante", "cents": 2_000}, "seat"),
        ({"seat": 1, "kind": "insurance", "cents": 2_000}, "kind"),
        ({"seat": 1, "kind": "ante", "cents": 20.5}, "cents"),
        ({"seat": 1, "kind": "ante", "cents": -5}, "cents"),
        ({"seat": 1, "kind": "ante", "cents": 10**30}, "cents"),
        ({"seat": 1, "kind": "ante"}, "cents"),
        ({"seat": 1, "kind": "ante", "cents": 2_000, "tip": 1}, "tip"),
        ({"seat": None, "kind": "ante", "cents": 2_000}, "seat"),
        ({"seat": [1], "kind": "ante", "cents": 2_000}, "seat"),
    ],
)
def test_bad_data_is_answered_by_field(
    dealer_screen: Screen, data: dict[str, Any], field: str
) -> None:
    answer = dealer_screen.command("place_wager", **data)
    assert answer.status_code == 400, answer.content
    assert field in answer.json()["errors"]


@pytest.mark.parametrize(
    "body",
    ["", "null", "[]", "{", '"x"', "1", "{}", '{"command": 1}', '{"command": "fly"}', "NaN",
     '{"command": "deal", "data": [], "expected_version": 1, "request_id": "x"}'],
)  # fmt: skip
def test_whatever_is_sent_there_is_no_server_error(dealer_screen: Screen, body: str) -> None:
    answer = dealer_screen.post(body)
    assert answer.status_code == 400, answer.content
    assert answer.json()["code"]


def test_cards_that_do_not_exist_are_refused_by_name(dealer_screen: Screen) -> None:
    room = dealer_screen.room
    dealer_screen.command("post_bank_wager", cents=20_000)
    dealer_screen.command("place_wager", seat=1, kind="ante", cents=2_000)
    dealer_screen.command("no_more_bets")
    before = room.version
    for card in ("1s", "XX", "A♠", "as"):
        assert dealer_screen.command("show_up_card", card=card).status_code == 422
    assert room.version == before


def test_strangers_get_no_answer(room: Room) -> None:
    assert Screen(room, None).command("deal").status_code == 403
    assert Screen(room, room.cashier).command("deal").status_code == 403


def test_a_table_that_is_not_there_is_not_found(dealer_screen: Screen) -> None:
    answer = dealer_screen.post({}, table_id=999_999)
    assert answer.status_code == 404
