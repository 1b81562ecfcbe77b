"""Which language a page speaks, and where its modules find their texts."""

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.views.i18n import JavaScriptCatalog

from cardroom.errors import Refused
from cardroom.texts import Sentence, named

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

    Text: TypeAlias = _StrOrPromise
else:
    Text = str  # or what ``gettext_lazy`` gives, to be said when a page is drawn

GetResponse = Callable[[HttpRequest], HttpResponse]
FOR_A_YEAR = "public, max-age=31536000, immutable"


def chosen_language(cookies: Mapping[str, str]) -> str:
    """The language that was chosen at this screen, else the room's. The browser is not asked: a
    room's screens speak as the room does, whatever machine they run on.
    """
    chosen = cookies.get(settings.LANGUAGE_COOKIE_NAME)
    known = chosen is not None and chosen in dict(settings.LANGUAGES)
    return str(chosen if known else settings.LANGUAGE_CODE)


def speak_the_rooms_language(get_response: GetResponse) -> GetResponse:
    """Middleware: every answer is in the language of its screen."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with translation.override(chosen_language(request.COOKIES)):
            return get_response(request)

    return middleware


@lru_cache
def _version(language: str) -> str:
    """A name for the texts of the modules in a language; empty where there are none."""
    locale = translation.to_locale(language)
    files = [Path(each, locale, "LC_MESSAGES", "djangojs.mo") for each in settings.LOCALE_PATHS]
    written = b"".join(file.read_bytes() for file in files if file.is_file())
    return hashlib.sha256(written).hexdigest()[:12] if written else ""


def texts_address() -> str:
    """Where the modules' texts in the page's language are; empty where there are none, as in
    English. The address changes with the texts, so that it can be kept by every browser.
    """
    language = translation.get_language() or settings.LANGUAGE_CODE
    version = _version(language)
    return reverse("texts", args=[language, version]) if version else ""


def texts(request: HttpRequest, language: str, version: str) -> HttpResponseBase:
    """The texts of the modules as a script; for everybody, displays have no login."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        answer = JavaScriptCatalog.as_view()(request)
    # Asked for by a page of another release, it must not be kept under that one's address.
    answer.headers["Cache-Control"] = FOR_A_YEAR if version == _version(language) else "no-store"
    return answer


def translated(said: object) -> str:
    """What the engine, the books or a refusal says, in the page's language.

    A sentence is translated by its template, then filled with its values; any other text is what
    it is: a name, an amount, an English sentence that was stored.
    """
    if isinstance(said, Refused):
        return translation.gettext(said.TEXTS[said.code]).format(**_words(said.shown))
    if not isinstance(said, Sentence):
        return str(said)
    if said.many:
        template = translation.ngettext(said.template, said.many, said.number)
    else:
        template = translation.gettext(said.template)
    return template.format(**_words(said.data)) if said.data else template


def words(name: str) -> str:
    """A name of the code as people read it: ``take_bets`` "Take bets", ``window:1`` "Window 1"."""
    return translated(named(name)) if name else ""


def _words(data: Mapping[str, object]) -> dict[str, object]:
    return {
        name: translated(value) if isinstance(value, Sentence) else value
        for name, value in data.items()
    }
