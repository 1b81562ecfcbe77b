"""Front money at the window, its statements, and proposition companies."""

from datetime import date
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from cardroom.errors import Refused
from cardroom.language import translated, words
from cardroom.money import format_cents
from cardroom.people import companies
from cardroom.people.models import Patron, today
from cardroom.people.roles import Permission
from ledger import cage_selectors, person_selectors
from ledger.books.currency import Direction
from ledger.books.person_flows import Form
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage as services
from ledger.services import deposits
from ledger.web.cage import asked_patron, cage_page, panel, posted_page, shown, window_number
from ledger.web.guards import needs, staff_of
from ledger.web.papers import pdf_answer, statement_pdf
from ledger.web.person_forms import (
    CompanyForm,
    DaysForm,
    DepositForm,
    LeaveForm,
    RegistrationForm,
)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.WORK_CAGE)
def deposit(request: HttpRequest) -> HttpResponse:
    """Front money in, in cash or in chips."""
    return _front_money(request, "deposit", Direction.IN)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.WORK_CAGE)
def withdrawal(request: HttpRequest) -> HttpResponse:
    """Front money out, in cash or in chips."""
    return _front_money(request, "withdrawal", Direction.OUT)


def _front_money(request: HttpRequest, name: str, direction: Direction) -> HttpResponse:
    more: dict[str, Any] = {"name": name, "direction": direction, "title": words(name)}
    if request.method != "POST":
        patron = asked_patron(request)
        form = DepositForm(initial={"request_id": uuid4(), "patron": shown(patron)})
        person = cage_selectors.person(patron.pk) if patron else None
        return cage_page(request, "cage/front_money.html", person, form=form, **more)
    form = DepositForm(request.POST)
    if not form.is_valid():
        patron = form.cleaned_data.get("patron")
        person = cage_selectors.person(patron.pk) if patron else None
        return cage_page(request, "cage/front_money.html", person, form=form, **more)
    data = form.cleaned_data
    patron, cents, what = data["patron"], data["cents"], Form(data["form"])
    step = request.POST.get("step", "review")
    try:
        company_id = _company_of(patron) if data["company"] else None
        if step == "post":
            return _post(request, name, form, company_id)
        services.check_at_window(staff_of(request), patron.pk)
        deposits.check_holder(patron.pk, company_id)
    except BooksError as error:
        form.refuse(error)
        step = "edit"
    person = cage_selectors.person(patron.pk)
    if step == "review" and person is not None:
        more["review"] = _review(name, patron, cents, what, data["company"])
    cash = cents if what is Form.CASH else 0
    return cage_page(
        request,
        "cage/front_money.html",
        person,
        form=form,
        **{**panel(person, direction, cash), **more},
    )


def _company_of(patron: Patron) -> int:
    company = person_selectors.company_of(patron)
    if company is None:
        raise BooksError(
            BooksRefusal.NOT_REGISTERED,
            field="company",
            name=patron.name,
            company=gettext("any proposition company"),
        )
    return company.pk


def _review(name: str, patron: Patron, cents: int, form: Form, company: bool) -> list[str]:
    said = {
        "name": shown(patron),
        "amount": format_cents(cents),
        "company": patron.tppps_company,
    }
    return [_REVIEWS[name, form, company] % said]


# What a deposit or a withdrawal will do: by its form, and whether it is a company's front money.
_REVIEWS = {
    ("deposit", Form.CASH, False): gettext_lazy(
        "%(name)s hands in %(amount)s in cash: it goes to his front money."
    ),
    ("deposit", Form.CHIPS, False): gettext_lazy(
        "%(name)s hands in %(amount)s in chips: it goes to his front money."
    ),
    ("deposit", Form.CASH, True): gettext_lazy(
        "%(name)s hands in %(amount)s in cash: it goes to the front money of %(company)s."
    ),
    ("deposit", Form.CHIPS, True): gettext_lazy(
        "%(name)s hands in %(amount)s in chips: it goes to the front money of %(company)s."
    ),
    ("withdrawal", Form.CASH, False): gettext_lazy(
        "%(name)s gets %(amount)s in cash out of his front money."
    ),
    ("withdrawal", Form.CHIPS, False): gettext_lazy(
        "%(name)s gets %(amount)s in chips out of his front money."
    ),
    ("withdrawal", Form.CASH, True): gettext_lazy(
        "%(name)s gets %(amount)s in cash out of the front money of %(company)s."
    ),
    ("withdrawal", Form.CHIPS, True): gettext_lazy(
        "%(name)s gets %(amount)s in chips out of the front money of %(company)s."
    ),
}
_DONE = {
    ("deposit", Form.CASH): gettext_lazy("%(name)s deposited %(amount)s in cash."),
    ("deposit", Form.CHIPS): gettext_lazy("%(name)s deposited %(amount)s in chips."),
    ("withdrawal", Form.CASH): gettext_lazy("%(name)s withdrew %(amount)s in cash."),
    ("withdrawal", Form.CHIPS): gettext_lazy("%(name)s withdrew %(amount)s in chips."),
}


def _post(
    request: HttpRequest, name: str, form: DepositForm, company_id: int | None
) -> HttpResponse:
    staff, data = staff_of(request), form.cleaned_data
    service = deposits.deposit if name == "deposit" else deposits.withdraw
    posted = service(
        window=window_number(staff),
        patron_id=data["patron"].pk,
        cents=data["cents"],
        form=Form(data["form"]),
        company_id=company_id,
        request_id=form.request(),
        actor=staff,
    )
    what = _DONE[name, Form(data["form"])] % {
        "name": data["patron"].name,
        "amount": format_cents(data["cents"]),
    }
    return posted_page(request, posted, what, data["patron"])


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.WORK_CAGE)
def proposition_leaves(request: HttpRequest) -> HttpResponse:
    """A proposition player leaves: what is handed back is the company's, the rest is carried."""
    patron = asked_patron(request)
    form = LeaveForm(request.POST or None, initial={"request_id": uuid4(), "patron": shown(patron)})
    if request.method == "POST" and form.is_valid():
        staff, patron = staff_of(request), form.cleaned_data["patron"]
        try:
            posted = deposits.proposition_player_leaves(
                window=window_number(staff),
                patron_id=patron.pk,
                company_id=_company_of(patron),
                handed_back=form.cleaned_data["cents"],
                request_id=form.request(),
                actor=staff,
            )
        except BooksError as error:
            form.refuse(error)
        else:
            return posted_page(
                request, posted, gettext("%(name)s has left.") % {"name": patron.name}, patron
            )
    person = cage_selectors.person(patron.pk) if patron else None
    return cage_page(
        request,
        "cage/plain_form.html",
        person,
        form=form,
        title=gettext("Proposition player leaves"),
        intro=gettext(
            "Chips handed back go to the front money of his company. The rest he carries."
        ),
        action=gettext("Post"),
        back="cage",
    )


# -- Statements ------------------------------------------------------------------------------------


@require_safe
@needs(Permission.SEE_CAGE)
def statement(request: HttpRequest, kind: str, number: int, paper: str = "") -> HttpResponse:
    """A deposit account from one gaming day to another, as a page or a PDF."""
    account = person_selectors.deposit_account(kind, number)
    if account is None:
        raise Http404
    form = DaysForm(request.GET)
    valid = form.is_valid()
    given = form.cleaned_data if valid else {}
    last: date = given.get("last") or today()
    first: date = given.get("first") or last.replace(day=1)
    found = person_selectors.deposit_statement(account, first, max(first, last))
    if paper:
        return pdf_answer(statement_pdf(found), f"statement-{kind}-{number}-{found.last}.pdf")
    return render(
        request,
        "cage/deposit_statement.html",
        {"statement": found, "form": form, "first": found.first, "last": found.last},
        status=200 if valid else 422,
    )


# -- Companies -------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.SIGN_CAGE)
def proposition_companies(request: HttpRequest) -> HttpResponse:
    """The companies, their front money and their players; new ones of both."""
    found = person_selectors.companies()
    choices = [(str(company.pk), company.name) for company, _, _ in found]
    posted = request.POST if request.method == "POST" else None
    registers = posted is not None and "company" in posted
    first = {"request_id": uuid4()}
    company_form = CompanyForm(None if registers else posted, initial=first)
    player_form = RegistrationForm(posted if registers else None, companies=choices, initial=first)
    form = player_form if registers else company_form
    if posted is not None and form.is_valid():
        data, staff = form.cleaned_data, staff_of(request)
        try:
            if registers:
                companies.register_player(int(data["company"]), data["patron"].pk, actor=staff)
                messages.success(
                    request, gettext("%(name)s is registered.") % {"name": data["patron"].name}
                )
            else:
                companies.register_company(data["name"], actor=staff)
                messages.success(
                    request, gettext("%(name)s is registered.") % {"name": data["name"]}
                )
        except Refused as error:
            form.refuse(error)
        else:
            return redirect("proposition-companies")
    wrong = form.is_bound and bool(form.errors)
    return render(
        request,
        "cage/companies.html",
        {"companies": found, "company_form": company_form, "player_form": player_form},
        status=422 if wrong else 200,
    )


@require_http_methods(["POST"])
@needs(Permission.SIGN_CAGE)
def release_player(request: HttpRequest, patron_id: int) -> HttpResponse:
    """A player of a company plays for himself again."""
    try:
        companies.release_player(patron_id, actor=staff_of(request))
    except Refused as error:
        messages.error(request, translated(error))
    return redirect("proposition-companies")
