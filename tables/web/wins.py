"""The report of the house-banked tables: a sentence, and the table it is drawn from."""

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from cardroom.clock import now
from tables.web.guard import refusals_as_pages, staff_of
from tables.win_report import read_wins


class DayForm(forms.Form):
    """Which gaming day is shown; today's where none is asked for."""

    day = forms.DateField(
        label=gettext_lazy("Gaming day"), required=False, widget=forms.DateInput({"type": "date"})
    )


@require_safe
@login_required
@refusals_as_pages
def wins(request: HttpRequest) -> HttpResponse:
    """Win, hands and worst case, by table and shift."""
    form, today = DayForm(request.GET), settings.ROOM_CALENDAR.at(now()).day
    day = (form.cleaned_data["day"] if form.is_valid() else None) or today
    context = {"form": form, "report": read_wins(staff_of(request), day), "today": today}
    return render(request, "floor/wins.html", context, status=200 if form.is_valid() else 422)
