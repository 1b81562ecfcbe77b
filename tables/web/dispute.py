"""The dispute sheet: a round step by step, each step with what stood on the table after it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from cardroom.money import format_cents
from tables.engine import events
from tables.engine.evolve import evolve, opened
from tables.engine.round import Phase, RoundState, SeatHand, Source
from tables.models import Round
from tables.selectors import SheetLine
from tables.web.sheet import cards_text, sentence_in

_PHASES = {
    Phase.BETTING: "betting",
    Phase.DEAL: "no more bets",
    Phase.DECISIONS: "decisions",
    Phase.REVEAL: "cards up",
    Phase.PAY: "pay, not final",
    Phase.SETTLED: "settled",
    Phase.VOID: "void",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One event and the table after it."""

    number: int
    at: datetime
    actor: str
    sentence: str
    phase: str
    bank: str
    hands: tuple[str, ...]


def replay_steps(row: Round, lines: Sequence[SheetLine]) -> list[Step]:
    """The steps of a round. While it is open, cards that lie face down are in none of them."""
    over = row.status != Round.Status.OPEN
    state: RoundState | None = None
    steps = []
    for line in lines:
        event = events.from_dict(line.payload)
        if isinstance(event, events.RoundOpened):
            state = opened(event)
        else:
            assert state is not None  # the first event opens the round
            state = evolve(state, event)
        seen = over or state.revealed or state.setup.source is Source.HAND
        steps.append(
            Step(
                line.number,
                line.at,
                line.actor,
                sentence_in(row, line),
                _PHASES[state.phase] + (", frozen" if state.frozen else ""),
                _bank(state, seen),
                tuple(_hand(hand, state, seen) for hand in state.hands),
            )
        )
    return steps


def _bank(state: RoundState, seen: bool) -> str:
    parts = []
    if state.setup.bank_seat is not None:
        parts.append(f"W {format_cents(state.bank_wager)}" if state.bank_wager else "no W yet")
    if state.bank_cards is not None and seen:
        parts.append(cards_text(state.bank_cards))
    elif state.face_up is not None:
        parts.append(f"{cards_text([state.face_up])} up")
    if state.button_seat is not None:
        parts.append(f"action button at seat {state.button_seat}")
    return ", ".join(parts)


def _hand(hand: SeatHand, state: RoundState, seen: bool) -> str:
    parts = [f"{kind.value.replace('_', ' ')} {format_cents(c)}" for kind, c in hand.wagers.items()]
    if hand.decision is not None:
        parts.append("plays" if hand.decision == "play" else "folded")
    if hand.cards is not None and seen:
        parts.append(cards_text(hand.cards))
    if state.settlement is not None:
        result = state.settlement.hand_at(hand.seat)
        parts.append(f"{result.result.value.replace('_', ' ')}, net {format_cents(result.net)}")
    elif hand.result is not None:
        parts.append(f"{hand.result.value}, as entered")
    return f"Seat {hand.seat}: {', '.join(parts)}"
