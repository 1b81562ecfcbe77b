"""What holds for every answer: its charset, and that no cache keeps it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.utils.translation import gettext

GetResponse = Callable[[HttpRequest], HttpResponse]


def refuse_odd_charsets(get_response: GetResponse) -> GetResponse:
    """Answer 400 to a body in another "charset" than the UTF-8 that every page sends."""

    def middleware(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.strip("\"'").lower() not in ("utf-8", "utf8", "ascii", "us-ascii"):
            return HttpResponseBadRequest(gettext("Send this in UTF-8."))
        return get_response(request)

    return middleware


def keep_out_of_caches(get_response: GetResponse) -> GetResponse:
    """Every answer is somebody's own and of this moment: names, stacks, cards. Nothing keeps it.

    Static files never come here; WhiteNoise answers before.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware
