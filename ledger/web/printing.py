"""Slips and statements as PDF. Each printing is counted; all but the first are marked as copies."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from cardroom import pdf
from cardroom.people.roles import Permission
from ledger import cage_selectors, slip_selectors
from ledger.services import slips
from ledger.slip_selectors import Paper
from ledger.web.guards import needs_any, staff_of


@require_POST
@needs_any(Permission.SEE_CAGE, Permission.DEAL)
def slip_pdf(request: HttpRequest, slip_id: int) -> HttpResponse:
    """Print one slip: the first printing is the slip, later ones are copies."""
    paper = slip_selectors.paper(slip_id)
    if paper is None:
        raise Http404
    printed = slips.note_print(slip_id, actor=staff_of(request))
    return pdf_answer(paper, copy=printed.nth - 1)


def pdf_answer(paper: Paper, *, copy: int = 0) -> HttpResponse:
    """A paper as a PDF to look at, named by its title."""
    sheet = pdf.Sheet(
        room=settings.ROOM_NAME,
        title=paper.title,
        facts=paper.facts,
        tables=[pdf.Lines(part.title, part.head, part.rows) for part in paper.parts],
        signatures=paper.signatures,
        notes=paper.notes,
        copy=copy,
    )
    name = paper.title.lower().replace(" ", "-") + (f"-copy-{copy}" if copy else "")
    answer = HttpResponse(pdf.render(sheet), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer


@require_safe
@needs_any(Permission.SEE_CAGE)
def window_statement(request: HttpRequest, time_id: int) -> HttpResponse:
    """A closed window: what it began with, what went through it, what was counted."""
    time = slip_selectors.closed_window(time_id)
    if time is None:
        raise Http404
    number = time.slip.number if time.slip else None
    paper = slip_selectors.window_paper(time, number)
    shift = cage_selectors.window_of(staff_of(request))
    return render(request, "cage/statement.html", {"paper": paper, "time": time, "shift": shift})
