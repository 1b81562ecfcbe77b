"""The cage: the room's first money, windows, buy-ins, cash-outs, and the boxes at the tables."""

from collections.abc import Collection

from django.conf import settings
from django.db import IntegrityError, transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import Patron, Staff
from ledger.books import chart, flows
from ledger.models import Account, Box, Window
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.posting import (
    PostedEntry,
    accounts_of,
    first_result,
    lock_accounts,
    open_accounts,
    post,
)
from ledger.services.settlement import post_pending_for


@transaction.atomic
def set_up_room(
    *,
    cash_cents: int,
    cover_cents: int,
    chips_cents: int,
    actor: Staff | None,
    covering: Collection[str] = (chart.VAULT,),
    request_id: str = "room:opening",
) -> None:
    """The room's first entries: cash in the vault, the chip cover, and chips issued to the vault.

    ``covering`` names the cash places that the room designates against chips in use, beside the
    chip cover itself. Raises BooksError if the room was set up before, differently.
    """
    opening = flows.opening(cash_cents=cash_cents, cover_cents=cover_cents)
    if first_result(opening, request_id=request_id) is not None:
        return
    post(opening, request_id=request_id, actor=actor)
    post(flows.new_chips(chips_cents), request_id=f"{request_id}:chips", actor=actor)
    open_accounts(covering)
    Account.objects.filter(code__in=covering).update(covers_chips=True)
    record(
        actor, "room_set_up", "room", cash=cash_cents, cover=cover_cents, chips=chips_cents
    )


# -- Windows ---------------------------------------------------------------------------------------


@transaction.atomic
def open_window(
    *, number: int, cash_cents: int, chips_cents: int, request_id: str, actor: Staff
) -> Window:
    """Open a window for ``actor`` with its imprest from the vault.

    The same request again gets the first window. Raises BooksError: the window is open already,
    the cashier has one open, the vault is short.
    """
    entry = flows.window_issue(number, cash_cents=cash_cents, chips_cents=chips_cents)
    before = first_result(entry, request_id=request_id)
    if before is not None:
        return Window.objects.get(opening_entry_id=before.id)
    if Window.objects.filter(number=number, closed_at__isnull=True).exists():
        raise BooksError(BooksRefusal.WINDOW_TAKEN, field="number", window=number)
    mine = Window.objects.filter(cashier=actor, closed_at__isnull=True).first()
    if mine is not None:
        raise BooksError(BooksRefusal.ONE_WINDOW_EACH, field="number", window=mine.number)
    moment = now()
    gaming = settings.ROOM_CALENDAR.at(moment)
    posted = post(entry, request_id=request_id, actor=actor, at=moment)
    try:
        with transaction.atomic():
            window = Window.objects.create(
                number=number,
                cashier=actor,
                day=gaming.day,
                shift=gaming.shift,
                opened_at=moment,
                opening_entry_id=posted.id,
                imprest_cash=cash_cents,
                imprest_chips=chips_cents,
            )
    except IntegrityError as error:
        # Somebody opened one between our look and our row; the database says who was second.
        raise BooksError(BooksRefusal.WINDOW_TAKEN, field="number", window=number) from error
    record(
        actor,
        "window_opened",
        f"window:{number}",
        entry=posted.id,
        cash=cash_cents,
        chips=chips_cents,
    )
    return window


def check_window(window: Window, actor: Staff) -> None:
    """Raises BooksError unless the window is open and the actor's own."""
    if window.closed_at is not None:
        raise BooksError(BooksRefusal.WINDOW_CLOSED, window=window.number)
    if window.cashier_id != actor.pk:
        raise BooksError(BooksRefusal.WINDOW_NOT_YOURS, window=window.number)


def check_patron(patron_id: int) -> Patron:
    """The patron, if he may be served at the window.

    Raises BooksError: nobody has this number, or he is barred or has excluded himself. The refusal
    does not say which, since he can hear and read it too.
    """
    patron = Patron.objects.filter(pk=patron_id).first()
    if patron is None:
        raise BooksError(BooksRefusal.NO_SUCH_PATRON, field="patron", patron_id=patron_id)
    if patron.standing != Patron.Standing.WELCOME:
        raise BooksError(BooksRefusal.CALL_THE_FLOOR, field="patron", patron_id=patron_id)
    return patron


@transaction.atomic
def buy_in(
    *, window: Window, patron_id: int, cents: int, request_id: str, actor: Staff
) -> PostedEntry:
    """Cash in at the window, chips to the patron. Paid once, however often the request comes.

    Raises BooksError: not an amount, the window is closed or another's, the patron is stopped, the
    window lacks the chips.
    """
    entry = flows.buy_in(window.number, patron_id, cents)
    before = first_result(entry, request_id=request_id)
    if before is not None:
        return before
    check_window(window, actor)
    check_patron(patron_id)
    posted = post(entry, request_id=request_id, actor=actor)
    record(
        actor, "buy_in", f"patron:{patron_id}", entry=posted.id, window=window.number, cents=cents
    )
    return posted


@transaction.atomic
def cash_out(
    *, window: Window, patron_id: int, cents: int, request_id: str, actor: Staff
) -> PostedEntry:
    """Chips in at the window, cash to the patron. What is pending for him is posted first.

    Chips beyond what his account holds come out of those at large: he has them in his hand. Raises
    BooksError as ``buy_in`` does; a drawer that lacks the cash is refused without its figure.
    """
    asked = flows.cash_out(window.number, patron_id, cents, followed_cents=0)
    before = first_result(asked, request_id=request_id)
    if before is not None:
        return before
    check_window(window, actor)
    check_patron(patron_id)
    account = chart.player(patron_id)
    codes = {account, *accounts_of([asked])}
    post_pending_for([patron_id], also_lock=codes)
    followed = lock_accounts(codes).get(account, 0)
    entry = flows.cash_out(window.number, patron_id, cents, followed_cents=followed)
    try:
        posted = post(entry, request_id=request_id, actor=actor)
    except BooksError as error:
        if error.code is BooksRefusal.SHORT:
            raise BooksError(BooksRefusal.DRAWER_SHORT, window=window.number) from error
        raise
    record(
        actor, "cash_out", f"patron:{patron_id}", entry=posted.id, window=window.number, cents=cents
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
