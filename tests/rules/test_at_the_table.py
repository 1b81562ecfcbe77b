"""The clauses about procedure that need a room: people, chips, slips, decks, offers, fees."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cardroom.errors import Refused
from ledger import selectors as books
from tables.engine import actions
from tables.engine.irregularities import Incident
from tables.engine.refusals import Refusal
from tables.live.projections import Audience, project
from tables.models import DeckCheck, RotationOffer, RoundSeat, Ruling, TableSlip
from tables.refusals import NotAllowed, TableRefusal
from tables.services import commands, opening
from tables.services.slips import Count, DeckLook
from tests.persons import excluded
from tests.tables.house import GUIDE, IOWA, NEW_YORK, HouseRoom
from tests.tables.room import LIMITS, Room, play_worked_example

pytestmark = pytest.mark.django_db


def refusal(act: Callable[[], object]) -> object:
    with pytest.raises(Refused) as error:
        act()
    return error.value.code


def open_with(
    room: Room, *looks: DeckLook, count: Count | None = None, shuffler: bool = False
) -> None:
    opening.open_table(
        room.table.id,
        actor=room.floor,
        pack_id=room.pack.id,
        fee_schedule_id=room.schedule.id,
        limits=LIMITS,
        source="hand",
        decks=2 if shuffler else 1,
        shuffler=shuffler,
        count=count or room.count(),
        looks=looks,
    )


@pytest.fixture
def closed(db: None) -> Room:
    return Room()


@pytest.fixture
def room(db: None) -> Room:
    room = Room()
    room.open()
    return room


@pytest.fixture
def betting(room: Room) -> Room:
    """Three players, seat 3 banks with W 100, seats 1 and 2 have bet."""
    for seat in (1, 2, 3):
        room.seat(seat)
    room.give_bank_to(3)
    room.give(actions.PostBankWager(10_000))
    room.bet(1, 2_000, 500)
    room.bet(2, 2_000)
    return room


# -- California ------------------------------------------------------------------------------------


def test_california_rule_3_the_collection_is_taken_before_the_deal(betting: Room) -> None:
    box = betting.table_now().box_id
    assert books.funds([betting.players[1].pk])[betting.players[1].pk].available == 100_000
    betting.give(actions.CallNoMoreBets())
    taken = books.account(f"collections:box:{box}")
    # A dollar for each ante, half a dollar for the bonus, three dollars of the player-dealer.
    assert taken is not None and taken.balance == 100 + 100 + 50 + 300
    assert betting.state.face_up is None


def test_california_rule_4_the_house_dealer_deals(betting: Room) -> None:
    assert betting.look().round is not None
    row = betting.look().round
    assert row is not None and row.dealer == betting.dealer


def test_california_rule_5_without_an_ante_and_its_collection_nobody_is_dealt_in(
    betting: Room,
) -> None:
    betting.give(actions.PlaceWager(2, "ante", 0))  # type: ignore[arg-type]
    betting.give(actions.CallNoMoreBets())
    players = RoundSeat.objects.filter(is_bank=False).values_list("seat", flat=True)
    assert list(players) == [1]


def test_california_rule_11_an_onlooker_can_check_to_whom_the_position_was_offered(
    room: Room,
) -> None:
    for seat in (1, 2, 3):
        room.seat(seat)
    room.give_bank_to(3)
    offers = RotationOffer.objects.order_by("id")
    assert [(o.seat, o.answer) for o in offers] == [
        (1, "declined"),
        (2, "declined"),
        (3, "accepted"),
    ]
    assert all(offer.patron_id and offer.recorded_by == room.dealer for offer in offers)
    shown = room.look().offers
    assert [(o.seat, o.answer) for o in shown][-1] == (3, "accepted")


def test_california_action_button_2_what_w_does_not_cover_goes_back_to_the_players(
    db: None,
) -> None:
    room = Room(fees=[])
    room.open()
    play_worked_example(room)
    # Seat 2 acts first and loses 45, seat 3 wins 45, of seat 1's winnings 10 are covered.
    assert [room.stack(seat) for seat in (1, 2, 3, 4)] == [101_000, 95_500, 104_500, 99_000]


# -- Iowa: table opening ---------------------------------------------------------------------------


def test_iowa_table_opening_dealer_and_floor_sign_for_the_bankroll(closed: Room) -> None:
    alone = replace(closed.count(), dealer=closed.floor)
    refused = refusal(lambda: open_with(closed, DeckLook("red"), count=alone))
    assert refused is TableRefusal.SECOND_PERSON_SIGNS
    open_with(closed, DeckLook("red"))
    slip = TableSlip.objects.get()
    assert (slip.floor, slip.dealer, slip.total) == (closed.floor, closed.dealer, 100_000)
    assert slip.box_id == closed.table_now().box_id


def test_iowa_table_opening_two_backs_with_a_shuffler(closed: Room) -> None:
    same = refusal(lambda: open_with(closed, DeckLook("red"), DeckLook("red"), shuffler=True))
    assert same is TableRefusal.DECK_BACKS_SAME
    open_with(closed, DeckLook("red"), DeckLook("blue"), shuffler=True)
    assert DeckCheck.objects.count() == 2


def test_iowa_table_opening_one_deck_where_it_is_shuffled_by_hand(closed: Room) -> None:
    two = refusal(lambda: open_with(closed, DeckLook("red"), DeckLook("blue")))
    assert two is TableRefusal.DECK_MISSING
    open_with(closed, DeckLook("red"))


@pytest.mark.parametrize("check", ["all_present", "backs_unmarked", "undamaged", "jokers_out"])
def test_iowa_table_opening_a_deck_that_fails_is_noted_and_replaced_whole(
    closed: Room, check: str
) -> None:
    bad = replace(DeckLook("red"), **{check: False})  # type: ignore[arg-type]
    assert refusal(lambda: open_with(closed, bad)) is TableRefusal.DECK_DEFECTIVE
    noted = replace(bad, defect="does not pass")
    assert refusal(lambda: open_with(closed, noted)) is TableRefusal.DECK_MISSING
    open_with(closed, noted, DeckLook("red"))
    kept = DeckCheck.objects.order_by("id")
    assert [(look.good, look.defect) for look in kept] == [(False, "does not pass"), (True, "")]


# -- Wagers ----------------------------------------------------------------------------------------


def test_iowa_wagers_b_and_new_york_c_2_a_wager_is_made_in_chips_that_are_there(
    betting: Room,
) -> None:
    betting.seat(4, chips=0)
    assert refusal(lambda: betting.bet(4, 1_000)) is TableRefusal.CHIPS_SHORT
    betting.give(commands.SellChips(4, 1_100))
    betting.bet(4, 1_000)


def test_iowa_wagers_c_new_york_c_3_and_guide_only_the_seated_wager(betting: Room) -> None:
    assert refusal(lambda: betting.bet(4, 1_000)) is TableRefusal.SEAT_EMPTY


def test_iowa_wagers_c_new_york_c_3_and_guide_who_has_cards_stays_until_the_end(
    betting: Room,
) -> None:
    betting.give(actions.CallNoMoreBets())
    betting.give(actions.ShowUpCard("2c"))
    for leave in (commands.LeaveSeat(1), commands.MoveSeat(1, 4)):
        assert refusal(lambda c=leave: betting.give(c)) is TableRefusal.PLAYER_IN_HAND  # type: ignore[misc]


def test_iowa_wagers_d_and_new_york_c_4_no_chips_change_a_bet_after_no_more_bets(
    betting: Room,
) -> None:
    betting.give(actions.CallNoMoreBets())
    before = betting.state.hands
    assert refusal(lambda: betting.bet(1, 4_000)) is Refusal.WRONG_PHASE
    assert refusal(lambda: betting.give(actions.Undo())) is Refusal.WRONG_PHASE
    assert betting.state.hands == before


@pytest.mark.parametrize("rules", [IOWA, NEW_YORK], ids=["iowa_e", "new_york_c_5"])
def test_iowa_wagers_e_and_new_york_c_5_two_adjacent_positions_if_the_floor_permits(
    db: None, rules: dict[str, Any]
) -> None:
    room = HouseRoom(rules=rules)
    room.open()
    room.seat(3)
    with pytest.raises(NotAllowed):
        room.give(commands.SecondPosition(3, 4), actor=room.dealer)
    far = refusal(lambda: room.give(commands.SecondPosition(3, 5)))
    assert far is TableRefusal.POSITION_NOT_ADJACENT
    room.give(commands.SecondPosition(3, 4))
    for seat in (3, 4):
        room.wager(seat, ante=1_000)
    room.give(actions.CallNoMoreBets())
    played = RoundSeat.objects.values_list("seat", "patron")
    assert list(played) == [(3, room.players[3].pk), (4, room.players[3].pk)]
    third = refusal(lambda: room.give(commands.SecondPosition(4, 5)))
    assert third is TableRefusal.TWO_POSITIONS


@pytest.mark.parametrize("second", [2, 4])
def test_guide_general_rules_the_first_of_two_hands_is_decided_before_the_second(
    db: None, second: int
) -> None:
    """He acts on the first hand before he looks at the second, whichever seat he had first."""
    room = HouseRoom(rules=GUIDE, source="electronic")
    room.open()
    room.seat(3)
    room.give(commands.SecondPosition(3, second))
    first, last = sorted((3, second))
    for seat in (first, last):
        room.wager(seat, ante=1_000)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())
    early = refusal(lambda: room.give(commands.Decide(last, "play")))
    assert early is Refusal.NOT_YOUR_TURN
    face_down = [None, None, None]

    def second_hand() -> object:
        view = project(room.look(), Audience.of_display(3, room.players[3].pk))
        return next(hand["cards"] for hand in view["round"]["hands"] if hand["seat"] == last)

    assert second_hand() == face_down
    room.give(commands.Decide(first, "play"))
    assert second_hand() == list(room.state.hands[1].cards or ())
    room.give(commands.Decide(last, "play"))


def test_california_rule_4_one_position_for_one_player(room: Room) -> None:
    """Our reading: the rule knows players and seats, and one seat each."""
    room.seat(1)
    second = refusal(lambda: room.give(commands.SecondPosition(1, 2)))
    assert second is TableRefusal.ONE_POSITION


def test_iowa_wagers_play_can_be_denied_to_anybody(room: Room) -> None:
    patron = excluded("Not welcome")
    refused = refusal(lambda: room.give(commands.SeatPlayer(1, patron.pk)))
    assert refused is TableRefusal.PATRON_NOT_WELCOME


# -- The end of a round ----------------------------------------------------------------------------


def test_iowa_completion_d_a_round_can_be_reconstructed_from_its_events(db: None) -> None:
    room = Room(fees=[])
    room.open()
    play_worked_example(room)
    kinds = list(room.last_round.events.order_by("number").values_list("kind", flat=True))
    numbers = list(room.last_round.events.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert kinds[0] == "round_opened" and kinds.count("hand_entered") == 3


def test_guide_all_management_decisions_are_final(betting: Room) -> None:
    betting.give(actions.CallNoMoreBets())
    betting.give(actions.ShowUpCard("2c"))
    betting.give(actions.Rule(Incident.CARD_FACE_UP.value, "go_on", "one card, burnt"))
    ruling = Ruling.objects.get()
    assert (ruling.decision, ruling.reason, ruling.ruled_by) == (
        "go_on",
        "one card, burnt",
        betting.floor,
    )
    with pytest.raises(NotAllowed):
        betting.give(actions.Rule("", "void", "I say so"), actor=betting.dealer)
