"""The one source of time, and the room's own calendar.

A gaming day starts at the cut-over hour, not at midnight: a hand dealt at two in the morning
belongs to the day before.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class GamingTime:
    """Which gaming day and shift a moment belongs to."""

    day: date
    shift: str


@dataclass(frozen=True, slots=True)
class RoomCalendar:
    """The room's time zone, cut-over hour and shifts.

    ``shifts`` are (name, first hour) pairs in the room's time; the first begins at the cut-over.
    Raises ValueError for a zone, an hour or shifts that there cannot be.
    """

    time_zone: str
    cutover_hour: int
    shifts: tuple[tuple[str, int], ...]

    def __post_init__(self) -> None:
        try:
            ZoneInfo(self.time_zone)
        except ZoneInfoNotFoundError as error:
            raise ValueError(f"{self.time_zone!r} is no time zone") from error
        if not 0 <= self.cutover_hour < 24:
            raise ValueError(f"the gaming day cannot begin at {self.cutover_hour}")
        if not self.shifts or self.shifts[0][1] != self.cutover_hour:
            raise ValueError("the first shift begins at the cut-over hour")

    @classmethod
    def of_three_shifts(cls, time_zone: str, cutover_hour: int) -> "RoomCalendar":
        """A day of three shifts of eight hours, from the cut-over on.

        >>> RoomCalendar.of_three_shifts("America/Los_Angeles", 4).shifts
        (('day', 4), ('swing', 12), ('grave', 20))
        """
        names = ("day", "swing", "grave")
        shifts = tuple((name, (cutover_hour + 8 * n) % 24) for n, name in enumerate(names))
        return cls(time_zone, cutover_hour, shifts)

    def day_of(self, moment: datetime) -> date:
        """The gaming day of a moment, by the room's clock: also where that jumps.

        >>> room = RoomCalendar.of_three_shifts("America/Los_Angeles", 2)
        >>> room.day_of(datetime(2026, 3, 8, 9, 59, tzinfo=UTC))  # 01:59, and 03:00 comes next
        datetime.date(2026, 3, 7)
        >>> room.day_of(datetime(2026, 3, 8, 10, 0, tzinfo=UTC))
        datetime.date(2026, 3, 8)
        """
        local = moment.astimezone(ZoneInfo(self.time_zone))
        return (local - timedelta(days=local.hour < self.cutover_hour)).date()

    def at(self, moment: datetime) -> GamingTime:
        """The gaming day and shift of a moment.

        >>> room = RoomCalendar("America/Los_Angeles", 6, (("day", 6), ("grave", 22)))
        >>> room.at(datetime(2026, 11, 30, 9, 30, tzinfo=UTC))
        GamingTime(day=datetime.date(2026, 11, 29), shift='grave')
        """
        local = moment.astimezone(ZoneInfo(self.time_zone))
        since_cutover = (local.hour - self.cutover_hour) % 24
        shift = max(
            (s for s in self.shifts if (s[1] - self.cutover_hour) % 24 <= since_cutover),
            key=lambda s: (s[1] - self.cutover_hour) % 24,
        )[0]
        return GamingTime(self.day_of(moment), shift)
