"""House-banked tables are counted: the win of a shift becomes revenue, signed by two people."""

from datetime import date

from django.conf import settings
from django.db import transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.books import chart
from ledger.books.house import HouseWin, win_counted
from ledger.models import Outbox, WinCount
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.posting import lock_accounts, post


@transaction.atomic
def count_win(
    *, table: str, day: date, shift: str, request_id: str, actor: Staff, signed_by: Staff
) -> WinCount:
    """Recognize the win of a table in a shift that has ended; a net loss is taken from revenue.

    The same request again gets the first result. Raises BooksError: the shift still runs, a round
    of it is not in the books, there is nothing to count, or ``signed_by`` is not a second person
    who may sign.
    """
    before = WinCount.objects.filter(
        entry__request_id=request_id, table=table, day=day, shift=shift
    ).first()
    if before is not None:
        return before
    if signed_by == actor or not signed_by.may(Permission.SIGN_CAGE):
        raise BooksError(BooksRefusal.WIN_SECOND_PERSON, field="signer")
    moment = now()
    gaming = settings.ROOM_CALENDAR.at(moment)
    if day > gaming.day or (day, shift) == (gaming.day, gaming.shift):
        raise BooksError(BooksRefusal.WIN_SHIFT_RUNS)
    waiting = Outbox.objects.filter(table=table, day=day, shift=shift, done_at__isnull=True)
    if (pending := waiting.order_by("id").first()) is not None:
        raise BooksError(BooksRefusal.WIN_NOT_POSTED, round=pending.round_ref)
    account = chart.table_win(table, day, shift)
    cents = lock_accounts({account, chart.WIN_REVENUE}).get(account, 0)
    if cents == 0:
        raise BooksError(BooksRefusal.WIN_NOTHING, table=table)
    entry = win_counted(HouseWin(table, day, shift, cents))
    posted = post(entry, request_id=request_id, actor=actor, at=moment)
    counted = WinCount.objects.create(
        table=table,
        day=day,
        shift=shift,
        cents=cents,
        entry_id=posted.id,
        counted_by=actor,
        signed_by=signed_by,
        at=moment,
    )
    record(actor, "win_counted", account, cents=cents, entry=posted.id, signed_by=signed_by.pk)
    return counted
