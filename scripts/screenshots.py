"""Takes the pictures in docs/images: ``.venv/bin/python -m scripts.screenshots``.

Starts a throwaway Cardroom with the demonstration data, plays rounds through the command API and
photographs the screens. Cards are keyed, so the same hands are in the pictures each time: the
round is the worked example of the coverage rules (California, rules 9 and 10), in which W runs
out at seat 1. Needs a Chromium, as the browser tests do.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from cardroom.embedded.stack import ROOT, Stack
from tests.browser.chromium import find_or_install
from tests.browser.commands import Commands
from tests.browser.displays import follow, pair_by_typing, wait_for_pairing

IMAGES = (
    "cage.png",
    "dealer-offer.png",
    "dealer-w.png",
    "dealer-betting.png",
    "dealer-up-card.png",
    "dealer-decisions.png",
    "dealer-cards.png",
    "dealer-pay.png",
    "pairing.png",
    "displays.png",
    "seat-phone.png",
    "rail.png",
    "table.png",
    "room.png",
    "round.png",
    "books.png",
)
LARGEST_BYTES = 250_000
# Longer than what moves on a screen, and than the half second in which a tapped key is dead.
QUIET_MS = 900
DESK = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
TABLET = ViewportSize(width=1024, height=768)
TELEVISION = ViewportSize(width=1920, height=1080)
TELEVISION_SCALE = 0.7

OTHER_TABLE, TABLE = 1, 2
PLAYERS = {1: "Lee Park", 2: "Nadia Haddad", 3: "Victor Chu", 4: "Rosa Delgado"}
OTHERS = {1: "Bill Thornton", 3: "Mei Tanaka", 4: "Omar Said", 6: "Karen Walsh"}
HANDS = {2: ["Qs", "9d", "3d"], 3: ["9s", "9h", "3c"], 1: ["As", "Qd", "3h"]}
BANK_HAND = ["6c", "Kc", "7d"]
ROUTINE_HANDS = {1: ["Ks", "8d", "4h"], 2: ["7s", "7h", "2d"], 3: ["Qh", "Td", "5c"]}
ROUTINE_BANK = ["9c", "Jd", "4s"]


class NotDoneError(Exception):
    """A picture could not be taken; the text says why."""


class Room:
    """A running room: its people's browser sessions, and where the pictures go."""

    def __init__(self, browser: Browser, address: str, folder: Path) -> None:
        self._browser, self._address, self._folder = browser, address, folder
        self.taken: list[str] = []

    def device(self, size: ViewportSize = DESK, scale: float = 1) -> BrowserContext:
        """A device that has not logged in."""
        return self._browser.new_context(
            base_url=self._address,
            viewport=size,
            device_scale_factor=scale,
            reduced_motion="reduce",
        )

    def staff(self, name: str) -> Page:
        """A page of somebody who has logged in with a demonstration login."""
        page = self.device().new_page()
        page.goto("/login/")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(f"demo-{name}")
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url: "login" not in url)
        return page

    def shot(self, page: Page, name: str, *, whole: bool = False) -> None:
        """Photograph a page. Raises NotDoneError for a picture too large for the docs."""
        page.wait_for_timeout(QUIET_MS)
        path = self._folder / name
        page.screenshot(path=path, full_page=whole)
        if path.stat().st_size > LARGEST_BYTES:
            raise NotDoneError(f"{path} has {path.stat().st_size} bytes; {LARGEST_BYTES} may be.")
        self.taken.append(name)


# -- What people do --------------------------------------------------------------------------------


def buy_in(page: Page, name: str, amount: str) -> None:
    """Up to the review line, by the keyboard; Enter then posts it."""
    page.goto("/cage/buy-in/")
    page.get_by_label("Amount").fill(amount)
    page.get_by_role("textbox", name="Person").fill(name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Post buy-in")).to_be_focused()


def work_the_window(room: Room) -> None:
    """A cashier opens a window and sells everybody chips; the last sale is photographed."""
    page = room.staff("cashier")
    page.goto("/cage/window/open/")
    page.get_by_label("Cash", exact=True).fill("20000")
    page.get_by_label("Chips").fill("20000")
    page.keyboard.press("Enter")
    expect(page.get_by_text("is open, and yours")).to_be_visible()
    for name in (*PLAYERS.values(), *OTHERS.values()):
        buy_in(page, name, "500")
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_contain_text(f"{name} bought in for $500")
    buy_in(page, "Helen Brandt", "3200")
    room.shot(page, "cage.png")


def open_table(page: Page, table: int, players: dict[int, str], dealer: str) -> Commands:
    """The floor opens a table where cards are dealt by hand, and seats the players."""
    page.goto(f"/tables/{table}/")
    page.get_by_label("Cards").select_option("hand")
    if not page.locator("[name=deck1_back]").is_visible():
        page.get_by_text("Check the decks").click()
    page.locator("[name=deck1_back]").fill("red")
    for check in ("all_present", "backs_unmarked", "undamaged", "jokers_out"):
        page.locator(f"[name=deck1_{check}]").check()
    for chip, number in {1: 0, 5: 0, 25: 0, 100: 100}.items():
        page.get_by_label(f"${chip} chips", exact=True).fill(str(number))
    page.get_by_label("Dealer’s name").fill(dealer)
    page.get_by_label("Dealer’s password").fill(f"demo-{dealer}")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("cardroom-felt")).to_be_visible()
    api = Commands(page.context, table)
    for seat, name in players.items():
        found = page.request.get("/people/free/", params={"q": name}).json()["patrons"]
        api.give("seat_player", seat=seat, patron_id=found[0]["id"])
    return api


def start_other_table(page: Page) -> None:
    """Another table in the middle of its round, for the room map."""
    api = open_table(page, OTHER_TABLE, OTHERS, "dealer2")
    api.give("offer_bank", seat=1, answer="declined")
    api.give("offer_bank", seat=3, answer="accepted")
    api.give("post_bank_wager", cents=30_000)
    for seat in (1, 4, 6):
        api.give("place_wager", seat=seat, kind="ante", cents=2_000)
    api.give("no_more_bets")
    api.give("show_up_card", card="9h")


def key_card(page: Page, rank: str, suit: str) -> None:
    page.get_by_role("group", name="Rank").get_by_role("button", name=rank, exact=True).click()
    page.get_by_role("group", name="Suit").get_by_role("button", name=suit).click()


def pair_displays(room: Room, floor: Page) -> tuple[Page, Page]:
    """A tablet at seat 1 that a phone follows, and the rail: the phone and the rail."""
    tablet, phone = room.device(TABLET).new_page(), room.device(PHONE).new_page()
    rail = room.device(TELEVISION, TELEVISION_SCALE).new_page()
    code = wait_for_pairing(tablet)
    room.shot(tablet, "pairing.png")
    pair_by_typing(floor, TABLE, code, "Seat 1")
    pair_by_typing(floor, TABLE, wait_for_pairing(rail), "Rail")
    expect(tablet.locator("[data-live=live]")).to_be_visible()
    expect(rail.locator("[data-live=live]")).to_be_visible()
    follow(phone, tablet)
    floor.reload()
    room.shot(floor, "displays.png")
    return phone, rail


def photograph_the_round(
    room: Room, api: Commands, displays: tuple[Page, Page], floor: Page
) -> None:
    """The worked example, step by step."""
    seat_display, rail = displays
    dealer = room.staff("dealer")
    dealer.goto(f"/tables/{TABLE}/dealer/")
    step = dealer.locator(".dealer-step")
    api.give("offer_bank", seat=1, answer="declined")
    api.give("offer_bank", seat=2, answer="absent")
    expect(dealer.get_by_role("group", name="Offer to seat 3")).to_be_visible()
    room.shot(dealer, "dealer-offer.png")
    api.give("offer_bank", seat=3, answer="declined")
    api.give("offer_bank", seat=4, answer="accepted")

    dealer.get_by_role("button", name="+$100", exact=True).click()
    room.shot(dealer, "dealer-w.png")
    api.give("post_bank_wager", cents=10_000)
    for seat in (1, 2, 3):
        api.give("place_wager", seat=seat, kind="ante", cents=2_000)
        api.give("place_wager", seat=seat, kind="bonus", cents=500)
    # The pad is the dealer's own: it stays until he leaves it.
    dealer.get_by_role("button", name="Leave it").click()
    expect(step).to_contain_text("Betting")
    room.shot(dealer, "dealer-betting.png")

    api.give("no_more_bets")
    expect(step).to_contain_text("Up-card")
    key_card(dealer, "6", "clubs")
    room.shot(dealer, "dealer-up-card.png")
    api.give("show_up_card", card="6c")
    expect(step).to_contain_text("Decisions")
    room.shot(dealer, "dealer-decisions.png")

    api.give("decide_rest")
    api.give("enter_bank_hand", cards=BANK_HAND)
    expect(step).to_contain_text("Seat 2: three cards")
    key_card(dealer, "Q", "spades")
    key_card(dealer, "9", "diamonds")
    room.shot(dealer, "dealer-cards.png")
    for seat, cards in HANDS.items():
        api.give("enter_hand", seat=seat, cards=cards)
    expect(step).to_contain_text("Pay")
    room.shot(dealer, "dealer-pay.png")

    expect(seat_display.locator("main")).to_contain_text("Cover ended at your Ante")
    room.shot(seat_display, "seat-phone.png", whole=True)
    expect(rail.locator("[data-live=live]")).to_be_visible()
    room.shot(rail, "rail.png")
    floor.goto(f"/tables/{TABLE}/")
    expect(floor.locator("[data-live=live]")).to_be_visible()
    room.shot(floor, "table.png")
    api.give("close_round")


def play_a_routine_round(api: Commands) -> None:
    """The player-dealer's second hand, after which the button must be offered."""
    api.give("post_bank_wager", cents=30_000)
    api.give("repeat_bets")
    api.give("no_more_bets")
    api.give("show_up_card", card=ROUTINE_BANK[0])
    api.give("decide_rest")
    api.give("enter_bank_hand", cards=ROUTINE_BANK)
    for seat, cards in ROUTINE_HANDS.items():
        api.give("enter_hand", seat=seat, cards=cards)
    api.give("close_round")


def photograph_the_night(room: Room, floor: Page) -> None:
    """The room map with something to do, the sheet of the worked example, the books."""
    floor.goto("/")
    expect(floor.locator("main")).to_contain_text("has banked 2 hands")
    room.shot(floor, "room.png")
    floor.goto(f"/tables/{TABLE}/")
    floor.get_by_role("link", name=f"{TABLE}-1", exact=True).click()
    expect(floor.locator("main")).to_contain_text("W ran out")
    room.shot(floor, "round.png")
    books = room.staff("compliance")
    for _ in range(20):
        books.goto("/cage/books/")
        if "No settlement waits" in books.locator("main").inner_text():
            break
        books.wait_for_timeout(500)
    else:
        raise NotDoneError("The rounds were not posted within ten seconds.")
    room.shot(books, "books.png")


def photograph(room: Room) -> None:
    """Everything, in the order of a night."""
    work_the_window(room)
    floor = room.staff("floor")
    start_other_table(floor)
    api = open_table(floor, TABLE, PLAYERS, "dealer")
    photograph_the_round(room, api, pair_displays(room, floor), floor)
    play_a_routine_round(api)
    photograph_the_night(room, floor)


# -- The stack and the browser ---------------------------------------------------------------------


@contextmanager
def running_stack() -> Iterator[Stack]:
    """A whole Cardroom on throwaway engines, whatever engines the environment names."""
    home = Path(tempfile.mkdtemp(prefix="cardroom-pictures-"))
    home.chmod(0o755)  # PostgreSQL may run as another user
    named = ("DATABASE_URL", "REDIS_URL")
    environment = {key: value for key, value in os.environ.items() if key not in named}
    stack = Stack(home, durable=False, dealer=False, environment=environment)
    try:
        stack.start_engines()
        stack.migrate()
        stack.manage("load_demo")
        stack.start_processes()
        stack.wait_ready()
        yield stack
    finally:
        stack.stop()
        shutil.rmtree(home, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Takes the pictures in docs/images.")
    parser.add_argument("--folder", type=Path, default=ROOT / "docs" / "images")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with running_stack() as stack, sync_playwright() as playwright:
        chromium = playwright.chromium
        browser = chromium.launch(executable_path=find_or_install(), args=arguments)
        room = Room(browser, stack.address, folder)
        photograph(room)
        browser.close()
    if sorted(room.taken) != sorted(IMAGES):
        raise NotDoneError(f"Taken were {room.taken}, not {IMAGES}.")
    sys.stdout.write(f"{len(room.taken)} pictures in {folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
