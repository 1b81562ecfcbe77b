"""A short session at tables that the house banks: tablet in hand, in real browsers."""

from playwright.sync_api import Page, expect

from cardroom.embedded.stack import Stack
from tests.browser.conftest import Opener
from tests.browser.displays import keep_key
from tests.browser.house import seed
from tests.browser.people import log_in
from tests.browser.screens import Tray
from tests.browser.test_results import tap_card, tap_result

TABLET = {"width": 1024, "height": 768}
BETS = {
    1: {"ante": 2_000, "pair_plus": 500, "six_card_bonus": 500},
    2: {"ante": 2_000, "pair_plus": 500},
    3: {"ante": 2_000},
    4: {"pair_plus": 1_000},
}


def at_the_tray(open_screen: Opener, table: int) -> Tray:
    page = log_in(open_screen(**TABLET, touch=True), "floor")
    page.goto(f"/tables/{table}/dealer/")
    expect(page.locator("[data-live]")).to_have_text("live")
    return Tray(page)


def pay_list(page: Page) -> list[str]:
    rows = page.locator(".pay-row").all()
    return [(row.get_attribute("aria-label") or "").replace(":", "") for row in rows]


def test_a_house_round_by_results_from_the_bets_to_the_pays(
    open_screen: Opener, stack: Stack
) -> None:
    """New York: six cards survive a fold, and what is lost is collected before anything is paid."""
    bets = BETS
    table, rail, seat = seed(stack, number=41, game="New York", capture="results", bets=bets)
    tray = at_the_tray(open_screen, table)
    screen = open_screen(width=390, height=844)
    keep_key(screen.context, stack.address, seat)
    display = screen.page
    display.goto("/display/")
    tray.step("Betting")
    panel = tray.page.locator("[data-panel]")
    expect(panel).to_contain_text("tray")
    expect(panel).not_to_contain_text("fees due")
    expect(tray.page.locator("cardroom-felt svg")).to_contain_text("The house banks")
    expect(tray.page.locator("cardroom-felt .dealer-button.is-off")).to_have_count(1)
    tray.tap(".btn:has-text('Repeat all bets')")
    tray.seat(3)  # and one exception
    tray.tap(".pad-row:has-text('Pair Plus')")
    tray.tap(".chip:text-is('+$5')")
    tray.next("Set seat 3")
    tray.step("Betting")
    tray.next("No more bets")
    tray.step("Decisions")
    expect(tray.page.locator(".fold-row")).to_have_count(3)  # a pair plus alone decides nothing
    tray.tap("[aria-label='Seat 1 folds']")
    expect(tray.page.locator(".fold-row").first).to_contain_text("folded")
    tray.next("All decided")
    tray.step("Results")
    tray.tap("[aria-label='Qualifies'] .btn:text-is('Yes')")
    tray.tap("[aria-label^='Seat 1: 6-card']")
    tray.tap(".class-key:text-is('flush')")
    tray.tap("[aria-label^='Seat 4: pair plus']")
    tray.tap(".class-key:text-is('pair')")
    tap_result(tray, 3, "Lose")
    tap_result(tray, 2, "Win")
    tray.step("Pay")
    assert pay_list(tray.page) == [
        "Seat 3 take 45",
        "Seat 2 take 5",
        "Seat 1 take 25",
        "Seat 4 pay 10",
        "Seat 2 pay 40",
        "Seat 1 pay 100",
        "The house pays 75",
    ]
    expect(display.locator(".own-lines")).to_contain_text("6-Card")
    expect(display.locator(".own-net")).to_contain_text("You win $75")
    expect(display.locator("#display")).not_to_contain_text("player-dealer")
    tray.next("Next round")
    tray.step("Betting")
    expect(panel).to_contain_text("The tray is $75 below zero: ask for a fill.")
    screen = open_screen(width=1920, height=1080)
    keep_key(screen.context, stack.address, rail)
    screen.page.goto("/display/")
    expect(screen.page.locator("[data-posted]")).to_contain_text("Pair Plus pays")
    expect(screen.page.locator("[data-rotation]")).to_contain_text("round 41-2")
    fits = "each => each.scrollHeight <= each.clientHeight + 1"
    for side in ("[data-posted]", "[data-rotation]"):
        assert screen.page.locator(side).evaluate(fits)
    assert screen.violations() == []


def test_a_house_round_by_the_keypad(open_screen: Opener, stack: Stack) -> None:
    """Iowa: every card keyed, each hand paid or taken in turn from the dealer's right."""
    bets = {seat: BETS[seat] for seat in (2, 3)}
    table, _, _ = seed(stack, number=42, game="Iowa", capture="cards", bets=bets)
    tray = at_the_tray(open_screen, table)
    tray.tap(".btn:has-text('Repeat all bets')")
    tray.next("No more bets")
    tray.next("All decided")
    for who, cards in (("Dealer", "Kc 7d 2h"), ("Seat 3", "Ks 9d 3h"), ("Seat 2", "8s 8d 3c")):
        tray.step(f"{who}: three cards")
        for card in cards.split():
            tap_card(tray, card)
        tray.next(who)
    tray.step("Pay")
    assert pay_list(tray.page) == ["Seat 3 pay 40", "Seat 2 pay 45", "The house pays 85"]
    felt = tray.page.locator("cardroom-felt svg")
    expect(felt).to_contain_text("high card, qualifies")
    tray.next("Next round")
    tray.step("Betting")
    # The floor gives a player the position beside his own, and he gives it up again.
    page = tray.page
    page.goto(f"/tables/{table}/")
    rows = page.locator("[data-seats] li")
    rows.nth(2).get_by_role("button").first.tap()
    rows.nth(2).get_by_role("button", name="Second position: seat 4").tap()
    expect(rows.nth(2)).to_contain_text("+4")
    expect(rows.nth(3)).to_contain_text("+3")
    rows.nth(3).get_by_role("button").first.tap()
    rows.nth(3).get_by_role("button", name="Gives up seat 4").tap()
    expect(rows.nth(3)).to_contain_text("free")
    expect(rows.nth(2)).not_to_contain_text("+4")


def test_the_form_shows_what_belongs_to_the_rules_and_nothing_else(
    open_screen: Opener, stack: Stack
) -> None:
    new = "from cardroom.people.models import Staff; from tables.services import opening; "
    new += "from tables.demo import data; "
    new += "Staff.objects.create_user('house-43', password='signs-43', role='dealer'); "
    new += "print(opening.add_table(43, seats=7, chips=data.CHIPS, actor=None).id)"
    table = int(stack.manage("shell", "-c", new).split()[-1])
    page = log_in(open_screen(**TABLET, touch=True), "floor")
    page.goto(f"/tables/{table}/")
    fees, pair = page.get_by_label("Fees"), page.get_by_label("Pair Plus, least")
    page.get_by_label("Rules").select_option(label="California, version 1")
    expect(fees).to_be_visible()
    expect(pair).to_be_hidden()
    page.get_by_label("Rules").select_option(label="Casino guide, version 1")
    expect(fees).to_be_hidden()
    expect(page.get_by_label("W, least")).to_be_hidden()
    expect(page.get_by_label("Six-card bonus, least")).to_be_hidden()
    pair.fill("5")
    page.get_by_label("$100 chips").fill("0")
    for chip in ("$25", "$5", "$1"):
        page.get_by_label(f"{chip} chips", exact=True).fill("0")
    page.get_by_label("Dealer’s name").fill("house-43")
    page.get_by_label("Dealer’s password").fill("signs-43")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Seat a player, and betting opens.").first).to_be_visible()
    expect(page.locator("[data-rotation]")).to_contain_text("The house banks")
