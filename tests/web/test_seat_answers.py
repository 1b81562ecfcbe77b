"""What a seat's own display may say over HTTP, and who else may not."""

from typing import Any

import pytest
from django.test import Client

from tables.models import SeatAnswer
from tests.tables.displays import device, paired, phone
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def seat_keys(settings: Any) -> None:
    settings.SEAT_KEYS = True


@pytest.fixture
def room() -> Room:
    """Seat 1 is offered the button; seat 2 has a player too."""
    room = Room(source="electronic")
    room.open()
    for seat in (1, 2):
        room.seat(seat)
    return room


def say(client: Client, body: object) -> tuple[int, dict[str, Any]]:
    answer = client.post("/display/answers/", body, content_type="application/json")
    said: dict[str, Any] = answer.json()
    return answer.status_code, said


def test_a_seats_display_answers_for_its_seat(room: Room) -> None:
    tablet = device(paired(room.table, 1, room.floor))
    assert say(tablet, {"seat": 1, "answer": "declined"}) == (200, {})
    assert room.look().said == {1: "declined"}
    assert room.look().verdict.next_offer == 1  # a word, not an answer in the log


def test_what_is_not_asked_is_refused_with_a_sentence(room: Room) -> None:
    tablet = device(paired(room.table, 2, room.floor))
    for body in ({"seat": 2, "answer": "accepted"}, {"seat": 1, "answer": "accepted"}):
        status, said = say(tablet, body)
        assert status == 409
        assert said["detail"] == f"Seat {body['seat']} is not asked this now."
    faults: tuple[object, ...] = ("{", [], {"seat": "x", "answer": "play"}, {"answer": "play"})
    for broken in faults:
        status, said = say(tablet, broken)
        assert (status, said["detail"]) == (400, "An answer names its seat, and what is said.")
    assert not SeatAnswer.objects.exists()


def test_a_phone_a_rail_and_a_stranger_say_nothing(room: Room) -> None:
    tablet = paired(room.table, 1, room.floor)
    rail = device(paired(room.table, None, room.floor))
    for client in (device(phone(tablet)), rail, Client()):
        status, said = say(client, {"seat": 1, "answer": "accepted"})
        assert (status, said["detail"]) == (403, "This display is not paired.")
    assert not SeatAnswer.objects.exists()
