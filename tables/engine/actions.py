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
    """The player-dealer's face-up card, dealt by hand; asked again it corrects the first. Where
    results are captured its rank alone is enough."""

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


@dataclass(frozen=True, slots=True)
class FoldAway:
    """Fold the hand of a player who is away when he should decide."""

    seat: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last wager, or change of W, of the betting."""


@dataclass(frozen=True, slots=True)
class Forget:
    """Somebody else sits down: what was bet at the seat before him can't be undone any more."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChangeDecision:
    """Change a fold to a play or a play to a fold, until the round is closed."""

    seat: int
    decision: str


@dataclass(frozen=True, slots=True)
class Rule:
    """The floor rules on an irregularity (``incident`` may be empty: something else) or a dispute.
    ``decision`` is go_on, void or other; the reason is kept."""

    incident: str
    decision: str
    reason: str


@dataclass(frozen=True, slots=True)
class Freeze:
    """Freeze the round for a dispute: only a ruling, a void or the release moves it."""

    reason: str


@dataclass(frozen=True, slots=True)
class Release:
    """The dispute is over, the round goes on."""


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
    | FoldAway
    | Undo
    | Forget
    | ChangeDecision
    | Rule
    | Freeze
    | Release
)
