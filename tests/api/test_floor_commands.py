"""The floor's commands over the API: what they take, what they answer, what the state shows."""

from uuid import uuid4

import pytest

from cardroom.people.models import Patron
from cardroom.people.roles import Role
from tests.api.test_commands import Screen
from tests.persons import stop
from tests.tables.room import Room, staff
from tests.tables.test_rotation import play_a_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor_screen(room: Room) -> Screen:
    for seat in (1, 2):
        room.seat(seat)
    room.give_bank_to(2)
    return Screen(room, room.floor)


def test_a_seat_shows_who_is_away_who_is_expected_and_who_plays_for_a_company(
    floor_screen: Screen,
) -> None:
    room = floor_screen.room
    Patron.objects.filter(id=room.players[1].id).update(tppps_company="Acme")
    guest = Patron.objects.create(name="Guest")
    floor_screen.command("reserve_seat", seat=3, patron_id=guest.id)
    answer = floor_screen.command("seat_away", seat=1)
    assert answer.status_code == 200, answer.content
    first, _, third, _ = answer.json()["state"]["seats"]
    assert (first["tppps"], first["away"]) == ("Acme", True)
    assert (third["taken"], third["reserved_name"]) == (False, "Guest")


def test_a_move_to_another_table_names_it(floor_screen: Screen) -> None:
    other = Room()
    other.open()
    answer = floor_screen.command("move_seat", seat=1, to_seat=4, to_table=other.table.id)
    assert answer.status_code == 200, answer.content
    assert answer.json()["state"]["seats"][0]["taken"] is False
    assert other.look().seats[3].patron_id == floor_screen.room.players[1].id


def test_chips_bought_at_the_table_are_in_the_stack_once(floor_screen: Screen) -> None:
    room = floor_screen.room
    request = {
        "command": "sell_chips",
        "data": {"seat": 1, "cents": 5_000},
        "expected_version": room.version,
        "request_id": str(uuid4()),
    }
    for _ in range(2):
        answer = floor_screen.post(request)
        assert answer.status_code == 200, answer.content
    assert answer.json()["state"]["seats"][0]["stack"] == 105_000


@pytest.mark.parametrize("name", ["sell_chips", "chips_from_pocket", "toke"])
@pytest.mark.parametrize("cents", [0, -1, 1.5, "", None, 10**12])
def test_an_amount_that_is_none_is_answered_by_field(
    floor_screen: Screen, name: str, cents: object
) -> None:
    answer = floor_screen.command(name, seat=1, cents=cents)
    assert answer.status_code == 400, answer.content
    assert "cents" in answer.json()["errors"]


def test_who_was_barred_gets_a_sentence_that_does_not_say_so(floor_screen: Screen) -> None:
    stop(floor_screen.room.players[1].id, "self_excluded")
    for name, data in (("sell_chips", {"cents": 500}), ("move_seat", {"to_seat": 3})):
        answer = floor_screen.command(name, seat=1, **data)
        assert answer.status_code == 422
        assert "call" in answer.json()["detail"] and "exclu" not in answer.content.decode()


def test_leaving_takes_one_of_two_ways(floor_screen: Screen) -> None:
    assert floor_screen.command("leave_seat", seat=1, chips="pocket").status_code == 400
    answer = floor_screen.command("leave_seat", seat=1, chips="carries")
    assert answer.status_code == 200
    assert floor_screen.room.stack(1) == 0


def test_a_relief_is_shown_at_once(floor_screen: Screen) -> None:
    relief = staff(Role.DEALER)
    answer = floor_screen.command("relieve_dealer", dealer_id=relief.id)
    assert answer.json()["state"]["table"]["dealer"] == relief.display_name


def test_the_state_tells_staff_of_an_overrule_and_when_one_may_be_made(
    electronic_room: Room,
) -> None:
    for seat in (1, 3):
        electronic_room.seat(seat)
    electronic_room.give_bank_to(1)
    screen = Screen(electronic_room, electronic_room.floor)
    for _ in range(2):
        play_a_hand(electronic_room)
    before = screen.client.get(f"/api/v1/tables/{electronic_room.table.id}/").json()["state"]
    assert "overrule_rotation" in before["can"]
    assert screen.command("overrule_rotation", reason="").status_code == 400
    state = screen.command("overrule_rotation", reason="the last hand").json()["state"]
    (overrule,) = state["rotation"]["overrules"]
    assert overrule["reason"] == "the last hand"
    assert state["round"]["phase"] == "betting" and "overrule_rotation" not in state["can"]


@pytest.mark.parametrize(
    "name", ["move_seat", "reserve_seat", "release_seat", "relieve_dealer", "overrule_rotation"]
)
def test_a_dealer_asks_the_floor_for_what_is_the_floors(floor_screen: Screen, name: str) -> None:
    asked: dict[str, dict[str, object]] = {
        "move_seat": {"seat": 1, "to_seat": 3},
        "reserve_seat": {"seat": 3, "patron_id": floor_screen.room.players[1].id},
        "release_seat": {"seat": 3},
        "relieve_dealer": {"dealer_id": 1},
        "overrule_rotation": {"reason": "because"},
    }
    screen = Screen(floor_screen.room, floor_screen.room.dealer)
    answer = screen.post(
        {
            "command": name,
            "data": asked[name],
            "expected_version": floor_screen.room.version,
            "request_id": str(uuid4()),
        }
    )
    assert answer.status_code == 403
