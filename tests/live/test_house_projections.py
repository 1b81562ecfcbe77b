"""A house-banked table on its screens: what each audience may see, and what is not there at all."""

import json
import random
import re
from collections.abc import Mapping

import pytest

from tables.engine import actions
from tables.engine.round import Phase
from tables.live.projections import Audience, project
from tables.services import commands
from tests.tables.house import GUIDE, IOWA, NEW_YORK, HouseRoom

pytestmark = pytest.mark.django_db
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
AUDIENCES = [Audience.staff(), Audience.of_display(None)] + [
    Audience.of_display(seat) for seat in range(1, 8)
]


def opened(rules: Mapping[str, object], **more: str) -> HouseRoom:
    room = HouseRoom(rules=rules, **more)  # type: ignore[arg-type]
    room.open()
    return room


@pytest.mark.parametrize("rules", [IOWA, GUIDE, NEW_YORK], ids=["iowa", "guide", "new_york"])
def test_no_frame_before_the_reveal_has_a_card_that_lies_face_down(
    rules: Mapping[str, object],
) -> None:
    room, rng = opened(rules, source="electronic"), random.Random(7)
    for seat in (1, 4, 7):
        room.seat(seat)
        room.wager(seat, ante=1_000, pair_plus=500)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())
    looked = 0
    while room.state.phase is not Phase.SETTLED:
        snapshot = room.look()
        state = snapshot.state
        assert state is not None and state.bank_cards is not None
        if state.phase is Phase.BETTING:
            break
        up = state.phase is Phase.PAY
        for audience in AUDIENCES:
            seen = set(CARD.findall(json.dumps(project(snapshot, audience))))
            hidden = set() if up else set(state.bank_cards)
            for hand in state.hands:
                if audience.seat != hand.seat and (not up or hand.decision == "fold"):
                    hidden |= set(hand.cards or ())
            for _, cards in state.discarded:
                hidden |= set(cards)  # of empty places: nobody ever sees them
            assert not seen & hidden, (str(audience), state.phase)
            looked += len(seen)
        if state.phase is Phase.DECISIONS:
            room.give(commands.Decide(state.turn_seat or 0, rng.choice(("play", "fold"))))
        elif state.phase is Phase.REVEAL:
            room.give(actions.Reveal())
        else:
            break
    assert looked > 20  # the search did search something


def test_the_dealers_hand_lies_face_down_until_it_is_revealed() -> None:
    room = opened(IOWA, source="electronic")
    room.seat(1)
    room.wager(1, ante=1_000)

    def bank() -> dict[str, object]:
        view: dict[str, object] = project(room.look(), Audience.of_display(1))["round"]["bank"]
        return view

    assert bank()["cards"] is None
    room.give(actions.CallNoMoreBets())
    assert bank()["cards"] is None
    room.give(commands.Deal())
    assert bank()["cards"] == [None, None, None]
    own = project(room.look(), Audience.of_display(1))["round"]["hands"][0]["cards"]
    assert own == list(room.state.hands[0].cards or ())
    room.give(commands.Decide(1, "play"))
    assert bank()["cards"] == [None, None, None]
    room.give(actions.Reveal())
    assert bank()["cards"] == list(room.state.bank_cards or ())


def test_a_house_table_has_no_button_no_w_no_rotation_and_no_fees() -> None:
    room = opened(NEW_YORK)
    room.seat(1)
    room.wager(1, ante=1_000, pair_plus=500, six_card_bonus=500)
    view = project(room.look(), Audience.staff())
    table, round_ = view["table"], view["round"]
    assert (table["bank"], table["fees"], table["side"]) == ("house", [], "pair_plus")
    assert table["kinds"] == ["ante", "pair_plus", "six_card_bonus"]
    assert table["collects_first"] is True
    assert table["pays"]["pair_plus"][0] == ("pair", 1, 0)
    assert (round_["bank"]["seat"], round_["bank"]["wager"], round_["button_seat"]) == (None,) * 3
    assert (round_["tray"], round_["cover_left"], round_["fees_total"]) == (100_000, None, 0)
    never = {"offer_bank", "pass_bank", "overrule_rotation", "post_bank_wager", "show_up_card"}
    room.give(actions.CallNoMoreBets())
    for _ in range(2):
        assert not never & set(project(room.look(), Audience.staff())["can"])
        room.give(commands.Decide(1, "play")) if room.state.turn_seat else None
    assert "set_button" not in project(room.look(), Audience.staff())["can"]
    assert view["rotation"]["offer_due"] is False


def test_the_tray_is_the_staffs_alone() -> None:
    room = opened(IOWA)
    room.seat(1)
    for audience in (Audience.of_display(None), Audience.of_display(1)):
        assert project(room.look(), audience)["round"]["tray"] is None


def test_a_fixed_award_is_posted_as_an_amount() -> None:
    six = {"six_card": {"version": "ante_and_pair_plus", "table": "E"}}
    room = opened({"base": "new_york", "options": six})
    pays = project(room.look(), Audience.of_display(None))["table"]["pays"]["six_card_bonus"]
    assert ("six_card_royal_diamonds", 0, 100_000_000) in pays
