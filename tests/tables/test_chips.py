"""Chips at the table: sold, from the pocket, carried away, given as a toke; the books agree."""

from uuid import uuid4

import pytest

from ledger import cage_selectors
from ledger import selectors as books
from ledger.books import chart
from ledger.models import Entry
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.verification import verify
from tables.engine import actions
from tables.models import TableEvent
from tables.refusals import NotAllowed, TableError, TableRefusal
from tables.services import commands
from tests.persons import stop
from tests.tables.room import Room, play_worked_example

pytestmark = pytest.mark.django_db


def balance(code: str) -> int:
    account = books.account(code)
    return account.balance if account else 0


@pytest.fixture
def seated(room: Room) -> Room:
    room.seat(1, chips=10_000)
    return room


def test_a_table_sale_puts_cash_into_the_box_and_takes_chips_from_the_tray(seated: Room) -> None:
    tray = books.tray_cents(str(seated.table.number))
    seated.give(commands.SellChips(1, 30_000))
    assert seated.stack(1) == 40_000
    assert balance(chart.box_cash(seated.table_now().box_id or 0)) == 30_000
    assert books.tray_cents(str(seated.table.number)) == tray - 30_000
    assert books.chips_identity().holds and list(verify()) == []


def test_the_cash_of_a_table_sale_counts_for_the_buyers_day(seated: Room) -> None:
    seated.give(commands.SellChips(1, 30_000))
    person = cage_selectors.person(seated.players[1].id)
    assert person is not None and person.cash_in_cents == 40_000


def test_the_same_sale_sent_twice_is_one_sale(seated: Room) -> None:
    request, version = uuid4(), seated.version
    for _ in range(2):
        seated.give(commands.SellChips(1, 5_000), request_id=request, version=version)
    assert seated.stack(1) == 15_000


def test_chips_from_the_pocket_are_followed_from_now_on(seated: Room) -> None:
    seated.give(commands.ChipsFromPocket(1, 2_000))
    assert seated.stack(1) == 12_000
    assert books.at_large_cents() == -2_000
    assert books.chips_identity().holds


def test_who_leaves_with_his_chips_is_followed_no_more(seated: Room) -> None:
    seated.give(commands.LeaveSeat(1, "carries"))
    assert seated.stack(1) == 0
    assert books.at_large_cents() == 10_000


def test_who_leaves_for_the_cage_keeps_them_in_his_name(seated: Room) -> None:
    seated.give(commands.LeaveSeat(1, "cage"))
    assert seated.stack(1) == 10_000


def test_what_is_on_its_way_is_carried_along(free_room: Room) -> None:
    play_worked_example(free_room)
    has = free_room.stack(3)
    assert free_room.look().seats[2].pending
    free_room.give(commands.LeaveSeat(3, "carries"))
    assert (free_room.stack(3), books.at_large_cents()) == (0, has)
    assert books.chips_identity().holds


def test_a_toke_is_counted_apart(seated: Room) -> None:
    seated.give(commands.Toke(1, 500))
    assert seated.stack(1) == 9_500
    assert balance(chart.tokes(str(seated.table.number))) == 500


def test_nobody_tips_more_than_he_has_or_what_lies_on_the_layout(room: Room) -> None:
    for seat in (1, 2):
        room.seat(seat, chips=10_000)
    room.give_bank_to(2)
    room.give(actions.PostBankWager(5_000))
    room.bet(1, 9_000)
    for cents in (20_000, 2_000):
        with pytest.raises(TableError) as error:
            room.give(commands.Toke(1, cents))
        assert error.value.code is TableRefusal.CHIPS_SHORT
    assert room.stack(1) == 10_000


@pytest.mark.parametrize("command", [commands.SellChips, commands.ChipsFromPocket])
def test_who_was_barred_meanwhile_gets_no_chips(
    seated: Room, command: type[commands.SellChips | commands.ChipsFromPocket]
) -> None:
    stop(seated.players[1].id)
    with pytest.raises(BooksError) as error:
        seated.give(command(1, 1_000))
    assert error.value.code is BooksRefusal.CALL_THE_FLOOR
    assert seated.stack(1) == 10_000


@pytest.mark.parametrize(("counted", "large"), [(9_000, 1_000), (12_500, -2_500), (0, 10_000)])
def test_a_seat_that_the_floor_counted_holds_what_was_found(
    seated: Room, counted: int, large: int
) -> None:
    seated.give(commands.CountSeat(1, counted, "carried to another seat"))
    assert (seated.stack(1), books.at_large_cents()) == (counted, large)
    assert books.chips_identity().holds
    event = TableEvent.objects.get(kind="seat_counted")
    assert event.payload == {
        "seat": 1,
        "cents": counted,
        "expected": 10_000,
        "reason": "carried to another seat",
    }


def test_a_seat_that_was_counted_as_expected_posts_nothing(seated: Room) -> None:
    seated.give(commands.CountSeat(1, 10_000, "a dispute"))
    assert not Entry.objects.filter(kind="seat_count").exists()


def test_a_seat_is_counted_by_the_floor_with_a_reason(seated: Room) -> None:
    with pytest.raises(NotAllowed):
        seated.give(commands.CountSeat(1, 500, "why"), actor=seated.dealer)
    with pytest.raises(BooksError) as error:
        seated.give(commands.CountSeat(1, 500, " "))
    assert error.value.code is BooksRefusal.REASON_MISSING
