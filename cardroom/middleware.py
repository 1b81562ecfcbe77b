"""What is refused before any page looks at it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

GetResponse = Callable[[HttpRequest], HttpResponse]


def refuse_odd_charsets(get_response: GetResponse) -> GetResponse:
    """Answer 400 to a body in another "charset" than the UTF-8 that every page sends."""

    def middleware(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.strip("\"'").lower() not in ("utf-8", "utf8", "ascii", "us-ascii"):
            return HttpResponseBadRequest("Send this in UTF-8.")
        return get_response(request)

    return middleware
