"""The vault: what lies where, and the chips that come and go for good."""

from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from cardroom.clock import now
from cardroom.people.roles import Permission
from ledger import box_selectors, place_selectors, selectors
from ledger.books.tally import Tally
from ledger.services import vault as services
from ledger.web.forms import MoneyField
from ledger.web.guards import needs, needs_books, staff_of
from ledger.web.tally_forms import PiecesField, TallyForm
from ledger.web.transfers import form_page
from ledger.web.windows import FORM, acted


class NewChipsForm(TallyForm):
    """New chips: of a denomination that the room has, or of a new one."""

    denomination = MoneyField(label=gettext_lazy("Denomination"), autofocus=True)
    pieces = PiecesField(label=gettext_lazy("Pieces"))

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not data.get("pieces") and "pieces" not in self.errors:
            self.add_error("pieces", gettext("Pieces: how many are there?"))
        if not self.errors:
            data["chips"] = Tally({data["denomination"]: data["pieces"]})
        return data


class WithdrawForm(NewChipsForm):
    """Chips that are taken out for good."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        error_messages={"required": gettext_lazy("Reason: why are they taken out?")},
    )


class SortForm(TallyForm):
    """Chips of the vault that are sorted or exchanged."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chips = place_selectors.denominations()
        self.add_tally("taken", gettext("Lies there now"), chips)
        self.add_tally("given", gettext("Lies there no more"), chips)


@require_safe
@needs(Permission.SEE_CAGE)
@needs_books
def vault(request: HttpRequest) -> HttpResponse:
    """Cash and chips by place and denomination, and the latest movements."""
    moment = now()
    untold = box_selectors.untold(staff_of(request))
    holdings = [each for each in place_selectors.holdings() if each.place not in untold]
    chips = sorted({each for held in holdings for each, _ in held.chips}, reverse=True)
    rows = [(held, [f"{held.count(each):,}" for each in chips]) for held in holdings]
    trial = selectors.trial_balance()
    return render(
        request,
        "cage/vault.html",
        {
            "moment": moment,
            "chips": chips,
            "rows": rows,
            "cash": [
                line
                for line in trial.lines
                if line.code.startswith(("cash:", "bank:")) and line.code not in untold
            ],
            "identity": selectors.chips_identity(),
            "movements": place_selectors.movements(),
        },
    )


_NEW = gettext_lazy(
    "New chips come into the vault. A new denomination is on every form from then on."
)
_OUT = gettext_lazy("Chips leave the vault for good: worn, or of a series that is called in.")
_SORT = gettext_lazy(
    "Both sides are worth the same. What was not sorted and is now stands on both."
)


@require_http_methods(FORM)
@needs(Permission.MANAGE_CHIPS)
def new_chips(request: HttpRequest) -> HttpResponse:
    """New chips into the vault."""
    form = NewChipsForm(request.POST or None, initial={"request_id": uuid4()})

    def act() -> str:
        chips = form.cleaned_data["chips"]
        services.add_chips(chips=chips, request_id=form.request(), actor=staff_of(request))
        return gettext("%(chips)s came into the vault.") % {"chips": chips}

    if acted(request, form, act):
        return redirect("vault")
    return form_page(request, form, gettext("New chips"), gettext("Into the vault"), _NEW)


@require_http_methods(FORM)
@needs(Permission.MANAGE_CHIPS)
def withdraw_chips(request: HttpRequest) -> HttpResponse:
    """Chips out of the vault for good."""
    form = WithdrawForm(request.POST or None, initial={"request_id": uuid4()})

    def act() -> str:
        chips = form.cleaned_data["chips"]
        services.withdraw_chips(
            chips=chips,
            reason=form.cleaned_data["reason"],
            request_id=form.request(),
            actor=staff_of(request),
        )
        return gettext("%(chips)s left the vault for good.") % {"chips": chips}

    if acted(request, form, act):
        return redirect("vault")
    return form_page(request, form, gettext("Withdraw chips"), gettext("Withdraw"), _OUT)


@require_http_methods(FORM)
@needs(Permission.SIGN_CAGE)
def sort_vault(request: HttpRequest) -> HttpResponse:
    """Denominations of the vault set right."""
    form = SortForm(request.POST or None, initial={"request_id": uuid4()})

    def act() -> str:
        services.sort_vault(
            taken=form.tally("taken"),
            given=form.tally("given"),
            request_id=form.request(),
            actor=staff_of(request),
        )
        return gettext("%(tally)s stands for %(tally2)s.") % {
            "tally": form.tally("taken"),
            "tally2": form.tally("given"),
        }

    if acted(request, form, act):
        return redirect("vault")
    return form_page(request, form, gettext("Sort the vault"), gettext("Book it"), _SORT)
