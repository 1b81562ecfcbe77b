"""Drop boxes as the cage sees them. Nothing recorded is told before both counters have signed."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from cardroom.audit.models import AuditRecord
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.books import chart
from ledger.books.tally import Tally
from ledger.models import Box, BoxCount, BoxCountLine

# In the audit log: somebody who counts boxes has opened the books while one was not counted.
BOOKS_SEEN = "books_seen"

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


# -- What a counter is not told --------------------------------------------------------------------


def _uncounted() -> QuerySet[Box]:
    return Box.objects.filter(Q(sheet=None) | Q(sheet__second_signer=None))


def untold(staff: Staff) -> frozenset[str]:
    """Accounts and places that tell what a box should hold which is not counted yet.

    For those who count boxes; nothing is kept from the others.
    """
    if not staff.may(Permission.COUNT_BOX):
        return frozenset()
    boxes = _uncounted().values_list("pk", flat=True)
    return frozenset(
        code
        for box in boxes
        for code in (chart.box_fees(box), chart.box_cash(box), chart.box_chips(box))
    )


def to_note(staff: Staff) -> list[int]:
    """The boxes of which it is to be written down that this counter has opened the books before
    their count; none if that is written already since the last of them was hung."""
    if not staff.may(Permission.COUNT_BOX):
        return []
    boxes = list(_uncounted().order_by("hung_at").values_list("pk", "hung_at"))
    if not boxes or _looks(staff.pk).filter(at__gte=boxes[-1][1]).exists():
        return []
    return [box for box, _ in boxes]


def looks(sheet: BoxCount) -> Sequence[AuditRecord]:
    """When the signers of a sheet opened the books between the hanging and the count of its box."""
    found: list[AuditRecord] = []
    for signer in (sheet.first_signer_id, sheet.second_signer_id):
        if signer is not None:
            seen = _looks(signer).filter(at__gte=sheet.box.hung_at).select_related("actor")
            until = sheet.second_signed_at
            found += seen.filter(at__lte=until) if until else seen
    return found


def _looks(staff_id: int) -> QuerySet[AuditRecord]:
    return AuditRecord.objects.filter(subject=f"staff:{staff_id}", action=BOOKS_SEEN).order_by("id")
