"""A round that is called void, a table that closes, in each phase."""

from collections.abc import Callable

import pytest

from ledger.models import Entry, Outbox
from tables.engine import actions
from tables.engine.round import Phase
from tables.models import Round
from tables.refusals import TableRefusal
from tables.services import commands
from tests.faults.steps import (
    betting,
    books_are_right,
    deal,
    decisions,
    one_has_folded,
    one_has_played,
    pay,
    refusal,
    reveal,
    sit,
)
from tests.tables.room import Room

pytestmark = pytest.mark.django_db
Steps = list[Callable[[Room], object]]


def phase(room: Room) -> Phase:
    return room.state.phase


# -- Void and close, in each phase -----------------------------------------------------------------


PHASES = [
    pytest.param(betting, Phase.BETTING, id="betting"),
    pytest.param(deal, Phase.DEAL, id="deal"),
    pytest.param(decisions, Phase.DECISIONS, id="decisions"),
    pytest.param(one_has_folded, Phase.DECISIONS, id="folded"),
    pytest.param(one_has_played, Phase.DECISIONS, id="played"),
    pytest.param(reveal, Phase.REVEAL, id="reveal"),
    pytest.param(pay, Phase.PAY, id="pay"),
]


@pytest.mark.parametrize("source", ["hand", "electronic"])
@pytest.mark.parametrize(("play_to", "phase"), PHASES)
def test_a_round_may_be_called_void_in_each_phase_and_everybody_has_what_he_had(
    db: None, source: str, play_to: Callable[[Room], None], phase: Phase
) -> None:
    room = Room(source=source)
    room.open()
    sit(room, 1, 2, 4, bank=4)
    play_to(room)
    assert room.state.phase is phase
    ref = room.look().round
    assert ref is not None
    room.give(actions.Void("the shuffler jammed"))
    assert [room.stack(seat) for seat in (1, 2, 4)] == [100_000] * 3
    books_are_right()
    assert [room.stack(seat) for seat in (1, 2, 4)] == [100_000] * 3
    assert room.look().turn.hands_served == 0
    assert room.last_round.ref == ref.ref and room.last_round.status == Round.Status.VOID
    assert room.state.phase is Phase.BETTING, "the next round is open"


@pytest.mark.parametrize("play_to", [deal, decisions, one_has_played, reveal, pay])
def test_a_table_is_not_closed_over_a_round_in_play(
    room: Room, play_to: Callable[[Room], None]
) -> None:
    sit(room, 1, 2, 4, bank=4)
    play_to(room)
    before = room.version
    refused = refusal(room.close)
    assert refused.code is TableRefusal.ROUND_IN_PLAY
    assert room.version == before and room.table_now().status == "open"


def test_a_table_closes_over_bets_that_are_not_locked(room: Room) -> None:
    sit(room, 1, 2, 4, bank=4)
    betting(room)
    room.close()
    assert [room.stack(seat) for seat in (1, 2, 4)] == [100_000] * 3
    assert not Entry.objects.filter(kind="take_bets").exists()
    room.open()
    for seat in (1, 2, 4):
        room.give(commands.SeatPlayer(seat, room.players[seat].pk))
    assert room.look().verdict.next_offer == 1
    books_are_right()


def test_a_table_closes_while_the_worker_is_down(room: Room) -> None:
    sit(room, 1, 2, 4, bank=4)
    pay(room)
    room.give(actions.Close())
    for seat in (1, 2, 4):
        room.give(commands.LeaveSeat(seat))
    assert Outbox.objects.filter(done_at__isnull=True).exists(), "nobody has posted yet"
    room.close()
    assert room.table_now().status == "closed"
