"""The round record: a whole round as JSON, read strictly and settled (docs/settle_round.md).

It is the format of disputes and what-ifs, and of evidence. A record is refused with the path of its
first fault, in the order of the record.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tables.engine.cards import RANKS
from tables.engine.coverage import ButtonCount, place_button
from tables.engine.faults import Faults
from tables.engine.judging import BankFacts, Capture, HandFacts, judge_bank
from tables.engine.options import BankKind
from tables.engine.packs import RulePack, pack_from_rules
from tables.engine.reading import (
    below,
    missing,
    read_bool,
    read_card,
    read_cents,
    read_choice,
    read_int,
    read_object,
    read_text,
    shortened,
)
from tables.engine.record_hands import Table, read_hands, read_three_cards
from tables.engine.refusals import Refusal, RuleError
from tables.engine.settlement import Settlement, settle

SCHEMA = "cardroom.round/1"
_FIELDS = ("schema", "capture", "rules", "table", "bank", "hands")
_QUALIFYING_RANKS = "QKA"


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round that was read: everything that its settlement needs. Amounts are cents."""

    pack: RulePack
    table_seats: int
    decks: int
    bank: BankFacts
    hands: tuple[HandFacts, ...]
    bank_seat: int | None = None
    bank_wager: int | None = None
    face_up: str | None = None

    @property
    def button(self) -> ButtonCount | None:
        """Where the up-card places the action button; None where the house banks."""
        if self.bank_seat is None or self.face_up is None:
            return None
        live = {hand.seat for hand in self.hands}
        rank = self.face_up[0]
        return place_button(self.pack.button, rank, self.bank_seat, self.table_seats, live)


def settle_record(data: object) -> Settlement:
    """The settlement of a round record. Raises RuleError with the path of its first fault."""
    record = read_round(data)
    button = record.button
    return settle(
        record.pack,
        record.table_seats,
        record.bank,
        record.hands,
        bank_wager=record.bank_wager,
        button_seat=None if button is None else button.seat,
    )


def read_round(data: object) -> RoundRecord:
    """A round record, checked. Raises RuleError with the path of its first fault."""
    record = read_object(data, "")
    faults = Faults(record)
    with faults:
        _read_schema(record)
    capture: Capture | None = None
    with faults:
        given = record.get("capture", Capture.CARDS.value)
        capture = read_choice(given, "capture", Capture)
    pack: RulePack | None = None
    with faults:
        pack = pack_from_rules(_member(record, "", "rules"))
    table = Table(faults, pack, capture or Capture.CARDS)
    table.check_keys(record, "", _FIELDS)
    with faults:
        _read_table(table, read_object(_member(record, "", "table"), "table"))
    if capture is None:
        faults.raise_first()  # what the bank and the hands must say depends on it
    bank = _BankReader(table)
    with faults:
        bank.read(read_object(_member(record, "", "bank"), "bank"))
    hands: tuple[HandFacts, ...] = ()
    with faults:
        hands = read_hands(table, _member(record, "", "hands"), "hands")
    faults.raise_first()
    if pack is None or table.seats is None or table.decks is None or table.bank is None:
        raise AssertionError("a record without a fault has all of its parts")
    return RoundRecord(
        pack,
        table.seats,
        table.decks,
        table.bank,
        hands,
        bank_seat=table.bank_seat,
        bank_wager=bank.wager,
        face_up=bank.face_up,
    )


def _member(given: Mapping[str, object], path: str, key: str) -> object:
    if key not in given:
        raise missing(path, key)
    return given[key]


def _read_schema(record: Mapping[str, object]) -> None:
    value = _member(record, "", "schema")
    if value != SCHEMA:
        raise RuleError(
            Refusal.UNKNOWN_SCHEMA, field="schema", value=shortened(value), expected=SCHEMA
        )


def _read_table(table: Table, given: Mapping[str, object]) -> None:
    table.check_keys(given, "table", ("seats", "decks"))
    text = None if table.pack is None else table.pack.text
    with table.faults:
        low, high = (1, None) if text is None else (text.seats_min, text.seats_max)
        table.seats = read_int(_member(given, "table", "seats"), "table.seats", low, high)
    with table.faults:
        most = None if text is None else text.decks_max
        table.decks = read_int(_member(given, "table", "decks"), "table.decks", 1, most)


class _BankReader:
    """The bank of a record: the house, or a player-dealer with a seat, a wager and an up-card."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.player_banked = True
        self.wager: int | None = None
        self.face_up: str | None = None

    def read(self, given: Mapping[str, object]) -> None:
        table = self.table
        known = "cards" if table.capture is Capture.CARDS else "qualifies"
        table.check_keys(given, "bank", ("kind", "seat", "wager", known, "face_up"))
        with table.faults:
            self._read_kind(given)
        if not self.player_banked:
            for name in ("seat", "wager", "face_up"):
                if name in given:
                    error = RuleError(
                        Refusal.PLAYER_DEALER_ONLY, field=below("bank", name), name=name
                    )
                    table.faults.note(error)
        else:
            with table.faults:
                seat = read_int(_member(given, "bank", "seat"), "bank.seat")
                table.bank_seat = table.check_seat(seat, "bank.seat")
            with table.faults:
                self.wager = read_cents(_member(given, "bank", "wager"), "bank.wager")
        if table.capture is Capture.CARDS:
            self._read_cards(given)
        else:
            self._read_results(given)

    def _read_kind(self, given: Mapping[str, object]) -> None:
        """The kind of bank; what else belongs to it goes by the pack, if that is known."""
        pack = self.table.pack
        if pack is not None:
            self.player_banked = pack.player_banked
        kind = read_choice(_member(given, "bank", "kind"), "bank.kind", BankKind)
        if pack is None:
            self.player_banked = kind is BankKind.PLAYER_DEALER
        elif kind is not pack.text.bank:
            raise RuleError(
                Refusal.BANK_DOES_NOT_FIT,
                field="bank.kind",
                pack=pack.base,
                expected=pack.text.bank.value,
            )

    def _read_cards(self, given: Mapping[str, object]) -> None:
        cards: tuple[str, ...] | None = None
        with self.table.faults:
            cards = read_three_cards(self.table, _member(given, "bank", "cards"), "bank.cards")
        if cards is not None:
            self.table.bank = judge_bank(cards)
        if not self.player_banked:
            return
        with self.table.faults:
            card = read_card(_member(given, "bank", "face_up"), "bank.face_up")
            if cards is not None and card not in cards:
                raise RuleError(Refusal.FACE_UP_NOT_IN_HAND, field="bank.face_up", card=card)
            self.face_up = card

    def _read_results(self, given: Mapping[str, object]) -> None:
        if self.player_banked:
            with self.table.faults:
                self.face_up = _read_card_or_rank(_member(given, "bank", "face_up"))
        with self.table.faults:
            at = "bank.qualifies"
            plays = read_bool(_member(given, "bank", "qualifies"), at)
            if not plays and self.face_up is not None and self.face_up[0] in _QUALIFYING_RANKS:
                raise RuleError(Refusal.UP_CARD_QUALIFIES, field=at, card=self.face_up)
            self.table.bank = BankFacts(plays)


def _read_card_or_rank(value: object) -> str:
    """An up-card of which only the rank need be known, since suits place no button."""
    text = read_text(value, "bank.face_up")
    return text if len(text) == 1 and text in RANKS else read_card(text, "bank.face_up")
