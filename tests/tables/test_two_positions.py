"""One player at two positions: who may have them, one stack for both, and what the books hold."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from cardroom.people.models import Patron
from ledger import selectors as books
from ledger.models import Entry, Outbox
from ledger.services import cage, settlement
from tables import selectors
from tables.engine import actions, correction
from tables.engine.ranking import HandClass
from tables.engine.round import Phase
from tables.engine.wagers import Decision, Result, WagerKind
from tables.models import RoundCorrection, RoundSeat, Seat, TableEvent
from tables.refusals import TableError, TableRefusal
from tables.room_map import read_room
from tables.services import commands, corrections
from tests.persons import stop
from tests.tables.house import GUIDE, IOWA, NEW_YORK, HouseRoom
from tests.tables.room import Room, staff
from tests.tables.test_house import sound, win_of

pytestmark = pytest.mark.django_db
BANK = ("Kc", "7d", "2c")
PAIR, NOTHING = ("Qs", "Qd", "3d"), ("Jh", "9h", "4s")


def two_positions(**more: Any) -> HouseRoom:
    """A house table where one player has seats 3 and 4, and $1,000."""
    room = HouseRoom(**more)
    room.open()
    room.players[4] = room.seat(3)
    room.give(commands.SecondPosition(3, 4))
    return room


@pytest.fixture
def room(db: None) -> HouseRoom:
    return two_positions()


def refused(act: Callable[[], object]) -> TableError:
    with pytest.raises(TableError) as error:
        act()
    return error.value


def bet_and_play(room: HouseRoom, *decisions: str) -> None:
    """Seat 3 bets 20 and a pair plus of 5, seat 4 bets 50; then the decisions in turn."""
    room.wager(3, ante=2_000, pair_plus=500)
    room.wager(4, ante=5_000)
    room.give(actions.CallNoMoreBets())
    for seat, decision in zip((3, 4), decisions, strict=False):
        room.give(commands.Decide(seat, decision))  # type: ignore[arg-type]


def show(room: HouseRoom, **hands: tuple[str, str, str]) -> None:
    room.give(actions.EnterBankHand(BANK))
    for name, cards in hands.items():
        room.give(actions.EnterHand(int(name.removeprefix("seat")), cards))


def nets(room: Room) -> dict[int, int | None]:
    return dict(RoundSeat.objects.filter(round=room.last_round).values_list("seat", "net"))


# -- The money of a round --------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [IOWA, GUIDE, NEW_YORK], ids=["iowa", "guide", "new_york"])
def test_what_comes_back_to_both_positions_goes_to_one_stack(rules: dict[str, Any]) -> None:
    room = two_positions(rules=rules)
    tray = room.tray
    bet_and_play(room, "play", "fold")
    # 20 + 5 and 50 before the deal, then a play wager of 20.
    assert room.stack(3) == 100_000 - 2_500 - 5_000 - 2_000
    show(room, seat3=PAIR)
    room.give(actions.Close())

    # The pair wins 20 + 20 and a pair plus of 5; the other 50 are forfeited.
    assert nets(room) == {3: 4_500, 4: -5_000}
    patron = str(room.players[3].pk)
    assert Outbox.objects.get().payload["credits"] == {patron: 9_000}
    for seat in room.look().seats[2:4]:
        # On its way it counts once, although his chips are asked for at both seats.
        assert (seat.chips, seat.pending) == (99_500, 9_000)
    settlement.post_pending()
    assert (room.stack(4), win_of(room), room.tray) == (99_500, 500, tray + 500)
    assert books.pot(room.last_round.ref) == books.Pot(0, True)
    assert sound()


def test_the_bets_of_both_positions_are_one_leg_of_the_entry(room: HouseRoom) -> None:
    bet_and_play(room)
    entry = Entry.objects.get(kind="take_bets")
    account = f"chips:player:{room.players[3].pk}"
    legs = entry.postings.filter(account__code=account).values_list("cents", flat=True)
    assert [abs(cents) for cents in legs] == [7_500]


def test_both_hands_win_and_both_are_paid(room: HouseRoom) -> None:
    bet_and_play(room, "play", "play")
    show(room, seat3=PAIR, seat4=("Ah", "9h", "4s"))
    room.give(actions.Close())
    settlement.post_pending()
    assert nets(room) == {3: 4_500, 4: 10_000}
    assert room.stack(3) == 100_000 + 14_500
    assert sound()


def test_a_void_round_gives_back_what_lay_at_both(room: HouseRoom) -> None:
    bet_and_play(room, "play", "fold")
    room.give(actions.Void("a card of the dealer was exposed"))
    settlement.post_pending()
    assert room.stack(3) == 100_000
    assert sound()


def test_results_are_entered_for_each_position() -> None:
    room = two_positions(capture="results")
    bet_and_play(room, "play", "play")
    room.give(actions.EnterBankResult(True))
    room.give(actions.EnterResult(3, Result.WIN, HandClass.PAIR))
    room.give(actions.EnterResult(4, Result.LOSE))
    room.give(actions.Close())
    settlement.post_pending()
    assert nets(room) == {3: 4_500, 4: -10_000}
    assert room.stack(3) == 100_000 - 5_500
    assert sound()


def test_a_decision_changed_at_one_position_moves_its_own_play_wager(room: HouseRoom) -> None:
    bet_and_play(room, "play", "play")
    room.give(actions.ChangeDecision(4, "fold"))
    assert room.stack(3) == 100_000 - 7_500 - 2_000
    room.give(actions.ChangeDecision(4, "play"))
    assert room.stack(3) == 100_000 - 7_500 - 7_000


# -- Corrections -----------------------------------------------------------------------------------


def correct(room: HouseRoom, facts: correction.Facts) -> RoundCorrection:
    settlement.post_pending()
    asked = corrections.ask(room.last_round.pk, facts, reason="seen on video", actor=room.floor)
    return corrections.approve(asked.pk, actor=staff("floor"))  # type: ignore[arg-type]


def test_a_correction_of_both_hands_is_one_change_of_the_player(room: HouseRoom) -> None:
    bet_and_play(room, "play", "play")
    show(room, seat3=NOTHING, seat4=("9s", "8d", "3c"))  # 45 and 100 lost
    room.give(actions.Close())
    done = correct(room, correction.Facts(cards={3: PAIR, 4: ("Ah", "9h", "4s")}))

    assert done.changes == {str(room.players[3].pk): 9_000 + 20_000}
    assert nets(room) == {3: 4_500, 4: 10_000}
    assert (room.stack(3), win_of(room)) == (100_000 + 14_500, -14_500)
    assert room.look().past_rounds[0].net_of((3, 4)) == 14_500
    assert sound()


def test_hands_that_were_mixed_up_change_both_results_and_nobodys_chips(room: HouseRoom) -> None:
    for seat in (3, 4):
        room.wager(seat, ante=2_000)
    room.give(actions.CallNoMoreBets())
    room.give(commands.DecideRest())
    show(room, seat3=PAIR, seat4=NOTHING)
    room.give(actions.Close())
    assert nets(room) == {3: 4_000, 4: -4_000}
    done = correct(room, correction.Facts(cards={3: NOTHING, 4: PAIR}))

    assert (done.changes, done.entry_id) == ({}, None)
    assert nets(room) == {3: -4_000, 4: 4_000}
    assert room.stack(3) == 100_000
    assert sound()


# -- One stack -------------------------------------------------------------------------------------


def test_bets_at_both_positions_are_covered_by_one_stack() -> None:
    room = two_positions(chips=7_400)
    room.wager(3, ante=2_000, pair_plus=500)
    short = refused(lambda: room.wager(4, ante=5_000))
    assert short.code is TableRefusal.CHIPS_SHORT_FOR_TWO
    assert short.message.startswith("Seats 3 and 4 are one player's, who has $74 and needs $75.")
    room.wager(4, ante=4_900)
    alone = refused(lambda: room.wager(3, ante=7_500))
    assert alone.code is TableRefusal.CHIPS_SHORT_FOR_TWO
    assert alone.data["needs"] == "$129"


def test_a_position_without_a_bet_is_not_named_as_short() -> None:
    room = two_positions(chips=1_000)
    short = refused(lambda: room.wager(4, ante=2_000))
    assert (short.code, short.data["seat"]) == (TableRefusal.CHIPS_SHORT, 4)


def test_repeated_bets_go_as_far_as_the_one_stack_goes() -> None:
    room = two_positions(chips=10_000)
    for seat in (3, 4):
        room.wager(seat, ante=3_000)
    room.give(actions.CallNoMoreBets())
    for seat in (3, 4):
        room.give(commands.Decide(seat, "fold"))
    room.give(actions.EnterBankHand(BANK))
    room.give(actions.Close())
    room.give(commands.RepeatBets())  # he has 40 left, and bet 30 and 30
    assert {hand.seat: hand.wagers for hand in room.state.hands} == {3: {WagerKind.ANTE: 3_000}}
    room.give(actions.CallNoMoreBets())


def test_the_play_wager_of_the_second_hand_is_paid_from_what_the_first_left() -> None:
    room = two_positions(chips=10_000)
    for seat in (3, 4):
        room.wager(seat, ante=3_000)
    room.give(actions.CallNoMoreBets())
    assert refused(lambda: room.give(commands.DecideRest())).code is TableRefusal.CHIPS_SHORT
    room.give(commands.Decide(3, "play"))
    short = refused(lambda: room.give(commands.Decide(4, "play")))
    assert (short.data["seat"], short.data["has"], short.data["needs"]) == (4, "$10", "$30")
    room.give(commands.SellChips(3, 2_000))  # to either seat: it is one stack
    room.give(commands.Decide(4, "play"))
    assert room.state.phase is Phase.REVEAL


def test_chips_cashed_after_the_bets_are_missed_once() -> None:
    room = two_positions(chips=10_000)
    for seat in (3, 4):
        room.wager(seat, ante=5_000)
    patron = room.players[3].pk
    cage.cash_out(
        window=room.window, patron_id=patron, cents=4_000, request_id="c", actor=room.cashier
    )
    snapshot = room.look()
    assert [seat.lacks(snapshot.state) for seat in snapshot.seats[2:5]] == [4_000, 4_000, 0]
    found = [alert.text for card in read_room(room.floor).cards for alert in card.alerts]
    assert [text for text in found if "bets more" in text] == [
        "Seat 3 bets more than he has: $40 is missing."
    ]
    short = refused(lambda: room.give(actions.CallNoMoreBets()))
    assert short.code is TableRefusal.CHIPS_SHORT_FOR_TWO
    assert refused(lambda: room.give(commands.Toke(4, 100))).data["needs"] == "$100"


# -- Who may have them -----------------------------------------------------------------------------


def test_a_second_position_is_the_floors_to_give(room: HouseRoom) -> None:
    held = Seat.objects.order_by("number").values_list("number", "patron", "beside")
    patron = room.players[3].pk
    assert list(held) == [(3, patron, None), (4, patron, 3)]
    assert commands.SecondPosition in commands.FLOOR_ONLY
    given = TableEvent.objects.get(kind="second_position_given")
    assert given.payload == {"seat": 3, "patron": patron, "to_seat": 4}


def test_a_player_has_no_third_position(room: HouseRoom) -> None:
    for seat, to_seat in ((3, 2), (4, 5)):
        more = refused(lambda s=seat, t=to_seat: room.give(commands.SecondPosition(s, t)))  # type: ignore[misc]
        assert more.message == "Seats 3 and 4 are one player's already: two are the most."


@pytest.mark.parametrize(("seat", "to_seat"), [(1, 3), (1, 7), (7, 1)])
def test_a_second_position_is_beside_the_first(seat: int, to_seat: int) -> None:
    room = HouseRoom()
    room.open()
    room.seat(seat)
    far = refused(lambda: room.give(commands.SecondPosition(seat, to_seat)))
    assert far.code is TableRefusal.POSITION_NOT_ADJACENT
    assert "(Iowa, Wagers (e))" in far.message


def test_a_second_position_is_free_and_kept_for_nobody_else(room: HouseRoom) -> None:
    other = room.seat(6)
    room.give(commands.ReserveSeat(5, Patron.objects.create(name="Guest").pk))
    kept = refused(lambda: room.give(commands.SecondPosition(6, 5)))
    assert (kept.code, kept.field) == (TableRefusal.SEAT_RESERVED, "to_seat")
    room.seat(7)
    taken = refused(lambda: room.give(commands.SecondPosition(6, 7)))
    assert taken.code is TableRefusal.SEAT_TAKEN
    room.give(commands.ReleaseSeat(5))
    stop(other.pk, "self_excluded")
    barred = refused(lambda: room.give(commands.SecondPosition(6, 5)))
    assert barred.code is TableRefusal.PATRON_NOT_WELCOME


def test_he_still_sits_at_one_table(room: HouseRoom) -> None:
    other = HouseRoom()
    other.open()
    elsewhere = refused(lambda: other.give(commands.SeatPlayer(1, room.players[3].pk)))
    assert elsewhere.code is TableRefusal.PATRON_SEATED_ELSEWHERE
    assert room.players[3] not in selectors.find_welcome(room.floor, "", free=True).patrons


def test_the_room_map_counts_a_second_position_as_taken(room: HouseRoom) -> None:
    (card,) = (each for each in read_room(room.floor).cards if each.table.pk == room.table.pk)
    assert card.open_seats == 5
    assert read_room(room.floor).seats_taken == 2


# -- Going, giving up, moving ----------------------------------------------------------------------


@pytest.mark.parametrize("seat", [3, 4])
def test_who_leaves_gives_both_up_and_his_bets_come_back(room: HouseRoom, seat: int) -> None:
    room.wager(3, ante=2_000)
    room.wager(4, ante=2_000)
    room.give(commands.LeaveSeat(seat, "carries"))
    assert not room.table.seats.exists()
    left = TableEvent.objects.get(kind="player_left").payload
    assert (left["positions"], left["carried"]) == ([3, 4], 100_000)
    assert sound()


def test_a_hand_at_either_position_keeps_him_seated(room: HouseRoom) -> None:
    room.wager(4, ante=2_000)
    room.give(actions.CallNoMoreBets())
    for seat in (3, 4):
        stays = refused(lambda s=seat: room.give(commands.LeaveSeat(s)))  # type: ignore[misc]
        assert (stays.code, stays.data["seat"]) == (TableRefusal.PLAYER_IN_HAND, 4)
    given = refused(lambda: room.give(commands.GiveUpPosition(4)))
    assert given.code is TableRefusal.PLAYER_IN_HAND
    room.give(commands.GiveUpPosition(3))  # he has no cards there
    assert list(room.table.seats.values_list("number", "beside")) == [(4, None)]


@pytest.mark.parametrize(("gives_up", "keeps"), [(3, 4), (4, 3)])
def test_one_position_is_given_up_and_the_other_kept(
    room: HouseRoom, gives_up: int, keeps: int
) -> None:
    room.wager(3, ante=2_000)
    room.wager(4, ante=3_000)
    room.give(commands.GiveUpPosition(gives_up))
    assert [hand.seat for hand in room.state.hands] == [keeps]
    assert list(room.table.seats.values_list("number", "beside")) == [(keeps, None)]
    only = refused(lambda: room.give(commands.GiveUpPosition(keeps)))
    assert only.code is TableRefusal.ONLY_POSITION
    room.give(commands.SecondPosition(keeps, gives_up))  # and may have it again
    assert room.table.seats.get(number=gives_up).beside == keeps


@pytest.mark.parametrize("gone", [commands.GiveUpPosition(4), commands.LeaveSeat(4)])
def test_no_bet_is_undone_back_to_a_position_that_nobody_has(
    room: HouseRoom, gone: commands.Command
) -> None:
    room.seat(1)
    room.wager(1, ante=2_000)
    room.wager(4, ante=3_000)
    room.give(gone)
    empty = refused(lambda: room.give(actions.Undo()))
    assert empty.code is TableRefusal.SEAT_EMPTY
    room.give(actions.CallNoMoreBets())
    assert [hand.seat for hand in room.state.hands] == [1]


def test_a_player_at_two_positions_does_not_move(room: HouseRoom) -> None:
    for command in (commands.MoveSeat(3, 1), commands.MoveSeat(4, 5)):
        stays = refused(lambda c=command: room.give(c))  # type: ignore[misc]
        assert stays.code is TableRefusal.MOVES_WITH_ONE
    room.give(commands.GiveUpPosition(3))
    room.give(commands.MoveSeat(4, 1))
    assert list(room.table.seats.values_list("number", flat=True)) == [1]


def test_he_is_away_from_both_positions_and_back_at_both(room: HouseRoom) -> None:
    room.give(commands.SeatAway(4))
    assert [seat.away for seat in room.look().seats[2:4]] == [True, True]
    room.wager(3, ante=2_000)
    assert [seat.away for seat in room.look().seats[2:4]] == [False, False]


def test_a_table_closes_with_a_player_at_two_positions(room: HouseRoom) -> None:
    bet_and_play(room, "fold", "fold")
    room.give(actions.EnterBankHand(BANK))
    room.give(actions.Close())
    settlement.post_pending()  # the tray is counted as it is in the books
    room.close()
    assert not room.table.seats.exists()
    assert sound()


def test_a_changed_decision_at_the_table_is_corrected_by_position(room: HouseRoom) -> None:
    bet_and_play(room, "play", "fold")
    show(room, seat3=PAIR)
    room.give(actions.Close())
    facts = correction.Facts(decisions={4: Decision.PLAY}, cards={4: ("Ah", "9h", "4s")})
    done = correct(room, facts)
    assert done.changes == {str(room.players[3].pk): 15_000}  # 50 forfeited, now 100 won
    assert nets(room) == {3: 4_500, 4: 10_000}


# -- PostgreSQL, past Python -----------------------------------------------------------------------


def constraint(statement: str, *params: int | None) -> str:
    """The name of the constraint that refuses a statement."""
    with (
        pytest.raises(IntegrityError) as refusal,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"{statement}; SET CONSTRAINTS ALL IMMEDIATE", params)
    return refusal.value.__cause__.diag.constraint_name or ""  # type: ignore[union-attr]


SIT = "INSERT INTO tables_seat (table_id, number, patron_id, beside, last_bets) VALUES "
SIT += "(%s, %s, %s, %s, '{}')"


def test_postgres_keeps_two_positions_adjacent_at_one_table(room: HouseRoom) -> None:
    other, here, him = HouseRoom(), room.table.pk, room.players[3].pk
    single = room.seat(6).pk
    there = other.table.pk
    assert constraint(SIT, there, 1, single, None) == "one_table_a_patron"
    assert constraint(SIT, here, 1, single, None) == "one_table_a_patron"
    assert constraint(SIT, here, 5, him, 4) == "two_positions_at_most"
    assert constraint(SIT, here, 1, single, 6) == "second_position_is_adjacent"
    assert constraint(SIT, here, 6, single, 6) == "second_position_is_adjacent"
    # Beside an empty seat, beside somebody else, beside his own seat's number at another table.
    beside_the_first = "second_position_beside_the_first"
    assert constraint(SIT, here, 2, single, 1) == beside_the_first
    assert constraint(SIT, here, 2, single, 3) == beside_the_first
    assert constraint(SIT, there, 5, single, 6) == beside_the_first
    # Nor does the first position go, move or change hands without the second.
    gone = "DELETE FROM tables_seat WHERE patron_id = %s AND number = 3"
    assert constraint(gone, him) == beside_the_first
    moved = "UPDATE tables_seat SET number = 2 WHERE patron_id = %s AND number = 3"
    assert constraint(moved, him) == beside_the_first
    handed = "UPDATE tables_seat SET patron_id = %s WHERE patron_id = %s AND number = 3"
    stranger = Patron.objects.create(name="Stranger").pk
    assert constraint(handed, stranger, him) == beside_the_first
