"""What is refused before any page looks at it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

GetResponse = Callable[[HttpRequest], HttpResponse]


def refuse_odd_charsets(get_response: GetResponse) -> GetResponse:
    """Answer 400 to a body in a "charset" that is no text encoding, such as ``hex``."""

    def middleware(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        try:
            "".encode(charset)
        except (LookupError, ValueError):
            return HttpResponseBadRequest("The charset of this request is not a text encoding.")
        return get_response(request)

    return middleware
