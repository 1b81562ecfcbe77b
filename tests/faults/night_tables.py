"""Tables that play through a night, and note what they did.

Each hand is decided by the engine here, beside the product. At most tables its facts are given to
the ledger's services, as the command door would; some tables go through the whole door, command by
command. Amounts are cents.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import Any, TypeVar
from uuid import uuid4

from django.db import OperationalError

from cardroom.clock import now
from cardroom.people.models import Patron, Staff
from cardroom.people.roles import Role
from ledger.services import cage, play
from tables.demo.data import tray_count
from tables.engine import actions, events
from tables.engine.cards import full_deck
from tables.engine.fees import FeeSchedule
from tables.engine.packs import pack_from_rules
from tables.engine.round import Capture, RoundSetup, RoundState, Source, apply, open_round
from tables.engine.wagers import Decision, WagerKind
from tables.models import FeeSchedule as Fees
from tables.models import RulePack, Table
from tables.services import commands, door, opening, slips
from tables.snapshot import table_snapshot
from tests.faults.notebook import Notebook

CALIFORNIA = {"base": "california", "options": {}}
LIMITS = {"ante": (500, 30_000), "bonus": (100, 10_000), "bank": (5_000, 1_000_000)}
FEES: list[dict[str, Any]] = [
    {"payer": "player", "wager": "ante", "from": 500, "to": 30_000, "fee": 100},
    {"payer": "player", "wager": "bonus", "from": 100, "to": 10_000, "fee": 100},
    {"payer": "bank", "wager": "table_action", "from": 1, "to": 600_000, "fee": 300},
]
SEATS = 8
ANTES, BONUSES = (1_000, 2_500, 5_000), (0, 0, 500)
BANK_WAGERS = (10_000, 20_000, 50_000)
# With this everybody can bet, and bank, whatever he chooses.
ENOUGH, BUY_IN = 60_000, 100_000
HANDS_IN_A_ROW = 2
OFTEN_GOES, OFTEN_VOID = 0.1, 0.02
PATIENCE = 90.0
Events = tuple[events.Event, ...]
Legs = dict[str, int]
T = TypeVar("T")


@dataclass(slots=True)
class Player:
    """Somebody with chips, as he counts them himself."""

    patron_id: int
    chips: int = 0


@dataclass
class Cage:
    """The windows, and the people between two tables."""

    notebook: Notebook
    cashiers: dict[int, Staff]
    walking: SimpleQueue[Player] = field(default_factory=SimpleQueue)
    retries: int = 0

    def patiently(self, step: Callable[[], T]) -> T:
        """The same step again while the books are busy, as a person would tap again."""
        deadline = monotonic() + PATIENCE
        while True:
            try:
                return step()
            except OperationalError:
                self.retries += 1
                if monotonic() > deadline:
                    raise
                sleep(0.05)

    def buy_in(self, player: Player, window: int) -> None:
        self._serve(cage.buy_in, player, window, BUY_IN)
        self._note("buy_in", player, window, BUY_IN)

    def cash_out(self, player: Player, window: int) -> None:
        """All that he has; the books must agree with what he counts in his hand."""
        cents = player.chips
        self._serve(cage.cash_out, player, window, cents)
        self._note("cash_out", player, window, -cents)

    def _serve(self, how: Callable[..., Any], player: Player, window: int, cents: int) -> None:
        asked: dict[str, Any] = {
            "window": window,
            "patron_id": player.patron_id,
            "cents": cents,
            "request_id": str(uuid4()),
            "actor": self.cashiers[window],
        }
        self.patiently(lambda: how(**asked))

    def _note(self, kind: str, player: Player, window: int, cents: int) -> None:
        chips = f"chips:player:{player.patron_id}"
        legs = {f"cash:window:{window}": cents, chips: -cents}
        self.notebook.note(kind, legs, {f"window:{window}": -cents})
        player.chips += cents

    def somebody(self) -> Player:
        """Who comes next: somebody from another table, his chips in his hand, or a new face."""
        try:
            return self.walking.get_nowait()
        except Empty:
            return Player(Patron.objects.create(name="Somebody").pk)


class NightTable(ABC):
    """A table of the night. ``number`` is its name, ``box`` what hangs there.

    ``pace``: how many rounds it plays while the slowest play one.
    """

    pace = 5
    from_the_tray = 0

    def __init__(self, number: int, cage: Cage, seed: str, players: int) -> None:
        self.number, self.cage = number, cage
        self.random = random.Random(seed)
        self.window = self.random.choice(sorted(cage.cashiers))
        self.players: dict[int, Player] = {}
        self.box = self.open()
        for seat in self.random.sample(range(1, SEATS + 1), players):
            self.sit(seat, cage.somebody())
            self.bring_chips()

    @abstractmethod
    def open(self) -> int:
        """Open the table; the box that hangs there."""

    @abstractmethod
    def close(self) -> None:
        """Close the table and take its box."""

    @abstractmethod
    def ready(self) -> tuple[str, RoundState]:
        """The name of the next round, and the round before its bets."""

    @abstractmethod
    def carry_out(self, action: actions.Action, happened: Events) -> None:
        """Have the product do what was decided here."""

    def sit(self, seat: int, player: Player) -> None:
        self.players[seat] = player

    def leave(self, seat: int) -> Player:
        return self.players.pop(seat)

    # -- One round -------------------------------------------------------------------------------

    def play_round(self) -> None:
        if self.random.random() < OFTEN_GOES:
            self.come_and_go()
        self.bring_chips()
        self.ref, self.state = self.ready()
        for action in self.hand():
            self.state, happened = apply(self.state, action)
            self.carry_out(action, happened)
            self.write_down(happened)

    def come_and_go(self) -> None:
        """Somebody goes, to the window or to another table, and somebody takes his seat."""
        seat = self.random.choice(sorted(self.players))
        player, next_one = self.leave(seat), self.cage.somebody()
        if self.random.random() < 0.5:
            self.cage.walking.put(player)
        elif player.chips:
            self.cage.cash_out(player, self.window)
        self.sit(seat, next_one)

    def bring_chips(self) -> None:
        for player in self.players.values():
            if player.chips < ENOUGH:
                self.cage.buy_in(player, self.window)

    def hand(self) -> Iterator[actions.Action]:
        """What the house dealer does, one step after the other; each looks at what came of it."""
        cards, bank = self.random.sample(full_deck(), 3 * (SEATS + 1)), self.state.setup.bank_seat
        dealt = {seat: tuple(cards[3 * seat : 3 * seat + 3]) for seat in range(1, SEATS + 1)}
        assert bank is not None
        yield actions.PostBankWager(self.random.choice(BANK_WAGERS))
        for seat in sorted(self.players.keys() - {bank}):
            yield actions.PlaceWager(seat, WagerKind.ANTE, self.random.choice(ANTES))
            if bonus := self.random.choice(BONUSES):
                yield actions.PlaceWager(seat, WagerKind.BONUS, bonus)
        yield actions.CallNoMoreBets()
        yield actions.ShowUpCard(dealt[bank][0])
        while (turn := self.state.turn_seat) is not None:
            yield actions.Fold(turn) if self.random.random() < 0.3 else actions.Play(turn)
        if self.random.random() < OFTEN_VOID:
            yield actions.Void("a card was exposed")
            return
        yield actions.EnterBankHand(dealt[bank])
        for hand in self.state.hands:
            if hand.decision is Decision.PLAY:
                yield actions.EnterHand(hand.seat, dealt[hand.seat])
        yield actions.Close()

    # -- What it means in money ------------------------------------------------------------------

    def stakes(self) -> dict[int, int]:
        """Seat to what it staked at "no more bets", W included."""
        bank, wager = self.state.setup.bank_seat, self.state.bank_wager
        assert bank is not None and wager is not None
        return {hand.seat: sum(hand.wagers.values()) for hand in self.state.hands} | {bank: wager}

    def fees(self) -> dict[int, int]:
        """Seat to its fees in this round."""
        due: dict[int, int] = {}
        for fee in self.state.fees:
            due[fee.seat] = due.get(fee.seat, 0) + fee.cents
        return due

    def staked(self) -> dict[int, int]:
        """Seat to all that it has in play, the play wagers included."""
        stakes = self.stakes()
        for hand in self.state.hands:
            if hand.decision is Decision.PLAY:
                stakes[hand.seat] += hand.wagers[WagerKind.ANTE]
        return stakes

    def returns(self, settled: events.RoundSettled) -> dict[int, int]:
        """Seat to what comes back to it, W and what it won or lost to the player-dealer."""
        bank, wager = self.state.setup.bank_seat, self.state.bank_wager
        assert bank is not None and wager is not None
        return dict(settled.returns) | {bank: wager + settled.bank_net}

    def by_patron(self, amounts: Mapping[int, int]) -> dict[int, int]:
        return {self.players[seat].patron_id: cents for seat, cents in amounts.items()}

    def write_down(self, happened: Events) -> None:
        box = f"box:{self.box}"
        for event in happened:
            match event:
                case events.BetsClosed():
                    fees = self.fees()
                    out = {seat: cents + fees.get(seat, 0) for seat, cents in self.stakes().items()}
                    drop = sum(fees.values())
                    self.note("take_bets", out, {f"collections:{box}": -drop}, {box: drop})
                case events.PlayWagerPlaced(seat=seat, cents=cents):
                    self.note("play_wager", {seat: cents})
                case events.RoundSettled():
                    back = {seat: -cents for seat, cents in self.returns(event).items()}
                    self.note("settlement", back)
                case events.RoundVoided():
                    fees = self.fees()
                    back = {s: -cents - fees.get(s, 0) for s, cents in self.staked().items()}
                    # The box is locked: the chips for the fees come from the tray.
                    given = sum(fees.values())
                    tray = {f"tray:{self.number}": -given}
                    self.from_the_tray += given
                    self.note("void", back, {f"collections:{box}": given}, tray)

    def note(
        self, kind: str, out: dict[int, int], legs: Legs | None = None, moves: Legs | None = None
    ) -> None:
        """``out`` is seat to what left it; what went nowhere else is in play."""
        for seat, cents in out.items():
            self.players[seat].chips -= cents
        rest = -sum(out.values()) - sum((legs or {}).values())
        players = {f"chips:player:{who}": cents for who, cents in self.by_patron(out).items()}
        lines = players | (legs or {}) | {f"chips:play:{self.number}": rest}
        self.cage.notebook.note(kind, lines, moves, self.ref)


class LedgerTable(NightTable):
    """A table that gives the facts of its rounds to the ledger's services."""

    played = 0
    holder = 1

    def open(self) -> int:
        return cage.hang_box(table=str(self.number), actor=None).pk

    def close(self) -> None:
        cage.take_box(self.box, actor=None)

    def ready(self) -> tuple[str, RoundState]:
        if self.played % HANDS_IN_A_ROW == 0 or self.holder not in self.players:
            seats = sorted(self.players)
            self.holder = next((seat for seat in seats if seat > self.holder), seats[0])
        self.played += 1
        ref = f"{self.number}-{self.played}"
        setup = RoundSetup(
            round_id=ref,
            pack=pack_from_rules(CALIFORNIA),
            table_seats=SEATS,
            decks=1,
            limits=LIMITS,
            fee_schedule=FeeSchedule.from_dict(FEES),
            bank_seat=self.holder,
            source=Source.HAND,
            capture=Capture.CARDS,
        )
        return ref, open_round(setup)[0]

    def carry_out(self, action: actions.Action, happened: Events) -> None:
        for event in happened:
            self.cage.patiently(partial(self.follow, event))

    def follow(self, event: events.Event) -> None:
        """One fact, in a transaction of its own, under a request id that stays the same."""
        of_the_round: dict[str, Any] = {
            "table": str(self.number),
            "round_ref": self.ref,
            "actor": None,
        }
        match event:
            case events.BetsClosed():
                play.take_bets(
                    box_id=self.box,
                    stakes=self.by_patron(self.stakes()),
                    fees=self.by_patron(self.fees()),
                    request_id=f"bets:{self.ref}",
                    **of_the_round,
                )
            case events.PlayWagerPlaced(seat=seat, cents=cents):
                play.take_play_wager(
                    patron_id=self.players[seat].patron_id,
                    cents=cents,
                    request_id=f"play:{self.ref}:{seat}",
                    **of_the_round,
                )
            case events.RoundSettled():
                returns = self.by_patron(self.returns(event))
                play.order_settlement(revision=1, returns=returns, at=now(), **of_the_round)
            case events.RoundVoided():
                play.order_void(
                    revision=1,
                    returns=self.by_patron(self.staked()),
                    fees_back=self.by_patron(self.fees()),
                    box_id=self.box,
                    at=now(),
                    **of_the_round,
                )


class DoorTable(NightTable):
    """A table that is run through the whole command door, as its screens do: some twenty commands
    a round."""

    pace = 1

    def open(self) -> int:
        self.dealer = Staff.objects.create(username=f"dealer-{self.number}", role=Role.DEALER)
        self.floor, _ = Staff.objects.get_or_create(username="floor", role=Role.FLOOR)
        self.table = Table.objects.create(
            number=self.number, seat_count=SEATS, chips=[100, 500, 2_500]
        )
        opening.open_table(
            self.table.pk,
            actor=self.floor,
            pack_id=RulePack.objects.get(name="California").pk,
            fee_schedule_id=Fees.objects.get(name="Night").pk,
            limits=LIMITS,
            source=Table.Source.HAND,
            count=tray_count(self.table, self.dealer),
            looks=(slips.DeckLook("red"),),
        )
        self.table.refresh_from_db()
        assert self.table.box_id is not None
        return self.table.box_id

    def close(self) -> None:
        count = tray_count(self.table, self.dealer)
        opening.close_table(self.table.pk, actor=self.floor, count=count)
        if self.from_the_tray:  # nobody had said of which denominations that was
            self.cage.notebook.note("tray_count", {})

    def give(self, command: commands.Command) -> None:
        """One command against the newest version; again with the same id while the books are
        busy."""
        actor = self.floor if type(command) in commands.FLOOR_ONLY else self.dealer
        self.table.refresh_from_db(fields=["version"])
        self.cage.patiently(
            partial(
                door.perform,
                actor,
                self.table.pk,
                command,
                expected_version=self.table.version,
                request_id=uuid4(),
            )
        )

    def sit(self, seat: int, player: Player) -> None:
        super().sit(seat, player)
        self.give(commands.SeatPlayer(seat, player.patron_id))

    def leave(self, seat: int) -> Player:
        self.give(commands.LeaveSeat(seat))
        return super().leave(seat)

    def ready(self) -> tuple[str, RoundState]:
        """Whoever is next to be offered the position takes it."""
        while not (verdict := table_snapshot(self.table.pk).verdict).may_deal:
            assert verdict.next_offer is not None, verdict.sentence
            self.give(commands.OfferBank(verdict.next_offer, "accepted"))
        found = table_snapshot(self.table.pk)
        assert found.round is not None and found.state is not None
        return found.round.ref, found.state

    def carry_out(self, action: actions.Action, happened: Events) -> None:
        match action:
            case actions.Play(seat=seat):
                self.give(commands.Decide(seat, "play"))
            case actions.Fold(seat=seat):
                self.give(commands.Decide(seat, "fold"))
            case _:
                self.give(action)  # type: ignore[arg-type]
