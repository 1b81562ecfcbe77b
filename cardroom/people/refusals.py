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
    MARKS_MISSING = "marks_missing"
    REASON_MISSING = "reason_missing"
    NO_SUCH_PERSON = "no_such_person"
    PERSON_MERGED = "person_merged"
    ENDS_BEFORE = "ends_before"
    ENDED_ALREADY = "ended_already"
    NO_SUCH_EXCLUSION = "no_such_exclusion"
    REFERENCE_MISSING = "reference_missing"
    NO_SUCH_COMPANY = "no_such_company"
    COMPANY_KNOWN = "company_known"
    PLAYS_FOR_ANOTHER = "plays_for_another"


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
        PeopleRefusal.MARKS_MISSING: (
            "Somebody without a name needs a description with marks that tell him apart."
        ),
        PeopleRefusal.REASON_MISSING: "Write the reason: it is kept.",
        PeopleRefusal.NO_SUCH_PERSON: "Nobody is known under this number.",
        PeopleRefusal.PERSON_MERGED: "This number was merged into {number}: use that one.",
        PeopleRefusal.ENDS_BEFORE: "It can't end on {ends}, before it begins on {begins}.",
        PeopleRefusal.ENDED_ALREADY: "This was ended before. Nothing was changed.",
        PeopleRefusal.NO_SUCH_EXCLUSION: "There is no such exclusion.",
        PeopleRefusal.REFERENCE_MISSING: "A filed report has a reference: write it.",
        PeopleRefusal.NO_SUCH_COMPANY: "There is no such company. Register it first.",
        PeopleRefusal.COMPANY_KNOWN: "{name} is registered already.",
        PeopleRefusal.PLAYS_FOR_ANOTHER: "{name} plays for {company}. Release him there first.",
    }
