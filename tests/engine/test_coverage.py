"""The action button, the order of action, and how far W reaches (California, rules 9 and 10)."""

from typing import Any

import pytest

from tables.engine.coverage import Cover, action_order, clockwise_from, place_button, player_seats
from tables.engine.options import ButtonRule, CountFrom, CoverageModel
from tables.engine.record import settle_record
from tests.engine.records import california, changed


def button(rank: str, live: set[int], bank: int = 8, seats: int = 8, **rule: Any) -> int:
    return place_button(ButtonRule(**rule), rank, bank, seats, live).seat


def test_thirteen_ranks_reach_the_thirteen_seats_of_a_full_table() -> None:
    live = set(range(1, 14))
    assert [button(rank, live, bank=14, seats=14) for rank in "A23456789TJQK"] == [*range(1, 14)]


def test_the_count_starts_at_the_player_dealers_left_and_leaves_his_seat_out() -> None:
    live = {1, 2, 3, 5, 6, 7, 8}
    assert button("A", live, bank=4) == 5
    assert button("5", live, bank=4) == 1
    assert button("7", live, bank=4) == 3


def test_the_count_wraps() -> None:
    assert button("K", {1, 2, 3, 4, 5, 6, 7}) == 6
    assert button("8", {1, 2, 3, 4, 5, 6, 7}) == 1


def test_from_an_empty_seat_the_button_moves_on_clockwise() -> None:
    count = place_button(ButtonRule(), "3", 8, 8, {2, 5})
    assert (count.number, count.stopped_at, count.seat) == (3, 3, 5)
    assert button("6", {2, 5}) == 2  # past the player-dealer's seat


def test_empty_seats_may_be_left_out_of_the_count() -> None:
    assert button("2", {2, 5}, count_empty=False) == 5
    assert button("3", {2, 5}, count_empty=False) == 2


def test_the_count_may_begin_at_the_player_dealer() -> None:
    live = {1, 2, 3}
    assert button("2", live, bank=4, seats=4, count_from=CountFrom.BANK) == 1
    assert button("A", live, bank=4, seats=4, count_from=CountFrom.BANK) == 1  # not his own seat
    assert button("5", {2, 3}, bank=4, seats=4, count_from=CountFrom.BANK) == 2
    only_live: dict[str, Any] = {"count_from": CountFrom.BANK, "count_empty": False}
    assert button("3", {2, 3}, bank=4, seats=4, **only_live) == 3


def test_the_floor_may_give_the_ranks_other_numbers() -> None:
    values = {**ButtonRule().values, "K": 10, "A": 14}
    assert button("K", {1, 2, 3, 4, 5, 6, 7}, values=values) == 3
    assert button("A", {1, 2, 3, 4, 5, 6, 7}, values=values) == 7


def test_the_order_of_action_is_clockwise_from_the_button() -> None:
    assert action_order(5, 8, {1, 3, 5, 7}) == (5, 7, 1, 3)
    assert clockwise_from(8, 8) == (8, 1, 2, 3, 4, 5, 6, 7)
    assert player_seats(3, 4) == (4, 1, 2)


def granted(model: str, wager: int, *needs: int) -> list[int]:
    """What each need is granted: above zero the bank pays, below zero it takes."""
    cover = Cover(CoverageModel(model), wager)
    return [cover.grant(abs(need), need > 0)[1] for need in needs]


def test_retire_uses_w_up_by_what_is_taken_and_by_what_is_paid() -> None:
    assert granted("retire", 100, -60, 30, 30, -5) == [60, 30, 10, 0]


def test_dual_cap_has_a_meter_for_each_direction_and_ends_with_either() -> None:
    assert granted("dual_cap", 100, -60, 70, 20, -50, 5) == [60, 70, 20, 40, 0]


def test_replenish_lets_what_is_taken_pay_again() -> None:
    assert granted("replenish", 100, -60, 150, 20, -5) == [60, 150, 10, 0]


def test_replenish_takes_no_more_than_what_is_left() -> None:
    assert granted("replenish", 10, -20, 25) == [10, 20]
    assert granted("replenish", 100, 95, -20) == [95, 5]


def test_once_ended_the_cover_grants_nothing() -> None:
    for model in CoverageModel:
        cover = Cover(model, 10)
        assert cover.grant(10, True) == (10, 10)
        assert cover.ended and cover.unused == 0
        assert cover.grant(5, False) == cover.grant(5, True) == (0, 0)


# The worked example: W = 100, seats 1, 2 and 3 with ante 20, play 20, bonus 5, button at 2.
# Seat 2 loses everything, seat 3 wins everything, seat 1 wins ante and play and loses the bonus.
WORKED = [
    ("retire", "seat", -1000, (1000, -4500, 4500), True),
    ("retire", "base_then_bonus", -2000, (2000, -4000, 4000), True),
    ("dual_cap", "seat", -3500, (3500, -4500, 4500), False),
    ("replenish", "seat", -3500, (3500, -4500, 4500), False),
    ("retire", "wager", -2000, (2000, -4000, 4000), True),
]


@pytest.mark.parametrize(("coverage", "sequence", "bank", "seats", "exhausted"), WORKED)
def test_the_worked_example_in_each_model(
    coverage: str, sequence: str, bank: int, seats: tuple[int, ...], exhausted: bool
) -> None:
    settled = settle_record(california(coverage=coverage, sequence=sequence))
    assert settled.action.order == (2, 3, 1)
    assert settled.bank.net == bank
    assert tuple(hand.net for hand in settled.hands) == seats
    assert settled.bank.exhausted is exhausted


def test_a_bonus_at_200_to_1_is_paid_as_far_as_w_reaches() -> None:
    record = changed(california(), "bank.wager", 30000)
    record["hands"] = [
        {
            "seat": 2,
            "cards": ["As", "Ks", "Qs"],
            "wagers": {"ante": 100, "bonus": 500},
            "decision": "play",
        }
    ]
    settled = settle_record(record)
    bonus = settled.lines[-1]
    assert (bonus.need, bonus.paid, bonus.returned) == (100_000, 29_800, 500)
    assert settled.bank.exhausted is True


def test_folded_stakes_keep_their_place_or_are_settled_first() -> None:
    record = changed(california(), "bank.wager", 4500)
    record["hands"][0]["decision"] = "fold"  # seat 1 is last in the order of action
    assert [hand.net for hand in settle_record(record).hands] == [0, -4500, 0]
    record["rules"]["options"]["folded"] = "first"
    assert [hand.net for hand in settle_record(record).hands] == [-2500, -2000, 0]
    assert settle_record(record).action.order == (2, 3, 1)
