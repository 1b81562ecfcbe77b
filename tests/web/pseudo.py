"""A language made for the tests: every text that is translated comes back in ⟦ ⟧."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser

from django.conf import settings
from django.test import override_settings
from django.utils import translation
from django.utils.translation import trans_real

CODE = "eo"  # any language that Django knows and the room does not ship
SPOKEN = ("aria-label", "title", "placeholder", "alt")
SILENT = ("script", "style", "svg", "code", "kbd", "textarea")
EMPTY = ("area", "br", "col", "hr", "img", "input", "link", "meta", "path", "wbr")


class Pseudo(trans_real.DjangoTranslation):
    """Wraps what it is asked for; placeholders stay as they are."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧" if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def pseudo_language() -> Iterator[None]:
    """All pages speak the made-up language."""
    languages = [*settings.LANGUAGES, (CODE, "Pseudo")]
    # Django forgets its catalogs as these settings change: ours comes after, and goes with them.
    with override_settings(LANGUAGE_CODE=CODE, LANGUAGES=languages):
        vars(trans_real)["_translations"][CODE] = Pseudo(CODE)
        with translation.override(CODE):
            yield


class Untranslated(HTMLParser):
    """The words of a page that are outside of ⟦ ⟧: in its texts, and in attributes that are read
    aloud. What stands alone as data is left out by the caller."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._depth = 0  # inside how many ⟦
        self._silent: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in SILENT:
            self._silent.append(tag)
        button = tag == "input" and given.get("type") == "submit"
        names = (*SPOKEN, "value") if button else SPOKEN
        for name in names:
            self.found += bare(given.get(name) or "")

    def handle_endtag(self, tag: str) -> None:
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        outside = ""
        for char in data:
            self._depth += (char == "⟦") - (char == "⟧")
            outside += " ⟧ " if char in "⟦⟧" else char if self._depth == 0 else ""
        self.found += [part.strip() for part in outside.split("⟧") if has_words(part)]


def has_words(text: str) -> bool:
    return re.search(r"[^\W\d_]", text) is not None


def bare(text: str) -> list[str]:
    """The words of an attribute outside of ⟦ ⟧."""
    while "⟦" in text:
        text, before = re.sub(r"⟦[^⟦⟧]*⟧", " ", text), text
        if text == before:
            break
    return [text.strip()] if has_words(text) else []
