"""Where the chips lie: by place and denomination. Reads only; amounts are cents."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from ledger.books import chart
from ledger.models import ChipMovement, ChipStock, WindowCount, WindowShift


@dataclass(frozen=True, slots=True)
class Holding:
    """What one place holds: face value, and how much of it is known by denomination."""

    place: str
    cents: int
    chips: tuple[tuple[int, int], ...]

    @property
    def unsorted(self) -> int:
        """Face value that no count explains; below zero, more went out sorted than came in."""
        return self.cents - sum(denomination * count for denomination, count in self.chips)

    def count(self, denomination: int) -> int:
        """How many chips of one denomination."""
        return dict(self.chips).get(denomination, 0)


# One statement, so one moment.
_HOLDINGS = """
SELECT c.code, c.balance, s.denomination, s.count
FROM ledger_chipplace c LEFT JOIN ledger_chipstock s ON s.place_id = c.id AND s.count <> 0
WHERE c.locked_at IS NULL AND (%(place)s::text IS NULL OR c.code = %(place)s)
ORDER BY c.issued DESC, c.code = 'vault' DESC, c.code, s.denomination DESC
"""


def holdings(place: str | None = None) -> list[Holding]:
    """All places that are not locked, or one; the issued chips first, then the vault."""
    with connection.cursor() as cursor:
        cursor.execute(_HOLDINGS, {"place": place})
        rows = cursor.fetchall()
    cents: dict[str, int] = {}
    chips: dict[str, list[tuple[int, int]]] = {}
    for code, balance, denomination, count in rows:
        cents[code] = balance
        if denomination is not None:
            chips.setdefault(code, []).append((denomination, count))
    return [Holding(code, held, tuple(chips.get(code, ()))) for code, held in cents.items()]


def holding(place: str) -> Holding:
    """One place. A place that was never used holds nothing."""
    found = holdings(place)
    return found[0] if found else Holding(place, 0, ())


def denominations() -> tuple[int, ...]:
    """The chips of the room: every denomination that it issued and did not withdraw."""
    found = ChipStock.objects.filter(place__code=chart.ISSUED, count__gt=0)
    return tuple(found.order_by("-denomination").values_list("denomination", flat=True))


def movements(limit: int = 25) -> Sequence[ChipMovement]:
    """The latest movements of face value in and out of the vault, with their entries."""
    found = ChipMovement.objects.filter(place__code=chart.CHIP_VAULT)
    return list(found.select_related("entry__actor").order_by("-sequence")[:limit])


@dataclass(frozen=True, slots=True)
class WindowDifference:
    """A signed count beside the books: what the cashier may see once she has signed."""

    count: WindowCount
    cash_over: int
    chips_over: int
    earlier: Sequence[WindowCount]

    @property
    def exact(self) -> bool:
        return not self.cash_over and not self.chips_over


_EXPECTED = """
SELECT coalesce((SELECT balance FROM ledger_account WHERE code = %s), 0),
    coalesce((SELECT balance FROM ledger_chipplace WHERE code = %s), 0)
"""


def window_difference(time: WindowShift) -> WindowDifference | None:
    """Over and short of a counted window; None before the count is signed."""
    counts = list(time.counts.select_related("witness").order_by("nth"))
    if not counts:
        return None
    number = time.window.number
    with connection.cursor() as cursor:
        cursor.execute(_EXPECTED, [chart.window_cash(number), chart.window_chips(number)])
        cash, chips = cursor.fetchone()
    last = counts[-1]
    return WindowDifference(
        last, last.cash_cents - cash, last.chips_cents - chips, tuple(counts[:-1])
    )
