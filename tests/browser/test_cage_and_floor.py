"""The cage's page, somebody new at it, and screens on which nothing may be cut or covered."""

import re

from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from cardroom.embedded.stack import Stack
from tests.browser.conftest import Opener
from tests.browser.displays import keep_key
from tests.browser.hand_dealt import play
from tests.browser.people import SUITS, Floor, log_in

# Tables that other browser tests leave alone.
NEW_PERSON_TABLE, KEYED_TABLE, RAIL_TABLE = 78, 9, 10


def box(found: Locator) -> FloatRect:
    seen = found.bounding_box()
    assert seen is not None
    return seen


def test_somebody_new_is_seated_while_the_floors_page_stays_open(
    open_screen: Opener, stack: Stack
) -> None:
    free = "give(commands.LeaveSeat(1), commands.LeaveSeat(3))"
    table_id, _ = play(stack, NEW_PERSON_TABLE, 6, free)
    cage = log_in(open_screen(width=1440, height=900), "cashier")
    floor = Floor(log_in(open_screen(touch=True), "floor"), table_id)
    floor.page.goto(f"/tables/{table_id}/")
    rows = floor.page.locator("[data-seats] li")
    rows.nth(0).get_by_role("button").first.click()
    rows.nth(0).get_by_role("searchbox").fill("Quinn")
    expect(rows.nth(0)).to_contain_text("The cage registers new people.")

    cage.goto("/cage/?patron=Quinn+Sato")
    cage.get_by_role("link", name="New person").click()
    expect(cage.get_by_label("Name or description")).to_have_value("Quinn Sato")
    cage.keyboard.press("Enter")
    expect(cage.locator("#person")).to_contain_text("Quinn Sato")

    rows.nth(0).get_by_role("button", name="Quinn Sato").click()
    expect(rows.nth(0).get_by_role("button").first).to_contain_text("Quinn Sato")
    # Who leaves can be seated again at once.
    rows.nth(0).get_by_role("button").first.click()
    rows.nth(0).get_by_role("button", name="Quinn Sato leaves, to the cage").click()
    expect(rows.nth(0).get_by_role("button").first).to_contain_text("free")
    # Found by keyboard, at the seat and for the waiting list.
    rows.nth(2).get_by_role("button").first.click()
    rows.nth(2).get_by_role("searchbox").press_sequentially("quinn")
    expect(rows.nth(2).locator(".seat-found button")).to_have_count(1)
    for pressed in ("ArrowDown", "Enter"):
        floor.page.keyboard.press(pressed)
    expect(rows.nth(2).get_by_role("button").first).to_contain_text("Quinn Sato")
    # No fetch of the map is on its way when a page is left.
    floor.page.route("**/", quiet_map)
    floor.page.goto("/")
    who = floor.page.get_by_label("Who waits")
    who.press_sequentially("quinn")
    expect(floor.page.locator("[data-people-found] button")).to_have_count(1)
    for pressed in ("ArrowDown", "Enter"):
        floor.page.keyboard.press(pressed)
    expect(who).to_have_value(re.compile(r"^Quinn Sato \(\d+\)$"))
    floor.page.get_by_role("button", name="Put on the list").click()
    waiting = floor.page.get_by_label("Waiting list")
    expect(waiting).to_contain_text("1. Quinn Sato")
    waiting.get_by_role("button", name="Remove Quinn Sato").click()
    expect(waiting).to_contain_text("Nobody waits.")


def quiet_map(route: Route) -> None:
    """The map's own fetches are answered at once, with nothing new."""
    if route.request.is_navigation_request():
        route.fallback()
    else:
        route.fulfill(status=204)


def test_the_table_of_turns_follows_the_offers(open_screen: Opener, stack: Stack) -> None:
    table_id, _ = play(stack, 11, 3, "")
    page = log_in(open_screen(width=1440, height=900), "floor")
    page.goto(f"/tables/{table_id}/")
    expect(page.locator("[data-live=live]")).to_be_visible()
    turns = page.locator("#turns tbody tr")
    expect(turns).to_have_count(2)
    # Three sit there: nobody is told to seat two.
    expect(page.locator("[data-rounds]")).to_have_text("No round is over yet.")
    expect(turns.nth(1)).to_contain_text("seat 3 Hand 11-3 accepted")
    page.goto(f"/tables/{table_id}/dealer/")
    page.get_by_role("button", name="Seat 3 passes").click()
    page.goto(f"/tables/{table_id}/")
    expect(page.locator("[data-live=live]")).to_be_visible()
    offer = page.get_by_role("group", name="Offer to seat 1")
    offer.get_by_role("button", name="Declines").click()
    expect(turns.nth(0)).to_contain_text("seat 1 Hand 11-1 declined (Maria Ortega)")


# A cashier at a window that no other test uses.
AT_THE_WINDOW = """
from cardroom.people.models import Staff
from ledger.models import Window
from ledger.services import cage
who = Staff.objects.create_user("columns", password="demo-columns", role="cashier")
Window.objects.create(number=10)
cage.open_window(window=10, imprest=2_000_000, actor=who)
"""


def test_the_cage_has_three_columns_and_the_transactions_below(
    open_screen: Opener, stack: Stack
) -> None:
    stack.manage("shell", "-c", AT_THE_WINDOW)
    screen = open_screen(width=1440, height=900)
    page = log_in(screen, "columns")
    faults = []
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for path in ("/cage/", "/cage/?patron=1", "/cage/person/new/", "/cage/window/close/"):
            page.goto(path)
            faults += [f"{width} {path}: {each}" for each in screen.violations()]
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                faults.append(f"{width} {path}: runs off the side")
            facts, key = (
                box(page.locator(".cage-window dl")),
                box(page.locator(".cage-window .btn").first),
            )
            assert key["y"] >= facts["y"] + facts["height"] + 8
            columns = [box(page.locator(f".cage-{each}")) for each in ("window", "form", "person")]
            last = box(page.locator(".cage-last"))
            assert all(last["y"] >= each["y"] + each["height"] for each in columns)
            if width > 1000:
                assert len({each["y"] for each in columns}) == 1
                assert columns[0]["x"] < columns[1]["x"] < columns[2]["x"]
    assert faults == []


def key(page: Page, rank: str, suit: str) -> None:
    page.get_by_role("group", name="Rank").get_by_role("button", name=rank, exact=True).click()
    page.get_by_role("group", name="Suit").get_by_role("button", name=SUITS[suit]).click()


def test_keyed_cards_and_the_key_that_takes_them_back_share_one_line(
    open_screen: Opener, stack: Stack
) -> None:
    table_id, _ = play(stack, KEYED_TABLE, 8, "to_the_reveal()")
    page = log_in(open_screen(touch=True), "dealer")
    page.goto(f"/tables/{table_id}/dealer/")
    expect(page.locator(".dealer-step")).to_contain_text("Player-dealer: three cards")
    panel = box(page.locator("[data-panel]"))
    for suit in ("s", "d"):
        key(page, "10", suit)
        cards = [box(each) for each in page.locator(".keyed-now .face").all()]
        back = box(page.get_by_role("button", name="Take back"))
        assert len({each["y"] for each in cards}) == 1
        assert cards[-1]["x"] + cards[-1]["width"] <= back["x"]
        assert back["height"] < 60
        assert back["x"] + back["width"] <= panel["x"] + panel["width"]
        assert box(page.locator(".keyed-now .keyed"))["height"] < 60


# What stands in the rail's right panel and is cut at an edge: the text, and where it is.
CUT = """() => {
  const panel = document.querySelector("[data-rotation]");
  const edge = panel.getBoundingClientRect();
  return [...panel.querySelectorAll("p, h2, li")]
    .map((part) => [part.textContent.trim(), part.getBoundingClientRect(), part])
    .filter(([, seen, part]) => seen.right > edge.right + 1 || seen.bottom > edge.bottom + 1
      || part.scrollWidth > part.clientWidth + 1)
    .map(([text]) => text);
}"""


# Who is written down as short of chips is.
CASH_OUT_ODD_SEATS = f"""
for seat in range(1, 12, 2):
    cage.cash_out(window=data.WINDOWS[-1], cents=100_000, request_id=str(uuid4()), actor=cashier,
                  patron_id=Patron.objects.get(name=f"Hand {RAIL_TABLE}-{{seat}}").id)
"""


def test_nothing_is_cut_in_the_rails_right_panel_while_many_are_asked(
    open_screen: Opener, stack: Stack
) -> None:
    asked = CASH_OUT_ODD_SEATS + "; ".join(
        f'give(commands.OfferBank({seat}, "{answer}"))'
        for seat, answer in enumerate(("cannot", "absent") * 6, start=1)
    )
    then = f"to_the_reveal(); to_the_end(); to_the_reveal(); to_the_end()\n{asked}"
    _, key = play(stack, RAIL_TABLE, 14, then)
    screen = open_screen(width=1920, height=1080)
    keep_key(screen.context, stack.address, key)
    page = screen.page
    page.goto("/display/")
    expect(page.locator("[data-live=live]")).to_be_visible()
    offers = page.locator(".rail-offers li")
    expect(offers.first).to_have_text("seat 1 short of W")
    expect(offers.last).to_have_text("seat 12 absent")
    expect(page.locator("[data-rotation]")).to_contain_text("2 hands served: offer due")
    assert page.evaluate(CUT) == []
    page.set_viewport_size({"width": 3840, "height": 2160})
    assert page.evaluate(CUT) == []
