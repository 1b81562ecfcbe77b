"""The state of a round, as a value, and what screens and services read from it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from tables.engine.coverage import action_order, player_seats
from tables.engine.fees import FeeDue, FeeSchedule
from tables.engine.judging import Capture
from tables.engine.packs import RulePack
from tables.engine.ranking import HandClass
from tables.engine.settlement import Settlement
from tables.engine.sixcard import SixCardClass
from tables.engine.wagers import Decision, Result, WagerKind


class Phase(StrEnum):
    """Where a round stands. ``REVEAL``: all decided, the bank's down cards are not known yet;
    ``PAY``: everything is known and the settlement is a preview; the last two are final."""

    BETTING = "betting"
    DEAL = "deal"
    DECISIONS = "decisions"
    REVEAL = "reveal"
    PAY = "pay"
    SETTLED = "settled"
    VOID = "void"


class Source(StrEnum):
    """Where the cards come from: the built-in deck, or the house dealer's hands."""

    ELECTRONIC = "electronic"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class RoundSetup:
    """What a round is opened under and keeps to its end. ``limits`` are the posted limits in cents
    by wager, and of W under ``"bank"``."""

    round_id: str
    pack: RulePack
    table_seats: int
    decks: int
    limits: Mapping[str, tuple[int, int]]
    fee_schedule: FeeSchedule | None
    bank_seat: int | None
    source: Source
    capture: Capture = Capture.CARDS


@dataclass(frozen=True, slots=True)
class SeatHand:
    """A seat that has wagered: its wagers in cents, and what is known of its hand: its cards, or at
    a table that captures results how it ended and what its side wagers are paid on."""

    seat: int
    wagers: Mapping[WagerKind, int]
    cards: tuple[str, ...] | None = None
    decision: Decision | None = None
    result: Result | None = None
    hand_class: HandClass | None = None
    six_card_class: SixCardClass | None = None

    @property
    def must_decide(self) -> bool:
        """Whether the hand has an ante that is neither played nor folded yet."""
        return WagerKind.ANTE in self.wagers and self.decision is None


class BetChange(NamedTuple):
    """One change of the betting, and what stood there before it: cents, 0 for nothing. ``seat``
    None is the player-dealer's W."""

    seat: int | None
    wager: str
    before: int


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round at one moment: the fold of its events. Only seats with a wager have a hand."""

    setup: RoundSetup
    phase: Phase = Phase.BETTING
    bank_wager: int | None = None
    hands: tuple[SeatHand, ...] = ()
    fees: tuple[FeeDue, ...] = ()
    bank_cards: tuple[str, ...] | None = None
    face_up: str | None = None
    bank_qualifies: bool | None = None  # entered, at a table that captures results
    button_seat: int | None = None
    button_reason: str = ""
    revealed: bool = False
    settlement: Settlement | None = None
    void_reason: str = ""
    frozen: str = ""  # why, while a dispute stands
    changes: tuple[BetChange, ...] = field(default=(), repr=False)
    discarded: tuple[tuple[int, tuple[str, ...]], ...] = field(default=(), repr=False)

    @property
    def turn_seat(self) -> int | None:
        """The seat that decides next: clockwise from the player-dealer's left (our reading of
        California, rule 7), or from position 1 where the house banks (Iowa (b))."""
        if self.phase is not Phase.DECISIONS:
            return None
        return next((h.seat for h in deciding_order(self) if h.must_decide), None)

    def hand_at(self, seat: int) -> SeatHand | None:
        return next((hand for hand in self.hands if hand.seat == seat), None)


def is_dealt(state: RoundState) -> bool:
    """Whether every hand has its cards. Dealt by hand without an up-card, that is taken to be so
    from "no more bets" on: there is nothing to enter."""
    if state.face_up is not None or state.bank_cards is not None:
        return True
    return state.phase in (Phase.DECISIONS, Phase.REVEAL, Phase.PAY, Phase.SETTLED)


def deciding_order(state: RoundState) -> tuple[SeatHand, ...]:
    """The hands in the order in which the house dealer offers the decision."""
    bank = state.setup.bank_seat
    if bank is None:
        return state.hands
    places = {seat: n for n, seat in enumerate(player_seats(bank, state.setup.table_seats))}
    return tuple(sorted(state.hands, key=lambda hand: places[hand.seat]))


def may_look(state: RoundState, seat: int, positions: Collection[int]) -> bool:
    """Whether whoever plays these positions may look at the hand that he has at ``seat``: he acts
    on his first hand before he looks at the second (Guide, General Rules of Play; the others are
    silent, and our reading is the same)."""
    own = (hand for hand in deciding_order(state) if hand.seat in positions)
    first = next((hand for hand in own if hand.must_decide or hand.seat == seat), None)
    return first is not None and first.seat == seat


def order(state: RoundState) -> tuple[int, ...]:
    """The seats with a hand in the order in which they get action.

    Before the up-card is known that is the order from the player-dealer's left; where the house
    banks, hands are resolved from the dealer's right (Iowa (c)).
    """
    live = {hand.seat for hand in state.hands}
    if state.setup.bank_seat is None:
        return tuple(sorted(live, reverse=True))
    if state.button_seat is None:
        return tuple(hand.seat for hand in deciding_order(state))
    return action_order(state.button_seat, state.setup.table_seats, live)


def worst_case(state: RoundState) -> int:
    """The most that the bank could have to pay, in cents: ante and play (2 x ante, where the room
    has not raised their odds), and every side wager at the top odds of its table. Shown against W
    before the deal."""
    tables = state.setup.pack.paytables
    bonus = tables.get(WagerKind.ANTE_BONUS)
    text = state.setup.pack.text
    odds = text.ante_odds + text.play_odds + (bonus.top_odds if bonus else 0)
    total = 0
    for hand in state.hands:
        for kind, cents in hand.wagers.items():
            if kind is WagerKind.ANTE:
                total += odds * cents
            else:
                total += tables[kind].top_payoff(cents)
    return total


def sweep_need(state: RoundState) -> int:
    """What the bank would take if every hand lost, and pay if every wager won even money:
    2 x ante and the side wagers, in cents."""
    return sum(
        cents * (2 if kind is WagerKind.ANTE else 1)
        for hand in state.hands
        for kind, cents in hand.wagers.items()
    )


class CoverSegment(NamedTuple):
    """One wager on the cover bar: how much of W it used, and its coverage ("waiting" before the
    round is known)."""

    seat: int
    kind: WagerKind
    stake: int
    used: int
    status: str


def cover_bar(state: RoundState) -> tuple[CoverSegment, ...]:
    """The wagers in the order in which they get action, with what each used of W."""
    if state.settlement is not None:
        return tuple(
            CoverSegment(
                line.seat, line.kind, line.stake, line.taken + line.paid, line.coverage.value
            )
            for line in state.settlement.lines
        )
    hands = {hand.seat: hand for hand in state.hands}
    waiting: list[CoverSegment] = []
    for seat in order(state):
        for kind, cents in hands[seat].wagers.items():
            waiting.append(CoverSegment(seat, kind, cents, 0, "waiting"))
            if kind is WagerKind.ANTE and hands[seat].decision is Decision.PLAY:
                waiting.append(CoverSegment(seat, WagerKind.PLAY, cents, 0, "waiting"))
    return tuple(waiting)
