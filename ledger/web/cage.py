"""The cashier's pages: her window, one form at a time, and the person in front of her."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from cardroom.money import format_cents
from cardroom.people.models import Patron, Staff
from cardroom.people.refusals import PeopleError
from cardroom.people.roles import Permission
from cardroom.people.services import register_patron
from ledger import cage_selectors, person_selectors
from ledger.books import currency
from ledger.books.currency import Direction
from ledger.books.person_flows import Form
from ledger.cage_selectors import Person
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage as services
from ledger.services import deposits
from ledger.services.posting import PostedEntry
from ledger.web.forms import (
    CloseWindowForm,
    MoneyField,
    NewPersonForm,
    OpenWindowForm,
    PatronField,
    TransactionForm,
)
from ledger.web.guards import needs, staff_of


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of transaction at the window, and its words."""

    url: str
    title: str
    direction: Direction
    service: Callable[..., PostedEntry]
    anonymous: Callable[..., PostedEntry]
    done: str


BUY_IN = Kind(
    "buy-in",
    "Buy-in",
    Direction.IN,
    services.buy_in,
    deposits.anonymous_buy_in,
    "bought in for",
)
CASH_OUT = Kind(
    "cash-out",
    "Cash-out",
    Direction.OUT,
    services.cash_out,
    deposits.anonymous_cash_out,
    "was paid",
)


@require_safe
@needs(Permission.SEE_CAGE)
def cage(request: HttpRequest) -> HttpResponse:
    """The cage without a form: the window, a person to look up, the last transactions."""
    asked = request.GET.get("patron", "").strip()
    found = cage_selectors.find_patrons(asked) if asked else []
    person = cage_selectors.person(found[0].pk) if len(found) == 1 else None
    return page_of(request, "cage/cage.html", person, asked=asked, found=found)


@require_safe
@needs(Permission.WORK_CAGE)
def person(request: HttpRequest) -> HttpResponse:
    """The person's panel alone, following what is typed into a form."""
    direction = Direction.OUT if request.GET.get("direction") == Direction.OUT else Direction.IN
    patron = _typed(PatronField(label="Person"), request.GET.get("patron"))
    cents = _typed(MoneyField(label="Amount"), request.GET.get("cents"))
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
            messages.success(request, f"{patron.name} is registered, number {patron.pk}.")
            return redirect(f"{reverse('cage')}?patron={patron.pk}")
    return page_of(request, "cage/new_person.html", None, form=form, known=known)


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


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.WORK_CAGE)
def open_window(request: HttpRequest) -> HttpResponse:
    """Take a window with its imprest from the vault."""
    staff = staff_of(request)
    windows = cage_selectors.closed_windows()
    form = OpenWindowForm(request.POST or None, windows=windows, initial={"request_id": uuid4()})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            shift = services.open_window(
                window=data["window"],
                imprest=data["imprest"],
                chips=data["chips"],
                request_id=form.request(),
                actor=staff,
            )
        except BooksError as error:
            form.refuse(error)
        else:
            messages.success(request, f"Window {shift.window.number} is open, and yours.")
            return redirect("cage")
    return page_of(request, "cage/open_window.html", None, form=form)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.WORK_CAGE)
def close_window(request: HttpRequest) -> HttpResponse:
    """Count the window blind and hand it back; over and short are told after the signature."""
    staff = staff_of(request)
    shift = cage_selectors.window_of(staff)
    form = CloseWindowForm(request.POST or None, initial={"request_id": uuid4()})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            signer = authenticate(request, username=data["signer"], password=data["password"])
            if not isinstance(signer, Staff):
                raise BooksError(BooksRefusal.WRONG_SIGNATURE, field="password")
            shift = services.close_window(
                window=shift.window.number if shift else 0,
                counted_cash=data["counted_cash"],
                counted_chips=data["counted_chips"],
                request_id=form.request(),
                actor=staff,
                signed_by=signer,
            )
        except (BooksError, PeopleError) as error:
            form.refuse(error)
        else:
            over = f"cash {_over(shift.cash_over)}, chips {_over(shift.chips_over)}"
            messages.success(request, f"Your window is closed: {over}. Thank you.")
            return redirect("cage")
    return page_of(request, "cage/close_window.html", None, form=form)


def _over(cents: int | None) -> str:
    if not cents:
        return "exact"
    return f"{format_cents(abs(cents))} {'over' if cents > 0 else 'short'}"


def _transaction(request: HttpRequest, kind: Kind) -> HttpResponse:
    """Amount and person; Enter for the review line; Enter again posts."""
    if request.method != "POST":
        patron = asked_patron(request)
        form = TransactionForm(initial={"request_id": uuid4(), "patron": shown(patron)})
        person = cage_selectors.person(patron.pk) if patron else None
        return page_of(request, "cage/transaction.html", person, kind=kind, form=form)
    form = TransactionForm(request.POST)
    step = request.POST.get("step", "review")
    if not form.is_valid():
        patron = form.cleaned_data.get("patron")
        person = cage_selectors.person(patron.pk) if patron else None
        unknown = form.has_error("patron", "unknown") and form.data["patron"].strip()
        return page_of(
            request, "cage/transaction.html", person, kind=kind, form=form, unknown=unknown
        )
    patron, cents = form.cleaned_data["patron"], form.cleaned_data["cents"]
    try:
        if step == "post":
            return _post(request, kind, form, patron, cents)
        if patron is None:
            deposits.check_anonymous(cents)
        else:
            services.check_at_window(staff_of(request), patron.pk)
    except BooksError as error:
        form.refuse(error)
        step = "edit"
    person = cage_selectors.person(patron.pk) if patron else None
    more = {"review": _review(kind, person, cents)} if step == "review" else {}
    return page_of(
        request,
        "cage/transaction.html",
        person,
        kind=kind,
        form=form,
        **more,
        **panel(person, kind.direction, cents),
    )


def _post(
    request: HttpRequest, kind: Kind, form: TransactionForm, patron: Patron | None, cents: int
) -> HttpResponse:
    staff = staff_of(request)
    given = {
        "window": window_number(staff),
        "cents": cents,
        "request_id": form.request(),
        "actor": staff,
    }
    if patron is None:
        return posted_page(
            request, kind.anonymous(**given), f"{kind.title} of {format_cents(cents)}.", None
        )
    posted = kind.service(**given, patron_id=patron.pk)
    return posted_page(request, posted, f"{patron.name} {kind.done} {format_cents(cents)}.", patron)


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
        messages.info(request, f"This was posted before, as entry {posted.id}, and only once.")
    else:
        messages.success(request, f"{what} Entry {posted.id}.")
    return redirect(reverse("cage") + (f"?patron={patron.pk}" if patron else ""))


def _review(kind: Kind, person: Person | None, cents: int) -> list[str]:
    """What will happen, in sentences, before it does."""
    amount = format_cents(cents)
    if person is None:
        paid = f"{amount} in cash comes in" if kind is BUY_IN else f"{amount} in cash goes out"
        return [f"Nobody is named: {paid}, and no account follows the chips."]
    name, has = shown(person.patron), person.funds.available
    if kind is BUY_IN:
        return [
            f"{name} pays in {amount} in cash and gets {amount} in chips.",
            f"The stack goes from {format_cents(has)} to {format_cents(has + cents)}.",
        ]
    lines = [f"{name} hands in {amount} in chips and gets {amount} in cash."]
    if cents > has:
        lines.append(
            f"The account holds {format_cents(has)}; the other {format_cents(cents - has)} are "
            "chips that no account follows."
        )
    else:
        lines.append(f"The stack goes from {format_cents(has)} to {format_cents(has - cents)}.")
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


def page_of(
    request: HttpRequest, template: str, person: Person | None, **context: object
) -> HttpResponse:
    """A page of the cage: the window, the form, the person's panel, the last transactions."""
    staff = staff_of(request)
    shift = cage_selectors.window_of(staff)
    context = {
        **panel(person, Direction.IN, 0),
        "person": person,
        "shift": shift,
        "transactions": cage_selectors.last_transactions(staff),
        "cover_now": person_selectors.cover_now(),
        # The figures would tell what her own window should hold, and she counts it blind.
        "cover_figures": shift is None and staff.may(Permission.SEE_BOOKS),
        **context,
    }
    form = context.get("form")
    wrong = isinstance(form, forms.Form) and form.is_bound and bool(form.errors)
    return render(request, template, context, status=422 if wrong else 200)
