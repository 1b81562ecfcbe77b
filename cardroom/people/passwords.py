"""Names and passwords, at the login and under a second signature, and how often one may guess.

Every wrong password is written down under the account's name and under the address it came from.
Too many of either shut the door for a while, which is audited; the right one opens it again for
the account. It all lies in the audit log, so that it works without a cache and is evidence as well.
"""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from cardroom.audit.guesses import Guesses
from cardroom.audit.log import record
from cardroom.people.models import Staff
from cardroom.people.refusals import PeopleError, PeopleRefusal

# Wrong passwords within ten minutes: people share a terminal, so an address may have more of them.
MOST_OF_ACCOUNT = 5
MOST_OF_ADDRESS = 20
_REFUSED, _ACCEPTED = "password_refused", "password_accepted"
_GUESSES = Guesses(_REFUSED, _ACCEPTED)


class StaffBackend(ModelBackend):
    """Django's own check of a password, behind the count. Raises PeopleError while it is shut."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **credentials: object,
    ) -> Staff | None:
        if username is None or password is None:
            return None
        address = request.META.get("REMOTE_ADDR", "") if request else ""
        limits = {_account_key(username): MOST_OF_ACCOUNT}
        if address:
            limits[f"address:{address}"] = MOST_OF_ADDRESS
        _check_open(limits)
        found = super().authenticate(request, username=username, password=password)
        if isinstance(found, Staff):
            record(found, _ACCEPTED, _account_key(username), address=address)
            return found
        for subject, most in limits.items():
            _note_wrong(subject, most, username, address)
        return None


def _account_key(username: str) -> str:
    """The name as the log keeps it: people type passwords into the wrong field, and a log that
    nobody can change is no place for those."""
    return f"login:{salted_hmac('cardroom.people.passwords', username).hexdigest()}"


def _note_wrong(subject: str, most: int, username: str, address: str) -> None:
    known = Staff.objects.filter(username=username).values_list("username", flat=True).first()
    data = {"account": known, "address": address}
    record(None, _REFUSED, subject, **data)
    until = _GUESSES.shut_until(subject, most)
    if until is not None:
        record(None, "passwords_locked", subject, until=until.isoformat(), **data)


def _check_open(limits: dict[str, int]) -> None:
    shut = [until for each in limits.items() if (until := _GUESSES.shut_until(*each)) is not None]
    if shut:
        zone = ZoneInfo(settings.ROOM_CALENDAR.time_zone)
        at = max(shut).astimezone(zone).strftime("%H:%M:%S")
        raise PeopleError(PeopleRefusal.PASSWORDS_LOCKED, until=at)
