"""Disputes and corrections: the sheet that replays a round, and what two people do about it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from cardroom.errors import Refused
from cardroom.language import translated
from cardroom.people.roles import Permission
from tables import selectors
from tables.services import corrections
from tables.web.correction_form import CorrectionForm
from tables.web.dispute import replay_steps
from tables.web.guard import refusals_as_pages, staff_of


@require_GET
@login_required
@refusals_as_pages
def dispute(request: HttpRequest, round_id: int) -> HttpResponse:
    """The dispute sheet: the round step by step, for reading and for print."""
    staff = staff_of(request)
    row, lines = selectors.round_sheet(staff, round_id)
    context = {
        "round": row,
        "steps": replay_steps(row, lines),
        "rulings": row.rulings.select_related("ruled_by"),
        "corrections": row.corrections.select_related("asked_by", "decided_by"),
    }
    return render(request, "floor/dispute.html", context)


@require_http_methods(["GET", "POST"])
@login_required
@refusals_as_pages
def correct(request: HttpRequest, round_id: int) -> HttpResponse:
    """Ask for a correction of a settled round."""
    staff = staff_of(request)
    row = selectors.settled_round(staff, round_id, Permission.RUN_TABLE)
    form = CorrectionForm(corrections.settled_state(row), request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            corrections.ask(round_id, form.facts(), reason=form.cleaned_data["reason"], actor=staff)
        except Refused as refused:
            form.refuse(translated(refused))
        else:
            messages.success(
                request, gettext("Asked. A second person approves it on the round’s sheet.")
            )
            return redirect("round", round_id)
    status = 422 if form.is_bound else 200
    return render(request, "floor/correct.html", {"round": row, "form": form}, status=status)


@require_POST
@login_required
@refusals_as_pages
def decide_correction(request: HttpRequest, correction_id: int) -> HttpResponse:
    """A second person approves a correction or turns it down."""
    staff = staff_of(request)
    row = selectors.correction_round(staff, correction_id)
    try:
        if request.POST.get("decision") == "approve":
            corrections.approve(correction_id, actor=staff, holds=_holds(request))
            said = gettext("The round is settled anew.")
        else:
            corrections.refuse(correction_id, actor=staff)
            said = gettext("Turned down: the round stays as it was settled.")
    except Refused as refused:
        messages.error(request, translated(refused))
    else:
        messages.success(request, said)
    return redirect("round", row.id)


def _holds(request: HttpRequest) -> list[int]:
    """Who still holds chips: the ticked patrons. Anything else that is sent is nobody."""
    given: list[Any] = request.POST.getlist("holds")
    return [int(value) for value in given if value.isdecimal() and len(value) < 19]
