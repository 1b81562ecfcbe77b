"""Currency that one person brings in or takes out in a gaming day, and what it makes due.

Cash in and cash out are totalled apart; one never lowers the other.
"""

from enum import StrEnum

from cardroom.money import format_cents

LOG_FROM = 300_000
REPORT_ABOVE = 1_000_000


class Direction(StrEnum):
    IN = "in"
    OUT = "out"


class Due(StrEnum):
    NOTHING = "nothing"
    LOG = "log"
    REPORT = "report"


def due(total_cents: int) -> Due:
    """What a day's total makes due: the log from $3,000, the report strictly above $10,000.

    >>> due(299_999), due(300_000), due(1_000_000), due(1_000_001)
    (<Due.NOTHING: 'nothing'>, <Due.LOG: 'log'>, <Due.LOG: 'log'>, <Due.REPORT: 'report'>)
    """
    if total_cents > REPORT_ABOVE:
        return Due.REPORT
    return Due.LOG if total_cents >= LOG_FROM else Due.NOTHING


def sentence(direction: Direction, total_cents: int) -> str:
    """What the next transaction makes of the day, for the cashier.

    >>> sentence(Direction.IN, 1_040_000)
    'This makes $10,400 in today: a report is due.'
    """
    ends = {
        Due.NOTHING: ".",
        Due.LOG: ": it belongs in the log.",
        Due.REPORT: ": a report is due.",
    }
    return f"This makes {format_cents(total_cents)} {direction} today{ends[due(total_cents)]}"
