"""An evening at one table in a real browser: nine players, twenty rounds, everything that happens.

The button is offered before each hand and goes round the table twice. Fourteen rounds are taken
down as results, six card by card; one deal is a misdeal, one round is disputed, one corrected.
"""

import re
import sys

import pytest
from playwright.sync_api import Locator, Page, expect

from cardroom.embedded.stack import Stack
from tests.browser.conftest import Opener, Screen
from tests.browser.people import SUITS, Floor, log_in
from tests.browser.screens import Tray

NUMBER, SEATS, ROUNDS = 60, 9, 20
BY_CARDS = range(11, 17)
MISDEAL, DISPUTE, CORRECTED, MOVE = 5, 8, 10, 17
MOST_TAPS = 12

SEED = f"""
from django.db import transaction
from cardroom.people.models import Patron
from ledger.books import flows
from ledger.books.tally import Tally
from ledger.services.posting import post
from tables.demo import data
from tables.services import opening

table = opening.add_table({NUMBER}, seats={SEATS}, chips=data.CHIPS, actor=None)
with transaction.atomic():
    tray = flows.first_tray("{NUMBER}", Tally({{10_000: 10}}))
    post(tray, request_id="evening-tray", actor=None)
for seat in range(1, {SEATS} + 1):
    Patron.objects.create(name=f"Evening {{seat}}")
print(table.id)
"""


class Evening:
    """The floor with a tablet and the dealer at the tray."""

    def __init__(self, floor: Screen, tray: Screen, table: int) -> None:
        self.floor_screen, self.tray_screen = floor, tray
        self.floor = Floor(log_in(floor, "floor"), table)
        self.tray = Tray(log_in(tray, "dealer"))
        self.table = table
        self.taps: dict[int, int] = {}

    # -- Before the first hand -----------------------------------------------------------------

    def open(self) -> None:
        page = self.floor.page
        page.goto(f"/tables/{self.table}/")
        page.get_by_label("Cards").select_option("hand")
        page.get_by_label("Rules").select_option(label="California, version 1")
        page.locator("#id_policy").select_option("every_hand")
        page.locator("#id_capture").select_option("results")
        self.floor.check_deck("deck1", "red")
        self.floor.count_and_sign({100: 10})
        page.get_by_role("button", name="Open the table").click()
        expect(page.locator("cardroom-felt")).to_be_visible()
        for seat in range(1, SEATS + 1):
            self.floor.seat(seat, f"Evening {seat}")
            self.chips(seat, "2,000")
        self.tray.page.goto(f"/tables/{self.table}/dealer/")

    def chips(self, seat: int, dollars: str) -> None:
        row = self.row(seat)
        row.get_by_role("button").first.click()
        row.get_by_label("Amount in dollars").fill(dollars)
        row.get_by_role("button", name="From the pocket").click()
        expect(row).to_contain_text(f"${dollars}")

    def row(self, seat: int) -> Locator:
        return self.floor.page.locator("[data-seats] li").nth(seat - 1)

    # -- A hand --------------------------------------------------------------------------------

    def take_button(self) -> int:
        """The seat that is offered the button takes it and posts W. Returns the seat."""
        offer = self.tray.page.locator(".offer-who")
        expect(offer).to_be_visible()
        seat = int(offer.inner_text().split()[-1])
        self.tray.tap(".offer .btn:has-text('Accepts')")
        self.tray.step("W")
        return seat

    def bet(self, bank: int, number: int) -> None:
        """W and the bets; from the second hand on all are repeated but the last bank's."""
        tray = self.tray
        last = tray.page.get_by_role("button", name=re.compile("^All as last"))
        if last.count():
            tray.tap(".btn:has-text('All as last')")
            tray.step("Betting")
        else:
            tray.tap(".chip:has-text('+$1,000')")
            tray.next("Post W")
            tray.step("Betting")
            if number > 1:
                tray.tap(".btn:has-text('Repeat all bets')")
        if number == 1:
            for seat in range(1, SEATS + 1):
                if seat != bank:
                    self.set_bet(seat)
        expect(tray.page.locator("[data-primary]")).to_contain_text("No more bets")

    def set_bet(self, seat: int) -> None:
        self.tray.seat(seat)
        self.tray.tap(".chip:has-text('+$25')")
        self.tray.next(f"Set seat {seat}")

    def by_results(self) -> None:
        tray = self.tray
        tray.next("No more bets")
        self.rank("K")
        tray.next("All decided")
        tray.step("Results")
        rows = tray.page.locator(".results > .result-row")
        expect(rows.first).to_be_visible()
        for n in range(rows.count()):
            key = ("Win", "Lose", "Lose", "Push")[n % 4]
            rows.nth(n).get_by_role("button", name=key, exact=True).tap()
            tray.taps += 1
        # Taps are carried out one after another, here faster than any hand taps.
        expect(tray.page.locator(".dealer-step")).to_contain_text("Pay", timeout=15_000)

    def by_cards(self) -> None:
        """All but two fold, so that three hands are keyed."""
        tray, page = self.tray, self.tray.page
        tray.next("No more bets")
        self.card("7c")
        tray.next("Up-card")
        tray.step("Decisions")
        folds = page.locator(".fold-key")
        for left in range(folds.count(), 2, -1):
            folds.first.tap()
            tray.taps += 1
            expect(folds).to_have_count(left - 1)
        tray.next("All decided")
        for who, cards in (("Player-dealer", "Kd 2s"), ("Seat", "Ks 7d 3d"), ("Seat", "9s 9h 4c")):
            expect(page.locator(".dealer-step")).to_contain_text(who)
            expect(page.locator(".keyed")).to_contain_text(f"{len(cards.split())} more")
            for card in cards.split():
                self.card(card)
            tray.next(who)
        tray.step("Pay")

    def rank(self, rank: str) -> None:
        self.tray.tap(f"[aria-label='Rank'] .key-rank:text-is('{rank}')")

    def card(self, card: str) -> None:
        self.rank(card[0])
        suit = self.tray.page.get_by_role("group", name="Suit")
        suit.get_by_role("button", name=re.compile(SUITS[card[1]])).tap()
        self.tray.taps += 1

    def play(self, number: int) -> int:
        """One settled hand. Returns the seat that banked it."""
        tray = self.tray
        bank = self.take_button()
        tray.taps = 0
        self.bet(bank, number)
        if number == MISDEAL:
            self.misdeal()
            tray.taps = 0
            self.bet(bank, number)
        if number in BY_CARDS:
            self.by_cards()
        else:
            self.by_results()
        if number == DISPUTE:
            self.dispute()
        if number + 1 in (BY_CARDS.start, BY_CARDS.stop):
            self.change_capture("Every card" if number + 1 == BY_CARDS.start else "Results alone")
        tray.next("Next round")
        expect(tray.page.locator(".dealer-step")).not_to_contain_text("Pay")
        self.taps[number] = tray.taps
        return bank

    # -- What happens in an evening ------------------------------------------------------------

    def misdeal(self) -> None:
        """A seat was dealt four cards: the floor rules the round void; the hand does not count."""
        self.tray.next("No more bets")
        self.rank("4")
        self.tray.step("Decisions")
        page = self.floor.page
        page.get_by_role("button", name="Something irregular…").click()
        dialog = page.locator("#irregular-dialog")
        dialog.locator("select").select_option("wrong_number_of_cards")
        dialog.get_by_label("Reason").fill("seat 2 was dealt four cards")
        dialog.get_by_role("radio", name="Void the round").check()
        dialog.get_by_role("button", name="Write the ruling down").click()
        expect(dialog).to_be_hidden()
        self.tray.step("W")

    def dispute(self) -> None:
        """A player says that he was paid wrongly: frozen, looked at, released."""
        page = self.floor.page
        page.get_by_role("button", name="Dispute: freeze…").click()
        page.get_by_label("What is disputed").fill("the player says that he won")
        page.get_by_role("button", name="Freeze it").click()
        self.tray.step("Frozen")
        page.get_by_role("button", name="Release the round").click()
        self.tray.step("Pay")

    def change_capture(self, label: str) -> None:
        page = self.floor.page
        page.get_by_role("button", name=label, exact=True).click()
        expect(page.get_by_role("button", name=label, exact=True)).to_have_attribute(
            "aria-pressed", "true"
        )

    def correct_last_round(self, supervisor: Page) -> None:
        """Asked for by the floor, approved by somebody else; the round says so ever after."""
        page = self.floor.page
        page.locator("[data-rounds] tbody tr").first.get_by_role("link").click()
        page.get_by_role("link", name="Ask for a correction…").click()
        results = page.get_by_label(re.compile(r"^Seat \d result"))
        results.first.select_option("push")
        page.get_by_label("Reason").fill("the camera shows a push")
        page.get_by_role("button", name="Ask for the correction").click()
        expect(page.locator(".correction")).to_contain_text("A second person approves it.")
        supervisor.goto(page.url)
        supervisor.get_by_role("button", name="Approve: settle anew").click()
        expect(supervisor.locator(".correction")).to_contain_text("approved")
        expect(supervisor.locator(".round-sentence")).to_contain_text("corrected")
        page.goto(f"/tables/{self.table}/")

    def move(self) -> None:
        """Seat 9 goes home, and whoever sits on seat 8 takes the place."""
        nine, eight = self.row(9), self.row(8)
        nine.get_by_role("button").first.click()
        nine.get_by_role("button", name=re.compile("leaves|carries")).first.click()
        expect(nine).to_contain_text("free")
        eight.get_by_role("button").first.click()
        eight.get_by_label("Moves to").select_option(label="here, seat 9")
        eight.get_by_role("button", name="Move Evening 8").click()
        expect(nine).to_contain_text("Evening 8")


@pytest.fixture
def evening(open_screen: Opener, stack: Stack) -> Evening:
    table = int(stack.manage("shell", "-c", SEED).split()[-1])
    return Evening(
        open_screen(width=1280, height=800), open_screen(width=1280, height=800, touch=True), table
    )


def test_an_evening_of_twenty_rounds(
    evening: Evening, open_screen: Opener, stack: Stack, capsys: pytest.CaptureFixture[str]
) -> None:
    supervisor = log_in(open_screen(width=1440, height=900), "manager")
    evening.open()
    banks = []
    for number in range(1, ROUNDS + 1):
        if number == MOVE:
            evening.move()
        banks.append(evening.play(number))
        if number == CORRECTED:
            evening.correct_last_round(supervisor)
    with capsys.disabled():
        counted = ", ".join(f"{number}: {taps}" for number, taps in evening.taps.items())
        sys.stdout.write(f"\ntaps a round after the button was taken: {counted}\n")
    assert banks == [*range(1, 9), 9, *range(1, 8), 9, 1, 2, 3]
    by_results = [taps for number, taps in evening.taps.items() if number > 17]
    assert max(by_results) <= MOST_TAPS + 2  # two players more than the twelve are counted for
    # The fees of the misdeal were given back from the tray: nine dollars.
    evening.floor.close_table({100: 9, 25: 3, 5: 3, 1: 1})
    expect(evening.floor.page.locator("body")).to_contain_text("no variance")
    assert "nothing found" in stack.manage("verify_ledger")
