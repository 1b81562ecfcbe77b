"""The forms that open and close a table."""

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from cardroom.errors import Refused
from cardroom.language import Text, translated
from cardroom.money import format_cents, parse_dollars
from cardroom.people.models import Staff
from cardroom.people.refusals import PeopleError
from ledger.cage_selectors import find_patrons
from tables.engine import rotation
from tables.engine.packs import RulePack, pack_from_rules
from tables.engine.wagers import BANK_LIMITS, WAGER_NAMES
from tables.models import Table
from tables.selectors import OpeningChoices, Tray
from tables.services.slips import MOST_CHIPS, Count, DeckLook

# What a room opens most often; every field can be changed. Cents.
USUAL_LIMITS = {
    "ante": (1_000, 10_000),
    "bonus": (100, 2_500),
    "pair_plus": (500, 10_000),
    "six_card_bonus": (500, 2_500),
    "bank": (10_000, 500_000),
}
LIMIT_NAMES = {kind.value: name for kind, name in WAGER_NAMES.items()} | {BANK_LIMITS: "W"}
_ENDS = {"least": gettext_lazy("%(wager)s, least"), "most": gettext_lazy("%(wager)s, most")}


class DollarsField(forms.CharField):
    """An amount as people type it; its value is whole cents."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "class": "money"})
        super().__init__(widget=widget, max_length=16, **options)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None  # only where it is not required
        try:
            return parse_dollars(text)
        except ValueError:
            raise forms.ValidationError(gettext("Type an amount such as 20 or 1,250.50.")) from None


class SignedCountForm(forms.Form):
    """The tray, counted chip by chip, and a dealer's signature on the same screen."""

    reason = forms.CharField(
        label=gettext_lazy("Reason of a difference"), max_length=200, required=False
    )
    signer = forms.CharField(
        label=gettext_lazy("Dealer’s name"),
        max_length=150,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("The dealer signs with name and password.")},
    )
    password = forms.CharField(
        label=gettext_lazy("Dealer’s password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("The dealer’s password is missing.")},
    )

    def __init__(self, tray: Tray, data: Any = None) -> None:
        super().__init__(data)
        self.tray = tray
        for chip in tray.chips:
            self.fields[f"chips_{chip}"] = forms.IntegerField(
                label=gettext("%(chip)s chips") % {"chip": format_cents(chip)},
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
                self.add_error("signer", translated(refused))
                return given
            self.dealer = found if isinstance(found, Staff) else None
            if self.dealer is None:
                self.add_error("signer", gettext("Name and password do not belong together."))
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
    ("deck1", gettext_lazy("First deck")),
    ("spare1", gettext_lazy("In its place")),
    ("deck2", gettext_lazy("Second deck")),
    ("spare2", gettext_lazy("In its place")),
)
DECK_CHECKS = {
    "all_present": gettext_lazy("all present"),
    "backs_unmarked": gettext_lazy("backs unmarked"),
    "undamaged": gettext_lazy("not damaged"),
    "jokers_out": gettext_lazy("jokers out"),
}


@dataclass(frozen=True, slots=True)
class DeckRow:
    """The fields of one deck, for the template."""

    name: str
    title: Text
    back: forms.BoundField
    checks: list[forms.BoundField]
    defect: forms.BoundField


@dataclass(frozen=True, slots=True)
class GameField:
    """A field of the game, and the ids of the packs that it belongs to (None: to all)."""

    field: forms.BoundField
    packs: str | None


class OpenTableForm(SignedCountForm):
    """With what a table is opened: pack, fees, limits, cards, rotation. Fixed until it closes.
    With it the opener slip, and the decks.

    Fees, rotation and W belong to packs that a player banks, limits to the wagers of the pack; the
    page hides what does not belong to the pack that is chosen, and it is not asked for.
    """

    pack = forms.ChoiceField(label=gettext_lazy("Rules"))
    fee_schedule = forms.ChoiceField(label=gettext_lazy("Fees"), required=False)
    policy = forms.ChoiceField(
        label=gettext_lazy("Rotation"),
        choices=lambda: [
            (each.name, translated(each.title)) for each in rotation.POLICIES.values()
        ],
        required=False,
    )
    source = forms.ChoiceField(label=gettext_lazy("Cards"), choices=Table.Source.choices)
    capture = forms.ChoiceField(
        label=gettext_lazy("Entered"),
        choices=Table.Capture.choices,
        required=False,
        initial="cards",
    )
    decks = forms.IntegerField(label=gettext_lazy("Decks"), min_value=1, max_value=8, initial=1)
    shuffler = forms.BooleanField(label=gettext_lazy("Automatic shuffler"), required=False)

    def __init__(self, choices: OpeningChoices, tray: Tray, data: Any = None) -> None:
        super().__init__(tray, data)
        self.packs = {str(row.id): pack_from_rules(row.rules) for row in choices.packs}
        self._choose("pack", [(pack.id, str(pack)) for pack in choices.packs])
        self._choose("fee_schedule", [(fees.id, str(fees)) for fees in choices.fee_schedules])
        self.kinds = [k for k in USUAL_LIMITS if any(k in _limited(p) for p in self.packs.values())]
        for kind in self.kinds:
            for end, cents in zip(("least", "most"), USUAL_LIMITS[kind], strict=True):
                self.fields[f"{kind}_{end}"] = DollarsField(
                    label=_ENDS[end] % {"wager": translated(LIMIT_NAMES[kind])},
                    required=False,
                    initial=format_cents(cents).removeprefix("$"),
                )
        for deck, _ in DECKS:
            text = forms.TextInput({"autocomplete": "off"})
            self.fields[f"{deck}_back"] = forms.CharField(
                label=gettext("Back"), max_length=20, required=False, widget=text
            )
            for check, label in DECK_CHECKS.items():
                self.fields[f"{deck}_{check}"] = forms.BooleanField(label=label, required=False)
            self.fields[f"{deck}_defect"] = forms.CharField(
                label=gettext("What is wrong"), max_length=200, required=False
            )

    def _choose(self, name: str, choices: list[tuple[Any, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def game_fields(self) -> list[GameField]:
        """What is played, and for how much."""
        names = ("pack", "fee_schedule", "policy", "source", "capture", "decks")
        ends = [f"{kind}_{end}" for kind in self.kinds for end in ("least", "most")]
        return [
            GameField(self[name], self._packs_with(name)) for name in (*names, *ends, "shuffler")
        ]

    def _packs_with(self, name: str) -> str | None:
        """The packs that a field belongs to, as the page's script reads them."""
        kind = name.removesuffix("_least").removesuffix("_most")
        if kind in ("fee_schedule", "policy"):
            kind = BANK_LIMITS
        if kind not in USUAL_LIMITS:
            return None
        return " ".join(key for key, pack in self.packs.items() if kind in _limited(pack))

    def clean(self) -> dict[str, Any]:
        """Every limit of the pack that is chosen is there, and its fees."""
        given = super().clean()
        pack = self.packs.get(given.get("pack", ""))
        for kind in _limited(pack) if pack else ():
            for end in ("least", "most"):
                name = f"{kind}_{end}"
                if given.get(name) is None and name not in self.errors:
                    self.add_error(name, gettext("Type an amount such as 20 or 1,250.50."))
        if pack and pack.player_banked and not given.get("fee_schedule"):
            self.add_error("fee_schedule", gettext("Choose the posted fees."))
        return given

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
        pack = self.packs[given["pack"]]
        return {
            "pack_id": int(given["pack"]),
            "fee_schedule_id": int(given["fee_schedule"]) if pack.player_banked else None,
            "limits": {
                kind: (given[f"{kind}_least"], given[f"{kind}_most"]) for kind in _limited(pack)
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


def _limited(pack: RulePack) -> list[str]:
    """What a table posts limits for under these rules, in the order of the form."""
    kinds = {*pack.kinds, *([BANK_LIMITS] if pack.player_banked else [])}
    return [kind for kind in USUAL_LIMITS if kind in kinds]


class WaitingForm(forms.Form):
    """Somebody wants a seat in a game at a limit. He is found as his name is typed."""

    patron = forms.CharField(
        label=gettext_lazy("Who waits"),
        error_messages={"required": gettext_lazy("Who waits? Type a name or a number.")},
    )
    table = forms.TypedChoiceField(
        label=gettext_lazy("For which game"),
        coerce=int,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Choose a game of the list.")
        ),
    )

    def __init__(self, games: list[Table], data: Any = None) -> None:
        super().__init__(data)
        field = self.fields["table"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(table.id, game_name(table)) for table in games]
        self.fields["patron"].widget = forms.TextInput(
            {
                "autocomplete": "off",
                "spellcheck": "false",
                "data-people": f"{reverse('free-patrons')}?anywhere=yes",
            }
        )

    def clean_patron(self) -> int:
        """The person's number, from a number, a name or ``Lee Park (17)``."""
        text = self.cleaned_data["patron"]
        written = re.search(r"\((\d{1,15})\)$", text)
        found = find_patrons(written.group(1) if written else text)
        if not found:
            raise forms.ValidationError(
                gettext("Nobody is known as %(name)s. The cage registers new people.")
                % {"name": text}
            )
        if len(found) > 1:
            names = ", ".join(f"{patron.name} ({patron.pk})" for patron in found)
            raise forms.ValidationError(gettext("Which one? %(names)s") % {"names": names})
        return found[0].pk

    def refuse(self, error: Refused) -> None:
        """Show a refusal at the field that it names, or above the form."""
        self.add_error(error.field if error.field in self.fields else None, translated(error))


def game_name(table: Table) -> str:
    """The game and limit as the waiting list names them: ``California $10``."""
    return f"{table.pack.name if table.pack else ''} {format_cents(table.limits['ante'][0])}"
