"""What a device sees: its screen, its code while it waits for the floor, a phone that follows."""

import json
from datetime import timedelta

import segno
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cardroom.build import build_id
from cardroom.language import translated
from tables.live.projections import Audience
from tables.live.state import table_state
from tables.refusals import TableError, TableRefusal
from tables.services import answers, displays
from tables.web.board import show_board
from tables.web.display_forms import FollowForm

# As long as a browser keeps any cookie.
KEY_LASTS = timedelta(days=400)
SCREENS = {
    "seat": "displays/seat.html",
    "phone": "displays/seat.html",
    "rail": "displays/rail.html",
}


def key_of(request: HttpRequest) -> str:
    """The key that this device was given, or nothing."""
    return request.COOKIES.get(displays.KEY_COOKIE, "")


@require_safe
@ensure_csrf_cookie
def display(request: HttpRequest) -> HttpResponse:
    """The device's screen; while it has none, the code with which the floor pairs it."""
    key = key_of(request)
    try:
        shown = displays.display_of_key(key)
    except TableError as refused:
        if refused.code is TableRefusal.PLAYER_HAS_LEFT:
            return _follow_page(request, FollowForm(), ended=translated(refused))
        ended = "" if refused.code is TableRefusal.DISPLAY_UNKNOWN else translated(refused)
        return render(request, "displays/pairing.html", {"ended": ended})
    if shown.table_id is None:
        response = show_board(request, "/ws/display/", build=build_id())
        _keep(request, response, key)
        return response
    # Version 0: whatever the socket sends first is newer than what came with the page.
    context = {
        "state": table_state(shown.table_id, Audience.of_display(shown.seat, shown.patron_id)),
        "version": 0,
        "display": shown,
        "build": build_id(),
    }
    response = render(request, SCREENS[shown.kind], context)
    _keep(request, response, key)
    return response


@require_POST
def code(request: HttpRequest) -> HttpResponse:
    """What a device that waits shows, asked again and again until it is paired."""
    key = key_of(request)
    try:
        displays.display_of_key(key)
    except TableError:
        pass
    else:
        return JsonResponse({"paired": True})
    try:
        waiting = displays.ask_code(key)
    except TableError as refused:
        return JsonResponse({"detail": translated(refused)}, status=503)
    path = reverse("pair-display", args=[waiting.code.text])
    response = JsonResponse({"paired": False, **_as_json(request, waiting.code, path)})
    if waiting.key != key:
        _keep(request, response, waiting.key)
    return response


@require_POST
def phone_code(request: HttpRequest) -> HttpResponse:
    """The code with which a phone follows the seat whose display asks. No other is told."""
    try:
        made = displays.phone_code(displays.display_of_key(key_of(request)))
    except TableError as refused:
        return JsonResponse({"detail": translated(refused)}, status=403)
    return JsonResponse(_as_json(request, made, reverse("follow-code", args=[made.text])))


@require_POST
def answer_at_seat(request: HttpRequest) -> HttpResponse:
    """What a player says at his seat, or at the second that he plays. A phone may say nothing."""
    try:
        shown = displays.display_of_key(key_of(request))
        if not shown.may_write or shown.table_id is None or shown.seat is None:
            raise TableError(TableRefusal.DISPLAY_UNKNOWN)
        said = json.loads(request.body)
        seat, answer = int(said["seat"]), str(said["answer"])
        answers.answer_at_seat(shown.table_id, shown.seat, seat, answer)
    except (KeyError, TypeError, ValueError):
        detail = _("An answer names its seat, and what is said.")
        return JsonResponse({"detail": detail}, status=400)
    except TableError as refused:
        unknown = refused.code is TableRefusal.DISPLAY_UNKNOWN
        return JsonResponse({"detail": translated(refused)}, status=403 if unknown else 409)
    return JsonResponse({})


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
def follow(request: HttpRequest, code: str = "") -> HttpResponse:
    """A phone follows a seat, by the code that the seat's display shows."""
    if request.method != "POST":
        return _follow_page(request, FollowForm(initial={"code": code}), scanned=bool(code))
    form = FollowForm(request.POST)
    if form.is_valid():
        address = request.META.get("REMOTE_ADDR", "")
        try:
            key = displays.follow(form.cleaned_data["code"], address=address)
        except TableError as refused:
            form.add_error("code", translated(refused))
        else:
            response = redirect("display")
            _keep(request, response, key)
            return response
    return _follow_page(request, form)


@require_safe
def away(request: HttpRequest) -> HttpResponse:
    """What a display says while the server does not answer. The device keeps this page: it has
    nothing of a table in it."""
    return render(request, "displays/away.html")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the page above. It may only care for addresses below its own."""
    context = {"build": build_id(), "away": reverse("display-away"), "display": reverse("display")}
    return render(request, "displays/worker.js", context, content_type="text/javascript")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """How a tablet installs the display: full screen, and opened at its own address."""
    icon = {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    body = {
        "name": "Cardroom display",
        "short_name": "Display",
        "start_url": reverse("display"),
        "scope": reverse("display"),
        "display": "fullscreen",
        "background_color": "#0f1512",
        "theme_color": "#0f1512",
        "icons": [icon],
    }
    return JsonResponse(body, content_type="application/manifest+json")


def _follow_page(
    request: HttpRequest, form: FollowForm, *, ended: str = "", scanned: bool = False
) -> HttpResponse:
    context = {"form": form, "ended": ended, "scanned": scanned}
    return render(request, "displays/follow.html", context)


def _as_json(request: HttpRequest, code: displays.Code, path: str) -> dict[str, str]:
    """A code to read and to scan: the picture is a data: address of an SVG."""
    url = request.build_absolute_uri(path)
    picture = segno.make(url, error="m").svg_data_uri(scale=8, border=2, light="#ffffff")
    return {"code": code.text, "until": code.expires_at.isoformat(), "picture": picture}


def _keep(request: HttpRequest, response: HttpResponse, key: str) -> None:
    """The device's key: no script reads it, and no other site sends it along."""
    response.set_cookie(
        displays.KEY_COOKIE,
        key,
        max_age=KEY_LASTS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
