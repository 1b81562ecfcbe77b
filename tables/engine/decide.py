"""From a request to facts: what an action would make happen in a round, or why it may not.

Each function takes the state and returns events; it raises RuleError and changes nothing.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from tables.engine import actions as ask
from tables.engine import afterwards
from tables.engine import events as ev
from tables.engine.cards import CARD_NUMBER, RANKS, full_deck, overdrawn
from tables.engine.checks import (
    OPEN,
    SHOWN,
    captures,
    from_source,
    hand_of,
    in_phase,
    needs_reason,
)
from tables.engine.coverage import place_button
from tables.engine.fees import fees_due
from tables.engine.judging import Capture, result_without_cards
from tables.engine.paytables import PayTable
from tables.engine.ranking import HandClass, qualifies, strength
from tables.engine.reading import read_int, unknown_value
from tables.engine.refusals import Refusal, RuleError
from tables.engine.state import Phase, RoundSetup, RoundState, SeatHand, Source, deciding_order
from tables.engine.wagering import check_limits, check_together, read_kind
from tables.engine.wagers import BANK_LIMITS, WAGER_NAMES, Result, WagerKind


def decide(state: RoundState, action: ask.Action) -> tuple[ev.Event, ...]:
    """The events of an action. Raises RuleError if the rules forbid it now."""
    if state.frozen and not isinstance(action, afterwards.MOVES_A_FROZEN_ROUND):
        raise RuleError(Refusal.ROUND_FROZEN, why=state.frozen)
    return _DECIDERS[type(action)](state, action)


def check_setup(setup: RoundSetup) -> None:
    """Refuse a table that does not fit its pack: seats, decks, or who banks. Raises RuleError."""
    text = setup.pack.text
    read_int(setup.table_seats, "table_seats", text.seats_min, text.seats_max)
    read_int(setup.decks, "decks", 1, text.decks_max)
    if (setup.bank_seat is not None) is not setup.pack.player_banked:
        raise RuleError(
            Refusal.BANK_DOES_NOT_FIT,
            field="bank_seat",
            pack=text.base,
            expected=text.bank.value,
        )
    if setup.bank_seat is not None and not 1 <= setup.bank_seat <= setup.table_seats:
        raise RuleError(
            Refusal.NO_SUCH_SEAT, field="bank_seat", seat=setup.bank_seat, seats=setup.table_seats
        )
    if setup.source is Source.ELECTRONIC and setup.capture is not Capture.CARDS:
        raise RuleError(Refusal.WRONG_CAPTURE, field="capture", capture=setup.capture.value)


def _post_bank_wager(state: RoundState, action: ask.PostBankWager) -> tuple[ev.Event, ...]:
    in_phase(state, Phase.BETTING)
    if state.setup.bank_seat is None:
        raise RuleError(Refusal.PLAYER_DEALER_ONLY, field="cents", name="A bank wager")
    if action.cents <= 0:
        raise RuleError(Refusal.WAGER_NOT_POSITIVE, field="cents", value=action.cents)
    check_limits(state.setup.limits, BANK_LIMITS, action.cents, "cents", name="The bank wager")
    return (ev.BankWagerPosted(action.cents),)


def _place_wager(state: RoundState, action: ask.PlaceWager) -> tuple[ev.Event, ...]:
    in_phase(state, Phase.BETTING)
    setup, seat = state.setup, action.seat
    if not 1 <= seat <= setup.table_seats:
        raise RuleError(Refusal.NO_SUCH_SEAT, field="seat", seat=seat, seats=setup.table_seats)
    if seat == setup.bank_seat:
        raise RuleError(Refusal.SEAT_IS_THE_BANK, field="seat", seat=seat)
    kind = read_kind(setup.pack, action.kind, "kind")
    hand = state.hand_at(seat)
    standing = {} if hand is None else hand.wagers
    if action.cents == 0:
        return _take_back(state, seat, kind, standing)
    if action.cents < 0:
        raise RuleError(Refusal.WAGER_NOT_POSITIVE, field="cents", value=action.cents)
    needs_ante = setup.pack.text.ante_required and kind is not WagerKind.ANTE
    if needs_ante and WagerKind.ANTE not in standing:
        raise RuleError(Refusal.ANTE_REQUIRED, field="kind", name=WAGER_NAMES[kind])
    check_limits(setup.limits, kind.value, action.cents, "cents", name=WAGER_NAMES[kind])
    return (ev.WagerPlaced(seat, kind.value, action.cents),)


def _take_back(
    state: RoundState, seat: int, kind: WagerKind, standing: Mapping[WagerKind, int]
) -> tuple[ev.Event, ...]:
    """Taking back a required ante takes back what stands on it."""
    if kind not in standing:
        raise RuleError(Refusal.NO_WAGER, field="cents", seat=seat)
    with_it = [kind]
    if kind is WagerKind.ANTE and state.setup.pack.text.ante_required:
        with_it = [other for other in standing if other is not kind] + with_it
    return tuple(ev.WagerTakenBack(seat, taken.value) for taken in with_it)


def _call_no_more_bets(state: RoundState, action: ask.CallNoMoreBets) -> tuple[ev.Event, ...]:
    in_phase(state, Phase.BETTING)
    setup = state.setup
    if setup.bank_seat is not None and state.bank_wager is None:
        raise RuleError(Refusal.NO_BANK_WAGER)
    if not state.hands:
        raise RuleError(Refusal.NO_WAGERS)
    for at, hand in enumerate(state.hands):
        check_together(setup.pack, hand.wagers, f"hands[{at}].wagers", hand.seat)
    wagers = {hand.seat: hand.wagers for hand in state.hands}
    due = fees_due(setup.fee_schedule, wagers, setup.bank_seat)
    rows = tuple((fee.seat, fee.payer.value, fee.wager.value, fee.cents) for fee in due)
    return (ev.BetsClosed(fees=rows),)


def _deal_electronic(state: RoundState, action: ask.DealElectronic) -> tuple[ev.Event, ...]:
    """One card at a time, clockwise from the bank's left, the bank last (New York (d)(1), and our
    reading of California, rule 6); the player-dealer's third card is the one face up."""
    in_phase(state, Phase.DEAL)
    from_source(state, Source.ELECTRONIC)
    setup = state.setup
    if Counter(action.deck) != Counter(full_deck(setup.decks)):
        raise RuleError(Refusal.WRONG_DECK, field="deck", decks=setup.decks)
    seats = [hand.seat for hand in deciding_order(state)]
    if setup.pack.text.deals_every_position:
        seats = list(range(1, setup.table_seats + 1))
    places = len(seats) + 1
    dealt = [action.deck[at : 3 * places : places] for at in range(places)]
    hands = tuple((seat, cards) for seat, cards in zip(seats, dealt, strict=False))
    bank_cards = dealt[-1]
    face_up = bank_cards[-1] if setup.pack.has_up_card else None
    event = ev.CardsDealt(
        hands=tuple(row for row in hands if state.hand_at(row[0]) is not None),
        bank_cards=bank_cards,
        face_up=face_up,
        discarded=tuple(row for row in hands if state.hand_at(row[0]) is None),
    )
    return (event,) if face_up is None else (event, _button_by_card(state, face_up))


def _button_by_card(state: RoundState, card: str) -> ev.ButtonPlaced:
    setup = state.setup
    if setup.bank_seat is None:
        raise RuleError(Refusal.PLAYER_DEALER_ONLY, field="card", name="An up-card")
    live = {hand.seat for hand in state.hands}
    count = place_button(setup.pack.button, card[0], setup.bank_seat, setup.table_seats, live)
    return ev.ButtonPlaced(count.seat, count.number, count.stopped_at, reason="")


def _show_up_card(state: RoundState, action: ask.ShowUpCard) -> tuple[ev.Event, ...]:
    from_source(state, Source.HAND)
    in_phase(state, Phase.DEAL, Phase.DECISIONS, Phase.REVEAL)
    # Where results are captured the rank is enough: it places the button.
    if not (state.setup.capture is Capture.RESULTS and action.card in RANKS):
        _known_cards(state, (action.card,), "card", leave_out_up_card=True)
    shown, placed = ev.UpCardShown(action.card), _button_by_card(state, action.card)
    # A button that the floor has set stands.
    return (shown,) if state.button_reason else (shown, placed)


def _known_cards(
    state: RoundState,
    cards: tuple[str, ...],
    field: str,
    *,
    seat: int | None = None,
    leave_out_up_card: bool = False,
) -> None:
    """Refuse cards that do not exist, or that are already out as often as the decks hold them."""
    for at, card in enumerate(cards):
        if card not in CARD_NUMBER:
            where = field if field == "card" else f"{field}[{at}]"
            raise RuleError(Refusal.NO_SUCH_CARD, field=where, value=repr(card))
    out = list(cards)
    for hand in state.hands:
        if hand.seat != seat and hand.cards is not None:
            out.extend(hand.cards)
    if not leave_out_up_card and state.face_up is not None:
        out.append(state.face_up)
    if seat is not None and state.bank_cards is not None:
        down = list(state.bank_cards)
        if state.face_up in down:
            down.remove(state.face_up)
        out.extend(down)
    used_up = overdrawn(out, state.setup.decks)
    if used_up is not None:
        raise RuleError(Refusal.CARD_USED_UP, field=field, card=used_up, decks=state.setup.decks)


def _set_button(state: RoundState, action: ask.SetButton) -> tuple[ev.Event, ...]:
    in_phase(state, Phase.DECISIONS, Phase.REVEAL, Phase.PAY)
    if state.setup.bank_seat is None:
        raise RuleError(Refusal.PLAYER_DEALER_ONLY, field="seat", name="An action button")
    hand_of(state, action.seat)
    needs_reason(action.reason)
    return (ev.ButtonPlaced(action.seat, None, None, action.reason.strip()),)


def _in_turn(state: RoundState, seat: int) -> SeatHand:
    in_phase(state, Phase.DECISIONS)
    hand = hand_of(state, seat)
    if seat != state.turn_seat:
        raise RuleError(Refusal.NOT_YOUR_TURN, field="seat", seat=seat, turn=state.turn_seat)
    return hand


def _play(state: RoundState, action: ask.Play) -> tuple[ev.Event, ...]:
    hand = _in_turn(state, action.seat)
    return (ev.PlayWagerPlaced(action.seat, hand.wagers[WagerKind.ANTE]),)


def _fold(state: RoundState, action: ask.Fold) -> tuple[ev.Event, ...]:
    _in_turn(state, action.seat)
    return (ev.HandFolded(action.seat),)


def _three(state: RoundState, cards: tuple[str, ...]) -> None:
    expected = state.setup.pack.text.cards_in_hand
    if len(cards) != expected:
        raise RuleError(
            Refusal.WRONG_NUMBER_OF_CARDS, field="cards", expected=expected, found=len(cards)
        )


def _enter_hand(state: RoundState, action: ask.EnterHand) -> tuple[ev.Event, ...]:
    from_source(state, Source.HAND)
    captures(state, Capture.CARDS)
    in_phase(state, Phase.DECISIONS, *SHOWN)
    hand_of(state, action.seat)
    _three(state, action.cards)
    _known_cards(state, action.cards, "cards", seat=action.seat)
    return (ev.HandEntered(action.seat, action.cards),)


def _enter_bank_hand(state: RoundState, action: ask.EnterBankHand) -> tuple[ev.Event, ...]:
    from_source(state, Source.HAND)
    captures(state, Capture.CARDS)
    in_phase(state, *SHOWN)
    _three(state, action.cards)
    if state.face_up is not None and state.face_up not in action.cards:
        raise RuleError(Refusal.FACE_UP_NOT_IN_HAND, field="cards", card=state.face_up)
    _known_cards(state, action.cards, "cards", leave_out_up_card=True)
    return (ev.BankHandEntered(action.cards),)


def _house_way(state: RoundState, action: ask.HouseWay) -> tuple[ev.Event, ...]:
    """Queen-high or better plays (our reading of California, rule 7; off unless chosen)."""
    hand = _in_turn(state, action.seat)
    if not state.setup.pack.house_way:
        raise RuleError(Refusal.OPTION_IS_OFF, option="house_way")
    if hand.cards is None:
        raise RuleError(Refusal.CARDS_NOT_KNOWN, field="seat", seat=action.seat)
    away = ev.SeatAway(action.seat)
    if qualifies(strength(hand.cards)):
        return (away, ev.PlayWagerPlaced(action.seat, hand.wagers[WagerKind.ANTE]))
    return (away, ev.HandFolded(action.seat))


def _fold_away(state: RoundState, action: ask.FoldAway) -> tuple[ev.Event, ...]:
    """Nobody decides for an absent player where there is no house way: his hand is given up."""
    _in_turn(state, action.seat)
    return (ev.SeatAway(action.seat), ev.HandFolded(action.seat))


def _enter_bank_result(state: RoundState, action: ask.EnterBankResult) -> tuple[ev.Event, ...]:
    captures(state, Capture.RESULTS)
    in_phase(state, *SHOWN)
    if not action.qualifies and state.face_up is not None and state.face_up[0] in "QKA":
        raise RuleError(Refusal.UP_CARD_QUALIFIES, field="qualifies", card=state.face_up)
    return (ev.BankResultEntered(action.qualifies),)


def _enter_result(state: RoundState, action: ask.EnterResult) -> tuple[ev.Event, ...]:
    """A result only where the hand stayed and the bank qualifies; classes that the pack pays."""
    captures(state, Capture.RESULTS)
    in_phase(state, *SHOWN)
    hand, pack = hand_of(state, action.seat), state.setup.pack
    if state.bank_qualifies is None:
        raise RuleError(Refusal.BANK_NOT_KNOWN)
    follows = result_without_cards(state.bank_qualifies, hand.decision)
    beaten = action.result is Result.LOSE and action.hand_class is HandClass.ROYAL_FLUSH
    if (action.result is None) is (follows is None) or beaten:
        raise RuleError(Refusal.RESULT_DOES_NOT_FIT, field="result")
    if action.result not in (None, Result.WIN, Result.LOSE, Result.PUSH):
        raise RuleError(Refusal.RESULT_DOES_NOT_FIT, field="result")
    _class_is_paid(action.hand_class, pack.paytables[pack.side_kind], "hand_class")
    six = pack.paytables.get(WagerKind.SIX_CARD_BONUS)
    _class_is_paid(action.six_card_class, six, "six_card_class")
    names = (action.result, action.hand_class, action.six_card_class)
    return (ev.ResultEntered(action.seat, *(name and name.value for name in names)),)


def _class_is_paid(name: StrEnum | None, table: PayTable | None, field: str) -> None:
    classes = [] if table is None else [row.value for row in table.classes]
    if name is not None and name.value not in classes:
        raise unknown_value(name.value, field, classes)


def _reveal(state: RoundState, action: ask.Reveal) -> tuple[ev.Event, ...]:
    from_source(state, Source.ELECTRONIC)
    in_phase(state, Phase.REVEAL)
    return (ev.HandsRevealed(),)


def _close(state: RoundState, action: ask.Close) -> tuple[ev.Event, ...]:
    settled = state.settlement
    if settled is None or state.phase is not Phase.PAY:
        raise RuleError(Refusal.WRONG_PHASE, phase=state.phase.value)
    return (ev.RoundSettled(tuple(settled.returns.items()), settled.bank.net),)


def _void(state: RoundState, action: ask.Void) -> tuple[ev.Event, ...]:
    in_phase(state, *OPEN)
    needs_reason(action.reason)
    return (ev.RoundVoided(action.reason.strip(), state.setup.pack.fee_on_void.value),)


_Decider = Callable[[RoundState, Any], tuple[ev.Event, ...]]
_DECIDERS: Mapping[type[object], _Decider] = {
    ask.PostBankWager: _post_bank_wager,
    ask.PlaceWager: _place_wager,
    ask.CallNoMoreBets: _call_no_more_bets,
    ask.DealElectronic: _deal_electronic,
    ask.ShowUpCard: _show_up_card,
    ask.SetButton: _set_button,
    ask.Play: _play,
    ask.Fold: _fold,
    ask.HouseWay: _house_way,
    ask.EnterHand: _enter_hand,
    ask.EnterBankHand: _enter_bank_hand,
    ask.EnterBankResult: _enter_bank_result,
    ask.EnterResult: _enter_result,
    ask.Reveal: _reveal,
    ask.Close: _close,
    ask.Void: _void,
    ask.FoldAway: _fold_away,
    **afterwards.DECIDERS,
}
