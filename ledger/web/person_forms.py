"""Forms about persons: front money, reversals, merges, exclusions, reports, notes."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from cardroom.language import Text
from cardroom.people.models import Exclusion, SuspicionNote
from ledger.books.person_flows import Form
from ledger.web.forms import CageForm, MoneyField, PatronField


def line_field(label: Text, **attrs: object) -> forms.CharField:
    """One line of text; the service says what is missing."""
    widget = forms.TextInput(attrs={"autocomplete": "off", **attrs})
    return forms.CharField(label=label, required=False, max_length=400, widget=widget)


def day_field(label: Text, *, required: bool = True) -> forms.DateField:
    """A day, as the browser's own calendar gives it."""
    return forms.DateField(
        label=label,
        required=required,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": format_lazy(gettext_lazy("{label}: choose a day."), label=label),
            "invalid": format_lazy(gettext_lazy("{label}: that is no day."), label=label),
        },
    )


def choice_field(label: Text, choices: Sequence[tuple[str, Text]]) -> forms.ChoiceField:
    """One of a few; anything else is refused in a sentence."""
    wrong = format_lazy(gettext_lazy("{label}: choose one of the list."), label=label)
    return forms.ChoiceField(
        label=label,
        choices=choices,
        error_messages={"required": wrong, "invalid_choice": wrong},
    )


class SignedForm(CageForm):
    """A form that a second person signs on the same screen."""

    signer = forms.CharField(
        label=gettext_lazy("Approved by"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": gettext_lazy("Approved by: a second person signs with name and password.")
        },
    )
    password = forms.CharField(
        label=gettext_lazy("Password of the second person"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Password of the second person: it is missing.")},
    )


class DepositForm(CageForm):
    """Front money in or out: the amount first."""

    cents = MoneyField(label=gettext_lazy("Amount"), autofocus=True)
    patron = PatronField(label=gettext_lazy("Person"))
    form = choice_field(
        gettext_lazy("In"), [(Form.CASH, gettext_lazy("cash")), (Form.CHIPS, gettext_lazy("chips"))]
    )
    company = forms.BooleanField(label=gettext_lazy("Money of his company"), required=False)


class LeaveForm(CageForm):
    """A proposition player leaves with what he does not hand back."""

    cents = MoneyField(label=gettext_lazy("Chips handed back"), zero=True, autofocus=True)
    patron = PatronField(label=gettext_lazy("Proposition player"))


class ReversalForm(SignedForm):
    """Why a transaction is turned round, and who approves."""

    reason = line_field(gettext_lazy("Reason"), autofocus=True)
    holds = forms.BooleanField(label=gettext_lazy("He still has chips in his hand"), required=False)
    field_order = ("request_id", "reason", "holds", "signer", "password")


class MergeForm(CageForm):
    """Who somebody known by description is."""

    patron = PatronField(label=gettext_lazy("Known by description"), autofocus=True)
    into = PatronField(label=gettext_lazy("Is this person"))
    reason = line_field(gettext_lazy("Reason"))


class ReasonForm(forms.Form):
    """A reason alone."""

    reason = line_field(gettext_lazy("Reason"))


class ExclusionForm(CageForm):
    """Somebody who is not let in."""

    patron = PatronField(label=gettext_lazy("Person"), autofocus=True)
    kind = choice_field(gettext_lazy("Why"), [(k.value, k.label) for k in Exclusion.Kind])
    begins_on = day_field(gettext_lazy("From"))
    ends_on = day_field(gettext_lazy("To, that day included; empty for no end"), required=False)
    reason = line_field(gettext_lazy("Reason"))


class CompanyForm(CageForm):
    """A new proposition company."""

    name = line_field(gettext_lazy("Name of the company"))


class RegistrationForm(CageForm):
    """A player of a proposition company."""

    company = choice_field(gettext_lazy("Company"), [])
    patron = PatronField(label=gettext_lazy("Person"))

    def __init__(self, *args: Any, companies: Sequence[tuple[str, Text]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["company"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = companies


class DaysForm(forms.Form):
    """From one gaming day to another."""

    first = day_field(gettext_lazy("From"), required=False)
    last = day_field(gettext_lazy("To"), required=False)


class DayForm(forms.Form):
    """One gaming day."""

    day = day_field(gettext_lazy("Gaming day"), required=False)


class FilingForm(CageForm):
    """That a report was filed."""

    filed_on = day_field(gettext_lazy("Filed on"))
    reference = line_field(gettext_lazy("Reference"))


class NoteForm(CageForm):
    """A working note towards a suspicion report."""

    patron = forms.CharField(
        label=gettext_lazy("Person, if there is one"),
        required=False,
        max_length=100,
        widget=forms.TextInput(),
    )
    kind = choice_field(gettext_lazy("This is"), [(k.value, k.label) for k in SuspicionNote.Kind])
    day = day_field(gettext_lazy("Gaming day"))
    amount = forms.CharField(
        label=gettext_lazy("Amount, if there is one"), required=False, max_length=40
    )
    text = forms.CharField(
        label=gettext_lazy("What was seen"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    reference = line_field(gettext_lazy("Reference of the filed report"))


class CoverForm(CageForm):
    """Whether a place of money counts as cover."""

    account = line_field(gettext_lazy("Account"))
    counts = choice_field(
        gettext_lazy("It"),
        [("yes", gettext_lazy("counts as cover")), ("no", gettext_lazy("does not count"))],
    )
    reason = line_field(gettext_lazy("Reason"))
