"""Devices that are displays, as people pair them in front of a browser."""

import re

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Screen

# As browsers know it; this module is also used where there is no Django.
KEY_COOKIE = "display_key"
CODE = re.compile(r"^[2-9A-Z]{6}$")


def code_on(page: Page) -> str:
    """The code that a device shows, once it has one."""
    shown = page.locator("[data-code]")
    expect(shown).to_have_text(CODE)
    return shown.inner_text()


def wait_for_pairing(device: Page) -> str:
    """A device comes to the room: the code that it shows."""
    device.goto("/display/")
    return code_on(device)


def pair_by_typing(floor: Page, table: int, code: str, what: str) -> None:
    """The floor types the code of a device at a table; ``what`` is a seat or the rail."""
    floor.goto(f"/tables/{table}/displays/")
    floor.get_by_label("Code").fill(code)
    rail = "The rail: what everybody may see"
    floor.get_by_label("It shows").select_option(label=rail if what == "Rail" else what)
    floor.get_by_role("button", name="Pair", exact=True).click()
    expect(floor.get_by_text("Paired:")).to_be_visible()


def pair(floor: Page, device: Screen, table: int, what: str) -> Page:
    """A device that is paired and shows what it should, without having been touched."""
    pair_by_typing(floor, table, wait_for_pairing(device.page), what)
    expect(device.page.locator("[data-live=live]")).to_be_visible()
    return device.page


def follow(phone: Page, at_seat: Page) -> None:
    """A phone follows the seat by the code that the seat's display shows."""
    at_seat.get_by_role("button", name="On my phone").click()
    code = code_on(at_seat)
    at_seat.get_by_role("button", name="Done").click()
    phone.goto("/follow/")
    phone.get_by_label("Code").fill(code)
    phone.get_by_role("button", name="Follow", exact=True).click()
    expect(phone.locator("[data-live=live]")).to_be_visible()


def keep_key(context: BrowserContext, address: str, key: str) -> None:
    """The browser was paired before, as somebody seeded it."""
    context.add_cookies([{"name": KEY_COOKIE, "value": key, "url": address}])
