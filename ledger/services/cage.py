"""The cage: the room's first money, windows, buy-ins, cash-outs, and the boxes at the tables."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from uuid import uuid4

from django.conf import settings
from django.db import IntegrityError, transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.exclusions import noting_stops
from cardroom.people.models import Patron, Staff
from cardroom.people.roles import Permission
from ledger.books import chart, flows
from ledger.models import Box, Window, WindowShift
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cover
from ledger.services.followed import lock_followed
from ledger.services.posting import (
    PostedEntry,
    accounts_of,
    first_result,
    lock_accounts,
    lock_places,
    open_accounts,
    post,
)


@transaction.atomic
def set_up_room(
    *,
    vault_cash: int,
    chip_cover: int,
    chips_issued: int,
    windows: Collection[int],
    trays: Mapping[str, int],
    actor: Staff | None,
    covering: Collection[str] = (chart.VAULT,),
) -> None:
    """The room's first entries, in cents: money, chips, windows, and the chips in tables' trays.

    ``covering`` names the cash places that the room designates against chips in use, beside the
    chip cover itself. What is in place already is left alone. Raises BooksError if the room was set
    up before with other amounts.
    """
    room = "room:opening"
    opening = flows.opening(cash_cents=vault_cash, cover_cents=chip_cover)
    post(opening, request_id=room, actor=actor)
    post(flows.new_chips(chips_issued), request_id=f"{room}:chips", actor=actor)
    for table, cents in sorted(trays.items()):
        if cents:
            post(flows.fill(table, cents), request_id=f"{room}:tray:{table}", actor=actor)
    Window.objects.bulk_create([Window(number=n) for n in windows], ignore_conflicts=True)
    open_accounts(covering)
    for code in sorted({chart.CHIP_COVER, *covering}):
        cover.set_cover(code, counts=True, reason="Set up with the room", actor=actor)
    record(
        actor,
        "room_set_up",
        "room",
        vault_cash=vault_cash,
        chip_cover=chip_cover,
        chips_issued=chips_issued,
        windows=sorted(windows),
        trays=dict(trays),
    )


def may_sign(staff: Staff) -> bool:
    """Whether somebody may sign another's count."""
    return staff.may(Permission.SIGN_CAGE)


# -- Windows ---------------------------------------------------------------------------------------


@transaction.atomic
def open_window(
    *, window: int, imprest: int, actor: Staff, chips: int | None = None, request_id: str = ""
) -> WindowShift:
    """Open a window for ``actor``: ``imprest`` in cash and ``chips`` in chips, from the vault.

    Chips are as much as the cash unless told. A window that is the actor's already is left as it
    is. Raises BooksError: no such window, somebody else has it open, the actor has another one, the
    vault is short.
    """
    place = Window.objects.filter(number=window).first()
    if place is None:
        raise BooksError(BooksRefusal.NO_SUCH_WINDOW, field="window", window=window)
    mine = WindowShift.objects.filter(cashier=actor, closed_at__isnull=True).first()
    if mine is not None:
        if mine.window_id == place.pk:
            return mine
        raise BooksError(BooksRefusal.ONE_WINDOW_EACH, field="window", window=mine.window.number)
    if WindowShift.objects.filter(window=place, closed_at__isnull=True).exists():
        raise BooksError(BooksRefusal.WINDOW_TAKEN, field="window", window=window)
    in_chips = imprest if chips is None else chips
    moment = now()
    gaming = settings.ROOM_CALENDAR.at(moment)
    issue = flows.window_issue(window, cash_cents=imprest, chips_cents=in_chips)
    with without_figures(BooksRefusal.VAULT_SHORT):
        posted = post(issue, request_id=request_id or str(uuid4()), actor=actor, at=moment)
    try:
        with transaction.atomic():
            shift = WindowShift.objects.create(
                window=place,
                cashier=actor,
                day=gaming.day,
                shift=gaming.shift,
                opened_at=moment,
                opening_entry_id=posted.id,
                imprest_cash=imprest,
                imprest_chips=in_chips,
            )
    except IntegrityError as error:
        # Somebody opened one between our look and our row; the database says who was second.
        raise BooksError(BooksRefusal.WINDOW_TAKEN, field="window", window=window) from error
    record(
        actor,
        "window_opened",
        f"window:{window}",
        entry=posted.id,
        cash=imprest,
        chips=in_chips,
    )
    return shift


@transaction.atomic
def close_window(
    *,
    window: int,
    counted_cash: int,
    counted_chips: int,
    request_id: str,
    actor: Staff,
    signed_by: Staff,
) -> WindowShift:
    """Close the actor's window: the blind count goes to the vault, the difference is a variance.

    Amounts are cents. The row returned tells over and short, which nobody saw before. Raises
    BooksError: the window is closed or another's, or ``signed_by`` is not a second person who may
    sign.
    """
    before = WindowShift.objects.filter(
        closing_entry__request_id=request_id,
        window__number=window,
        counted_cash=counted_cash,
        counted_chips=counted_chips,
    ).first()
    if before is not None:
        return before
    shift = check_window(window, actor)
    if signed_by == actor or not may_sign(signed_by):
        raise BooksError(BooksRefusal.SECOND_PERSON, field="signer")
    drawer, place = chart.window_cash(window), chart.window_chips(window)
    variances = (chart.CASH_VARIANCE, chart.CHIP_VARIANCE)
    expected_cash = lock_accounts({drawer, chart.VAULT, chart.AT_LARGE, *variances}).get(drawer, 0)
    expected_chips = lock_places({place, chart.CHIP_VAULT}).get(place, 0)
    entry = flows.window_return(
        window,
        counted_cash=counted_cash,
        counted_chips=counted_chips,
        expected_cash=expected_cash,
        expected_chips=expected_chips,
    )
    shift.closed_at = now()
    posted = post(entry, request_id=request_id, actor=actor, at=shift.closed_at)
    shift.closing_entry_id = posted.id
    shift.signed_by = signed_by
    shift.counted_cash, shift.counted_chips = counted_cash, counted_chips
    shift.cash_over = counted_cash - expected_cash
    shift.chips_over = counted_chips - expected_chips
    shift.save()
    record(
        actor,
        "window_closed",
        f"window:{window}",
        entry=posted.id,
        cash=counted_cash,
        chips=counted_chips,
        cash_over=shift.cash_over,
        chips_over=shift.chips_over,
        signed_by=signed_by.pk,
    )
    return shift


@contextmanager
def without_figures(code: BooksRefusal, **data: int) -> Iterator[None]:
    """Say that cash is short without saying what is there: a cashier counts blind."""
    try:
        yield
    except BooksError as error:
        if error.code is BooksRefusal.SHORT:
            raise BooksError(code, field="", **data) from error
        raise


@contextmanager
def at_window(window: int, actor: Staff) -> Iterator[None]:
    """One transaction at a window. A person who is stopped is noted beside it."""
    with noting_stops(f"window:{window}", actor), transaction.atomic():
        yield


def check_window(window: int, actor: Staff) -> WindowShift:
    """The actor's time at this window, locked, so that it cannot close under a transaction.

    Raises BooksError unless the actor has the window open.
    """
    shift = (
        WindowShift.objects.select_for_update(of=("self",), no_key=True)
        .filter(window__number=window, closed_at__isnull=True)
        .first()
    )
    if shift is None:
        raise BooksError(BooksRefusal.WINDOW_CLOSED, window=window)
    if shift.cashier_id != actor.pk:
        raise BooksError(BooksRefusal.WINDOW_NOT_YOURS, window=window)
    return shift


def check_at_window(actor: Staff, patron_id: int) -> None:
    """What a transaction would be refused for before its amount: for the line before posting.

    Raises BooksError: the actor has no window open, or the patron is stopped.
    """
    if not WindowShift.objects.filter(cashier=actor, closed_at__isnull=True).exists():
        raise BooksError(BooksRefusal.NO_WINDOW)
    with noting_stops("window", actor):
        check_patron(patron_id)


def check_patron(patron_id: int) -> Patron:
    """The patron, if he may be served at the window.

    Raises BooksError: nobody has this number, it was merged into another, or he is barred or has
    excluded himself. The refusal does not say which, since he can hear and read it too.
    """
    patron = Patron.objects.filter(pk=patron_id).first()
    if patron is None:
        raise BooksError(BooksRefusal.NO_SUCH_PATRON, field="patron", patron_id=patron_id)
    if patron.merged_into_id is not None:
        raise BooksError(BooksRefusal.PERSON_MERGED, field="patron", number=patron.merged_into_id)
    if not patron.is_welcome:
        raise BooksError(BooksRefusal.CALL_THE_FLOOR, field="patron", patron_id=patron_id)
    return patron


def buy_in(
    *, window: int, patron_id: int, cents: int, request_id: str, actor: Staff
) -> PostedEntry:
    """Cash in at the window, chips to the patron. Paid once, however often the request comes.

    Raises BooksError: not an amount, the window is closed or another's, the patron is stopped, the
    window lacks the chips.
    """
    entry = flows.buy_in(window, patron_id, cents)
    with at_window(window, actor):
        before = first_result(entry, request_id=request_id)
        if before is not None:
            return before
        check_window(window, actor)
        check_patron(patron_id)
        posted = post(entry, request_id=request_id, actor=actor)
        record(actor, "buy_in", f"patron:{patron_id}", entry=posted.id, window=window, cents=cents)
    return posted


def cash_out(
    *, window: int, patron_id: int, cents: int, request_id: str, actor: Staff
) -> PostedEntry:
    """Chips in at the window, cash to the patron. What is pending for him is posted first.

    Chips beyond what his account holds come out of those at large: he has them in his hand. Raises
    BooksError as ``buy_in`` does; a drawer that lacks the cash is refused without its figure.
    """
    asked = flows.cash_out(window, patron_id, cents, followed_cents=0)
    with at_window(window, actor):
        before = first_result(asked, request_id=request_id)
        if before is not None:
            return before
        check_window(window, actor)
        check_patron(patron_id)
        followed = lock_followed(patron_id, {*accounts_of([asked]), chart.AT_LARGE}, actor)
        entry = flows.cash_out(window, patron_id, cents, followed_cents=followed)
        with without_figures(BooksRefusal.DRAWER_SHORT, window=window):
            posted = post(entry, request_id=request_id, actor=actor)
        record(
            actor, "cash_out", f"patron:{patron_id}", entry=posted.id, window=window, cents=cents
        )
    return posted


# -- Boxes -----------------------------------------------------------------------------------------


@transaction.atomic
def hang_box(*, table: str, actor: Staff | None) -> Box:
    """Hang an empty drop box at a table. Its day and shift are this moment's.

    Raises BooksError if one hangs there already.
    """
    moment = now()
    gaming = settings.ROOM_CALENDAR.at(moment)
    try:
        with transaction.atomic():
            box = Box.objects.create(
                table=table, day=gaming.day, shift=gaming.shift, hung_at=moment, hung_by=actor
            )
    except IntegrityError as error:
        raise BooksError(BooksRefusal.BOX_HANGS, table=table) from error
    # Made here, so that no step at the table has to make them.
    open_accounts([chart.in_play(table), chart.box_fees(box.pk)])
    record(actor, "box_hung", f"box:{box.pk}", table=table)
    return box


@transaction.atomic
def take_box(box_id: int, actor: Staff | None) -> None:
    """Take the box away from its table. Raises BooksError if it hangs at none."""
    box = (
        Box.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk=box_id, taken_at__isnull=True)
        .first()
    )
    if box is None:
        raise BooksError(BooksRefusal.BOX_TAKEN, box=box_id)
    box.taken_at = now()
    box.taken_by = actor
    box.save(update_fields=["taken_at", "taken_by"])
    record(actor, "box_taken", f"box:{box_id}", table=box.table)
