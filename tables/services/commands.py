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
    """The player at this seat goes, from both of his positions, not in the middle of a round.

    ``chips``: to the cage (they stay in his name until it pays him) or carried away.
    """

    seat: int
    chips: Literal["cage", "carries"] = "cage"


@dataclass(frozen=True, slots=True)
class MoveSeat:
    """The player changes to another seat, here or (``to_table``, an id) at another table."""

    seat: int
    to_seat: int
    to_table: int | None = None


@dataclass(frozen=True, slots=True)
class SecondPosition:
    """The floor permits the player at ``seat`` to bet at the free seat beside it too."""

    seat: int
    to_seat: int


@dataclass(frozen=True, slots=True)
class GiveUpPosition:
    """Of his two positions the player gives this one up, and keeps the other."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReserveSeat:
    """Keep a free seat for a patron."""

    seat: int
    patron_id: int


@dataclass(frozen=True, slots=True)
class ReleaseSeat:
    """The seat is no longer kept for anybody."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatAway:
    """The player is away from the table: his chips stay, his bets are not repeated."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatBack:
    """The player is back."""

    seat: int


@dataclass(frozen=True, slots=True)
class SellChips:
    """The player at a seat buys chips of the table: his cash goes into the drop box."""

    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class ChipsFromPocket:
    """The player puts chips on the table that he carried with him."""

    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class Toke:
    """The player tips the dealer in chips."""

    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class CountSeat:
    """The floor has counted the chips at a seat, bets that are not taken yet included."""

    seat: int
    cents: int
    reason: str


@dataclass(frozen=True, slots=True)
class RelieveDealer:
    """Another house dealer takes over the table, also in the middle of a round."""

    dealer_id: int


@dataclass(frozen=True, slots=True)
class ChooseCapture:
    """From the next round on the dealer enters every card, or the results alone."""

    capture: Literal["cards", "results"]


@dataclass(frozen=True, slots=True)
class OfferBank:
    """The player-dealer position was offered to a seat, and this was the answer."""

    seat: int
    answer: Literal["accepted", "declined", "absent", "cannot"]


@dataclass(frozen=True, slots=True)
class PassBank:
    """The player-dealer gives up the position before his hands are up."""


@dataclass(frozen=True, slots=True)
class OverruleRotation:
    """The floor lets one more hand be dealt although an offer is due. It counts as a violation."""

    reason: str


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


@dataclass(frozen=True, slots=True)
class DecideAway:
    """The player in turn is away: the pack's house way decides for him, or he folds."""

    seat: int


Command = (
    SeatPlayer
    | LeaveSeat
    | MoveSeat
    | SecondPosition
    | GiveUpPosition
    | ReserveSeat
    | ReleaseSeat
    | SeatAway
    | SeatBack
    | SellChips
    | ChipsFromPocket
    | Toke
    | CountSeat
    | RelieveDealer
    | ChooseCapture
    | OfferBank
    | PassBank
    | OverruleRotation
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
    | actions.EnterBankResult
    | actions.EnterResult
    | actions.Undo
    | actions.ChangeDecision
    | actions.Rule
    | actions.Freeze
    | actions.Release
    | DecideAway
)

BY_NAME: dict[str, type[Command]] = {
    "seat_player": SeatPlayer,
    "leave_seat": LeaveSeat,
    "move_seat": MoveSeat,
    "second_position": SecondPosition,
    "give_up_position": GiveUpPosition,
    "reserve_seat": ReserveSeat,
    "release_seat": ReleaseSeat,
    "seat_away": SeatAway,
    "seat_back": SeatBack,
    "sell_chips": SellChips,
    "chips_from_pocket": ChipsFromPocket,
    "toke": Toke,
    "count_seat": CountSeat,
    "relieve_dealer": RelieveDealer,
    "choose_capture": ChooseCapture,
    "offer_bank": OfferBank,
    "pass_bank": PassBank,
    "overrule_rotation": OverruleRotation,
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
    "enter_bank_result": actions.EnterBankResult,
    "enter_result": actions.EnterResult,
    "undo": actions.Undo,
    "change_decision": actions.ChangeDecision,
    "decide_away": DecideAway,
    "rule": actions.Rule,
    "freeze_round": actions.Freeze,
    "release_round": actions.Release,
}
NAMES: dict[type[Command], str] = {command: name for name, command in BY_NAME.items()}

# Everything else is dealing, which dealers and floor staff may do.
FLOOR_ONLY: frozenset[type[Command]] = frozenset(
    {
        SeatPlayer,
        LeaveSeat,
        MoveSeat,
        SecondPosition,
        GiveUpPosition,
        ReserveSeat,
        ReleaseSeat,
        CountSeat,
        RelieveDealer,
        ChooseCapture,
        OverruleRotation,
        actions.SetButton,
        actions.Void,
        actions.Rule,
        actions.Release,
    }
)


def permission_for(command: type[Command]) -> Permission:
    """What a caller must be allowed to do to give this command."""
    return Permission.RUN_TABLE if command in FLOOR_ONLY else Permission.DEAL
