"""Chip runners: issue, sale at a table, hand-in."""

from typing import Any

import pytest

from cardroom.people.roles import Role
from ledger import cage_selectors, place_selectors, selectors
from ledger.books.tally import Tally
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import runners
from ledger.services.verification import verify
from tests.ledger.room import CageRoom, check_now, patron, staff
from tests.persons import excluded


def refusal(step: Any, **how: Any) -> BooksError:
    with pytest.raises(BooksError) as refused:
        step(**how)
    return refused.value


def test_a_runner_sells_at_a_table_and_hands_in(room: CageRoom) -> None:
    runner, who = staff(Role.FLOOR), patron()
    issue = {"window": 2, "runner": runner, "request_id": "i", "actor": room.cashier}
    chips = Tally({10_000: 10})
    runners.issue(**issue, chips=chips)  # type: ignore[arg-type]
    assert runners.issue(**issue, chips=chips).repeated  # type: ignore[arg-type]
    sale = {"table": "4", "patron_id": who, "request_id": "s", "actor": runner}
    runners.sell(**sale, chips=Tally({10_000: 3}))  # type: ignore[arg-type]
    check_now()
    code, place = f"cash:runner:{runner.pk}", f"runner:{runner.pk}"
    assert (room.balance(code), room.chips_of(who)) == (30_000, 30_000)
    assert dict(place_selectors.holding(place).chips) == {10_000: 7}
    # The buyer is named: it is cash-in for the currency log.
    shown = cage_selectors.person(who)
    assert shown is not None and shown.cash_in_cents == 30_000
    drawer = room.balance("cash:window:2")
    hand = {"window": 2, "runner": runner, "request_id": "h", "actor": room.cashier}
    found = {"cash": Tally({2_000: 15}), "chips": Tally({10_000: 7})}
    runners.hand_in(**hand, **found)  # type: ignore[arg-type]
    check_now()
    assert runners.hand_in(**hand, **found).repeated  # type: ignore[arg-type]
    assert (room.balance(code), room.balance("cash:window:2")) == (0, drawer + 30_000)
    assert place_selectors.holding(place).cents == 0
    assert selectors.chips_identity().holds
    assert list(verify()) == []


def test_what_a_runner_lacks_is_a_variance_with_its_reason(room: CageRoom) -> None:
    runner = staff(Role.FLOOR)
    runners.issue(
        window=2, runner=runner, chips=Tally(loose=1_000), request_id="i", actor=room.cashier
    )
    hand = {
        "window": 2,
        "runner": runner,
        "cash": Tally(),
        "chips": Tally(loose=900),
        "request_id": "h",
        "actor": room.cashier,
    }
    assert refusal(runners.hand_in, **hand).code is BooksRefusal.REASON_MISSING
    runners.hand_in(**hand, reason="one chip was lost")  # type: ignore[arg-type]
    check_now()
    assert (room.balance("variance:runner"), selectors.at_large_cents()) == (100, 100)
    nothing = refusal(runners.hand_in, **{**hand, "chips": Tally(), "request_id": "again"})
    assert nothing.code is BooksRefusal.NOTHING_CARRIED


def test_a_runner_sells_what_he_carries_to_who_may_play(room: CageRoom) -> None:
    runner = staff(Role.FLOOR)
    sale = {"table": "4", "chips": Tally(loose=100), "request_id": "s", "actor": runner}
    assert refusal(runners.sell, **sale, patron_id=patron()).code is BooksRefusal.PLACE_SHORT
    barred = excluded("Frank").pk
    assert refusal(runners.sell, **sale, patron_id=barred).code is BooksRefusal.CALL_THE_FLOOR
    dealer = staff(Role.DEALER)
    refused = refusal(runners.sell, **{**sale, "actor": dealer}, patron_id=patron())
    assert refused.code is BooksRefusal.NOT_ALLOWED


def test_nobody_is_a_runner_at_her_own_window(room: CageRoom) -> None:
    for runner in (room.cashier, staff(Role.AUDITOR)):
        how = {"window": 2, "runner": runner, "actor": room.cashier, "request_id": "i"}
        refused = refusal(runners.issue, **how, chips=Tally(loose=5))
        assert (refused.code, refused.field) == (BooksRefusal.RUNNER_WRONG, "runner")
    refused = refusal(
        runners.hand_in,
        window=2,
        runner=room.cashier,
        cash=Tally(),
        chips=Tally(),
        request_id="h",
        actor=room.cashier,
    )
    assert refused.code is BooksRefusal.RUNNER_WRONG
