"""A settled round settled anew, from the record as it should have been.

Only what was decided, and how the hands ended, can be corrected: wagers and fees were locked before
the deal, and stay. The engine computes the new settlement; nobody types an amount.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tables.engine import actions as ask
from tables.engine import events as ev
from tables.engine.decide import decide
from tables.engine.evolve import fold_events, opened
from tables.engine.ranking import HandClass
from tables.engine.refusals import Refusal, RuleError
from tables.engine.sixcard import SixCardClass
from tables.engine.state import Phase, RoundState, Source
from tables.engine.wagers import Decision, Result

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EnteredResult:
    """How a hand ended, at a table that captures results."""

    result: Result | None = None
    hand_class: HandClass | None = None
    six_card_class: SixCardClass | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What the record should have said; what is not named stays as it was."""

    decisions: Mapping[int, Decision] = field(default_factory=dict)
    bank_cards: Cards | None = None
    cards: Mapping[int, Cards] = field(default_factory=dict)
    qualifies: bool | None = None
    results: Mapping[int, EnteredResult] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(
            self.decisions
            or self.bank_cards
            or self.cards
            or self.qualifies is not None
            or self.results
        )


def state_before_the_end(happened: Iterable[ev.Event]) -> RoundState:
    """A settled round as it stood when it could still be changed. Raises RuleError for others."""
    first, *rest = happened
    assert isinstance(first, ev.RoundOpened)
    if not rest or not isinstance(rest[-1], ev.RoundSettled):
        raise RuleError(Refusal.NOT_SETTLED)
    return fold_events(opened(first), rest[:-1])


def corrected(state: RoundState, facts: Facts) -> RoundState:
    """The round with the corrected facts, settled by the engine (its phase is ``pay``).

    Each fact is checked as if it were entered at the table. Raises RuleError, also if the facts
    leave something unknown (a hand that played after all needs its cards).
    """
    if not facts:
        raise RuleError(Refusal.NOTHING_CORRECTED)
    # Whoever dealt the cards, people now say what they were.
    state = replace(state, setup=replace(state.setup, source=Source.HAND), frozen="")
    # Two hands may have been mixed up: the old cards must not stand in the way of the new.
    hands = tuple(replace(h, cards=None) if h.seat in facts.cards else h for h in state.hands)
    state = replace(state, hands=hands)
    for request in _requests(state, facts):
        state = fold_events(state, decide(replace(state, phase=Phase.PAY), request))
    if state.phase is not Phase.PAY or state.settlement is None:
        raise RuleError(Refusal.CORRECTION_INCOMPLETE)
    return state


def _requests(state: RoundState, facts: Facts) -> Iterable[ask.Action]:
    for seat, decision in sorted(facts.decisions.items()):
        hand = state.hand_at(seat)
        if hand is None or hand.decision is not decision:
            yield ask.ChangeDecision(seat, decision.value)
    if facts.bank_cards is not None:
        yield ask.EnterBankHand(facts.bank_cards)
    for seat, cards in sorted(facts.cards.items()):
        yield ask.EnterHand(seat, cards)
    if facts.qualifies is not None:
        yield ask.EnterBankResult(facts.qualifies)
    for seat, entered in sorted(facts.results.items()):
        yield ask.EnterResult(seat, entered.result, entered.hand_class, entered.six_card_class)


def changes(before: RoundState, after: RoundState) -> dict[int, int]:
    """What each seat, the player-dealer's included, gains by the correction: cents. They sum to
    zero, or where the house banks to what it loses. Seats without a change are left out."""
    assert before.settlement is not None and after.settlement is not None
    gains = {
        hand.seat: after.settlement.hand_at(hand.seat).net - hand.net
        for hand in before.settlement.hands
    }
    bank_seat = before.setup.bank_seat
    if bank_seat is not None:
        gains[bank_seat] = after.settlement.bank.net - before.settlement.bank.net
    return {seat: cents for seat, cents in gains.items() if cents}


def facts_to_dict(facts: Facts) -> dict[str, object]:
    """Facts as JSON; only what is corrected is in it."""
    data: dict[str, object] = {
        "decisions": {str(seat): decision.value for seat, decision in facts.decisions.items()},
        "bank_cards": None if facts.bank_cards is None else list(facts.bank_cards),
        "cards": {str(seat): list(cards) for seat, cards in facts.cards.items()},
        "qualifies": facts.qualifies,
        "results": {
            str(seat): {
                "result": each.result,
                "hand_class": each.hand_class,
                "six_card_class": each.six_card_class,
            }
            for seat, each in facts.results.items()
        },
    }
    return {name: value for name, value in data.items() if value not in (None, {})}


def facts_from_dict(data: Mapping[str, Any]) -> Facts:
    """Facts from their JSON, made by ``facts_to_dict``."""
    bank = data.get("bank_cards")
    return Facts(
        decisions={int(s): Decision(value) for s, value in data.get("decisions", {}).items()},
        bank_cards=None if bank is None else tuple(bank),
        cards={int(s): tuple(cards) for s, cards in data.get("cards", {}).items()},
        qualifies=data.get("qualifies"),
        results={
            int(s): EnteredResult(
                Result(each["result"]) if each["result"] else None,
                HandClass(each["hand_class"]) if each["hand_class"] else None,
                SixCardClass(each["six_card_class"]) if each.get("six_card_class") else None,
            )
            for s, each in data.get("results", {}).items()
        },
    )
