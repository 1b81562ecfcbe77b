"""Chips at a table: sold for cash, out of a pocket, into one, given as a toke; the tray counted.

Called inside the transaction of the table's own step; the ledger knows a table by its name.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from cardroom.people.models import Staff
from ledger.books import chart, flows, person_flows
from ledger.books.entry import Entry
from ledger.models import Box
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.cage import Chips, as_tally, check_patron
from ledger.services.posting import (
    accounts_of,
    first_result,
    lock_accounts,
    lock_places,
    post,
    stock_of,
)
from ledger.services.settlement import post_pending_for

_COUNT_ACCOUNTS = frozenset({chart.AT_LARGE, chart.CHIP_VARIANCE})


@dataclass(frozen=True, slots=True)
class Handing:
    """Chips that a person hands over or gets at a table, in cents, under the caller's id."""

    table: str
    patron_id: int
    cents: int
    request_id: str
    actor: Staff | None
    at: datetime


@transaction.atomic
def sell(handing: Handing, *, box_id: int) -> None:
    """Chips for cash, which goes into the box. Raises BooksError: not an amount, the patron is
    stopped, the box does not hang there. The tray may go below zero: a fill is due then."""
    entry = flows.table_sale(handing.table, box_id, handing.patron_id, handing.cents)
    check_patron(handing.patron_id)
    box = Box.objects.select_for_update(of=("self",), no_key=True).filter(
        pk=box_id, table=handing.table, taken_at__isnull=True
    )
    if box.first() is None:
        raise BooksError(BooksRefusal.BOX_TAKEN, box=box_id)
    post(entry, request_id=handing.request_id, actor=handing.actor, at=handing.at)


@transaction.atomic
def from_pocket(handing: Handing) -> None:
    """Chips that nobody followed are this player's now. Raises BooksError: not an amount, the
    patron is stopped."""
    entry = flows.from_pocket(handing.table, handing.patron_id, handing.cents)
    check_patron(handing.patron_id)
    post(entry, request_id=handing.request_id, actor=handing.actor, at=handing.at)


@transaction.atomic
def toke(handing: Handing) -> None:
    """A tip. What is pending for the player is posted if he needs it. Raises BooksError: not an
    amount, short of chips."""
    entry = flows.toke(handing.table, handing.patron_id, handing.cents)
    _post_with_pending(entry, handing)


@transaction.atomic
def count_seat(handing: Handing, *, reason: str) -> int:
    """Make a player's chips what the floor counted (``cents``, may be nothing), with its reason.

    What is pending for him is posted first. Returns what the books had, in cents. Raises
    BooksError: no reason, not an amount.
    """
    if not reason:
        raise BooksError(BooksRefusal.REASON_MISSING, field="reason")
    account = chart.player(handing.patron_id)
    codes = {account, chart.AT_LARGE}
    post_pending_for([handing.patron_id], also_lock=codes)
    expected = lock_accounts(codes).get(account, 0)
    if handing.cents != expected:
        entry = person_flows.seat_count(
            handing.table,
            handing.patron_id,
            counted=handing.cents,
            expected=expected,
            reason=reason,
        )
        post(entry, request_id=handing.request_id, actor=handing.actor, at=handing.at)
    return expected


def _post_with_pending(entry: Entry, handing: Handing) -> None:
    try:
        # The savepoint gives the accounts back, so that orders can be locked before them.
        with transaction.atomic():
            post(entry, request_id=handing.request_id, actor=handing.actor, at=handing.at)
    except BooksError as error:
        if error.code is not BooksRefusal.SHORT_OF_CHIPS:
            raise
        if not post_pending_for([handing.patron_id], also_lock=accounts_of([entry])).posted:
            raise
        post(entry, request_id=handing.request_id, actor=handing.actor, at=handing.at)


@transaction.atomic
def carry_away(
    *, table: str, patron_id: int, request_id: str, actor: Staff | None, at: datetime
) -> int:
    """All of a player's chips go with him, what is pending included. Returns the cents.

    A settlement that is parked stays in his name until it is posted.
    """
    account = chart.player(patron_id)
    codes = {account, chart.AT_LARGE}
    post_pending_for([patron_id], also_lock=codes)
    cents = lock_accounts(codes).get(account, 0)
    if cents:
        entry = flows.carried_away(table, patron_id, cents)
        post(entry, request_id=request_id, actor=actor, at=at)
    return cents


@transaction.atomic
def post_before_count(*, table: str, patron_ids: Collection[int]) -> None:
    """Before a table closes: post what is pending for it and for those who sit there.

    The accounts of the tray's count are locked with theirs, all at once and in order.
    """
    post_pending_for(patron_ids, table=table, also_lock=_COUNT_ACCOUNTS)


@transaction.atomic
def count_tray(
    *, table: str, counted: Chips, reason: str, request_id: str, actor: Staff | None, at: datetime
) -> int:
    """Make the books' tray what was counted; the difference is a variance with its reason.

    A count by denomination clears what was unsorted. Returns what the books had, in cents, once
    the places are locked.
    """
    place = chart.tray(table)
    lock_accounts(_COUNT_ACCOUNTS)
    expected = lock_places({place}).get(place, 0)
    found, stock = as_tally(counted), stock_of(place)
    if found.cents != expected or (found.pieces and stock != found.pieces):
        entry = flows.tray_count(
            table,
            found=found,
            expected=expected,
            stock=stock if found.pieces else {},
            reason=reason,
        )
        if first_result(entry, request_id=request_id) is None:
            post(entry, request_id=request_id, actor=actor, at=at)
    return expected
