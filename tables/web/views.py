"""The floor and the dealer's screen. Thin: a table is changed through the command door alone."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger import selectors as books
from tables import room_map, selectors
from tables.live.projections import Audience
from tables.live.state import table_state
from tables.models import Round, Table
from tables.web.forms import OpenTableForm, WaitingForm
from tables.web.guard import refusals_as_pages, staff_of
from tables.web.guide import irregularity_guide
from tables.web.sheet import read_sheet


@require_safe
@login_required
@refusals_as_pages
def room(request: HttpRequest) -> HttpResponse:
    """The room map. Who has no floor to see is led to his own start page."""
    staff = staff_of(request)
    if not staff.may(Permission.SEE_FLOOR):
        return redirect("home")
    if request.headers.get("HX-Request"):
        return render(request, "floor/room_map.html", _room(staff))
    return room_page(request, None)


def room_page(request: HttpRequest, form: WaitingForm | None, status: int = 200) -> HttpResponse:
    """The room with the waiting list's form, where the caller runs tables."""
    staff = staff_of(request)
    if form is None and staff.may(Permission.RUN_TABLE):
        form = WaitingForm(selectors.waiting_games(staff))
    context = _room(staff) | {"waiting_form": form}
    return render(request, "floor/room.html", context, status=status)


def _room(staff: Staff) -> dict[str, Any]:
    room = room_map.read_room(staff)
    return {"room": room, "cards": room.cards}


@require_safe
@login_required
@refusals_as_pages
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """One table as the floor sees it."""
    return table_page(request, table_id, None)


def table_page(
    request: HttpRequest, table_id: int, form: OpenTableForm | None, status: int = 200
) -> HttpResponse:
    """The page of a table; closed, it has the form that opens it."""
    staff = staff_of(request)
    row = selectors.access_table(staff, table_id, Permission.SEE_FLOOR)
    runs = staff.may(Permission.RUN_TABLE)
    if form is None and runs and row.status != Table.Status.OPEN:
        form = OpenTableForm(selectors.open_table_choices(staff), selectors.tray(row))
    context = _live_context(row) | {
        "form": form,
        "floor_lists": _floor_lists(staff) if runs else {},
        "slips": selectors.slips_of(row),
        "irregularities": irregularity_guide(row),
        "turns": selectors.turns_tonight(staff, table_id),
        "may_run_table": runs,
        "may_deal": staff.may(Permission.DEAL),
        **_room(staff),
    }
    return render(request, "floor/table.html", context, status=status)


def _floor_lists(staff: Staff) -> dict[str, Any]:
    """What the floor chooses from beside a table; a choice that is stale is refused."""
    return {
        "dealers": [
            {"id": dealer.id, "name": dealer.display_name}
            for dealer in selectors.free_dealers(staff)
        ],
        "tables": selectors.open_seats(staff),
    }


@require_safe
@login_required
@refusals_as_pages
def free_patrons(request: HttpRequest) -> HttpResponse:
    """Who may be seated now, by name or number; ``anywhere``: also who sits at a table."""
    found = selectors.find_welcome(
        staff_of(request), request.GET.get("q", ""), free="anywhere" not in request.GET
    )
    people = [{"id": patron.id, "name": patron.name} for patron in found.patrons]
    return JsonResponse({"patrons": people, "more": found.more})


@require_safe
@login_required
@refusals_as_pages
def turns(request: HttpRequest, table_id: int) -> HttpResponse:
    """Tonight's turns and offers, as a part of the table's page."""
    tonight = selectors.turns_tonight(staff_of(request), table_id)
    return render(request, "floor/turns.html", {"turns": tonight})


def _live_context(row: Table) -> dict[str, Any]:
    # The version is read first: if the table changes in between, a command is refused, never lost.
    return {"version": row.version, "state": table_state(row.id, Audience.staff()), "table": row}


@require_safe
@login_required
@refusals_as_pages
def dealer(request: HttpRequest, table_id: int) -> HttpResponse:
    """The house dealer's screen."""
    staff = staff_of(request)
    row = selectors.access_table(staff, table_id, Permission.DEAL)
    context = _live_context(row) | {
        "may_run_table": staff.may(Permission.RUN_TABLE),
        "irregularities": irregularity_guide(row),
    }
    return render(request, "dealer/dealer.html", context)


@require_safe
@login_required
@refusals_as_pages
def round_sheet(request: HttpRequest, round_id: int) -> HttpResponse:
    """Everything about one round: its events in order, each wager with its sentence."""
    staff = staff_of(request)
    row, lines = selectors.round_sheet(staff, round_id)
    corrections = selectors.corrections_of(row)
    approved = [each.row for each in corrections if each.row.status == "approved"]
    context = {
        "round": row,
        "sheet": read_sheet(row, lines, approved[-1].settlement if approved else None),
        "entries": _entries(row) if staff.may(Permission.SEE_BOOKS) else [],
        "rulings": row.rulings.select_related("ruled_by"),
        "corrections": corrections,
        "corrected": bool(approved),
        "may_correct": staff.may(Permission.RUN_TABLE) and row.status == Round.Status.SETTLED,
        "may_approve": staff.may(Permission.APPROVE_CORRECTION),
        "caller": staff,
    }
    return render(request, "floor/round.html", context)


@require_safe
@login_required
@refusals_as_pages
def round_by_ref(request: HttpRequest, ref: str) -> HttpResponse:
    """The same sheet under the round's own name, as the books have it."""
    return round_sheet(request, selectors.round_id_of(staff_of(request), ref))


def _entries(row: Round) -> Sequence[object]:
    """What the books hold of a round, oldest first."""
    return list(reversed(books.journal(books.JournalFilter(round_ref=row.ref))))
