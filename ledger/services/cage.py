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
from ledger.books.tally import Tally
from ledger.models import Box, Window, WindowShift
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cover
from ledger.services.followed import lock_followed
from ledger.services.posting import (
    PostedEntry,
    accounts_of,
    first_result,
    open_accounts,
    post,
)

# Chips as callers name them: by denomination in cents, or as an amount that is not sorted.
Chips = int | Mapping[int, int] | Tally


@transaction.atomic
def set_up_room(
    *,
    vault_cash: int,
    chip_cover: int,
    chips_issued: Chips,
    windows: Collection[int],
    trays: Mapping[str, Chips],
    actor: Staff | None,
    covering: Collection[str] = (chart.VAULT,),
) -> None:
    """The room's first entries, in cents: money, chips, windows, and the chips in tables' trays.

    Chips may be given by denomination; an amount alone is unsorted.

    ``covering`` names the cash places that the room designates against chips in use, beside the
    chip cover itself. What is in place already is left alone. Raises BooksError if the room was set
    up before with other amounts.
    """
    room = "room:opening"
    opening = flows.opening(cash_cents=vault_cash, cover_cents=chip_cover)
    post(opening, request_id=room, actor=actor)
    issued = as_tally(chips_issued)
    first = {table: as_tally(chips) for table, chips in sorted(trays.items())}
    post(flows.new_chips(issued), request_id=f"{room}:chips", actor=actor)
    for table, chips in first.items():
        if chips.cents:
            entry = flows.first_tray(table, chips)
            post(entry, request_id=f"{room}:tray:{table}", actor=actor)
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
        chips_issued=issued.cents,
        windows=sorted(windows),
        trays={table: chips.cents for table, chips in first.items()},
    )


def as_tally(chips: Chips) -> Tally:
    """Chips by denomination, or an amount of which no denominations are known."""
    if isinstance(chips, Tally):
        return chips
    return Tally(loose=chips) if isinstance(chips, int) else Tally(chips)


def may_sign(staff: Staff) -> bool:
    """Whether somebody may sign another's count."""
    return staff.may(Permission.SIGN_CAGE)


# -- Windows ---------------------------------------------------------------------------------------


@transaction.atomic
def open_window(
    *,
    window: int,
    imprest: int,
    actor: Staff,
    chips: Chips | None = None,
    request_id: str = "",
) -> WindowShift:
    """Open a window for ``actor``: ``imprest`` in cash and ``chips`` in chips, from the vault.

    Chips may be given by denomination, and are as much as the cash unless told. A window that is
    the actor's already is left as it is. Raises BooksError: no such window, somebody else has it
    open, the actor has another one, the vault is short.
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
    in_chips = as_tally(imprest if chips is None else chips)
    moment = now()
    gaming = settings.ROOM_CALENDAR.at(moment)
    issue = flows.window_issue(window, cash_cents=imprest, chips=in_chips)
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
                imprest_chips=in_chips.cents,
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
        chips=in_chips.cents,
    )
    return shift


@contextmanager
def without_figures(code: BooksRefusal, **data: int) -> Iterator[None]:
    """Say that cash is short without saying what is there: a cashier counts blind."""
    try:
        yield
    except BooksError as error:
        of_cash = str(error.data.get("account")).startswith("cash:")
        if error.code is BooksRefusal.SHORT and of_cash:
            raise BooksError(code, field="", **data) from error
        raise


@contextmanager
def at_window(window: int, actor: Staff) -> Iterator[None]:
    """One transaction at a window. A person who is stopped is noted beside it."""
    with noting_stops(f"window:{window}", actor), transaction.atomic():
        yield


def check_window(window: int, actor: Staff, *, counted: bool = False) -> WindowShift:
    """The actor's time at this window, locked, so that it cannot close under a transaction.

    Raises BooksError unless the actor has the window open, and once it is counted, unless the
    caller ends it (``counted``).
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
    if not counted and shift.counts.exists():
        raise BooksError(BooksRefusal.WINDOW_COUNTED, window=window)
    return shift


def check_at_window(actor: Staff, patron_id: int | None) -> None:
    """What a transaction would be refused for before its amount: for the line before posting.

    Raises BooksError: the actor has no window open or has counted it, or the patron is stopped.
    """
    time = WindowShift.objects.filter(cashier=actor, closed_at__isnull=True).first()
    if time is None:
        raise BooksError(BooksRefusal.NO_WINDOW)
    if time.counts.exists():
        raise BooksError(BooksRefusal.WINDOW_COUNTED, window=time.window.number)
    if patron_id is None:
        return
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


def check_tally(cents: int, chips: Tally | None) -> Tally:
    """The chips of an amount: as counted, or unsorted. Raises BooksError if they differ."""
    if chips is not None and chips.cents != cents:
        raise BooksError(
            BooksRefusal.COUNT_DIFFERS, field="chips", counted_cents=chips.cents, cents_cents=cents
        )
    return Tally(loose=cents) if chips is None else chips


def check_buyer(patron_id: int | None, cents: int) -> None:
    """Raises BooksError for a person who is stopped, and for an amount that needs a person: from
    the log's threshold on somebody is named or described."""
    if patron_id is not None:
        check_patron(patron_id)
    elif cents >= settings.CURRENCY_LOG_FROM:
        raise BooksError(
            BooksRefusal.PERSON_NEEDED, field="patron", from_cents=settings.CURRENCY_LOG_FROM
        )


def buy_in(
    *,
    window: int,
    patron_id: int | None,
    cents: int,
    request_id: str,
    actor: Staff,
    chips: Tally | None = None,
) -> PostedEntry:
    """Cash in at the window, chips to the patron. Paid once, however often the request comes.

    ``chips`` says by denomination what is given out. Without a patron the buyer is anonymous, and
    his chips are at large. Raises BooksError: not an amount, the window is closed, counted or
    another's, the patron is stopped, the window lacks the chips.
    """
    entry = flows.buy_in(window, patron_id, check_tally(cents, chips))
    with at_window(window, actor):
        before = first_result(entry, request_id=request_id)
        if before is not None:
            return before
        check_window(window, actor)
        check_buyer(patron_id, cents)
        posted = post(entry, request_id=request_id, actor=actor)
        whom = f"window:{window}" if patron_id is None else f"patron:{patron_id}"
        record(actor, "buy_in", whom, entry=posted.id, window=window, cents=cents)
    return posted


def cash_out(
    *,
    window: int,
    patron_id: int | None,
    cents: int,
    request_id: str,
    actor: Staff,
    chips: Tally | None = None,
) -> PostedEntry:
    """Chips in at the window, cash to the patron. What is pending for him is posted first.

    Chips beyond what his account holds come out of those at large: he has them in his hand. Those
    of somebody anonymous all do. Raises BooksError as ``buy_in`` does; a drawer that lacks the cash
    is refused without its figure.
    """
    tally = check_tally(cents, chips)
    asked = flows.cash_out(window, patron_id, tally, followed_cents=0)
    with at_window(window, actor):
        before = first_result(asked, request_id=request_id)
        if before is not None:
            return before
        check_window(window, actor)
        check_buyer(patron_id, cents)
        entry = asked
        if patron_id is not None:
            followed = lock_followed(patron_id, {*accounts_of([asked]), chart.AT_LARGE}, actor)
            entry = flows.cash_out(window, patron_id, tally, followed_cents=followed)
        with without_figures(BooksRefusal.DRAWER_SHORT, window=window):
            posted = post(entry, request_id=request_id, actor=actor)
        whom = f"window:{window}" if patron_id is None else f"patron:{patron_id}"
        record(actor, "cash_out", whom, entry=posted.id, window=window, cents=cents)
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
