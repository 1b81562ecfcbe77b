"""Opening and closing a table, with the slips that dealer and floor sign."""

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
from tables.models import Table
from tables.services import opening, slips
from tables.web.forms import CloseTableForm, OpenTableForm
from tables.web.guard import refusals_as_pages, staff_of
from tables.web.slip_paper import counts_of, slip_pdf
from tables.web.views import table_page


@require_POST
@login_required
@refusals_as_pages
def open_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Open a closed table with what the form says."""
    staff = staff_of(request)
    row = selectors.access_table(staff, table_id, Permission.RUN_TABLE)
    form = OpenTableForm(
        selectors.open_table_choices(staff), selectors.tray(row), data=request.POST
    )
    if form.is_valid():
        try:
            opening.open_table(table_id, actor=staff, **form.opening())
        except Refused as refused:
            form.refuse(refused.field, translated(refused))
        else:
            row.refresh_from_db()
            next_step = (
                gettext("Seat a player, and betting opens.")
                if row.house_banked
                else gettext("Seat two players, then offer the button.")
            )
            messages.success(
                request,
                gettext("%(table)s is open. %(next_step)s")
                % {"table": row, "next_step": next_step},
            )
            return redirect("table", table_id)
    return table_page(request, table_id, form, status=422)


@require_http_methods(["GET", "POST"])
@login_required
@refusals_as_pages
def close_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Count the tray, sign the closer slip, close the table."""
    staff = staff_of(request)
    row = selectors.access_table(staff, table_id, Permission.RUN_TABLE)
    if row.status != Table.Status.OPEN:
        return redirect("table", table_id)
    tray = selectors.tray(row, counted_before=False)
    form = CloseTableForm(tray, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            slip = opening.close_table(table_id, actor=staff, count=form.count())
        except Refused as refused:
            form.refuse(refused.field, translated(refused))
        else:
            messages.success(
                request,
                gettext("%(table)s is closed. Its drop box goes to the count.") % {"table": row},
            )
            return redirect("slip", slip.id)
    status = 422 if form.is_bound else 200
    return render(request, "floor/close_table.html", {"table": row, "form": form}, status=status)


@require_GET
@login_required
@refusals_as_pages
def slip(request: HttpRequest, slip_id: int) -> HttpResponse:
    """One slip, as it was signed."""
    found = selectors.slip(staff_of(request), slip_id)
    return render(request, "floor/slip.html", {"slip": found, "counts": counts_of(found)})


@require_POST
@login_required
@refusals_as_pages
def print_slip(request: HttpRequest, slip_id: int) -> HttpResponse:
    """Print one slip: the first printing is the slip, later ones are marked as copies."""
    staff = staff_of(request)
    found = selectors.slip(staff, slip_id)
    return slip_pdf(found, copy=slips.note_print(found, actor=staff))
