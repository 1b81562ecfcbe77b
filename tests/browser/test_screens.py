"""The screens in a real browser: they know when they are not live, and lose no tap."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, WebSocketRoute, expect

from cardroom.embedded.stack import Stack
from tests.browser.conftest import Opener, Screen
from tests.browser.displays import pair
from tests.browser.people import log_in
from tests.browser.screens import Tray, seed

SIZES = {
    "phone": (390, 844),
    "dealer": (1280, 800),
    "tablet": (820, 1180),
    "desk": (1440, 900),
    "rail": (1920, 1080),
}


@pytest.fixture(scope="module")
def table(stack: Stack) -> int:
    return seed(stack)


@pytest.fixture
def open_tray(open_screen: Opener, table: int) -> Callable[..., tuple[Tray, Screen]]:
    """A dealer's screen at its tray; ``before`` may prepare the page."""

    def open_it(before: Callable[[Page], None] | None = None) -> tuple[Tray, Screen]:
        screen = open_screen(touch=True)
        page = log_in(screen, "dealer")
        if before:
            before(page)
        page.goto(f"/tables/{table}/dealer/")
        expect(page.locator("[data-live]")).to_have_text("live")
        return Tray(page), screen

    return open_it


def to_betting(tray: Tray) -> None:
    """A posted W and at least one bet."""
    tray.finish()
    tray.bet_first()


OpenTray = Callable[..., tuple[Tray, Screen]]


def test_a_round_with_repeated_bets_takes_at_most_twelve_taps(open_tray: OpenTray) -> None:
    tray, _ = open_tray()
    to_betting(tray)
    for label in ("No more bets", "Deal", "All decided", "Turn the cards", "Next round"):
        tray.next(label)
    tray.finish()

    tray.taps = 0
    tray.tap(".btn:has-text('Repeat all bets')")
    for label in ("No more bets", "Deal", "All decided", "Turn the cards", "Next round"):
        tray.next(label)
    expect(tray.page.locator(".dealer-step")).not_to_contain_text("Pay")
    # One more for W, which the round before this one had posted.
    assert tray.taps + 1 <= 12


def test_the_primary_key_is_dead_for_half_a_second_after_a_tap(open_tray: OpenTray) -> None:
    tray, _ = open_tray()
    to_betting(tray)
    tray.next("No more bets")
    tray.step("Deal")
    key = tray.page.locator("[data-primary]")
    assert key.get_attribute("aria-disabled") == "true"
    key.dispatch_event("click")
    tray.page.wait_for_timeout(200)
    tray.step("Deal")
    expect(key).to_have_attribute("aria-disabled", "false")


def test_a_tap_on_a_stale_screen_loses_nothing_and_redraws(open_tray: OpenTray) -> None:
    def deaf(page: Page) -> None:
        """Hears the first state and then only pulses that repeat its version."""

        def pass_on(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()
            known: list[int] = []

            def hear(message: str | bytes) -> None:
                frame = json.loads(message)
                if frame["type"] == "hello":
                    return socket.send(message)
                if frame["type"] == "state" and known:
                    return None
                known.append(frame["version"])
                return socket.send(json.dumps(frame | {"version": known[0]}))

            server.on_message(hear)

        page.route_web_socket(re.compile("/ws/"), pass_on)

    first, _ = open_tray()
    to_betting(first)
    second, screen = open_tray(deaf)
    second.step("Betting")
    first.next("No more bets")
    first.step("Deal")
    second.next("No more bets")
    expect(second.page.get_by_role("alert")).to_contain_text("This table moved on while you typed.")
    second.step("Deal")
    assert all("409" in complaint for complaint in screen.complaints)
    screen.complaints.clear()


def test_a_request_that_gets_no_answer_is_sent_again_as_the_same_request(
    open_tray: OpenTray,
) -> None:
    tray, screen = open_tray()
    to_betting(tray)
    sent: list[Request] = []

    def lose_the_first_answer(route: Route) -> None:
        sent.append(route.request)
        if len(sent) == 1:
            route.fetch()  # the server hears it, the screen does not hear the server
            route.abort()
        else:
            route.continue_()

    tray.page.route(re.compile("/commands/"), lose_the_first_answer)
    tray.next("No more bets")
    expect(tray.page.get_by_role("status")).to_contain_text("Your tap is kept and sent again.")
    expect(tray.page.get_by_role("status")).to_have_count(0)
    tray.step("Deal")
    assert len(sent) == 2
    assert sent[0].post_data == sent[1].post_data
    expect(tray.page.get_by_role("alert")).to_have_count(0)
    assert len(screen.complaints) == 1  # the answer that was lost
    screen.complaints.clear()


def test_a_silent_line_shows_within_three_seconds_and_its_return_too(open_tray: OpenTray) -> None:
    mute = {"on": False}

    def mutable(page: Page) -> None:
        def pass_on(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()
            server.on_message(lambda message: None if mute["on"] else socket.send(message))

        page.route_web_socket(re.compile("/ws/"), pass_on)

    tray, _ = open_tray(mutable)
    mute["on"] = True
    bar = tray.page.locator("[data-live-bar]")
    expect(bar).to_be_visible(timeout=3_500)
    expect(bar).to_contain_text(re.compile(r"Not live since \d\d:\d\d:\d\d"))
    expect(tray.page.locator("[data-announce]")).to_contain_text("Not live since")
    mute["on"] = False
    expect(bar).to_be_hidden(timeout=15_000)
    expect(tray.page.locator("[data-announce]")).to_have_text("Live again.")


def test_a_screen_that_is_refused_says_what_to_do(open_tray: OpenTray) -> None:
    refusing = {"on": False}

    def refusable(page: Page) -> None:
        def pass_on(socket: WebSocketRoute) -> None:
            if refusing["on"]:
                socket.close(code=4403)
                return
            server = socket.connect_to_server()
            server.on_message(lambda message: None if refusing["on"] else socket.send(message))

        page.route_web_socket(re.compile("/ws/"), pass_on)

    tray, _ = open_tray(refusable)
    refusing["on"] = True
    bar = tray.page.locator("[data-live-bar]")
    expect(bar).to_contain_text("log in again", timeout=10_000)
    refusing["on"] = False
    expect(bar).to_be_hidden(timeout=15_000)


def test_a_change_that_was_not_pushed_is_noticed_by_the_pulse(open_tray: OpenTray) -> None:
    """States are swallowed, pulses come: the screen knows that it is behind."""
    swallowed = {"on": False}

    def forgetful(page: Page) -> None:
        def pass_on(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()

            def hear(message: str | bytes) -> None:
                if not (swallowed["on"] and json.loads(message)["type"] == "state"):
                    socket.send(message)

            server.on_message(hear)

        page.route_web_socket(re.compile("/ws/"), pass_on)

    other, _ = open_tray()
    to_betting(other)
    tray, _ = open_tray(forgetful)
    tray.step("Betting")
    swallowed["on"] = True
    other.next("No more bets")
    expect(tray.page.locator("[data-live-bar]")).to_be_visible(timeout=4_000)
    swallowed["on"] = False
    tray.step("Deal")
    expect(tray.page.locator("[data-live-bar]")).to_be_hidden()


def test_a_player_sees_his_cards_and_the_rail_does_not(
    open_screen: Opener, open_tray: OpenTray, table: int
) -> None:
    tray, _ = open_tray()
    to_betting(tray)
    floor = log_in(open_screen(width=1440, height=900), "floor")
    betting = tray.page.locator("cardroom-felt [aria-label*='Ante $']").first
    number = re.match(r"Seat (\d+)", betting.get_attribute("aria-label") or "")
    assert number
    seat = pair(floor, open_screen(width=390, height=844), table, f"Seat {number[1]}")
    rail = pair(floor, open_screen(width=1920, height=1080), table, "Rail")
    tray.next("No more bets")
    tray.next("Deal")
    expect(seat.locator(".own-cards .card-up")).to_have_count(3)
    expect(rail.locator(".card-up")).to_have_count(1)  # the up-card
    tray.next("All decided")
    tray.step("Cards up")
    expect(rail.locator(".card-up")).to_have_count(1)
    tray.next("Turn the cards")
    tray.step("Pay")
    expect(rail.locator(".card-up").nth(5)).to_be_visible()  # the bank's and a player's


@pytest.mark.parametrize("theme", ["dark", "daylight"])
def test_every_screen_is_usable_for_everybody_and_nothing_runs_off_the_side(
    open_screen: Opener, table: int, theme: str
) -> None:
    pages = [
        ("phone", "/login/", ""),
        ("desk", "/", "floor"),
        ("phone", "/", "floor"),
        ("desk", f"/tables/{table}/", "floor"),
        ("tablet", f"/tables/{table}/", "floor"),
        ("phone", f"/tables/{table}/", "floor"),
        ("desk", f"/tables/{table}/displays/", "floor"),
        ("dealer", f"/tables/{table}/dealer/", "dealer"),
        ("tablet", f"/tables/{table}/dealer/", "dealer"),
        ("desk", "/displays/pair/", "floor"),
        ("phone", "/displays/pair/AAAAAA/", "floor"),
        ("phone", "/follow/", ""),
        ("phone", "/display/", "Seat 4"),
        ("tablet", "/display/", "Seat 4"),
        ("rail", "/display/", "Rail"),
        ("desk", "/tables/99999/", "floor"),
    ]
    roles = ("", "floor", "dealer", "Seat 4", "Rail")
    screens = {role: open_screen(touch=True) for role in roles}
    for role, screen in screens.items():
        screen.context.add_init_script(f"localStorage.setItem('theme', '{theme}')")
        if role in ("floor", "dealer"):
            log_in(screen, role)
    for what in ("Seat 4", "Rail"):
        pair(screens["floor"].page, screens[what], table, what)
    faults = []
    for size, path, role in pages:
        screen = screens[role]
        width, height = SIZES[size]
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.goto(path)
        expect(screen.page.locator("html")).to_have_attribute("data-theme", theme)
        screen.page.wait_for_timeout(200)
        wide = screen.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        faults += [f"{size} {path}: {each}" for each in screen.violations()]
        faults += [f"{size} {path}: runs off the side"] if wide else []
    assert faults == []
    # The page that is not there is the one complaint.
    assert all("404" in each for screen in screens.values() for each in screen.complaints)
    for screen in screens.values():
        screen.complaints.clear()


def test_touch_targets_are_large_enough(open_tray: OpenTray) -> None:
    tray, _ = open_tray()
    tray.finish()
    small = tray.page.evaluate(
        """() => [...document.querySelectorAll(".dealer button, .tappable")]
            .map((key) => [key.textContent.trim().slice(0, 30), key.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 56 || box.height < 56))
            .map(([name]) => name)"""
    )
    assert small == []
