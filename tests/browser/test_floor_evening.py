"""The floor's part of an evening in a real browser: slips, seats, moves, chips, relief, close."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Screen
from tests.browser.people import Dealer, Floor, log_in

TABLE = 1  # the demonstration's own, which no test's dealer plays


def sell(page: Page, number: int, dollars: str) -> None:
    """Chips for cash, at the floor's view of the table."""
    row = page.locator("[data-seats] li").nth(number - 1)
    row.get_by_role("button").first.click()
    row.get_by_label("Amount in dollars").fill(dollars)
    row.get_by_role("button", name="Cash into the box").click()
    expect(row).to_contain_text(f"${dollars}")


def open_with_a_defective_deck(floor: Floor, screen: Screen) -> None:
    """A deck that does not pass is noted and another one checked in its place."""
    page = floor.page
    page.goto(f"/tables/{TABLE}/")
    page.get_by_label("Cards").select_option("hand")
    floor.check_deck("deck1", "red", defect="bent corner")
    floor.count_and_sign({100: 99})
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("body")).to_contain_text("Count again, or give a reason")
    floor.count_and_sign({100: 100})
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("body")).to_contain_text("0 passed")
    floor.check_deck("spare1", "red")
    floor.count_and_sign({100: 100})
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("cardroom-felt")).to_be_visible()
    assert len(screen.complaints) == 2 and all("422" in said for said in screen.complaints)
    screen.complaints.clear()
    page.get_by_role("link", name=re.compile("Opener")).first.click()
    expect(page.locator("body")).to_contain_text("bent corner")


def test_a_table_opens_with_slips_people_move_and_it_closes(open_screen: Opener) -> None:
    screen = open_screen(touch=True)
    floor = Floor(log_in(screen, "floor"), TABLE)
    dealer = Dealer(log_in(open_screen(touch=True), "dealer"), TABLE)
    page = floor.page

    open_with_a_defective_deck(floor, screen)

    # Seats: one is kept, people sit, one is away, one moves.
    page.goto(f"/tables/{TABLE}/")
    row = page.locator("[data-seats] li")
    row.nth(4).get_by_role("button").first.click()
    row.nth(4).get_by_label("Reserve it only").check()
    row.nth(4).get_by_role("searchbox").fill("Rosa")
    row.nth(4).get_by_role("button", name="Rosa Delgado").click()
    expect(row.nth(4)).to_contain_text("for Rosa Delgado")
    floor.seat(1, "Gus Petrov")
    floor.seat(2, "Helen Brandt")
    floor.seat(3, "Omar Said")
    for number in (1, 2, 3):
        sell(page, number, "500")
    floor.offer(1, "Accepts")
    row.nth(2).get_by_role("button").first.click()
    row.nth(2).get_by_role("button", name="Omar Said is away").click()
    expect(row.nth(2)).to_contain_text("away")
    row.nth(1).get_by_role("button").first.click()
    row.nth(1).get_by_label("Moves to").select_option(label="here, seat 8")
    row.nth(1).get_by_role("button", name="Move Helen Brandt").click()
    expect(row.nth(7)).to_contain_text("Helen Brandt")

    # Chips at the dealer's screen.
    dealer.sit_down()
    dealer.page.get_by_role("button", name="Chips", exact=True).click()
    dealer.page.locator("#chips-dialog select").select_option("8")
    dealer.page.get_by_label("Amount in dollars").fill("300")
    dealer.page.get_by_role("button", name="Cash into the box").click()
    expect(dealer.page.locator("#chips-dialog")).to_be_hidden()
    expect(row.nth(7)).to_contain_text("$800")
    dealer.post_wager(100)
    dealer.page.get_by_role("button", name=re.compile("^Seat 8,")).click()
    for _ in range(3):
        dealer.page.get_by_role("button", name="+$25", exact=True).click()

    # Paul relieves Ana; the room map names him.
    dealers = page.locator("[data-dealers]")
    expect(dealers).to_contain_text("Ana Ruiz deals")
    dealers.get_by_label("Relieved by").select_option(label="Paul Stone")
    dealers.get_by_role("button", name="Relieve").click()
    expect(dealers).to_contain_text("Paul Stone deals")

    # The tray is lighter by what was sold: three times $500, and $300.
    dealer.press("Set seat 8")
    floor.close_table({100: 82})
    expect(page.locator("body")).to_contain_text("no variance")
    books = log_in(open_screen(width=1440, height=900), "cage")
    books.goto("/cage/books/")
    expect(books.locator("body")).not_to_contain_text("does not")
