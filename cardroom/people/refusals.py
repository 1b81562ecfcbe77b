"""Why somebody is not registered, or not let in: the closed list, with a sentence for each."""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from cardroom.errors import Refused


class PeopleRefusal(StrEnum):
    NOT_ALLOWED = "not_allowed"
    NAME_MISSING = "name_missing"
    TOO_LONG = "too_long"
    NOT_TEXT = "not_text"
    NAME_KNOWN = "name_known"
    REQUEST_REUSED = "request_reused"
    PASSWORDS_LOCKED = "passwords_locked"


class PeopleError(Refused):
    """A person is not registered, or not let in; see ``PeopleRefusal``.

    ``field`` is the input at fault.
    """

    TEXTS: ClassVar[Mapping[StrEnum, str]] = {
        PeopleRefusal.NOT_ALLOWED: "Your role does not allow this.",
        PeopleRefusal.NAME_MISSING: "Write a name, or what somebody unknown looks like.",
        PeopleRefusal.TOO_LONG: "This is longer than the {most} characters that there is room for.",
        PeopleRefusal.NOT_TEXT: "This has characters that can't be printed.",
        PeopleRefusal.NAME_KNOWN: (
            "{name} is known already, as number {number}. If this is somebody else, write a note "
            "that tells them apart."
        ),
        PeopleRefusal.REQUEST_REUSED: (
            "This page registered {name} already. Open it again for somebody else."
        ),
        PeopleRefusal.PASSWORDS_LOCKED: (
            "Too many wrong passwords. No more are taken until {until}: try again then."
        ),
    }
