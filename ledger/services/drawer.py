"""What a cashier does at her open window beside serving players.

More from the vault and back to it, chip exchange, tokes, and over or short found while it works.
"""

from django.db import transaction

from cardroom.audit.log import record
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.books import cage_flows, chart, flows
from ledger.books.entry import Entry, Flow
from ledger.books.tally import Tally
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.cage import check_window, without_figures
from ledger.services.posting import PostedEntry, first_result, post
from ledger.services.signing import check_may, check_reason, check_second_person


@transaction.atomic
def supply(
    *, window: int, cash_cents: int, chips: Tally, request_id: str, actor: Staff, signed_by: Staff
) -> PostedEntry:
    """More currency and chips from the vault to the actor's open window, signed by a second person.

    Raises BooksError: nothing asked, the vault is short, ``signed_by`` may not sign.
    """
    entry = flows.window_issue(window, cash_cents=cash_cents, chips=chips)
    return _with_vault(entry, "window_supplied", window, request_id, actor, signed_by)


@transaction.atomic
def give_back(
    *, window: int, cash_cents: int, chips: Tally, request_id: str, actor: Staff, signed_by: Staff
) -> PostedEntry:
    """Currency and chips from the actor's open window back to the vault. Raises as ``supply``."""
    entry = cage_flows.window_return_part(window, cash_cents=cash_cents, chips=chips)
    return _with_vault(entry, "window_gave_back", window, request_id, actor, signed_by)


def _with_vault(
    entry: Entry, action: str, window: int, request_id: str, actor: Staff, signed_by: Staff
) -> PostedEntry:
    before = first_result(entry, request_id=request_id)
    if before is not None:
        return before
    check_window(window, actor)
    check_second_person(signed_by, actor)
    with without_figures(BooksRefusal.VAULT_SHORT):
        posted = post(entry, request_id=request_id, actor=actor)
    record(actor, action, f"window:{window}", entry=posted.id, signed_by=signed_by.pk)
    return posted


@transaction.atomic
def exchange(
    *, window: int, taken: Tally, given: Tally, request_id: str, actor: Staff
) -> PostedEntry:
    """Chips for chips over the counter (colour-up): only denominations change.

    Raises BooksError: the two sides differ, the window is closed, counted or another's.
    """
    if taken.cents != given.cents:
        raise BooksError(
            BooksRefusal.EXCHANGE_DIFFERS,
            field="given",
            taken_cents=taken.cents,
            given_cents=given.cents,
        )
    entry = cage_flows.exchange(chart.window_chips(window), taken=taken, given=given)
    before = first_result(entry, request_id=request_id)
    if before is not None:
        return before
    check_window(window, actor)
    posted = post(entry, request_id=request_id, actor=actor)
    record(actor, "exchange", f"window:{window}", entry=posted.id, cents=taken.cents)
    return posted


@transaction.atomic
def note_variance(
    *,
    window: int,
    cash_over: int,
    chips_over: int,
    reason: str,
    request_id: str,
    actor: Staff,
    signed_by: Staff,
) -> PostedEntry:
    """Book over or short (below zero) of an open window, found while it works.

    Amounts are cents. Raises BooksError: no reason, ``signed_by`` may not sign, the window holds
    less than is short.
    """
    why = check_reason(reason)
    entry = cage_flows.window_recounted(
        Flow.WINDOW_VARIANCE,
        window,
        cash_over=cash_over,
        chips_over=chips_over,
        stock={},
        counted_chips=None,
        reason=why,
        asked=f"window {window}, cash {cash_over}, chips {chips_over}",
    )
    before = first_result(entry, request_id=request_id)
    if before is not None:
        return before
    check_window(window, actor)
    check_second_person(signed_by, actor)
    with without_figures(BooksRefusal.DRAWER_SHORT, window=window):
        posted = post(entry, request_id=request_id, actor=actor)
    record(
        actor,
        "window_variance",
        f"window:{window}",
        entry=posted.id,
        cash_over=cash_over,
        chips_over=chips_over,
        reason=why,
        signed_by=signed_by.pk,
    )
    return posted


@transaction.atomic
def pay_tokes(
    *, window: int, table: str, chips: Tally, request_id: str, actor: Staff
) -> PostedEntry:
    """The dealers' tips of a table, handed in as chips and paid in cash.

    Raises BooksError: the table's tokes are less, the drawer is short, the window is not open.
    """
    check_may(actor, Permission.WORK_CAGE)
    entry = cage_flows.tokes_paid(table, window, chips)
    before = first_result(entry, request_id=request_id)
    if before is not None:
        return before
    check_window(window, actor)
    with without_figures(BooksRefusal.DRAWER_SHORT, window=window):
        posted = post(entry, request_id=request_id, actor=actor)
    record(actor, "tokes_paid", f"table:{table}", entry=posted.id, cents=chips.cents)
    return posted
