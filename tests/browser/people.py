"""What people do at their screens, as a browser sees it."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener, Screen

SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
TABLE = 2


def log_in(screen: Screen, role: str) -> Page:
    """Somebody logs in with a demonstration login."""
    page = screen.page
    page.goto("/login/")
    page.get_by_label("Name").fill(role)
    page.get_by_label("Password").fill(f"demo-{role}")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "login" not in url)
    return page


@dataclass
class Cashier:
    """A cashier at the desk, keyboard only."""

    page: Page

    def open_window(self, imprest: str) -> None:
        self.page.goto("/cage/window/open/")
        self.page.get_by_label("Cash", exact=True).fill(imprest)
        self.page.get_by_label("Chips", exact=True).fill(imprest)
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_text("is open, and yours")).to_be_visible()

    def buy_in(self, name: str, amount: str) -> None:
        self._transaction("/cage/buy-in/", name, amount)

    def cash_out(self, name: str, amount: str) -> None:
        self._transaction("/cage/cash-out/", name, amount)

    def _transaction(self, path: str, name: str, amount: str) -> None:
        self.page.goto(path)
        keyboard = self.page.keyboard
        expect(self.page.get_by_label("Amount")).to_be_focused()
        keyboard.type(amount)
        keyboard.press("Tab")
        keyboard.type(name)
        keyboard.press("Enter")
        expect(self.page.locator("#review")).to_contain_text(name)
        expect(self.page.get_by_role("button", name="Post")).to_be_focused()
        keyboard.press("Enter")
        expect(self.page.locator("#review")).to_have_count(0)
        expect(self.page.locator(".cage-last tbody tr").first).to_contain_text(name)

    def stack_of(self, name: str) -> str:
        """The chips that the person's panel shows."""
        self.page.goto(f"/cage/?patron={name}")
        return self.page.locator("#person").inner_text()


@dataclass
class Floor:
    """A floor supervisor with a tablet."""

    page: Page
    table: int

    def open_table(self, cards: str) -> None:
        self.page.goto(f"/tables/{self.table}/")
        self.page.get_by_label("Cards").select_option(cards)
        self.page.get_by_label("Rules").select_option(label="California, version 1")
        if cards == "hand":
            self.check_deck("deck1", "red")
        self.count_and_sign({100: 100})
        self.page.get_by_role("button", name="Open the table").click()
        expect(self.page.locator("cardroom-felt")).to_be_visible()

    def check_deck(self, deck: str, back: str, defect: str = "") -> None:
        """Look at a deck; with a defect it does not pass."""
        if not self.page.locator(f"[name={deck}_back]").is_visible():
            self.page.get_by_text("Check the decks").click()
        self.page.locator(f"[name={deck}_back]").fill(back)
        for check in ("all_present", "backs_unmarked", "undamaged", "jokers_out"):
            self.page.locator(f"[name={deck}_{check}]").set_checked(
                not (defect and check == "undamaged")
            )
        self.page.locator(f"[name={deck}_defect]").fill(defect)

    def count_and_sign(self, counts: dict[int, int]) -> None:
        """Count the tray, ``{chip in dollars: how many}``; the dealer signs on this screen."""
        for chip in (1, 5, 25, 100):
            field = self.page.get_by_label(f"${chip} chips", exact=True)
            field.fill(str(counts.get(chip, 0)))
        self.page.get_by_label("Dealer’s name").fill("dealer")
        self.page.get_by_label("Dealer’s password").fill("demo-dealer")

    def seat(self, number: int, name: str) -> None:
        row = self.page.locator("[data-seats] li").nth(number - 1)
        row.get_by_role("button").first.click()
        row.get_by_role("searchbox").fill(name)
        row.get_by_role("button", name=name).click()
        expect(row.get_by_role("button").first).to_contain_text(name)

    def offer(self, seat: int, answer: str) -> None:
        offer = self.page.get_by_role("group", name=f"Offer to seat {seat}")
        offer.get_by_role("button", name=answer).click()
        expect(offer).to_have_count(0)

    def close_table(self, counts: dict[int, int] | None = None) -> None:
        self.page.goto(f"/tables/{self.table}/")
        self.page.get_by_role("link", name="Close the table").click()
        self.count_and_sign({100: 100} if counts is None else counts)
        self.page.get_by_role("button", name="Close it").click()
        expect(self.page.get_by_role("heading", name="Closer slip")).to_be_visible()


@dataclass
class Dealer:
    """A house dealer at the tray."""

    page: Page
    table: int

    def sit_down(self) -> None:
        self.page.goto(f"/tables/{self.table}/dealer/")

    @property
    def primary(self) -> Locator:
        return self.page.locator("[data-primary]")

    def press(self, label: str) -> None:
        """Press the primary key once it says this and is alive; wait until it says what is next."""
        self.page.locator("[data-primary][aria-disabled=false]", has_text=label).click()
        expect(self.primary).not_to_contain_text(label)

    def chips(self, dollars: int) -> None:
        """Build an amount from the pad."""
        for chip in (100, 25, 5, 1):
            while dollars >= chip:
                self.page.get_by_role("button", name=f"+${chip}", exact=True).click()
                dollars -= chip

    def post_wager(self, dollars: int) -> None:
        self.page.get_by_role("button", name="Clear").click()
        self.chips(dollars)
        self.press(f"Post W ${dollars}")

    def bet(self, seat: int, ante: int, bonus: int = 0) -> None:
        self.page.get_by_role("button", name=re.compile(rf"^Seat {seat},")).click()
        self.chips(ante)
        if bonus:
            self.page.get_by_role("button", name=re.compile("^Bonus")).click()
            self.chips(bonus)
        self.press(f"Set seat {seat}")

    def key_card(self, card: str) -> None:
        rank = "10" if card[0] == "T" else card[0]
        self.page.get_by_role("group", name="Rank").get_by_role(
            "button", name=rank, exact=True
        ).click()
        suit = self.page.get_by_role("group", name="Suit")
        suit.get_by_role("button", name=re.compile(SUITS[card[1]])).click()

    def up_card(self, card: str) -> None:
        self.key_card(card)
        self.press("Up-card")

    def hand(self, who: str, *cards: str) -> None:
        for card in cards:
            self.key_card(card)
        self.press(who)

    def expect_step(self, title: str) -> None:
        expect(self.page.locator(".dealer-step")).to_contain_text(title)


def staff(open_screen: Opener, table: int = TABLE) -> tuple[Cashier, Floor, Dealer]:
    """A cashier at a desk, a floor supervisor and a dealer at tablets."""
    cashier = Cashier(log_in(open_screen(width=1440, height=900), "cashier"))
    floor = Floor(log_in(open_screen(touch=True), "floor"), table)
    dealer = Dealer(log_in(open_screen(touch=True), "dealer"), table)
    return cashier, floor, dealer
