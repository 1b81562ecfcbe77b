"""Who gets action first, and how far the player-dealer's wager W reaches.

California, rules 9 and 10: all bets get action to the extent that W covers; the round's action ends
when W is used up. California, Action Button: the up-card fixes where the action begins.
"""

from collections.abc import Collection
from typing import NamedTuple

from tables.engine.options import ButtonRule, CountFrom, CoverageModel


class ButtonCount(NamedTuple):
    """How the up-card placed the action button: the number counted, where the count stopped, and
    the seat that got the button (another one where the count stopped at a seat with no wager)."""

    number: int
    stopped_at: int
    seat: int


def clockwise_from(seat: int, table_seats: int) -> tuple[int, ...]:
    """All seats clockwise, beginning with ``seat``.

    >>> clockwise_from(3, 4)
    (3, 4, 1, 2)
    """
    return (*range(seat, table_seats + 1), *range(1, seat))


def player_seats(bank_seat: int, table_seats: int) -> tuple[int, ...]:
    """The seats clockwise from the player-dealer's left, without his own."""
    return clockwise_from(bank_seat, table_seats)[1:]


def place_button(
    rule: ButtonRule, rank: str, bank_seat: int, table_seats: int, live: Collection[int]
) -> ButtonCount:
    """Count the up-card's rank clockwise over the seats; ``live`` are the seats with a wager.

    The first seat to the player-dealer's left is 1, empty seats count, the player-dealer's does
    not, and the count wraps; from a seat with no wager the button moves on clockwise to the next
    seat with one. All of that is our reading of California, Action Button 1; the rule's options
    change it.

    >>> place_button(ButtonRule(), "2", 4, 4, {1, 2, 3})
    ButtonCount(number=2, stopped_at=2, seat=2)
    """
    round_the_table = clockwise_from(bank_seat, table_seats)
    counted = [
        seat for seat in round_the_table if (rule.count_empty or seat in live) and seat != bank_seat
    ]
    if rule.count_from is CountFrom.BANK:
        counted = [bank_seat, *counted]
    number = rule.values[rank]
    stopped_at = counted[(number - 1) % len(counted)]
    seat = next(s for s in clockwise_from(stopped_at, table_seats) if s in live)
    return ButtonCount(number, stopped_at, seat)


def action_order(button_seat: int, table_seats: int, live: Collection[int]) -> tuple[int, ...]:
    """The seats with a wager in the order in which they get action: clockwise from the button."""
    return tuple(seat for seat in clockwise_from(button_seat, table_seats) if seat in live)


# Looked up once: up to Python 3.11 an enum member is a function call, and a round asks hundreds.
_RETIRE, _REPLENISH = CoverageModel.RETIRE, CoverageModel.REPLENISH


class Cover:
    """What is left of W while the wagers are walked through in order. One round's use only.

    ``grant`` gives each wager the lesser of what it needs and what is left; when a meter has
    reached 0 the round's action has ended and nothing is granted any more. There is a meter for
    what the bank may pay and one for what it may take: under ``retire`` both fall with every grant,
    under ``dual_cap`` each falls by itself, under ``replenish`` what is taken fills both up.
    """

    __slots__ = ("_model", "_to_pay", "_to_take", "ended")

    def __init__(self, model: CoverageModel, wager_cents: int) -> None:
        self._model = model
        self._to_pay = self._to_take = wager_cents
        self.ended = wager_cents == 0

    @property
    def unused(self) -> int:
        """What is left of W for a wager of either kind when the walk is over."""
        return 0 if self.ended else min(self._to_pay, self._to_take)

    def grant(self, need_cents: int, bank_pays: bool) -> tuple[int, int]:
        """What was left for a need, and the part of the need that is covered: the bank pays it, or
        takes it."""
        if self.ended:
            return 0, 0
        left = self._to_pay if bank_pays else self._to_take
        granted = need_cents if need_cents < left else left
        if self._model is _RETIRE:
            self._to_pay -= granted
            self._to_take -= granted
        elif self._model is _REPLENISH:
            self._to_pay += -granted if bank_pays else granted
            self._to_take = self._to_pay
        elif bank_pays:
            self._to_pay -= granted
        else:
            self._to_take -= granted
        self.ended = not (self._to_pay and self._to_take)
        return left, granted
