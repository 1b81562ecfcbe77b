"""The door: one command, one version, one transaction; repeats are harmless."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection

from cardroom.audit.models import AuditRecord
from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger.services import play
from tables.engine import actions
from tables.engine.refusals import RuleError
from tables.engine.wagers import WagerKind
from tables.models import TableCommand, TableEvent
from tables.refusals import NotAllowed, TableError, TableMovedOn, TableRefusal
from tables.services import commands
from tests.tables.room import Room, staff

pytestmark = pytest.mark.django_db


def ready_to_bet(room: Room) -> None:
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))


def test_the_same_request_again_gets_the_first_answer_and_does_nothing(room: Room) -> None:
    ready_to_bet(room)
    request_id, version = uuid4(), room.version
    wager = actions.PlaceWager(1, WagerKind.ANTE, 2_000)

    first = room.give(wager, version=version, request_id=request_id)
    again = room.give(wager, version=version, request_id=request_id)

    assert first == again == room.version
    assert room.state.hands[0].wagers == {"ante": 2_000}


def test_a_request_id_used_for_something_else_is_refused(room: Room) -> None:
    ready_to_bet(room)
    request_id = uuid4()
    room.give(actions.PlaceWager(1, WagerKind.ANTE, 2_000), request_id=request_id)
    with pytest.raises(TableError) as refused:
        room.give(actions.PlaceWager(1, WagerKind.ANTE, 3_000), request_id=request_id)
    assert refused.value.code is TableRefusal.REQUEST_ID_REUSED
    assert room.state.hands[0].wagers == {"ante": 2_000}


def test_a_command_against_an_older_version_is_refused_and_changes_nothing(room: Room) -> None:
    ready_to_bet(room)
    seen = room.version
    room.bet(1, 2_000)
    with pytest.raises(TableMovedOn, match="Nothing was lost"):
        room.give(actions.PlaceWager(2, WagerKind.ANTE, 2_000), version=seen)
    assert [hand.seat for hand in room.state.hands] == [1]


def test_a_refused_command_leaves_no_trace(room: Room) -> None:
    ready_to_bet(room)
    before = (room.version, TableEvent.objects.count(), TableCommand.objects.count())
    audited = AuditRecord.objects.count()
    with pytest.raises(RuleError):
        room.give(actions.PlaceWager(1, WagerKind.ANTE, 1))
    assert (room.version, TableEvent.objects.count(), TableCommand.objects.count()) == before
    assert AuditRecord.objects.count() == audited


def test_money_that_fails_undoes_the_event_too(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ready_to_bet(room)
    room.bet(1, 2_000)
    version = room.version

    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("the books are on fire")

    monkeypatch.setattr(play, "take_bets", broken)
    with pytest.raises(RuntimeError):
        room.give(actions.CallNoMoreBets())
    assert room.version == version
    assert room.state.phase == "betting"


@pytest.mark.parametrize("role", [r for r in Role if r not in (Role.FLOOR, Role.DEALER)])
def test_only_floor_and_dealers_give_commands(room: Room, role: Role) -> None:
    ready_to_bet(room)
    with pytest.raises(NotAllowed):
        room.give(actions.PlaceWager(1, WagerKind.ANTE, 2_000), actor=staff(role))


def test_a_dealer_may_not_seat_anybody(room: Room) -> None:
    patron = room.seat(1)
    with pytest.raises(NotAllowed):
        room.give(commands.SeatPlayer(2, patron.id), actor=room.dealer)


def test_every_command_is_audited_with_who_and_what(room: Room) -> None:
    ready_to_bet(room)
    room.bet(1, 2_000)
    last = AuditRecord.objects.last()
    assert last is not None and last.actor == room.dealer
    assert (last.action, last.subject) == ("table.place_wager", f"table:{room.table.number}")
    assert last.data == {"seat": 1, "kind": "ante", "cents": 2_000}


@pytest.mark.django_db(transaction=True)
def test_of_two_tablets_at_once_exactly_one_is_carried_out() -> None:
    room = Room()
    room.open()
    ready_to_bet(room)
    version = room.version

    def tap(cents: int) -> str:
        try:
            room.give(actions.PlaceWager(1, WagerKind.ANTE, cents), version=version)
            return "done"
        except TableMovedOn:
            return "moved on"
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(tap, (1_000, 2_000, 3_000, 4_000)))
    assert sorted(outcomes) == ["done", "moved on", "moved on", "moved on"]
    assert room.version == version + 1


@pytest.mark.django_db(transaction=True)
def test_a_double_tap_at_the_same_moment_is_one_action() -> None:
    room = Room()
    room.open()
    ready_to_bet(room)
    version, request_id = room.version, uuid4()

    def tap(_: int) -> int:
        try:
            return room.give(
                actions.PlaceWager(1, WagerKind.ANTE, 2_000), version=version, request_id=request_id
            )
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(tap, range(4))) == {version + 1}
    assert TableEvent.objects.filter(table=room.table, version__gt=version).count() == 1


def test_staff_who_have_left_may_do_nothing(room: Room) -> None:
    ready_to_bet(room)
    Staff.objects.filter(id=room.dealer.id).update(is_active=False)
    room.dealer.refresh_from_db()
    with pytest.raises(NotAllowed):
        room.give(actions.PlaceWager(1, WagerKind.ANTE, 2_000), actor=room.dealer)
