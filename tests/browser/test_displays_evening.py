"""Fifteen displays of one table through an evening in which their lines are cut at random.

At each checked moment every display shows what the server would tell a new one. ``EVENING_ROUNDS``
makes the evening longer, ``SEED`` is printed and repeats one.
"""

import json
import os
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cardroom.embedded.stack import Stack
from tests.browser.commands import Commands
from tests.browser.conftest import Opener
from tests.browser.displays import keep_key
from tests.browser.people import log_in
from tests.browser.proxy import Proxy
from tests.browser.seeding import opened

NUMBER, SEATS, PLAYERS = 75, 14, 13
ROUNDS = int(os.environ.get("EVENING_ROUNDS") or 4)
SEED = os.environ.get("SEED") or str(random.randrange(10**6))
CUT_SHARE = 0.12
# A dead line is noticed after 2.5 s without a pulse; then it is made anew.
RIGHT_WITHIN_SECONDS = 8.0
SIZES = ((768, 1024), (1024, 768), (390, 844))
DISPLAYS = """
seats = [paired(table, seat, floor) for seat in range(1, players + 1)]
print("EVENING", json.dumps([table.id, [*seats, paired(table, None, floor), phone(seats[0])]]))
"""


@dataclass
class Shown:
    """A display: its page, and its key's cookie with which anybody may ask what it should show."""

    name: str
    page: Page

    def state(self) -> dict[str, Any]:
        """What it shows, as its felt has it."""
        found: dict[str, Any] = self.page.evaluate("document.querySelector('cardroom-felt').state")
        return without_pending(found)

    def should_show(self, address: str) -> dict[str, Any]:
        """What a new display of this kind is told."""
        page = self.page.context.request.get(f"{address}/display/").text()
        found = re.search(r'<script id="initial-state"[^>]*>(.*?)</script>', page, re.S)
        assert found is not None
        return without_pending(json.loads(found[1]))


def without_pending(state: dict[str, Any]) -> dict[str, Any]:
    """The worker may post a settlement at any moment; the stack is the same before and after."""
    seats = [{k: v for k, v in seat.items() if k != "pending"} for seat in state["seats"]]
    return state | {"seats": seats}


@pytest.fixture(scope="module")
def seeded(stack: Stack) -> tuple[int, list[str]]:
    code = opened(NUMBER, seats=SEATS, players=PLAYERS) + DISPLAYS
    table, keys = json.loads(stack.manage("shell", "-c", code).split("EVENING ")[1])
    return table, keys


@pytest.fixture
def proxy(stack: Stack) -> Iterator[Proxy]:
    proxy = Proxy(stack.port)
    yield proxy
    proxy.close()


@pytest.fixture
def displays(
    browser: Browser, proxy: Proxy, seeded: tuple[int, list[str]]
) -> Iterator[list[Shown]]:
    """Thirteen seats, the rail and a phone, which reach the server through the proxy alone."""
    address = f"http://localhost:{proxy.port}"
    shown = []
    for n, key in enumerate(seeded[1]):
        width, height = (1920, 1080) if n == PLAYERS else SIZES[n % len(SIZES)]
        context = browser.new_context(base_url=address, viewport={"width": width, "height": height})
        keep_key(context, address, key)
        page = context.new_page()
        page.goto("/display/")
        page.locator("[data-live=live]").wait_for()
        shown.append(Shown("rail" if n == PLAYERS else f"display {n + 1}", page))
    yield shown
    for each in shown:
        each.page.context.close()


def one_round(table: Commands, chance: random.Random) -> Iterator[None]:
    """A round with its offers, bets and decisions, a step at a time."""
    while (state := table.look()["state"])["round"] is None or state["round"]["final"]:
        answer = chance.choice(["accepted", "declined"])
        table.give("offer_bank", seat=state["rotation"]["next_offer"], answer=answer)
        yield
    table.give("post_bank_wager", cents=15_000)
    yield
    bank = state["round"]["bank"]["seat"]
    for seat in range(1, PLAYERS + 1):
        if seat != bank and seat % 3:
            table.give("place_wager", seat=seat, kind="ante", cents=1_000)
            yield
    for command in ("no_more_bets", "deal", "decide_rest", "reveal", "close_round"):
        table.give(command)
        yield


def differ(displays: list[Shown], address: str) -> dict[str, list[str]]:
    """Who shows something else than it should, and in which parts."""
    found = {}
    for each in displays:
        wanted, shown = each.should_show(address), each.state()
        if parts := [part for part in wanted if wanted[part] != shown.get(part)]:
            found[each.name] = parts
    return found


def check_all(displays: list[Shown], address: str) -> None:
    deadline = time.monotonic() + RIGHT_WITHIN_SECONDS
    while wrong := differ(displays, address):
        assert time.monotonic() < deadline, f"SEED={SEED}: {wrong}"
        displays[0].page.wait_for_timeout(200)


def test_fifteen_displays_are_right_at_every_checked_moment_though_their_lines_are_cut(
    displays: list[Shown],
    proxy: Proxy,
    seeded: tuple[int, list[str]],
    stack: Stack,
    open_screen: Opener,
) -> None:
    assert len(displays) == PLAYERS + 2
    floor = Commands(log_in(open_screen(), "floor").context, seeded[0])
    chance = random.Random(SEED)
    checked = 0
    for _ in range(ROUNDS):
        for step, _ in enumerate(one_round(floor, chance)):
            if chance.random() < CUT_SHARE:
                proxy.cut_some(chance, 0.4)
            if step % 7 == 3:
                check_all(displays, stack.address)
                checked += 1
        check_all(displays, stack.address)
        checked += 1
    assert checked >= 2 * ROUNDS
    assert proxy.cuts >= ROUNDS


def test_a_network_that_is_away_for_a_while_is_told_and_then_forgotten(
    displays: list[Shown],
    proxy: Proxy,
    seeded: tuple[int, list[str]],
    stack: Stack,
    open_screen: Opener,
) -> None:
    floor = Commands(log_in(open_screen(), "floor").context, seeded[0])
    some = displays[:3]
    proxy.shut = True
    proxy.cut_some(random.Random(SEED), 1.0)
    for each in some:
        expect(each.page.locator("[data-live-bar]")).to_contain_text(
            "Not live since", timeout=3_500
        )
    for _ in one_round(floor, random.Random(SEED)):
        pass
    proxy.shut = False
    check_all(some, stack.address)
    for each in some:
        expect(each.page.locator("[data-live=live]")).to_be_visible()
        expect(each.page.locator("[data-live-bar]")).to_be_hidden()


def test_a_display_that_slept_wakes_up_to_the_present(
    displays: list[Shown], seeded: tuple[int, list[str]], stack: Stack, open_screen: Opener
) -> None:
    """Frozen by the browser, as a tablet's is while it sleeps: no timer runs, nothing is read."""
    floor = Commands(log_in(open_screen(), "floor").context, seeded[0])
    sleeper = displays[1]
    life = sleeper.page.context.new_cdp_session(sleeper.page)
    life.send("Page.setWebLifecycleState", {"state": "frozen"})
    for _ in one_round(floor, random.Random(SEED)):
        pass
    life.send("Page.setWebLifecycleState", {"state": "active"})
    check_all([sleeper], stack.address)
    expect(sleeper.page.locator("[data-live=live]")).to_be_visible()
