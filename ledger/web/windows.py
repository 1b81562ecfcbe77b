"""The pages of a window: open it, count it blind, close it or hand it over, and what is between."""

from collections.abc import Callable
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from cardroom.errors import Refused
from cardroom.language import Text
from cardroom.money import format_cents, over_short
from cardroom.people.roles import Permission
from ledger import cage_selectors, place_selectors
from ledger.models import WindowShift
from ledger.services import cage, drawer, windows
from ledger.web.cage import cage_page
from ledger.web.forms import CageForm
from ledger.web.guards import needs, staff_of
from ledger.web.tally_forms import (
    CountForm,
    ExchangeForm,
    HandOverForm,
    OpenWindowForm,
    RecountForm,
    SignOffForm,
    TokesForm,
    VarianceForm,
    VaultMoveForm,
    signature,
)

FORM = ["GET", "HEAD", "POST"]


def acted(request: HttpRequest, form: CageForm, act: Callable[[], str]) -> bool:
    """Whether a sent form was carried out. ``act`` says what was done; a refusal stays on it."""
    if request.method != "POST" or not form.is_valid():
        return False
    try:
        done = act()
    except Refused as error:
        form.refuse(error)
        return False
    messages.success(request, done)
    return True


def _mine(request: HttpRequest) -> WindowShift | None:
    return cage_selectors.window_of(staff_of(request))


def _number(request: HttpRequest) -> int:
    """The number of the cashier's own window; 0, which none has, if there is none."""
    time = _mine(request)
    return time.window.number if time else 0


@require_http_methods(FORM)
@needs(Permission.WORK_CAGE)
def open_window(request: HttpRequest) -> HttpResponse:
    """Take a window with its imprest from the vault."""
    form = OpenWindowForm(
        request.POST or None,
        windows=cage_selectors.closed_windows(),
        denominations=place_selectors.denominations(),
        initial={"request_id": uuid4()},
    )

    def act() -> str:
        time = cage.open_window(
            window=form.cleaned_data["window"],
            imprest=form.cleaned_data["imprest"],
            chips=form.chips,
            request_id=form.request(),
            actor=staff_of(request),
        )
        return gettext("Window %(window)s is open, and yours.") % {"window": time.window.number}

    if acted(request, form, act):
        return redirect("cage")
    return cage_page(request, "cage/open_window.html", None, form=form)


@sensitive_post_parameters("password")
@require_http_methods(FORM)
@needs(Permission.WORK_CAGE)
def close_window(request: HttpRequest) -> HttpResponse:
    """Count the window blind and sign; then over and short, their reason, the second signature."""
    time = _mine(request)
    difference = place_selectors.window_difference(time) if time else None
    if difference is None:
        return _count(request)
    form = SignOffForm(request.POST or None, initial={"request_id": uuid4()})

    def act() -> str:
        closed = windows.close_window(
            window=_number(request),
            request_id=form.request(),
            actor=staff_of(request),
            signed_by=form.signed_by(request),
            reason=form.cleaned_data["reason"],
        )
        cash, chips = over_short(closed.cash_over or 0), over_short(closed.chips_over or 0)
        return gettext("Your window is closed: cash %(cash)s, chips %(chips)s. Thank you.") % {
            "cash": cash,
            "chips": chips,
        }

    if acted(request, form, act):
        assert time is not None
        return redirect("window-statement", time.pk)
    return cage_page(
        request, "cage/close_window.html", None, form=form, difference=difference, signing=True
    )


def _count(request: HttpRequest) -> HttpResponse:
    denominations = place_selectors.denominations()
    form = CountForm(
        request.POST or None, denominations=denominations, initial={"request_id": uuid4()}
    )

    def act() -> str:
        windows.sign_count(
            window=_number(request),
            cash=form.tally("cash"),
            chips=form.tally("chips"),
            request_id=form.request(),
            actor=staff_of(request),
        )
        return gettext(
            "Your count is signed. The window serves nobody until it is closed or handed over."
        )

    if acted(request, form, act):
        return redirect("cage-window-close")
    return cage_page(request, "cage/close_window.html", None, form=form)


@sensitive_post_parameters("password")
@require_http_methods(FORM)
@needs(Permission.WORK_CAGE)
def recount(request: HttpRequest) -> HttpResponse:
    """Count again with a second person standing by; the first count is kept."""
    form = RecountForm(
        request.POST or None,
        denominations=place_selectors.denominations(),
        initial={"request_id": uuid4()},
    )

    def act() -> str:
        windows.recount(
            window=_number(request),
            cash=form.tally("cash"),
            chips=form.tally("chips"),
            reason=form.cleaned_data["reason"],
            request_id=form.request(),
            actor=staff_of(request),
            witness=form.signed_by(request),
        )
        return gettext("The second count is signed. The first is kept.")

    if acted(request, form, act):
        return redirect("cage-window-close")
    return cage_page(request, "cage/recount.html", None, form=form)


@sensitive_post_parameters("password", "taker_password")
@require_http_methods(FORM)
@needs(Permission.WORK_CAGE)
def hand_over(request: HttpRequest) -> HttpResponse:
    """The next cashier takes the counted window over, signing on the same screen."""
    time = _mine(request)
    difference = place_selectors.window_difference(time) if time else None
    form = HandOverForm(request.POST or None, initial={"request_id": uuid4()})

    def act() -> str:
        data = form.cleaned_data
        taken = windows.hand_over(
            window=_number(request),
            to=signature(request, data, "taker", "taker_password"),
            request_id=form.request(),
            actor=staff_of(request),
            reason=data["reason"],
            signed_by=signature(request, data) if data["signer"] else None,
        )
        return gettext("Window %(window)s is %(cashier)s’s now.") % {
            "window": taken.window.number,
            "cashier": taken.cashier.display_name,
        }

    if acted(request, form, act):
        assert time is not None
        return redirect("window-statement", time.pk)
    return cage_page(request, "cage/hand_over.html", None, form=form, difference=difference)


@require_http_methods(FORM)
@needs(Permission.WORK_CAGE)
def exchange(request: HttpRequest) -> HttpResponse:
    """Chips for chips: only denominations change."""
    form = ExchangeForm(
        request.POST or None,
        denominations=place_selectors.denominations(),
        initial={"request_id": uuid4()},
    )

    def act() -> str:
        taken, given = form.tally("taken"), form.tally("given")
        drawer.exchange(
            window=_number(request),
            taken=taken,
            given=given,
            request_id=form.request(),
            actor=staff_of(request),
        )
        return gettext("Exchanged: %(taken)s for %(given)s.") % {"taken": taken, "given": given}

    if acted(request, form, act):
        return redirect("cage")
    return _simple(request, form, gettext("Exchange chips"), gettext("Exchange"), _EXCHANGE)


_EXCHANGE = gettext_lazy(
    "What comes in and what goes out are worth the same: nobody’s stack changes."
)
_SUPPLY = gettext_lazy("More cash and chips from the vault. A cage supervisor or manager signs.")
_GIVE_BACK = gettext_lazy("Cash and chips back to the vault. A cage supervisor or manager signs.")
_VARIANCE = gettext_lazy(
    "Found while the window works. It is booked with its reason and a second signature."
)
_TOKES = gettext_lazy("Chips out of a table’s toke box, paid in cash.")


@sensitive_post_parameters("password")
@require_http_methods(FORM)
@needs(Permission.WORK_CAGE)
def supply(request: HttpRequest, direction: str) -> HttpResponse:
    """More from the vault, or back to it, while the window is open."""
    back = direction == "back"
    form = VaultMoveForm(
        request.POST or None,
        denominations=place_selectors.denominations(),
        initial={"request_id": uuid4()},
    )

    def act() -> str:
        cash, chips = form.cleaned_data["cash"], form.tally("chips")
        service = drawer.give_back if back else drawer.supply
        service(
            window=_number(request),
            cash_cents=cash,
            chips=chips,
            request_id=form.request(),
            actor=staff_of(request),
            signed_by=form.signed_by(request),
        )
        went = gettext("%(cash)s in cash and %(chips)s in chips went back to the vault.")
        came = gettext("%(cash)s in cash and %(chips)s in chips came from the vault.")
        return (went if back else came) % {
            "cash": format_cents(cash),
            "chips": format_cents(chips.cents),
        }

    if acted(request, form, act):
        return redirect("cage")
    if back:
        return _simple(
            request, form, gettext("Back to the vault"), gettext("Give back"), _GIVE_BACK
        )
    return _simple(request, form, gettext("More from the vault"), gettext("Take"), _SUPPLY)


@sensitive_post_parameters("password")
@require_http_methods(FORM)
@needs(Permission.WORK_CAGE)
def variance(request: HttpRequest) -> HttpResponse:
    """Over or short of an open window, with reason and second signature."""
    form = VarianceForm(request.POST or None, initial={"request_id": uuid4()})

    def act() -> str:
        data = form.cleaned_data
        kind, _, side = data["what"].partition("_")
        over = data["cents"] if side == "over" else -data["cents"]
        drawer.note_variance(
            window=_number(request),
            cash_over=over if kind == "cash" else 0,
            chips_over=over if kind == "chips" else 0,
            reason=data["reason"],
            request_id=form.request(),
            actor=staff_of(request),
            signed_by=form.signed_by(request),
        )
        return _BOOKED[data["what"]] % {"amount": format_cents(data["cents"])}

    if acted(request, form, act):
        return redirect("cage")
    return _simple(request, form, gettext("Over and short"), gettext("Book it"), _VARIANCE)


@require_http_methods(FORM)
@needs(Permission.WORK_CAGE)
def tokes(request: HttpRequest) -> HttpResponse:
    """Dealers' tips, handed in as chips and paid in cash."""
    form = TokesForm(
        request.POST or None,
        denominations=place_selectors.denominations(),
        initial={"request_id": uuid4()},
    )

    def act() -> str:
        chips, table = form.tally("chips"), form.cleaned_data["table"]
        drawer.pay_tokes(
            window=_number(request),
            table=table,
            chips=chips,
            request_id=form.request(),
            actor=staff_of(request),
        )
        return gettext("The dealers of table %(table)s were paid %(cents)s.") % {
            "table": table,
            "cents": format_cents(chips.cents),
        }

    if acted(request, form, act):
        return redirect("cage")
    return _simple(request, form, gettext("Pay tokes"), gettext("Pay"), _TOKES)


def _simple(
    request: HttpRequest, form: CageForm, title: Text, button: Text, sentence: Text
) -> HttpResponse:
    return cage_page(
        request,
        "cage/simple_form.html",
        None,
        form=form,
        title=title,
        button=button,
        sentence=sentence,
        action=request.path,
    )


_BOOKED = {
    "cash_over": gettext_lazy("%(amount)s over in cash is booked."),
    "cash_short": gettext_lazy("%(amount)s short in cash is booked."),
    "chips_over": gettext_lazy("%(amount)s over in chips is booked."),
    "chips_short": gettext_lazy("%(amount)s short in chips is booked."),
}
