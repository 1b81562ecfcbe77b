"""What the dealer enters can change with the pace of the night, from one round to the next."""

import pytest

from tables.engine import actions
from tables.engine.round import Capture
from tables.models import TableEvent
from tables.refusals import TableError, TableRefusal
from tables.services import commands
from tests.tables.room import Room

RESULTS = commands.ChooseCapture("results")


def capture_now(room: Room) -> Capture:
    return room.state.setup.capture


def test_a_change_of_capture_holds_from_the_next_round_on(room: Room) -> None:
    for seat in (1, 2):
        room.seat(seat)
    room.give_bank_to(2)
    room.give(RESULTS)
    assert capture_now(room) is Capture.CARDS
    room.give(actions.PostBankWager(10_000))
    room.bet(1, 2_000)
    room.give(actions.CallNoMoreBets())
    room.give(actions.ShowUpCard("2c"))
    room.give(commands.DecideRest())
    room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
    room.give(actions.EnterHand(1, ("As", "Qd", "3h")))
    room.give(actions.Close())
    assert capture_now(room) is Capture.RESULTS
    event = TableEvent.objects.get(table=room.table, kind="capture_chosen")
    assert event.payload == {"capture": "results"} and event.actor == room.floor


def test_the_electronic_deck_has_no_results_to_enter(electronic_room: Room) -> None:
    with pytest.raises(TableError) as refused:
        electronic_room.give(RESULTS)
    assert refused.value.code is TableRefusal.CAPTURE_WRONG
    assert electronic_room.table_now().capture == "cards"


def test_a_closed_table_captures_nothing(room: Room) -> None:
    room.close()
    with pytest.raises(TableError) as refused:
        room.give(RESULTS)
    assert refused.value.code is TableRefusal.TABLE_CLOSED
