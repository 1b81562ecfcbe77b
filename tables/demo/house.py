"""The demonstration of a house-banked table, and the evening of all demonstration tables."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from django.db import close_old_connections

from tables.demo import data
from tables.demo.dealer import DemonstrationDealer
from tables.engine import actions
from tables.engine.round import RoundState
from tables.engine.wagers import WagerKind
from tables.models import RulePack, Table
from tables.services import commands
from tables.snapshot import TableSnapshot


class HouseDealer(DemonstrationDealer):
    """Plays the table that the house banks: New York's rules, with all their wagers."""

    table_number = data.HOUSE_TABLE
    username = data.HOUSE_DEALER
    players = data.HOUSE_PLAYERS
    players_at_table = len(data.HOUSE_PLAYERS)

    def game(self) -> dict[str, Any]:
        return {
            "pack_id": RulePack.objects.get(name="New York", version=1).id,
            "fee_schedule_id": None,
            "limits": dict(data.HOUSE_LIMITS),
        }

    def _bet(self, snapshot: TableSnapshot, state: RoundState) -> commands.Command:
        """An ante for everybody; every second seat bets on its pair, every fourth on six cards."""
        laid = {hand.seat: hand.wagers for hand in state.hands}
        for seat in snapshot.seats:
            if seat.patron_id is None:
                continue
            wagers = laid.get(seat.seat, {})
            if WagerKind.ANTE not in wagers:
                self._buy_in_if_low(seat.patron_id)
                ante = self.random.choice((500, 1_000, 1_500))
                return actions.PlaceWager(seat.seat, WagerKind.ANTE, ante)
            if seat.seat % 2 and WagerKind.PAIR_PLUS not in wagers:
                return actions.PlaceWager(seat.seat, WagerKind.PAIR_PLUS, 500)
            if seat.seat % 4 == 1 and WagerKind.SIX_CARD_BONUS not in wagers:
                return actions.PlaceWager(seat.seat, WagerKind.SIX_CARD_BONUS, 500)
        return actions.CallNoMoreBets()


def run(pace: float, say: Callable[[str], None]) -> None:
    """Play the demonstration tables that the room has, ``pace`` seconds a step. Never returns."""
    kinds: Sequence[type[DemonstrationDealer]] = (DemonstrationDealer, HouseDealer)
    numbers = set(Table.objects.values_list("number", flat=True))
    dealers = [kind(say) for kind in kinds if kind.table_number in numbers]
    for dealer in dealers:
        dealer.open()
    while True:
        close_old_connections()
        for dealer in dealers:
            dealer.try_step()
        time.sleep(pace)
