"""The cashier's pages: her window, one form at a time, and the person in front of her."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from cardroom.language import Text
from cardroom.money import format_cents
from cardroom.people.models import Patron, Staff
from cardroom.people.refusals import PeopleError
from cardroom.people.roles import Permission
from cardroom.people.services import register_patron
from ledger import (
    box_selectors,
    cage_selectors,
    person_selectors,
    place_selectors,
    transfer_selectors,
)
from ledger.books import currency
from ledger.books.currency import Direction
from ledger.books.person_flows import Form
from ledger.books.tally import Tally, spread
from ledger.cage_selectors import Person
from ledger.refusals import BooksError
from ledger.services import cage as services
from ledger.services.cage import check_buyer, check_tally
from ledger.services.posting import PostedEntry
from ledger.web.forms import MoneyField, NewPersonForm, PatronField
from ledger.web.guards import needs, staff_of
from ledger.web.tally_forms import TransactionForm


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of transaction at the window, and its words."""

    url: str
    title: Text
    direction: Direction
    service: Callable[..., PostedEntry]
    done: Text


BUY_IN = Kind(
    "buy-in",
    gettext_lazy("Buy-in"),
    Direction.IN,
    services.buy_in,
    gettext_lazy("%(name)s bought in for %(amount)s."),
)
CASH_OUT = Kind(
    "cash-out",
    gettext_lazy("Cash-out"),
    Direction.OUT,
    services.cash_out,
    gettext_lazy("%(name)s was paid %(amount)s."),
)


@require_safe
@needs(Permission.SEE_CAGE)
def cage(request: HttpRequest) -> HttpResponse:
    """The cage without a form: the window, a person to look up, the last transactions."""
    asked = request.GET.get("patron", "").strip()
    found = cage_selectors.find_patrons(asked) if asked else []
    person = cage_selectors.person(found[0].pk) if len(found) == 1 else None
    return cage_page(request, "cage/cage.html", person, asked=asked, found=found)


@require_safe
@needs(Permission.WORK_CAGE)
def person(request: HttpRequest) -> HttpResponse:
    """The person's panel alone, following what is typed into a form."""
    direction = Direction.OUT if request.GET.get("direction") == Direction.OUT else Direction.IN
    patron = _typed(PatronField(label=gettext("Person")), request.GET.get("patron"))
    cents = _typed(MoneyField(label=gettext("Amount")), request.GET.get("cents"))
    found = cage_selectors.person(patron.pk) if patron else None
    if request.GET.get("form") == Form.CHIPS:
        cents = None  # Chips are no currency.
    shown_panel = panel(found, direction, cents or 0)
    return render(request, "cage/person.html", {"person": found, **shown_panel})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.WORK_CAGE)
def new_person(request: HttpRequest) -> HttpResponse:
    """Register somebody new; what was typed into a look-up in vain is filled in."""
    typed = request.GET.get("name", "").strip()
    initial = {"request_id": uuid4(), "name": "" if typed.isdigit() else typed}
    form = NewPersonForm(request.POST or None, initial=initial)
    known = None
    if request.method == "POST" and form.is_valid():
        try:
            patron = register_patron(
                name=form.cleaned_data["name"],
                description=form.cleaned_data["description"],
                described=form.cleaned_data["described"],
                request_id=form.cleaned_data["request_id"],
                actor=staff_of(request),
            )
        except PeopleError as error:
            form.refuse(error)
            known = error.data.get("number")
        else:
            messages.success(
                request,
                gettext("%(name)s is registered, number %(number)s.")
                % {"name": patron.name, "number": patron.pk},
            )
            return redirect(f"{reverse('cage')}?patron={patron.pk}")
    return cage_page(request, "cage/new_person.html", None, form=form, known=known)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.WORK_CAGE)
def buy_in(request: HttpRequest) -> HttpResponse:
    """Cash in, chips out."""
    return _transaction(request, BUY_IN)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.WORK_CAGE)
def cash_out(request: HttpRequest) -> HttpResponse:
    """Chips in, cash out."""
    return _transaction(request, CASH_OUT)


def _transaction(request: HttpRequest, kind: Kind) -> HttpResponse:
    """Amount, chips and person; Enter for the review line; Enter again posts."""
    chips = place_selectors.denominations()
    if request.method != "POST":
        patron = asked_patron(request)
        initial = {"request_id": uuid4(), "patron": shown(patron)}
        form = TransactionForm(initial=initial, denominations=chips)
        return _transaction_page(request, kind, form, patron)
    form = TransactionForm(request.POST, denominations=chips)
    step = request.POST.get("step", "review")
    if not form.is_valid():
        unknown = form.has_error("patron", "unknown") and form.data["patron"].strip()
        return _transaction_page(
            request, kind, form, form.cleaned_data.get("patron"), unknown=unknown
        )
    patron, cents = form.cleaned_data.get("patron"), form.cleaned_data["cents"]
    try:
        check_tally(cents, form.chips)
        if step == "post":
            return _post(request, kind, form, patron, cents)
        services.check_at_window(staff_of(request), patron.pk if patron else None)
        check_buyer(patron.pk if patron else None, cents)
    except BooksError as error:
        form.refuse(error)
        step = "edit"
    more = {}
    if step == "review":
        person = cage_selectors.person(patron.pk) if patron else None
        hidden = TransactionForm.shown("chips", form.chips) if form.chips else {}
        more = {"review": _review(kind, person, cents, form.chips), "hidden": hidden}
    return _transaction_page(request, kind, form, patron, cents=cents, **more)


def _transaction_page(
    request: HttpRequest,
    kind: Kind,
    form: TransactionForm,
    patron: Patron | None,
    cents: int = 0,
    **more: object,
) -> HttpResponse:
    person = cage_selectors.person(patron.pk) if patron else None
    more |= panel(person, kind.direction, cents)
    if form.denominations:
        more["chips"] = form.drawn("chips")
    template = "cage/transaction.html"
    return cage_page(request, template, person, kind=kind, form=form, cents=cents, **more)


@require_safe
@needs(Permission.WORK_CAGE)
def chips(request: HttpRequest) -> HttpResponse:
    """The chips that make an amount, following what is typed into a form."""
    denominations = place_selectors.denominations()
    cents = _typed(MoneyField(label=gettext("Amount")), request.GET.get("cents")) or 0
    filled = TransactionForm.shown("chips", spread(cents, denominations)) if denominations else {}
    form = TransactionForm(initial=filled | {"filled": cents}, denominations=denominations)
    drawn = form.drawn("chips") if denominations else None
    return render(request, "cage/chips.html", {"form": form, "chips": drawn})


def _post(
    request: HttpRequest, kind: Kind, form: TransactionForm, patron: Patron | None, cents: int
) -> HttpResponse:
    staff = staff_of(request)
    posted = kind.service(
        window=window_number(staff),
        patron_id=patron.pk if patron else None,
        cents=cents,
        chips=form.chips,
        request_id=form.request(),
        actor=staff,
    )
    who = patron.name if patron else gettext("Somebody without a name")
    done = kind.done % {"name": who, "amount": format_cents(cents)}
    return posted_page(request, posted, done, patron)


def window_number(staff: Staff) -> int:
    """The window that this cashier has open, or 0: none has that number."""
    shift = cage_selectors.window_of(staff)
    return shift.window.number if shift else 0


def asked_patron(request: HttpRequest) -> Patron | None:
    """The person whom the address names, if there is exactly one."""
    found = cage_selectors.find_patrons(request.GET.get("patron", ""))
    return found[0] if len(found) == 1 else None


def shown(patron: Patron | None) -> str:
    """A person as the page itself writes one into a form."""
    return f"{patron.name} ({patron.pk})" if patron else ""


def posted_page(
    request: HttpRequest, posted: PostedEntry, what: str, patron: Patron | None
) -> HttpResponse:
    """Say what was posted, once however often it was sent, and go back to the cage."""
    if posted.repeated:
        messages.info(
            request,
            gettext("This was posted before, as entry %(entry)s, and only once.")
            % {"entry": posted.id},
        )
    else:
        messages.success(
            request, gettext("%(what)s Entry %(entry)s.") % {"what": what, "entry": posted.id}
        )
    return redirect(reverse("cage") + (f"?patron={patron.pk}" if patron else ""))


def _review(kind: Kind, person: Person | None, cents: int, chips: Tally | None) -> list[str]:
    """What will happen, in sentences, before it does."""
    amount = format_cents(cents)
    name = shown(person.patron) if person else gettext("Somebody without a name")
    lines = [
        gettext("%(name)s pays in %(amount)s in cash and gets %(amount)s in chips.")
        % {"name": name, "amount": amount}
        if kind is BUY_IN
        else gettext("%(name)s hands in %(amount)s in chips and gets %(amount)s in cash.")
        % {"name": name, "amount": amount}
    ]
    if chips is not None:
        lines.append(gettext("Chips: %(chips)s.") % {"chips": chips})
    if person is None:
        lines.append(gettext("No account follows these chips: they are at large."))
        return lines
    has = person.funds.available
    if kind is BUY_IN:
        lines.append(
            gettext("The stack goes from %(has)s to %(then)s.")
            % {"has": format_cents(has), "then": format_cents(has + cents)}
        )
    elif cents > has:
        lines.append(
            gettext(
                "The account holds %(has)s; the other %(more)s are chips that no account follows."
            )
            % {"has": format_cents(has), "more": format_cents(cents - has)}
        )
    else:
        lines.append(
            gettext("The stack goes from %(has)s to %(then)s.")
            % {"has": format_cents(has), "then": format_cents(has - cents)}
        )
    return lines


def panel(person: Person | None, direction: Direction, cents: int) -> dict[str, Any]:
    """What the person's panel shows, with the amount that is being typed."""
    if person is None:
        return {}
    shown_bars = person_selectors.bars(person, direction, cents)
    typed = next(bar for bar in shown_bars if bar.direction is direction)
    return {
        "bars": shown_bars,
        "deposits": person_selectors.deposits_of(person.patron),
        "due": typed.due if cents else "nothing",
        "currency_sentence": typed.sentence,
        "log_from": settings.CURRENCY_LOG_FROM,
        "report_above": currency.REPORT_ABOVE,
    }


def _typed(field: MoneyField | PatronField, text: str | None) -> Any:
    """What a half-typed field means, or None."""
    try:
        return field.clean(text)
    except ValidationError:
        return None


def cage_page(
    request: HttpRequest, template: str, person: Person | None, **context: object
) -> HttpResponse:
    """A page of the cage: the window, a form or none, the person, the last transactions."""
    staff = staff_of(request)
    shift = cage_selectors.window_of(staff)
    context = {
        **panel(person, Direction.IN, 0),
        "person": person,
        "shift": shift,
        "transactions": cage_selectors.last_transactions(staff),
        "fills_waiting": transfer_selectors.count_open(),
        "boxes_waiting": len(box_selectors.to_count()),
        "cover_now": person_selectors.cover_now(),
        # The figures would tell what her own window should hold, and she counts it blind.
        "cover_figures": shift is None and staff.may(Permission.SEE_BOOKS),
        **context,
    }
    form = context.get("form")
    wrong = isinstance(form, forms.Form) and form.is_bound and bool(form.errors)
    return render(request, template, context, status=422 if wrong else 200)
