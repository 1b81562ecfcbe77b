"""A cashier's shift by keyboard: open, buy in, cash out, colour up, a fill, count, close, print.

The keys pressed after an amount are counted.
"""

from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from cardroom.embedded.stack import Stack
from tests.browser.conftest import Opener
from tests.browser.people import log_in

# A window and people that no other test uses, and a fill that is approved.
BEFORE = """
from cardroom.people.models import Patron, Staff
from ledger.models import Window
from ledger.services import transfers
Window.objects.create(number=8)
Staff.objects.create_user("shift", password="demo-shift", role="cashier", first_name="Nora")
Patron.objects.create(name="Zelda Quist")
dealer, floor = Staff.objects.get(username="dealer"), Staff.objects.get(username="floor")
fill = transfers.ask(
    kind="fill", table="77", chips={2_500: 20}, request_id="shift-fill", actor=dealer
)
transfers.approve(transfer_id=fill.pk, actor=floor)
"""


@dataclass
class Keys:
    """A keyboard that counts."""

    page: Page
    pressed: int = field(default=0)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.pressed += len(text)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.pressed += 1


def transaction(page: Page, path: str, amount: str, person: str) -> int:
    """A buy-in or cash-out; how many keys it took after the amount."""
    page.goto(path)
    expect(page.get_by_label("Amount")).to_be_focused()
    page.keyboard.type(amount)
    keys = Keys(page)
    keys.press("Tab")
    keys.type(person)
    keys.press("Enter")
    expect(page.get_by_role("button", name="Post")).to_be_focused()
    keys.press("Enter")
    expect(page.locator("#review")).to_have_count(0)
    expect(page.locator(".cage-last tbody tr").first).to_contain_text("Zelda Quist")
    return keys.pressed


def number_of(page: Page, name: str) -> str:
    page.goto(f"/cage/?patron={name}")
    return page.locator("#person h2 .muted").inner_text().strip("()")


def test_a_cashiers_shift_from_the_imprest_to_the_printed_close(
    open_screen: Opener, stack: Stack
) -> None:
    stack.manage("shell", "-c", BEFORE)
    screen = open_screen(width=1280, height=800)
    page = log_in(screen, "shift")
    page.goto("/cage/window/open/")
    page.get_by_label("Window", exact=True).select_option("8")
    page.get_by_label("Cash", exact=True).fill("5000")
    for chip, count in (("$100", "20"), ("$25", "80"), ("$5", "200")):
        page.get_by_label(chip, exact=True).fill(count)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Window 8 is open, and yours.")).to_be_visible()

    # Amount first; the chips fill themselves; under ten keys after the amount.
    person = number_of(page, "Zelda")
    assert transaction(page, "/cage/buy-in/", "500", person) < 10
    page.goto(f"/cage/buy-in/?patron={person}")
    page.get_by_label("Amount").press_sequentially("200")
    expect(page.get_by_label("$25", exact=True)).to_have_value("8")
    page.get_by_label("$25", exact=True).fill("4")
    page.get_by_label("$100", exact=True).fill("1")
    page.keyboard.press("Enter")
    expect(page.locator("#review")).to_contain_text("Chips: 1 × $100, 4 × $25.")
    page.keyboard.press("Enter")
    expect(page.get_by_text("bought in for $200.")).to_be_visible()
    assert transaction(page, "/cage/cash-out/", "300", person) < 10

    # Colour-up: twenty of $5 for one of $100.
    page.goto("/cage/exchange/")
    page.locator("[name=taken_500]").fill("20")
    page.locator("[name=given_10000]").fill("1")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Exchanged: 20 × $5 for 1 × $100.")).to_be_visible()

    # The fill that a table waits for.
    page.get_by_role("link", name="Fills and credits").click()
    page.get_by_role("row", name="77").get_by_role("link").click()
    expect(page.get_by_label("$25", exact=True)).to_have_value("20")
    page.get_by_label("Runner").select_option(label="Maria Ortega")
    page.get_by_role("button", name="Send the fill").click()
    expect(page.get_by_text("is on its way to table 77")).to_be_visible()

    close(page)
    assert screen.violations() == []
    with page.expect_response("**/print/") as printing:
        page.get_by_role("button", name="Print").click()
    assert printing.value.headers["content-type"] == "application/pdf"


def close(page: Page) -> None:
    """Counted blind, over and short after the signature, closed by a second person."""
    page.goto("/cage/window/close/")
    # 5,000 + 700 - 300 in cash are there; one bill of $20 is overlooked.
    for name, count in (("cash_10000", "53"), ("cash_2000", "4"), ("cash_loose", "0")):
        page.locator(f"[name={name}]").fill(count)
    # 5,000 - 700 + 300 - 500 in chips.
    page.locator("[name=chips_loose]").fill("4100")
    assert "$5,400" not in page.content()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your count is signed.")).to_be_visible()
    expect(page.get_by_role("row", name="Cash $5,380")).to_contain_text("$20 short")
    expect(page.get_by_role("row", name="Chips $4,100")).to_contain_text("exact")
    page.get_by_label("Reason of the difference").fill("a bill was overlooked")
    page.get_by_label("Signed by").fill("cage")
    page.get_by_label("Password of the second person").fill("demo-cage")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your window is closed: cash $20 short, chips exact.")).to_be_visible()
    expect(page.get_by_role("heading", name="Window close")).to_be_visible()
