"""Seeds a table for the screens' tests and says what people do there."""

from dataclasses import dataclass

from playwright.sync_api import Page, expect

from cardroom.embedded.stack import Stack

# A table that other browser tests leave alone, with fourteen seats.
TABLE = 3
SEATS = (1, 4, 7, 8, 12)
WINDOW = 2

SEED = f"""
from uuid import uuid4
from cardroom.people.models import Patron, Staff
from ledger.services import cage
from tables.demo import data
from tables.models import FeeSchedule, RulePack, Table
from tables.services import commands, door, opening

floor = Staff.objects.get(username="floor")
# A window of our own: whoever has one open sees no books, and other tests look at them.
cashier, _ = Staff.objects.get_or_create(username="screens-cashier", role="cashier")
dealer, _ = Staff.objects.get_or_create(username="screens-dealer", role="dealer")
table = Table.objects.get(number={TABLE})
if table.status == "closed":
    cage.open_window(window={WINDOW}, imprest=5_000_000, actor=cashier)
    opening.open_table(
        table.id, actor=floor, pack_id=RulePack.objects.get(name="California").id,
        fee_schedule_id=FeeSchedule.objects.order_by("id").first().id,
        limits=dict(data.LIMITS), source="electronic",
        count=data.tray_count(table, dealer),
    )
    for seat in {SEATS}:
        patron = Patron.objects.create(name=f"Screen {{seat}}")
        cage.buy_in(window={WINDOW}, patron_id=patron.id, cents=500_000,
                    request_id=str(uuid4()), actor=cashier)
        table.refresh_from_db()
        door.perform(floor, table.id, commands.SeatPlayer(seat, patron.id),
                     expected_version=table.version, request_id=uuid4())
print(table.id)
"""


def seed(stack: Stack) -> int:
    """Open the table and seat five players with $5,000 each, once. Returns the table's id."""
    return int(stack.manage("shell", "-c", SEED).split()[-1])


@dataclass
class Tray:
    """The dealer's screen, tapped as a dealer taps it; ``taps`` counts."""

    page: Page
    taps: int = 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()
        self.taps += 1

    def next(self, label: str) -> None:
        """Tap the primary key as soon as it says this and is alive."""
        self.tap(f"[data-primary][aria-disabled=false]:has-text('{label}')")

    def seat(self, number: int) -> None:
        self.tap(f"cardroom-felt [aria-label^='Seat {number},']")

    def step(self, title: str) -> None:
        expect(self.page.locator(".dealer-step")).to_contain_text(title)

    def finish(self) -> None:
        """Play whatever is open to an end, up to a posted W in the next round."""
        # Whichever comes up next: which one that is may not be drawn yet.
        keys = ".offer .btn:has-text('Accepts'), [data-primary][aria-disabled=false]"
        for _ in range(120):
            if self.page.locator(".dealer-step").inner_text() == "Betting":
                return
            if self.page.locator(".pad-amount").filter(has_text="–").count():
                for _ in range(10):
                    self.tap(".chip:has-text('+$100')")
            key = self.page.locator(keys).first
            if there := key.count():
                key.tap()
            self.page.wait_for_timeout(700 if there else 200)
        raise AssertionError("the table never came to its next betting")

    def bet_first(self) -> None:
        """Give two seats a bet, so that the round can go on."""
        for number in SEATS[:3]:
            if "player-dealer" in (self._label(number) or ""):
                continue
            if "Ante" not in (self._label(number) or ""):
                self.seat(number)
                self.tap(".chip:has-text('+$25')")
                self.next(f"Set seat {number}")
                self.step("Betting")

    def _label(self, number: int) -> str | None:
        found = self.page.locator(f"cardroom-felt [aria-label^='Seat {number},']")
        return found.get_attribute("aria-label")
