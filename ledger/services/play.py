"""Money between the players and the rounds. Called inside the transaction of the table's own step.

The ledger knows a table by its name and a round by its reference; what they mean is the caller's.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from cardroom.people.models import Staff
from ledger.books import flows
from ledger.models import Box
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.posting import accounts_of, first_result, post
from ledger.services.settlement import order_settlement, order_void, post_pending_for

__all__ = ["order_settlement", "order_void", "take_bets", "take_play_wager"]


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
def take_play_wager(
    *,
    table: str,
    round_ref: str,
    patron_id: int,
    cents: int,
    request_id: str,
    actor: Staff | None,
    at: datetime | None = None,
) -> None:
    """A play wager goes into play. What is pending for the player is posted if he needs it.

    Raises BooksError: short of chips, the round is closed.
    """
    entry = flows.play_wager(table, round_ref, patron_id, cents)
    try:
        # The savepoint gives the account's lock back, so that orders can be locked before accounts.
        with transaction.atomic():
            post(entry, request_id=request_id, actor=actor, at=at)
    except BooksError as error:
        if error.code is not BooksRefusal.SHORT_OF_CHIPS:
            raise
        if not post_pending_for([patron_id], also_lock=accounts_of([entry])).posted:
            raise
        post(entry, request_id=request_id, actor=actor, at=at)
