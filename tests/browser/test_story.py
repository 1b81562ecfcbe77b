"""The main job in a real browser: from the buy-in to the cash-out, with displays that follow."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.displays import follow, pair
from tests.browser.people import TABLE, log_in, staff

PLAYERS = {1: "Lee Park", 2: "Nadia Haddad", 3: "Victor Chu", 4: "Rosa Delgado"}


def test_the_worked_example_from_buy_in_to_cash_out(open_screen: Opener) -> None:
    cashier, floor, dealer = staff(open_screen)
    cashier.open_window("20000")
    for name in PLAYERS.values():
        cashier.buy_in(name, "500")
    floor.open_table("hand")
    for seat, name in PLAYERS.items():
        floor.seat(seat, name)
    for seat in (1, 2, 3):
        floor.offer(seat, "Declines")
    floor.offer(4, "Accepts")

    seat_again = pair(floor.page, open_screen(width=820, height=1180, touch=True), TABLE, "Seat 1")
    seat_page = open_screen(width=390, height=844, touch=True).page
    follow(seat_page, seat_again)
    rail_page = pair(floor.page, open_screen(width=1920, height=1080), TABLE, "Rail")

    dealer.sit_down()
    dealer.post_wager(100)
    for seat in (1, 2, 3):
        dealer.bet(seat, 20, 5)
    # The fees are shown before they are taken: three antes at $1, bonuses free, the bank's $2.
    expect(dealer.page.locator("[data-panel]")).to_contain_text("$5")
    expect(seat_page.locator("body")).to_contain_text("$20")
    dealer.press("No more bets")
    dealer.up_card("6c")
    # A six counts from the player-dealer's left over seats 5 to 8 and 1 to seat 2.
    for page in (seat_page, seat_again):
        expect(page.locator("body")).to_contain_text("act 3rd")
    expect(rail_page.get_by_role("img", name=re.compile("Seat 2,.*action button"))).to_be_visible()
    dealer.press("All decided")
    dealer.hand("Player-dealer", "Kc", "7d")
    dealer.hand("Seat 2", "Qs", "9d", "3d")
    dealer.hand("Seat 3", "9s", "9h", "3c")
    dealer.hand("Seat 1", "As", "Qd", "3h")
    dealer.expect_step("Pay")
    expect(dealer.page.locator("[data-panel]")).to_contain_text("gets 90")
    for page in (seat_page, seat_again):
        expect(page.locator("body")).to_contain_text(
            "Cover ended at your Ante: it won, $10 of $20 was paid"
        )
        expect(page.locator("body")).to_contain_text("not final")
    dealer.press("Next round")

    # The next round is open at once; the button may bank one more hand.
    dealer.expect_step("W")
    floor.page.goto(f"/tables/{TABLE}/")
    first = floor.page.locator("[data-rounds] tbody tr").first
    expect(first).to_contain_text("\u2212$10")
    first.get_by_role("link").click()
    expect(floor.page.locator("body")).to_contain_text("Cover ended at your Ante")

    floor.close_table()
    # 500 less the fee of 1, and what the round brought: +10, -45, +45; the bank paid 10 and a fee.
    for name, chips in zip(PLAYERS.values(), ("509", "454", "544", "488"), strict=True):
        assert f"${chips}" in cashier.stack_of(name)
        cashier.cash_out(name, chips)
    books = log_in(open_screen(width=1440, height=900), "cage")
    books.goto("/cage/books/")
    expect(books.locator("body")).to_contain_text("balance")
    expect(books.locator("body")).not_to_contain_text("does not")
    for name in PLAYERS.values():
        assert "$0" in cashier.stack_of(name)
