"""The page on which house-banked tables are counted."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from cardroom.money import format_cents
from cardroom.people.roles import Permission
from ledger import win_selectors
from ledger.refusals import BooksError
from ledger.services import house_win
from ledger.web.forms import CountWinForm
from ledger.web.guards import needs, staff_of
from ledger.web.tally_forms import signature


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.WORK_CAGE)
def wins(request: HttpRequest) -> HttpResponse:
    """Make the win of a table's shift revenue; a second person signs."""
    staff, lines = staff_of(request), win_selectors.uncounted_wins()
    posted = request.POST if request.method == "POST" else None
    form = CountWinForm(posted, lines=lines, initial={"request_id": uuid4()})
    if posted is not None and form.is_valid():
        given, line = form.cleaned_data, form.lines[form.cleaned_data["which"]]
        try:
            counted = house_win.count_win(
                table=line.table,
                day=line.day,
                shift=line.shift,
                request_id=form.request(),
                actor=staff,
                signed_by=signature(request, given),
            )
        except BooksError as error:
            form.refuse(error)
        else:
            won = gettext("Table %(table)s is counted: won %(amount)s.")
            lost = gettext("Table %(table)s is counted: lost %(amount)s.")
            said = (won if counted.cents > 0 else lost) % {
                "table": line.table,
                "amount": format_cents(abs(counted.cents)),
            }
            messages.success(request, said)
            return redirect("count-wins")
    wrong = form.is_bound and not form.is_valid()
    context = {"form": form, "waiting": [each for each in lines if each.runs or each.pending]}
    return render(request, "cage/wins.html", context, status=422 if wrong else 200)
