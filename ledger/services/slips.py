"""Slip numbers without a gap, and printings that are counted."""

from django.conf import settings
from django.db import transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import Staff
from ledger.models import Slip, SlipPrint, SlipSeries
from ledger.refusals import BooksError, BooksRefusal


@transaction.atomic
def issue(series: str, subject: str) -> Slip:
    """The next slip of a series, for ``subject``, which has one slip at most.

    The series is locked until the transaction ends: a number that is rolled back was never taken.
    Take it last, after accounts and places.
    """
    SlipSeries.objects.bulk_create([SlipSeries(name=series)], ignore_conflicts=True)
    row = SlipSeries.objects.select_for_update(of=("self",), no_key=True).get(name=series)
    known = Slip.objects.filter(subject=subject).first()
    if known is not None:
        return known
    last = Slip.objects.filter(series=row).order_by("-number").values_list("number", flat=True)
    moment = now()
    gaming = settings.ROOM_CALENDAR.at(moment)
    return Slip.objects.create(
        series=row,
        number=(last.first() or 0) + 1,
        subject=subject,
        at=moment,
        day=gaming.day,
        shift=gaming.shift,
    )


@transaction.atomic
def note_print(slip_id: int, *, actor: Staff) -> SlipPrint:
    """Count one printing. The second and every later one is a copy, and says which.

    Raises BooksError if there is no such slip.
    """
    slip = (
        Slip.objects.select_for_update(of=("self",), no_key=True)
        .select_related("series")
        .filter(pk=slip_id)
        .first()
    )
    if slip is None:
        raise BooksError(BooksRefusal.NO_SUCH_SLIP)
    nth = SlipPrint.objects.filter(slip=slip).count() + 1
    printed = SlipPrint.objects.create(slip=slip, nth=nth, by=actor, at=now())
    record(actor, "slip_printed", f"slip:{slip.pk}", nth=nth)
    return printed
