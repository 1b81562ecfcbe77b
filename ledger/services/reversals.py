"""A transaction of a window turned round: by whoever asks and a second person, with a reason.

It is never edited. What was wrong is turned round, and what is right is posted anew.
"""

import re
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.books import chart, person_flows
from ledger.books.entry import Flow
from ledger.models import Entry, Reversal, WindowShift
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.cage import may_sign, without_figures
from ledger.services.posting import PostedEntry, lock_accounts, post
from ledger.services.settlement import post_pending_for

REVERSIBLE = frozenset(
    {Flow.BUY_IN, Flow.CASH_OUT, Flow.DEPOSIT, Flow.WITHDRAWAL, Flow.TPPPS_LEAVES}
)
REASON_LENGTH = 150


@transaction.atomic
def reverse(
    entry_id: int, *, reason: str, holds: bool, actor: Staff, approved_by: Staff
) -> PostedEntry:
    """Turn a transaction round, once. The currency of its own day follows.

    ``holds`` says that the person still has chips, if his account lacks what has to come back: they
    come out of those at large, else he owes a claim. Once the window's drawer was counted, the
    count has shown the mistake, and it is that variance which turns. Raises BooksError.
    """
    reason = " ".join(reason.split())[:REASON_LENGTH]
    if not actor.may(Permission.WORK_CAGE):
        raise BooksError(BooksRefusal.NOT_ALLOWED)
    if not reason or not reason.isprintable():
        raise BooksError(BooksRefusal.REASON_MISSING, field="reason")
    if approved_by == actor or not may_sign(approved_by):
        raise BooksError(BooksRefusal.REVERSAL_SECOND_PERSON, field="signer")
    old = check_reversible(entry_id)
    legs = list(old.postings.values_list("account__code", "cents"))
    moves = list(old.movements.values_list("place__code", "cents"))
    window = _window([code for code, _ in (*legs, *moves)])
    counted = window is not None and _was_counted(window, old.posted_at)
    codes = {code for code, _ in legs} | _may_need(old, counted)
    if old.patron_id is not None:
        post_pending_for([old.patron_id], also_lock=codes)
    has = lock_accounts(codes)
    entry = person_flows.reversal(
        old.pk,
        old.patron_id,
        legs,
        moves,
        has=has,
        holds=holds,
        counted=counted,
        reason=reason,
    )
    with without_figures(BooksRefusal.DRAWER_SHORT, window=window or 0):
        posted = post(entry, request_id=f"reverse:{old.pk}", actor=actor)
    if posted.repeated:
        raise BooksError(BooksRefusal.REVERSED_ALREADY, entry=entry_id)
    Reversal.objects.create(
        reverses=old,
        entry_id=posted.id,
        reason=reason,
        asked_by=actor,
        approved_by=approved_by,
        at=now(),
    )
    record(
        actor,
        "transaction_reversed",
        f"entry:{old.pk}",
        entry=posted.id,
        reason=reason,
        approved_by=approved_by.pk,
    )
    return posted


def check_reversible(entry_id: int) -> Entry:
    """The entry, if it can be turned round. Raises BooksError."""
    old = Entry.objects.filter(pk=entry_id).first()
    if old is None:
        raise BooksError(BooksRefusal.NO_SUCH_ENTRY, entry=entry_id)
    if old.kind not in REVERSIBLE:
        raise BooksError(BooksRefusal.NOT_REVERSIBLE, entry=entry_id)
    if Reversal.objects.filter(reverses=old).exists():
        raise BooksError(BooksRefusal.REVERSED_ALREADY, entry=entry_id)
    return old


def _window(codes: Iterable[str]) -> int | None:
    """The window whose cash or chips an entry moved; None if it moved neither."""
    found = (re.fullmatch(r"(?:cash:)?window:(\d+)", code) for code in codes)
    return next((int(match[1]) for match in found if match), None)


def _was_counted(window: int, since: datetime) -> bool:
    """Whether the window has been counted since; if not, it stays open until the commit."""
    same = WindowShift.objects.select_for_update(of=("self",), no_key=True).filter(
        window__number=window, closed_at=None, opened_at__lte=since
    )
    return same.first() is None


def _may_need(old: Entry, counted: bool) -> set[str]:
    codes = {chart.AT_LARGE}
    if old.patron_id is not None:
        codes.add(chart.claim(old.patron_id))
    return codes | ({chart.CASH_VARIANCE, chart.CHIP_VARIANCE} if counted else set())
