"""The win of a house-banked table: what a round leaves with the house, and its recognition.

The house has no account in play. What its players lose stays with it as the win of the table in
that shift, and the chips go into the tray; what they win it pays out of the tray.
"""

from dataclasses import dataclass
from datetime import date

from cardroom.money import format_cents
from ledger.books import chart
from ledger.books.chart import Side
from ledger.books.entry import ChipMove, Entry, Flow, Leg


@dataclass(frozen=True, slots=True)
class HouseWin:
    """What the house won (below zero: lost) at its table, in cents, and the shift it counts for."""

    table: str
    day: date
    shift: str
    cents: int

    @property
    def account(self) -> str:
        return chart.table_win(self.table, self.day, self.shift)

    @property
    def legs(self) -> tuple[Leg, ...]:
        """Credited when the house wins, debited when it loses."""
        side = Side.CREDIT if self.cents > 0 else Side.DEBIT
        return (Leg(self.account, abs(self.cents), side),) if self.cents else ()

    @property
    def chip_moves(self) -> tuple[ChipMove, ...]:
        """Chips that the players lost come into the tray; what it pays leaves it."""
        return (ChipMove(chart.tray(self.table), self.cents),) if self.cents else ()


def win_counted(win: HouseWin) -> Entry:
    """The house table was counted: its win is revenue, a net loss is taken back from it.

    >>> counted = win_counted(HouseWin("4", date(2026, 11, 29), "swing", -2500))
    >>> [(leg.account, leg.signed) for leg in counted.legs]
    [('win:4:2026-11-29:swing', -2500), ('revenue:win', 2500)]
    """
    ours, revenue = (Side.DEBIT, Side.CREDIT) if win.cents > 0 else (Side.CREDIT, Side.DEBIT)
    amount = abs(win.cents)
    return Entry(
        Flow.WIN_COUNTED,
        (Leg(win.account, amount, ours), Leg(chart.WIN_REVENUE, amount, revenue)),
        memo=f"Table {win.table} counted, {win.day.isoformat()} {win.shift}: "
        f"{format_cents(win.cents)}",
        asked=f"{win.account} counted",
    )
