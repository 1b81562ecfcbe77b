"""Live rounds for the tests: a table, and a player of it."""

from typing import Any

from tables.engine import actions as ask
from tables.engine.cards import full_deck
from tables.engine.events import Event
from tables.engine.fees import FeeSchedule
from tables.engine.packs import pack_from_rules
from tables.engine.refusals import Refusal, RuleError
from tables.engine.round import Capture, RoundSetup, Source, apply, open_round
from tables.engine.wagers import WagerKind

ANTE, BONUS = WagerKind.ANTE, WagerKind.BONUS
PAIR_PLUS, SIX = WagerKind.PAIR_PLUS, WagerKind.SIX_CARD_BONUS
LIMITS = {"ante": (1000, 10000), "bonus": (100, 2500), "bank": (10000, 500000)}
FEES = FeeSchedule.from_dict(
    [
        {"payer": "player", "wager": "ante", "from": 1000, "to": 10000, "fee": 100},
        {"payer": "bank", "wager": "table_action", "from": 1000, "to": 162500, "fee": 300},
    ]
)


def setup(base: str = "california", *, source: str = "electronic", **more: Any) -> RoundSetup:
    """A table of eight seats with the player-dealer at seat 7, or a house table of seven."""
    options = more.pop("options", {})
    california = base == "california"
    values: dict[str, Any] = {
        "round_id": "4-1187",
        "pack": pack_from_rules({"base": base, "options": options}),
        "table_seats": 8 if california else 7,
        "decks": 1,
        "limits": LIMITS if california else {},
        "fee_schedule": FEES if california else None,
        "bank_seat": 7 if california else None,
        "source": Source(source),
        "capture": Capture.CARDS,
    }
    return RoundSetup(**{**values, **more})


class Game:
    """A round under way, with every event that happened."""

    def __init__(self, table: RoundSetup) -> None:
        self.state, events = open_round(table)
        self.events: list[Event] = list(events)

    def do(self, *requests: ask.Action) -> "Game":
        for request in requests:
            self.state, events = apply(self.state, request)
            self.events += events
        return self

    def refused(self, request: ask.Action) -> Refusal | None:
        """The name of the refusal, or None if the action is allowed. Nothing changes."""
        try:
            apply(self.state, request)
        except RuleError as error:
            return Refusal(error.code) if error.message else None
        return None


def bet(**more: Any) -> Game:
    """W of $100 and three players with ante 20 and bonus 5, at seats 1, 2 and 3."""
    game = Game(setup(**more)).do(ask.PostBankWager(10000))
    for seat in (1, 2, 3):
        game.do(ask.PlaceWager(seat, ANTE, 2000), ask.PlaceWager(seat, BONUS, 500))
    return game


def dealt(cards: str = "", **more: Any) -> Game:
    """The same after an electronic deal; ``cards`` come first out of the deck, in dealing order:
    seats 1, 2, 3 and the bank, three times round (the player-dealer at seat 7 has 1, 2, 3 left)."""
    game = bet(**more).do(ask.CallNoMoreBets())
    first = tuple(cards.split())
    rest = tuple(card for card in full_deck() if card not in first)
    return game.do(ask.DealElectronic(first + rest))


# The worked example: seat 1 A-Q-3, seat 2 Q-9-3, seat 3 a pair of nines, the bank K-7-2, 2c up.
WORKED = "As Qs 9s Kc Qd 9d 9h 7d 3h 3d 3c 2c"


def by_hand(**more: Any) -> Game:
    """The worked example dealt by hand, all playing, before any hand is shown."""
    game = bet(source="hand", **more).do(ask.CallNoMoreBets(), ask.ShowUpCard("2c"))
    return game.do(ask.Play(1), ask.Play(2), ask.Play(3))
