"""The rotation of the player-dealer position (California, rule 11)."""

from datetime import UTC, datetime, timedelta

import pytest

from tables.engine.refusals import Refusal, RuleError
from tables.engine.rotation import (
    BGC_2026,
    EVERY_HAND,
    POLICIES,
    TWO_HANDS,
    BankedHand,
    Offer,
    OfferAnswer,
    RotationPolicy,
    Turn,
    answer_offer,
    hand_served,
    holder_left,
    offering_order,
    verdict,
    window_verdict,
)

SEATED = (1, 3, 5, 7)
NO = OfferAnswer.DECLINED


def served(turn: Turn, hands: int) -> Turn:
    for _ in range(hands):
        turn = hand_served(turn)
    return turn


def answer(
    turn: Turn, *answers: tuple[int, OfferAnswer], policy: RotationPolicy = TWO_HANDS
) -> Turn:
    for seat, said in answers:
        turn = answer_offer(policy, turn, seat, said, SEATED, 8)
    return turn


def test_at_the_opening_the_position_is_offered_from_seat_1() -> None:
    ruling = verdict(TWO_HANDS, Turn(), SEATED, 8)
    assert (ruling.may_deal, ruling.offer_due, ruling.next_offer) == (False, True, 1)
    turn = answer(Turn(), (1, NO), (3, OfferAnswer.ACCEPTED))
    assert turn == Turn(holder_seat=3)
    assert verdict(TWO_HANDS, turn, SEATED, 8).may_deal


def test_two_hands_may_be_banked_and_then_all_others_are_asked_clockwise() -> None:
    turn = Turn(holder_seat=5)
    assert verdict(TWO_HANDS, turn, SEATED, 8).hands_left == 2
    turn = hand_served(turn)
    assert verdict(TWO_HANDS, turn, SEATED, 8)[:3] == (True, False, 1)
    turn = hand_served(turn)
    ruling = verdict(TWO_HANDS, turn, SEATED, 8)
    assert (ruling.may_deal, ruling.offer_due, ruling.next_offer) == (False, True, 7)
    assert ruling.sentence == "Seat 5 has banked 2 hands: offer the position to seat 7 next."
    turn = answer(turn, (7, NO), (1, OfferAnswer.ABSENT))
    ruling = verdict(TWO_HANDS, turn, SEATED, 8)
    assert (ruling.may_deal, ruling.next_offer) == (False, 3)


def test_when_all_decline_the_holder_may_bank_two_more() -> None:
    turn = answer(served(Turn(5), 2), (7, NO), (1, OfferAnswer.ABSENT), (3, OfferAnswer.CANNOT))
    assert turn == Turn(holder_seat=5)
    assert verdict(TWO_HANDS, turn, SEATED, 8).hands_left == 2


def test_the_first_to_accept_begins_his_own_turn() -> None:
    turn = answer(served(Turn(5), 2), (7, NO), (1, OfferAnswer.ACCEPTED))
    assert turn == Turn(holder_seat=1)


def test_the_answer_may_come_as_plain_text() -> None:
    turn = answer_offer(TWO_HANDS, served(Turn(5), 2), 7, "declined", SEATED, 8)  # type: ignore[arg-type]
    assert turn.offers == (Offer(7, NO, 2),)


def test_a_holder_may_be_relieved_before_his_two_hands_are_up() -> None:
    turn = hand_served(Turn(5))
    assert verdict(TWO_HANDS, turn, SEATED, 8).next_offer == 7
    assert answer(turn, (7, OfferAnswer.ACCEPTED)) == Turn(holder_seat=7)
    assert answer(turn, (7, NO), (1, NO), (3, NO)) == Turn(holder_seat=5)


@pytest.mark.parametrize("seat", [1, 3, 5])
def test_an_offer_out_of_turn_is_refused(seat: int) -> None:
    with pytest.raises(RuleError) as caught:
        answer(served(Turn(5), 2), (seat, NO))
    assert caught.value.code is Refusal.OFFER_OUT_OF_TURN
    assert caught.value.message == f"Next to be asked is seat 7, not seat {seat}."


def test_nobody_is_asked_where_nobody_sits() -> None:
    with pytest.raises(RuleError, match="Nobody sits at seat 2"):
        answer(served(Turn(5), 2), (2, NO))


def test_whoever_sits_down_is_asked_too() -> None:
    turn = answer(served(Turn(5), 2), (7, NO), (1, NO))
    joined = (*SEATED, 2)
    assert offering_order(turn, joined, 8) == (7, 1, 2, 3)
    assert verdict(TWO_HANDS, turn, joined, 8).next_offer == 2


def test_when_the_last_to_be_asked_leaves_the_holder_may_bank_on_but_not_for_ever() -> None:
    turn = answer(served(Turn(5), 2), (7, NO), (1, NO))
    stayed = (1, 5, 7)
    assert verdict(TWO_HANDS, turn, stayed, 8).may_deal
    turn = hand_served(turn)
    assert verdict(TWO_HANDS, turn, stayed, 8).may_deal
    turn = hand_served(turn)
    assert verdict(TWO_HANDS, turn, stayed, 8)[:4] == (False, True, 0, 7)


def test_a_hand_dealt_against_the_rule_leaves_the_offer_due() -> None:
    turn = served(Turn(5), 3)  # the floor overruled once
    assert verdict(TWO_HANDS, turn, SEATED, 8).offer_due


def test_when_the_holder_leaves_the_offers_start_from_his_seat() -> None:
    turn = holder_left(served(Turn(5), 1))
    seated = (1, 3, 7)
    assert verdict(TWO_HANDS, turn, seated, 8).next_offer == 7
    turn = answer_offer(TWO_HANDS, turn, 7, NO, seated, 8)
    turn = answer_offer(TWO_HANDS, turn, 1, OfferAnswer.ACCEPTED, seated, 8)
    assert turn == Turn(holder_seat=1)


def test_who_gave_the_position_up_and_stays_is_asked_last() -> None:
    assert offering_order(holder_left(Turn(5)), SEATED, 8) == (7, 1, 3, 5)


def test_with_no_taker_and_no_holder_the_table_stops_and_may_ask_again() -> None:
    turn = answer(Turn(), (1, NO), (3, NO), (5, NO), (7, NO))
    ruling = verdict(TWO_HANDS, turn, SEATED, 8)
    assert (ruling.may_deal, ruling.next_offer) == (False, 1)
    assert "stops dealing" in ruling.sentence
    assert answer(turn, (1, NO)).offers == (Offer(1, NO, 0),)
    assert answer(turn, (1, OfferAnswer.ACCEPTED)) == Turn(holder_seat=1)


def test_an_empty_table_offers_nothing() -> None:
    assert verdict(TWO_HANDS, Turn(), (), 8).sentence == "Nobody is seated."
    alone = verdict(TWO_HANDS, served(Turn(5), 2), (5,), 8)
    assert alone.may_deal and alone.next_offer is None


def test_every_hand_asks_before_each_hand() -> None:
    turn = Turn(holder_seat=5)
    assert verdict(EVERY_HAND, turn, SEATED, 8).hands_left == 1
    turn = hand_served(turn)
    assert verdict(EVERY_HAND, turn, SEATED, 8).offer_due
    turn = answer(turn, (7, NO), (1, NO), (3, NO), policy=EVERY_HAND)
    assert verdict(EVERY_HAND, turn, SEATED, 8).may_deal


def test_a_proposition_player_never_banks_twice_in_a_row() -> None:
    turn = hand_served(Turn(holder_seat=5))
    prop = frozenset({5})
    assert verdict(BGC_2026, turn, SEATED, 8, proposition=prop).offer_due
    for seat in (7, 1, 3):
        turn = answer_offer(BGC_2026, turn, seat, NO, SEATED, 8, proposition=prop)
    ruling = verdict(BGC_2026, turn, SEATED, 8, proposition=prop)
    assert (ruling.may_deal, ruling.offer_due) == (False, False)
    assert ruling.sentence.endswith("nobody takes over: the table stops.")
    assert verdict(BGC_2026, Turn(holder_seat=5), SEATED, 8, proposition=prop).may_deal


OPENED = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)


def banked(*minutes_and_seats: tuple[int, int], proposition: bool = False) -> list[BankedHand]:
    return [
        BankedHand(OPENED + timedelta(minutes=minute), seat, proposition)
        for minute, seat in minutes_and_seats
    ]


def window(minutes: int, hands: list[BankedHand], policy: RotationPolicy = BGC_2026) -> bool:
    return window_verdict(policy, OPENED, OPENED + timedelta(minutes=minutes), hands)[0]


def test_within_forty_minutes_two_others_must_bank() -> None:
    assert window(39, [])
    assert not window(40, [])
    assert not window(40, banked((5, 1), (39, 1)))
    assert window(40, banked((5, 1), (39, 3)))
    assert not window(40, banked((5, 1), (40, 3)))
    assert not window(80, banked((5, 1), (39, 3), (41, 1)))
    assert not window(40, banked((5, 1), (39, 3), proposition=True))
    assert window(400, [], policy=TWO_HANDS)


def test_the_sentence_of_a_window_says_when_the_game_ends() -> None:
    ruling = window_verdict(BGC_2026, OPENED, OPENED + timedelta(minutes=40), [])
    assert ruling == (False, "0 other(s) banked within 40 minutes; 2 must. The game ends.")


def test_every_policy_names_its_source() -> None:
    assert {policy.name: str(policy.clause) for policy in POLICIES.values()} == {
        "two_hands": "California, rule 11",
        "every_hand": "California, rule 11 (our reading)",
        "bgc_2026": "Bureau of Gambling Control, 11 CCR 2076 and 2077 (2026)",
    }
