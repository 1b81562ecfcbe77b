"""The deal and the decisions."""

import secrets
from itertools import product

from tables.engine import actions, cards
from tables.engine.refusals import Refusal, RuleError
from tables.refusals import TableError, TableRefusal
from tables.services import money
from tables.services.commands import Deal, Decide, DecideRest
from tables.services.desk import Desk
from tables.services.rounds import act


def shuffled_deck(decks: int) -> tuple[str, ...]:
    """All cards of the shoe, shuffled with the operating system's cryptographic generator."""
    shoe = [rank + suit for rank, suit in product(cards.RANKS, cards.SUITS)] * decks
    secrets.SystemRandom().shuffle(shoe)
    return tuple(shoe)


def deal(desk: Desk, _: Deal) -> None:
    """Deal from the electronic deck. Refused at a table whose cards are dealt by hand."""
    if desk.table.source != desk.table.Source.ELECTRONIC:
        raise TableError(TableRefusal.NOT_ELECTRONIC)
    act(desk, actions.DealElectronic(shuffled_deck(desk.table.decks)))


def decide(desk: Desk, command: Decide) -> None:
    """Play (the play wager moves at once) or fold."""
    play = command.decision == "play"
    act(desk, actions.Play(command.seat) if play else actions.Fold(command.seat))


def decide_rest(desk: Desk, _: DecideRest) -> None:
    """Everybody still to act plays, in order. Raises the engine's ``WRONG_PHASE`` before the deal
    and after the last decision."""
    state = desk.open_state()
    if state.turn_seat is None:
        raise RuleError(Refusal.WRONG_PHASE, phase=state.phase.value)
    undecided = [hand.seat for hand in state.hands if hand.decision is None]
    money.post_pending(desk, undecided)
    while (turn_seat := desk.open_state().turn_seat) is not None:
        act(desk, actions.Play(turn_seat))
