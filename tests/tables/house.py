"""A room whose table the house banks, and a hand that plays the worked cases at it."""

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from cardroom.clock import now
from ledger import selectors as books
from tables.engine import actions, judging
from tables.engine.packs import pack_from_rules
from tables.engine.wagers import Decision, WagerKind
from tables.models import RulePack
from tables.services import commands, opening
from tests.tables.room import LOOKS, Room

CASES = Path(__file__).parents[1] / "engine" / "cases" / "settlement.jsonl"
IOWA = {"base": "iowa", "options": {}}
GUIDE = {"base": "casino_guide", "options": {}}
NEW_YORK = {
    "base": "new_york",
    "options": {"six_card": {"version": "pair_plus", "table": "A"}},
}


@dataclass
class HouseRoom(Room):
    """The same room with a table of seven seats under rules that the house banks."""

    seats: int = 7
    rules: dict[str, Any] = field(default_factory=lambda: IOWA)
    most: int = 30_000

    def __post_init__(self) -> None:
        super().__post_init__()
        self.pack = RulePack.objects.create(
            name=f"House {uuid4().hex[:6]}", rules=self.rules, effective_from=now()
        )

    @property
    def limits(self) -> dict[str, tuple[int, int]]:
        return {kind.value: (100, self.most) for kind in pack_from_rules(self.rules).kinds}

    def open(self, **changes: Any) -> None:
        asked: dict[str, Any] = {
            "actor": self.floor,
            "pack_id": self.pack.id,
            "fee_schedule_id": None,
            "limits": self.limits,
            "source": self.source,
            "capture": self.capture,
            "count": self.count(),
            "looks": LOOKS[self.source],
        }
        opening.open_table(self.table.id, **(asked | changes))

    def wager(self, seat: int, **cents: int) -> None:
        """Bets by the kinds' own names: ``room.wager(1, ante=2_000, pair_plus=500)``."""
        for kind, amount in cents.items():
            self.give(actions.PlaceWager(seat, WagerKind(kind), amount))

    @property
    def tray(self) -> int:
        return books.tray_cents(str(self.table.number))


@cache
def worked_cases() -> dict[str, dict[str, Any]]:
    """The worked cases of the house-banked texts, by name."""
    lines = (json.loads(line) for line in CASES.read_text().splitlines())
    return {
        case["name"]: case
        for case in lines
        if case["round"]["bank"]["kind"] == "house" and "settlement" in case
    }


def play_case(room: HouseRoom, record: dict[str, Any]) -> None:
    """Play a round record at the table: seated, bet, decided, entered, closed."""
    hands = {hand["seat"]: hand for hand in record["hands"]}
    for seat, hand in hands.items():
        room.seat(seat)
        room.wager(seat, **hand["wagers"])
    room.give(actions.CallNoMoreBets())
    while (turn := room.state.turn_seat) is not None:
        room.give(commands.Decide(turn, hands[turn]["decision"]))
    bank = tuple(record["bank"]["cards"])
    if room.capture == "cards":
        room.give(actions.EnterBankHand(bank))
        for seat, hand in hands.items():
            if hand.get("cards"):
                room.give(actions.EnterHand(seat, tuple(hand["cards"])))
    else:
        _enter_results(room, bank, hands)
    room.give(actions.Close())


def _enter_results(room: HouseRoom, bank: tuple[str, ...], hands: dict[int, Any]) -> None:
    """What a dealer would enter who looks at these cards."""
    pack, judged = pack_from_rules(room.rules), judging.judge_bank(bank)
    room.give(actions.EnterBankResult(judged.qualifies))
    for seat, hand in hands.items():
        wagers = {WagerKind(kind): cents for kind, cents in hand["wagers"].items()}
        decision = Decision(hand["decision"]) if hand["decision"] else None
        facts = judging.judge_hand(judged, seat, wagers, decision, hand.get("cards"))
        entered = judging.result_without_cards(judged.qualifies, decision) is None
        six = pack.paytables.get(WagerKind.SIX_CARD_BONUS)
        side_row = pack.paytables[pack.side_kind].row(facts.pay_class)
        six_row = six.row(facts.six_card) if six else None
        result = facts.result if entered else None
        room.give(actions.EnterResult(seat, result, side_row, six_row))  # type: ignore[arg-type]
