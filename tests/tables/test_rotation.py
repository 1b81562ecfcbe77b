"""The player-dealer position at the table: two hands, then everybody else is asked."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings

from cardroom import clock
from tables import selectors
from tables.engine import actions
from tables.engine.refusals import Refusal, RuleError
from tables.models import BankTurn, RotationOffer
from tables.refusals import TableError, TableRefusal
from tables.services import commands
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


def play_a_hand(room: Room) -> None:
    bank = room.look().turn.holder_seat
    room.give(actions.PostBankWager(20_000))
    for seat in room.players:
        if seat != bank:
            room.bet(seat, 1_000)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())
    room.give(commands.DecideRest())
    room.give(actions.Reveal())
    room.give(actions.Close())


@pytest.fixture
def playing(electronic_room: Room) -> Room:
    for seat in (1, 3, 5):
        electronic_room.seat(seat)
    electronic_room.give_bank_to(1)
    return electronic_room


def test_the_first_offer_of_a_new_table_goes_to_seat_one(electronic_room: Room) -> None:
    for seat in (5, 1, 3):
        electronic_room.seat(seat)
    assert electronic_room.look().verdict.next_offer == 1


def test_after_two_hands_no_round_opens_until_everybody_was_asked(playing: Room) -> None:
    """California, rule 11."""
    play_a_hand(playing)
    assert playing.look().verdict.hands_left == 1
    play_a_hand(playing)
    look = playing.look()
    assert look.verdict.offer_due and not look.verdict.may_deal
    assert look.round is not None and look.round.status == "settled"
    with pytest.raises(TableError) as refused:
        playing.give(actions.PostBankWager(20_000))
    assert refused.value.code is TableRefusal.NO_ROUND


def test_when_all_decline_the_holder_banks_two_more(playing: Room) -> None:
    play_a_hand(playing)
    play_a_hand(playing)
    for seat in (3, 5):
        assert playing.look().verdict.next_offer == seat
        playing.give(commands.OfferBank(seat, "declined"))
    look = playing.look()
    assert (look.turn.holder_seat, look.turn.hands_served) == (1, 0)
    play_a_hand(playing)
    play_a_hand(playing)
    assert playing.look().verdict.offer_due


def test_the_first_to_accept_takes_the_button(playing: Room) -> None:
    play_a_hand(playing)
    play_a_hand(playing)
    playing.give(commands.OfferBank(3, "absent"))
    playing.give(commands.OfferBank(5, "accepted"))
    look = playing.look()
    assert look.turn.holder_seat == 5
    assert look.round is not None and look.state is not None
    assert look.state.setup.bank_seat == 5


def test_every_offer_is_on_record_in_order_with_who_and_when(playing: Room) -> None:
    play_a_hand(playing)
    play_a_hand(playing)
    playing.give(commands.OfferBank(3, "absent"))
    playing.give(commands.OfferBank(5, "accepted"))
    rows = RotationOffer.objects.filter(turn__table=playing.table).order_by("id")
    assert [(o.position, o.seat, o.answer) for o in rows] == [
        (1, 1, "accepted"),
        (1, 3, "absent"),
        (2, 5, "accepted"),
    ]
    assert all(o.recorded_by == playing.dealer and o.at for o in rows)
    assert [t.seat for t in BankTurn.objects.filter(table=playing.table)] == [None, 1, 5]


def test_an_offer_out_of_turn_is_refused(playing: Room) -> None:
    play_a_hand(playing)
    play_a_hand(playing)
    with pytest.raises(RuleError) as refused:
        playing.give(commands.OfferBank(5, "accepted"))
    assert refused.value.code is Refusal.OFFER_OUT_OF_TURN


def test_nobody_takes_the_button_without_the_smallest_bank_wager(electronic_room: Room) -> None:
    electronic_room.seat(1, chips=4_000)
    electronic_room.seat(2)
    with pytest.raises(TableError) as refused:
        electronic_room.give(commands.OfferBank(1, "accepted"))
    assert refused.value.code is TableRefusal.CHIPS_SHORT_FOR_BANK
    electronic_room.give(commands.OfferBank(1, "cannot"))
    assert electronic_room.look().verdict.next_offer == 2


def test_nobody_is_written_down_as_short_of_chips_who_has_them(electronic_room: Room) -> None:
    electronic_room.seat(1, chips=5_000)
    electronic_room.seat(2)
    version = electronic_room.version
    with pytest.raises(TableError) as refused:
        electronic_room.give(commands.OfferBank(1, "cannot"))
    assert refused.value.code is TableRefusal.CHIPS_FOR_BANK
    assert "Seat 1 has $50, and $50 is enough to bank here." in refused.value.message
    assert electronic_room.version == version
    electronic_room.give(commands.OfferBank(1, "declined"))


def test_without_a_taker_the_table_stops_dealing(electronic_room: Room) -> None:
    for seat in (1, 2):
        electronic_room.seat(seat)
        electronic_room.give(commands.OfferBank(seat, "declined")) if seat == 1 else None
    electronic_room.give(commands.OfferBank(2, "declined"))
    look = electronic_room.look()
    assert look.turn.holder_seat is None and look.round is None
    assert look.verdict.next_offer == 1  # and the offers begin again


def test_the_holder_may_give_the_position_up_early(playing: Room) -> None:
    play_a_hand(playing)
    playing.give(commands.PassBank())
    look = playing.look()
    assert look.turn.holder_seat is None
    assert look.verdict.next_offer == 3


def test_the_turns_of_the_night_are_listed_the_latest_first_with_their_hands(
    playing: Room,
) -> None:
    play_a_hand(playing)
    play_a_hand(playing)
    playing.give(commands.OfferBank(3, "absent"))
    playing.give(commands.OfferBank(5, "accepted"))
    now, first, nobody = selectors.turns_tonight(playing.floor, playing.table.id)
    assert (now.seat, now.hands, now.ended, now.offers) == (5, 0, None, ())
    assert (first.seat, first.name, first.hands) == (1, "Player 1", 2)
    assert first.ended == now.began
    assert [(o.seat, o.name, o.answer) for o in first.offers] == [
        (3, "Player 3", "absent"),
        (5, "Player 5", "accepted"),
    ]
    assert {o.recorded_by for o in first.offers} == {playing.dealer.display_name}
    assert (nobody.seat, [o.seat for o in nobody.offers]) == (None, [1])


def test_turns_of_an_earlier_gaming_day_are_not_of_tonight(playing: Room) -> None:
    playing.give(commands.PassBank())
    playing.close()
    assert [t.seat for t in selectors.turns_tonight(playing.floor, playing.table.id)] == [1, None]
    held = BankTurn.objects.filter(table=playing.table, seat=1)
    cutover = (
        clock.now()
        .astimezone(ZoneInfo(settings.ROOM_CALENDAR.time_zone))
        .replace(hour=settings.ROOM_CALENDAR.cutover_hour, minute=0, second=0, microsecond=0)
    )
    if cutover > clock.now():
        cutover -= timedelta(days=1)
    held.update(ended_at=cutover - timedelta(seconds=1))
    assert [t.seat for t in selectors.turns_tonight(playing.floor, playing.table.id)] == [None]
