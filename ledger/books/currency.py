"""Currency that one person brings in or takes out in a gaming day, and what it makes due.

Cash in and cash out are totalled apart; one never lowers the other (31 CFR 1021.311, 1021.313).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from cardroom.money import format_cents
from cardroom.texts import say

# What the log starts from where a room sets nothing else; most rooms log from $2,500 or $3,000.
LOG_FROM = 300_000
# A report is due strictly above (31 CFR 1021.311); PostgreSQL opens it by the same figure.
REPORT_ABOVE = 1_000_000
# Calendar days after the gaming day in which it is filed (31 CFR 1010.306(a)).
REPORT_DAYS = 15


class Direction(StrEnum):
    IN = "in"
    OUT = "out"


class Due(StrEnum):
    NOTHING = "nothing"
    LOG = "log"
    REPORT = "report"


def due(total_cents: int, log_from: int = LOG_FROM) -> Due:
    """What a day's total makes due: the log from the room's threshold, the report above $10,000.

    >>> due(299_999), due(300_000), due(1_000_000), due(1_000_001)
    (<Due.NOTHING: 'nothing'>, <Due.LOG: 'log'>, <Due.LOG: 'log'>, <Due.REPORT: 'report'>)
    """
    if total_cents > REPORT_ABOVE:
        return Due.REPORT
    return Due.LOG if total_cents >= log_from else Due.NOTHING


def sentence(direction: Direction, total_cents: int, log_from: int = LOG_FROM) -> str:
    """What the next transaction makes of the day, for the cashier.

    >>> sentence(Direction.IN, 1_040_000)
    'This makes $10,400 in today: a report is due.'
    """
    total = format_cents(total_cents)
    came_in = direction is Direction.IN
    match due(total_cents, log_from):
        case Due.REPORT if came_in:
            return say("This makes {total} in today: a report is due.", total=total)
        case Due.REPORT:
            return say("This makes {total} out today: a report is due.", total=total)
        case Due.LOG if came_in:
            return say("This makes {total} in today: it belongs in the log.", total=total)
        case Due.LOG:
            return say("This makes {total} out today: it belongs in the log.", total=total)
    if came_in:
        return say("This makes {total} in today.", total=total)
    return say("This makes {total} out today.", total=total)


def due_on(day: date) -> date:
    """The last day on which the report of a gaming day is in time.

    >>> due_on(date(2026, 11, 29))
    datetime.date(2026, 12, 14)
    """
    return day + timedelta(days=REPORT_DAYS)


# -- Structuring -----------------------------------------------------------------------------------

# From here to the report's threshold a day's total is "just below".
JUST_BELOW_FROM = 800_000
HINT_DAYS = 7
RULE = say(
    "A hint is given where a day's total in one direction is from {least} to {most} and comes "
    "from two transactions or more, and where this total is reached on two days or more out of "
    "{days}.",
    least=format_cents(JUST_BELOW_FROM),
    most=format_cents(REPORT_ABOVE),
    days=HINT_DAYS,
)


_OF_A_DAY = {
    Direction.IN: say("{count} transactions on {day} make {total} in, just below {limit}."),
    Direction.OUT: say("{count} transactions on {day} make {total} out, just below {limit}."),
}
_OF_DAYS = {
    Direction.IN: say("{count} days within {span} just below {limit} in: {days}."),
    Direction.OUT: say("{count} days within {span} just below {limit} out: {days}."),
}


@dataclass(frozen=True, slots=True)
class DayAmounts:
    """The single amounts of a person in one direction on one gaming day, in cents."""

    day: date
    cents: tuple[int, ...]

    @property
    def just_below(self) -> bool:
        return JUST_BELOW_FROM <= sum(self.cents) <= REPORT_ABOVE


@dataclass(frozen=True, slots=True)
class Hint:
    """What somebody should look at: the days, and why in a sentence. It accuses nobody."""

    direction: Direction
    days: tuple[date, ...]
    sentence: str


def hints(direction: Direction, days: Iterable[DayAmounts]) -> Sequence[Hint]:
    """Where a person's days stay just below the report's threshold; the rule is ``RULE``.

    >>> first = DayAmounts(date(2026, 11, 28), (900_000,))
    >>> third = DayAmounts(date(2026, 11, 30), (950_000,))
    >>> [hint.sentence for hint in hints(Direction.IN, [first, third])]
    ['2 days within 7 just below $10,000 in: 2026-11-28, 2026-11-30.']
    >>> hints(Direction.IN, [first])
    ()
    """
    below = sorted((each for each in days if each.just_below), key=lambda each: each.day)
    found = [
        Hint(
            direction,
            (each.day,),
            say(
                _OF_A_DAY[direction],
                count=len(each.cents),
                day=each.day,
                total=format_cents(sum(each.cents)),
                limit=format_cents(REPORT_ABOVE),
            ),
        )
        for each in below
        if len(each.cents) > 1
    ]
    if (near := _near_days([each.day for each in below])) and len(near) > 1:
        named = ", ".join(str(day) for day in near)
        text = say(
            _OF_DAYS[direction],
            count=len(near),
            span=HINT_DAYS,
            limit=format_cents(REPORT_ABOVE),
            days=named,
        )
        found.append(Hint(direction, near, text))
    return tuple(found)


def _near_days(days: Sequence[date]) -> tuple[date, ...]:
    """The most days that lie within one span of ``HINT_DAYS``; the latest such span."""
    best: tuple[date, ...] = ()
    for last in days:
        span = tuple(day for day in days if last - timedelta(days=HINT_DAYS) < day <= last)
        if len(span) >= len(best):
            best = span
    return best
