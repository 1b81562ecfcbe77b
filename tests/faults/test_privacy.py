"""What no screen may tell: another's cards, name and chips, in a round and after it."""

import json
from typing import Any

import pytest
from django.test import Client

from cardroom.people.models import Staff
from tables.engine import actions
from tables.engine.round import Phase
from tables.live.projections import Audience, project
from tables.services import commands
from tests.faults.steps import sit
from tests.tables.displays import device, paired, phone
from tests.tables.room import Room

pytestmark = pytest.mark.django_db
ALL = [Audience.staff(), Audience.of_display(None), *map(Audience.of_display, range(1, 7))]


def sees(room: Room, audience: Audience) -> dict[str, Any]:
    """What a frame to this audience holds, as the browser gets it."""
    view: dict[str, Any] = json.loads(json.dumps(project(room.look(), audience)))
    return view


def round_of(room: Room, audience: Audience) -> dict[str, Any]:
    view: dict[str, Any] = sees(room, audience)["round"]
    return view


def deal(room: Room) -> None:
    room.give(actions.PostBankWager(20_000))
    for seat in room.players:
        if seat != room.look().turn.holder_seat:
            room.bet(seat, 2_000, 500)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())


def play_out(room: Room, *decisions: str) -> None:
    """One electronic round to its end; the seats decide in turn, the rest of them play."""
    deal(room)
    for decision in decisions:
        turn = room.state.turn_seat
        assert turn is not None
        room.give(commands.Decide(turn, decision))  # type: ignore[arg-type]
    if room.state.turn_seat is not None:
        room.give(commands.DecideRest())
    room.give(actions.Reveal())
    room.give(actions.Close())


# -- During a round --------------------------------------------------------------------------------


def test_nothing_of_the_result_is_told_before_the_cards_are_turned_over(
    electronic_room: Room,
) -> None:
    """The server knows the end from the deal on: no word, sum or length may say it."""
    room = electronic_room
    sit(room, 1, 2, 4, bank=4)
    deal(room)
    for _ in range(3):
        for audience in ALL:
            view = round_of(room, audience)
            told = [view["bank"][key] for key in ("hand", "qualifies", "taken", "paid", "net")]
            told += [view["bank"]["exhausted"], *view["bank"]["cards"][1:]]
            told += [hand[key] for hand in view["hands"] for key in ("result", "net")]
            assert told == [None] * len(told), str(audience)
            assert all(not hand["lines"] for hand in view["hands"])
            assert {segment["used"] for segment in view["cover"]} == {0}
            assert {segment["status"] for segment in view["cover"]} == {"waiting"}
            assert view["cover_left"] == 20_000 and view["sentences"] == []
            mine = [hand["hand"] for hand in view["hands"] if hand["seat"] != audience.seat]
            assert mine == [None] * len(mine), str(audience)
        if (turn := room.state.turn_seat) is not None:
            room.give(commands.Decide(turn, "play"))
    assert room.state.phase is Phase.REVEAL


def test_a_void_before_the_reveal_turns_no_card_over(electronic_room: Room) -> None:
    room = electronic_room
    sit(room, 1, 2, bank=2)
    deal(room)
    before = room.look().round
    assert before is not None
    room.give(actions.Void("enough"))
    room.give(commands.LeaveSeat(1))  # the void round stays on the screens: no next one opens
    view = round_of(room, Audience.of_display(None))
    if view["ref"] == before.ref:
        assert view["bank"]["cards"][1:] == [None, None]
        assert [hand["cards"] for hand in view["hands"]] == [[None] * 3]


def test_a_hand_that_is_keyed_in_during_the_decisions_is_not_shown_yet(room: Room) -> None:
    sit(room, 1, 2, 4, bank=4)
    room.give(actions.PostBankWager(20_000))
    for seat in (1, 2):
        room.bet(seat, 2_000)
    room.give(actions.CallNoMoreBets())
    room.give(actions.ShowUpCard("2c"))
    room.give(actions.EnterHand(2, ("As", "Ad", "Ah")))
    for audience in (Audience.of_display(1), Audience.of_display(None)):
        hand = next(hand for hand in round_of(room, audience)["hands"] if hand["seat"] == 2)
        assert hand["cards"] == [None, None, None]


@pytest.mark.parametrize("page", ["floor", "dealer", "sheet", "api", "seat", "phone", "rail"])
def test_no_page_holds_a_card_that_lies_face_down(electronic_room: Room, page: str) -> None:
    room = electronic_room
    sit(room, 1, 2, 4, bank=4)
    deal(room)
    hidden = {card for hand in room.state.hands for card in hand.cards or ()}
    hidden |= set(room.state.bank_cards or ()) - {room.state.face_up or ""}
    own = {card for hand in room.state.hands if hand.seat == 1 for card in hand.cards or ()}
    text = source_of(room, page)
    spelled = {card for card in hidden if f'"{card}"' in text or pretty(card) in text}
    assert spelled == (own if page in ("seat", "phone") else set())


def pretty(card: str) -> str:
    """The card as the round sheet writes it."""
    return card[0].replace("T", "10") + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[card[1]]


def source_of(room: Room, page: str) -> str:
    round_ = room.look().round
    assert round_ is not None
    table = room.table
    paths = {
        "floor": f"/tables/{table.pk}/",
        "dealer": f"/tables/{table.pk}/dealer/",
        "sheet": f"/rounds/{round_.pk}/",
        "api": f"/api/v1/tables/{table.pk}/",
    }
    if page in ("seat", "phone", "rail"):
        key = paired(table, None if page == "rail" else 1, room.floor)
        client = device(phone(key) if page == "phone" else key)
    else:
        client = Client()
        client.force_login(room.floor)
    answer = client.get(paths.get(page, "/display/"))
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_refusal_does_not_tell_what_another_seat_holds(electronic_room: Room) -> None:
    """A display cannot ask; and what a display can reach over HTTP answers strangers alike."""
    room = electronic_room
    sit(room, 1, 2, 4, bank=4)
    deal(room)
    there, nowhere = room.table.pk, 987_654
    for path in ("/api/v1/tables/{}/", "/tables/{}/", "/tables/{}/turns/", "/rounds/{}/"):
        answers = [Client().get(path.format(number)) for number in (there, nowhere)]
        assert answers[0].status_code == answers[1].status_code in (302, 403)
        assert answers[0].content == answers[1].content
        assert "Player" not in answers[0].content.decode()


# -- After a player has gone -----------------------------------------------------------------------


@pytest.fixture
def next_player(electronic_room: Room) -> Room:
    """Somebody folded and won at seat 1, left, and another sits there; no bet is down yet."""
    room = electronic_room
    sit(room, 1, 2, 4, bank=4)
    play_out(room)
    play_out(room, "fold")
    room.give(commands.LeaveSeat(1))
    room.seat(1, chips=77_700)
    return room


def test_the_next_player_does_not_see_what_the_last_one_won(next_player: Room) -> None:
    shown = sees(next_player, Audience.of_display(1))["last_rounds"]
    assert [past["net"] for past in shown] == [None] * len(shown)


def test_the_next_player_does_not_see_the_hand_that_the_last_one_folded(next_player: Room) -> None:
    view = round_of(next_player, Audience.of_display(1))
    folded = next(hand for hand in view["hands"] if hand["seat"] == 1)
    assert (view["phase"], folded["decision"]) == ("settled", "fold")
    assert folded["cards"] == [None, None, None]


def test_the_next_player_does_not_see_what_the_last_one_was_paid(next_player: Room) -> None:
    view = round_of(next_player, Audience.of_display(1))
    last = next(hand for hand in view["hands"] if hand["seat"] == 1)
    assert last["net"] is None and last["lines"] == []


def test_a_phone_that_a_player_took_along_shows_nothing_of_the_next_one(
    electronic_room: Room,
) -> None:
    """He scanned the code at his seat, and goes on looking from the bar."""
    room = electronic_room
    sit(room, 1, 2, 4, bank=4)
    at_bar = device(phone(paired(room.table, 1, room.floor)))
    assert "/ws/display/" in at_bar.get("/display/").content.decode()
    room.give(commands.LeaveSeat(1))
    room.seat(1, chips=77_700)
    deal(room)
    page = at_bar.get("/display/").content.decode()
    assert "has left seat 1" in page
    assert "77700" not in page and "initial-state" not in page and "/ws/display/" not in page


@pytest.mark.parametrize(
    "key", ["", "x", "a:b:c", "\x00", "é", "A" * 43, "A" * 5_000, "..", "null", "'", "%00"]
)
def test_a_key_that_nobody_was_given_opens_nothing(room: Room, key: str) -> None:
    paired(room.table, 1, room.floor)
    page = device(key).get("/display/").content.decode()
    assert "This display is not paired" in page and "initial-state" not in page


def test_a_display_of_a_closed_table_tells_nothing_of_its_players(electronic_room: Room) -> None:

    room = electronic_room
    sit(room, 1, 2, 4, bank=4)
    play_out(room)
    room.close()
    for audience in ALL:
        view = sees(room, audience)
        assert view["round"] is None
        assert not any(seat["taken"] for seat in view["seats"])
        if audience.seat in (1, 2):
            continue  # the seat's own results: see above
        assert "Player" not in json.dumps(view)


def test_a_display_carries_nothing_of_the_person_logged_in_beside_it(room: Room) -> None:
    room.seat(1)
    floor = Staff.objects.get(pk=room.floor.pk)
    for seat in (1, None):
        client = device(paired(room.table, seat, floor))
        client.force_login(floor)
        page = client.get("/display/").content.decode()
        assert "/ws/display/" in page
        assert floor.username not in page and "Log out" not in page
        assert "Player 1" not in page
