"""The displays of a table: what players and onlookers see, and their addresses as codes to scan."""

from dataclasses import dataclass

import segno
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cardroom.people.roles import Permission
from tables import selectors
from tables.live.projections import Audience
from tables.live.state import table_state
from tables.refusals import TableError, TableRefusal
from tables.services import displays
from tables.web.guard import refusals_as_pages, staff_of

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a display is, and the same as a picture to scan (a data: address of an SVG)."""

    name: str
    url: str
    code: str


@require_safe
@login_required
@refusals_as_pages
def addresses(request: HttpRequest, table_id: int) -> HttpResponse:
    """The addresses of a table's displays. They run out after twelve hours."""
    table = selectors.access_table(staff_of(request), table_id, Permission.RUN_TABLE)
    rail = reverse("rail-display", args=[displays.rail_token(table)])
    seats = [
        (f"Seat {seat}", reverse("seat-display", args=[displays.seat_token(table, seat)]))
        for seat in range(1, table.seat_count + 1)
    ]
    shown = [_address(request, name, path) for name, path in [("Rail", rail), *seats]]
    # What one machine calls itself leads other devices to themselves.
    here_only = request.get_host().rsplit(":", 1)[0] in THIS_MACHINE
    context = {"table": table, "addresses": shown, "here_only": here_only}
    return render(request, "floor/displays.html", context)


def _address(request: HttpRequest, name: str, path: str) -> Address:
    url = request.build_absolute_uri(path)
    code = segno.make(url, error="m").svg_data_uri(scale=4, border=2, light="#ffffff")
    return Address(name, url, code)


@require_safe
@refusals_as_pages
def seat(request: HttpRequest, token: str) -> HttpResponse:
    """A player's own display."""
    display = displays.display_from_token(token)
    if display.seat is None:
        raise TableError(TableRefusal.DISPLAY_UNKNOWN)
    return _display(request, token, display, "displays/seat.html")


@require_safe
@refusals_as_pages
def rail(request: HttpRequest, token: str) -> HttpResponse:
    """The display over the table."""
    display = displays.display_from_token(token)
    if display.seat is not None:
        raise TableError(TableRefusal.DISPLAY_UNKNOWN)
    return _display(request, token, display, "displays/rail.html")


def _display(
    request: HttpRequest, token: str, display: displays.Display, template: str
) -> HttpResponse:
    # Version 0: whatever the socket sends first is newer than what came with the page.
    context = {
        "state": table_state(
            display.table_id, Audience.of_display(display.seat, display.patron_id)
        ),
        "version": 0,
        "token": token,
        "seat": display.seat,
    }
    response = render(request, template, context)
    # The address is the pairing: it must not travel on in a header or lie in a shared cache.
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store"
    return response
