"""Photographs what players see: ``.venv/bin/python -m scripts.displays_gallery FOLDER``.

Seat displays on a phone and on tablets both ways up, the rail and the room board on a television,
in every phase of a round and in both lights. Starts a throwaway Cardroom and plays one round at a
table with an electronic deck, so the cards differ each time. To be looked at; nothing is compared.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from cardroom.embedded.stack import Stack
from tests.browser.chromium import find_or_install
from tests.browser.commands import Commands
from tests.browser.players_room import players_room


class View(NamedTuple):
    """A device: what it is paired to, and how large its screen is."""

    name: str
    shows: str
    width: int
    height: int


VIEWS = (
    View("phone", "seat", 390, 844),
    View("tablet", "seat", 768, 1024),
    View("tablet-wide", "seat", 1024, 768),
    View("bank-tablet", "bank", 768, 1024),
    View("free-tablet", "free", 768, 1024),
    View("rail", "rail", 1920, 1080),
    View("board", "board", 1920, 1080),
    View("board-phone", "board", 390, 844),
)
QUIET_MS = 700


class Gallery:
    """The devices of one light, and where their pictures go."""

    def __init__(self, browser: Browser, stack: Stack, keys: dict[str, str], folder: Path) -> None:
        self.folder = folder
        self.pages: dict[str, Page] = {}
        for theme in ("dark", "daylight"):
            for view in VIEWS:
                context = browser.new_context(
                    base_url=stack.address,
                    viewport=ViewportSize(width=view.width, height=view.height),
                    has_touch=view.width < 1100,
                )
                context.add_cookies(
                    [{"name": "display_key", "value": keys[view.shows], "url": stack.address}]
                )
                context.add_init_script(f"localStorage.setItem('theme', '{theme}')")
                page = context.new_page()
                page.goto("/display/")
                expect(page.locator("[data-live=live]")).to_be_visible()
                self.pages[f"{view.name}-{theme}"] = page

    def take(self, moment: str, *only: str) -> None:
        for name, page in self.pages.items():
            if only and not name.startswith(only):
                continue
            page.wait_for_timeout(QUIET_MS / (1 if only else len(self.pages)))
            page.screenshot(path=self.folder / f"{moment}-{name}.png")


def floor_of(browser: Browser, stack: Stack, table: int) -> Commands:
    """Who gives the commands."""
    page = browser.new_context(base_url=stack.address).new_page()
    page.goto("/login/")
    page.get_by_label("Name").fill("floor")
    page.get_by_label("Password").fill("demo-floor")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda url: "login" not in url)
    return Commands(page.context, table)


def play(floor: Commands, gallery: Gallery) -> None:
    """One round with all its phases, photographed."""
    gallery.take("01-offered")
    floor.give("offer_bank", seat=1, answer="declined")
    for seat in range(2, 6):
        floor.give("offer_bank", seat=seat, answer="declined")
    floor.give("offer_bank", seat=6, answer="accepted")
    gallery.take("02-betting-empty")
    floor.give("post_bank_wager", cents=10_000)
    for seat in range(1, 6):
        floor.give("place_wager", seat=seat, kind="ante", cents=1_000 * seat)
    floor.give("place_wager", seat=1, kind="bonus", cents=500)
    gallery.take("03-betting")
    floor.give("no_more_bets")
    gallery.take("04-no-more-bets")
    floor.give("deal")
    gallery.take("05-decisions")
    for name, page in gallery.pages.items():
        if name.startswith("tablet-dark"):
            page.get_by_role("button", name="PLAY").click()
            page.get_by_role("button", name="Hold to see your cards").dispatch_event("pointerdown")
    gallery.take("06-said-and-held", "tablet-dark", "phone")
    floor.give("decide_rest")
    gallery.take("07-cards-up")
    floor.give("reveal")
    gallery.take("08-pay")
    floor.give("close_round")
    gallery.take("09-settled")
    for name, page in gallery.pages.items():
        if name.startswith(("phone", "tablet-")):
            page.get_by_role("button", name="Pays").click()
    gallery.take("10-list", "phone", "tablet-")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with players_room() as (stack, table, keys), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_or_install(), args=["--no-sandbox", "--disable-gpu"]
        )
        gallery = Gallery(browser, stack, keys, folder)
        play(floor_of(browser, stack, table), gallery)
        stack.kill("web")
        gallery.pages["tablet-dark"].wait_for_timeout(4_000)
        gallery.take("11-not-live", "phone", "tablet-", "rail", "board-")


if __name__ == "__main__":
    main()
