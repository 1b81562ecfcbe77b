"""The tray's page: fills, credits, and the drop box that hangs at the table."""

import re
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from cardroom.errors import Refused
from cardroom.language import translated
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger import transfer_selectors
from ledger.services import transfers
from tables import selectors
from tables.services import boxes
from tables.web.guard import refusals_as_pages, staff_of
from tables.web.tray_forms import AskForm, CountedForm


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@refusals_as_pages
def table_chips(request: HttpRequest, table_id: int) -> HttpResponse:
    """Ask for a fill or a credit, and see what is under way."""
    staff = staff_of(request)
    row = selectors.access_table(staff, table_id, Permission.DEAL)
    form = AskForm(selectors.tray(row), request.POST or None)
    if form.is_bound and form.is_valid():
        try:
            asked = transfers.ask(
                kind=form.cleaned_data["kind"],
                table=str(row.number),
                chips=form.chips(),
                request_id=str(form.cleaned_data["request_id"]),
                actor=staff,
            )
        except Refused as refused:
            form.refuse(refused.field, translated(refused))
        else:
            messages.success(
                request,
                gettext("%(slip)s is asked for.") % {"slip": transfers.name_of(asked)},
            )
            return redirect("table-chips", table_id)
    context = {
        "table": row,
        "form": form,
        "under_way": transfer_selectors.open_transfers(str(row.number)),
        "over": transfer_selectors.done_transfers(str(row.number), 5),
        "runs": staff.may(Permission.RUN_TABLE),
    }
    status = 422 if form.is_bound else 200
    return render(request, "floor/tray.html", context, status=status)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@refusals_as_pages
def count_transfer(request: HttpRequest, table_id: int, transfer_id: int) -> HttpResponse:
    """A fill is counted in, a credit counted out: by the floor, and the dealer on this screen."""
    staff = staff_of(request)
    row = selectors.access_table(staff, table_id, Permission.RUN_TABLE)
    found = transfer_selectors.transfer(transfer_id)
    if found is None or found.table != str(row.number):
        return redirect("table-chips", table_id)
    fill = found.kind == "fill"
    runners = () if fill else [one for one in transfer_selectors.may_carry() if one != staff]
    data = request.POST if request.method == "POST" else None
    form = CountedForm(selectors.tray(row), data, runners)
    if form.is_bound and form.is_valid():
        act = _received(form, found.pk, staff) if fill else _sent(form, found.pk, staff, runners)
        try:
            act()
        except Refused as refused:
            form.refuse(refused.field, translated(refused))
        else:
            here, gone = (
                gettext("%(slip)s is in the tray."),
                gettext("%(slip)s is on its way to the cage."),
            )
            messages.success(request, (here if fill else gone) % {"slip": transfers.name_of(found)})
            return redirect("table-chips", table_id)
    context = {"table": row, "form": form, "transfer": found, "fill": fill}
    status = 422 if form.is_bound else 200
    return render(request, "floor/count_transfer.html", context, status=status)


def _received(form: CountedForm, transfer_id: int, staff: Staff) -> Callable[[], Any]:
    count = form.count()
    return lambda: transfers.receive_fill(
        transfer_id=transfer_id,
        chips=count.chips,
        note=count.reason,
        dealer=count.dealer,
        actor=staff,
    )


def _sent(form: CountedForm, transfer_id: int, staff: Staff, runners: Any) -> Callable[[], Any]:
    assert form.dealer is not None
    dealer, given = form.dealer, form.cleaned_data
    chips = {chip: given[f"chips_{chip}"] for chip in form.tray.chips}
    runner = next(each for each in runners if each.pk == given["runner"])
    return lambda: transfers.send_credit(
        transfer_id=transfer_id, chips=chips, runner=runner, dealer=dealer, actor=staff
    )


@require_POST
@login_required
@refusals_as_pages
def decide_transfer(
    request: HttpRequest, table_id: int, transfer_id: int, what: str
) -> HttpResponse:
    """Approve a fill or credit at the table, or cancel it before it is sent."""
    staff = staff_of(request)
    selectors.access_table(staff, table_id, Permission.DEAL)
    try:
        if what == "approve":
            transfers.approve(transfer_id=transfer_id, actor=staff)
        else:
            reason = request.POST.get("reason", "")
            transfers.cancel(transfer_id=transfer_id, reason=reason, actor=staff)
    except Refused as refused:
        messages.error(request, translated(refused))
    else:
        messages.success(
            request, gettext("Approved.") if what == "approve" else gettext("Cancelled.")
        )
    return redirect("table-chips", table_id)


@require_POST
@login_required
@refusals_as_pages
def swap_box(request: HttpRequest, table_id: int) -> HttpResponse:
    """The box that hangs is taken, and an empty one is hung."""
    staff = staff_of(request)
    selectors.access_table(staff, table_id, Permission.RUN_TABLE)
    named = request.POST.get("box", "")
    try:
        hung = boxes.swap_box(
            table_id, box_id=int(named) if re.fullmatch(r"[0-9]{1,15}", named) else 0, actor=staff
        )
    except Refused as refused:
        messages.error(request, translated(refused))
    else:
        messages.success(request, gettext("Box %(box)s hangs now.") % {"box": hung})
    return redirect("table-chips", table_id)
