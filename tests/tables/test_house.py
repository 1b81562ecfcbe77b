"""Tables that the house banks: opened, dealt, settled, corrected, and what they refuse."""

from typing import Any

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction

from cardroom.clock import now
from ledger import selectors as books
from ledger.services import settlement, verification
from tables.engine import actions, correction
from tables.engine.irregularities import Incident
from tables.engine.ranking import HandClass
from tables.engine.refusals import Refusal, RuleError
from tables.engine.round import Phase
from tables.engine.sixcard import SixCardClass
from tables.engine.wagers import Decision, WagerKind
from tables.models import Round, RoundSeat
from tables.refusals import TableError, TableRefusal
from tables.services import commands, corrections
from tests.tables.house import GUIDE, IOWA, NEW_YORK, HouseRoom, play_case, worked_cases
from tests.tables.room import LIMITS, LOOKS, Room, staff

pytestmark = pytest.mark.django_db

# A few of each text, chosen for what they hold: no ante, a fold, an ante bonus against a loss, a
# push, a bank that does not qualify, six cards, full tables.
PLAYED = (
    *("iowa-pair-plus-only", "iowa-ante-bonus-though-bank-wins", "iowa-fold-forfeits-pair-plus"),
    *("guide-bank-not-qualified-straight-flush", "guide-push-pair-plus-still-loses"),
    *("ny-table-b-trips-and-enhanced-ante-bonus", "ny-six-card-bonus-survives-a-fold"),
    *("ny-six-card-royal-of-diamonds", "ny-five-high-straight-in-six-cards"),
    *("random-0000", "random-0003", "random-0006", "random-0020"),
)


def win_of(room: Room) -> int:
    gaming = settings.ROOM_CALENDAR.at(now())
    account = books.account(f"win:{room.table.number}:{gaming.day}:{gaming.shift}")
    return account.balance if account else 0


def sound() -> bool:
    return (
        books.trial_balance().balanced
        and books.chips_identity().holds
        and not list(verification.verify())
    )


def opened(**more: Any) -> HouseRoom:
    room = HouseRoom(**more)
    room.open()
    return room


def refusal(room: HouseRoom, **changes: Any) -> TableError:
    with pytest.raises(TableError) as refused:
        room.open(**changes)
    assert room.table_now().status == "closed"
    return refused.value


# -- The worked cases ------------------------------------------------------------------------------


@pytest.mark.parametrize("capture", ["cards", "results"])
@pytest.mark.parametrize("name", PLAYED)
def test_a_worked_case_played_at_a_table_is_what_the_books_post(name: str, capture: str) -> None:
    case = worked_cases()[name]
    record, expected = case["round"], case["settlement"]
    room = opened(
        seats=record["table"]["seats"], rules=record["rules"], capture=capture, most=1_000_000
    )
    tray = room.tray

    play_case(room, record)

    net = expected["bank"]["net"]
    settled = room.last_round.settlement
    assert settled is not None
    assert settled["bank"]["net"] == net
    assert settled["action"] == expected["action"]
    nets = dict(RoundSeat.objects.filter(round=room.last_round).values_list("seat", "net"))
    assert nets == {hand["seat"]: hand["net"] for hand in expected["hands"]}
    assert not RoundSeat.objects.filter(round=room.last_round, is_bank=True).exists()
    settlement.post_pending()
    assert {seat: room.stack(seat) - room.chips for seat in nets} == nets
    assert (win_of(room), room.tray - tray) == (net, net)
    assert books.pot(room.last_round.ref) == books.Pot(0, True)
    assert sound()


# -- A story ---------------------------------------------------------------------------------------


def test_one_player_is_enough_and_the_next_round_opens_by_itself() -> None:
    room = opened()
    assert room.look().state is None
    room.seat(3)
    assert room.state.phase == Phase.BETTING
    room.wager(3, ante=2_000)
    room.give(actions.CallNoMoreBets())
    assert room.state.turn_seat == 3  # nothing to enter: no card of the bank is up
    room.give(commands.Decide(3, "fold"))
    room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
    room.give(actions.Close())
    assert room.stack(3) == room.chips - 2_000
    assert room.state.phase is Phase.BETTING
    room.give(commands.RepeatBets())
    assert room.state.hands[0].wagers == {WagerKind.ANTE: 2_000}


def test_a_house_round_has_no_turn_no_fees_and_its_worst_case() -> None:
    room = opened()
    room.seat(1)
    room.wager(1, ante=2_000, pair_plus=500)
    row = room.look().round
    assert row is not None
    assert (row.turn_id, row.fee_schedule_id, room.look().table.fee_schedule_id) == (None,) * 3
    assert not room.table.turns.exists()
    room.give(actions.CallNoMoreBets())
    # 2 x ante, an ante bonus of 5 to 1, a pair plus of 40 to 1.
    assert Round.objects.get(pk=row.pk).worst_case == 2_000 * 7 + 500 * 40
    assert room.stack(1) == room.chips - 2_500


def test_the_electronic_deck_deals_every_position_under_iowa() -> None:
    room = opened(source="electronic")
    for seat in (2, 5):
        room.seat(seat)
        room.wager(seat, ante=1_000, pair_plus=500)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())
    assert [seat for seat, _ in room.state.discarded] == [1, 3, 4, 6, 7]
    room.give(commands.DecideRest())
    room.give(actions.Reveal())
    room.give(actions.Close())
    settlement.post_pending()
    assert room.stack(2) + room.stack(5) + win_of(room) == 2 * room.chips
    assert sound()


def test_a_void_round_gives_every_wager_back_and_leaves_no_win() -> None:
    room = opened()
    tray = room.tray
    room.seat(1)
    room.wager(1, ante=2_000, pair_plus=500)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Decide(1, "play"))
    room.give(actions.Void("a card of the dealer was exposed"))
    settlement.post_pending()
    assert (room.stack(1), win_of(room), room.tray) == (room.chips, 0, tray)
    assert sound()


@pytest.mark.parametrize(
    ("rules", "ordered"),
    [(IOWA, True), (GUIDE, True), (NEW_YORK, False)],
    ids=["iowa", "guide", "new_york"],
)
def test_an_irregularity_follows_the_text_of_the_table(
    rules: dict[str, Any], ordered: bool
) -> None:
    room = opened(rules=rules)
    room.seat(1)
    room.wager(1, ante=2_000)
    room.give(actions.CallNoMoreBets())
    wrong = Incident.WRONG_NUMBER_OF_CARDS.value
    go_on = actions.Rule(wrong, "go_on", "seen by both")
    if ordered:
        with pytest.raises(RuleError) as refused:
            room.give(go_on)
        assert refused.value.code is Refusal.TEXT_ORDERS_VOID
        room.give(actions.Rule(wrong, "void", "four cards at seat 1"))
        assert room.last_round.status == "void"
    else:
        room.give(go_on)
        assert room.state.phase is Phase.DECISIONS


def test_a_round_is_frozen_for_a_dispute_and_goes_on_when_it_is_released() -> None:
    room = opened()
    room.seat(1)
    room.wager(1, ante=2_000)
    room.give(actions.CallNoMoreBets())
    room.give(actions.Freeze("the player says that he folded"))
    with pytest.raises(RuleError):
        room.give(commands.Decide(1, "play"))
    room.give(actions.Release())
    room.give(commands.Decide(1, "play"))
    assert room.state.phase is Phase.REVEAL


def test_a_correction_takes_from_the_house_what_it_gives_the_player() -> None:
    room = opened()
    tray = room.tray
    room.seat(1)
    room.wager(1, ante=2_000, pair_plus=500)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Decide(1, "play"))
    room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
    room.give(actions.EnterHand(1, ("Qs", "9d", "3d")))  # beaten: 45 lost
    room.give(actions.Close())
    settlement.post_pending()
    assert win_of(room) == 4_500

    facts = correction.Facts(cards={1: ("Qs", "Qd", "3d")})  # it was a pair: 45 won
    asked = corrections.ask(room.last_round.id, facts, reason="seen on video", actor=room.floor)
    corrections.approve(asked.id, actor=staff("floor"))  # type: ignore[arg-type]

    assert room.stack(1) == room.chips + 4_500
    assert (win_of(room), room.tray) == (-4_500, tray - 4_500)
    past = room.look().past_rounds[0]
    assert (past.bank_net, past.nets, past.corrected) == (-4_500, {1: 4_500}, True)
    assert sound()


def test_a_six_card_class_is_corrected_where_results_are_entered() -> None:
    room = opened(rules=NEW_YORK, capture="results")
    room.seat(1)
    room.wager(1, ante=1_000, pair_plus=500, six_card_bonus=500)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Decide(1, "fold"))
    room.give(actions.EnterBankResult(True))
    room.give(actions.Close())
    settlement.post_pending()
    assert room.stack(1) == room.chips - 2_000
    entered = correction.EnteredResult(six_card_class=SixCardClass.FLUSH)
    facts = correction.facts_from_dict(
        correction.facts_to_dict(correction.Facts(results={1: entered}))
    )
    asked = corrections.ask(room.last_round.id, facts, reason="seen on video", actor=room.floor)
    corrections.approve(asked.id, actor=staff("floor"))  # type: ignore[arg-type]
    assert room.stack(1) == room.chips - 1_500 + 500 * 20  # the bonus survives the fold
    assert sound()


def test_the_tray_may_go_below_zero_and_the_players_are_paid() -> None:
    room = opened(rules=IOWA, capture="results", most=1_000_000, chips=200_000)
    room.seat(1)
    room.wager(1, pair_plus=50_000)
    room.give(actions.CallNoMoreBets())
    room.give(actions.EnterBankResult(True))
    room.give(actions.EnterResult(1, None, HandClass.THREE_OF_A_KIND))
    room.give(actions.Close())
    settlement.post_pending()
    assert room.stack(1) == 200_000 + 1_500_000
    assert room.tray == 100_000 - 1_500_000
    assert room.look().tray == room.tray
    assert sound()


def test_a_decision_is_changed_and_an_absent_player_folds() -> None:
    room = opened()
    for seat in (1, 2):
        room.seat(seat)
        room.wager(seat, ante=1_000)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Decide(1, "play"))
    room.give(commands.DecideAway(2))
    assert room.state.hands[1].decision is Decision.FOLD
    room.give(actions.ChangeDecision(2, "play"))
    assert room.stack(2) == room.chips - 2_000
    room.give(actions.ChangeDecision(1, "fold"))
    assert room.stack(1) == room.chips - 1_000


def test_wagers_that_may_not_stand_alone_are_refused_at_no_more_bets() -> None:
    room = opened(rules=NEW_YORK)
    room.seat(1)
    room.wager(1, ante=1_000, six_card_bonus=500)
    with pytest.raises(RuleError) as refused:
        room.give(actions.CallNoMoreBets())
    assert refused.value.code is Refusal.PAIR_PLUS_REQUIRED
    room.wager(1, pair_plus=500)
    room.give(actions.CallNoMoreBets())
    assert room.state.phase is Phase.DECISIONS


def test_bets_of_other_rules_are_not_repeated() -> None:
    room = opened()
    room.seat(1)
    seat = room.table.seats.get()
    seat.last_bets = {"ante": 1_000, "bonus": 500}
    seat.save()
    with pytest.raises(TableError) as refused:
        room.give(commands.RepeatBets())
    assert refused.value.code is TableRefusal.NOTHING_TO_REPEAT


def test_the_last_player_who_leaves_ends_the_betting() -> None:
    room = opened()
    room.seat(1)
    room.wager(1, ante=1_000)
    room.give(commands.LeaveSeat(1))
    assert room.last_round.status == "void"


def test_a_house_table_closes_out_of_its_betting() -> None:
    room = opened()
    room.seat(1)
    room.wager(1, ante=1_000)
    room.close()
    assert room.last_round.status == "void"
    assert room.table_now().status == "closed"
    room.open()  # and opens again
    room.seat(2)
    assert room.state.phase is Phase.BETTING


# -- Refusals --------------------------------------------------------------------------------------


def test_there_is_no_player_dealer_and_nothing_of_his() -> None:
    room = opened()
    for seat in (1, 2):
        room.seat(seat)
    for command in (
        commands.OfferBank(1, "accepted"),
        commands.PassBank(),
        commands.OverruleRotation("because"),
    ):
        with pytest.raises(TableError) as refused:
            room.give(command)
        assert refused.value.code is TableRefusal.HOUSE_BANKS
    with pytest.raises(RuleError) as denied:
        room.give(actions.PostBankWager(10_000))
    assert denied.value.code is Refusal.PLAYER_DEALER_ONLY


def test_opening_takes_the_wagers_of_the_pack_and_no_others() -> None:
    room = HouseRoom()
    assert refusal(room, limits=LIMITS).code is TableRefusal.LIMITS_KINDS
    wrong = refusal(room, limits={"ante": (500, 10_000)})
    assert "pair plus" in wrong.message
    room.open()
    assert room.table_now().limits == {"ante": [100, 30_000], "pair_plus": [100, 30_000]}


def test_a_house_table_takes_no_collection_fees() -> None:
    room = HouseRoom()
    assert refusal(room, fee_schedule_id=room.schedule.id).code is TableRefusal.FEES_NOT_TAKEN


def test_a_player_banked_table_needs_its_fees() -> None:
    room = HouseRoom()
    room.pack = Room().pack
    assert refusal(room, limits=LIMITS).code is TableRefusal.FEES_MISSING


def test_a_pack_fits_the_seats_and_the_decks_of_its_table() -> None:
    assert refusal(HouseRoom(seats=8)).code is TableRefusal.PACK_SEATS
    room = HouseRoom()
    assert refusal(room, decks=2).code is TableRefusal.PACK_DECKS
    room.open(shuffler=True, looks=[*LOOKS["hand"], type(LOOKS["hand"][0])("blue")])


def test_a_round_has_a_turn_and_fees_or_neither() -> None:
    room = opened()
    room.seat(1)
    either = pytest.raises(IntegrityError, match="round_has_turn_and_fees_or_neither")
    with either, transaction.atomic():
        Round.objects.filter(table=room.table).update(fee_schedule=room.schedule)
