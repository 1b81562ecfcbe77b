"""Money between the players and the rounds. Called inside the transaction of the table's own step.

The ledger knows a table by its name and a round by its reference; what they mean is the caller's.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.conf import settings
from django.db import transaction

from cardroom.clock import now
from cardroom.people.models import Staff
from ledger.books import chart, flows
from ledger.books.house import HouseWin
from ledger.models import Box, PotBalance
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.posting import (
    PostedEntry,
    accounts_of,
    first_result,
    lock_accounts,
    post,
)
from ledger.services.settlement import order_settlement, order_void, post_pending_for

__all__ = [
    "correct_settlement",
    "order_settlement",
    "order_void",
    "prepare_play_wagers",
    "return_play_wager",
    "take_bets",
    "take_play_wager",
]


@transaction.atomic
def take_bets(
    *,
    table: str,
    round_ref: str,
    box_id: int,
    stakes: Mapping[int, int],
    fees: Mapping[int, int],
    request_id: str,
    actor: Staff | None,
    at: datetime | None = None,
) -> None:
    """No more bets: wagers and W (``stakes``, patron id to cents) go into play, fees into the box.

    What is pending for the table or for these people is posted first. Raises BooksError: somebody
    is short of chips (the data names the patron), the box is taken, the round is closed.
    """
    entry = flows.take_bets(table, round_ref, box_id, stakes, fees)
    if first_result(entry, request_id=request_id) is not None:
        return
    box = (
        Box.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk=box_id, table=table, taken_at__isnull=True)
        .first()
    )
    if box is None:
        raise BooksError(BooksRefusal.BOX_TAKEN, box=box_id)
    post_pending_for({*stakes, *fees}, table=table, also_lock=accounts_of([entry]))
    post(entry, request_id=request_id, actor=actor, at=at)


@transaction.atomic
def prepare_play_wagers(*, table: str, patron_ids: Collection[int]) -> None:
    """Before the play wagers of several players in one transaction: post what is pending for them,
    and lock all their accounts once, in order."""
    post_pending_for(
        patron_ids, also_lock={chart.in_play(table), *(chart.player(each) for each in patron_ids)}
    )


@transaction.atomic
def take_play_wager(
    *,
    table: str,
    round_ref: str,
    patron_id: int,
    cents: int,
    request_id: str,
    actor: Staff | None,
    at: datetime | None = None,
    pending_posted: bool = False,
) -> None:
    """A play wager goes into play. What is pending for the player is posted if he needs it.

    ``pending_posted`` says that this transaction has done so (``prepare_play_wagers``): it has
    accounts locked, so it may not look for orders any more.

    Raises BooksError: short of chips, the round is closed.
    """
    entry = flows.play_wager(table, round_ref, patron_id, cents)
    try:
        # The savepoint gives the account's lock back, so that orders can be locked before accounts.
        with transaction.atomic():
            post(entry, request_id=request_id, actor=actor, at=at)
    except BooksError as error:
        if pending_posted or error.code is not BooksRefusal.SHORT_OF_CHIPS:
            raise
        if not post_pending_for([patron_id], also_lock=accounts_of([entry])).posted:
            raise
        post(entry, request_id=request_id, actor=actor, at=at)


@transaction.atomic
def return_play_wager(
    *,
    table: str,
    round_ref: str,
    patron_id: int,
    cents: int,
    request_id: str,
    actor: Staff | None,
    at: datetime | None = None,
) -> None:
    """A play wager goes back to the player, while the round is open.

    Raises BooksError: the round is closed or holds less.
    """
    entry = flows.play_return(table, round_ref, patron_id, cents)
    post(entry, request_id=request_id, actor=actor, at=at)


@transaction.atomic
def correct_settlement(
    *,
    table: str,
    round_ref: str,
    revision: int,
    changes: Mapping[int, int],
    holds: Collection[int],
    reason: str,
    actor: Staff,
    at: datetime | None = None,
    win: int = 0,
) -> PostedEntry:
    """Settle a settled round anew, in one entry of the net, booked in the day it is made.

    ``changes`` is patron id to what he gains; with ``win``, what the house gains by it where it
    banks, they sum to zero. ``holds`` are those who still hold
    chips, if their account does not. What is pending for them is posted first. Raises BooksError:
    the round is not in the books yet, or this revision was posted with other changes.
    """
    if not changes:
        raise BooksError(BooksRefusal.EMPTY_ENTRY)
    players = {chart.player(who): who for who in changes}
    # Whatever the entry may touch, locked at once: what a player lacks comes from the other two.
    others = {chart.AT_LARGE, *(chart.claim(who) for who in changes)}
    post_pending_for(changes, table=table, also_lock={*players, *others})
    pot = PotBalance.objects.filter(ref=round_ref).values_list("closed_at", flat=True).first()
    if pot is None:
        raise BooksError(BooksRefusal.ROUND_OPEN, round=round_ref)
    moment = at or now()
    gaming = settings.ROOM_CALENDAR.at(moment)
    house = HouseWin(table, gaming.day, gaming.shift, win) if win else None
    balances = {players[code]: cents for code, cents in lock_accounts(players).items()}
    entry = flows.correction(
        table,
        round_ref,
        revision,
        changes,
        has=balances,
        holds=holds,
        reason=reason,
        house=house,
    )
    return post(entry, request_id=f"settle:{round_ref}:{revision}", actor=actor, at=moment)
