"""A round for people to read: each event as a sentence, each wager with what became of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from cardroom.language import words
from cardroom.money import format_cents
from tables.models import Round
from tables.selectors import SheetLine

_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_WAGERS = {
    "ante": gettext_lazy("ante"),
    "play": gettext_lazy("play"),
    "bonus": gettext_lazy("bonus"),
    "ante_bonus": gettext_lazy("ante bonus"),
    "pair_plus": gettext_lazy("pair plus"),
    "six_card_bonus": gettext_lazy("6-card bonus"),
}
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
        return gettext("Dealt. The cards can be read here once the round is over.")
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
    return write(payload) if write else words(kind) + "."


def cards_text(cards: Sequence[str]) -> str:
    """Cards as people read them.

    >>> cards_text(["Td", "As"])
    '10♦ A♠'
    """
    return " ".join(card[0].replace("T", "10") + _SUITS.get(card[1:], "") for card in cards)


def _wager(kind: str) -> str:
    return str(_WAGERS.get(kind, kind))


def _bets_closed(event: Payload) -> str:
    if not event["fees"]:
        return gettext("No more bets.")
    total = sum(row[3] for row in event["fees"])
    return gettext("No more bets. Fees taken: %(total)s.") % {"total": format_cents(total)}


def _dealt(event: Payload) -> str:
    hands = "; ".join(
        gettext("seat %(seat)s %(cards)s") % {"seat": seat, "cards": cards_text(cards)}
        for seat, cards in event["hands"]
    )
    up = gettext("Dealt: %(hands)s; the bank %(cards)s, %(up_card)s up.")
    down = gettext("Dealt: %(hands)s; the bank %(cards)s.")
    return (up if event["face_up"] else down) % {
        "hands": hands,
        "cards": cards_text(event["bank_cards"]),
        "up_card": cards_text([event["face_up"]]) if event["face_up"] else "",
    }


def _button(event: Payload) -> str:
    seat = event["seat"]
    if event["reason"]:
        return gettext("The floor put the action button at seat %(seat)s: %(reason)s.") % {
            "seat": seat,
            "reason": event["reason"],
        }
    moved = gettext(
        "Counted %(number)s: the action button goes from seat %(stopped_at)s, which had no wager, "
        "to seat %(seat)s."
    )
    stays = gettext("Counted %(number)s: the action button goes to seat %(seat)s.")
    return (stays if event["stopped_at"] == seat else moved) % event


def _result(event: Payload) -> str:
    classes = [event[name] for name in ("hand_class", "six_card_class") if event.get(name)]
    said = [event.get("result") or "no_result_needed", *classes]
    return ", ".join(words(str(word)).lower() for word in said)


def _undone(event: Payload) -> str:
    whose = (
        "W"
        if event["seat"] is None
        else gettext("seat %(seat)s, %(wager)s")
        % {"seat": event["seat"], "wager": _wager(event["wager"])}
    )
    stands = (
        gettext("%(amount)s stands again") % {"amount": format_cents(event["cents"])}
        if event["cents"]
        else gettext("nothing stands")
    )
    return gettext("Taken back: %(whose)s; %(stands)s.") % {"whose": whose, "stands": stands}


_RULED = {
    "go_on": gettext_lazy("go on"),
    "void": gettext_lazy("the round is void"),
    "other": gettext_lazy("as written"),
}


def _ruling(event: Payload) -> str:
    incident = event["incident"]
    decision = _RULED.get(event["decision"], event["decision"])
    named = gettext("The floor rules on %(incident)s: %(decision)s. %(reason)s.")
    unnamed = gettext("The floor rules: %(decision)s. %(reason)s.")
    return (named if incident else unnamed) % {
        "incident": words(incident).lower(),
        "decision": decision,
        "reason": event["reason"].rstrip("."),
    }


def _settled(event: Payload) -> str:
    returns = ", ".join(
        gettext("seat %(seat)s %(cents)s") % {"seat": seat, "cents": format_cents(cents)}
        for seat, cents in event["returns"]
    )
    return gettext("Settled. Back to the players: %(returns)s. The bank: %(signed)s.") % {
        "returns": returns,
        "signed": _signed(event["bank_net"]),
    }


def _signed(cents: int) -> str:
    return f"+{format_cents(cents)}" if cents > 0 else format_cents(cents)


_SENTENCES: dict[str, Callable[[Payload], str]] = {
    "round_opened": lambda e: (
        gettext("Round %(round_id)s opened; seat %(bank_seat)s banks.") % e
        if e["bank_seat"]
        else gettext("Round %(round_id)s opened; the house banks.") % e
    ),
    "bank_wager_posted": lambda e: (
        gettext("W posted: %(cents)s.") % {"cents": format_cents(e["cents"])}
    ),
    "wager_placed": lambda e: (
        gettext("Seat %(seat)s bets %(wager)s %(cents)s.")
        % {"seat": e["seat"], "wager": _wager(e["wager"]), "cents": format_cents(e["cents"])}
    ),
    "wager_taken_back": lambda e: (
        gettext("Seat %(seat)s takes back its %(wager)s.")
        % {"seat": e["seat"], "wager": _wager(e["wager"])}
    ),
    "bets_closed": _bets_closed,
    "cards_dealt": _dealt,
    "up_card_shown": lambda e: gettext("Up-card: %(card)s.") % {"card": cards_text([e["card"]])},
    "button_placed": _button,
    "play_wager_placed": lambda e: (
        gettext("Seat %(seat)s plays: %(cents)s.")
        % {"seat": e["seat"], "cents": format_cents(e["cents"])}
    ),
    "hand_folded": lambda e: gettext("Seat %(seat)s folds.") % {"seat": e["seat"]},
    "hand_entered": lambda e: (
        gettext("Seat %(seat)s shows %(cards)s.")
        % {"seat": e["seat"], "cards": cards_text(e["cards"])}
    ),
    "bank_hand_entered": lambda e: (
        gettext("The bank shows %(cards)s.") % {"cards": cards_text(e["cards"])}
    ),
    "bank_result_entered": lambda e: (
        gettext("The bank qualifies, as entered.")
        if e["qualifies"]
        else gettext("The bank does not qualify, as entered.")
    ),
    "result_entered": lambda e: (
        gettext("Seat %(seat)s: %(result)s, as entered.")
        % {"seat": e["seat"], "result": _result(e)}
    ),
    "hands_revealed": lambda _: gettext("The cards are turned over."),
    "round_settled": _settled,
    "wagers_forgotten": lambda e: (
        gettext("Somebody else sits down at seat %(seat)s: no bet from before comes back.")
        % {"seat": e["seat"]}
    ),
    "seat_away": lambda e: gettext("Seat %(seat)s is away.") % {"seat": e["seat"]},
    "wager_undone": _undone,
    "play_wager_returned": lambda e: (
        gettext("Seat %(seat)s did not play after all: %(cents)s goes back.")
        % {"seat": e["seat"], "cents": format_cents(e["cents"])}
    ),
    "ruling_made": _ruling,
    "round_frozen": lambda e: gettext("Frozen: %(reason)s.") % {"reason": e["reason"].rstrip(".")},
    "round_released": lambda _: gettext("Released: the round goes on."),
    "round_voided": lambda e: (
        gettext("Void: %(reason)s. Every wager goes back.") % {"reason": e["reason"]}
    ),
}
