"""Displays in real browsers: paired untouched, back after a power loss, followed, and ended."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from cardroom.embedded.stack import Stack
from tests.browser.commands import Commands
from tests.browser.conftest import Opener
from tests.browser.displays import code_on, pair, pair_by_typing, wait_for_pairing
from tests.browser.hand_dealt import play
from tests.browser.people import log_in

NUMBER, PAYING_TABLE = 70, 76
# The most that a seat's display has to say: three wagers, and why W did not reach. Not final yet.
PAYING = """
give(actions.PostBankWager(10_000))
for seat in (1, 2, 3):
    give(actions.PlaceWager(seat, "ante", 2_000), actions.PlaceWager(seat, "bonus", 500))
give(actions.CallNoMoreBets(), actions.ShowUpCard("2c"), commands.DecideRest())
give(actions.EnterBankHand(("Kc", "7d", "2c")), actions.EnterHand(1, ("As", "Qd", "3h")))
give(actions.EnterHand(2, ("Qs", "9d", "3d")), actions.EnterHand(3, ("9s", "9h", "3c")))
"""
TABLETS = [(768, 1024), (1024, 768)]
SOON_MS = 3500  # three seconds, and the time that a page takes to load
WAKE_LOCKS = """
window.asked = 0;
navigator.wakeLock.request = async () => { window.asked += 1; };
"""

# The first display page of a tab comes from an older server.
AGED = """
new MutationObserver((_, watching) => {
    const display = document.getElementById("display");
    if (!display) return;
    if (!sessionStorage.aged) display.dataset.build = "old";
    sessionStorage.aged = "once";
    watching.disconnect();
}).observe(document, { childList: true, subtree: true });
"""


@pytest.fixture(scope="module")
def table(stack: Stack) -> int:
    return play(stack, NUMBER, 5, PAYING)[0]


@pytest.fixture(scope="module")
def paying(stack: Stack) -> int:
    """A table that stays where there is most to read."""
    return play(stack, PAYING_TABLE, 5, PAYING)[0]


@pytest.fixture
def floor(open_screen: Opener, table: int) -> Iterator[Page]:
    """Somebody of the floor, who ends every pairing of the table when he goes."""
    page = log_in(open_screen(width=1280, height=800), "floor")
    yield page
    revoke_all(page, table)


def revoke_all(floor: Page, table: int) -> None:
    floor.goto(f"/tables/{table}/displays/")
    while floor.get_by_text("Revoke", exact=True).count():
        floor.get_by_text("Revoke", exact=True).first.click()
        floor.get_by_role("button", name="Yes, revoke").click()
        expect(floor.get_by_text("Revoked. The display says so")).to_be_visible()


def test_a_tablet_comes_alive_untouched_and_back_after_a_power_loss(
    open_screen: Opener, browser: Browser, base_url: str, floor: Page, table: int
) -> None:
    tablet = open_screen(width=768, height=1024, touch=True)
    code = wait_for_pairing(tablet.page)
    assert tablet.violations() == []
    pair_by_typing(floor, table, code.lower(), "Seat 3")
    expect(tablet.page.locator("[data-live=live]")).to_be_visible(timeout=SOON_MS)
    expect(tablet.page.get_by_role("heading", name=f"Seat 3 · Table {NUMBER}")).to_be_visible()
    expect(floor.get_by_role("row", name="Seat 3")).to_contain_text("Maria Ortega")
    kept = tablet.context.storage_state()
    tablet.context.close()
    again = browser.new_context(base_url=base_url, storage_state=kept)
    page = again.new_page()
    page.goto("/display/")
    expect(page.locator("[data-live=live]")).to_be_visible()
    expect(page.get_by_role("heading", name="Seat 3")).to_be_visible()
    again.close()


def test_the_picture_leads_the_floor_to_the_device_and_the_rail_needs_no_hand(
    open_screen: Opener, floor: Page, table: int
) -> None:
    television = open_screen(width=1920, height=1080)
    code = wait_for_pairing(television.page)
    assert television.violations() == []
    floor.goto(f"/displays/pair/{code}/")
    floor.get_by_label("Table").select_option(label=f"Table {NUMBER}")
    floor.get_by_label("It shows").select_option(label="The rail: what everybody may see")
    floor.get_by_role("button", name="Pair", exact=True).click()
    expect(television.page.locator(".rail [data-live=live]")).to_be_visible(timeout=SOON_MS)
    assert television.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_display_that_is_revoked_says_so_and_offers_a_new_code_by_itself(
    open_screen: Opener, floor: Page, table: int
) -> None:
    tablet = open_screen(width=1024, height=768, touch=True)
    page = pair(floor, tablet, table, "Seat 2")
    revoke_all(floor, table)
    expect(page.get_by_text("The floor has ended this pairing.")).to_be_visible(timeout=SOON_MS)
    code = code_on(page)
    assert tablet.violations() == []
    pair_by_typing(floor, table, code, "Seat 4")
    expect(page.get_by_role("heading", name=f"Seat 4 · Table {NUMBER}")).to_be_visible(
        timeout=SOON_MS
    )


def test_a_phone_follows_its_player_until_he_leaves(
    open_screen: Opener, floor: Page, table: int
) -> None:
    tablet = open_screen(width=768, height=1024, touch=True)
    at_seat = pair(floor, tablet, table, "Seat 4")
    at_seat.get_by_role("button", name="On my phone").tap()
    code = code_on(at_seat)
    expect(at_seat.get_by_role("dialog").get_by_role("img")).to_be_visible()
    assert tablet.violations() == []
    phone = open_screen(width=390, height=844, touch=True)
    phone.page.goto("/follow/")
    phone.page.get_by_label("Code").fill("AAAAAA")
    phone.page.get_by_role("button", name="Follow", exact=True).tap()
    expect(phone.page.get_by_text("No seat shows this code now.")).to_be_visible()
    assert phone.violations() == []
    phone.page.goto(f"/follow/{code}/")  # as the picture says
    expect(phone.page.locator("[data-live=live]")).to_be_visible()
    expect(phone.page.locator(".own-stack")).to_contain_text("$1,000")
    expect(phone.page.get_by_role("button", name="On my phone")).to_have_count(0)
    assert phone.violations() == []

    patron = next(
        seat["patron_id"]
        for seat in floor.context.request.get(f"/api/v1/tables/{table}/").json()["state"]["seats"]
        if seat["seat"] == 4
    )
    Commands(floor.context, table).give("leave_seat", seat=4)
    gone = phone.page.get_by_text("The player whom this phone followed has left seat 4.")
    expect(gone).to_be_visible(timeout=SOON_MS)
    expect(phone.page.get_by_label("Code")).to_be_visible()
    assert phone.violations() == []
    at_seat.get_by_role("button", name="Done").tap()
    expect(at_seat.get_by_text("Seat 4 is free.")).to_be_visible()
    Commands(floor.context, table).give("seat_player", seat=4, patron_id=patron)
    expect(at_seat.locator(".own-stack")).to_be_visible()
    phone.page.goto("/display/")
    expect(gone).to_be_visible()


@pytest.mark.parametrize("size", TABLETS)
def test_a_seats_display_fits_its_tablet_without_scrolling(
    open_screen: Opener, floor: Page, paying: int, size: tuple[int, int]
) -> None:
    width, height = size
    tablet = open_screen(width=width, height=height, touch=True)
    page = pair(floor, tablet, paying, "Seat 1")
    expect(page.locator(".own-lines")).to_contain_text("Cover ended at your Ante")
    assert overflow(page) == []
    for name in ("Last hands", "Limits & fees", "Pays"):
        page.get_by_role("button", name=name).tap()
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        assert overflow(page) == [], name
        assert tablet.violations() == [], name
        page.get_by_role("button", name="Close").tap()


def overflow(page: Page) -> list[str]:
    """What of the page is outside of the screen, or cut off within its part."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("html, body, main, [data-own]")]
            .filter((part) => part.scrollHeight > part.clientHeight + 1)
            .map((part) => `${part.localName} ${part.scrollHeight} > ${part.clientHeight}`)"""
    )
    return found


def test_a_tablet_stays_awake_and_offers_full_screen_at_a_touch(
    open_screen: Opener, floor: Page, table: int
) -> None:
    tablet = open_screen(width=768, height=1024, touch=True)
    tablet.context.add_init_script(WAKE_LOCKS)
    page = pair(floor, tablet, table, "Seat 2")
    key = page.get_by_role("button", name="Full screen")
    expect(key).to_be_hidden()
    page.get_by_role("heading", name="Seat 2").tap()
    key.tap()
    expect(key).to_be_hidden()
    assert page.evaluate("document.fullscreenElement !== null")
    assert page.evaluate("asked") == 1
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("asked") == 2


def test_a_display_that_starts_before_the_server_says_so_and_comes_by_itself(
    open_screen: Opener, stack: Stack, floor: Page, table: int
) -> None:
    tablet = open_screen(width=768, height=1024, touch=True)
    page = pair(floor, tablet, table, "Seat 2")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    stack.kill("web")
    page.goto("/display/")
    expect(page.get_by_role("heading", name="Not live")).to_be_visible()
    assert "initial-state" not in page.content()
    assert tablet.violations() == []
    stack.restart("web")
    stack.wait_ready()
    expect(page.locator("[data-live=live]")).to_be_visible(timeout=20_000)
    kept = page.evaluate(
        """async () => {
            const names = await caches.keys();
            const stores = await Promise.all(names.map((name) => caches.open(name)));
            const kept = await Promise.all(stores.map((store) => store.keys()));
            return kept.flat().map((each) => new URL(each.url).pathname);
        }"""
    )
    assert kept and all(
        path.startswith(("/static/", "/display/away/", "/display/manifest")) for path in kept
    )
    tablet.complaints.clear()  # the server was away, as it was meant to be


def test_a_page_that_has_grown_old_is_loaded_again_between_rounds_only(
    open_screen: Opener, floor: Page, table: int
) -> None:
    tablet = open_screen(width=768, height=1024, touch=True)

    tablet.context.add_init_script(AGED)
    page = pair(floor, tablet, table, "Seat 2")
    root = page.locator("#display")
    page.wait_for_timeout(1500)
    expect(root).to_have_attribute("data-build", "old")  # the round is being paid
    Commands(floor.context, table).give("close_round")
    expect(root).not_to_have_attribute("data-build", "old")
    expect(page.locator("[data-live=live]")).to_be_visible()
