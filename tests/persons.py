"""People whom tests need: excluded ones."""

from django.conf import settings

from cardroom.clock import now
from cardroom.people.models import Exclusion, Patron


def stop(patron_id: int, kind: str = "barred") -> Exclusion:
    """The person is excluded from today on."""
    return Exclusion.objects.create(
        patron_id=patron_id,
        kind=kind,
        reason="for a test",
        begins_on=settings.ROOM_CALENDAR.day_of(now()),
        recorded_at=now(),
    )


def excluded(name: str, kind: str = "barred") -> Patron:
    """Somebody who is excluded."""
    patron = Patron.objects.create(name=name)
    stop(patron.pk, kind)
    return patron
