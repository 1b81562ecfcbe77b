"""Money between the players and the rounds."""

import pytest

from ledger import selectors
from ledger.models import Entry, Outbox
from ledger.refusals import BooksError, BooksRefusal
from ledger.selectors import Funds
from ledger.services import cage, play
from ledger.services.settlement import post_pending
from tests.ledger.room import CageRoom, check_now


def play_wager(room: CageRoom, round_ref: str, who: int, cents: int) -> None:
    play.take_play_wager(
        table="4",
        round_ref=round_ref,
        patron_id=who,
        cents=cents,
        request_id=f"play:{round_ref}:{who}",
        actor=None,
    )


def test_the_worked_round_of_the_books(room: CageRoom) -> None:
    """W 100 and three times 45: 235 in play, of which 55, 0, 90 and 90 go back."""
    seat_1, seat_2, seat_3, bank = (room.player(20_000) for _ in range(4))
    room.bets("4-1187", {bank: 10_000, seat_1: 2_500, seat_2: 2_500, seat_3: 2_500})
    for seat in (seat_1, seat_2, seat_3):
        play_wager(room, "4-1187", seat, 2_000)
    assert room.balance("chips:play:4") == selectors.pot("4-1187").cents == 23_500
    room.settle("4-1187", {seat_1: 5_500, seat_2: 0, seat_3: 9_000, bank: 9_000})
    post_pending()
    check_now()
    assert selectors.pot("4-1187") == selectors.Pot(0, True)
    assert room.balance("chips:play:4") == 0
    assert [room.chips_of(who) - 20_000 for who in (seat_1, seat_2, seat_3, bank)] == [
        1_000,
        -4_500,
        4_500,
        -1_000,
    ]
    assert selectors.chips_identity().holds


def test_fees_go_into_the_box_that_hangs_at_the_table(room: CageRoom) -> None:
    one, two = room.player(), room.player()
    room.bets("4-1", {one: 1_000, two: 500}, {one: 300, two: 100})
    assert room.chips_of(one) == room.chips - 1_300
    assert room.balance(f"collections:box:{room.box.pk}") == 400
    assert dict(selectors.chips_identity().house)[f"box:{room.box.pk}"] == 400
    check_now()


def test_bets_are_taken_once(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 1_000})
    room.bets("4-1", {who: 1_000})
    assert room.balance("chips:play:4") == 1_000
    with pytest.raises(BooksError) as refused:
        room.bets("4-1", {who: 1_001})
    assert refused.value.code is BooksRefusal.REQUEST_REUSED


def test_bets_that_were_taken_are_answered_also_when_the_box_is_gone(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 1_000})
    cage.take_box(room.box.pk, None)
    room.bets("4-1", {who: 1_000})
    with pytest.raises(BooksError) as refused:
        room.bets("4-2", {who: 1_000})
    assert refused.value.code is BooksRefusal.BOX_TAKEN


def test_a_box_of_another_table_takes_no_fees(room: CageRoom) -> None:
    who = room.player()
    with pytest.raises(BooksError) as refused:
        room.bets("5-1", {who: 1_000}, table="5")
    assert refused.value.code is BooksRefusal.BOX_TAKEN


def test_nobody_bets_what_he_does_not_have_and_nobodys_bet_is_taken_then(room: CageRoom) -> None:
    rich, poor = room.player(), room.player(100)
    with pytest.raises(BooksError) as refused:
        room.bets("4-1", {rich: 1_000, poor: 100}, {poor: 1})
    assert refused.value.data["patron_id"] == poor
    assert room.chips_of(rich) == room.chips
    assert room.balance("chips:play:4") == 0


def test_what_is_pending_counts_as_chips_and_is_posted_before_the_next_bet(
    room: CageRoom,
) -> None:
    who, other = room.player(1_000), room.player(1_000)
    room.bets("4-1", {who: 1_000, other: 1_000})
    room.settle("4-1", {who: 2_000})
    assert selectors.funds([who, other]) == {
        who: Funds(balance_cents=0, pending_cents=2_000),
        other: Funds(balance_cents=0, pending_cents=0),
    }
    assert selectors.funds([who])[who].available == 2_000
    room.bets("4-2", {who: 2_000})
    assert selectors.pot("4-1").closed
    assert selectors.funds([who])[who] == Funds(0, 0)


def test_no_more_bets_posts_also_what_its_players_won_elsewhere(room: CageRoom) -> None:
    other_box = cage.hang_box(table="5", actor=None)
    who = room.player(1_000)
    play.take_bets(
        table="5",
        round_ref="5-1",
        box_id=other_box.pk,
        stakes={who: 1_000},
        fees={},
        request_id="bets:5-1",
        actor=None,
    )
    room.settle("5-1", {who: 1_000}, table="5")
    room.bets("4-1", {who: 1_000})
    assert selectors.pot("5-1").closed


def test_no_more_bets_posts_all_rounds_of_its_table(room: CageRoom) -> None:
    gone, stays = room.player(), room.player()
    room.bets("4-1", {gone: 100})
    room.settle("4-1", {gone: 100})
    room.bets("4-2", {stays: 100})
    assert selectors.pot("4-1").closed
    assert selectors.pending_rounds("4") == []


def test_a_play_wager_may_use_what_is_pending(room: CageRoom) -> None:
    who = room.player(1_000)
    other_box = cage.hang_box(table="5", actor=None)
    room.bets("4-1", {who: 500})
    play.take_bets(
        table="5",
        round_ref="5-1",
        box_id=other_box.pk,
        stakes={who: 500},
        fees={},
        request_id="bets:5-1",
        actor=None,
    )
    room.settle("5-1", {who: 500}, table="5")
    play_wager(room, "4-1", who, 500)
    assert selectors.pot("4-1").cents == 1_000
    with pytest.raises(BooksError) as refused:
        play_wager(room, "4-1x", who, 1)
    assert refused.value.code is BooksRefusal.SHORT_OF_CHIPS


def test_a_play_wager_is_taken_once(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 500})
    play_wager(room, "4-1", who, 500)
    play_wager(room, "4-1", who, 500)
    assert selectors.pot("4-1").cents == 1_000


def test_a_void_round_gives_back_stakes_and_fees(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 1_000}, {who: 100})
    play.order_void(
        table="4",
        round_ref="4-1",
        revision=1,
        returns={who: 1_000},
        fees_back={who: 100},
        box_id=room.box.pk,
        at=room.box.hung_at,
        actor=None,
    )
    assert selectors.funds([who])[who].pending_cents == 1_100
    post_pending()
    check_now()
    assert room.chips_of(who) == room.chips
    assert room.balance(f"collections:box:{room.box.pk}") == 0
    house = dict(selectors.chips_identity().house)
    # The box stays locked with the fee in it; the chips given back came from the tray.
    assert (house[f"box:{room.box.pk}"], house["tray:4"]) == (100, 99_900)
    assert Entry.objects.get(request_id="settle:4-1:1").kind == "void"


def test_a_void_that_keeps_the_fees_gives_back_the_stakes(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 1_000}, {who: 100})
    play.order_void(
        table="4",
        round_ref="4-1",
        revision=1,
        returns={who: 1_000},
        at=room.box.hung_at,
        actor=None,
    )
    post_pending()
    assert room.chips_of(who) == room.chips - 100


def test_a_round_ends_once_settled_or_void(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 1_000})
    room.settle("4-1", {who: 1_000})
    room.settle("4-1", {who: 1_000})
    assert Outbox.objects.count() == 1
    with pytest.raises(BooksError) as refused:
        play.order_void(
            table="4",
            round_ref="4-1",
            revision=1,
            returns={who: 1_000},
            at=room.box.hung_at,
            actor=None,
        )
    assert refused.value.code is BooksRefusal.REQUEST_REUSED


@pytest.mark.parametrize("cents", [999, 1_001])
def test_returns_must_be_what_the_round_holds(room: CageRoom, cents: int) -> None:
    who = room.player()
    room.bets("4-1", {who: 1_000})
    with pytest.raises(BooksError) as refused:
        room.settle("4-1", {who: cents})
    assert refused.value.code is BooksRefusal.RETURNS_DO_NOT_MATCH
    assert not Outbox.objects.exists()


def test_a_round_without_stakes_orders_nothing(room: CageRoom) -> None:
    room.settle("4-1", {})
    assert not Outbox.objects.exists()


def test_a_return_below_zero_is_refused_when_it_is_ordered(room: CageRoom) -> None:
    one, two = room.player(), room.player()
    room.bets("4-1", {one: 1_000})
    with pytest.raises(BooksError) as refused:
        room.settle("4-1", {one: 1_100, two: -100})
    assert refused.value.code is BooksRefusal.NOT_AN_AMOUNT
