"""The books' pages: sentences first, then the tables they are drawn from."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from cardroom.clock import now
from cardroom.language import translated
from cardroom.people.roles import Permission
from ledger import box_selectors, cage_selectors, selectors
from ledger import journal as books_journal
from ledger.journal import JournalFilter
from ledger.refusals import BooksError
from ledger.services import settlement
from ledger.shift_paper import shift_paper
from ledger.web import exports
from ledger.web.forms import JournalForm, ShiftForm, StatementForm
from ledger.web.guards import needs, needs_books, staff_of
from ledger.web.printing import pdf_answer

# Entries or lines on one page: a phone shows them without an endless scroll.
PAGE = 25


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
            "untold": box_selectors.untold(staff_of(request)),
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
    """All entries, newest first, narrowed by what the form asks; or all of them as a file."""
    form, moment = JournalForm(request.GET), now()
    entries: Any = []
    if form.is_valid():
        wanted = form.wanted()
        if wanted.account in box_selectors.untold(staff_of(request)):
            return _untold(request, wanted.account)
        how = request.GET.get("as", "")
        if how in exports.FORMATS:
            found = selectors.with_lines(books_journal.entries(wanted))

            def rows() -> Any:
                return exports.journal_rows(found.iterator(chunk_size=500))

            export = exports.Export("journal", exports.JOURNAL_HEAD, rows, moment)
            return exports.answer(export, how)
        entries = selectors.journal(wanted, before_id=form.cleaned_data["before"], limit=PAGE)
    query = request.GET.copy()
    query.pop("before", None)
    more = query.copy()
    if len(entries) == PAGE:
        more["before"] = str(entries[-1].pk)
    return render(
        request,
        "cage/journal.html",
        {
            "form": form,
            "entries": entries,
            "moment": moment,
            "query": query.urlencode(),
            "older": more.urlencode() if len(entries) == PAGE else "",
        },
        status=200 if form.is_valid() else 422,
    )


@require_safe
@needs_books
def shift(request: HttpRequest) -> HttpResponse:
    """A gaming day or one of its shifts in sums, with its windows, boxes, fills; or printed."""
    moment = now()
    today = settings.ROOM_CALENDAR.at(moment)
    form = ShiftForm(request.GET or {"day": today.day.isoformat(), "shift": today.shift})
    if not form.is_valid():
        return render(request, "cage/shift.html", {"form": form, "moment": moment}, status=422)
    wanted = form.wanted()
    untold = box_selectors.untold(staff_of(request))
    paper = shift_paper(wanted, moment, untold)
    how = request.GET.get("as", "")
    if how == "pdf":
        return pdf_answer(paper)
    if how in exports.FORMATS:

        def rows() -> Any:
            return exports.shift_rows(books_journal.shift_totals(wanted, untold))

        return exports.answer(exports.Export("shift", exports.SHIFT_HEAD, rows, moment), how)
    query = request.GET.copy()
    context = {"form": form, "moment": moment, "paper": paper, "query": query.urlencode()}
    return render(request, "cage/shift.html", context)


def _untold(request: HttpRequest, code: str) -> HttpResponse:
    """An account that tells a counter what a box should hold, before it is counted."""
    return render(request, "cage/books_shut.html", {"untold": code}, status=403)


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
    if code in box_selectors.untold(staff_of(request)):
        return _untold(request, code)
    form, now_ = StatementForm(request.GET), now()
    valid = form.is_valid()
    wanted = form.wanted() if valid else JournalFilter()
    how = request.GET.get("as", "")
    if valid and how in exports.FORMATS:
        lines_of = books_journal.postings(code, wanted)

        def rows() -> Any:
            return exports.statement_rows(lines_of.iterator(chunk_size=1000))

        name = "statement-" + code.replace(":", "-")
        return exports.answer(exports.Export(name, exports.STATEMENT_HEAD, rows, now_), how)
    moment = form.cleaned_data.get("at")
    before = form.cleaned_data.get("before")
    lines = selectors.statement(code, wanted=wanted, before_sequence=before, limit=PAGE)
    query = request.GET.copy()
    query.pop("before", None)
    more = query.copy()
    if len(lines) == PAGE:
        more["before"] = str(lines[-1].sequence)
    return render(
        request,
        "cage/account.html",
        {
            "account": found,
            "form": form,
            "lines": lines,
            "now": now_,
            "moment": moment,
            "then_cents": selectors.balance_at(code, moment) if moment else None,
            "query": query.urlencode(),
            "older": more.urlencode() if len(lines) == PAGE else "",
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
        messages.error(request, translated(error))
    else:
        messages.success(request, gettext("The settlement is in the line again."))
    return redirect("books")
