"""The forms that pair a display and let a phone follow a seat."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tables.models import Table


class CodeField(forms.CharField):
    """A code that somebody reads off a display; how it is written does not matter."""

    def __init__(self, **options: Any) -> None:
        attributes = {
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
            "class": "code-input",
        }
        widget = forms.TextInput(attributes)
        super().__init__(max_length=20, widget=widget, label=gettext_lazy("Code"), **options)


class FollowForm(forms.Form):
    """The code that a seat's display shows for its player's phone."""

    code = CodeField(
        error_messages={"required": gettext_lazy("Type the code that the seat's display shows.")}
    )


class PairForm(forms.Form):
    """The code on a display that waits, and what it is to show: ``table`` None is the room board,
    ``seat`` None the rail."""

    RAIL, BOARD = 0, -1

    code = CodeField(
        error_messages={"required": gettext_lazy("Type the code that the display shows.")}
    )

    def __init__(self, tables: Sequence[Table], data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        most = max((table.seat_count for table in tables), default=0)
        places = [
            ("", gettext_lazy("Choose what it shows")),
            *((n, gettext_lazy("Seat %(seat)s") % {"seat": n}) for n in range(1, most + 1)),
            (self.RAIL, gettext_lazy("The rail: what everybody may see")),
            (self.BOARD, gettext_lazy("The room board: every game and who waits")),
        ]
        self.fields["table"] = forms.TypedChoiceField(
            label=gettext_lazy("Table"),
            coerce=int,
            choices=[(table.pk, str(table)) for table in tables],
            widget=forms.Select if len(tables) > 1 else forms.HiddenInput,
        )
        self.fields["what"] = forms.TypedChoiceField(
            label=gettext_lazy("It shows"), coerce=int, choices=places
        )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        what = given.get("what") or None
        if what == self.BOARD:
            return {**given, "table": None, "seat": None}
        return {**given, "seat": what}
