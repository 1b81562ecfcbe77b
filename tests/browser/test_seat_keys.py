"""What players say at their own displays, and the board by the door, in real browsers."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from cardroom.embedded.stack import Stack
from tests.browser.commands import Commands
from tests.browser.conftest import Opener, Screen
from tests.browser.displays import keep_key
from tests.browser.people import log_in
from tests.browser.players_room import NUMBER, players_room

Room = tuple[Stack, int, dict[str, str]]


@pytest.fixture(scope="module")
def players() -> Iterator[Room]:
    """A stack of its own: the room of the other tests has no keys at its seats."""
    with players_room() as room:
        yield room


@pytest.fixture
def base_url(players: Room) -> str:
    return players[0].address


def show(screen: Screen, players: Room, what: str) -> Page:
    """A display that was paired before."""
    stack, _, keys = players
    keep_key(screen.context, stack.address, keys[what])
    screen.page.goto("/display/")
    expect(screen.page.locator("[data-live=live]")).to_be_visible()
    return screen.page


def test_a_player_says_what_he_will_do_and_the_dealer_enters_it(
    open_screen: Opener, players: Room
) -> None:
    tablet = open_screen(width=768, height=1024, touch=True)
    dealer = log_in(open_screen(width=1280, height=800, touch=True), "floor")
    seat, table = show(tablet, players, "seat"), players[1]
    dealer.goto(f"/tables/{table}/dealer/")
    # He is asked whether he takes the button, and told what that costs.
    expect(seat.get_by_text("Will you take the player-dealer button?")).to_be_visible()
    expect(seat.get_by_text("W is at least $100.")).to_be_visible()
    assert tablet.violations() == []
    seat.get_by_role("button", name="Not this time").tap()
    expect(seat.get_by_text("The dealer sees: not this time.")).to_be_visible()
    expect(dealer.get_by_text("says: not this time")).to_be_visible()
    floor = Commands(dealer.context, table)
    for number in range(1, 6):
        floor.give("offer_bank", seat=number, answer="declined")
    floor.give("offer_bank", seat=6, answer="accepted")
    floor.give("post_bank_wager", cents=50_000)
    for number in (1, 2):
        floor.give("place_wager", seat=number, kind="ante", cents=1_000)
    floor.give("no_more_bets")
    floor.give("deal")
    # His cards are covered, also on the felt beside them, until he holds them.
    hold = seat.get_by_role("button", name="Hold to see your cards")
    expect(hold).to_be_visible()
    assert seat.locator(".card-up").count() == 1  # the up-card
    hold.dispatch_event("pointerdown")
    expect(seat.get_by_text("Let go to hide your cards")).to_be_visible()
    assert seat.locator(".own-cards .card-up").count() == 3
    seat.locator(".own-hold").dispatch_event("pointerup")
    expect(hold).to_be_visible()
    assert tablet.violations() == []
    seat.get_by_role("button", name="PLAY").tap()
    seat.get_by_role("button", name="FOLD").tap()
    expect(seat.get_by_text("The dealer sees: FOLD.")).to_be_visible()
    expect(dealer.get_by_text("says FOLD")).to_be_visible()
    dealer.get_by_role("button", name="As said: seat 1 folds").tap()
    expect(seat.get_by_text("You folded.")).to_be_visible()
    # One tap, and the dealer's screen goes on: seat 2 has played.
    expect(dealer.get_by_role("heading", name="Decisions")).to_have_count(0)
    state = floor.look()["state"]["round"]
    assert [hand["decision"] for hand in state["hands"]] == ["fold", "play"]


def test_a_list_lies_over_the_seat_and_goes_when_the_line_is_lost(
    open_screen: Opener, players: Room
) -> None:
    tablet = open_screen(width=768, height=1024, touch=True)
    page = show(tablet, players, "free")
    page.get_by_role("button", name="Limits & fees").tap()
    expect(page.get_by_role("dialog", name="Limits & fees")).to_contain_text("$10–100")
    assert tablet.violations() == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Pays").tap()
    players[0].kill("web")
    try:
        expect(page.locator("[data-live-bar]")).to_contain_text("Not live since", timeout=3_500)
        expect(page.get_by_role("dialog")).to_have_count(0)
    finally:
        players[0].restart("web")
        players[0].wait_ready()
    expect(page.locator("[data-live=live]")).to_be_visible(timeout=10_000)
    tablet.complaints.clear()


def test_the_board_tells_the_open_seats_and_who_waits_and_follows_both(
    open_screen: Opener, players: Room
) -> None:
    screens = [open_screen(width=1920, height=1080), open_screen(width=390, height=844)]
    pages = [show(screen, players, "board") for screen in screens]
    for screen, page in zip(screens, pages, strict=True):
        row = page.locator(".board-table")
        for told in (f"{NUMBER}", "$10–100", "2 seats open"):
            expect(row).to_contain_text(told)
        expect(page.locator(".board-waiting")).to_contain_text("California from $10")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for _ in ("dark", "daylight"):
            assert screen.violations() == []
            page.get_by_role("button", name="Daylight").click()
    floor = Commands(log_in(open_screen(), "floor").context, players[1])
    patrons = floor.context.request.get("/people/free/?q=Waits").json()["patrons"]
    floor.give("seat_player", seat=7, patron_id=patrons[0]["id"])
    for page in pages:
        expect(page.locator(".board-table")).to_contain_text("1 seat open", timeout=3_500)
        expect(page.locator(".board-waiting")).to_contain_text("Nobody waits.")
    floor.give("leave_seat", seat=7)
    for page in pages:
        expect(page.locator(".board-table")).to_contain_text("2 seats open", timeout=3_500)
