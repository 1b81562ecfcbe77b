"""The cage's side of fills and credits, and the chip runners."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cardroom.errors import Refused
from cardroom.language import Text, translated
from cardroom.people.roles import Permission
from ledger import cage_selectors, place_selectors, transfer_selectors
from ledger.books.tally import BILLS
from ledger.models import Transfer
from ledger.services import runners, transfers
from ledger.web.forms import CageForm, PatronField
from ledger.web.guards import needs, staff_of
from ledger.web.tally_forms import TallyForm
from ledger.web.windows import FORM, acted


class RunnerField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Somebody who may carry chips."""

    def __init__(self) -> None:
        super().__init__(
            transfer_selectors.may_carry(),
            label=gettext("Runner"),
            error_messages={
                "required": gettext("Runner: who carries the chips?"),
                "invalid_choice": gettext("Runner: choose one of the list."),
            },
        )

    def label_from_instance(self, obj: Any) -> str:
        return str(obj.display_name)


class SendForm(TallyForm):
    """Chips that leave the cage, and who carries them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["runner"] = RunnerField()
        self.add_tally("chips", gettext("Chips"), place_selectors.denominations())


class ReceiveForm(TallyForm):
    """Chips that arrive, counted."""

    note = forms.CharField(
        label=gettext_lazy("Discrepancy note"),
        max_length=200,
        required=False,
        help_text="If it is not all.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_tally("chips", gettext("Chips counted"), place_selectors.denominations())


class HandInForm(SendForm):
    """All that a runner carries, counted."""

    reason = forms.CharField(
        label=gettext_lazy("Reason of a difference"), max_length=200, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_tally("cash", gettext("Cash"), BILLS, gettext("Coins and other cash"))


class SaleForm(TallyForm):
    """A runner's sale at a table."""

    table = forms.CharField(
        label=gettext_lazy("Table"),
        max_length=30,
        error_messages={"required": gettext_lazy("Table: where is it?")},
    )
    patron = PatronField(label=gettext_lazy("Person"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_tally("chips", gettext("Chips sold for cash"), place_selectors.denominations())


@require_safe
@needs(Permission.SEE_CAGE)
def fills(request: HttpRequest) -> HttpResponse:
    """Fills and credits under way, and the latest that are over."""
    return render(
        request,
        "cage/fills.html",
        {
            "under_way": transfer_selectors.open_transfers(),
            "over": transfer_selectors.done_transfers(),
            "shift": cage_selectors.window_of(staff_of(request)),
        },
    )


@require_http_methods(FORM)
@needs(Permission.SEE_CAGE)
def fill(request: HttpRequest, transfer_id: int) -> HttpResponse:
    """One fill or credit: who asked, approved, sent and received; and the cage's next step."""
    found = transfer_selectors.transfer(transfer_id)
    if found is None:
        raise Http404
    form, act = _step(request, found)
    if form is not None and act is not None and acted(request, form, act):
        return redirect("fills")
    wrong = form is not None and form.is_bound and form.errors
    context = {"transfer": found, "form": form}
    return render(request, "cage/fill.html", context, status=422 if wrong else 200)


def _step(
    request: HttpRequest, found: Transfer
) -> tuple[TallyForm | None, Callable[[], str] | None]:
    """What the cage does next with a fill or a credit, if it is the cage's turn."""
    staff = staff_of(request)
    if not staff.may(Permission.WORK_CAGE):
        return None, None
    initial = {"request_id": uuid4(), **TallyForm.shown("chips", found.chips)}
    name = gettext("%(kind)s %(number)s") % {
        "kind": found.get_kind_display(),
        "number": found.slip.number,
    }
    if found.kind == Transfer.Kind.FILL and found.status == Transfer.Status.APPROVED:
        form: TallyForm = SendForm(request.POST or None, initial=initial)

        def send() -> str:
            transfers.send_fill(
                transfer_id=found.pk,
                chips=form.tally("chips"),
                runner=form.cleaned_data["runner"],
                actor=staff,
            )
            return gettext("%(name)s is on its way to table %(table)s.") % {
                "name": name,
                "table": found.table,
            }

        return form, send
    if found.kind == Transfer.Kind.CREDIT and found.status == Transfer.Status.SENT:
        form = ReceiveForm(request.POST or None, initial={"request_id": uuid4()})

        def receive() -> str:
            transfers.receive_credit(
                transfer_id=found.pk,
                chips=form.tally("chips"),
                note=form.cleaned_data["note"],
                actor=staff,
            )
            return gettext("%(name)s is received.") % {"name": name}

        return form, receive
    return None, None


@require_POST
@needs(Permission.SEE_CAGE)
def decide_fill(request: HttpRequest, transfer_id: int, what: str) -> HttpResponse:
    """Approve a fill or credit, or cancel it before it is sent."""
    try:
        if what == "approve":
            transfers.approve(transfer_id=transfer_id, actor=staff_of(request))
        else:
            reason = request.POST.get("reason", "")
            transfers.cancel(transfer_id=transfer_id, reason=reason, actor=staff_of(request))
    except Refused as error:
        messages.error(request, translated(error))
        return redirect("fill", transfer_id)
    messages.success(
        request,
        gettext("Approved.") if what == "approve" else gettext("Cancelled; the number stays."),
    )
    return redirect("fills")


# -- Runners ---------------------------------------------------------------------------------------


@require_http_methods(FORM)
@needs(Permission.WORK_CAGE)
def runner_issue(request: HttpRequest) -> HttpResponse:
    """Chips from the window to a runner."""
    form = SendForm(request.POST or None, initial={"request_id": uuid4()})

    def act() -> str:
        runner, chips = form.cleaned_data["runner"], form.tally("chips")
        runners.issue(
            window=_window(request),
            runner=runner,
            chips=chips,
            request_id=form.request(),
            actor=staff_of(request),
        )
        return gettext("%(runner)s carries %(chips)s more.") % {
            "runner": runner.display_name,
            "chips": chips,
        }

    if acted(request, form, act):
        return redirect("cage")
    return form_page(request, form, gettext("Chips to a runner"), gettext("Issue"), _ISSUE)


@require_http_methods(FORM)
@needs(Permission.WORK_CAGE)
def runner_hand_in(request: HttpRequest) -> HttpResponse:
    """All that a runner carries, counted into the window."""
    form = HandInForm(request.POST or None, initial={"request_id": uuid4()})

    def act() -> str:
        runner = form.cleaned_data["runner"]
        runners.hand_in(
            window=_window(request),
            runner=runner,
            cash=form.tally("cash"),
            chips=form.tally("chips"),
            request_id=form.request(),
            actor=staff_of(request),
            reason=form.cleaned_data["reason"],
        )
        return gettext("%(runner)s has handed in.") % {"runner": runner.display_name}

    if acted(request, form, act):
        return redirect("cage")
    return form_page(request, form, gettext("A runner hands in"), gettext("Take it in"), _HAND_IN)


_ISSUE = gettext_lazy(
    "The runner sells these chips at the tables, and hands in what is left with the cash."
)
_HAND_IN = gettext_lazy(
    "Count all cash and all chips that the runner carries. A difference needs a reason."
)
_SALE = gettext_lazy(
    "Cash to you, chips to a player whose name you know. It counts for his day at the cage."
)


@require_http_methods(FORM)
@needs(Permission.RUN_CHIPS)
def runner_sale(request: HttpRequest) -> HttpResponse:
    """A runner sells at a table, out of what he carries."""
    form = SaleForm(request.POST or None, initial={"request_id": uuid4()})
    staff = staff_of(request)

    def act() -> str:
        patron, chips = form.cleaned_data["patron"], form.tally("chips")
        runners.sell(
            table=form.cleaned_data["table"],
            patron_id=patron.pk,
            chips=chips,
            request_id=form.request(),
            actor=staff,
        )
        return gettext("%(patron)s bought %(chips)s.") % {"patron": patron.name, "chips": chips}

    if acted(request, form, act):
        return redirect("runner-sale")
    carried = transfer_selectors.carried(staff)
    return form_page(
        request, form, gettext("Chips sold at a table"), gettext("Sold"), _SALE, carried=carried
    )


def _window(request: HttpRequest) -> int:
    time = cage_selectors.window_of(staff_of(request))
    return time.window.number if time else 0


def form_page(
    request: HttpRequest,
    form: CageForm,
    title: Text,
    button: Text,
    sentence: Text,
    **more: object,
) -> HttpResponse:
    """A page with one form, outside the window's three columns."""
    context = {
        "form": form,
        "title": title,
        "button": button,
        "sentence": sentence,
        "action": request.path,
        **more,
    }
    wrong = form.is_bound and form.errors
    return render(request, "cage/form_page.html", context, status=422 if wrong else 200)
