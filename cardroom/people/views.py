"""Logging in and out, and where each role starts."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from cardroom.language import translated
from cardroom.people.models import Staff
from cardroom.people.refusals import PeopleError
from cardroom.people.roles import Permission


class LoginForm(AuthenticationForm):
    """Name and password. What is wrong is said in a sentence; never which of the two it was."""

    error_messages = {
        "invalid_login": gettext_lazy(
            "Name and password do not belong together. Check both and try again."
        ),
        "inactive": gettext_lazy("This login is closed. Ask your supervisor."),
    }

    def clean(self) -> dict[str, Any]:
        try:
            return super().clean()
        except PeopleError as refused:
            raise ValidationError(translated(refused)) from refused


class StaffLoginView(LoginView):
    template_name = "people/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True


# Where a login leads: the first page that the role may see.
START_PAGES = ((Permission.SEE_FLOOR, "room"), (Permission.SEE_CAGE, "cage"))


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """Leads to the page that this person's role works on."""
    assert isinstance(request.user, Staff)
    for permission, page in START_PAGES:
        if request.user.may(permission):
            return redirect(page)
    raise PermissionDenied
