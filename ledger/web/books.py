"""The books' pages: sentences first, then the tables they are drawn from."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from cardroom.people.roles import Permission
from ledger import cage_selectors, selectors
from ledger.refusals import BooksError
from ledger.selectors import JournalFilter
from ledger.services import settlement
from ledger.web.forms import JournalForm, StatementForm
from ledger.web.guards import needs, needs_books, staff_of

PAGE = 50


@require_safe
@needs_books
def books(request: HttpRequest) -> HttpResponse:
    """Trial balance, chips identity, cover, and how far the books are behind the tables."""
    trial = selectors.trial_balance()
    holders = cage_selectors.account_holders(line.code for line in trial.lines)
    return render(
        request,
        "cage/books.html",
        {
            "trial": trial,
            "lines": [(line, holders.get(line.code)) for line in trial.lines],
            "identity": selectors.chips_identity(),
            "cover": selectors.cover(),
            "lag": selectors.settlement_lag(),
            "parked": selectors.parked_settlements(),
            "at_large": selectors.at_large_cents(),
            "may_try_again": staff_of(request).may(Permission.WORK_CAGE),
        },
    )


@require_safe
@needs_books
def journal(request: HttpRequest) -> HttpResponse:
    """All entries, newest first, narrowed by what the form asks."""
    form = JournalForm(request.GET)
    entries: Any = []
    if form.is_valid():
        data = form.cleaned_data
        wanted = JournalFilter(data["day"], data["kind"], data["account"], data["round_ref"])
        entries = selectors.journal(wanted, before_id=data["before"], limit=PAGE)
    query = request.GET.copy()
    if len(entries) == PAGE:
        query["before"] = str(entries[-1].pk)
    return render(
        request,
        "cage/journal.html",
        {
            "form": form,
            "entries": entries,
            "older": query.urlencode() if len(entries) == PAGE else "",
        },
        status=200 if form.is_valid() else 422,
    )


@require_safe
@needs_books
def entry(request: HttpRequest, entry_id: int) -> HttpResponse:
    """One entry: debits, credits, chips, who, when, why."""
    found = selectors.entry(entry_id)
    if found is None:
        raise Http404
    # What else the books hold of its round: a correction stands beside what it corrects.
    ref = found.round_ref
    of_round = selectors.journal(JournalFilter(round_ref=ref)) if ref else []
    others = [each for each in of_round if each.pk != found.pk]
    return render(request, "cage/entry.html", {"entry": found, "others": others})


@require_safe
@needs_books
def account(request: HttpRequest, code: str) -> HttpResponse:
    """An account's statement in its own order, with the balance after each line."""
    found = selectors.account(code)
    if found is None:
        raise Http404
    form = StatementForm(request.GET)
    valid = form.is_valid()
    before = form.cleaned_data.get("before")
    moment = form.cleaned_data.get("at")
    lines = selectors.statement(code, before_sequence=before, limit=PAGE)
    return render(
        request,
        "cage/account.html",
        {
            "account": found,
            "form": form,
            "lines": lines,
            "moment": moment,
            "then_cents": selectors.balance_at(code, moment) if moment else None,
            "older": lines[-1].sequence if len(lines) == PAGE else None,
        },
        status=200 if valid else 422,
    )


@require_POST
@needs(Permission.WORK_CAGE)
@needs_books
def try_again(request: HttpRequest, outbox_id: int) -> HttpResponse:
    """Put a parked settlement back into the line."""
    try:
        settlement.try_again(outbox_id, staff_of(request))
    except BooksError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, "The settlement is in the line again.")
    return redirect("books")
