"""The house-banked tables of a gaming day: hands, the worst case of a round, and the win."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from cardroom.people.roles import Permission
from ledger.win_selectors import CountedWin, ShiftWin, shift_wins, win_counts
from tables.models import Round
from tables.selectors import Caller, check


@dataclass(frozen=True, slots=True)
class WinLine:
    """One table in one shift. ``hands`` were settled in it; ``worst_case`` is the largest that its
    bank faced in one of them; both by the round's close. Amounts are cents."""

    table: str
    shift: str
    hands: int
    worst_case: int
    win: ShiftWin


@dataclass(frozen=True, slots=True)
class WinReport:
    """A gaming day of the house tables, and the counts that were made of it."""

    day: date
    lines: tuple[WinLine, ...]
    counts: tuple[CountedWin, ...]

    @property
    def hands(self) -> int:
        return sum(line.hands for line in self.lines)

    @property
    def win(self) -> int:
        """What the house tables won (below zero: lost), in cents."""
        return sum(line.win.win for line in self.lines)

    @property
    def counted(self) -> int:
        return sum(line.win.counted for line in self.lines)


def read_wins(caller: Caller, day: date) -> WinReport:
    """The win of the house tables in a gaming day. Raises ``NotAllowed``.

    A correction counts for the shift in which it is made, so a shift may have a win and no hands.
    """
    check(caller, Permission.SEE_BOOKS)
    hands = _hands(day)
    wins = {(win.table, win.shift): win for win in shift_wins(day)}
    for table, shift in hands.keys() - wins.keys():
        wins[table, shift] = ShiftWin(table, day, shift, 0, 0, 0, runs=False)
    order = {name: place for place, (name, _) in enumerate(settings.ROOM_CALENDAR.shifts)}
    lines = [
        WinLine(table, shift, *hands.get((table, shift), (0, 0)), win)
        for (table, shift), win in wins.items()
    ]
    lines.sort(key=lambda line: (line.table.zfill(9), order.get(line.shift, 0)))
    return WinReport(day, tuple(lines), tuple(win_counts(day)))


def _hands(day: date) -> dict[tuple[str, str], tuple[int, int]]:
    """How many rounds each house table settled in each shift, and the largest worst case."""
    calendar = settings.ROOM_CALENDAR
    zone = ZoneInfo(calendar.time_zone)
    start = datetime(day.year, day.month, day.day, calendar.cutover_hour, tzinfo=zone)
    rows = Round.objects.filter(
        turn=None,
        status=Round.Status.SETTLED,
        closed_at__gte=start,
        closed_at__lt=start + timedelta(days=1),
    ).values_list("table__number", "closed_at", "worst_case")
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for number, closed_at, worst in rows.order_by():
        if closed_at is None:
            continue
        key = (str(number), calendar.at(closed_at).shift)
        count, most = found.get(key, (0, 0))
        found[key] = (count + 1, max(most, worst or 0))
    return found
