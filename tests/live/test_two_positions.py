"""A player at two positions on the screens: his second hand waits for the first, and one stack."""

import json
import random
import re
from typing import Any

import pytest

from tables.engine import actions
from tables.engine.round import Phase
from tables.live.projections import Audience, project
from tables.services import commands
from tests.tables.house import GUIDE, IOWA, HouseRoom
from tests.tables.test_two_positions import two_positions

pytestmark = pytest.mark.django_db
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


def dealt(**more: Any) -> HouseRoom:
    """Seat 1 and a player at 3 and 4, the electronic deck dealt."""
    room = two_positions(source="electronic", **more)
    room.seat(1)
    for seat in (1, 3, 4):
        room.wager(seat, ante=1_000, pair_plus=500)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())
    return room


def sees(room: HouseRoom, audience: Audience) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(json.dumps(project(room.look(), audience)))
    return view


def cards(room: HouseRoom, seat: int) -> set[str]:
    hand = room.state.hand_at(seat)
    assert hand is not None and hand.cards is not None
    return set(hand.cards)


@pytest.mark.parametrize("rules", [GUIDE, IOWA], ids=["guide", "iowa"])
@pytest.mark.parametrize("paired", [True, False])
def test_no_frame_of_his_has_a_card_of_the_second_hand_before_the_first_is_decided(
    rules: dict[str, Any], paired: bool
) -> None:
    room, rng = dealt(rules=rules), random.Random(11)
    patron = room.players[3].pk if paired else None
    first, second = cards(room, 3), cards(room, 4)
    looked = 0
    while room.state.phase in (Phase.DECISIONS, Phase.REVEAL):
        undecided = [hand.seat for hand in room.state.hands if hand.decision is None]
        for audience in (Audience.of_display(3, patron), Audience.of_display(4, patron)):
            seen = set(CARD.findall(json.dumps(sees(room, audience))))
            assert seen == (first if 3 in undecided else first | second), str(audience)
            looked += 1
        for other in (Audience.staff(), Audience.of_display(None), Audience.of_display(1)):
            shown = set(CARD.findall(json.dumps(sees(room, other))))
            assert not shown & (first | second), str(other)
        turn = room.state.turn_seat
        if turn is None:
            break
        room.give(commands.Decide(turn, rng.choice(("play", "fold"))))
    assert looked == 8


def test_a_first_hand_without_an_ante_has_nothing_to_decide_and_holds_up_nothing() -> None:
    room = two_positions(source="electronic")
    room.wager(3, pair_plus=500)
    room.wager(4, ante=1_000)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())
    seen = set(CARD.findall(json.dumps(sees(room, Audience.of_display(3)))))
    assert seen == cards(room, 3) | cards(room, 4)


def test_both_displays_show_one_stack_and_both_results() -> None:
    room = dealt()
    for seat in (3, 4):
        view = sees(room, Audience.of_display(seat, room.players[3].pk))
        mine = [each for each in view["seats"] if each["you"]]
        assert [each["seat"] for each in mine] == [3, 4]
        assert [(each["stack"], each["positions"]) for each in mine] == [(97_000, [3, 4])] * 2
        # Nobody else's stack, and not who plays two.
        assert not any("stack" in each for each in view["seats"] if not each["you"])
    assert all("positions" not in each for each in sees(room, Audience.of_display(1))["seats"][1:])
    assert all("positions" not in each for each in sees(room, Audience.of_display(None))["seats"])
    room.give(commands.DecideRest())
    room.give(actions.Reveal())
    net = sum(hand["net"] for hand in sees(room, Audience.staff())["round"]["hands"][1:])
    view = sees(room, Audience.of_display(4, room.players[3].pk))
    assert [hand["net"] is None for hand in view["round"]["hands"]] == [True, False, False]
    room.give(actions.Close())
    for seat in (3, 4):
        view = sees(room, Audience.of_display(seat, room.players[3].pk))
        assert view["last_rounds"][0]["net"] == net


def test_bets_that_lie_at_both_positions_leave_the_stack_of_both() -> None:
    room = two_positions()
    room.wager(3, ante=2_000)
    room.wager(4, ante=5_000)
    seats = sees(room, Audience.staff())["seats"]
    assert [seats[at]["stack"] for at in (2, 3)] == [93_000, 93_000]
    assert [seats[at]["name"] for at in (2, 3)] == ["Player 3", "Player 3"]


def test_a_position_that_is_given_up_unpairs_its_display_and_ends_the_other_hands_view() -> None:
    room = two_positions()
    patron = room.players[3].pk
    assert sees(room, Audience.of_display(4, patron))["audience"] == "seat:4"
    room.give(commands.GiveUpPosition(4))
    assert sees(room, Audience.of_display(4, patron))["audience"] == "unpaired"
    view = sees(room, Audience.of_display(3, patron))
    assert [each["seat"] for each in view["seats"] if each["you"]] == [3]


def test_who_gets_a_position_that_another_has_left_is_not_shown_what_that_one_played() -> None:
    room = HouseRoom(source="electronic")
    room.open()
    room.seat(4)
    room.wager(4, ante=1_000)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())
    room.give(commands.Decide(4, "fold"))
    room.give(actions.Reveal())
    folded = cards(room, 4)
    room.give(actions.Close())
    ended = room.last_round
    room.give(commands.LeaveSeat(4))
    room.players[3] = room.seat(3)
    room.give(commands.SecondPosition(3, 4))
    view = sees(room, Audience.of_display(3, room.players[3].pk))
    past = next(each for each in view["last_rounds"] if each["ref"] == ended.ref)
    assert past["net"] is None
    assert not set(CARD.findall(json.dumps(view))) & folded


def test_the_keys_of_a_second_position_are_there_where_the_rules_know_one(room: HouseRoom) -> None:
    house = two_positions()
    both = {"second_position", "give_up_position"}
    assert both <= set(sees(house, Audience.staff())["can"])
    assert not both & set(sees(room, Audience.staff())["can"])
