"""The cage's forms. They read what people type; the services decide."""

import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from cardroom.errors import Refused
from cardroom.language import Text, translated, words
from cardroom.money import format_cents, parse_dollars
from cardroom.people.models import Patron
from ledger import cage_selectors
from ledger.books.entry import Flow
from ledger.journal import JournalFilter
from ledger.win_selectors import ShiftWin

# Far above anything a room holds, far below what the books' columns can.
MOST_CENTS = 10**12


class MoneyField(forms.Field):
    """Dollars as people type them, as cents."""

    def __init__(self, *, label: Text, zero: bool = False, **attrs: object) -> None:
        self.zero = zero
        self.shown = label
        widget = forms.TextInput(
            attrs={"class": "money", "inputmode": "decimal", "autocomplete": "off", **attrs}
        )
        super().__init__(label=label, required=False, widget=widget)

    def to_python(self, value: Any) -> int:
        try:
            cents = parse_dollars(str(value or ""))
        except ValueError:
            raise ValidationError(
                gettext("%(label)s: write dollars and cents, like 500 or 1,250.50.")
                % {"label": self.shown}
            ) from None
        if cents == 0 and not self.zero:
            raise ValidationError(
                gettext("%(label)s: it must be more than nothing.") % {"label": self.shown}
            )
        if cents > MOST_CENTS:
            raise ValidationError(
                gettext("%(label)s: that is more than this room holds.") % {"label": self.shown}
            )
        return cents


class PatronField(forms.Field):
    """A patron by number, by name, or as the page itself writes one: ``Lee Park (17)``."""

    def __init__(self, *, label: Text, **attrs: object) -> None:
        self.shown = label
        widget = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", **attrs})
        super().__init__(label=label, required=False, widget=widget)

    def to_python(self, value: Any) -> Patron:
        text = str(value or "").strip()
        if not text:
            raise ValidationError(
                gettext("%(label)s: write a name or a number.") % {"label": self.shown}
            )
        written = re.search(r"\((\d{1,15})\)$", text)
        found = cage_selectors.find_patrons(written.group(1) if written else text)
        if not found:
            raise ValidationError(
                gettext("%(label)s: nobody is known as %(text)s.")
                % {"label": self.shown, "text": text},
                code="unknown",
            )
        if len(found) > 1:
            names = ", ".join(f"{patron.name} ({patron.pk})" for patron in found)
            raise ValidationError(
                gettext("%(label)s: which one? %(names)s") % {"label": self.shown, "names": names}
            )
        return found[0]


class CageForm(forms.Form):
    """A form that posts once: its request id comes with the page and stays through errors."""

    request_id = forms.UUIDField(
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(
            ("required", "invalid"),
            gettext_lazy("This page is out of date. Load it again; nothing was posted."),
        ),
    )

    def request(self) -> str:
        """The request id, as the books keep it."""
        value = self.cleaned_data["request_id"]
        assert isinstance(value, UUID)
        return str(value)

    def refuse(self, error: Refused) -> None:
        """Show a refusal at the field that it names, or above the form."""
        field = error.field if error.field in self.fields else None
        shown = f"{self.fields[field].label}: {translated(error)}" if field else translated(error)
        self.add_error(field, shown)


class NewPersonForm(CageForm):
    """Somebody whom the room does not know yet."""

    described = forms.BooleanField(label=gettext_lazy("Gives no name"), required=False)

    name = forms.CharField(
        label=gettext_lazy("Name or description"),
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "spellcheck": "false", "autofocus": True}
        ),
    )
    description = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def _day(label: Text) -> forms.DateField:
    return forms.DateField(
        label=label, required=False, widget=forms.DateInput(attrs={"type": "date"})
    )


def _of_shift(line: ShiftWin) -> str:
    won = gettext("Table %(table)s, %(day)s %(shift)s: won %(amount)s")
    lost = gettext("Table %(table)s, %(day)s %(shift)s: lost %(amount)s")
    return (won if line.to_count > 0 else lost) % {
        "table": line.table,
        "day": line.day.isoformat(),
        "shift": words(line.shift).lower(),
        "amount": format_cents(abs(line.to_count)),
    }


class CountWinForm(CageForm):
    """Which table and shift is counted, and a second person's signature on the same screen."""

    which = forms.ChoiceField(
        label=gettext_lazy("Table and shift"),
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Table and shift: choose one."),
            "invalid_choice": gettext_lazy(
                "Table and shift: this one is counted, or its shift still runs."
            ),
        },
    )
    signer = forms.CharField(
        label=gettext_lazy("Signed by"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": gettext_lazy("Signed by: a second person signs with name and password.")
        },
    )
    password = forms.CharField(
        label=gettext_lazy("Password of the second person"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Password of the second person: it is missing.")},
    )

    def __init__(self, *args: Any, lines: Sequence[ShiftWin], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = {
            f"{line.table}:{line.day.isoformat()}:{line.shift}": line
            for line in lines
            if line.to_count and not line.runs
        }
        which = self.fields["which"]
        assert isinstance(which, forms.ChoiceField)
        which.choices = [
            (
                key,
                _of_shift(line),
            )
            for key, line in self.lines.items()
        ]


class StaffField(forms.CharField):
    """Somebody who works here, by the name to log in with; nobody, if nothing is written."""

    def clean(self, value: Any) -> Any:
        name = super().clean(value)
        if not name:
            return None
        found = cage_selectors.staff_named(name)
        if found is None:
            raise ValidationError(
                gettext("%(label)s: nobody logs in as %(name)s.")
                % {"label": self.label, "name": name}
            )
        return found


class BooksForm(forms.Form):
    """What narrows a view of the books."""

    day = _day(gettext_lazy("Gaming day"))
    until = _day(gettext_lazy("To gaming day"))
    shift = forms.ChoiceField(label=gettext_lazy("Shift"), required=False)
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        required=False,
        choices=lambda: [("", gettext("all")), *((f.value, words(f).lower()) for f in Flow)],
    )
    actor = StaffField(label=gettext_lazy("By"), required=False, max_length=150)
    before = forms.IntegerField(
        required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shift = self.fields["shift"]
        assert isinstance(shift, forms.ChoiceField)
        names = [name for name, _ in settings.ROOM_CALENDAR.shifts]
        shift.choices = [("", gettext("all")), *((name, words(name).lower()) for name in names)]

    def wanted(self) -> JournalFilter:
        """The filter that was asked for. Call it on a valid form."""
        data = self.cleaned_data
        actor, patron = data.get("actor"), data.get("patron")
        return JournalFilter(
            day=data.get("day"),
            until=data.get("until"),
            shift=data.get("shift") or "",
            kind=data.get("kind") or "",
            account=data.get("account") or "",
            round_ref=data.get("round_ref") or "",
            patron_id=patron,
            table=data.get("table") or "",
            actor_id=actor.pk if actor else None,
        )


class JournalForm(BooksForm):
    """What to look for in the journal."""

    account = forms.CharField(label=gettext_lazy("Account"), required=False, max_length=60)
    round_ref = forms.CharField(label=gettext_lazy("Round"), required=False, max_length=60)
    table = forms.RegexField(r"^\w+$", label=gettext_lazy("Table"), required=False, max_length=30)
    patron = forms.IntegerField(
        label=gettext_lazy("Person, by number"), required=False, min_value=1, max_value=2**62
    )


class ShiftForm(BooksForm):
    """A gaming day, or one shift of it."""

    kind = None  # type: ignore[assignment]
    actor = None  # type: ignore[assignment]


class StatementForm(BooksForm):
    """A page of an account's statement, and a past moment to look at."""

    at = forms.DateTimeField(
        label=gettext_lazy("As of"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
    )
