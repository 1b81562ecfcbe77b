"""The one source of time, and the room's own calendar.

A gaming day starts at the cut-over hour, not at midnight: a hand dealt at two in the morning
belongs to the day before.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo


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
    """

    time_zone: str
    cutover_hour: int
    shifts: tuple[tuple[str, int], ...]

    def at(self, moment: datetime) -> GamingTime:
        """The gaming day and shift of a moment.

        >>> room = RoomCalendar("America/Los_Angeles", 6, (("day", 6), ("grave", 22)))
        >>> room.at(datetime(2026, 11, 30, 9, 30, tzinfo=UTC))
        GamingTime(day=datetime.date(2026, 11, 29), shift='grave')
        """
        local = moment.astimezone(ZoneInfo(self.time_zone))
        since_cutover = (local.hour - self.cutover_hour) % 24
        day = (local - timedelta(days=local.hour < self.cutover_hour)).date()
        shift = max(
            (s for s in self.shifts if (s[1] - self.cutover_hour) % 24 <= since_cutover),
            key=lambda s: (s[1] - self.cutover_hour) % 24,
        )[0]
        return GamingTime(day, shift)
