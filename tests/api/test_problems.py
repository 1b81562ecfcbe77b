"""What the API complains of is told in sentences, with the path of the input that is at fault."""

import json

import pytest

from tests.api.test_commands import Screen
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


@pytest.fixture
def screen(room: Room) -> Screen:
    return Screen(room, room.dealer)


def test_a_missing_input_is_named_in_a_sentence(screen: Screen) -> None:
    body = screen.command("place_wager", seat=1, kind="ante").json()
    assert body["detail"] == "cents: This field is required."
    assert body["field"] == "cents"
    assert body["errors"] == {"cents": ["This field is required."]}


def test_several_faults_are_several_sentences(screen: Screen) -> None:
    body = screen.command("place_wager", seat="one", kind="ante").json()
    assert body["detail"] == "seat: A valid integer is required. cents: This field is required."
    assert body["field"] == "seat"


def test_a_fault_inside_of_a_list_has_its_place(screen: Screen) -> None:
    body = screen.command("enter_hand", seat=1, cards=["As", "K", "Qd"]).json()
    assert body["field"] == "cards.1"
    assert body["detail"].startswith("cards.1: Ensure this field has at least 2 characters")


def test_what_concerns_no_field_names_none(screen: Screen) -> None:
    body = screen.post("[]").json()
    assert body["field"] == "" and body["detail"].startswith("Invalid data.")


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"command": "fly"}', '{"data": [1]}', "NaN"])
def test_no_answer_shows_the_insides_of_the_program(screen: Screen, body: str) -> None:
    answer = screen.post(body)
    assert "ErrorDetail" not in json.dumps(answer.json())
    assert isinstance(answer.json()["detail"], str)
