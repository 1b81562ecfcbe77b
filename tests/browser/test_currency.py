"""Currency, an excluded person and a merge, by keyboard, in real browsers."""

import re

from playwright.sync_api import Page, expect

from cardroom.embedded.stack import Stack
from tests.browser.conftest import Opener
from tests.browser.people import log_in

# A window, a cashier and people that no other test touches.
SEED = """
from cardroom.clock import now
from cardroom.people.models import Exclusion, Patron, Staff, today
from ledger.models import Window
from ledger.services import cage
who = Staff.objects.create_user("currency", password="demo-currency", role="cashier")
Window.objects.create(number=9)
cage.open_window(window=9, imprest=2_000_000, actor=who)
lee = Patron.objects.create(name="Quentin Marsh")
tall = Patron.objects.create(name="Tall man in green", description="scar", kind="described")
cage.buy_in(window=9, patron_id=lee.pk, cents=600_000, request_id="currency-lee", actor=who)
cage.buy_in(window=9, patron_id=tall.pk, cents=500_000, request_id="currency-tall", actor=who)
cage.cash_out(window=9, patron_id=tall.pk, cents=500_000, request_id="currency-out", actor=who)
stopped = Patron.objects.create(name="Stopped Person")
Exclusion.objects.create(patron=stopped, kind="self_excluded", reason="his own wish",
                         begins_on=today(), recorded_at=now())
"""


def type_amount(page: Page, amount: str, name: str) -> None:
    page.goto("/cage/buy-in/")
    expect(page.get_by_label("Amount")).to_be_focused()
    page.keyboard.type(amount)
    page.keyboard.press("Tab")
    page.keyboard.type(name)


def test_an_evening_of_currency(open_screen: Opener, stack: Stack) -> None:
    stack.manage("shell", "-c", SEED)
    screen = open_screen(width=1280, height=800)
    page = log_in(screen, "currency")

    # The bars and the sentence follow what is typed, before anything is posted.
    type_amount(page, "4000", "Quentin")
    panel = page.locator("#person")
    expect(panel).to_contain_text("This makes $10,000 in today: it belongs in the log.")
    page.get_by_label("Amount").fill("4400")
    expect(panel).to_contain_text("This makes $10,400 in today: a report is due.")
    bar = page.locator("svg.cash-bar").first
    expect(bar.locator(".bar-mark")).to_have_count(2)
    expect(bar).to_have_attribute("aria-label", re.compile(r"Cash in today \$10,400"))
    so_far, adding = bar.locator(".bar-so-far"), bar.locator(".bar-adding")
    assert so_far.get_attribute("width") == "480" and adding.get_attribute("width") == "352"
    assert screen.violations() == []
    page.get_by_label("Amount").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#review")).to_contain_text("a report is due")
    page.keyboard.press("Enter")
    expect(page.locator(".cage-last tbody tr").first).to_contain_text("Quentin Marsh")

    # Who is excluded is stopped before the review, and nobody reads why.
    type_amount(page, "50", "Stopped")
    page.keyboard.press("Enter")
    error = page.get_by_text("Please call the floor supervisor to the window before going on.")
    expect(error).to_be_visible()
    said = page.locator("main").inner_text().lower()
    assert "exclu" not in said and "his own wish" not in said
    screen.complaints.clear()  # a refused form answers 422

    # One proposes that the tall man is Quentin Marsh; another approves it.
    page.goto("/cage/?patron=scar")
    page.locator("#person").get_by_role("link", name="Tall man in green").click()
    page.get_by_role("link", name="Is a named person").click()
    page.get_by_label("Is this person").fill("Quentin")
    page.get_by_label("Reason").fill("showed his licence")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Proposed. Somebody else has to approve it.")).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)
    other = open_screen(width=1280, height=800)
    boss = log_in(other, "compliance")
    boss.goto("/cage/merges/")
    boss.get_by_role("button", name="Approve").click()
    expect(boss.get_by_text("Merged: their days are counted together.")).to_be_visible()
    expect(boss.locator("svg.cash-bar").first).to_have_attribute(
        "aria-label", re.compile(r"Cash in today \$15,400")
    )
    boss.goto("/cage/reports/")
    expect(boss.locator("tbody tr").filter(has_text="Quentin Marsh")).to_contain_text("$15,400")
    assert other.violations() == []
