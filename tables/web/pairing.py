"""The floor pairs displays with seats and rails, sees which are live, and ends a pairing."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from cardroom.language import translated
from tables import selectors
from tables.refusals import NotAllowed, TableError, TableNotFound
from tables.services import displays
from tables.web.display_forms import PairForm
from tables.web.guard import refusals_as_pages, staff_of

# What one machine calls itself leads other devices to themselves.
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@refusals_as_pages
def of_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """A table's paired displays, and the form that pairs one more."""
    table, lines = selectors.displays_of_table(staff_of(request), table_id)
    form = PairForm([table], request.POST or None, initial={"table": table.pk})
    if request.method == "POST" and _paired(request, form):
        return redirect("displays", table.pk)
    host = request.get_host().rsplit(":", 1)[0]
    context = {
        "table": table,
        "lines": lines,
        "form": form,
        "display_address": request.build_absolute_uri(reverse("display")),
        "here_only": host in THIS_MACHINE,
    }
    return render(request, "floor/displays.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@refusals_as_pages
def pair(request: HttpRequest, code: str = "") -> HttpResponse:
    """Where the picture on a display that waits leads: which table, and what it is there."""
    tables = selectors.display_places(staff_of(request))
    form = PairForm(tables, request.POST or None, initial={"code": code})
    if request.method == "POST" and _paired(request, form):
        return redirect("displays", request.POST["table"])
    return render(request, "floor/pair_display.html", {"form": form})


def _paired(request: HttpRequest, form: PairForm) -> bool:
    """Whether the display that shows the form's code is paired now; else the form says why not."""
    if not form.is_valid():
        return False
    given = form.cleaned_data
    try:
        row = displays.pair(given["code"], given["table"], given["seat"], actor=staff_of(request))
    except (NotAllowed, TableNotFound):
        raise
    except TableError as refused:
        form.add_error(refused.field if refused.field in form.fields else None, translated(refused))
        return False
    said = {
        "seat": _("Paired: the display shows seat %(seat)s now."),
        "rail": _("Paired: the rail."),
        "board": _("Paired: the room board."),
    }
    messages.success(request, said[row.kind] % {"seat": row.seat})
    return True


@require_POST
@login_required
@refusals_as_pages
def revoke(request: HttpRequest, display_id: int) -> HttpResponse:
    """End a display's pairing."""
    row = displays.revoke(display_id, actor=staff_of(request))
    messages.success(request, _("Revoked. The display says so within three seconds."))
    return redirect("displays", row.table_id) if row.table_id else redirect("room")
