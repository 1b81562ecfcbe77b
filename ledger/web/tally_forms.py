"""Forms in which chips and bills are counted, and forms that a second person signs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from cardroom.language import Text
from cardroom.money import format_cents
from cardroom.people.models import Staff
from cardroom.people.refusals import PeopleError
from ledger.books.tally import BILLS, Tally, spread
from ledger.refusals import BooksError, BooksRefusal
from ledger.web.forms import MOST_CENTS, CageForm, MoneyField, PatronField

MOST_PIECES = 1_000_000
# Who signs, and with what.
NOT_SORTED = gettext_lazy("Not sorted")
SIGNATURE = ("signer", "password")


class PiecesField(forms.Field):
    """How many chips or bills of one denomination; nothing written is none."""

    def __init__(self, *, label: Text, **attrs: object) -> None:
        self.shown = label
        widget = forms.TextInput(
            attrs={"class": "money", "inputmode": "numeric", "autocomplete": "off", **attrs}
        )
        super().__init__(label=label, required=False, widget=widget)

    def to_python(self, value: Any) -> int:
        text = str(value or "").strip()
        if not text:
            return 0
        if not text.isascii() or not text.isdigit() or int(text[:10]) > MOST_PIECES:
            raise ValidationError(
                gettext("%(label)s: write how many, like 20.") % {"label": self.shown}
            )
        return int(text)


class LooseField(MoneyField):
    """An amount that is not sorted; nothing written is none."""

    def to_python(self, value: Any) -> int:
        return super().to_python(value) if str(value or "").strip() else 0


@dataclass(frozen=True, slots=True)
class TallyFields:
    """The fields of one tally, as a page draws them."""

    legend: Text
    pieces: tuple[BoundField, ...]
    loose: BoundField


class TallyForm(CageForm):
    """A form with tallies: fields ``chips_10000`` for pieces, ``chips_loose`` for the rest."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._legends: dict[str, Text] = {}

    def add_tally(
        self,
        name: str,
        legend: Text,
        denominations: Collection[int],
        loose: Text = NOT_SORTED,
    ) -> None:
        """Fields for one tally. Without denominations only the amount is asked."""
        self._legends[name] = legend
        for each in sorted(denominations, reverse=True):
            label = format_cents(each)
            self.fields[f"{name}_{each}"] = PiecesField(label=label, data_cents=str(each))
        self.fields[f"{name}_loose"] = LooseField(
            label=loose if denominations else legend, zero=True
        )

    def tallies(self) -> list[TallyFields]:
        """The fields by tally, for the page."""
        return [self.drawn(name) for name in self._legends]

    def plain_fields(self) -> list[BoundField]:
        """The visible fields that are neither a tally's nor a signature's."""
        return [each for each in self.visible_fields() if not self._apart(each.name)]

    def signing_fields(self) -> list[BoundField]:
        """The fields of a signature, which come last."""
        return [each for each in self.visible_fields() if each.name in SIGNATURE]

    def _apart(self, name: str) -> bool:
        return name in SIGNATURE or any(name.startswith(f"{each}_") for each in self._legends)

    def drawn(self, name: str) -> TallyFields:
        """The fields of one tally, for the page."""
        loose = f"{name}_loose"
        names = [each for each in self.fields if each.startswith(f"{name}_") and each != loose]
        pieces = tuple(self[each] for each in names)
        return TallyFields(self._legends[name], pieces, self[loose])

    def written(self, name: str) -> bool:
        """Whether anything at all was written for a tally."""
        wanted = [each for each in self.fields if each.startswith(f"{name}_")]
        return any(str(self.data.get(each, "")).strip() for each in wanted)

    def tally(self, name: str) -> Tally:
        """What was counted."""
        pieces = {
            int(field.rpartition("_")[2]): count
            for field, count in self.cleaned_data.items()
            if field.startswith(f"{name}_") and not field.endswith("_loose")
        }
        return Tally(pieces, self.cleaned_data.get(f"{name}_loose", 0))

    @staticmethod
    def shown(name: str, tally: Tally) -> dict[str, str]:
        """Initial values that show a tally."""
        values = {f"{name}_{each}": str(count) for each, count in tally.pieces.items()}
        if tally.loose:
            values[f"{name}_loose"] = format_cents(tally.loose).removeprefix("$")
        return values


class SignedForm(TallyForm):
    """A second person signs on the same screen, with name and password."""

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

    def signed_by(self, request: HttpRequest) -> Staff:
        """Who signed. Raises BooksError if name and password do not belong together."""
        return signature(request, self.cleaned_data)


def signature(
    request: HttpRequest, data: Mapping[str, Any], name: str = "signer", password: str = "password"
) -> Staff:
    """Whose name and password these are. Raises BooksError if they do not belong together, and
    while too many wrong ones shut it."""
    try:
        found = authenticate(request, username=data[name], password=data[password])
    except PeopleError as shut:
        raise BooksError(BooksRefusal.PASSWORDS_LOCKED, field=password, **shut.data) from shut
    if not isinstance(found, Staff):
        raise BooksError(BooksRefusal.WRONG_SIGNATURE, field=password)
    return found


class TransactionForm(TallyForm):
    """A buy-in or a cash-out: the amount first, or the chips; and who, or nobody by name.

    ``filled`` is the amount for which the page filled in the chips by itself: left as they were,
    they follow another amount.
    """

    cents = MoneyField(label=gettext_lazy("Amount"), autofocus=True)
    patron = PatronField(label=gettext_lazy("Person"))
    anonymous = forms.BooleanField(label=gettext_lazy("Nobody by name"), required=False)
    filled = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_CENTS, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, denominations: Collection[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.denominations = denominations
        if denominations:
            self.add_tally("chips", gettext("Chips"), denominations)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("anonymous") and not str(self.data.get("patron", "")).strip():
            self.errors.pop("patron", None)
        if self.denominations:
            self._clean_chips(data)
        return data

    def _clean_chips(self, data: dict[str, Any]) -> None:
        if any(each.startswith("chips_") for each in self.errors):
            return
        chips, untouched = self.tally("chips"), spread(data.get("filled") or 0, self.denominations)
        if not str(self.data.get("cents", "")).strip() and chips.cents:
            self.errors.pop("cents", None)
            data["cents"] = chips.cents
        elif data.get("cents") and (not self.written("chips") or chips == untouched):
            chips = spread(data["cents"], self.denominations)
        data["chips"] = chips

    @property
    def chips(self) -> Tally | None:
        """The chips of the transaction; None where the room has no denominations."""
        found: Tally | None = self.cleaned_data.get("chips")
        return found


class OpenWindowForm(TallyForm):
    """A window and its imprest."""

    window = forms.TypedChoiceField(label=gettext_lazy("Window"), coerce=int)
    imprest = MoneyField(label=gettext_lazy("Cash"), autofocus=True)

    def __init__(
        self, *args: Any, windows: list[int], denominations: Collection[int], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = self.fields["window"]
        assert isinstance(choices, forms.TypedChoiceField)
        choices.choices = [
            (number, gettext("Window %(number)s") % {"number": number}) for number in windows
        ]
        choices.error_messages["invalid_choice"] = gettext(
            "Window: somebody has it open, or it is none."
        )
        choices.error_messages["required"] = gettext("Window: every window is open.")
        self.fields["chips"] = LooseField(label=gettext("Chips"), zero=True)
        if denominations:
            self.add_tally("pieces", gettext("Chips by denomination"), denominations)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        sorted_chips = self.tally("pieces") if self._legends else Tally()
        amount = data.get("chips", 0)
        if not amount and not sorted_chips.cents and "chips" not in self.errors:
            self.add_error("chips", gettext("Chips: it must be more than nothing."))
        if amount and sorted_chips.cents and amount != sorted_chips.cents:
            counted, asked = format_cents(sorted_chips.cents), format_cents(amount)
            self.add_error(
                "chips",
                gettext("Chips: they come to %(counted)s, and the amount is %(asked)s.")
                % {"counted": counted, "asked": asked},
            )
        return data

    @property
    def chips(self) -> Tally:
        """The chips of the imprest, by denomination as far as they were written so."""
        sorted_chips = self.tally("pieces") if self._legends else Tally()
        return sorted_chips if sorted_chips.cents else Tally(loose=self.cleaned_data["chips"])


class CountForm(TallyForm):
    """The blind count of a window."""

    def __init__(self, *args: Any, denominations: Collection[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_tally("cash", gettext("Cash"), BILLS, gettext("Coins and other cash"))
        self.add_tally("chips", gettext("Chips"), denominations)
        self.fields["cash_10000"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not any(map(self.written, self._legends)):
            raise ValidationError(gettext("Write what you counted; write 0 where there is none."))
        return data


class RecountForm(CountForm, SignedForm):
    """A count again, with a second person standing by."""

    reason = forms.CharField(
        label=gettext_lazy("Why it is counted again"),
        max_length=200,
        error_messages={"required": gettext_lazy("Why it is counted again: this needs a reason.")},
    )


class SignOffForm(SignedForm):
    """What becomes of a counted window: the reason of over or short, and the second signature."""

    reason = forms.CharField(
        label=gettext_lazy("Reason of the difference"), max_length=200, required=False
    )


class HandOverForm(TallyForm):
    """The next cashier signs for the window; a cage supervisor too where there is a difference."""

    taker = forms.CharField(
        label=gettext_lazy("Next cashier"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
        error_messages={
            "required": gettext_lazy("Next cashier: she signs with name and password.")
        },
    )
    taker_password = forms.CharField(
        label=gettext_lazy("Password of the next cashier"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Password of the next cashier: it is missing.")},
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason of the difference"), max_length=200, required=False
    )
    signer = forms.CharField(
        label=gettext_lazy("Signed by"),
        max_length=150,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password of the second person"),
        max_length=200,
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )


class ExchangeForm(TallyForm):
    """Chips for chips."""

    def __init__(self, *args: Any, denominations: Collection[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_tally("taken", gettext("Chips in"), denominations)
        self.add_tally("given", gettext("Chips out"), denominations)
        first = next(each for each in self.fields if each.startswith("taken_"))
        self.fields[first].widget.attrs["autofocus"] = True


class VaultMoveForm(SignedForm):
    """More from the vault, or back to it."""

    cash = LooseField(label=gettext_lazy("Cash"), zero=True, autofocus=True)

    def __init__(self, *args: Any, denominations: Collection[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_tally("chips", gettext("Chips"), denominations)


class VarianceForm(SignedForm):
    """Over or short of an open window."""

    what = forms.ChoiceField(
        label=gettext_lazy("What"),
        choices=[
            ("cash_over", gettext_lazy("Cash over")),
            ("cash_short", gettext_lazy("Cash short")),
            ("chips_over", gettext_lazy("Chips over")),
            ("chips_short", gettext_lazy("Chips short")),
        ],
    )
    cents = MoneyField(label=gettext_lazy("Amount"), autofocus=True)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        error_messages={"required": gettext_lazy("Reason: over and short need one.")},
    )


class TokesForm(TallyForm):
    """Dealers' tips, handed in as chips."""

    table = forms.CharField(
        label=gettext_lazy("Table"),
        max_length=30,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
        error_messages={"required": gettext_lazy("Table: whose dealers’ tips are they?")},
    )

    def __init__(self, *args: Any, denominations: Collection[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_tally("chips", gettext("Chips"), denominations)
