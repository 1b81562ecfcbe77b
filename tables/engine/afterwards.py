"""What comes after a step was taken: taking it back, changing it, ruling on it, freezing the round.

The log keeps both, the step and what became of it. Functions as in :mod:`tables.engine.decide`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from tables.engine import actions as ask
from tables.engine import events as ev
from tables.engine.checks import OPEN, hand_of, in_phase, needs_reason
from tables.engine.irregularities import Incident, Remedy, guidance
from tables.engine.reading import unknown_value
from tables.engine.refusals import Refusal, RuleError
from tables.engine.state import Phase, RoundState
from tables.engine.wagers import Decision, WagerKind

# Nothing else moves a round that is frozen for a dispute.
MOVES_A_FROZEN_ROUND = (ask.Rule, ask.Void, ask.Release, ask.Forget)
DECISIONS_OF_A_RULING = ("go_on", "void", "other")
_DECIDED = (Phase.DECISIONS, Phase.REVEAL, Phase.PAY)


def _undo(state: RoundState, action: ask.Undo) -> tuple[ev.Event, ...]:
    """Take back the last wager, or change of W, of the betting; the one before it comes next."""
    in_phase(state, Phase.BETTING)
    if not state.changes:
        raise RuleError(Refusal.NOTHING_TO_UNDO)
    last = state.changes[-1]
    return (ev.WagerUndone(last.seat, last.wager, last.before),)


def _forget(state: RoundState, action: ask.Forget) -> tuple[ev.Event, ...]:
    in_phase(state, Phase.BETTING)
    laid = any(change.seat == action.seat for change in state.changes)
    return (ev.WagersForgotten(action.seat),) if laid else ()


def _change_decision(state: RoundState, action: ask.ChangeDecision) -> tuple[ev.Event, ...]:
    """Correct what a player was taken to have decided, until the round is closed."""
    in_phase(state, *_DECIDED)
    hand, wanted = hand_of(state, action.seat), Decision(action.decision)
    if hand.decision is None or hand.decision is wanted:
        raise RuleError(Refusal.DECISION_STANDS, field="decision", seat=action.seat)
    ante = hand.wagers[WagerKind.ANTE]
    if wanted is Decision.PLAY:
        return (ev.PlayWagerPlaced(action.seat, ante),)
    return (ev.PlayWagerReturned(action.seat, ante), ev.HandFolded(action.seat))


def _rule(state: RoundState, action: ask.Rule) -> tuple[ev.Event, ...]:
    """The floor's ruling on what happened. What the pack's text orders void is void."""
    in_phase(state, *OPEN)
    needs_reason(action.reason)
    pack = state.setup.pack
    incidents = [incident.value for incident in Incident]
    if action.incident and action.incident not in incidents:
        raise unknown_value(action.incident, "incident", incidents)
    if action.decision not in DECISIONS_OF_A_RULING:
        raise unknown_value(action.decision, "decision", list(DECISIONS_OF_A_RULING))
    if action.incident:
        ordered = guidance(pack.base, Incident(action.incident)).remedy
        if ordered in (Remedy.VOID, Remedy.VOID_AND_RESHUFFLE) and action.decision != "void":
            raise RuleError(Refusal.TEXT_ORDERS_VOID, field="decision")
    ruled = ev.RulingMade(action.incident, action.decision, action.reason.strip())
    if action.decision != "void":
        return (ruled,)
    return (ruled, ev.RoundVoided(action.reason.strip(), pack.fee_on_void.value))


def _freeze(state: RoundState, action: ask.Freeze) -> tuple[ev.Event, ...]:
    in_phase(state, *OPEN)
    needs_reason(action.reason)
    return (ev.RoundFrozen(action.reason.strip()),)


def _release(state: RoundState, action: ask.Release) -> tuple[ev.Event, ...]:
    if not state.frozen:
        raise RuleError(Refusal.ROUND_NOT_FROZEN)
    return (ev.RoundReleased(),)


DECIDERS: Mapping[type[object], Callable[[RoundState, Any], tuple[ev.Event, ...]]] = {
    ask.Undo: _undo,
    ask.Forget: _forget,
    ask.ChangeDecision: _change_decision,
    ask.Rule: _rule,
    ask.Freeze: _freeze,
    ask.Release: _release,
}
