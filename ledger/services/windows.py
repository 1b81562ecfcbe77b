"""The end of a window: counted blind, handed over or closed.

The cashier counts blind and signs; over and short are told after that, to her too. A second person
signs what becomes of it.
"""

from dataclasses import dataclass

from django.conf import settings
from django.db import IntegrityError, transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.books import cage_flows, chart, flows
from ledger.books.entry import Entry, Flow
from ledger.books.tally import Tally
from ledger.models import Outbox, WindowCount, WindowShift
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import slips
from ledger.services.cage import check_window
from ledger.services.posting import lock_accounts, lock_places, post, stock_of
from ledger.services.settlement import post_pending
from ledger.services.signing import check_reason, check_second_person

# -- Counting --------------------------------------------------------------------------------------


@transaction.atomic
def sign_count(
    *, window: int, cash: Tally, chips: Tally, request_id: str, actor: Staff
) -> WindowCount:
    """The actor's blind count of her window, signed. From then on the window serves nobody.

    Raises BooksError: the window is closed, another's, or counted before.
    """
    before = _same_count(request_id, cash, chips)
    if before is not None:
        return before
    time = check_window(window, actor, counted=True)
    if time.counts.exists():
        # The same request may have come while this one waited for the window.
        before = _same_count(request_id, cash, chips)
        if before is not None:
            return before
        raise BooksError(BooksRefusal.WINDOW_COUNTED, window=window)
    count = _write_count(time, 1, cash, chips, request_id, actor)
    record(
        actor, "window_counted", f"window:{window}", cash=count.cash_cents, chips=count.chips_cents
    )
    return count


@transaction.atomic
def recount(
    *,
    window: int,
    cash: Tally,
    chips: Tally,
    reason: str,
    request_id: str,
    actor: Staff,
    witness: Staff,
) -> WindowCount:
    """Count again with a second person standing by. The count before is kept.

    Raises BooksError: nothing was counted before, no reason, ``witness`` may not sign.
    """
    before = _same_count(request_id, cash, chips)
    if before is not None:
        return before
    time = check_window(window, actor, counted=True)
    last = _last_count(time)
    check_second_person(witness, actor)
    why = check_reason(reason)
    count = _write_count(time, last.nth + 1, cash, chips, request_id, actor, witness, why)
    record(
        actor,
        "window_recounted",
        f"window:{window}",
        cash=count.cash_cents,
        chips=count.chips_cents,
        witness=witness.pk,
        reason=why,
    )
    return count


def _write_count(
    time: WindowShift,
    nth: int,
    cash: Tally,
    chips: Tally,
    request_id: str,
    actor: Staff,
    witness: Staff | None = None,
    reason: str = "",
) -> WindowCount:
    return WindowCount.objects.create(
        time=time,
        nth=nth,
        cash=cash.to_json(),
        chips=chips.to_json(),
        cash_cents=cash.cents,
        chips_cents=chips.cents,
        request_id=request_id,
        counted_by=actor,
        witness=witness,
        reason=reason,
        at=now(),
    )


def _same_count(request_id: str, cash: Tally, chips: Tally) -> WindowCount | None:
    found = WindowCount.objects.filter(request_id=request_id).first()
    if found is not None and (found.cash, found.chips) != (cash.to_json(), chips.to_json()):
        raise BooksError(BooksRefusal.REQUEST_REUSED, field="request_id")
    return found


def _last_count(time: WindowShift) -> WindowCount:
    count = time.counts.order_by("nth").last()
    if count is None:
        raise BooksError(BooksRefusal.WINDOW_NOT_COUNTED, window=time.window.number)
    return count


@dataclass(frozen=True, slots=True)
class _Found:
    """A counted window beside what the books have in it, its accounts and places locked."""

    count: WindowCount
    chips: Tally
    expected_cash: int
    expected_chips: int
    stock: dict[int, int]

    @property
    def cash_over(self) -> int:
        return self.count.cash_cents - self.expected_cash

    @property
    def chips_over(self) -> int:
        return self.count.chips_cents - self.expected_chips

    @property
    def exact(self) -> bool:
        return not self.cash_over and not self.chips_over


def _compare(time: WindowShift) -> _Found:
    count = _last_count(time)
    drawer = chart.window_cash(time.window.number)
    place = chart.window_chips(time.window.number)
    variances = (chart.CASH_VARIANCE, chart.CHIP_VARIANCE)
    cash = lock_accounts({drawer, chart.VAULT, chart.AT_LARGE, *variances}).get(drawer, 0)
    chips = lock_places({place, chart.CHIP_VAULT}).get(place, 0)
    return _Found(count, Tally.from_json(count.chips), cash, chips, stock_of(place))


# -- Closing ---------------------------------------------------------------------------------------


def close_window(
    *, window: int, request_id: str, actor: Staff, signed_by: Staff, reason: str = ""
) -> WindowShift:
    """Close the actor's counted window: all that was counted goes back to the vault.

    Over and short become a variance with its reason, signed by a second person. Rounds that wait
    are posted first. Raises BooksError: the window is closed, another's or not counted; a round of
    its shift is not in the books; no reason; ``signed_by`` may not sign.
    """
    while post_pending().posted:
        continue
    return _close(window, request_id, actor, signed_by, reason)


@transaction.atomic
def _close(
    window: int, request_id: str, actor: Staff, signed_by: Staff, reason: str
) -> WindowShift:
    before = WindowShift.objects.filter(
        closing_entry__request_id=request_id, window__number=window, cashier=actor
    ).first()
    if before is not None:
        return before
    time = check_window(window, actor, counted=True)
    check_second_person(signed_by, actor)
    check_rounds_posted(time)
    found = _compare(time)
    why = "" if found.exact else check_reason(reason)
    entry = _returned(window, found, why)
    if entry is not None:
        time.closing_entry_id = post(entry, request_id=request_id, actor=actor).id
    _end(time, found, signed_by, why)
    record(
        actor,
        "window_closed",
        f"window:{window}",
        entry=time.closing_entry_id,
        cash=found.count.cash_cents,
        chips=found.count.chips_cents,
        cash_over=time.cash_over,
        chips_over=time.chips_over,
        signed_by=signed_by.pk,
        reason=why,
    )
    return time


def _returned(window: int, found: _Found, reason: str) -> Entry | None:
    """The entry of a close; none for a window that had nothing and in which nothing was found."""
    count = found.count
    if found.exact and not (found.stock or count.cash_cents or count.chips_cents):
        return None
    return flows.window_return(
        window,
        counted_cash=count.cash_cents,
        counted_chips=found.chips,
        expected_cash=found.expected_cash,
        expected_chips=found.expected_chips,
        stock=found.stock,
        reason=reason,
        asked=f"window {window}, count {count.pk}",
    )


def _end(time: WindowShift, found: _Found, signed_by: Staff, reason: str) -> None:
    time.closed_at = now()
    time.signed_by = signed_by
    time.counted_cash, time.counted_chips = found.count.cash_cents, found.count.chips_cents
    time.cash_over, time.chips_over = found.cash_over, found.chips_over
    time.reason = reason
    time.slip = slips.issue("window", f"window-close:{time.pk}")
    time.save()


def check_rounds_posted(time: WindowShift) -> None:
    """Raises BooksError while a round of the window's day and shift is not in the books."""
    waiting = Outbox.objects.filter(day=time.day, shift=time.shift, done_at__isnull=True)
    rounds = list(waiting.order_by("id").values_list("round_ref", flat=True))
    if rounds:
        are = (
            "1 round of this shift is"
            if len(rounds) == 1
            else (f"{len(rounds)} rounds of this shift are")
        )
        raise BooksError(BooksRefusal.ROUNDS_NOT_POSTED, rounds=are, round=rounds[0])


@transaction.atomic
def hand_over(
    *,
    window: int,
    to: Staff,
    request_id: str,
    actor: Staff,
    reason: str = "",
    signed_by: Staff | None = None,
) -> WindowShift:
    """Hand the counted window over to the next cashier, who signs for what was counted.

    Over and short become a variance, with a reason and the signature of a second person. Returns
    the new cashier's time. Raises BooksError as ``close_window`` does, and if ``to`` can't take it.
    """
    before = WindowShift.objects.filter(request_id=request_id, cashier=to).first()
    if before is not None:
        return before
    time = check_window(window, actor, counted=True)
    busy = WindowShift.objects.filter(cashier=to, closed_at__isnull=True).exists()
    if to == actor or busy or not to.may(Permission.WORK_CAGE):
        raise BooksError(BooksRefusal.TAKES_OVER, field="to", name=to.display_name)
    check_rounds_posted(time)
    found = _compare(time)
    signer, why = to, ""
    if not found.exact:
        why = check_reason(reason)
        if signed_by is None:
            raise BooksError(BooksRefusal.SECOND_PERSON, field="signer")
        check_second_person(signed_by, actor, to)
        signer = signed_by
    entry = _handed_over(window, found, why)
    if entry is not None:
        time.closing_entry_id = post(entry, request_id=request_id, actor=actor).id
    _end(time, found, signer, why)
    return _take_over(time, to, found, request_id)


def _handed_over(window: int, found: _Found, reason: str) -> Entry | None:
    """The entry of a hand-over; none if the count and the books agree to the last chip."""
    if found.exact and found.stock == dict(found.chips.pieces):
        return None
    return cage_flows.window_recounted(
        Flow.WINDOW_HANDOVER,
        window,
        cash_over=found.cash_over,
        chips_over=found.chips_over,
        stock=found.stock,
        counted_chips=found.chips,
        reason=reason,
        asked=f"window {window}, count {found.count.pk}",
    )


def _take_over(time: WindowShift, to: Staff, found: _Found, request_id: str) -> WindowShift:
    moment = now()
    gaming = settings.ROOM_CALENDAR.at(moment)
    try:
        with transaction.atomic():
            taken = WindowShift.objects.create(
                window=time.window,
                cashier=to,
                day=gaming.day,
                shift=gaming.shift,
                opened_at=moment,
                taken_over_from=time,
                request_id=request_id,
                imprest_cash=found.count.cash_cents,
                imprest_chips=found.count.chips_cents,
            )
    except IntegrityError as error:
        raise BooksError(BooksRefusal.TAKES_OVER, field="to", name=to.display_name) from error
    record(
        time.cashier,
        "window_handed_over",
        f"window:{time.window.number}",
        to=to.pk,
        cash=found.count.cash_cents,
        chips=found.count.chips_cents,
        cash_over=time.cash_over,
        chips_over=time.chips_over,
    )
    return taken
