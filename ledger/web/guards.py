"""Who may see a page. A view names what it needs; the matrix of roles answers."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger import box_selectors, cage_selectors
from ledger.services import boxes

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def staff_of(request: HttpRequest) -> Staff:
    """The person who is logged in. Call it behind a guard."""
    assert isinstance(request.user, Staff)
    return request.user


def needs(permission: Permission) -> Callable[[View[P]], View[P]]:
    """Let in who is logged in and may do this; others log in, or are told that they may not."""
    return needs_any(permission)


def needs_any(*permissions: Permission) -> Callable[[View[P]], View[P]]:
    """Let in who is logged in and may do any of these."""

    def guard(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not isinstance(request.user, Staff):
                return redirect_to_login(request.get_full_path())
            if not any(map(request.user.may, permissions)):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return guarded

    return guard


def needs_books(view: View[P]) -> View[P]:
    """Let in who sees the books, unless a window of her own is open or she counts a box.

    The books tell what the window or the box should hold, and she counts blind. That somebody who
    may count a box has seen them before is written down.
    """

    @needs(Permission.SEE_BOOKS)
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        shift = cage_selectors.window_of(staff_of(request))
        sheet = box_selectors.counting(staff_of(request))
        if shift is not None or sheet is not None:
            shut = {"shift": shift, "sheet": sheet}
            return render(request, "cage/books_shut.html", shut, status=403)
        boxes.note_look(staff_of(request))
        return view(request, *args, **kwargs)

    return guarded
