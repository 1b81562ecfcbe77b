"""A small room for tests, and a hand that gives commands the way a screen does."""

from dataclasses import dataclass, field
from uuid import UUID, uuid4

from cardroom.clock import now
from cardroom.people.models import Patron, Staff
from cardroom.people.roles import Role
from ledger import selectors as books
from ledger.services import cage
from tables.demo.data import tray_count
from tables.engine import actions
from tables.engine.round import RoundState
from tables.engine.wagers import WagerKind
from tables.models import FeeSchedule, Round, RulePack, Table
from tables.services import commands, door, opening, slips
from tables.snapshot import TableSnapshot, table_snapshot

LIMITS = {"ante": (500, 30_000), "bonus": (100, 10_000), "bank": (5_000, 1_000_000)}
FEES = [
    {"payer": "player", "wager": "ante", "from": 500, "to": 30_000, "fee": 100},
    {"payer": "player", "wager": "bonus", "from": 100, "to": 10_000, "fee": 50},
    {"payer": "bank", "wager": "table_action", "from": 1, "to": 600_000, "fee": 300},
]
# One deck where cards are dealt by hand, none where the deck is electronic.
LOOKS = {"hand": (slips.DeckLook("red"),), "electronic": ()}
NO_FEES = [{**line, "fee": 0} for line in FEES]


def staff(role: Role) -> Staff:
    """Somebody of this role."""
    return Staff.objects.create(username=f"{role}-{uuid4().hex[:6]}", role=role)


@dataclass
class Room:
    """One table of four seats or more, with players who have bought in."""

    seats: int = 4
    source: str = "hand"
    capture: str = "cards"
    fees: list[dict[str, object]] = field(default_factory=lambda: FEES)
    chips: int = 100_000
    policy: str = "two_hands"

    def __post_init__(self) -> None:
        self.floor, self.dealer = staff(Role.FLOOR), staff(Role.DEALER)
        self.cashier = staff(Role.CASHIER)
        self.pack = RulePack.objects.create(
            name=f"California {uuid4().hex[:6]}",
            rules={"base": "california", "options": {}},
            effective_from=now(),
        )
        self.schedule = FeeSchedule.objects.create(
            name=f"Flat {uuid4().hex[:6]}", lines=self.fees, effective_from=now()
        )
        last = Table.objects.order_by("-number").first()
        self.table = Table.objects.create(
            number=last.number + 1 if last else 4, seat_count=self.seats, chips=[100, 500, 2_500]
        )
        cage.set_up_room(
            vault_cash=100_000_000,
            chip_cover=100_000_000,
            chips_issued=200_000_000,
            windows=range(1, 10),
            trays={str(number): 100_000 for number in range(1, 10)},
            actor=None,
        )
        self.window = self.table.number
        cage.open_window(window=self.window, imprest=1_000_000, actor=self.cashier)
        self.players: dict[int, Patron] = {}

    # -- People --------------------------------------------------------------------------------

    def open(self) -> None:
        opening.open_table(
            self.table.id,
            actor=self.floor,
            pack_id=self.pack.id,
            fee_schedule_id=self.schedule.id,
            limits=LIMITS,
            source=self.source,
            capture=self.capture,
            count=self.count(),
            looks=LOOKS[self.source],
            policy=self.policy,
        )

    def close(self) -> None:
        opening.close_table(self.table.id, actor=self.floor, count=self.count())

    def count(self) -> slips.Count:
        """The tray as it is in the books, signed by the dealer."""
        return tray_count(self.table, self.dealer)

    def buy_in(self, patron: Patron, cents: int) -> None:
        cage.buy_in(
            window=self.window,
            patron_id=patron.id,
            cents=cents,
            request_id=str(uuid4()),
            actor=self.cashier,
        )

    def seat(self, number: int, chips: int | None = None) -> Patron:
        """A new player buys in and sits down."""
        patron = Patron.objects.create(name=f"Player {number}")
        if (cents := self.chips if chips is None else chips) > 0:
            self.buy_in(patron, cents)
        self.give(commands.SeatPlayer(number, patron.id))
        self.players[number] = patron
        return patron

    def give_bank_to(self, seat: int) -> None:
        """Offer the position in order until this seat has it."""
        while (turn := self.look().verdict).next_offer is not None:
            assert turn.next_offer is not None
            answer = "accepted" if turn.next_offer == seat else "declined"
            self.give(commands.OfferBank(turn.next_offer, answer))  # type: ignore[arg-type]
            if answer == "accepted":
                return
        raise AssertionError(f"seat {seat} was never next to be offered")

    # -- Commands ------------------------------------------------------------------------------

    def look(self) -> TableSnapshot:
        return table_snapshot(self.table.id)

    def table_now(self) -> Table:
        return Table.objects.get(id=self.table.id)

    @property
    def version(self) -> int:
        return Table.objects.values_list("version", flat=True).get(id=self.table.id)

    def give(
        self,
        command: commands.Command,
        *,
        actor: Staff | None = None,
        version: int | None = None,
        request_id: UUID | None = None,
    ) -> int:
        """Give one command against the newest version, as whoever may. Returns the new version."""
        may = self.floor if type(command) in commands.FLOOR_ONLY else self.dealer
        done = door.perform(
            actor or may,
            self.table.id,
            command,
            expected_version=self.version if version is None else version,
            request_id=request_id or uuid4(),
        )
        return done.version

    def bet(self, seat: int, ante: int, bonus: int = 0) -> None:
        self.give(actions.PlaceWager(seat, WagerKind.ANTE, ante))
        if bonus:
            self.give(actions.PlaceWager(seat, WagerKind.BONUS, bonus))

    # -- Looking -------------------------------------------------------------------------------

    @property
    def state(self) -> RoundState:
        state: RoundState | None = self.look().state
        assert state is not None
        return state

    @property
    def last_round(self) -> Round:
        found = Round.objects.filter(table=self.table).exclude(status="open").last()
        assert found is not None
        return found

    def stack(self, seat: int) -> int:
        """What the player at this seat has, in cents, pending settlements included."""
        patron = self.players[seat]
        return books.funds([patron.id])[patron.id].available


def play_worked_example(room: Room) -> None:
    """The worked example of coverage: W 100, three seats of 20 + 20 + 5, the button on seat 2."""
    for seat in (1, 2, 3, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(10_000))
    for seat in (1, 2, 3):
        room.bet(seat, 2_000, 500)
    room.give(actions.CallNoMoreBets())
    room.give(actions.ShowUpCard("2c"))
    for seat in (1, 2, 3):
        room.give(commands.Decide(seat, "play"))
    room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
    room.give(actions.EnterHand(1, ("As", "Qd", "3h")))
    room.give(actions.EnterHand(2, ("Qs", "9d", "3d")))
    room.give(actions.EnterHand(3, ("9s", "9h", "3c")))
    room.give(actions.Close())
