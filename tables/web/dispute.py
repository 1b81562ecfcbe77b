"""The dispute sheet: a round step by step, each step with what stood on the table after it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, gettext_lazy

from cardroom.language import words
from cardroom.money import format_cents
from tables.engine import events
from tables.engine.evolve import evolve, opened
from tables.engine.round import Phase, RoundState, SeatHand, Source
from tables.models import Round
from tables.selectors import SheetLine
from tables.web.sheet import cards_text, sentence_in

_PHASES = {
    Phase.BETTING: gettext_lazy("betting"),
    Phase.DEAL: gettext_lazy("no more bets"),
    Phase.DECISIONS: gettext_lazy("decisions"),
    Phase.REVEAL: gettext_lazy("cards up"),
    Phase.PAY: gettext_lazy("pay, not final"),
    Phase.SETTLED: gettext_lazy("settled"),
    Phase.VOID: gettext_lazy("void"),
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
                _phase(state),
                _bank(state, seen),
                tuple(_hand(hand, state, seen) for hand in state.hands),
            )
        )
    return steps


def _phase(state: RoundState) -> str:
    phase = _PHASES[state.phase]
    return gettext("%(phase)s, frozen") % {"phase": phase} if state.frozen else str(phase)


def _bank(state: RoundState, seen: bool) -> str:
    parts = []
    if state.setup.bank_seat is not None:
        parts.append(
            f"W {format_cents(state.bank_wager)}" if state.bank_wager else gettext("no W yet")
        )
    if state.bank_cards is not None and seen:
        parts.append(cards_text(state.bank_cards))
    elif state.face_up is not None:
        parts.append(gettext("%(card)s up") % {"card": cards_text([state.face_up])})
    if state.button_seat is not None:
        parts.append(gettext("action button at seat %(seat)s") % {"seat": state.button_seat})
    return ", ".join(parts)


def _hand(hand: SeatHand, state: RoundState, seen: bool) -> str:
    parts = [f"{words(kind).lower()} {format_cents(c)}" for kind, c in hand.wagers.items()]
    if hand.decision is not None:
        parts.append(gettext("plays") if hand.decision == "play" else gettext("folded"))
    if hand.cards is not None and seen:
        parts.append(cards_text(hand.cards))
    if state.settlement is not None:
        result = state.settlement.hand_at(hand.seat)
        parts.append(
            gettext("%(result)s, net %(net)s")
            % {"result": words(result.result).lower(), "net": format_cents(result.net)}
        )
    elif hand.result is not None:
        parts.append(gettext("%(result)s, as entered") % {"result": words(hand.result).lower()})
    return gettext("Seat %(seat)s: %(said)s") % {"seat": hand.seat, "said": ", ".join(parts)}
