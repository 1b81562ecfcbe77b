"""A whole visit through the services: buy in, sit, bank, bet, deal, settle, cash out, close."""

import pytest

from ledger import selectors as books
from ledger.services import cage, settlement
from tables.engine import actions
from tables.engine.refusals import RuleError
from tables.engine.round import Phase
from tables.models import Round, RoundSeat, TableEvent
from tables.refusals import TableError, TableRefusal
from tables.services import commands, opening
from tests.tables.room import LIMITS, LOOKS, Room, play_worked_example

pytestmark = pytest.mark.django_db


def balance(code: str) -> int:
    account = books.account(code)
    assert account is not None
    return account.balance


def books_balance() -> bool:
    return books.trial_balance().balanced and books.chips_identity().holds


def test_the_worked_example_costs_the_bank_ten_dollars(free_room: Room) -> None:
    play_worked_example(free_room)

    settled = free_room.last_round
    assert settled.settlement is not None
    assert settled.settlement["bank"]["net"] == -1_000
    assert settled.settlement["action"] == {"button_seat": 2, "order": [2, 3, 1]}
    assert {seat: free_room.stack(seat) for seat in (1, 2, 3, 4)} == {
        1: 101_000,
        2: 95_500,
        3: 104_500,
        4: 99_000,
    }
    nets = RoundSeat.objects.filter(round=settled).values_list("seat", "net")
    assert dict(nets) == {1: 1_000, 2: -4_500, 3: 4_500, 4: -1_000}


def test_the_chips_in_play_are_what_the_books_worked_out(free_room: Room) -> None:
    play_worked_example(free_room)
    ref = free_room.last_round.ref

    assert books.pot(ref).cents == 23_500  # W 100 and three times 45 wait for the settlement
    settlement.post_pending()
    assert (books.pot(ref).cents, books.pot(ref).closed) == (0, True)
    assert books.funds([free_room.players[1].id])[free_room.players[1].id].pending_cents == 0
    assert free_room.stack(3) == 104_500


def test_fees_leave_the_stacks_at_no_more_bets_and_hang_in_the_box(room: Room) -> None:
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000, 500)
    room.bet(2, 1_000)
    assert room.stack(1) == 100_000  # wagers lie on the layout, nothing has moved yet

    room.give(actions.CallNoMoreBets())

    assert room.stack(1) == 100_000 - 2_500 - 150
    assert room.stack(2) == 100_000 - 1_000 - 100
    assert room.stack(4) == 100_000 - 20_000 - 300
    assert balance(f"collections:box:{room.table_now().box_id}") == 550
    assert books_balance()


def test_a_visit_from_buy_in_to_cash_out_leaves_balanced_books(electronic_room: Room) -> None:
    room = electronic_room
    for seat in (1, 2, 3, 5):
        room.seat(seat)
    room.give_bank_to(5)
    for wager in (30_000, 6_000, 50_000, 10_000):
        if room.look().verdict.offer_due:
            for seat in (1, 2, 3):
                room.give(commands.OfferBank(seat, "declined"))
        room.give(actions.PostBankWager(wager))
        for seat in (1, 2, 3):
            room.bet(seat, 2_000, 500)
        room.give(actions.CallNoMoreBets())
        room.give(commands.Deal())
        room.give(commands.DecideRest())
        room.give(actions.Reveal())
        assert room.state.phase is Phase.PAY
        room.give(actions.Close())
        assert books_balance()

    room.close()
    fees = 4 * (3 * 150 + 300)
    stacks = {patron.id: room.stack(seat) for seat, patron in room.players.items()}
    assert sum(stacks.values()) == 4 * 100_000 - fees
    for patron_id, cents in stacks.items():
        if cents:
            cage.cash_out(
                window=room.window,
                patron_id=patron_id,
                cents=cents,
                request_id=f"out-{patron_id}",
                actor=room.cashier,
            )
    assert books_balance()
    assert all(not room.stack(seat) for seat in room.players)
    assert balance(f"chips:play:{room.table.number}") == 0


def test_every_round_is_numbered_events_without_a_hole(free_room: Room) -> None:
    play_worked_example(free_room)
    numbers = free_room.last_round.events.values_list("number", flat=True)
    assert list(numbers) == list(range(1, len(numbers) + 1))
    versions = TableEvent.objects.filter(table=free_room.table).values_list("version", flat=True)
    assert list(versions) == list(range(1, free_room.version + 1))


def test_a_void_round_gives_back_wagers_and_fees(room: Room) -> None:
    for seat in (1, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000, 500)
    room.give(actions.CallNoMoreBets())
    room.give(actions.Void("a card was dealt twice"))

    assert (room.stack(1), room.stack(4)) == (100_000, 100_000)
    settlement.post_pending()
    assert (room.stack(1), room.stack(4)) == (100_000, 100_000)
    assert room.last_round.status == Round.Status.VOID
    assert books_balance()
    assert room.look().turn.hands_served == 0  # a void hand does not count


def test_the_table_opens_the_next_round_by_itself(free_room: Room) -> None:
    play_worked_example(free_room)
    assert free_room.state.phase is Phase.BETTING
    assert free_room.look().suggested_wager == 10_000


def test_a_table_cannot_close_in_the_middle_of_a_round(room: Room) -> None:
    for seat in (1, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000)
    room.give(actions.CallNoMoreBets())
    with pytest.raises(TableError) as refused:
        room.close()
    assert refused.value.code is TableRefusal.ROUND_IN_PLAY


def test_closing_sends_everybody_home_and_the_box_to_the_count(room: Room) -> None:
    for seat in (1, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.close()
    table = room.table_now()
    assert (table.status, table.box_id, table.seats.count()) == ("closed", None, 0)
    assert room.look().state is None


def test_fees_that_leave_a_gap_in_the_limits_do_not_open_a_table(db: None) -> None:
    room = Room(fees=[{"payer": "player", "wager": "ante", "from": 500, "to": 900, "fee": 100}])
    with pytest.raises(RuleError):
        room.open()
    assert room.table_now().status == "closed"


def test_limits_must_be_a_minimum_up_to_a_maximum(db: None) -> None:
    room = Room()
    with pytest.raises(TableError) as refused:
        opening.open_table(
            room.table.id,
            actor=room.floor,
            pack_id=room.pack.id,
            fee_schedule_id=room.schedule.id,
            limits=LIMITS | {"ante": (500, 400)},
            source="hand",
            count=room.count(),
            looks=LOOKS["hand"],
        )
    assert (refused.value.code, refused.value.field) == (TableRefusal.LIMITS_WRONG, "ante")
