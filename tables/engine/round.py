"""A round of Three Card Poker: values in, values out.

Each step has three forms: ``verify`` raises, ``can`` asks ``verify``, ``apply`` acts and returns
the new state with the events that happened. Nothing here knows the time, a shuffle or a database.
"""

from collections.abc import Iterable

from tables.engine.actions import Action
from tables.engine.decide import check_setup, decide
from tables.engine.events import Event, RoundOpened
from tables.engine.evolve import evolve, fold_events, opened, opening
from tables.engine.judging import Capture
from tables.engine.refusals import RuleError
from tables.engine.state import (
    CoverSegment,
    Phase,
    RoundSetup,
    RoundState,
    SeatHand,
    Source,
    cover_bar,
    deciding_order,
    is_dealt,
    may_look,
    order,
    sweep_need,
    worst_case,
)

__all__ = [
    "Capture",
    "CoverSegment",
    "Phase",
    "RoundSetup",
    "RoundState",
    "SeatHand",
    "Source",
    "apply",
    "can",
    "cover_bar",
    "deciding_order",
    "evolve",
    "is_dealt",
    "may_look",
    "open_round",
    "order",
    "replay",
    "sweep_need",
    "verify",
    "worst_case",
]


def open_round(setup: RoundSetup) -> tuple[RoundState, tuple[Event, ...]]:
    """Open a round for betting. Raises RuleError if the table does not fit the pack."""
    check_setup(setup)
    event = opening(setup)
    return opened(event), (event,)


def verify(state: RoundState, action: Action) -> None:
    """Raise RuleError, with the name of the refusal and its data, if the action is forbidden."""
    decide(state, action)


def can(state: RoundState, action: Action) -> bool:
    """Whether the action is allowed now."""
    try:
        verify(state, action)
    except RuleError:
        return False
    return True


def apply(state: RoundState, action: Action) -> tuple[RoundState, tuple[Event, ...]]:
    """Do what is asked: the new state, and what happened. Raises RuleError as ``verify`` does."""
    events = decide(state, action)
    return fold_events(state, events), events


def replay(events: Iterable[Event]) -> RoundState:
    """The state of a round from its events, the first of which opened it.

    Raises ValueError if the first event does not.
    """
    following = iter(events)
    first = next(following, None)
    if not isinstance(first, RoundOpened):
        raise ValueError("a round's first event is its opening")
    return fold_events(opened(first), following)
