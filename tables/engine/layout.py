"""What lies on the layout before "no more bets", and still stands in the players' accounts."""

from tables.engine import fees
from tables.engine.state import Phase, RoundState


def laid(state: RoundState, seat: int) -> int:
    """What a seat has bet, or put up as W, that is not in play yet, in cents."""
    if state.phase is not Phase.BETTING:
        return 0
    if seat == state.setup.bank_seat:
        return state.bank_wager or 0
    return sum(sum(hand.wagers.values()) for hand in state.hands if hand.seat == seat)


def fees_due(state: RoundState) -> tuple[fees.FeeDue, ...]:
    """The fees taken, or before "no more bets" those that are due as the layout stands
    (California, rule 5)."""
    if state.phase is not Phase.BETTING:
        return state.fees
    wagers = {hand.seat: hand.wagers for hand in state.hands}
    return fees.fees_due(state.setup.fee_schedule, wagers, state.setup.bank_seat)


def needed(state: RoundState, seat: int) -> int:
    """What leaves a seat's account at "no more bets": all that it has laid, and its fees, in cents.

    Nothing, once that is done.
    """
    if state.phase is not Phase.BETTING:
        return 0
    return laid(state, seat) + sum(fee.cents for fee in fees_due(state) if fee.seat == seat)
