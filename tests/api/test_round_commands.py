"""The commands of a round's end and its remedies over the API: forms, refusals, doubled taps."""

from typing import Any
from uuid import uuid4

import pytest

from tables.engine import actions
from tables.engine.round import Phase
from tables.live.projections import Audience, project
from tests.api.test_commands import Screen
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


@pytest.fixture
def results(db: None) -> Room:
    """A table of results, all decided, nine up."""
    room = Room(capture="results")
    room.open()
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    for seat in (1, 2):
        room.bet(seat, 2_000, 500)
    room.give(actions.CallNoMoreBets())
    return room


def test_a_round_of_results_over_the_api(results: Room) -> None:
    screen = Screen(results, results.dealer)
    for name, data in (
        ("show_up_card", {"card": "9"}),
        ("decide_rest", {}),
        ("enter_bank_result", {"qualifies": True}),
        ("enter_result", {"seat": 1, "result": "win", "hand_class": "flush"}),
        ("enter_result", {"seat": 2, "result": "push"}),
    ):
        answer = screen.command(name, **data)
        assert answer.status_code == 200, answer.content
    state = answer.json()["state"]
    assert state["table"]["capture"] == "results"
    assert state["round"]["phase"] == "pay" and not state["round"]["final"]
    entered = {hand["seat"]: hand["entered"] for hand in state["round"]["hands"]}
    assert entered[1] == {"result": "win", "hand_class": "flush", "six_card_class": None}
    assert "enter_result" in state["can"] and "change_decision" in state["can"]
    assert screen.command("close_round").status_code == 200


@pytest.mark.parametrize(
    ("name", "data", "field"),
    [
        ("enter_bank_result", {}, "qualifies"),
        ("enter_bank_result", {"qualifies": "perhaps"}, "qualifies"),
        ("enter_result", {"seat": 1, "result": "fold"}, "result"),
        ("enter_result", {"seat": 1, "result": "win", "hand_class": "house"}, "hand_class"),
        ("enter_result", {"result": "win"}, "seat"),
        ("change_decision", {"seat": 1, "decision": "raise"}, "decision"),
        ("rule", {"incident": "earthquake", "decision": "void", "reason": "why"}, "incident"),
        ("rule", {"decision": "void"}, "reason"),
        ("freeze_round", {"reason": ""}, "reason"),
        ("undo", {"seat": 1}, "seat"),
        ("show_up_card", {"card": ""}, "card"),
    ],
)
def test_a_wrong_field_is_named(results: Room, name: str, data: dict[str, Any], field: str) -> None:
    answer = Screen(results, results.floor).command(name, **data)
    assert answer.status_code == 400
    assert field in answer.content.decode()


def test_a_doubled_tap_changes_a_decision_once(results: Room) -> None:
    screen = Screen(results, results.dealer)
    screen.command("show_up_card", card="9")
    screen.command("decide_rest")
    body = {
        "command": "change_decision",
        "data": {"seat": 1, "decision": "fold"},
        "expected_version": results.version,
        "request_id": str(uuid4()),
    }
    first, second = screen.post(body), screen.post(body)
    assert first.status_code == second.status_code == 200
    assert first.json()["version"] == second.json()["version"]
    assert results.stack(1) == 100_000 - 2_500 - 150


def test_a_frozen_round_says_so_to_everybody_and_why_only_to_staff(results: Room) -> None:
    screen = Screen(results, results.dealer)
    answer = screen.command("freeze_round", reason="seat 1 bet 40")
    assert answer.status_code == 200
    state = answer.json()["state"]
    assert state["round"]["frozen"] and state["round"]["frozen_why"] == "seat 1 bet 40"
    assert "show_up_card" not in state["can"]
    refused = screen.command("show_up_card", card="9")
    assert (refused.status_code, refused.json()["code"]) == (422, "round_frozen")
    for audience in (Audience.of_display(None), Audience.of_display(1)):
        seen = project(results.look(), audience)["round"]
        assert seen["frozen"] is True and seen["frozen_why"] == ""
    assert screen.command("release_round").status_code == 403
    assert Screen(results, results.floor).command("release_round").status_code == 200


def test_a_ruling_of_void_over_the_api(results: Room) -> None:
    floor = Screen(results, results.floor)
    answer = floor.command("rule", incident="shoe_failed", decision="void", reason="it jammed")
    assert answer.status_code == 200
    assert results.state.phase is Phase.BETTING  # the next round is open
    assert results.last_round.status == "void"
