"""What happened in a round. Only these facts are stored and sent; a round's state is their fold.

Every event is plain data: texts, whole numbers (cents), and tuples of them. ``kind`` names it.
"""

from dataclasses import dataclass, fields
from typing import Any, ClassVar

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round begins, under the rules, limits and fees that it keeps to its end."""

    kind: ClassVar[str] = "round_opened"
    round_id: str
    rules: dict[str, Any]
    table_seats: int
    decks: int
    limits: dict[str, Any]
    fees: tuple[Any, ...] | None
    bank_seat: int | None
    source: str
    capture: str = "cards"


@dataclass(frozen=True, slots=True)
class BankWagerPosted:
    kind: ClassVar[str] = "bank_wager_posted"
    cents: int


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    kind: ClassVar[str] = "wager_placed"
    seat: int
    wager: str
    cents: int


@dataclass(frozen=True, slots=True)
class WagerTakenBack:
    kind: ClassVar[str] = "wager_taken_back"
    seat: int
    wager: str


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """No more bets. ``fees`` are the fees due: seat, payer, wager and cents of each."""

    kind: ClassVar[str] = "bets_closed"
    fees: tuple[tuple[int, str, str, int], ...]


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """An electronic deal: every hand by seat, the bank's, which one is up, and the hands of empty
    positions that went to the discard rack. All but the up-card is secret until the reveal."""

    kind: ClassVar[str] = "cards_dealt"
    hands: tuple[tuple[int, Cards], ...]
    bank_cards: Cards
    face_up: str | None
    discarded: tuple[tuple[int, Cards], ...]


@dataclass(frozen=True, slots=True)
class UpCardShown:
    kind: ClassVar[str] = "up_card_shown"
    card: str


@dataclass(frozen=True, slots=True)
class ButtonPlaced:
    """The action button: placed by the up-card (``number`` counted, ``stopped_at`` a seat), or by
    the floor with a ``reason``."""

    kind: ClassVar[str] = "button_placed"
    seat: int
    number: int | None
    stopped_at: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class PlayWagerPlaced:
    kind: ClassVar[str] = "play_wager_placed"
    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class HandFolded:
    kind: ClassVar[str] = "hand_folded"
    seat: int


@dataclass(frozen=True, slots=True)
class HandEntered:
    kind: ClassVar[str] = "hand_entered"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class BankHandEntered:
    kind: ClassVar[str] = "bank_hand_entered"
    cards: Cards


@dataclass(frozen=True, slots=True)
class BankResultEntered:
    kind: ClassVar[str] = "bank_result_entered"
    qualifies: bool


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """How a hand ended, entered without its cards; see the action of that name."""

    kind: ClassVar[str] = "result_entered"
    seat: int
    result: str | None
    hand_class: str | None
    six_card_class: str | None


@dataclass(frozen=True, slots=True)
class HandsRevealed:
    kind: ClassVar[str] = "hands_revealed"


@dataclass(frozen=True, slots=True)
class RoundSettled:
    """The round is over. ``returns`` is what each player's seat gets out of the pot, in cents, and
    ``bank_net`` what the bank won (below zero: lost)."""

    kind: ClassVar[str] = "round_settled"
    returns: tuple[tuple[int, int], ...]
    bank_net: int


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round is void: all wagers go back; ``fees`` says what happens to the fees."""

    kind: ClassVar[str] = "round_voided"
    reason: str
    fees: str


@dataclass(frozen=True, slots=True)
class SeatAway:
    """The player was away when he should decide; what was decided for him follows."""

    kind: ClassVar[str] = "seat_away"
    seat: int


@dataclass(frozen=True, slots=True)
class WagerUndone:
    """The last change of the betting is taken back: ``cents`` is what stands again, 0 for nothing.
    ``seat`` None is the player-dealer's W."""

    kind: ClassVar[str] = "wager_undone"
    seat: int | None
    wager: str
    cents: int


@dataclass(frozen=True, slots=True)
class WagersForgotten:
    """Somebody else has the seat: no wager that was laid there before him comes back."""

    kind: ClassVar[str] = "wagers_forgotten"
    seat: int


@dataclass(frozen=True, slots=True)
class PlayWagerReturned:
    """A play wager goes back, because the hand was folded after all."""

    kind: ClassVar[str] = "play_wager_returned"
    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class RulingMade:
    """The floor ruled; see the action of that name."""

    kind: ClassVar[str] = "ruling_made"
    incident: str
    decision: str
    reason: str


@dataclass(frozen=True, slots=True)
class RoundFrozen:
    kind: ClassVar[str] = "round_frozen"
    reason: str


@dataclass(frozen=True, slots=True)
class RoundReleased:
    kind: ClassVar[str] = "round_released"


Event = (
    RoundOpened
    | BankWagerPosted
    | WagerPlaced
    | WagerTakenBack
    | BetsClosed
    | CardsDealt
    | UpCardShown
    | ButtonPlaced
    | PlayWagerPlaced
    | HandFolded
    | HandEntered
    | BankHandEntered
    | BankResultEntered
    | ResultEntered
    | HandsRevealed
    | RoundSettled
    | RoundVoided
    | SeatAway
    | WagerUndone
    | WagersForgotten
    | PlayWagerReturned
    | RulingMade
    | RoundFrozen
    | RoundReleased
)
_BY_KIND: dict[str, type[Any]] = {event.kind: event for event in Event.__args__}


def to_dict(event: Event) -> dict[str, Any]:
    """An event as JSON.

    >>> to_dict(HandFolded(seat=3))
    {'kind': 'hand_folded', 'seat': 3}
    """
    return {
        "kind": event.kind,
        **{f.name: getattr(event, f.name) for f in fields(event)},
    }


def from_dict(data: dict[str, Any]) -> Event:
    """An event from its JSON. Raises KeyError for an unknown kind, TypeError for wrong fields.

    >>> from_dict({"kind": "hand_folded", "seat": 3})
    HandFolded(seat=3)
    """
    values = {name: frozen(value) for name, value in data.items() if name != "kind"}
    event: Event = _BY_KIND[data["kind"]](**values)
    return event


def frozen(value: Any) -> Any:
    """Plain data with tuples where JSON has lists, so that an event equals itself after JSON."""
    if isinstance(value, list | tuple):
        return tuple(frozen(entry) for entry in value)
    if isinstance(value, dict):
        return {key: frozen(entry) for key, entry in value.items()}
    return value
