"""How many taps a round takes a house dealer, counted in a real browser; rulings and disputes."""

import re
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from cardroom.embedded.stack import Stack
from tests.browser.conftest import Opener, Screen
from tests.browser.people import SUITS, log_in
from tests.browser.results import seed
from tests.browser.screens import Tray

OpenTray = Callable[[int], tuple[Tray, Screen]]
DEAD_KEY = 600  # the primary key wakes up


@pytest.fixture
def open_tray(open_screen: Opener) -> OpenTray:
    def open_it(table: int) -> tuple[Tray, Screen]:
        screen = open_screen(touch=True)
        page = log_in(screen, "floor")
        page.goto(f"/tables/{table}/dealer/")
        expect(page.locator("[data-live]")).to_have_text("live")
        return Tray(page), screen

    return open_it


def tap_rank(tray: Tray, rank: str) -> None:
    tray.tap(f"[aria-label='Rank'] .key-rank:text-is('{rank}')")


def tap_result(tray: Tray, seat: int, label: str) -> None:
    tray.tap(f"[aria-label='Seat {seat}'] .result-key:text-is('{label}')")


def to_results(tray: Tray, up: str) -> None:
    """From the betting with everything as last to the results."""
    tray.tap(".btn:has-text('All as last')")
    tray.next("No more bets")
    tap_rank(tray, up)
    tray.next("All decided")
    tray.step("Results")


@pytest.mark.parametrize("up", ["K", "9"])
def test_a_round_of_results_takes_at_most_twelve_taps(
    open_tray: OpenTray, stack: Stack, up: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Six players and the player-dealer, repeated bets, no bonus hit; ticking off not counted."""
    tray, screen = open_tray(seed(stack, number=20 + ord(up) % 7, capture="results"))
    tray.step("W")
    to_results(tray, up)
    if up == "9":
        tray.tap("[aria-label='Qualifies'] .btn:text-is('Yes')")
    labels = ("Win", "Lose", "Push", "Win", "Lose", "Win")
    for seat, label in zip(range(2, 8), labels, strict=True):
        tap_result(tray, seat, label)
    tray.step("Pay")  # opened by itself after the last result
    assert screen.violations() == []
    tray.next("Next round")
    expect(tray.page.locator(".dealer-step")).not_to_contain_text("Pay")
    with capsys.disabled():
        sys.stdout.write(f"\n{up} up, results of six players: {tray.taps} taps\n")
    assert tray.taps <= 12


def test_a_bank_that_does_not_qualify_fills_every_row(open_tray: OpenTray, stack: Stack) -> None:
    tray, _ = open_tray(seed(stack, number=31, capture="results"))
    to_results(tray, "5")
    tray.tap("[aria-label='Qualifies'] .btn:text-is('No')")
    tray.step("Pay")
    tray.next("Next round")
    assert tray.taps <= 7


def test_every_row_is_filled_where_the_bank_does_not_qualify(
    open_tray: OpenTray, stack: Stack
) -> None:
    """Bonuses are on and one player has folded: the rows stay, and say what happens to each."""
    tray, screen = open_tray(seed(stack, number=39, capture="results", players=3, bonus=True))
    tray.tap(".btn:has-text('All as last')")
    tray.next("No more bets")
    tap_rank(tray, "9")
    tray.tap(".fold-key[aria-label='Seat 3 folds']")
    tray.next("All decided")
    tray.step("Results")
    tray.tap("[aria-label='Qualifies'] .btn:text-is('No')")
    rows = tray.page.locator(".results > .result-row")
    expect(rows).to_have_count(2)
    for row in rows.all():
        expect(row).to_contain_text("ante paid, play back")
        expect(row.locator(".result-key")).to_have_count(0)
    assert screen.violations() == []
    # Taken back: the keys are there again, and none is filled.
    tray.tap("[aria-label='Qualifies'] .btn:text-is('Yes')")
    expect(tray.page.locator(".results .result-key[aria-pressed=false]")).to_have_count(6)


def test_a_refusal_stands_until_the_next_tap(open_tray: OpenTray, stack: Stack) -> None:
    """Taps that were made before it came are done, and do not wipe it away."""
    tray, screen = open_tray(seed(stack, number=40, capture="results", players=3, bonus=True))
    to_results(tray, "9")
    said = tray.page.locator("[data-said]")
    # The server refuses the first of two taps that are on their way together.
    held: list[Route] = []
    hold = "**/commands/"
    tray.tap("[aria-label='Qualifies'] .btn:text-is('Yes')")
    expect(tray.page.locator(".results .result-key[aria-disabled=false]")).to_have_count(9)
    tray.page.route(hold, lambda route: route.continue_() if held else held.append(route))
    for seat in (2, 3):
        tap_result(tray, seat, "Win")
    held[0].fulfill(status=422, json={"detail": "Seat 2: look again."})
    row = tray.page.locator("[aria-label='Seat 3']")
    expect(row.locator(".result-key[aria-pressed=true]")).to_have_text("Win")
    expect(said).to_contain_text("Seat 2: look again.")
    tap_result(tray, 2, "Push")
    expect(said).to_be_empty()
    # A royal flush that loses is stopped at the tap, with its own sentence.
    tray.tap("[aria-label^='Seat 4: bonus']")
    tray.tap(".class-key:text-is('royal flush')")
    tap_result(tray, 4, "Lose")
    expect(said).to_contain_text("Nothing beats a royal flush")
    assert len(screen.complaints) == 1 and "422" in screen.complaints[0]
    screen.complaints.clear()


def test_a_bonus_that_hits_is_chosen_by_its_seat_and_class(
    open_tray: OpenTray, stack: Stack
) -> None:
    tray, _ = open_tray(seed(stack, number=32, capture="results", players=2, bonus=True))
    to_results(tray, "A")
    tray.tap("[aria-label^='Seat 2: bonus']")
    tray.tap(".class-key:text-is('pair')")
    tap_result(tray, 2, "Win")
    tap_result(tray, 3, "Lose")
    tray.step("Pay")
    row = tray.page.locator(".pay-row[aria-label^='Seat 2']")
    expect(row).to_contain_text("pay 45")
    tray.tap(".btn:has-text('Change a result')")
    tap_result(tray, 2, "Push")
    tray.step("Pay")
    expect(row).to_contain_text("pay 5")


def test_a_line_that_was_passed_over_is_named_and_stops_nobody(
    open_tray: OpenTray, stack: Stack
) -> None:
    tray, screen = open_tray(seed(stack, number=38, capture="results", players=3))
    to_results(tray, "K")
    for seat in (2, 3, 4):
        tap_result(tray, seat, "Lose")
    tray.step("Pay")
    first = tray.page.locator(".pay-row").first.inner_text().split()[0]
    tray.tap(".pay-row >> nth=1")
    tray.tap(".pay-now")
    tray.step(f"passed over: {first}")
    expect(tray.page.locator(".pay-row").nth(1)).to_contain_text("✓")
    # Ticked off after all: the next in the list is large, and nobody is named.
    expect(tray.page.locator(".pay-now")).to_contain_text(f"Seat {first}")
    tray.tap(".pay-now")
    tray.step("not final")
    assert screen.violations() == []
    tray.tap(".pay-row >> nth=3")
    tray.tap(".pay-now")
    tray.step("passed over")
    tray.next("Next round")
    expect(tray.page.locator(".dealer-step")).not_to_contain_text("Pay")


def test_fourteen_seats_stand_in_two_columns_without_a_scroll(
    open_tray: OpenTray, stack: Stack
) -> None:
    tray, screen = open_tray(
        seed(stack, number=33, capture="results", seats=14, players=13, bonus=True)
    )
    to_results(tray, "K")
    rows = tray.page.locator(".results > .result-row")
    expect(rows).to_have_count(13)
    lefts = {round(box["x"]) for row in rows.all() if (box := row.bounding_box())}
    assert len(lefts) == 2
    keys = tray.page.locator(".result-key").all()
    boxes = [box for key in keys if (box := key.bounding_box())]
    assert all(box["y"] + box["height"] <= 800 and box["height"] >= 56 for box in boxes)
    panel = tray.page.locator("[data-panel]")
    assert panel.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
    assert screen.violations() == []


def test_three_cards_take_at_most_seven_taps(
    open_tray: OpenTray, stack: Stack, capsys: pytest.CaptureFixture[str]
) -> None:
    tray, _ = open_tray(seed(stack, number=34, capture="cards", players=2))
    tray.tap(".btn:has-text('All as last')")
    tray.next("No more bets")
    tap_card(tray, "6c")
    tray.next("Up-card")
    tray.next("All decided")
    for card in ("Kc", "7d"):
        tap_card(tray, card)
    tray.next("Player-dealer")
    tray.step("Seat")
    tray.taps = 0
    for card in ("As", "Qd", "3h"):
        tap_card(tray, card)
    tray.next("Seat")
    with capsys.disabled():
        sys.stdout.write(f"\na hand of three cards: {tray.taps} taps\n")
    assert tray.taps <= 7


def tap_card(tray: Tray, card: str) -> None:
    tap_rank(tray, card[0])
    suit = tray.page.get_by_role("group", name="Suit")
    suit.get_by_role("button", name=re.compile(SUITS[card[1]])).tap()
    tray.taps += 1


def test_undo_and_a_changed_decision(open_tray: OpenTray, stack: Stack) -> None:
    tray, _ = open_tray(seed(stack, number=35, capture="results", players=2))
    tray.tap(".btn:has-text('All as last')")
    tray.step("Betting")
    tray.tap(".dealer-actions .btn:text-is('Undo')")
    expect(tray.page.locator("cardroom-felt [aria-label^='Seat 3,']")).not_to_have_attribute(
        "aria-label", re.compile("Ante")
    )
    tray.tap(".btn:has-text('Repeat all bets')")
    tray.next("No more bets")
    tap_rank(tray, "K")
    tray.next("All decided")
    tray.step("Results")
    tray.tap(".btn:has-text('Change a decision')")
    tray.tap("#decision-dialog .btn:has-text('Seat 3 folds after all')")
    expect(tray.page.locator(".results > .result-row")).to_have_count(1)
    tap_result(tray, 2, "Lose")
    tray.step("Pay")


def test_a_player_who_is_away_is_folded_by_a_key(open_tray: OpenTray, stack: Stack) -> None:
    tray, _ = open_tray(seed(stack, number=36, capture="results", players=2))
    tray.tap(".btn:has-text('All as last')")
    tray.next("No more bets")
    tap_rank(tray, "4")
    tray.tap(".btn:text-is('Seat 2 is away')")
    expect(tray.page.locator(".fold-row", has_text="folded")).to_have_count(1)


def test_the_guide_quotes_the_clause_and_a_dispute_freezes_every_screen(
    open_tray: OpenTray, open_screen: Opener, stack: Stack
) -> None:
    table = seed(stack, number=37, capture="results", players=2)
    tray, screen = open_tray(table)
    page = tray.page
    floor_screen = open_screen(width=1280, height=800)
    floor = log_in(floor_screen, "floor")
    floor.goto(f"/tables/{table}/")
    tray.tap(".btn:has-text('All as last')")
    tray.next("No more bets")
    tap_rank(tray, "4")
    tray.step("Decisions")
    page.get_by_role("button", name="Dispute: freeze…").tap()
    page.get_by_label("What is disputed").fill("seat 2 says that it bet 40")
    page.get_by_role("button", name="Freeze it").tap()
    tray.step("Frozen")
    for each in (page, floor):
        expect(each.locator("[data-frozen-bar]")).to_contain_text("seat 2 says that it bet 40")
    floor.get_by_role("button", name="Release the round").click()
    tray.step("Decisions")
    expect(page.locator("[data-frozen-bar]")).to_be_hidden()

    page.get_by_role("button", name="Something irregular…").tap()
    page.locator("#irregular-dialog select").select_option("wrong_number_of_cards")
    dialog = page.locator("#irregular-dialog")
    expect(dialog).to_contain_text("Proposed, as other texts have it: the round is void.")
    expect(dialog).to_contain_text("Iowa, Irregularities (c)")
    assert screen.violations() == []
    dialog.get_by_label("Reason").fill("seat 3 had four cards")
    dialog.get_by_role("radio", name="Void the round").check()
    # The floor had opened its own: it goes with the round, though the next one has begun.
    floor.get_by_role("button", name="Something irregular…").click()
    expect(floor.locator("#irregular-dialog")).to_be_visible()
    dialog.get_by_role("button", name="Write the ruling down").tap()
    tray.step("W")
    expect(floor.locator("#irregular-dialog")).to_be_hidden()

    floor.reload()
    floor.locator("[data-rounds] tbody tr").first.get_by_role("link").click()
    expect(floor.get_by_text("seat 3 had four cards").first).to_be_visible()
    floor.get_by_role("link", name="Dispute sheet").click()
    expect(floor.get_by_text("Frozen: seat 2 says that it bet 40.")).to_be_visible()
    floor.emulate_media(media="print")
    expect(floor.locator(".dispute-sign")).to_be_visible()
    expect(floor.locator(".room-head nav")).to_be_hidden()
    floor.emulate_media(media="screen")
    assert floor_screen.violations() == []
