"""The database makes somebody wait too long, or is away: what is said then, and that it is 503."""

import sys
from collections.abc import Callable

from django.db import Error, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error as fault_of_ours
from psycopg import errors
from psycopg_pool import PoolTimeout

from cardroom.language import translated
from cardroom.texts import Sentence, say

RETRY_AFTER_SECONDS = 2
BUSY = say("The books are busy. Nothing was changed: try again.")
AWAY = say("The database does not answer. Try again: what was sent is carried out once at most.")
# PostgreSQL, or the pool, gave up before anything was committed.
_GAVE_UP = (
    PoolTimeout,
    errors.LockNotAvailable,
    errors.QueryCanceled,
    errors.DeadlockDetected,
    errors.IdleInTransactionSessionTimeout,
)
GetResponse = Callable[[HttpRequest], HttpResponse]


def sentence_for(error: BaseException | None) -> Sentence | None:
    """What to say of an error of the database's that passes by itself; nothing of any other.

    Where the line was lost nobody knows whether the last commit was in time, so it is not said.
    """
    if not isinstance(error, Error):
        return None
    if isinstance(error.__cause__, _GAVE_UP):
        return BUSY
    return AWAY if isinstance(error, OperationalError | InterfaceError) else None


def _page(request: HttpRequest, sentence: Sentence) -> HttpResponse:
    """A page that needs no database to be drawn. Its button asks for the same again."""
    context = {"sentence": translated(sentence), "form": request.method not in ("GET", "HEAD")}
    page = render_to_string("503.html", context | {"address": request.get_full_path()})
    headers = {"Retry-After": str(RETRY_AFTER_SECONDS), "Cache-Control": "no-store"}
    return HttpResponse(page, status=503, headers=headers)


class BusyPages:
    """Middleware: a view that could not get at the database answers 503 and a sentence."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        sentence = sentence_for(error)
        return _page(request, sentence) if sentence else None


def server_error(request: HttpRequest) -> HttpResponse:
    """The last handler: for what went wrong outside of the views, as while a session is kept."""
    sentence = sentence_for(sys.exc_info()[1])
    return _page(request, sentence) if sentence else fault_of_ours(request)
