"""What the modules say comes from the catalog, and the catalog reaches every screen."""

import re
from pathlib import Path

import pytest
from django.conf import settings as project
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from cardroom import language
from tables.refusals import TableError, TableRefusal
from tests.web.catalogs import add_language
from tests.web.module_texts import Module

MODULES = sorted((Path(project.BASE_DIR) / "cardroom/static/js").glob("**/*.js"))
# What is no text, and how it is known.
NO_TEXT = (
    (r"M\d[\w .${}-]*", "outlines of drawings"),
    (r"(?:translate|scale|flex-grow|width|\$\{\}px|\$\{\} \$\{\}px).*", "styles"),
    (
        r"/[\w/$\{\}]*|\$\{\}(?:worker\.js|/follow/)|cardroom-felt, cardroom-cover"
        r"|\[data-[\w$\{\}-]+\](?:, \[data-[\w-]+\])*"
        r"|\((?:prefers|display)-.*\)",
        "addresses",
    ),
    (r"Content-Type|Enter|X-CSRFToken", "names of headers and keys"),
    (
        r"(?:tab-|deck|spare|fold )\$\{\}(?:_\w+)?|folds folds-two|all decided"
        r"|(?:result|class)(?: \$\{\})+|\.seat-found button|btn btn-primary.*",
        "names of the code",
    ),
    (r"[DWA]", "what stands on the buttons and in the rules"),
    (r"%\(who\)s: %\(short\)s", "nothing but values"),
)


def is_no_text(text: str) -> bool:
    return any(re.fullmatch(pattern, text, re.S) for pattern, _ in NO_TEXT)


def bare(source: str) -> list[str]:
    return [text for text in Module(source).bare() if not is_no_text(text)]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_says_nothing_that_the_catalog_does_not_know(module: Path) -> None:
    assert bare(module.read_text()) == []


def test_a_text_beside_the_catalog_is_seen() -> None:
    source = """
      // It's a comment
      const half = `Seat ${seat} is ${taken ? "taken by him" : gettext("free")}.`;
      html`<p title="A title" class="x">${fill(gettext("Seat %(seat)s"), hand)} and more</p>`;
      ngettext("one hand of it", "many hands of it", n); text.replace(/it's "/, "");
    """
    assert bare(source) == ["taken by him", "Seat ${} is ${}.", "A title", "and more"]


# -- The catalog -----------------------------------------------------------------------------------


@pytest.fixture
def eo(settings: Settings, tmp_path: Path) -> str:
    """A room that speaks Esperanto."""
    add_language(tmp_path, "eo")
    settings.LOCALE_PATHS = [str(tmp_path)]
    settings.LANGUAGES = [("eo", "Esperanto"), ("en", "English")]
    settings.LANGUAGE_CODE = "eo"
    language._version.cache_clear()
    return "eo"


def test_a_page_brings_the_texts_of_its_modules_before_them(eo: str, db: None) -> None:
    page = Client().get("/login/").content.decode()
    assert '<html lang="eo"' in page and "Ensaluti" in page
    found = re.search(r'<script src="(/texts/eo/[0-9a-f]{12}\.js)" defer></script>', page)
    assert found and page.index(found[0]) < page.index('type="module"')
    script = Client().get(found[1])  # without a login, as a display asks
    assert script.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert script.headers["Content-Type"].startswith("text/javascript")
    assert "Sidloko %(seat)s" in script.content.decode()


def test_the_texts_of_another_release_are_not_kept(eo: str) -> None:
    assert Client().get("/texts/eo/0.js").headers["Cache-Control"] == "no-store"
    assert Client().get("/texts/xx/0.js").status_code == 404


def test_an_english_page_brings_no_texts(db: None) -> None:
    page = Client().get("/login/").content.decode()
    assert '<html lang="en"' in page and "/texts/" not in page


def test_a_screen_is_switched_by_itself(eo: str, db: None) -> None:
    client = Client()
    assert "Ensaluti" in client.get("/login/").content.decode()
    client.post("/language/", {"language": "en", "next": "/login/"})
    assert "Log in" in client.get("/login/").content.decode()
    assert "Ensaluti" in Client(headers={"accept-language": "en"}).get("/login/").content.decode()


def test_a_refusal_is_translated_by_its_name_and_filled_with_its_data(eo: str) -> None:
    refused = TableError(TableRefusal.SEAT_TAKEN, seat=3)
    with translation.override(eo):
        assert language.translated(refused) == "Sidloko 3 estas prenita."
    assert refused.message == "Seat 3 is taken."
