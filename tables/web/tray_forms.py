"""The forms of fills and credits at a table."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext, gettext_lazy

from cardroom.money import format_cents
from cardroom.people.models import Staff
from tables.selectors import Tray
from tables.services.slips import MOST_CHIPS
from tables.web.forms import SignedCountForm

KINDS = [
    ("fill", gettext_lazy("Fill: chips to this table")),
    ("credit", gettext_lazy("Credit: chips to the cage")),
]


class AskForm(forms.Form):
    """Ask for a fill or a credit, by denomination."""

    kind = forms.ChoiceField(label=gettext_lazy("What"), choices=KINDS)
    request_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, tray: Tray, data: Any = None) -> None:
        super().__init__(data, initial={"request_id": uuid4()})
        self.tray = tray
        for chip in tray.chips:
            self.fields[f"chips_{chip}"] = forms.IntegerField(
                label=gettext("%(chip)s chips") % {"chip": format_cents(chip)},
                min_value=0,
                max_value=MOST_CHIPS,
                required=False,
                widget=forms.NumberInput({"inputmode": "numeric", "class": "money"}),
            )

    def chip_fields(self) -> list[forms.BoundField]:
        """The fields of the count, the largest chip first."""
        return [self[f"chips_{chip}"] for chip in self.tray.chips]

    def chips(self) -> dict[int, int]:
        """What was asked for."""
        given = self.cleaned_data
        return {chip: given[f"chips_{chip}"] or 0 for chip in self.tray.chips}

    def refuse(self, field: str, message: str) -> None:
        """A refusal stands above the form, unless it names a field."""
        self.add_error(field if field in self.fields else None, message)


class CountedForm(SignedCountForm):
    """A fill that arrived, or a credit that leaves: counted by floor and dealer."""

    def __init__(self, tray: Tray, data: Any = None, runners: Sequence[Staff] = ()) -> None:
        super().__init__(Tray(tray.chips, tray.in_books, {}), data)
        if runners:
            self.fields["runner"] = forms.TypedChoiceField(
                label=gettext("Runner"),
                coerce=int,
                choices=[(each.pk, each.display_name) for each in runners],
            )
            del self.fields["reason"]
        else:
            self.fields["reason"].label = gettext("Discrepancy note")

    def refuse(self, field: str, message: str) -> None:
        names = {"note": "reason"}
        super().refuse(names.get(field, field), message)
