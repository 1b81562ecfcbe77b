"""An entry of the books: money that moves, and the chips that move with it.

An entry cannot be built unbalanced, and it cannot be built so that the identity would break: what
the ``chips:`` accounts gain in use is exactly what leaves the house's places.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from ledger.books.chart import ISSUED, Side, check_place, family
from ledger.books.tally import Tally, check_denomination
from ledger.refusals import BooksError, BooksRefusal


class Flow(StrEnum):
    """What an entry is for."""

    OPENING = "opening"
    NEW_CHIPS = "new_chips"
    WITHDRAWN_CHIPS = "withdrawn_chips"
    FILL = "fill"
    CREDIT = "credit"
    VAULT_MOVE = "vault_move"
    WINDOW_ISSUE = "window_issue"
    WINDOW_RETURN = "window_return"
    WINDOW_HANDOVER = "window_handover"
    WINDOW_VARIANCE = "window_variance"
    EXCHANGE = "exchange"
    BUY_IN = "buy_in"
    CASH_OUT = "cash_out"
    TABLE_SALE = "table_sale"
    RUNNER_ISSUE = "runner_issue"
    RUNNER_SALE = "runner_sale"
    RUNNER_RETURN = "runner_return"
    FROM_POCKET = "from_pocket"
    CARRIED_AWAY = "carried_away"
    TOKE = "toke"
    TOKES_PAID = "tokes_paid"
    TRAY_COUNT = "tray_count"
    BOX_COUNT = "box_count"
    TAKE_BETS = "take_bets"
    PLAY_WAGER = "play_wager"
    SETTLEMENT = "settlement"
    VOID = "void"
    PLAY_RETURN = "play_return"
    CORRECTION = "correction"
    WIN_COUNTED = "win_counted"
    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    TPPPS_LEAVES = "tppps_leaves"
    SEAT_COUNT = "seat_count"
    MERGED_CHIPS = "merged_chips"
    REVERSAL = "reversal"


K = TypeVar("K")

# Ten trillion dollars: more than any room holds, and far less than overflows a sum in the database.
MOST_CENTS = 10**15


def _check_cents(cents: object) -> None:
    # A bool is an int in Python, and no amount anywhere.
    if type(cents) is not int or not 0 < cents <= MOST_CENTS:
        raise BooksError(BooksRefusal.NOT_AN_AMOUNT, cents=cents)


@dataclass(frozen=True, slots=True)
class Leg:
    """``cents`` (above zero) on one side of one account."""

    account: str
    cents: int
    side: Side

    def __post_init__(self) -> None:
        family(self.account)
        _check_cents(self.cents)

    @property
    def signed(self) -> int:
        """Cents, a debit above zero and a credit below."""
        return self.cents if self.side is Side.DEBIT else -self.cents


@dataclass(frozen=True, slots=True)
class ChipMove:
    """Face value in cents that comes into a place (above zero) or leaves it (below)."""

    place: str
    cents: int

    def __post_init__(self) -> None:
        check_place(self.place)
        _check_cents(abs(self.cents) if type(self.cents) is int else self.cents)


@dataclass(frozen=True, slots=True)
class ChipCount:
    """Chips of one denomination that come into a place (above zero) or leave it (below).

    What a place's counts do not explain of its face value is its unsorted line.
    """

    place: str
    denomination: int
    count: int

    def __post_init__(self) -> None:
        check_place(self.place)
        check_denomination(self.denomination, self.count)


@dataclass(frozen=True, slots=True)
class Entry:
    """One balanced entry. Legs are summed by account, chip moves by place; zeros fall out.

    ``counts`` says by denomination what moves, as far as it is known. An entry of counts alone
    changes denominations and no face value.

    ``round_ref`` is the round whose money it moves in play; ``closes`` says that the round ends
    with it, at zero. ``patron_id`` is the person served at a window. ``asked`` is given where the
    legs depend on the balances found: it says in one line what was asked, and stands for the
    content when a request comes again.

    Raises BooksError: not balanced, chips that do not match, empty, round missing.
    """

    kind: Flow
    legs: tuple[Leg, ...] = ()
    chip_moves: tuple[ChipMove, ...] = ()
    counts: tuple[ChipCount, ...] = ()
    memo: str = ""
    round_ref: str = ""
    closes: bool = False
    asked: str = ""
    patron_id: int | None = None

    def __post_init__(self) -> None:
        legs = _summed((leg.account, leg.signed) for leg in self.legs)
        moves = _summed((move.place, move.cents) for move in self.chip_moves)
        object.__setattr__(self, "legs", tuple(_leg(code, cents) for code, cents in legs.items()))
        object.__setattr__(self, "chip_moves", tuple(ChipMove(p, c) for p, c in moves.items()))
        counts = _summed(((c.place, c.denomination), c.count) for c in self.counts)
        object.__setattr__(self, "counts", tuple(ChipCount(*at, n) for at, n in counts.items()))
        if not legs and not moves and not counts:
            raise BooksError(BooksRefusal.EMPTY_ENTRY)
        debit = sum(cents for cents in legs.values() if cents > 0)
        credit = debit - sum(legs.values())
        if debit != credit:
            raise BooksError(BooksRefusal.NOT_BALANCED, debit_cents=debit, credit_cents=credit)
        into_use = -sum(cents for code, cents in legs.items() if family(code).in_use)
        from_house = sum(c if place == ISSUED else -c for place, c in moves.items())
        if into_use != from_house:
            raise BooksError(
                BooksRefusal.CHIPS_DO_NOT_MATCH, accounts_cents=into_use, places_cents=from_house
            )
        if not self.round_ref and (self.closes or any(family(code).by_round for code in legs)):
            raise BooksError(BooksRefusal.ROUND_MISSING)

    @property
    def digest(self) -> bytes:
        """What tells a repeated request from another one under the same id."""
        return digest(
            self.kind,
            self.memo,
            self.round_ref,
            self.closes,
            self.asked,
            self.patron_id,
            ((leg.account, leg.signed) for leg in self.legs),
            ((move.place, move.cents) for move in self.chip_moves),
            ((each.place, each.denomination, each.count) for each in self.counts),
        )


def digest(
    kind: str,
    memo: str,
    round_ref: str,
    closes: bool,
    asked: str,
    patron_id: int | None,
    legs: Iterable[tuple[str, int]],
    moves: Iterable[tuple[str, int]],
    counts: Iterable[tuple[str, int, int]] = (),
) -> bytes:
    """SHA-256 of an entry's content: of ``asked`` where there is one, else of what moves."""
    content: list[object] = (
        [kind, asked, patron_id]
        if asked
        else [kind, memo, round_ref, closes, patron_id, sorted(legs), sorted(moves)]
    )
    if not asked and (counted := sorted(counts)):
        content.append(counted)
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).digest()


def counted(place: str, chips: Tally, sign: int = 1) -> tuple[ChipCount, ...]:
    """The chips of a tally as counts that come into a place, or leave it with ``sign`` -1."""
    return tuple(ChipCount(place, each, sign * n) for each, n in chips.pieces.items())


def emptied(place: str, stock: Mapping[int, int]) -> tuple[ChipCount, ...]:
    """Counts that take out of a place all that the books have there by denomination."""
    return tuple(ChipCount(place, each, -n) for each, n in stock.items() if n)


def _summed(amounts: Iterable[tuple[K, int]]) -> dict[K, int]:
    total: dict[K, int] = {}
    for code, cents in amounts:
        total[code] = total.get(code, 0) + cents
    return {code: cents for code, cents in total.items() if cents}


def _leg(code: str, signed: int) -> Leg:
    return Leg(code, abs(signed), Side.DEBIT if signed > 0 else Side.CREDIT)
