"""The one door to the books.

An entry is posted by one call of ``ledger_post``, a function beside the migrations: it locks the
accounts by id, looks for the request, counts every balance and writes, in one round trip.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import IntegrityError, connection

from cardroom import clock
from cardroom.people.models import Staff
from ledger.books import chart
from ledger.books.entry import Entry as BooksEntry
from ledger.models import Account, ChipPlace, ChipStock, Entry
from ledger.refusals import BooksError, BooksRefusal


@dataclass(frozen=True, slots=True)
class PostedEntry:
    """An entry in the books. ``repeated`` says that this request had posted it before."""

    id: int
    posted_at: datetime
    repeated: bool


@dataclass(frozen=True, slots=True)
class Order:
    """An entry to post, with the id of its request and the time of the fact."""

    entry: BooksEntry
    request_id: str
    actor_id: int | None
    at: datetime
    day: date
    shift: str


def post(
    entry: BooksEntry, *, request_id: str, actor: Staff | None, at: datetime | None = None
) -> PostedEntry:
    """Post one entry, exactly once for its request id.

    The same request again gets the first result. ``at`` is the time of the fact (now, if None);
    the gaming day and shift follow from it. Raises BooksError: request reused for something else,
    an account, a place or a round short, a round that is closed or would keep a rest. Nothing is
    written then, and the caller's transaction stays usable.
    """
    moment = at or clock.now()
    gaming = settings.ROOM_CALENDAR.at(moment)
    actor_id = actor.pk if actor else None
    return post_all([Order(entry, request_id, actor_id, moment, gaming.day, gaming.shift)])[0]


def post_all(orders: Sequence[Order]) -> list[PostedEntry]:
    """Post some entries, all or none, their accounts locked once. Raises as ``post`` does."""
    done: dict[int, PostedEntry] = {}
    while len(done) < len(orders):
        todo = [i for i in range(len(orders)) if i not in done]
        answer = _call([orders[i] for i in todo])
        accounts = [row.name for row in answer if row.outcome == "missing_account"]
        places = [row.name for row in answer if row.outcome == "missing_place"]
        if accounts or places:
            open_accounts(accounts)
            open_places(places)
            continue
        for row in answer:
            if row.outcome not in ("posted", "repeated"):
                raise _refusal(row)
            done[todo[row.n]] = PostedEntry(row.entry_id, row.posted_at, row.outcome == "repeated")
        _count([(row.entry_id, orders[todo[row.n]]) for row in answer if row.outcome == "posted"])
    return [done[i] for i in range(len(orders))]


def first_result(entry: BooksEntry, *, request_id: str) -> PostedEntry | None:
    """What this request posted before, if it did: for services with more to check than the books.

    Raises BooksError if the id was used for something else.
    """
    row = (
        Entry.objects.filter(request_id=request_id).values_list("id", "posted_at", "digest").first()
    )
    if row is None:
        return None
    if bytes(row[2]) != entry.digest:
        raise BooksError(BooksRefusal.REQUEST_REUSED, field="request_id")
    return PostedEntry(row[0], row[1], repeated=True)


def accounts_of(entries: Iterable[BooksEntry]) -> set[str]:
    """The codes of all accounts that some entries touch."""
    return {leg.account for entry in entries for leg in entry.legs}


def lock_accounts(codes: Collection[str]) -> dict[str, int]:
    """Lock accounts by id until the transaction ends, and tell their balances in cents.

    An account that does not exist yet is not locked, and not told.
    """
    rows = (
        Account.objects.select_for_update(of=("self",), no_key=True)
        .filter(code__in=codes)
        .order_by("id")
        .values_list("code", "balance")
    )
    return dict(rows)


def lock_places(codes: Collection[str]) -> dict[str, int]:
    """Lock places of chips by id, after the accounts, and tell the face value there in cents.

    Their stocks by denomination change under this lock alone.
    """
    rows = (
        ChipPlace.objects.select_for_update(of=("self",), no_key=True)
        .filter(code__in=codes)
        .order_by("id")
        .values_list("code", "balance")
    )
    return dict(rows)


def stock_of(place: str) -> dict[int, int]:
    """What the books have in a place by denomination. Call it under the place's lock."""
    found = ChipStock.objects.filter(place__code=place).exclude(count=0)
    return dict(found.values_list("denomination", "count"))


def open_accounts(codes: Iterable[str]) -> None:
    """Open the accounts that do not exist yet. Two who open the same one at once both succeed."""
    families = {code: chart.family(code) for code in codes}
    Account.objects.bulk_create(
        [
            Account(
                code=code,
                kind=family.kind,
                normal=1 if family.normal is chart.Side.DEBIT else -1,
                non_negative=family.non_negative,
                in_use=family.in_use,
                by_round=family.by_round,
                covers_chips=code == chart.CHIP_COVER,
            )
            for code, family in sorted(families.items())
        ],
        ignore_conflicts=True,
    )


def open_places(codes: Iterable[str]) -> None:
    """Open the places that do not exist yet, as ``open_accounts`` does."""
    ChipPlace.objects.bulk_create(
        [
            ChipPlace(
                code=chart.check_place(code),
                issued=code == chart.ISSUED,
                may_go_below=chart.may_go_below(code),
            )
            for code in sorted(codes)
        ],
        ignore_conflicts=True,
    )


@dataclass(frozen=True, slots=True)
class _Row:
    n: int
    outcome: str
    name: str
    have: int
    need: int
    entry_id: int
    posted_at: datetime


_CALL = """
SELECT n, outcome, name, have, need, entry_id, posted_at
FROM ledger_post(%s::jsonb, %s::jsonb, %s::jsonb)
"""


def _call(orders: Sequence[Order]) -> list[_Row]:
    entries = [_entry_row(n, order) for n, order in enumerate(orders)]
    legs = [
        {"n": n, "account": leg.account, "cents": leg.signed}
        for n, order in enumerate(orders)
        for leg in order.entry.legs
    ]
    moves = [
        {"n": n, "place": move.place, "cents": move.cents}
        for n, order in enumerate(orders)
        for move in order.entry.chip_moves
    ]
    try:
        with connection.cursor() as cursor:
            cursor.execute(_CALL, [json.dumps(entries), json.dumps(legs), json.dumps(moves)])
            return [_Row(*row) for row in cursor.fetchall()]
    except IntegrityError as error:
        # Two requests with one id and no account in common meet only at the unique index.
        if "ledger_entry_request_id" in str(error):
            raise BooksError(BooksRefusal.REQUEST_REUSED, field="request_id") from error
        raise


def _count(posted: Sequence[tuple[int, Order]]) -> None:
    """Write by denomination what the entries move, as far as they say it."""
    counts = [
        {"entry": pk, "place": c.place, "denomination": c.denomination, "count": c.count}
        for pk, order in posted
        for c in order.entry.counts
    ]
    if counts:
        open_places({str(each["place"]) for each in counts})
        with connection.cursor() as cursor:
            cursor.execute("SELECT ledger_count(%s::jsonb)", [json.dumps(counts)])


def _entry_row(n: int, order: Order) -> dict[str, Any]:
    entry = order.entry
    return {
        "n": n,
        "request": order.request_id,
        "digest": entry.digest.hex(),
        "kind": entry.kind,
        "memo": entry.memo,
        "asked": entry.asked,
        "round": entry.round_ref,
        "closes": entry.closes,
        "at": order.at.isoformat(),
        "day": order.day.isoformat(),
        "shift": order.shift,
        "actor": order.actor_id,
        "patron": entry.patron_id,
    }


def _refusal(row: _Row) -> BooksError:
    match row.outcome:
        case "reused":
            return BooksError(BooksRefusal.REQUEST_REUSED, field="request_id")
        case "place_short":
            return BooksError(BooksRefusal.PLACE_SHORT, place=row.name)
        case "round_short":
            return BooksError(
                BooksRefusal.ROUND_SHORT,
                round=row.name,
                have_cents=row.have,
                need_cents=row.need,
            )
        case "round_left":
            left = row.have - row.need
            return BooksError(BooksRefusal.ROUND_NOT_EMPTY, round=row.name, left_cents=left)
        case "round_closed":
            return BooksError(BooksRefusal.ROUND_CLOSED, round=row.name)
        case _ if row.name.startswith("chips:player:"):
            return BooksError(
                BooksRefusal.SHORT_OF_CHIPS,
                patron_id=int(row.name.rpartition(":")[2]),
                have_cents=row.have,
                need_cents=row.need,
            )
        case _ if row.name.startswith("deposit:"):
            return BooksError(
                BooksRefusal.DEPOSIT_SHORT,
                field="cents",
                have_cents=row.have,
                need_cents=row.need,
            )
    return BooksError(
        BooksRefusal.SHORT, account=row.name, have_cents=row.have, need_cents=row.need
    )
