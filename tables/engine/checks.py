"""What many steps of a round ask before they happen. Each raises RuleError, and changes nothing."""

from tables.engine.judging import Capture
from tables.engine.refusals import Refusal, RuleError
from tables.engine.state import Phase, RoundState, SeatHand, Source

OPEN = (Phase.BETTING, Phase.DEAL, Phase.DECISIONS, Phase.REVEAL, Phase.PAY)
SHOWN = (Phase.REVEAL, Phase.PAY)


def in_phase(state: RoundState, *phases: Phase) -> None:
    """Refuse a step that belongs to another phase."""
    if state.phase not in phases:
        raise RuleError(Refusal.WRONG_PHASE, phase=state.phase.value)


def from_source(state: RoundState, source: Source) -> None:
    """Refuse what belongs to cards from elsewhere."""
    if state.setup.source is not source:
        raise RuleError(Refusal.WRONG_SOURCE, source=state.setup.source.value)


def captures(state: RoundState, capture: Capture) -> None:
    """Refuse what belongs to a table that captures something else."""
    if state.setup.capture is not capture:
        raise RuleError(Refusal.WRONG_CAPTURE, capture=state.setup.capture.value)


def hand_of(state: RoundState, seat: int) -> SeatHand:
    """The hand at a seat, or a refusal."""
    hand = state.hand_at(seat)
    if hand is None:
        raise RuleError(Refusal.NO_HAND_AT_SEAT, field="seat", seat=seat)
    return hand


def needs_reason(reason: str) -> None:
    """Refuse a ruling without a reason."""
    if not reason.strip():
        raise RuleError(Refusal.REASON_REQUIRED, field="reason")
