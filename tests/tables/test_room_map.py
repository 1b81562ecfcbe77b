"""The room map: what each table does, what needs somebody, and who waits."""

from datetime import timedelta

import pytest

from cardroom.clock import now
from cardroom.people.models import Patron
from cardroom.people.roles import Role
from ledger import selectors as books
from ledger.services import cage, settlement
from tables import room_map
from tables.engine import actions, correction
from tables.models import Round, Table, TableEvent, WaitingEntry
from tables.refusals import NotAllowed, TableError, TableRefusal
from tables.room_map import IDLE_AFTER, LAG_SECONDS, TableCard
from tables.services import commands, corrections, from_list, waiting
from tests.persons import excluded
from tests.tables.room import Room, play_worked_example, staff

pytestmark = pytest.mark.django_db


def card(room: Room) -> TableCard:
    cards = room_map.read_room(room.floor).cards
    return next(card for card in cards if card.table.id == room.table.id)


def alerts(room: Room) -> list[str]:
    return [alert.kind for alert in card(room).alerts]


# -- What a table does -----------------------------------------------------------------------------


def test_a_card_tells_open_seats_hands_an_hour_and_w_against_the_worst_case(
    free_room: Room,
) -> None:
    play_worked_example(free_room)
    settlement.post_pending()
    free_room.give(actions.PostBankWager(10_000))
    free_room.bet(1, 2_000, 500)
    seen = card(free_room)
    assert (seen.open_seats, seen.hands, seen.bank_wager) == (0, 1, 10_000)
    # Ante and play at even money, the bonus at 200 to 1.
    assert seen.worst_case == 2 * 2_000 + 200 * 500


def test_hands_of_more_than_an_hour_ago_do_not_count(free_room: Room) -> None:
    play_worked_example(free_room)
    Round.objects.filter(status="settled").update(closed_at=now() - timedelta(minutes=61))
    assert card(free_room).hands == 0


def test_a_reserved_seat_is_not_open(room: Room) -> None:
    room.give(commands.ReserveSeat(2, Patron.objects.create(name="Guest").id))
    assert card(room).open_seats == 3


# -- What needs somebody ---------------------------------------------------------------------------


def test_a_correction_waits_on_the_map_for_its_second_person(free_room: Room) -> None:
    play_worked_example(free_room)
    settlement.post_pending()
    played = free_room.last_round
    loses = correction.Facts(cards={3: ("9s", "8h", "3c")})
    asked = corrections.ask(played.id, loses, reason="misread", actor=free_room.floor)
    waits = next(each for each in card(free_room).alerts if each.kind == "correction_asked")
    assert (waits.page, waits.round_id) == ("round", played.id)
    assert f"a correction of round {played.ref}: somebody else decides" in waits.text
    corrections.refuse(asked.id, actor=staff(Role.MANAGER))
    assert "correction_asked" not in alerts(free_room)


def test_a_frozen_round_needs_the_floor_before_all_else(free_room: Room) -> None:
    play_worked_example(free_room)
    free_room.give(actions.PostBankWager(10_000))
    free_room.bet(1, 2_000, 500)
    free_room.give(actions.Freeze("seat 1 says he bet $25"), actor=free_room.dealer)
    first = card(free_room).alerts[0]
    assert (first.kind, first.page) == ("frozen", "table")
    assert first.text == "The round is frozen: seat 1 says he bet $25."
    free_room.give(actions.Release())
    assert "frozen" not in alerts(free_room)


def test_an_offer_that_is_due_is_an_alert(room: Room) -> None:
    for seat in (1, 2):
        room.seat(seat)
    assert alerts(room) == ["offer_due"]
    room.give_bank_to(2)
    assert alerts(room) == []


def test_w_that_misses_a_loss_of_every_hand_is_an_alert_until_the_bets_are_locked(
    room: Room,
) -> None:
    for seat in (1, 2):
        room.seat(seat)
    room.give_bank_to(2)
    room.give(actions.PostBankWager(5_000))
    room.bet(1, 2_500)
    assert alerts(room) == []
    room.bet(1, 2_600)
    assert alerts(room) == ["coverage_low"]
    room.give(actions.CallNoMoreBets())
    assert alerts(room) == []


def test_a_seat_that_bets_more_than_it_has_is_an_alert(free_room: Room) -> None:
    """He has cashed out since, at the window."""
    room = free_room
    for seat in (1, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(50_000))
    room.bet(1, 2_000)
    assert alerts(room) == []
    cage.cash_out(
        window=room.window,
        patron_id=room.players[1].pk,
        cents=99_000,
        request_id="out",
        actor=room.cashier,
    )
    found = card(room).alerts
    assert [alert.kind for alert in found] == ["bets_beyond_chips"]
    assert found[0].text == "Seat 1 bets more than he has: $10 is missing."


def test_a_table_where_nothing_happens_is_an_alert(room: Room) -> None:
    for seat in (1, 2):
        room.seat(seat)
    room.give_bank_to(2)
    assert alerts(room) == []
    last = TableEvent.objects.filter(table=room.table).order_by("-version")[0]
    later = last.at + IDLE_AFTER
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room_map, "now", lambda: later)
        assert alerts(room) == ["idle"]


def test_a_settlement_that_lags_is_an_alert_of_its_table_alone(free_room: Room) -> None:
    play_worked_example(free_room)
    other = Room()
    other.open()
    assert alerts(free_room) == []
    later = now() + timedelta(seconds=LAG_SECONDS + 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(books, "now", lambda: later)
        assert alerts(free_room) == ["settlement_lagging"]
        assert alerts(other) == []
        settlement.post_pending()
        assert alerts(free_room) == []


def test_a_game_that_has_ended_is_to_be_closed(db: None) -> None:
    room = Room(policy="bgc_2026")
    room.open()
    for seat in (1, 2):
        room.seat(seat)
    Table.objects.filter(id=room.table.id).update(opened_at=now() - timedelta(minutes=41))
    (alert,) = card(room).alerts
    assert (alert.kind, alert.page) == ("game_ended", "close-table")


# -- The waiting list ------------------------------------------------------------------------------


def patron(name: str, **more: str) -> Patron:
    return Patron.objects.create(name=name, **more)


def names(room: Room) -> list[str]:
    lines = room_map.read_room(room.floor).waiting
    return [entry.patron.name for line in lines for entry in line.entries]


def test_people_wait_in_the_order_in_which_they_came_by_game_and_limit(room: Room) -> None:
    for name in ("Zoe", "Adam"):
        waiting.put_on_list(patron(name).id, room.table.id, actor=room.floor)
    (line,) = room_map.read_room(room.floor).waiting
    assert [entry.patron.name for entry in line.entries] == ["Zoe", "Adam"]
    assert (line.game, line.least, line.open_seats) == (room.pack.name, 500, 4)


def test_nobody_waits_twice_or_unwelcome_or_for_a_closed_table(room: Room) -> None:
    zoe = patron("Zoe")
    waiting.put_on_list(zoe.id, room.table.id, actor=room.floor)
    cases = [
        (zoe.id, room.table.id, TableRefusal.WAITS_ALREADY),
        (excluded("Frank").id, room.table.id, TableRefusal.PATRON_NOT_WELCOME),
        (10**6, room.table.id, TableRefusal.PATRON_NOT_FOUND),
        (patron("Adam").id, Room().table.id, TableRefusal.TABLE_CLOSED),
    ]
    for who, table, code in cases:
        with pytest.raises(TableError) as error:
            waiting.put_on_list(who, table, actor=room.floor)
        assert error.value.code is code
    assert names(room) == ["Zoe"]


def test_who_is_called_still_waits_and_who_is_removed_does_not(room: Room) -> None:
    entry = waiting.put_on_list(patron("Zoe").id, room.table.id, actor=room.floor)
    waiting.call(entry.id, actor=room.floor)
    entry.refresh_from_db()
    assert entry.called_at is not None and names(room) == ["Zoe"]
    waiting.remove(entry.id, actor=room.floor)
    assert names(room) == []
    for again in (waiting.call, waiting.remove, from_list.seat_from_list):
        with pytest.raises(TableError) as error:
            again(entry.id, actor=room.floor)
        assert error.value.code is TableRefusal.NOT_WAITING


def test_somebody_is_seated_from_the_list_on_the_first_seat_that_is_not_promised(
    room: Room,
) -> None:
    room.seat(1)
    room.give(commands.ReserveSeat(2, patron("Guest").id))
    entry = waiting.put_on_list(patron("Zoe").id, room.table.id, actor=room.floor)
    table, seat = from_list.seat_from_list(entry.id, actor=room.floor)
    assert (table.id, seat) == (room.table.id, 3)
    entry.refresh_from_db()
    assert entry.outcome == WaitingEntry.Outcome.SEATED and names(room) == []


def test_who_is_seated_at_the_table_itself_waits_no_more(room: Room) -> None:
    zoe = patron("Zoe")
    waiting.put_on_list(zoe.id, room.table.id, actor=room.floor)
    room.give(commands.SeatPlayer(1, zoe.id))
    assert names(room) == []


def test_without_a_free_seat_nobody_is_seated_from_the_list(room: Room) -> None:
    for number in (1, 2, 3, 4):
        room.seat(number)
    entry = waiting.put_on_list(patron("Zoe").id, room.table.id, actor=room.floor)
    with pytest.raises(TableError) as error:
        from_list.seat_from_list(entry.id, actor=room.floor)
    assert error.value.code is TableRefusal.NO_SEAT_FREE
    assert names(room) == ["Zoe"]


def test_the_list_is_the_floors(room: Room) -> None:
    entry = waiting.put_on_list(patron("Zoe").id, room.table.id, actor=room.floor)
    with pytest.raises(NotAllowed):
        waiting.put_on_list(patron("Adam").id, room.table.id, actor=room.dealer)
    for change in (waiting.call, waiting.remove, from_list.seat_from_list):
        with pytest.raises(TableError):
            change(entry.id, actor=room.dealer)
    assert room_map.read_room(room.dealer).waiting == ()
