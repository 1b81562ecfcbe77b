"""The waiting list on the room map: add, call, seat, remove."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from cardroom.errors import Refused
from cardroom.language import translated
from tables import selectors
from tables.refusals import NotAllowed
from tables.services import from_list, waiting
from tables.web.forms import WaitingForm
from tables.web.guard import refusals_as_pages, staff_of
from tables.web.views import room_page


@require_POST
@login_required
@refusals_as_pages
def add(request: HttpRequest) -> HttpResponse:
    """Put somebody on the list."""
    staff = staff_of(request)
    form = WaitingForm(selectors.waiting_games(staff), request.POST)
    if form.is_valid():
        given = form.cleaned_data
        try:
            entry = waiting.put_on_list(given["patron"], given["table"], actor=staff)
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(
                request,
                gettext("%(patron)s waits for %(game)s.")
                % {"patron": entry.patron.name, "game": entry.game},
            )
            return redirect("room")
    return room_page(request, form, status=422)


@require_POST
@login_required
@refusals_as_pages
def change(request: HttpRequest, entry_id: int, what: str) -> HttpResponse:
    """Call somebody, seat him, or take him off the list."""
    staff = staff_of(request)
    try:
        match what:
            case "call":
                waiting.call(entry_id, actor=staff)
                messages.success(request, gettext("Called."))
            case "remove":
                waiting.remove(entry_id, actor=staff)
                messages.success(request, gettext("Taken off the list."))
            case "seat":
                table, seat = from_list.seat_from_list(entry_id, actor=staff)
                messages.success(
                    request,
                    gettext("Seated at %(table)s, seat %(seat)s.") % {"table": table, "seat": seat},
                )
            case _:
                raise Http404
    except NotAllowed:
        raise
    except Refused as refused:
        messages.error(request, translated(refused))
    return redirect("room")
