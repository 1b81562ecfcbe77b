"""Collection fees (California, rule 3)."""

from typing import Any

import pytest

from tables.engine.fees import FeeSchedule, fees_due, validate
from tables.engine.refusals import Refusal, RuleError
from tables.engine.wagers import WagerKind

LIMITS = {"ante": (1000, 10000), "bonus": (100, 2500)}


def line(payer: str, wager: str, low: int, high: int, fee: int, **more: Any) -> dict[str, Any]:
    return {"payer": payer, "wager": wager, "from": low, "to": high, "fee": fee, **more}


ANTES = [
    line("player", "ante", 1000, 4999, 100),
    line("player", "ante", 5000, 10000, 200),
]


def refusal(lines: list[dict[str, Any]]) -> Refusal | str:
    try:
        validate(FeeSchedule.from_dict(lines), LIMITS)
    except RuleError as error:
        return Refusal(error.code) if error.message else "no text"
    return "valid"


def test_a_fee_is_looked_up_between_inclusive_bounds() -> None:
    schedule = FeeSchedule.from_dict(ANTES)
    wagers = {
        1: {WagerKind.ANTE: 1000},
        2: {WagerKind.ANTE: 4999},
        3: {WagerKind.ANTE: 5000, WagerKind.BONUS: 500},
    }
    due = fees_due(schedule, wagers, bank_seat=4)
    assert [(fee.seat, fee.cents) for fee in due] == [(1, 100), (2, 100), (3, 200)]


def test_the_banks_fee_may_go_by_the_whole_tables_action() -> None:
    schedule = FeeSchedule.from_dict(
        [
            *ANTES,
            line("bank", "table_action", 1000, 4999, 100),
            line("bank", "table_action", 5000, 162500, 300),
        ]
    )
    one = {1: {WagerKind.ANTE: 4000, WagerKind.BONUS: 500}}
    assert fees_due(schedule, one, 7)[-1].cents == 100
    two = {**one, 2: {WagerKind.ANTE: 1000}}
    assert [(f.seat, f.payer, f.wager, f.cents) for f in fees_due(schedule, two, 7)][-1] == (
        (7, "bank", "table_action", 300)
    )


def test_the_banks_fee_for_each_ante_is_added_up() -> None:
    schedule = FeeSchedule.from_dict([line("bank", "ante", 1000, 10000, 50)])
    wagers = {1: {WagerKind.ANTE: 1000}, 2: {WagerKind.ANTE: 2000}}
    assert [tuple(fee) for fee in fees_due(schedule, wagers, 7)] == [(7, "bank", "ante", 100)]


def test_no_fee_is_due_on_the_play_wager_and_a_waived_one_is_not_due() -> None:
    waived = line("player", "ante", 1000, 1999, 100, waiver=True)
    schedule = FeeSchedule.from_dict([*ANTES, waived])
    wagers = {1: {WagerKind.ANTE: 1000, WagerKind.PLAY: 1000}, 2: {WagerKind.ANTE: 2000}}
    assert [(fee.seat, fee.cents) for fee in fees_due(schedule, wagers, 7)] == [(2, 100)]


def test_a_part_of_a_fee_may_be_waived() -> None:
    schedule = FeeSchedule.from_dict([*ANTES, line("player", "ante", 5000, 10000, 50, waiver=True)])
    assert fees_due(schedule, {1: {WagerKind.ANTE: 6000}}, 7)[0].cents == 150


def test_a_schedule_without_gaps_or_overlaps_is_valid() -> None:
    assert refusal(ANTES) == "valid"
    assert refusal(list(reversed(ANTES))) == "valid"
    assert refusal([]) == "valid"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([ANTES[0]], Refusal.FEE_GAP),
        ([ANTES[1]], Refusal.FEE_GAP),
        ([line("player", "ante", 1000, 4998, 100), ANTES[1]], Refusal.FEE_GAP),
        ([line("player", "ante", 1000, 5000, 100), ANTES[1]], Refusal.FEE_OVERLAP),
        ([*ANTES, line("player", "ante", 2000, 3000, 0)], Refusal.FEE_OVERLAP),
        ([*ANTES, line("player", "bonus", 100, 2499, 100)], Refusal.FEE_GAP),
        ([*ANTES, line("bank", "table_action", 1000, 100000, 300)], Refusal.FEE_GAP),
        ([*ANTES, line("player", "table_action", 1000, 100000, 1)], Refusal.FEE_LINE_INVALID),
        ([line("player", "ante", 5000, 1000, 1)], Refusal.FEE_LINE_INVALID),
        ([line("player", "play", 1000, 10000, 1)], Refusal.UNKNOWN_VALUE),
        ([line("house", "ante", 1000, 10000, 1)], Refusal.UNKNOWN_VALUE),
        ([line("player", "ante", 1000, 10000, -1)], Refusal.OUT_OF_RANGE),
        ([{"payer": "player"}], Refusal.MISSING_FIELD),
    ],
)
def test_a_faulty_schedule_is_refused(lines: list[dict[str, Any]], expected: Refusal) -> None:
    assert refusal(lines) is expected


def five_rates(*more: dict[str, Any]) -> list[dict[str, Any]]:
    steps = [(1000, 1999), (2000, 2999), (3000, 3999), (4000, 4999), (5000, 10000)]
    rates = [line("player", "ante", low, high, n * 100) for n, (low, high) in enumerate(steps, 1)]
    return [*rates, *more]


def test_five_different_fees_are_the_most_and_zero_is_none() -> None:
    assert refusal(five_rates()) == "valid"
    assert refusal(five_rates(line("player", "bonus", 100, 2500, 0))) == "valid"
    assert refusal(five_rates(line("player", "bonus", 100, 2500, 100))) == "valid"
    sixth = five_rates(line("player", "bonus", 100, 2500, 600))
    assert refusal(sixth) is Refusal.FEE_RATES_TOO_MANY


def test_a_schedule_is_read_back_from_its_own_data() -> None:
    lines = [*ANTES, line("player", "ante", 1000, 1999, 100, waiver=True)]
    assert FeeSchedule.from_dict(lines).to_dict() == lines
