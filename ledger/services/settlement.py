"""The end of a round: ordered when the round closes, posted by Celery, exactly once.

The order is an outbox row in the round's own transaction. Whoever posts it does the work and marks
it done in one transaction, under a request id that the books take only once; the message to Celery
carries nothing and may be lost, doubled or late.

Locks: outbox rows by id, then accounts by id; a table row is never locked here.
"""

import logging
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from kombu.exceptions import OperationalError as BrokerError

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import Staff
from ledger.books.entry import Flow
from ledger.models import Outbox, PotBalance
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import orders
from ledger.services.posting import Order, accounts_of, lock_accounts, post_all

log = logging.getLogger(__name__)

BATCH = 50
PARK_AFTER = 5
TASK = "ledger.post_pending_settlements"


@dataclass(frozen=True, slots=True)
class Progress:
    """What one run did: orders posted, and orders that failed (parked ones among them)."""

    posted: int = 0
    failed: int = 0

    def __add__(self, other: "Progress") -> "Progress":
        return Progress(self.posted + other.posted, self.failed + other.failed)


# -- Ordering --------------------------------------------------------------------------------------


def order_settlement(
    *,
    table: str,
    round_ref: str,
    revision: int,
    returns: Mapping[int, int],
    at: datetime,
    actor: Staff | None,
    win: int = 0,
) -> None:
    """Order that a round's money goes back to the players: ``returns`` is patron id to cents.

    ``win`` is what the house won (below zero: lost) where it banks, in cents. Call it in the
    transaction that closes the round. The posting follows after the commit. Raises BooksError if
    all this is not exactly what the round holds, or if the round was ended differently before.
    """
    credits = {str(who): cents for who, cents in returns.items() if cents}
    _order(
        Flow.SETTLEMENT,
        table=table,
        round_ref=round_ref,
        revision=revision,
        payload={"credits": credits, "fees_back": {}, "box": None} | ({"win": win} if win else {}),
        at=at,
        actor=actor,
    )


def order_void(
    *,
    table: str,
    round_ref: str,
    revision: int,
    returns: Mapping[int, int],
    at: datetime,
    actor: Staff | None,
    fees_back: Mapping[int, int] | None = None,
    box_id: int | None = None,
) -> None:
    """Order that a void round's stakes go back, and with ``fees_back`` its fees too, out of a box.

    It ends the round under the same key as a settlement would, so a round ends once. Raises
    BooksError as ``order_settlement`` does.
    """
    _order(
        Flow.VOID,
        table=table,
        round_ref=round_ref,
        revision=revision,
        payload={
            "credits": {str(who): cents for who, cents in returns.items() if cents},
            "fees_back": {str(who): cents for who, cents in (fees_back or {}).items() if cents},
            "box": box_id,
        },
        at=at,
        actor=actor,
    )


@transaction.atomic
def _order(
    kind: Flow,
    *,
    table: str,
    round_ref: str,
    revision: int,
    payload: dict[str, Any],
    at: datetime,
    actor: Staff | None,
) -> None:
    gaming = settings.ROOM_CALENDAR.at(at)
    row = Outbox(
        kind=kind,
        key=f"settle:{round_ref}:{revision}",
        table=table,
        round_ref=round_ref,
        payload=payload,
        at=at,
        day=gaming.day,
        shift=gaming.shift,
        actor=actor,
        available_at=Now(),
    )
    before = Outbox.objects.filter(key=row.key).first()
    if before is not None:
        if (before.kind, before.table, before.payload) != (row.kind, row.table, row.payload):
            raise BooksError(BooksRefusal.REQUEST_REUSED, field="revision")
        return
    ends = sum(payload["credits"].values()) + payload.get("win", 0)
    held = PotBalance.objects.filter(ref=round_ref).values_list("balance", flat=True).first() or 0
    if ends != held:
        raise BooksError(
            BooksRefusal.RETURNS_DO_NOT_MATCH,
            round=round_ref,
            have_cents=held,
            returns_cents=ends,
        )
    if not held and not payload["fees_back"]:
        return  # Nobody had staked anything: there is nothing to post.
    orders.entry_of(row)  # What cannot be built would only fail later, where nobody is looking.
    row.save(force_insert=True)
    transaction.on_commit(ring, robust=True)


ringing = threading.Lock()


def ring() -> None:
    """Tell Celery to look at the outbox. A lost bell costs a second: the sweep looks too.

    It is rung beside the caller, since a broker may neither answer nor refuse; while one ring
    waits for it the others are saved.
    """
    if ringing.acquire(blocking=False):
        threading.Thread(target=_ring, name="settlement-bell", daemon=True).start()


def _ring() -> None:
    try:
        current_app.send_task(TASK, expires=60)
    except (BrokerError, OSError) as error:
        log.warning("The bell for the settlements was lost: %s", error)
    finally:
        ringing.release()


# -- Posting ---------------------------------------------------------------------------------------


def post_pending(limit: int = BATCH) -> Progress:
    """Post the orders that are due, oldest first, up to ``limit``, in one commit if all goes well.

    An order that was begun before goes alone, so that one bad order never stops the others. Call it
    outside of any transaction; any number of callers may run at once.
    """
    claimed = _claim(limit)
    first_tries = [pk for pk, attempts in claimed if attempts == 1]
    alone = [pk for pk, attempts in claimed if attempts > 1]
    progress = Progress()
    if first_tries:
        try:
            progress += Progress(posted=_post_rows(first_tries))
        except Exception:
            log.exception("A batch of settlements failed; they go one by one")
            alone = first_tries + alone
    for pk in alone:
        progress += _post_alone(pk)
    return progress


_CLAIM = """
WITH due AS (
    SELECT id FROM ledger_outbox
    WHERE done_at IS NULL AND parked_at IS NULL AND available_at <= clock_timestamp()
    ORDER BY id LIMIT %s FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE ledger_outbox o
SET attempts = attempts + 1, available_at = clock_timestamp() + interval '2 seconds',
    parked_at = CASE WHEN attempts >= %s THEN clock_timestamp() END,
    last_error = CASE WHEN attempts >= %s THEN 'No try came to an end' ELSE last_error END
FROM due, (SELECT set_config('synchronous_commit', 'off', true)) hurry
WHERE o.id = due.id
RETURNING o.id, o.attempts, o.parked_at IS NOT NULL, o.key
"""


def _claim(limit: int) -> list[tuple[int, int]]:
    """Count an attempt before the work, in a transaction of its own: even a killed worker counts.

    A claim keeps the other callers away for two seconds; after that the order is due again. Its
    commit does not wait for the disk: a count that a crash of the database forgets does no harm.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [limit, PARK_AFTER, PARK_AFTER])
        rows = cursor.fetchall()
    for _pk, _attempts, parked, key in rows:
        if parked:
            log.error("Settlement %s is parked: it needs somebody", key)
    return sorted((pk, attempts) for pk, attempts, parked, _key in rows if not parked)


_TAKE = """
UPDATE ledger_outbox o SET done_at = clock_timestamp(), last_error = ''
FROM (
    SELECT id FROM ledger_outbox
    WHERE id = ANY(%s) AND done_at IS NULL AND parked_at IS NULL
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
) mine
WHERE o.id = mine.id
RETURNING o.*
"""


def _post_rows(pks: Collection[int]) -> int:
    """Mark orders done and post them, in one transaction: all of them, or none.

    Orders that somebody else has locked are left to him.
    """
    with transaction.atomic():
        rows = sorted(Outbox.objects.raw(_TAKE, [list(pks)]), key=lambda row: row.pk)
        if rows:
            _post_entries(rows)
        return len(rows)


def _post_entries(rows: Sequence[Outbox]) -> None:
    post_all(
        [
            Order(orders.entry_of(row), row.key, row.actor_id, row.at, row.day, row.shift)
            for row in rows
        ]
    )


def _post_alone(pk: int) -> Progress:
    try:
        return Progress(posted=_post_rows([pk]))
    except Exception as error:
        log.exception("Settlement %s failed", pk)
        _note_failure(pk, error)
        return Progress(failed=1)


def _note_failure(pk: int, error: Exception) -> None:
    """Keep the reason, and park the order after five attempts that it failed by its own fault."""
    with transaction.atomic():
        order = (
            Outbox.objects.select_for_update(of=("self",), no_key=True)
            .filter(pk=pk, done_at__isnull=True)
            .first()
        )
        if order is None:
            return
        order.last_error = f"{type(error).__name__}: {error}"[:500]
        if isinstance(error, OperationalError):  # somebody held a lock, or the database went away
            order.attempts = max(order.attempts - 1, 1)
        elif order.attempts >= PARK_AFTER:
            order.parked_at = now()
            log.error("Settlement %s is parked: %s", order.key, order.last_error)
        order.save(update_fields=["attempts", "last_error", "parked_at"])


# -- Inline ----------------------------------------------------------------------------------------


class _Appeared(Exception):
    """Another order for the same people was written while we took our locks."""


def post_pending_for(
    patron_ids: Collection[int], *, table: str = "", also_lock: Collection[str] = ()
) -> Progress:
    """Post what is pending for these people (and for ``table``) now, in the caller's transaction.

    For whoever needs the money first. ``also_lock`` names the accounts that the caller will post
    to, so that all locks are taken once and in order. An order that fails rolls back alone: the
    caller goes on with the balance there is.
    """
    for _ in range(3):
        try:
            with transaction.atomic():
                return _post_found(_pending_for(patron_ids, table), also_lock)
        except _Appeared:
            continue
    with transaction.atomic():
        return _post_found(_pending_for(patron_ids, table), also_lock, look_again=False)


def _pending_for(patron_ids: Collection[int], table: str) -> QuerySet[Outbox]:
    ids = [str(patron_id) for patron_id in patron_ids]
    concerned = Q(payload__credits__has_any_keys=ids) | Q(payload__fees_back__has_any_keys=ids)
    if table:
        concerned |= Q(table=table)
    return Outbox.objects.filter(concerned, done_at__isnull=True, parked_at__isnull=True)


def _post_found(
    found: QuerySet[Outbox], also_lock: Collection[str], *, look_again: bool = True
) -> Progress:
    # Waiting, not skipping: who needs the money needs it now.
    rows = list(found.select_for_update(of=("self",), no_key=True).order_by("id"))
    lock_accounts({*also_lock, *accounts_of(orders.buildable(rows))})
    if look_again and found.exclude(pk__in=[row.pk for row in rows]).exists():
        raise _Appeared
    if not rows:
        return Progress()
    try:
        with transaction.atomic():
            _post_locked(rows)
    except Exception:
        log.exception("Settlements failed inline; they go one by one")
        return sum((_post_inline(row) for row in rows), Progress())
    return Progress(posted=len(rows))


def _post_locked(rows: Sequence[Outbox]) -> None:
    _post_entries(rows)
    Outbox.objects.filter(pk__in=[row.pk for row in rows]).update(done_at=now(), last_error="")


def _post_inline(row: Outbox) -> Progress:
    try:
        with transaction.atomic():
            _post_locked([row])
    except Exception as error:
        log.exception("Settlement %s failed inline", row.key)
        # Outside the savepoint that was rolled back, so the attempt counts.
        Outbox.objects.filter(pk=row.pk).update(attempts=F("attempts") + 1)
        _note_failure(row.pk, error)
        return Progress(failed=1)
    return Progress(posted=1)


# -- Parked ----------------------------------------------------------------------------------------


@transaction.atomic
def try_again(outbox_id: int, actor: Staff) -> None:
    """Put a parked settlement back into the line, with its attempts counted anew.

    Raises BooksError if it is not parked.
    """
    row = (
        Outbox.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk=outbox_id, parked_at__isnull=False)
        .first()
    )
    if row is None:
        raise BooksError(BooksRefusal.NOT_PARKED)
    Outbox.objects.filter(pk=row.pk).update(parked_at=None, attempts=0, available_at=Now())
    record(actor, "settlement_tried_again", row.key)
    transaction.on_commit(ring, robust=True)
