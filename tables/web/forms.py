"""The forms that open and close a table."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth import authenticate

from cardroom.money import format_cents, parse_dollars
from cardroom.people.models import Staff
from cardroom.people.refusals import PeopleError
from tables.engine import rotation
from tables.models import Table
from tables.selectors import OpeningChoices, Tray, WaitingChoices
from tables.services.slips import MOST_CHIPS, Count, DeckLook

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


class SignedCountForm(forms.Form):
    """The tray, counted chip by chip, and a dealer's signature on the same screen."""

    reason = forms.CharField(label="Reason of a difference", max_length=200, required=False)
    signer = forms.CharField(
        label="Dealer’s name",
        max_length=150,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": "The dealer signs with name and password."},
    )
    password = forms.CharField(
        label="Dealer’s password",
        max_length=200,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "off"}),
        error_messages={"required": "The dealer’s password is missing."},
    )

    def __init__(self, tray: Tray, data: Any = None) -> None:
        super().__init__(data)
        self.tray = tray
        for chip in tray.chips:
            self.fields[f"chips_{chip}"] = forms.IntegerField(
                label=f"{format_cents(chip)} chips",
                min_value=0,
                max_value=MOST_CHIPS,
                initial=tray.last_counts.get(chip),
                widget=forms.NumberInput({"inputmode": "numeric", "class": "money"}),
            )

    def chip_fields(self) -> list[forms.BoundField]:
        """The fields of the count, the largest chip first."""
        return [self[f"chips_{chip}"] for chip in self.tray.chips]

    def clean(self) -> dict[str, Any]:
        """Who signs must know his password; which of the two was wrong is not said."""
        given: dict[str, Any] = self.cleaned_data
        self.dealer: Staff | None = None
        if given.get("signer") and given.get("password"):
            try:
                found = authenticate(username=given["signer"], password=given["password"])
            except PeopleError as refused:
                self.add_error("signer", refused.message)
                return given
            self.dealer = found if isinstance(found, Staff) else None
            if self.dealer is None:
                self.add_error("signer", "Name and password do not belong together.")
        return given

    def count(self) -> Count:
        """The cleaned form as the services take it."""
        assert self.dealer is not None
        given = self.cleaned_data
        counts = {chip: given[f"chips_{chip}"] for chip in self.tray.chips}
        return Count(counts, self.dealer, given["reason"])

    def refuse(self, field: str, message: str) -> None:
        """Put a refusal of the floor beside the field it names, else above the form."""
        beside = field if field in self.fields else f"{field}_least"
        self.add_error(beside if beside in self.fields else None, message)


class CloseTableForm(SignedCountForm):
    """The closer slip."""


# Deck, title. A replacement is looked at only where the deck before it did not pass.
DECKS = (
    ("deck1", "First deck"),
    ("spare1", "In its place"),
    ("deck2", "Second deck"),
    ("spare2", "In its place"),
)
DECK_CHECKS = {
    "all_present": "all present",
    "backs_unmarked": "backs unmarked",
    "undamaged": "not damaged",
    "jokers_out": "jokers out",
}


@dataclass(frozen=True, slots=True)
class DeckRow:
    """The fields of one deck, for the template."""

    name: str
    title: str
    back: forms.BoundField
    checks: list[forms.BoundField]
    defect: forms.BoundField


class OpenTableForm(SignedCountForm):
    """With what a table is opened: pack, fees, limits, cards, rotation. Fixed until it closes.
    With it the opener slip, and the decks."""

    pack = forms.ChoiceField(label="Rules")
    fee_schedule = forms.ChoiceField(label="Fees")
    policy = forms.ChoiceField(
        label="Rotation",
        choices=[(policy.name, policy.title) for policy in rotation.POLICIES.values()],
        required=False,
    )
    source = forms.ChoiceField(label="Cards", choices=Table.Source.choices)
    capture = forms.ChoiceField(
        label="Entered", choices=Table.Capture.choices, required=False, initial="cards"
    )
    decks = forms.IntegerField(label="Decks", min_value=1, max_value=8, initial=1)
    shuffler = forms.BooleanField(label="Automatic shuffler", required=False)

    def __init__(self, choices: OpeningChoices, tray: Tray, data: Any = None) -> None:
        super().__init__(tray, data)
        self._choose("pack", [(pack.id, str(pack)) for pack in choices.packs])
        self._choose("fee_schedule", [(fees.id, str(fees)) for fees in choices.fee_schedules])
        for kind, bounds in USUAL_LIMITS.items():
            for end, cents in zip(("least", "most"), bounds, strict=True):
                self.fields[f"{kind}_{end}"] = DollarsField(
                    label=f"{LIMIT_NAMES[kind]}, {end}",
                    initial=format_cents(cents).removeprefix("$"),
                )
        for deck, _ in DECKS:
            text = forms.TextInput({"autocomplete": "off"})
            self.fields[f"{deck}_back"] = forms.CharField(
                label="Back", max_length=20, required=False, widget=text
            )
            for check, label in DECK_CHECKS.items():
                self.fields[f"{deck}_{check}"] = forms.BooleanField(label=label, required=False)
            self.fields[f"{deck}_defect"] = forms.CharField(
                label="What is wrong", max_length=200, required=False
            )

    def _choose(self, name: str, choices: list[tuple[Any, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def game_fields(self) -> list[forms.BoundField]:
        """What is played, and for how much."""
        names = ("pack", "fee_schedule", "policy", "source", "capture", "decks", "shuffler")
        ends = [f"{kind}_{end}" for kind in USUAL_LIMITS for end in ("least", "most")]
        return [self[name] for name in (*names, *ends)]

    def deck_rows(self) -> list[DeckRow]:
        """The decks, in the order in which they are looked at."""
        return [
            DeckRow(
                deck,
                title,
                self[f"{deck}_back"],
                [self[f"{deck}_{check}"] for check in DECK_CHECKS],
                self[f"{deck}_defect"],
            )
            for deck, title in DECKS
        ]

    def refuse(self, field: str, message: str) -> None:
        super().refuse("deck1_back" if field == "decks" else field, message)

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
            "capture": given["capture"] or Table.Capture.CARDS.value,
            "decks": given["decks"],
            "shuffler": given["shuffler"],
            "policy": given["policy"] or rotation.TWO_HANDS.name,
            "count": self.count(),
            "looks": [
                DeckLook(
                    back=given[f"{deck}_back"],
                    defect=given[f"{deck}_defect"],
                    **{check: given[f"{deck}_{check}"] for check in DECK_CHECKS},
                )
                for deck, _ in DECKS
                if given[f"{deck}_back"]
            ],
        }


class WaitingForm(forms.Form):
    """Somebody wants a seat in a game at a limit."""

    patron = forms.TypedChoiceField(label="Who waits", coerce=int)
    table = forms.TypedChoiceField(label="For which game", coerce=int)

    def __init__(self, choices: WaitingChoices, data: Any = None) -> None:
        super().__init__(data)
        people, games = self.fields["patron"], self.fields["table"]
        assert isinstance(people, forms.ChoiceField) and isinstance(games, forms.ChoiceField)
        people.choices = [(patron.id, patron.name) for patron in choices.patrons]
        games.choices = [(table.id, game_name(table)) for table in choices.tables]


def game_name(table: Table) -> str:
    """The game and limit as the waiting list names them: ``California $10``."""
    return f"{table.pack.name if table.pack else ''} {format_cents(table.limits['ante'][0])}"
