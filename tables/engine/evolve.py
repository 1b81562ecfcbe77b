"""From facts to state: what each event changes in a round. It never refuses anything."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from tables.engine import events as ev
from tables.engine.fees import FeeBasis, FeeDue, FeePayer, FeeSchedule
from tables.engine.judging import (
    BankFacts,
    Capture,
    HandFacts,
    judge_bank,
    judge_hand,
    judge_result,
    result_without_cards,
)
from tables.engine.packs import pack_from_rules
from tables.engine.ranking import HandClass
from tables.engine.settlement import Settlement, settle
from tables.engine.sixcard import SixCardClass
from tables.engine.state import BetChange, Phase, RoundSetup, RoundState, SeatHand, Source
from tables.engine.wagers import BANK_LIMITS, Decision, Result, WagerKind

_LAYOUT = {kind: place for place, kind in enumerate(WagerKind)}


def opened(event: ev.RoundOpened) -> RoundState:
    """The state of a round that has just been opened."""
    fees = None if event.fees is None else FeeSchedule.from_dict(event.fees)
    return RoundState(
        RoundSetup(
            round_id=event.round_id,
            pack=pack_from_rules(event.rules),
            table_seats=event.table_seats,
            decks=event.decks,
            limits={kind: (low, high) for kind, (low, high) in event.limits.items()},
            fee_schedule=fees,
            bank_seat=event.bank_seat,
            source=Source(event.source),
            capture=Capture(event.capture),
        )
    )


def opening(setup: RoundSetup) -> ev.RoundOpened:
    """The fact that a round was opened under this setup."""
    event: ev.RoundOpened = ev.RoundOpened(
        round_id=setup.round_id,
        rules=ev.frozen(setup.pack.to_rules()),
        table_seats=setup.table_seats,
        decks=setup.decks,
        limits={kind: tuple(bounds) for kind, bounds in setup.limits.items()},
        fees=None if setup.fee_schedule is None else tuple(setup.fee_schedule.to_dict()),
        bank_seat=setup.bank_seat,
        source=setup.source.value,
        capture=setup.capture.value,
    )
    return event


def evolve(state: RoundState, event: ev.Event) -> RoundState:
    """The state after an event."""
    after = _CHANGES[event.kind](state, event)
    if after.phase in (Phase.SETTLED, Phase.VOID, Phase.BETTING, Phase.DEAL):
        return after
    return _moved_on(after)


def _moved_on(state: RoundState) -> RoundState:
    """The phase follows from what is known: all decided, then all shown."""
    if any(hand.must_decide for hand in state.hands):
        return replace(state, phase=Phase.DECISIONS, settlement=None)
    if not _all_known(state):
        return replace(state, phase=Phase.REVEAL, settlement=None)
    return replace(state, phase=Phase.PAY, settlement=_preview(state))


def _all_known(state: RoundState) -> bool:
    if state.setup.capture is Capture.RESULTS:
        return state.bank_qualifies is not None and all(
            hand.result or result_without_cards(state.bank_qualifies, hand.decision)
            for hand in state.hands
        )
    if state.bank_cards is None or not (state.revealed or state.setup.source is Source.HAND):
        return False
    return all(hand.cards is not None or not _needs_cards(hand) for hand in state.hands)


def _needs_cards(hand: SeatHand) -> bool:
    return hand.decision is not Decision.FOLD or WagerKind.SIX_CARD_BONUS in hand.wagers


def _preview(state: RoundState) -> Settlement:
    bank, hands = _facts(state)
    return settle(
        state.setup.pack,
        state.setup.table_seats,
        bank,
        hands,
        bank_wager=state.bank_wager,
        button_seat=state.button_seat,
    )


def _facts(state: RoundState) -> tuple[BankFacts, list[HandFacts]]:
    """What the settlement must know, from the cards or from the results that were entered."""
    if state.bank_cards is not None:
        bank = judge_bank(state.bank_cards)
        return bank, [judge_hand(bank, h.seat, h.wagers, h.decision, h.cards) for h in state.hands]
    bank = BankFacts(state.bank_qualifies is True)
    return bank, [
        judge_result(bank, h.seat, h.wagers, h.decision, h.result, h.hand_class, h.six_card_class)
        for h in state.hands
    ]


def _with_hand(state: RoundState, seat: int, **changes: Any) -> RoundState:
    return replace(
        state,
        hands=tuple(replace(h, **changes) if h.seat == seat else h for h in state.hands),
    )


def _bank_wager_posted(state: RoundState, event: ev.BankWagerPosted) -> RoundState:
    if event.cents == state.bank_wager:
        return state
    change = BetChange(None, BANK_LIMITS, state.bank_wager or 0)
    return replace(state, bank_wager=event.cents, changes=(*state.changes, change))


def _wager_placed(state: RoundState, event: ev.WagerPlaced) -> RoundState:
    noted = _noted(state, event.seat, event.wager, event.cents)
    return _with_wager(noted, event.seat, event.wager, event.cents)


def _wager_taken_back(state: RoundState, event: ev.WagerTakenBack) -> RoundState:
    return _with_wager(_noted(state, event.seat, event.wager, 0), event.seat, event.wager, 0)


def _noted(state: RoundState, seat: int, wager: str, cents: int) -> RoundState:
    """The state with what stands at a seat kept, so that a change of it to ``cents`` can be
    undone; the same bet again is no change."""
    hand = state.hand_at(seat)
    before = 0 if hand is None else hand.wagers.get(WagerKind(wager), 0)
    if before == cents:
        return state
    return replace(state, changes=(*state.changes, BetChange(seat, wager, before)))


def _wager_undone(state: RoundState, event: ev.WagerUndone) -> RoundState:
    state = replace(state, changes=state.changes[:-1])
    if event.seat is None:
        return replace(state, bank_wager=event.cents or None)
    return _with_wager(state, event.seat, event.wager, event.cents)


def _wagers_forgotten(state: RoundState, event: ev.WagersForgotten) -> RoundState:
    kept = tuple(change for change in state.changes if change.seat != event.seat)
    return replace(state, changes=kept)


def _with_wager(state: RoundState, seat: int, wager: str, cents: int) -> RoundState:
    """The state with this wager at the seat; 0 is none."""
    hand = state.hand_at(seat) or SeatHand(seat, {})
    wagers = {kind: laid for kind, laid in hand.wagers.items() if kind != wager}
    if cents:
        wagers[WagerKind(wager)] = cents
    return _with_wagers(state, seat, wagers)


def _with_wagers(state: RoundState, seat: int, wagers: Mapping[WagerKind, int]) -> RoundState:
    hands = [hand for hand in state.hands if hand.seat != seat]
    if wagers:
        laid_out = dict(sorted(wagers.items(), key=lambda wager: _LAYOUT[wager[0]]))
        hands.append(SeatHand(seat, laid_out))
    return replace(state, hands=tuple(sorted(hands, key=lambda hand: hand.seat)))


def _bets_closed(state: RoundState, event: ev.BetsClosed) -> RoundState:
    due = tuple(
        FeeDue(seat, FeePayer(payer), FeeBasis(wager), cents)
        for seat, payer, wager, cents in event.fees
    )
    # Dealt by hand without an up-card there is nothing to enter before the decisions.
    waits = state.setup.source is Source.ELECTRONIC or state.setup.pack.has_up_card
    phase = Phase.DEAL if waits else Phase.DECISIONS
    return replace(state, fees=due, phase=phase, changes=())


def _cards_dealt(state: RoundState, event: ev.CardsDealt) -> RoundState:
    cards = dict(event.hands)
    return replace(
        state,
        phase=Phase.DECISIONS,
        hands=tuple(replace(hand, cards=cards[hand.seat]) for hand in state.hands),
        bank_cards=event.bank_cards,
        face_up=event.face_up,
        discarded=event.discarded,
    )


def _up_card_shown(state: RoundState, event: ev.UpCardShown) -> RoundState:
    """A queen, king or ace up means that the bank qualifies (California, rule 8)."""
    qualifies = None
    if state.setup.capture is Capture.RESULTS and event.card[0] in "QKA":
        qualifies = True
    return replace(
        state,
        face_up=event.card,
        bank_cards=None,
        bank_qualifies=qualifies,
        phase=Phase.DECISIONS,
    )


def _hand_folded(state: RoundState, event: ev.HandFolded) -> RoundState:
    """What was entered of how the hand ended goes with the decision that it belonged to."""
    return _with_hand(state, event.seat, decision=Decision.FOLD, result=None, hand_class=None)


def _button_placed(state: RoundState, event: ev.ButtonPlaced) -> RoundState:
    return replace(state, button_seat=event.seat, button_reason=event.reason)


def _bank_result_entered(state: RoundState, event: ev.BankResultEntered) -> RoundState:
    """A correction of what was entered takes the results with it that no longer belong."""
    hands = state.hands
    if not event.qualifies:
        hands = tuple(replace(hand, result=None) for hand in hands)
    return replace(state, bank_qualifies=event.qualifies, hands=hands)


def _result_entered(state: RoundState, event: ev.ResultEntered) -> RoundState:
    six = event.six_card_class
    return _with_hand(
        state,
        event.seat,
        result=None if event.result is None else Result(event.result),
        hand_class=None if event.hand_class is None else HandClass(event.hand_class),
        six_card_class=None if six is None else SixCardClass(six),
    )


def _void(state: RoundState, event: ev.RoundVoided) -> RoundState:
    return replace(state, phase=Phase.VOID, void_reason=event.reason, settlement=None, frozen="")


_Change = Callable[[RoundState, Any], RoundState]
_CHANGES: Mapping[str, _Change] = {
    ev.BankWagerPosted.kind: _bank_wager_posted,
    ev.WagerPlaced.kind: _wager_placed,
    ev.WagerTakenBack.kind: _wager_taken_back,
    ev.BetsClosed.kind: _bets_closed,
    ev.CardsDealt.kind: _cards_dealt,
    ev.UpCardShown.kind: _up_card_shown,
    ev.ButtonPlaced.kind: _button_placed,
    ev.PlayWagerPlaced.kind: lambda state, event: _with_hand(
        state, event.seat, decision=Decision.PLAY
    ),
    ev.HandFolded.kind: _hand_folded,
    ev.HandEntered.kind: lambda state, event: _with_hand(state, event.seat, cards=event.cards),
    ev.BankHandEntered.kind: lambda state, event: replace(state, bank_cards=event.cards),
    ev.BankResultEntered.kind: _bank_result_entered,
    ev.ResultEntered.kind: _result_entered,
    ev.HandsRevealed.kind: lambda state, event: replace(state, revealed=True),
    ev.RoundSettled.kind: lambda state, event: replace(state, phase=Phase.SETTLED),
    ev.RoundVoided.kind: _void,
    ev.SeatAway.kind: lambda state, event: state,
    ev.WagerUndone.kind: _wager_undone,
    ev.WagersForgotten.kind: _wagers_forgotten,
    ev.PlayWagerReturned.kind: lambda state, event: state,  # the fold that follows says the rest
    ev.RulingMade.kind: lambda state, event: state,
    ev.RoundFrozen.kind: lambda state, event: replace(state, frozen=event.reason),
    ev.RoundReleased.kind: lambda state, event: replace(state, frozen=""),
}


def fold_events(state: RoundState, events: Iterable[ev.Event]) -> RoundState:
    for event in events:
        state = evolve(state, event)
    return state
