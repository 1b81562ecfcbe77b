"""Chip runners: chips from a window, sold for cash at the tables, handed in again."""

from django.db import transaction

from cardroom.audit.log import record
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.books import cage_flows, chart
from ledger.books.entry import Flow
from ledger.books.tally import Tally
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.cage import check_patron, check_window
from ledger.services.posting import (
    PostedEntry,
    first_result,
    lock_accounts,
    lock_places,
    post,
    stock_of,
)
from ledger.services.signing import check_may, check_reason


@transaction.atomic
def issue(
    *, window: int, runner: Staff, chips: Tally, request_id: str, actor: Staff
) -> PostedEntry:
    """Chips from the actor's window to a runner.

    Raises BooksError: the window is not open, the runner may not carry or is the actor.
    """
    memo = f"Chips to runner {runner.pk} at window {window}"
    place = chart.window_chips(window)
    target = chart.runner_chips(runner.pk)
    entry = cage_flows.carried(Flow.RUNNER_ISSUE, place, target, chips, memo=memo)
    before = first_result(entry, request_id=request_id)
    if before is not None:
        return before
    check_window(window, actor)
    if runner == actor or not runner.may(Permission.RUN_CHIPS):
        raise BooksError(BooksRefusal.RUNNER_WRONG, field="runner")
    posted = post(entry, request_id=request_id, actor=actor)
    record(actor, "runner_issue", f"staff:{runner.pk}", entry=posted.id, cents=chips.cents)
    return posted


@transaction.atomic
def sell(*, table: str, patron_id: int, chips: Tally, request_id: str, actor: Staff) -> PostedEntry:
    """The actor, a runner, sells chips for cash at a table. The buyer is named.

    Raises BooksError: the patron is stopped, the runner carries less.
    """
    check_may(actor, Permission.RUN_CHIPS)
    entry = cage_flows.runner_sale(actor.pk, table, patron_id, chips)
    before = first_result(entry, request_id=request_id)
    if before is not None:
        return before
    check_patron(patron_id)
    posted = post(entry, request_id=request_id, actor=actor)
    record(actor, "runner_sale", f"patron:{patron_id}", entry=posted.id, cents=chips.cents)
    return posted


@transaction.atomic
def hand_in(
    *,
    window: int,
    runner: Staff,
    cash: Tally,
    chips: Tally,
    request_id: str,
    actor: Staff,
    reason: str = "",
) -> PostedEntry:
    """All that a runner carries goes into the actor's window, as the actor counts it.

    A difference is a variance with its reason. Raises BooksError: the runner carries nothing, a
    difference without a reason, the window is not open or the runner's own.
    """
    drawer, place = chart.runner_cash(runner.pk), chart.runner_chips(runner.pk)
    own, at_window = chart.window_cash(window), chart.window_chips(window)
    check_window(window, actor)
    if runner == actor:
        raise BooksError(BooksRefusal.RUNNER_WRONG, field="runner")
    balances = lock_accounts({drawer, own, chart.AT_LARGE, chart.RUNNER_VARIANCE})
    expected_cash = balances.get(drawer, 0)
    expected_chips = lock_places({place, at_window}).get(place, 0)
    exact = (cash.cents, chips.cents) == (expected_cash, expected_chips)
    if not any((cash.cents, chips.cents, expected_cash, expected_chips)):
        raise BooksError(BooksRefusal.NOTHING_CARRIED, field="runner", name=runner.display_name)
    entry = cage_flows.runner_hands_in(
        runner.pk,
        window,
        counted_cash=cash.cents,
        counted_chips=chips,
        expected_cash=expected_cash,
        expected_chips=expected_chips,
        stock=stock_of(place),
        reason=reason,
    )
    before = first_result(entry, request_id=request_id)
    if before is not None:
        return before
    if not exact:
        check_reason(reason)
    posted = post(entry, request_id=request_id, actor=actor)
    record(
        actor,
        "runner_handed_in",
        f"staff:{runner.pk}",
        entry=posted.id,
        cash=cash.cents,
        chips=chips.cents,
        cash_over=cash.cents - expected_cash,
        chips_over=chips.cents - expected_chips,
        reason=reason,
    )
    return posted
