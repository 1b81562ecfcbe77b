"""What can be asked of a table, as values.

The engine's own actions are commands too; here are the ones that concern people and chips, and
the list of all by name. Amounts are cents.
"""

from dataclasses import dataclass
from typing import Literal

from cardroom.people.roles import Permission
from tables.engine import actions


@dataclass(frozen=True, slots=True)
class SeatPlayer:
    """Give a free seat to a patron."""

    seat: int
    patron_id: int


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """The player at this seat goes, not in the middle of a round."""

    seat: int


@dataclass(frozen=True, slots=True)
class OfferBank:
    """The player-dealer position was offered to a seat, and this was the answer."""

    seat: int
    answer: Literal["accepted", "declined", "absent", "cannot"]


@dataclass(frozen=True, slots=True)
class PassBank:
    """The player-dealer gives up the position before his hands are up."""


@dataclass(frozen=True, slots=True)
class RepeatBets:
    """Every seat without a wager bets again what it bet last, where limits and chips allow."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the round from the built-in electronic deck."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A player plays (makes the play wager) or folds."""

    seat: int
    decision: Literal["play", "fold"]


@dataclass(frozen=True, slots=True)
class DecideRest:
    """Everybody who has not decided yet plays."""


Command = (
    SeatPlayer
    | LeaveSeat
    | OfferBank
    | PassBank
    | RepeatBets
    | Deal
    | Decide
    | DecideRest
    | actions.PostBankWager
    | actions.PlaceWager
    | actions.CallNoMoreBets
    | actions.ShowUpCard
    | actions.SetButton
    | actions.EnterHand
    | actions.EnterBankHand
    | actions.Reveal
    | actions.Close
    | actions.Void
)

BY_NAME: dict[str, type[Command]] = {
    "seat_player": SeatPlayer,
    "leave_seat": LeaveSeat,
    "offer_bank": OfferBank,
    "pass_bank": PassBank,
    "post_bank_wager": actions.PostBankWager,
    "place_wager": actions.PlaceWager,
    "repeat_bets": RepeatBets,
    "no_more_bets": actions.CallNoMoreBets,
    "deal": Deal,
    "show_up_card": actions.ShowUpCard,
    "set_button": actions.SetButton,
    "decide": Decide,
    "decide_rest": DecideRest,
    "enter_hand": actions.EnterHand,
    "enter_bank_hand": actions.EnterBankHand,
    "reveal": actions.Reveal,
    "close_round": actions.Close,
    "void_round": actions.Void,
}
NAMES: dict[type[Command], str] = {command: name for name, command in BY_NAME.items()}

# Everything else is dealing, which dealers and floor staff may do.
FLOOR_ONLY: frozenset[type[Command]] = frozenset(
    {SeatPlayer, LeaveSeat, actions.SetButton, actions.Void}
)


def permission_for(command: type[Command]) -> Permission:
    """What a caller must be allowed to do to give this command."""
    return Permission.RUN_TABLE if command in FLOOR_ONLY else Permission.DEAL
