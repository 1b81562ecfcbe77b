"""The pages of the drop boxes: which hang, which are to be counted, and the count sheet."""

from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from cardroom.people.roles import Permission
from ledger import box_selectors, place_selectors, slip_selectors
from ledger.books.tally import BILLS
from ledger.models import Box, BoxCount
from ledger.services import boxes as services
from ledger.web.guards import needs, staff_of
from ledger.web.tally_forms import SignedForm, TallyForm
from ledger.web.windows import FORM, acted


@require_safe
@needs(Permission.SEE_CAGE)
def boxes(request: HttpRequest) -> HttpResponse:
    """Every box that hangs, waits to be counted, or was counted lately."""
    return render(
        request,
        "cage/boxes.html",
        {
            "hanging": box_selectors.hanging(),
            "to_count": box_selectors.to_count(),
            "counted": box_selectors.counted(),
        },
    )


@require_http_methods(FORM)
@needs(Permission.SEE_CAGE)
def box(request: HttpRequest, box_id: int) -> HttpResponse:
    """The count sheet of a box: written, corrected, and signed by two."""
    found = box_selectors.box(box_id)
    if found is None:
        raise Http404
    form = _sheet_form(_sheet(found), request.POST or None)

    def act() -> str:
        services.write_sheet(
            box_id=box_id,
            chips=form.tally("chips"),
            cash=form.tally("cash"),
            actor=staff_of(request),
        )
        return gettext("The sheet is written. What was changed is struck through and kept.")

    if acted(request, form, act):
        return redirect("box", box_id)
    return _page(request, found, form, _signing())


@sensitive_post_parameters("password")
@require_http_methods(["POST"])
@needs(Permission.COUNT_BOX)
def sign(request: HttpRequest, box_id: int) -> HttpResponse:
    """Sign the sheet: oneself first, then a second counter with name and password."""
    found = box_selectors.box(box_id)
    if found is None:
        raise Http404
    sheet = _sheet(found)
    form = _signing(request.POST)

    def act() -> str:
        typed = form.cleaned_data["signer"]
        signer = form.signed_by(request) if typed else staff_of(request)
        signed = services.sign_sheet(box_id=box_id, actor=signer)
        if signed.booked:
            return gettext("Box %(box_id)s is counted, booked and locked.") % {"box_id": box_id}
        return gettext("You have signed. A second counter signs too.")

    if acted(request, form, act):
        return redirect("box", box_id)
    return _page(request, found, _sheet_form(sheet), form)


def _sheet(box: Box) -> BoxCount | None:
    sheet: BoxCount | None = getattr(box, "sheet", None)
    return sheet


def _sheet_form(sheet: BoxCount | None, data: QueryDict | None = None) -> TallyForm:
    chips, cash = box_selectors.written(sheet)
    shown = TallyForm.shown("chips", chips) | TallyForm.shown("cash", cash)
    form = TallyForm(data, initial={"request_id": uuid4(), **shown})
    form.add_tally("chips", gettext("Chips"), place_selectors.denominations())
    form.add_tally("cash", gettext("Cash"), BILLS, gettext("Coins and other cash"))
    return form


def _signing(data: QueryDict | None = None) -> SignedForm:
    """The form of a signature. Who is logged in signs without typing; the second one types."""
    form = SignedForm(data, initial={"request_id": uuid4()})
    for name in ("signer", "password"):
        form.fields[name].required = False
    return form


def _page(request: HttpRequest, box: Box, form: TallyForm, signing: SignedForm) -> HttpResponse:
    sheet = _sheet(box)
    staff = staff_of(request)
    context = {
        "box": box,
        "sheet": sheet,
        "lines": box_selectors.lines(sheet) if sheet else [],
        "looks": slip_selectors.look_words(sheet) if sheet else [],
        "form": form,
        "signing": signing,
        "signed_by_me": sheet is not None and sheet.first_signer_id == staff.pk,
        "may_count": staff.may(Permission.COUNT_BOX),
    }
    wrong = (form.is_bound and form.errors) or (signing.is_bound and signing.errors)
    return render(request, "cage/box.html", context, status=422 if wrong else 200)
