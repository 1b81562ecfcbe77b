"""Reading the hands of a round record, whether their cards were captured or their results."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from tables.engine.faults import Faults
from tables.engine.judging import (
    BankFacts,
    Capture,
    HandFacts,
    judge_hand,
    judge_result,
    result_without_cards,
)
from tables.engine.packs import RulePack
from tables.engine.ranking import HandClass
from tables.engine.reading import (
    below,
    missing,
    read_card,
    read_cents,
    read_choice,
    read_int,
    read_list,
    read_object,
    read_one_of,
    wrong_type,
)
from tables.engine.refusals import Refusal, RuleError
from tables.engine.sixcard import SixCardClass
from tables.engine.wagering import check_limits, check_together, read_kind
from tables.engine.wagers import WAGER_NAMES, Decision, Result, WagerKind

HAND_CARDS = 3
# The results that a dealer enters for a hand that stayed against a bank that qualified.
_RESULTS = [Result.WIN.value, Result.LOSE.value, Result.PUSH.value]


@dataclass(slots=True)
class Table:
    """What the reading of a record knows so far; None where it could not be read."""

    faults: Faults
    pack: RulePack | None
    capture: Capture
    seats: int | None = None
    decks: int | None = None
    bank_seat: int | None = None
    bank: BankFacts | None = None
    cards_out: Counter[str] = field(default_factory=Counter)

    def check_keys(self, given: Mapping[str, object], path: str, known: tuple[str, ...]) -> None:
        """Note every key that does not belong to an object."""
        for name in given:
            if name not in known:
                self.faults.note(RuleError(Refusal.UNKNOWN_KEY, field=below(path, name), name=name))

    def check_seat(self, seat: int, path: str) -> int:
        if self.seats is not None and not 1 <= seat <= self.seats:
            raise RuleError(Refusal.NO_SUCH_SEAT, field=path, seat=seat, seats=self.seats)
        return seat


def read_three_cards(table: Table, value: object, path: str) -> tuple[str, ...] | None:
    """A hand's cards, counted against the decks; None if any of them is at fault.

    Raises RuleError for another number of cards, and notes the faults of single cards.
    """
    given = read_list(value, path)
    if len(given) != HAND_CARDS:
        raise RuleError(
            Refusal.WRONG_NUMBER_OF_CARDS, field=path, expected=HAND_CARDS, found=len(given)
        )
    cards: list[str] = []
    for at, entry in enumerate(given):
        with table.faults:
            card = read_card(entry, below(path, at))
            table.cards_out[card] += 1
            if table.decks is not None and table.cards_out[card] > table.decks:
                raise RuleError(
                    Refusal.CARD_USED_UP, field=below(path, at), card=card, decks=table.decks
                )
            cards.append(card)
    return tuple(cards) if len(cards) == HAND_CARDS else None


def read_hands(table: Table, value: object, path: str) -> tuple[HandFacts, ...]:
    """All hands; those at fault are left out, their faults noted. Raises RuleError."""
    given = read_list(value, path)
    if not given:
        raise RuleError(Refusal.NO_HANDS, field=path)
    taken: set[int] = set()
    hands: list[HandFacts] = []
    for at, entry in enumerate(given):
        where = below(path, at)
        with table.faults:
            hand = _HandReader(table, read_object(entry, where), where).read(taken)
            if hand is not None:
                hands.append(hand)
    return tuple(hands)


class _HandReader:
    """One hand of a record. Each part notes its own faults; without any the hand is made."""

    def __init__(self, table: Table, given: Mapping[str, object], path: str) -> None:
        self.table = table
        self.given = given
        self.path = path

    def read(self, taken: set[int]) -> HandFacts | None:
        table, by_cards = self.table, self.table.capture is Capture.CARDS
        seen = ("cards",) if by_cards else ("result", "class", "six_card_class")
        table.check_keys(self.given, self.path, ("seat", *seen, "wagers", "decision"))
        before = len(table.faults)
        seat = 0
        with table.faults:
            seat = self._seat(taken)
        wagers: dict[WagerKind, int] = {}
        with table.faults:
            wagers = self._wagers(seat)
        decision: Decision | None = None
        with table.faults:
            decision = self._decision()
        cards = facts = None
        if by_cards:
            with table.faults:
                cards = self._cards()
        else:
            facts = self._facts()
        if len(table.faults) > before or table.bank is None:
            return None
        if facts is not None:
            return judge_result(table.bank, seat, wagers, decision, *facts)
        return judge_hand(table.bank, seat, wagers, decision, cards)

    def _at(self, key: str) -> str:
        return below(self.path, key)

    def _seat(self, taken: set[int]) -> int:
        if "seat" not in self.given:
            raise missing(self.path, "seat")
        at = self._at("seat")
        seat = self.table.check_seat(read_int(self.given["seat"], at), at)
        if seat == self.table.bank_seat:
            raise RuleError(Refusal.SEAT_IS_THE_BANK, field=at, seat=seat)
        if seat in taken:
            raise RuleError(Refusal.SEAT_HAS_A_HAND, field=at, seat=seat)
        taken.add(seat)
        return seat

    def _wagers(self, seat: int) -> dict[WagerKind, int]:
        if "wagers" not in self.given:
            raise missing(self.path, "wagers")
        path, pack = self._at("wagers"), self.table.pack
        given = read_object(self.given["wagers"], path)
        before = len(self.table.faults)
        wagers: dict[WagerKind, int] = {}
        for name, value in given.items():
            with self.table.faults:
                cents = read_cents(value, below(path, name))
                if pack is not None:
                    kind = read_kind(pack, name, below(path, name))
                    check_limits(
                        pack.limits, name, cents, below(path, name), name=WAGER_NAMES[kind]
                    )
                    wagers[kind] = cents
        if pack is not None and len(self.table.faults) == before:
            check_together(pack, wagers, path, seat)
        return wagers

    def _has_wager(self, kind: WagerKind) -> bool:
        given = self.given.get("wagers")
        return isinstance(given, Mapping) and kind.value in given

    def _decision(self) -> Decision | None:
        at = self._at("decision")
        value = self.given.get("decision")
        if value is not None:
            decision = read_choice(value, at, Decision)
            if not self._has_wager(WagerKind.ANTE):
                raise RuleError(Refusal.DECISION_WITHOUT_ANTE, field=at)
            return decision
        if self._has_wager(WagerKind.ANTE):
            raise RuleError(Refusal.DECISION_REQUIRED, field=at)
        return None

    @property
    def _asked(self) -> Decision | None:
        """The decision as it is written, whether or not it fits the wagers."""
        value = self.given.get("decision")
        return Decision(value) if value in ("play", "fold") else None

    @property
    def _undecided(self) -> bool:
        """Whether it cannot be said if the hand stayed: its decision is missing or unreadable."""
        value = self.given.get("decision")
        return self._asked is None and (value is not None or self._has_wager(WagerKind.ANTE))

    def _cards(self) -> tuple[str, ...] | None:
        """A folded hand may keep its cards, unless a six-card bonus is paid on them."""
        at = self._at("cards")
        if self.given.get("cards") is not None:
            return read_three_cards(self.table, self.given["cards"], at)
        folded = self._asked is Decision.FOLD and not self._has_wager(WagerKind.SIX_CARD_BONUS)
        if folded or self._undecided:
            return None
        if "cards" in self.given:
            raise wrong_type(None, at, "a list of three cards")
        raise missing(self.path, "cards")

    def _facts(self) -> tuple[Result, HandClass | None, SixCardClass | None] | None:
        """What was entered of a hand whose cards were not captured."""
        pack, faults = self.table.pack, self.table.faults
        result: Result | None = None
        with faults:
            result = self._result()
        pay_class = six_card = None
        with faults:
            name = self._class("class", _three_card_classes(pack), needed=self._class_pays)
            pay_class = None if name is None else HandClass(name)
        with faults:
            needed = self._has_wager(WagerKind.SIX_CARD_BONUS)
            name = self._class("six_card_class", _six_card_classes(pack), needed=needed)
            six_card = None if name is None else SixCardClass(name)
        if result is Result.LOSE and pay_class is HandClass.ROYAL_FLUSH:
            # Nothing beats it, so one of the two was entered wrongly.
            faults.note(RuleError(Refusal.RESULT_DOES_NOT_FIT, field=self._at("result")))
        return None if result is None else (result, pay_class, six_card)

    def _result(self) -> Result | None:
        """Given where the hand stayed and the bank qualifies; elsewhere it follows."""
        bank, at = self.table.bank, self._at("result")
        follows: Result | None = None
        known = bank is not None and not self._undecided
        if bank is not None and known:
            follows = result_without_cards(bank.qualifies, self._asked)
        if "result" in self.given:
            result = Result(read_one_of(self.given["result"], at, _RESULTS))
            if follows is not None:
                raise RuleError(Refusal.RESULT_DOES_NOT_FIT, field=at)
            return result
        if known and follows is None:
            raise missing(self.path, "result")
        return follows

    @property
    def _class_pays(self) -> bool:
        """Whether a side wager or an ante bonus looks at the hand's class."""
        pack = self.table.pack
        if pack is None or self._asked is Decision.FOLD or self._undecided:
            return False
        ante_bonus = WagerKind.ANTE_BONUS in pack.paytables and self._has_wager(WagerKind.ANTE)
        return ante_bonus or self._has_wager(pack.side_kind)

    def _class(self, key: str, classes: list[str], *, needed: bool) -> str | None:
        """The class that is paid, or null where it pays nothing."""
        if key not in self.given:
            if needed:
                raise missing(self.path, key)
            return None
        value = self.given[key]
        return None if value is None else read_one_of(value, self._at(key), classes)


def _three_card_classes(pack: RulePack | None) -> list[str]:
    """Every class that the pack's tables for a player's own three cards pay."""
    if pack is None:
        return [hand_class.value for hand_class in HandClass]
    return [row.value for row in pack.paytables[pack.side_kind].classes]


def _six_card_classes(pack: RulePack | None) -> list[str]:
    table = None if pack is None else pack.paytables.get(WagerKind.SIX_CARD_BONUS)
    return [row.value for row in (SixCardClass if table is None else table.classes)]
