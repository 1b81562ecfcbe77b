"""The demonstration dealer: plays a table for ever, so that a screen always moves.

It gives commands through the same doors as everybody else. If a person changes the table in
between, it looks again and goes on from there.
"""

import random
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from cardroom.errors import Refused
from cardroom.people.models import Patron, Staff
from ledger import cage_selectors
from ledger import selectors as books
from ledger.services import cage
from tables.demo import data
from tables.engine import actions, ranking
from tables.engine.round import Phase, RoundState
from tables.engine.wagers import WagerKind
from tables.models import FeeSchedule, RulePack, Table
from tables.refusals import TableMovedOn
from tables.services import commands, door, opening
from tables.snapshot import TableSnapshot, table_snapshot

PLAYERS_AT_TABLE = 6
IMPREST_CENTS = 2_000_000
BUY_IN_CENTS = 60_000
LOW_CENTS = 12_000


class DemonstrationDealer:
    """Plays the demonstration table step by step."""

    table_number = data.DEMONSTRATION_TABLE
    username = data.DEMONSTRATION_DEALER
    players: tuple[str, ...] = data.PLAYERS
    players_at_table = PLAYERS_AT_TABLE

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.random = random.Random()
        self.floor = Staff.objects.get(username="floor")
        self.dealer = Staff.objects.get(username=self.username)
        self.cashier = Staff.objects.get(username=data.DEMONSTRATION_CASHIER)
        self.table = Table.objects.get(number=self.table_number)

    def try_step(self) -> None:
        """One step, if nobody else was at the table first."""
        try:
            self.step()
        except TableMovedOn:
            return
        except Refused as refused:
            self.say(f"refused: {refused.message}")

    def open(self) -> None:
        """Open the table if it is closed."""
        self.table.refresh_from_db()
        if self.table.status == Table.Status.OPEN:
            return
        opening.open_table(
            self.table.id,
            actor=self.floor,
            source=Table.Source.ELECTRONIC,
            count=data.tray_count(self.table, self.dealer),
            **self.game(),
        )

    def game(self) -> dict[str, Any]:
        """What is played here: pack, fees and limits."""
        return {
            "pack_id": RulePack.objects.get(name="California", version=1).id,
            "fee_schedule_id": FeeSchedule.objects.order_by("id").first().id,  # type: ignore[union-attr]
            "limits": dict(data.LIMITS),
        }

    def give(self, snapshot: TableSnapshot, command: commands.Command) -> None:
        """Give one command against the table as it was seen."""
        actor = self.floor if type(command) in commands.FLOOR_ONLY else self.dealer
        door.perform(
            actor,
            self.table.id,
            command,
            expected_version=snapshot.stamp.version,
            request_id=uuid4(),
        )

    # -- One step ----------------------------------------------------------------------------

    def step(self) -> None:
        """Do the next thing that a dealer or floor would do here."""
        snapshot = table_snapshot(self.table.id)
        if snapshot.table.status != Table.Status.OPEN:
            return
        taken = [seat for seat in snapshot.seats if seat.patron_id is not None]
        if len(taken) < self.players_at_table and self._between_rounds(snapshot):
            self._seat_somebody(snapshot)
        elif snapshot.round is None or snapshot.round.status != snapshot.round.Status.OPEN:
            self._offer(snapshot)
        else:
            assert snapshot.state is not None
            self.give(snapshot, self._next(snapshot, snapshot.state))

    def _between_rounds(self, snapshot: TableSnapshot) -> bool:
        return snapshot.state is None or snapshot.state.phase in (
            Phase.BETTING,
            Phase.SETTLED,
            Phase.VOID,
        )

    def _seat_somebody(self, snapshot: TableSnapshot) -> None:
        free = [seat.seat for seat in snapshot.seats if seat.patron_id is None]
        patrons = Patron.objects.welcome().filter(seats=None)
        patron = patrons.filter(name__in=self.players).order_by("id").first()
        if patron is not None:
            self._buy_in_if_low(patron.id)
            self.give(snapshot, commands.SeatPlayer(self.random.choice(free), patron.id))

    def _buy_in_if_low(self, patron_id: int) -> None:
        if books.funds([patron_id])[patron_id].available < LOW_CENTS:
            cage.buy_in(
                window=self._window(),
                patron_id=patron_id,
                cents=BUY_IN_CENTS,
                request_id=str(uuid4()),
                actor=self.cashier,
            )

    def _window(self) -> int:
        """The window of the demonstration's own cashier, opened if it is closed.

        Another one if somebody works at it. Raises ``BooksError`` if every window is taken.
        """
        mine = cage_selectors.window_of(self.cashier)
        if mine is not None:
            return mine.window.number
        usual, free = data.DEMONSTRATION_WINDOW, cage_selectors.closed_windows()
        number = free[0] if free and usual not in free else usual
        return cage.open_window(
            window=number, imprest=IMPREST_CENTS, actor=self.cashier
        ).window.number

    def _offer(self, snapshot: TableSnapshot) -> None:
        seat = snapshot.verdict.next_offer
        if seat is None:
            return
        patron_id = next(s.patron_id for s in snapshot.seats if s.seat == seat)
        assert patron_id is not None
        self._buy_in_if_low(patron_id)
        answer = "accepted" if self.random.random() < 0.6 else "declined"
        self.give(snapshot, commands.OfferBank(seat, answer))  # type: ignore[arg-type]

    def _next(self, snapshot: TableSnapshot, state: RoundState) -> commands.Command:
        match state.phase:
            case Phase.BETTING:
                return self._bet(snapshot, state)
            case Phase.DEAL:
                return commands.Deal()
            case Phase.DECISIONS:
                return self._decide(state)
            case Phase.REVEAL:
                return actions.Reveal()
            case _:
                return actions.Close()

    def _bet(self, snapshot: TableSnapshot, state: RoundState) -> commands.Command:
        chips = {seat.seat: seat for seat in snapshot.seats if seat.patron_id is not None}
        if state.bank_wager is None:
            assert state.setup.bank_seat is not None
            has = chips[state.setup.bank_seat].chips
            low, high = data.LIMITS["bank"]
            wager = self.random.choice((15_000, 30_000, 50_000))
            return actions.PostBankWager(max(low, min(wager, high, (has - 500) // 100 * 100)))
        betting = {hand.seat for hand in state.hands}
        for seat, view in chips.items():
            if seat == state.setup.bank_seat or seat in betting:
                continue
            assert view.patron_id is not None
            self._buy_in_if_low(view.patron_id)
            return actions.PlaceWager(seat, WagerKind.ANTE, self.random.choice((1_000, 2_000)))
        for hand in state.hands:
            if hand.wagers.get(WagerKind.BONUS) is None and hand.seat % 2:
                return actions.PlaceWager(hand.seat, WagerKind.BONUS, 500)
        return actions.CallNoMoreBets()

    def _decide(self, state: RoundState) -> commands.Command:
        hand = next(h for h in state.hands if h.seat == state.turn_seat)
        assert hand.cards is not None
        good = ranking.strength(hand.cards) >= ranking.strength(("Qs", "6h", "4d"))
        return commands.Decide(hand.seat, "play" if good else "fold")
