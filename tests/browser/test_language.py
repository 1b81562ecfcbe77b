"""A module finds its texts in the catalog that the page brings."""

from pathlib import Path

from django.test import RequestFactory
from playwright.sync_api import Page, Route
from pytest_django import Settings

from cardroom import language
from tests.web.catalogs import add_language

MODULES = Path(language.__file__).parent / "static" / "js"
PAGE = """<!doctype html><title>Texts</title><body>
<script type="module">
  import { fill, gettext, ngettext } from "/js/i18n.js";
  const cards = (down) => fill(ngettext("one card down", "%(down)s cards down", down), { down });
  const said = [fill(gettext("Seat %(seat)s"), { seat: 3 }), cards(1), cards(2), gettext("Undo")];
  document.body.textContent = said.join("; ");
</script>"""
CATALOG = '<script src="/texts.js" defer></script>'


def said(page: Page, markup: str, catalog: str) -> str:
    def answer(route: Route) -> None:
        path = route.request.url.removeprefix("http://room.test")
        if path.startswith("/js/"):
            text, kind = (MODULES / path.removeprefix("/js/")).read_text(), "text/javascript"
        else:
            text, kind = (
                (catalog, "text/javascript") if path == "/texts.js" else (markup, "text/html")
            )
        route.fulfill(body=text, content_type=f"{kind}; charset=utf-8")

    page.route("http://room.test/**", answer)
    page.goto("http://room.test/")
    page.wait_for_function("document.body.textContent.includes(';')")
    return page.locator("body").inner_text()


def test_a_module_speaks_the_language_of_its_page(
    page: Page, settings: Settings, tmp_path: Path
) -> None:
    add_language(tmp_path, "eo")
    settings.LOCALE_PATHS = [str(tmp_path)]
    settings.LANGUAGES = [("en", "English"), ("eo", "Esperanto")]
    catalog = language.texts(RequestFactory().get("/"), "eo", "0").getvalue().decode()
    told = "Sidloko 3; unu karto malsupren; 2 kartoj malsupren; Undo"
    assert said(page, PAGE.replace("<body>", f"<body>{CATALOG}"), catalog) == told


def test_without_a_catalog_it_speaks_english(page: Page) -> None:
    assert said(page, PAGE, "") == "Seat 3; one card down; 2 cards down; Undo"
