"""Pages for compliance: the currency log, reports due, hints, suspicion notes, retention."""

import csv
import json
from collections.abc import Sequence
from io import StringIO
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cardroom.errors import Refused
from cardroom.money import parse_dollars
from cardroom.people import suspicion
from cardroom.people.models import today
from cardroom.people.roles import Permission
from cardroom.templatetags.room import room_time
from ledger import cage_selectors, currency_selectors, person_selectors
from ledger.books import currency, report, retention
from ledger.books.report import Amount, Field
from ledger.currency_selectors import LogLine, Report
from ledger.refusals import BooksError
from ledger.services import cover
from ledger.services import currency as services
from ledger.web.guards import needs, needs_books, staff_of
from ledger.web.papers import pdf, pdf_answer
from ledger.web.person_forms import CoverForm, DayForm, FilingForm, NoteForm


@require_safe
@needs(Permission.SEE_CURRENCY)
def currency_log(request: HttpRequest, paper: str = "") -> HttpResponse:
    """The multiple transaction log of a gaming day, as a page or as CSV."""
    form = DayForm(request.GET)
    valid = form.is_valid()
    day = (form.cleaned_data.get("day") if valid else None) or today()
    lines = currency_selectors.log(day)
    if paper:
        return _log_csv(lines, f"currency-log-{day}.csv")
    return render(
        request,
        "cage/currency_log.html",
        {
            "form": DayForm(initial={"day": day}) if valid else form,
            "day": day,
            "lines": lines,
            "log_from": settings.CURRENCY_LOG_FROM,
            "overdue": currency_selectors.overdue(),
        },
        status=200 if valid else 422,
    )


def _log_csv(lines: Sequence[LogLine], name: str) -> HttpResponse:
    head = ("person", "name", "time", "kind", "place", "direction", "cents", "by", "reversed by")
    rows: list[tuple[object, ...]] = [
        (
            line.patron.pk,
            line.patron.name,
            room_time(move.at, "%Y-%m-%d %H:%M:%S"),
            move.kind,
            move.place,
            move.direction,
            move.cents,
            move.by,
            move.reversed_by or "",
        )
        for line in lines
        for move in line.moves
    ]
    return csv_answer(head, rows, name)


def csv_answer(head: tuple[str, ...], rows: list[tuple[object, ...]], name: str) -> HttpResponse:
    """A table as CSV. A cell that a spreadsheet would calculate is made plain text."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    for row in rows:
        writer.writerow([_plain(cell) for cell in row])
    answer = HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _plain(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@") else cell


# -- Reports ---------------------------------------------------------------------------------------


# In what a draft is taken out, and its keys.
PAPERS = (
    ("pdf", gettext_lazy("Draft as PDF")),
    ("csv", gettext_lazy("Draft as CSV")),
    ("json", gettext_lazy("Draft as JSON")),
)


@require_safe
@needs(Permission.SEE_CURRENCY)
def reports(request: HttpRequest) -> HttpResponse:
    """Reports that are due, the first at the top; for compliance hints of structuring too."""
    files = staff_of(request).may(Permission.FILE_REPORTS)
    return render(
        request,
        "cage/reports.html",
        {
            "reports": currency_selectors.reports(),
            "overdue": currency_selectors.overdue(),
            "hints": currency_selectors.hints(today()) if files else None,
            "rule": currency.RULE,
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.FILE_REPORTS)
def report_page(request: HttpRequest, report_id: int) -> HttpResponse:
    """A report: its draft, and a form that says that it was filed."""
    found = _report(report_id)
    form = FilingForm(request.POST or None, initial={"request_id": uuid4(), "filed_on": today()})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            services.file(
                report_id,
                filed_on=data["filed_on"],
                reference=data["reference"],
                actor=staff_of(request),
                request_id=data["request_id"],
            )
        except BooksError as error:
            form.refuse(error)
        else:
            messages.success(request, gettext("Filed."))
            return redirect("report", report_id)
    return render(
        request,
        "cage/report.html",
        {
            "report": found,
            "fields": _draft(found),
            "moves": _moves(found),
            "form": form,
            "papers": PAPERS,
        },
        status=422 if form.is_bound and form.errors else 200,
    )


@require_POST
@needs(Permission.FILE_REPORTS)
def report_draft(request: HttpRequest, report_id: int, paper: str) -> HttpResponse:
    """Take the draft out as JSON, CSV or PDF. The first time makes the report drafted."""
    found = _report(report_id)
    services.draft(report_id, actor=staff_of(request))
    fields = _draft(found)
    name = f"ctr-draft-{found.patron.pk}-{found.row.day}.{paper}"
    if paper == "pdf":
        facts = [(each.name, each.value) for each in fields if each.value is not None]
        gaps = [(each.part, each.name) for each in fields if each.gap]
        foot = "A draft. It is no report until it has been completed and filed."
        return pdf_answer(
            pdf("Draft currency transaction report", facts, ("Part", "Not held"), gaps, foot), name
        )
    if paper == "csv":
        rows: list[tuple[object, ...]] = [
            (each.part, each.name, each.value or "", "gap" if each.gap else "") for each in fields
        ]
        return csv_answer(("part", "field", "value", "gap"), rows, name)
    body = {
        "form": "FinCEN CTR, draft",
        "due_on": found.row.due_on.isoformat(),
        "cash_in_cents": found.cash_in,
        "cash_out_cents": found.cash_out,
        "fields": [{"part": each.part, "name": each.name, "value": each.value} for each in fields],
        "gaps": [each.name for each in fields if each.gap],
    }
    answer = HttpResponse(json.dumps(body, indent=1), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _report(report_id: int) -> Report:
    found = currency_selectors.report(report_id)
    if found is None:
        raise Http404
    return found


def _moves(found: Report) -> list[currency_selectors.CashMove]:
    numbers = currency_selectors.members(found.patron.pk)
    return list(currency_selectors.transactions(numbers, found.row.day, found.row.day))


def _draft(found: Report) -> tuple[Field, ...]:
    patron = found.patron
    accounts = [each.code for each in person_selectors.deposits_of(patron) if each.cents]
    amounts = [
        Amount(move.kind, move.direction, move.cents) for move in _moves(found) if move.counts
    ]
    return report.draft(
        room=settings.ROOM_NAME,
        name=patron.name,
        named=patron.kind == patron.Kind.NAMED,
        number=patron.pk,
        description=", ".join(filter(None, (patron.name, patron.description)))
        if patron.kind == patron.Kind.DESCRIBED
        else patron.description,
        accounts=accounts,
        day=found.row.day,
        amounts=amounts,
    )


# -- Suspicion notes -------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.SEE_SUSPICION)
def suspicion_notes(request: HttpRequest) -> HttpResponse:
    """Working notes, for compliance alone."""
    staff = staff_of(request)
    form = NoteForm(
        request.POST or None,
        initial={
            "request_id": uuid4(),
            "day": today(),
            "patron": request.GET.get("patron", "")[:100],
        },
    )
    if request.method == "POST" and form.is_valid() and _write(request, form):
        return redirect("suspicion-notes")
    asked = request.GET.get("find", "")[:100]
    return render(
        request,
        "cage/suspicion.html",
        {"form": form, "notes": suspicion.notes(staff, search=asked), "asked": asked},
        status=422 if form.is_bound and form.errors else 200,
    )


def _write(request: HttpRequest, form: NoteForm) -> bool:
    data = form.cleaned_data
    patrons = cage_selectors.find_patrons(data["patron"]) if data["patron"] else []
    if data["patron"] and len(patrons) != 1:
        form.add_error(
            "patron", gettext("Person: write the number of one person, or leave it empty.")
        )
        return False
    try:
        cents = parse_dollars(data["amount"]) if data["amount"] else None
        if cents is not None and cents > 10**15:
            raise ValueError("more than any room holds")
    except ValueError:
        form.add_error("amount", gettext("Amount: write dollars and cents, like 500 or 1,250.50."))
        return False
    try:
        suspicion.write(
            patron_id=patrons[0].pk if patrons else None,
            kind=data["kind"],
            day=data["day"],
            cents=cents,
            text=data["text"],
            reference=data["reference"],
            actor=staff_of(request),
            request_id=data["request_id"],
        )
    except Refused as error:
        form.refuse(error)
        return False
    return True


# -- Cover and retention ---------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@needs_books
def cover_page(request: HttpRequest) -> HttpResponse:
    """Chips in use against designated money, and what the manager designates."""
    staff = staff_of(request)
    may = staff.may(Permission.DESIGNATE_COVER)
    form = CoverForm(request.POST or None, initial={"request_id": uuid4()})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            cover.designate(
                data["account"].strip(),
                counts=data["counts"] == "yes",
                reason=data["reason"],
                actor=staff,
            )
        except BooksError as error:
            form.refuse(error)
        else:
            messages.success(request, gettext("Designated."))
            return redirect("cover")
    return render(
        request,
        "cage/cover.html",
        {
            "now": person_selectors.cover_now(),
            "places": person_selectors.cover_places(),
            "history": person_selectors.designations(),
            "form": form if may else None,
            "margin": settings.COVER_MARGIN,
        },
        status=422 if form.is_bound and form.errors else 200,
    )


@require_safe
@needs(Permission.SEE_BOOKS)
def retention_page(request: HttpRequest) -> HttpResponse:
    """How long each kind of record is kept, and why."""
    return render(
        request,
        "cage/retention.html",
        {"classes": retention.CLASSES, "version": retention.VERSION},
    )
