"""The room board, as staff look at it. A paired television shows the same."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cardroom.people.roles import Permission
from tables import selectors
from tables.board import read_board
from tables.live.board import project_board
from tables.web.guard import refusals_as_pages, staff_of


@require_safe
@login_required
@refusals_as_pages
def board(request: HttpRequest) -> HttpResponse:
    """The board of the room."""
    selectors.check(staff_of(request), Permission.SEE_FLOOR)
    return show_board(request, "/ws/board/")


def show_board(request: HttpRequest, socket: str, build: str = "") -> HttpResponse:
    """The board's page, whose screen listens at ``socket``; ``build`` on a paired television."""
    context = {"state": project_board(read_board()), "socket": socket, "build": build}
    return render(request, "displays/board.html", context)
