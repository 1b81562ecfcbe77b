"""What players say at their own displays: asked in order, kept, and never more than a word."""

from typing import Any

import pytest
from django.db import connection

from tables.engine import actions
from tables.live.projections import Audience, project
from tables.models import SeatAnswer, Table
from tables.refusals import TableError, TableRefusal
from tables.seat_answers import asked_of
from tables.services.answers import answer_at_seat
from tables.services.commands import Deal, Decide, LeaveSeat, OfferBank
from tests.ledger.room import refused_by
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def seat_keys(settings: Any) -> None:
    settings.SEAT_KEYS = True


@pytest.fixture
def deciding(room_of_three: Room) -> Room:
    """Seats 2 and 3 have cards and decide, seat 2 first; seat 1 banks."""
    room = room_of_three
    room.give_bank_to(1)
    room.give(actions.PostBankWager(50_000))
    for seat in (2, 3):
        room.bet(seat, 1_000)
    room.give(actions.CallNoMoreBets())
    room.give(Deal())
    return room


@pytest.fixture
def room_of_three() -> Room:
    room = Room(source="electronic")
    room.open()
    for seat in (1, 2, 3):
        room.seat(seat)
    return room


def asked(room: Room) -> dict[int, str | None]:
    snapshot = room.look()
    return {seat: asked_of(snapshot, seat) for seat in (1, 2, 3, 4)}


def say(room: Room, seat: int, answer: str) -> None:
    answer_at_seat(room.table.id, seat, seat, answer)


def nothing_asked(room: Room, seat: int, answer: str) -> None:
    with pytest.raises(TableError) as refused:
        say(room, seat, answer)
    assert (refused.value.code, refused.value.field) == (TableRefusal.NOTHING_ASKED, "answer")


def seen(room: Room, audience: Audience, seat: int) -> dict[str, Any]:
    view: dict[str, Any] = project(room.look(), audience)["seats"][seat - 1]
    return view


# -- Play or fold ----------------------------------------------------------------------------------


def test_players_are_asked_in_order_once_those_before_them_have_said(deciding: Room) -> None:
    room = deciding
    assert asked(room) == {1: None, 2: "decision", 3: None, 4: None}
    nothing_asked(room, 3, "play")
    say(room, 2, "play")
    # He may change his mind until the dealer has entered it.
    assert asked(room) == {1: None, 2: "decision", 3: "decision", 4: None}
    say(room, 2, "fold")
    say(room, 3, "play")
    assert room.look().said == {2: "fold", 3: "play"}
    room.give(Decide(2, "fold"))
    assert asked(room) == {1: None, 2: None, 3: "decision", 4: None}
    nothing_asked(room, 2, "play")


def test_a_word_changes_nothing_but_what_the_dealer_sees(deciding: Room) -> None:
    room = deciding
    before, version = room.look(), room.version
    say(room, 2, "fold")
    after = room.look()
    assert (after.state, room.version) == (before.state, version)
    assert after.stamp > before.stamp
    assert seen(room, Audience.staff(), 2)["said"] == "fold"
    own = seen(room, Audience("seat", 2), 2)
    assert (own["asked"], own["said"]) == ("decision", "fold")
    for audience in (Audience("public"), Audience("seat", 3)):
        assert {"asked", "said"}.isdisjoint(seen(room, audience, 2))


def test_the_same_word_again_is_kept_once(deciding: Room) -> None:
    for _ in range(3):
        say(deciding, 2, "play")
    assert SeatAnswer.objects.count() == 1
    assert Table.objects.get(id=deciding.table.id).answers == 1


def test_what_is_no_answer_to_the_question_is_refused(deciding: Room) -> None:
    nothing_asked(deciding, 2, "accepted")
    nothing_asked(deciding, 2, "")
    nothing_asked(deciding, 1, "play")
    for own, other in ((3, 2), (2, 99)):  # nobody answers for another seat
        with pytest.raises(TableError):
            answer_at_seat(deciding.table.id, own, other, "play")
    assert SeatAnswer.objects.count() == 0


def test_a_frozen_round_asks_nobody(deciding: Room) -> None:
    deciding.give(actions.Freeze("a dispute"))
    assert set(asked(deciding).values()) == {None}


def test_a_room_without_seat_keys_asks_nobody(deciding: Room, settings: Any) -> None:
    settings.SEAT_KEYS = False
    assert set(asked(deciding).values()) == {None}
    nothing_asked(deciding, 2, "play")


# -- The button ------------------------------------------------------------------------------------


def test_the_seat_that_the_button_is_offered_to_is_asked_and_the_next_one_after_it(
    room_of_three: Room,
) -> None:
    room = room_of_three
    assert asked(room) == {1: "bank", 2: None, 3: None, 4: None}
    say(room, 1, "declined")
    assert seen(room, Audience.staff(), 1)["said"] == "declined"
    nothing_asked(room, 2, "accepted")
    nothing_asked(room, 1, "play")
    room.give(OfferBank(1, "declined"))
    assert asked(room) == {1: None, 2: "bank", 3: None, 4: None}
    say(room, 2, "accepted")
    room.give(OfferBank(2, "accepted"))
    # His turn is another turn: what was said to get there is over.
    assert room.look().said == {}


def test_who_comes_to_the_seat_has_not_said_what_the_last_one_said(room_of_three: Room) -> None:
    room = room_of_three
    say(room, 1, "declined")
    room.give(LeaveSeat(1))
    assert room.look().said == {}
    room.seat(1)
    assert room.look().said == {}


# -- What PostgreSQL holds -------------------------------------------------------------------------


def test_an_answer_is_written_once_and_fits_its_question(deciding: Room) -> None:
    say(deciding, 2, "play")
    row = SeatAnswer.objects.get()
    with refused_by("tables_seatanswer_append_only"), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_seatanswer SET answer = 'fold'")
    with refused_by("tables_seatanswer_append_only"), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tables_seatanswer")
    with refused_by("seat_answer_answers_its_question"), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_seatanswer (table_id, seat, patron_id, question, answer, round_id, "
            "at) SELECT table_id, seat, patron_id, 'decision', 'accepted', round_id, at "
            "FROM tables_seatanswer WHERE id = %s",
            [row.pk],
        )
