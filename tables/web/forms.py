"""The form that opens a table."""

from typing import Any

from django import forms

from cardroom.money import format_cents, parse_dollars
from tables.models import Table
from tables.selectors import OpeningChoices

# What a room opens most often; every field can be changed. Cents.
USUAL_LIMITS = {"ante": (1_000, 10_000), "bonus": (100, 2_500), "bank": (10_000, 500_000)}
LIMIT_NAMES = {"ante": "Ante", "bonus": "Bonus", "bank": "W"}


class DollarsField(forms.CharField):
    """An amount as people type it; its value is whole cents."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "class": "money"})
        super().__init__(widget=widget, max_length=16, **options)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return parse_dollars(text)
        except ValueError:
            raise forms.ValidationError("Type an amount such as 20 or 1,250.50.") from None


class OpenTableForm(forms.Form):
    """With what a table is opened: pack, fees, limits, cards, dealer. Fixed until it closes."""

    pack = forms.ChoiceField(label="Rules")
    fee_schedule = forms.ChoiceField(label="Fees")
    source = forms.ChoiceField(label="Cards", choices=Table.Source.choices)
    decks = forms.IntegerField(label="Decks", min_value=1, max_value=8, initial=1)
    dealer = forms.ChoiceField(label="House dealer", required=False)

    def __init__(self, choices: OpeningChoices, data: Any = None) -> None:
        super().__init__(data)
        self._choose("pack", [(pack.id, str(pack)) for pack in choices.packs])
        self._choose("fee_schedule", [(fees.id, str(fees)) for fees in choices.fee_schedules])
        dealers = [(dealer.id, dealer.display_name) for dealer in choices.dealers]
        self._choose("dealer", [("", "nobody yet"), *dealers])
        self.fields["dealer"].initial = choices.usual_dealer and choices.usual_dealer.id
        for kind, bounds in USUAL_LIMITS.items():
            for end, cents in zip(("least", "most"), bounds, strict=True):
                self.fields[f"{kind}_{end}"] = DollarsField(
                    label=f"{LIMIT_NAMES[kind]}, {end}",
                    initial=format_cents(cents).removeprefix("$"),
                )

    def _choose(self, name: str, choices: list[tuple[Any, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def opening(self) -> dict[str, Any]:
        """The cleaned form as ``opening.open_table`` takes it."""
        given = self.cleaned_data
        return {
            "pack_id": int(given["pack"]),
            "fee_schedule_id": int(given["fee_schedule"]),
            "limits": {
                kind: (given[f"{kind}_least"], given[f"{kind}_most"]) for kind in USUAL_LIMITS
            },
            "source": given["source"],
            "decks": given["decks"],
            "dealer_id": int(given["dealer"]) if given["dealer"] else None,
        }

    def refuse(self, field: str, message: str) -> None:
        """Put a refusal of the floor beside the field it names, else above the form."""
        beside = field if field in self.fields else f"{field}_least"
        self.add_error(beside if beside in self.fields else None, message)
