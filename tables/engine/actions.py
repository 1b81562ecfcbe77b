"""What may be asked of a round. Requests are never stored; see :mod:`tables.engine.events`."""

from dataclasses import dataclass

from tables.engine.ranking import HandClass
from tables.engine.sixcard import SixCardClass
from tables.engine.wagers import Result, WagerKind


@dataclass(frozen=True, slots=True)
class PostBankWager:
    """The player-dealer posts W, the most he can win or lose in this round, in cents."""

    cents: int


@dataclass(frozen=True, slots=True)
class PlaceWager:
    """A player's wager in cents, in place of what he had there; 0 takes it back."""

    seat: int
    kind: WagerKind
    cents: int


@dataclass(frozen=True, slots=True)
class CallNoMoreBets:
    """The house dealer calls "no more bets": wagers and W lock and the fees fall due."""


@dataclass(frozen=True, slots=True)
class DealElectronic:
    """Deal from the built-in deck: a full shoe, in dealing order."""

    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShowUpCard:
    """The player-dealer's face-up card, dealt by hand; asked again it corrects the first."""

    card: str


@dataclass(frozen=True, slots=True)
class SetButton:
    """The floor sets the action button by hand; the reason is kept."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class Play:
    """Stay in the game with a play wager equal to the ante (California, rule 7 (b))."""

    seat: int


@dataclass(frozen=True, slots=True)
class Fold:
    """Give the hand up (California, rule 7 (a))."""

    seat: int


@dataclass(frozen=True, slots=True)
class HouseWay:
    """Play an absent player's hand: queen-high or better plays, anything less folds. Only where
    the pack has the option, and the hand's cards are known."""

    seat: int


@dataclass(frozen=True, slots=True)
class EnterHand:
    """A player's three cards as shown; asked again before the round is closed it corrects them."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EnterBankHand:
    """The bank's three cards as shown; asked again before the round is closed it corrects them."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EnterBankResult:
    """Whether the bank qualifies, at a table that captures results."""

    qualifies: bool


@dataclass(frozen=True, slots=True)
class EnterResult:
    """How a hand ended, at a table that captures results: ``result`` where it stayed and the bank
    qualifies, and the classes that its side wagers are paid on, None where they lose."""

    seat: int
    result: Result | None = None
    hand_class: HandClass | None = None
    six_card_class: SixCardClass | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """Turn over all hands of an electronic deal."""


@dataclass(frozen=True, slots=True)
class Close:
    """Accept the settlement: the round is over."""


@dataclass(frozen=True, slots=True)
class Void:
    """Call the round void: every wager, W included, goes back."""

    reason: str


Action = (
    PostBankWager
    | PlaceWager
    | CallNoMoreBets
    | DealElectronic
    | ShowUpCard
    | SetButton
    | Play
    | Fold
    | HouseWay
    | EnterHand
    | EnterBankHand
    | EnterBankResult
    | EnterResult
    | Reveal
    | Close
    | Void
)
