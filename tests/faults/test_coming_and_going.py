"""People come and go, the button goes round, time passes: each ends well or is refused."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
import time_machine

from ledger import selectors as books
from ledger.models import Entry, Outbox
from ledger.services import settlement
from tables.engine import actions
from tables.models import RotationOffer, Round
from tables.refusals import TableRefusal
from tables.services import commands
from tests.faults.steps import (
    betting,
    books_are_right,
    cash_out,
    deal,
    decisions,
    one_has_played,
    pay,
    refusal,
    reveal,
    sit,
)
from tests.tables.room import NO_FEES, Room

pytestmark = pytest.mark.django_db
Steps = list[Callable[[Room], object]]


# -- Coming and going ------------------------------------------------------------------------------


def test_everybody_leaves_in_the_middle_of_the_betting(room: Room) -> None:
    sit(room, 1, 2, 4, bank=4)
    betting(room)
    for seat in (1, 4, 2):
        room.give(commands.LeaveSeat(seat))
    look = room.look()
    assert look.turn.holder_seat is None and look.verdict.sentence == "Nobody is seated."
    assert room.last_round.status == Round.Status.VOID
    books_are_right()
    room.seat(3)
    room.seat(1)
    # Seat 4 held the position last, so seat 1 is next clockwise.
    assert room.look().verdict.next_offer == 1


def test_the_holder_leaves_and_the_table_closes(room: Room) -> None:
    sit(room, 1, 2, 4, bank=4)
    betting(room)
    room.give(commands.LeaveSeat(4))
    assert room.look().verdict.next_offer == 1
    room.close()
    assert room.table_now().status == "closed"
    room.open()
    assert room.look().turn.holder_seat is None
    books_are_right()


@pytest.mark.parametrize("play_to", [deal, decisions, one_has_played, reveal, pay])
def test_nobody_in_the_round_leaves_before_its_end(
    room: Room, play_to: Callable[[Room], None]
) -> None:
    sit(room, 1, 2, 3, 4, bank=4)
    play_to(room)
    for seat in (1, 2, 4):
        refused = refusal(lambda seat=seat: room.give(commands.LeaveSeat(seat)))  # type: ignore[misc]
        assert refused.code is TableRefusal.PLAYER_IN_HAND
    room.give(commands.LeaveSeat(3))  # he has no wager in it


def test_a_player_leaves_while_his_settlement_is_under_way_and_plays_at_another_table(
    free_room: Room,
) -> None:
    room = free_room
    sit(room, 1, 2, 4, bank=4)
    pay(room)
    room.give(actions.Close())
    won = room.stack(1) - 100_000
    assert won
    room.give(commands.LeaveSeat(1))
    other = Room(fees=NO_FEES)
    other.open()
    other.give(commands.SeatPlayer(1, room.players[1].pk))
    other.players[1] = room.players[1]
    other.seat(2)
    other.give_bank_to(2)
    other.give(actions.PostBankWager(20_000))
    cash_out(room, 2, 1)  # the books know nothing of seats: any window may serve him
    other.bet(1, 30_000)
    other.give(actions.CallNoMoreBets())
    assert not Outbox.objects.filter(done_at__isnull=True).exists(), "it was posted first"
    other.give(actions.Void("enough"))
    books_are_right()
    assert other.stack(1) == 100_000 + won


def test_all_decline_again_and_again(room: Room) -> None:
    for seat in (1, 2, 4):
        room.seat(seat)
    for _ in range(3):
        for seat in (1, 2, 4):
            assert room.look().verdict.next_offer == seat
            room.give(commands.OfferBank(seat, "declined"))
        assert room.look().state is None, "the table stops dealing"
    room.give(commands.OfferBank(1, "declined"))
    room.give(commands.OfferBank(2, "accepted"))
    assert room.state.setup.bank_seat == 2
    assert RotationOffer.objects.count() == 11


def test_the_holder_banks_on_as_long_as_all_decline(free_room: Room) -> None:
    room = free_room
    sit(room, 1, 2, 4, bank=4)
    for _ in range(3):
        for _ in range(2):
            pay(room)
            room.give(actions.Close())
        assert room.look().verdict.offer_due
        refused = refusal(lambda: room.give(actions.PostBankWager(20_000)))
        assert refused.code is TableRefusal.NO_ROUND
        for seat in (1, 2):
            room.give(commands.OfferBank(seat, "declined"))
        assert room.state.setup.bank_seat == 4
    books_are_right()


def test_a_player_who_sat_down_after_the_offers_is_asked_too(free_room: Room) -> None:
    """California, rule 11: offered to all other seated players."""
    room = free_room
    sit(room, 1, 2, 4, bank=4)
    for _ in range(2):
        pay(room)
        room.give(actions.Close())
    room.give(commands.OfferBank(1, "declined"))
    room.give(commands.LeaveSeat(1))
    newcomer = room.seat(1)
    while (verdict := room.look().verdict).offer_due:
        assert verdict.next_offer is not None
        room.give(commands.OfferBank(verdict.next_offer, "declined"))
    assert RotationOffer.objects.filter(patron=newcomer).exists()


def test_changing_seats_is_no_way_to_bank_three_hands(free_room: Room) -> None:
    """California, rule 11: not more than two in a row without an offer to all others."""
    room = free_room
    sit(room, 1, 2, 4, bank=2)
    for _ in range(2):
        room.give(actions.PostBankWager(20_000))
        room.bet(1, 2_000)
        room.bet(4, 2_000)
        room.give(actions.CallNoMoreBets())
        room.give(actions.ShowUpCard("2c"))
        room.give(commands.Decide(4, "fold"))
        room.give(commands.Decide(1, "fold"))
        room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
        room.give(actions.Close())
    room.give(commands.LeaveSeat(2))
    room.give(commands.SeatPlayer(3, room.players[2].pk))
    first = room.look().verdict.next_offer
    assert first != 3, "the others have not been asked yet"


def test_a_new_opening_begins_with_seat_1_whoever_banked_last(room: Room) -> None:
    """Offers start from seat 1 at the opening; what was before the closing is another night."""
    sit(room, 1, 2, 4, bank=1)
    room.close()
    room.open()
    for seat in (1, 2, 4):
        room.give(commands.SeatPlayer(seat, room.players[seat].pk))
    assert room.look().verdict.next_offer == 1


# -- Time ------------------------------------------------------------------------------------------


def test_two_rounds_are_owed_and_the_third_is_bet_with_what_they_return(free_room: Room) -> None:
    """No worker runs at all."""
    room = free_room
    sit(room, 1, 2, 4, bank=4)
    for _ in range(2):
        pay(room)
        room.give(actions.Close())
    room.give(commands.OfferBank(1, "declined"))
    room.give(commands.OfferBank(2, "declined"))
    stacks = [room.stack(seat) for seat in (1, 2, 4)]
    betting(room)
    room.give(actions.CallNoMoreBets())
    assert [room.stack(1), room.stack(2), room.stack(4)] == [
        stacks[0] - 2_500,
        stacks[1] - 3_000,
        stacks[2] - 20_000,
    ]
    assert books.settlement_lag().waiting == 0
    room.give(actions.Void("enough"))
    books_are_right()


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime.fromisoformat("2026-11-29T23:00:00+00:00")) as traveller:
        yield traveller


def test_a_round_stays_open_over_days_and_is_settled_on_the_day_it_ends(
    traveller: time_machine.Traveller,
) -> None:
    room = Room()
    room.open()
    sit(room, 1, 2, 4, bank=4)
    decisions(room)
    traveller.shift(timedelta(days=3))
    room.give(commands.DecideRest())
    room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
    room.give(actions.EnterHand(1, ("As", "Qd", "3h")))
    room.give(actions.EnterHand(2, ("Qs", "9d", "3d")))
    room.give(actions.Close())
    settlement.post_pending()
    days = dict(Entry.objects.exclude(round_ref="").values_list("kind", "day"))
    assert [str(days[kind]) for kind in ("take_bets", "play_wager", "settlement")] == [
        "2026-11-29",
        "2026-12-02",
        "2026-12-02",
    ]
    books_are_right()


def test_the_clock_goes_back_an_hour_and_the_log_keeps_its_order(
    traveller: time_machine.Traveller,
) -> None:
    room = Room()
    room.open()
    sit(room, 1, 2, 4, bank=4)
    deal(room)
    traveller.shift(timedelta(hours=-1))
    room.give(actions.ShowUpCard("2c"))
    room.give(commands.Decide(1, "fold"))
    room.give(commands.Decide(2, "fold"))
    room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
    room.give(actions.Close())
    books_are_right()
