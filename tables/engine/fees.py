"""Collection fees: flat, posted before the hand, taken before the deal (California, rule 3).

A fee is never a percentage: it is looked up in a schedule of lines with inclusive bounds in cents.
No fee is due on the play wager, and a fee is due even if the wager later gets no action (our
reading). At most five different fees may be charged at one table; a waived fee is none of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from tables.engine.reading import (
    below,
    missing,
    read_choice,
    read_int,
    read_list,
    read_object,
)
from tables.engine.refusals import Refusal, RuleError
from tables.engine.wagers import WagerKind

RATES_MAX = 5
PLAYERS_MAX = 13  # California, rule 4


class FeePayer(StrEnum):
    PLAYER = "player"
    BANK = "bank"


class FeeBasis(StrEnum):
    """What a fee is looked up by. ``TABLE_ACTION`` is the sum of all antes and bonuses at "no more
    bets", and is for the bank's fee only."""

    ANTE = "ante"
    BONUS = "bonus"
    TABLE_ACTION = "table_action"


@dataclass(frozen=True, slots=True)
class FeeLine:
    """One posted fee, or with ``waiver`` a published waiver of so much of it."""

    payer: FeePayer
    wager: FeeBasis
    from_cents: int
    to_cents: int
    fee_cents: int
    waiver: bool = False


@dataclass(frozen=True, slots=True)
class FeeSchedule:
    """The posted fees of a table. A round pins the schedule it was opened under."""

    lines: tuple[FeeLine, ...]

    def fee(self, payer: FeePayer, wager: FeeBasis, cents: int) -> int:
        """The fee for one wager, in cents, less what is waived; 0 where no line covers it.

        >>> line = FeeLine(FeePayer.PLAYER, FeeBasis.ANTE, 1000, 10000, 100)
        >>> FeeSchedule((line,)).fee(FeePayer.PLAYER, FeeBasis.ANTE, 2000)
        100
        """
        posted = waived = 0
        for line in self.lines:
            if (line.payer, line.wager) != (payer, wager):
                continue
            if line.from_cents <= cents <= line.to_cents:
                if line.waiver:
                    waived = line.fee_cents
                else:
                    posted = line.fee_cents
        return max(posted - waived, 0)

    @classmethod
    def from_dict(cls, lines: object, path: str = "fees") -> "FeeSchedule":
        """A schedule from plain data. Raises RuleError with the path of what is wrong."""
        entries = read_list(lines, path)
        return cls(tuple(_read_line(line, below(path, at)) for at, line in enumerate(entries)))

    def to_dict(self) -> list[dict[str, object]]:
        """The schedule as plain data, one object a line; amounts in cents."""
        return [
            {
                "payer": line.payer.value,
                "wager": line.wager.value,
                "from": line.from_cents,
                "to": line.to_cents,
                "fee": line.fee_cents,
                **({"waiver": True} if line.waiver else {}),
            }
            for line in self.lines
        ]


class FeeDue(NamedTuple):
    """A fee to be taken before the deal: who pays, for which wager, how many cents."""

    seat: int
    payer: FeePayer
    wager: FeeBasis
    cents: int


def _read_line(value: object, path: str) -> FeeLine:
    given = read_object(value, path)
    for key in ("payer", "wager", "from", "to", "fee"):
        if key not in given:
            raise missing(path, key)
    line = FeeLine(
        payer=read_choice(given["payer"], below(path, "payer"), FeePayer),
        wager=read_choice(given["wager"], below(path, "wager"), FeeBasis),
        from_cents=read_int(given["from"], below(path, "from"), low=1),
        to_cents=read_int(given["to"], below(path, "to"), low=1),
        fee_cents=read_int(given["fee"], below(path, "fee"), low=0),
        waiver=given.get("waiver") is True,
    )
    if line.to_cents < line.from_cents:
        raise RuleError(Refusal.FEE_LINE_INVALID, field=path, why="it ends before it begins")
    if line.wager is FeeBasis.TABLE_ACTION and line.payer is not FeePayer.BANK:
        why = "the table's action is a basis for the bank's fee only"
        raise RuleError(Refusal.FEE_LINE_INVALID, field=path, why=why)
    return line


def validate(schedule: FeeSchedule, limits: Mapping[str, tuple[int, int]]) -> None:
    """Check a schedule against the posted limits before it takes effect.

    Raises RuleError for a gap inside a wager's limits, for an overlap, and for more than five
    different fees. A payer and wager without any line carries no fee (California, Bonus Bets 1).
    """
    rates = {line.fee_cents for line in schedule.lines if line.fee_cents and not line.waiver}
    if len(rates) > RATES_MAX:
        raise RuleError(Refusal.FEE_RATES_TOO_MANY, found=len(rates), allowed=RATES_MAX)
    for payer in FeePayer:
        for wager in FeeBasis:
            own = [line for line in schedule.lines if (line.payer, line.wager) == (payer, wager)]
            posted = _in_order(line for line in own if not line.waiver)
            waivers = _in_order(line for line in own if line.waiver)
            _refuse_overlaps(posted)
            _refuse_overlaps(waivers)
            if posted:
                _refuse_gaps(posted, *_span(wager, limits, posted))


def _in_order(lines: Iterable[FeeLine]) -> list[FeeLine]:
    return sorted(lines, key=lambda line: line.from_cents)


def _span(
    wager: FeeBasis, limits: Mapping[str, tuple[int, int]], posted: list[FeeLine]
) -> tuple[int, int]:
    """The amounts that must have a fee: the posted limits, or all possible action of a table."""
    unlimited = (posted[0].from_cents, posted[-1].to_cents)
    if wager is not FeeBasis.TABLE_ACTION:
        return limits.get(wager.value, unlimited)
    if WagerKind.ANTE.value not in limits:
        return unlimited
    low, high = limits[WagerKind.ANTE.value]
    return low, PLAYERS_MAX * (high + limits.get(WagerKind.BONUS.value, (0, 0))[1])


def _refuse_overlaps(lines: list[FeeLine]) -> None:
    for before, after in pairwise(lines):
        if after.from_cents <= before.to_cents:
            raise RuleError(
                Refusal.FEE_OVERLAP,
                payer=after.payer.value,
                kind=after.wager.value,
                low_cents=after.from_cents,
            )


def _refuse_gaps(lines: list[FeeLine], low: int, high: int) -> None:
    covered_to = low - 1
    for line in [*lines, None]:
        starts = high + 1 if line is None else line.from_cents
        if covered_to + 1 < min(starts, high + 1):
            raise RuleError(
                Refusal.FEE_GAP,
                payer=lines[0].payer.value,
                kind=lines[0].wager.value,
                low_cents=covered_to + 1,
                high_cents=min(starts, high + 1) - 1,
            )
        covered_to = covered_to if line is None else max(covered_to, line.to_cents)


def fees_due(
    schedule: FeeSchedule | None,
    wagers_by_seat: Mapping[int, Mapping[WagerKind, int]],
    bank_seat: int | None,
) -> tuple[FeeDue, ...]:
    """The fees of a round at "no more bets": the players' by seat, then the bank's.

    A line of the bank for ante or bonus is due for each such wager; its fees are added up.
    Without a schedule (the house banks) nothing is due.
    """
    if schedule is None:
        return ()
    due: list[FeeDue] = []
    bank: dict[FeeBasis, int] = dict.fromkeys(FeeBasis, 0)
    action = 0
    for seat in sorted(wagers_by_seat):
        for basis in (FeeBasis.ANTE, FeeBasis.BONUS):
            cents = wagers_by_seat[seat].get(WagerKind(basis.value), 0)
            if not cents:
                continue
            action += cents
            due.append(
                FeeDue(
                    seat,
                    FeePayer.PLAYER,
                    basis,
                    schedule.fee(FeePayer.PLAYER, basis, cents),
                )
            )
            bank[basis] += schedule.fee(FeePayer.BANK, basis, cents)
    if bank_seat is not None:
        bank[FeeBasis.TABLE_ACTION] = schedule.fee(FeePayer.BANK, FeeBasis.TABLE_ACTION, action)
        due.extend(FeeDue(bank_seat, FeePayer.BANK, basis, cents) for basis, cents in bank.items())
    return tuple(fee for fee in due if fee.cents)
