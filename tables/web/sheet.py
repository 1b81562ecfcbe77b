"""A round for people to read: each event as a sentence, each wager with what became of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cardroom.money import format_cents
from tables.models import Round
from tables.selectors import SheetLine

_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_WAGERS = {"ante_bonus": "ante bonus", "pair_plus": "pair plus", "six_card_bonus": "6-card bonus"}
Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EventLine:
    """One numbered event."""

    number: int
    sentence: str
    at: datetime
    actor: str


@dataclass(frozen=True, slots=True)
class WagerLine:
    """One wager of a settled round; cents."""

    seat: int
    kind: str
    stake: int
    taken: int
    paid: int
    returned: int
    explain: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole round."""

    events: tuple[EventLine, ...]
    wagers: tuple[WagerLine, ...]
    bank: Payload | None


def read_sheet(row: Round, lines: Sequence[SheetLine], settlement: Payload | None = None) -> Sheet:
    """The sheet of a round from its row and its numbered events; a corrected round's is read from
    its last ``settlement``.

    While the round is open nobody, staff included, reads here what lies face down.
    """
    settlement = (row.settlement or {}) if settlement is None else settlement
    return Sheet(
        events=tuple(
            EventLine(
                line.number,
                sentence_in(row, line),
                line.at,
                line.actor,
            )
            for line in lines
        ),
        wagers=tuple(_wagers(settlement)),
        bank=settlement.get("bank"),
    )


def sentence_in(row: Round, line: SheetLine) -> str:
    """An event of this round as a sentence; while it is open, without what lies face down."""
    if row.status != Round.Status.OPEN:
        return sentence_of(line.kind, line.payload)
    return _open_sentence(line)


def _open_sentence(line: SheetLine) -> str:
    if line.kind == "cards_dealt":
        return "Dealt. The cards can be read here once the round is over."
    return sentence_of(line.kind, line.payload)


def _wagers(settlement: Payload) -> list[WagerLine]:
    """Every wager, hand by hand in the order in which they got action."""
    if not settlement:
        return []
    hands = {hand["seat"]: hand for hand in settlement["hands"]}
    return [
        WagerLine(
            seat=seat,
            kind=_wager(line["kind"]),
            stake=line["stake"],
            taken=line["taken"],
            paid=line["paid"],
            returned=line["returned"],
            explain=line.get("explain", ""),
        )
        for seat in settlement["action"]["order"]
        for line in hands[seat]["wagers"]
    ]


def sentence_of(kind: str, payload: Payload) -> str:
    """An event as a sentence; one of a kind that is not known here is named by its kind."""
    write = _SENTENCES.get(kind)
    return write(payload) if write else kind.replace("_", " ").capitalize() + "."


def cards_text(cards: Sequence[str]) -> str:
    """Cards as people read them.

    >>> cards_text(["Td", "As"])
    '10♦ A♠'
    """
    return " ".join(card[0].replace("T", "10") + _SUITS.get(card[1:], "") for card in cards)


def _wager(kind: str) -> str:
    return _WAGERS.get(kind, kind)


def _bets_closed(event: Payload) -> str:
    if not event["fees"]:
        return "No more bets."
    total = sum(row[3] for row in event["fees"])
    return f"No more bets. Fees taken: {format_cents(total)}."


def _dealt(event: Payload) -> str:
    hands = "; ".join(f"seat {seat} {cards_text(cards)}" for seat, cards in event["hands"])
    up = f", {cards_text([event['face_up']])} up" if event["face_up"] else ""
    return f"Dealt: {hands}; the bank {cards_text(event['bank_cards'])}{up}."


def _button(event: Payload) -> str:
    seat = event["seat"]
    if event["reason"]:
        return f"The floor put the action button at seat {seat}: {event['reason']}."
    moved = (
        f" from seat {event['stopped_at']}, which had no wager,"
        if (event["stopped_at"] != seat)
        else ""
    )
    return f"Counted {event['number']}: the action button goes{moved} to seat {seat}."


def _result(event: Payload) -> str:
    classes = [event[name] for name in ("hand_class", "six_card_class") if event.get(name)]
    said = [event.get("result") or "no result needed", *classes]
    return ", ".join(str(word).replace("_", " ") for word in said)


def _undone(event: Payload) -> str:
    whose = "W" if event["seat"] is None else f"seat {event['seat']}, {_wager(event['wager'])}"
    stands = f"{format_cents(event['cents'])} stands again" if event["cents"] else "nothing stands"
    return f"Taken back: {whose}; {stands}."


_RULED = {"go_on": "go on", "void": "the round is void", "other": "as written"}


def _ruling(event: Payload) -> str:
    incident = event["incident"].replace("_", " ")
    what = f" on {incident}" if incident else ""
    decision = _RULED.get(event["decision"], event["decision"])
    return f"The floor rules{what}: {decision}. {event['reason'].rstrip('.')}."


def _settled(event: Payload) -> str:
    returns = ", ".join(f"seat {seat} {format_cents(cents)}" for seat, cents in event["returns"])
    return f"Settled. Back to the players: {returns}. The bank: {_signed(event['bank_net'])}."


def _signed(cents: int) -> str:
    return f"+{format_cents(cents)}" if cents > 0 else format_cents(cents)


_SENTENCES: dict[str, Callable[[Payload], str]] = {
    "round_opened": lambda e: (
        f"Round {e['round_id']} opened; "
        f"{'seat ' + str(e['bank_seat']) if e['bank_seat'] else 'the house'} banks."
    ),
    "bank_wager_posted": lambda e: f"W posted: {format_cents(e['cents'])}.",
    "wager_placed": lambda e: (
        f"Seat {e['seat']} bets {_wager(e['wager'])} {format_cents(e['cents'])}."
    ),
    "wager_taken_back": lambda e: f"Seat {e['seat']} takes back its {_wager(e['wager'])}.",
    "bets_closed": _bets_closed,
    "cards_dealt": _dealt,
    "up_card_shown": lambda e: f"Up-card: {cards_text([e['card']])}.",
    "button_placed": _button,
    "play_wager_placed": lambda e: f"Seat {e['seat']} plays: {format_cents(e['cents'])}.",
    "hand_folded": lambda e: f"Seat {e['seat']} folds.",
    "hand_entered": lambda e: f"Seat {e['seat']} shows {cards_text(e['cards'])}.",
    "bank_hand_entered": lambda e: f"The bank shows {cards_text(e['cards'])}.",
    "bank_result_entered": lambda e: (
        f"The bank {'qualifies' if e['qualifies'] else 'does not qualify'}, as entered."
    ),
    "result_entered": lambda e: f"Seat {e['seat']}: {_result(e)}, as entered.",
    "hands_revealed": lambda _: "The cards are turned over.",
    "round_settled": _settled,
    "wagers_forgotten": lambda e: (
        f"Somebody else sits down at seat {e['seat']}: no bet from before comes back."
    ),
    "seat_away": lambda e: f"Seat {e['seat']} is away.",
    "wager_undone": _undone,
    "play_wager_returned": lambda e: (
        f"Seat {e['seat']} did not play after all: {format_cents(e['cents'])} goes back."
    ),
    "ruling_made": _ruling,
    "round_frozen": lambda e: f"Frozen: {e['reason'].rstrip('.')}.",
    "round_released": lambda _: "Released: the round goes on.",
    "round_voided": lambda e: f"Void: {e['reason']}. Every wager goes back.",
}
