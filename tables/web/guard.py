"""Refusals as pages: not allowed is 403, not there is 404."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cardroom.language import translated
from cardroom.people.models import Staff
from tables.refusals import NotAllowed, TableNotFound

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def refusals_as_pages(view: View[P]) -> View[P]:
    """Shows the sentence of a refusal that means "no such page for you"."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotAllowed as refused:
            return render(request, "403.html", {"sentence": translated(refused)}, status=403)
        except TableNotFound as refused:
            return render(request, "404.html", {"sentence": translated(refused)}, status=404)

    return guarded


def staff_of(request: HttpRequest) -> Staff:
    """Who asks. The view must require a login."""
    assert isinstance(request.user, Staff)
    return request.user
