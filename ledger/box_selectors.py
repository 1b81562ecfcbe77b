"""Drop boxes as the cage sees them. Nothing recorded is told before both counters have signed."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from cardroom.people.models import Staff
from ledger.books.tally import Tally
from ledger.models import Box, BoxCount, BoxCountLine

_SIGNERS = ("sheet__first_signer", "sheet__second_signer", "sheet__slip")


def _boxes() -> QuerySet[Box]:
    return Box.objects.select_related("hung_by", "taken_by", *_SIGNERS)


def box(box_id: int) -> Box | None:
    """One box with its sheet, if it has one."""
    return _boxes().filter(pk=box_id).first()


def hanging() -> Sequence[Box]:
    """The boxes that hang at tables."""
    return list(_boxes().filter(taken_at__isnull=True).order_by("table"))


def to_count() -> Sequence[Box]:
    """The boxes that were taken and are not counted, the oldest first."""
    waiting = Q(sheet__isnull=True) | Q(sheet__second_signer__isnull=True)
    return list(_boxes().filter(waiting, taken_at__isnull=False).order_by("taken_at"))


def counted(limit: int = 20) -> Sequence[Box]:
    """The boxes that were counted last."""
    found = _boxes().filter(sheet__second_signer__isnull=False)
    return list(found.order_by("-sheet__second_signed_at")[:limit])


def lines(sheet: BoxCount) -> Sequence[BoxCountLine]:
    """The lines of a sheet, struck ones among them, by kind and denomination."""
    found = sheet.lines.select_related("by", "struck_by")
    return list(found.order_by("kind", "-denomination", "id"))


def written(sheet: BoxCount | None) -> tuple[Tally, Tally]:
    """What stands on a sheet: chips and cash."""
    if sheet is None:
        return Tally(), Tally()
    standing = sheet.lines.filter(struck_at__isnull=True)
    found: dict[str, dict[int, int]] = {"chips": {}, "cash": {}}
    for kind, denomination, count in standing.values_list("kind", "denomination", "count"):
        found[kind][denomination] = count
    return _tally(found["chips"]), _tally(found["cash"])


def _tally(counts: dict[int, int]) -> Tally:
    return Tally({each: n for each, n in counts.items() if each != 1}, counts.get(1, 0))


def counting(staff: Staff) -> BoxCount | None:
    """A sheet that this person works on and that is not booked: she counts blind."""
    mine = Q(begun_by=staff) | Q(first_signer=staff)
    return BoxCount.objects.filter(mine, second_signer__isnull=True).first()
