"""The chart of accounts, and the places where the house keeps chips.

A code is ``kind:place or person``. Chips in use are what the room owes, so every ``chips:`` account
is a liability; chips in a house place are no money at all, only inventory.
"""

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache

from cardroom.texts import Sentence, say
from ledger.refusals import BooksError, BooksRefusal


class Kind(StrEnum):
    ASSET = "asset"
    LIABILITY = "liability"
    REVENUE = "revenue"
    EXPENSE = "expense"
    EQUITY = "equity"


class Side(StrEnum):
    DEBIT = "debit"
    CREDIT = "credit"


@dataclass(frozen=True, slots=True)
class Family:
    """Accounts of one sort.

    ``non_negative``: PostgreSQL refuses a balance below zero on the normal side.
    ``in_use``: its balance is face value of chips in use.
    ``by_round``: every posting belongs to a round, and a closed round sums to zero.
    """

    pattern: str
    kind: Kind
    what: Sentence
    non_negative: bool = True
    in_use: bool = False
    by_round: bool = False

    @property
    def normal(self) -> Side:
        """The side on which the balance grows."""
        return Side.DEBIT if self.kind in (Kind.ASSET, Kind.EXPENSE) else Side.CREDIT


CHART: tuple[Family, ...] = (
    Family(r"cash:vault", Kind.ASSET, say("currency in the vault")),
    Family(r"cash:window:\d+", Kind.ASSET, say("currency in a window's drawer")),
    Family(r"cash:runner:\d+", Kind.ASSET, say("currency that a chip runner carries")),
    Family(
        r"cash:box:\d+", Kind.ASSET, say("currency taken at a table into the box that hangs there")
    ),
    Family(r"bank:chip-cover", Kind.ASSET, say("money set aside against chips in use")),
    Family(r"claims:player:\d+", Kind.ASSET, say("owed to the room after a correction")),
    Family(r"chips:player:\d+", Kind.LIABILITY, say("chips of a player"), in_use=True),
    Family(
        r"chips:large",
        Kind.LIABILITY,
        say("chips in use that nobody's account follows"),
        non_negative=False,
        in_use=True,
    ),
    Family(
        r"chips:play:\w+",
        Kind.LIABILITY,
        say("wagers of the unsettled rounds of a table"),
        in_use=True,
        by_round=True,
    ),
    Family(r"chips:tokes:\w+", Kind.LIABILITY, say("dealers' tips of a table"), in_use=True),
    Family(r"collections:box:\d+", Kind.LIABILITY, say("fees in a box, not yet counted")),
    Family(r"deposit:player:\d+", Kind.LIABILITY, say("front money of a player")),
    Family(r"deposit:tppps:\d+", Kind.LIABILITY, say("front money of a proposition service")),
    Family(
        r"win:\w+:\d{4}-\d\d-\d\d:\w+",
        Kind.REVENUE,
        say("result of a house-banked table in a shift"),
        non_negative=False,
    ),
    Family(
        r"revenue:(collections|win)",
        Kind.REVENUE,
        say("recognized at the count"),
        non_negative=False,
    ),
    Family(
        r"variance:[\w:-]+", Kind.EXPENSE, say("over and short, with reason"), non_negative=False
    ),
    Family(r"equity:opening", Kind.EQUITY, say("what the room began with"), non_negative=False),
)

VAULT = "cash:vault"
CHIP_COVER = "bank:chip-cover"
AT_LARGE = "chips:large"
OPENING = "equity:opening"
WIN_REVENUE = "revenue:win"
CASH_VARIANCE = "variance:window"
CHIP_VARIANCE = "variance:chips"
BOX_CASH_VARIANCE = "variance:box:cash"
BOX_CHIP_VARIANCE = "variance:box:chips"
TRANSFER_VARIANCE = "variance:fill"
RUNNER_VARIANCE = "variance:runner"
COLLECTIONS = "revenue:collections"


@lru_cache(maxsize=8192)
def family(code: str) -> Family:
    """The family that an account belongs to. Raises BooksError for a code outside the chart.

    >>> family("chips:player:17").normal
    <Side.CREDIT: 'credit'>
    >>> family("chips:play:4").by_round, family("chips:large").non_negative
    (True, False)
    """
    for candidate in CHART:
        if re.fullmatch(candidate.pattern, code):
            return candidate
    raise BooksError(BooksRefusal.UNKNOWN_ACCOUNT, account=code)


def player(patron_id: int) -> str:
    """Chips of a player that the software follows."""
    return f"chips:player:{patron_id}"


def claim(patron_id: int) -> str:
    """What a player owes the room after a correction."""
    return f"claims:player:{patron_id}"


def player_deposit(patron_id: int) -> str:
    """Front money of a player."""
    return f"deposit:player:{patron_id}"


def tppps_deposit(company_id: int) -> str:
    """Front money of a proposition service, apart from its players' own."""
    return f"deposit:tppps:{company_id}"


def in_play(table: str) -> str:
    """Wagers of the unsettled rounds of a table."""
    return f"chips:play:{table}"


def box_fees(box_id: int) -> str:
    """Fees in a box, not yet counted."""
    return f"collections:box:{box_id}"


def box_cash(box_id: int) -> str:
    """Currency taken at a table into the box that hangs there."""
    return f"cash:box:{box_id}"


def runner_cash(runner_id: int) -> str:
    """Currency that a chip runner carries."""
    return f"cash:runner:{runner_id}"


def tokes(table: str) -> str:
    """Dealers' tips of a table."""
    return f"chips:tokes:{table}"


def window_cash(window: int) -> str:
    """Currency in a window's drawer."""
    return f"cash:window:{window}"


def table_win(table: str, day: date, shift: str) -> str:
    """Result of a house-banked table in one shift of one gaming day."""
    return f"win:{table}:{day.isoformat()}:{shift}"


# -- Places of chips -----------------------------------------------------------------------------

ISSUED = "issued"
CHIP_VAULT = "vault"
_PLACES = re.compile(r"issued|vault|window:\d+|tray:\w+|box:\d+|runner:\d+(:slips)?")


def window_chips(window: int) -> str:
    return f"window:{window}"


def tray(table: str) -> str:
    return f"tray:{table}"


def box_chips(box_id: int) -> str:
    return f"box:{box_id}"


def runner_chips(runner_id: int) -> str:
    """Chips that a runner carries to sell."""
    return f"runner:{runner_id}"


def on_the_way(runner_id: int) -> str:
    """Chips of fills and credits in a runner's hands: never sold, nor handed in with his own."""
    return f"runner:{runner_id}:slips"


@lru_cache(maxsize=8192)
def check_place(code: str) -> str:
    """The code of a place, if there can be such a place. Raises BooksError otherwise.

    ``issued`` is no place: it counts the face value of all chips that the room ever issued.
    """
    if _PLACES.fullmatch(code) is None:
        raise BooksError(BooksRefusal.UNKNOWN_PLACE, place=code)
    return code


def may_go_below(place: str) -> bool:
    """Only a table's tray may go below zero: a fill is then due, and the players are paid.

    >>> may_go_below("tray:4"), may_go_below("window:2")
    (True, False)
    """
    return place.startswith("tray:")
