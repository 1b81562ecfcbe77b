"""Before the deal: W, the wagers, and "no more bets"."""

from tables.engine import actions
from tables.refusals import TableError, TableRefusal
from tables.services import money, turns
from tables.services.commands import RepeatBets
from tables.services.desk import Desk
from tables.services.rounds import act


def post_bank_wager(desk: Desk, action: actions.PostBankWager) -> None:
    """The player-dealer posts W: within the table's limits and his chips."""
    act(desk, action)
    bank_seat = desk.open_state().setup.bank_seat
    assert bank_seat is not None
    money.check_stake(desk, bank_seat)
    seat = desk.seats[bank_seat]
    seat.last_bank_wager = action.cents
    seat.save(update_fields=["last_bank_wager"])


def place_wager(desk: Desk, action: actions.PlaceWager) -> None:
    """A seat bets, changes its bet, or takes it back: never more than it has."""
    seat = desk.seat(action.seat)
    act(desk, action)
    if action.cents:
        turns.come_back(desk, seat)
    money.check_stake(desk, action.seat)


def repeat_bets(desk: Desk, _: RepeatBets) -> None:
    """Bet for every free seat what it bet last. Who is away, or cannot, is left for the dealer."""
    state = desk.open_state()
    betting = {hand.seat for hand in state.hands}
    repeated = False
    for seat in desk.seats.values():
        if seat.number in betting or seat.number == state.setup.bank_seat:
            continue
        if not seat.last_bets or seat.away_since or not money.can_repeat(desk, seat):
            continue
        for kind, cents in money.last_bets(seat).items():
            act(desk, actions.PlaceWager(seat.number, kind, cents))
        repeated = True
    if not repeated:
        raise TableError(TableRefusal.NOTHING_TO_REPEAT)


def call_no_more_bets(desk: Desk, action: actions.CallNoMoreBets) -> None:
    """Lock the wagers; fees and wagers leave the stacks in the same transaction."""
    desk.check_game_goes_on()
    state = desk.open_state()
    bank = [state.setup.bank_seat] if state.setup.bank_seat is not None else []
    for number in (*(hand.seat for hand in state.hands), *bank):
        money.check_stake(desk, number)
    act(desk, action)
    for hand in desk.open_state().hands:
        seat = desk.seats[hand.seat]
        seat.last_bets = {kind.value: cents for kind, cents in hand.wagers.items()}
        seat.save(update_fields=["last_bets"])
