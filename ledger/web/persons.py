"""A person's page, and what is done about persons: merges, exclusions, reversals."""

from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cardroom.errors import Refused
from cardroom.language import translated
from cardroom.people import exclusions
from cardroom.people.models import Patron, today
from cardroom.people.roles import Permission
from cardroom.people.services import name_described
from ledger import cage_selectors, person_selectors
from ledger.books import currency
from ledger.refusals import BooksError
from ledger.services import merging, reversals
from ledger.web.cage import asked_patron, cage_page, posted_page, shown
from ledger.web.guards import needs, staff_of
from ledger.web.person_forms import ExclusionForm, MergeForm, ReasonForm, ReversalForm
from ledger.web.tally_forms import signature


@require_safe
@needs(Permission.SEE_CAGE)
def person_page(request: HttpRequest, patron_id: int) -> HttpResponse:
    """Everything that the cage knows of a person; a merged number leads to whom it belongs."""
    page = person_selectors.person_page(patron_id)
    if page is None:
        raise Http404
    if page.person.patron.merged_into_id is not None:
        return redirect("person-page", page.person.patron.merged_into_id)
    staff = staff_of(request)
    return render(
        request,
        "cage/person_page.html",
        {
            "page": page,
            "person": page.person,
            "bars": page.bars,
            "log_from": settings.CURRENCY_LOG_FROM,
            "report_above": currency.REPORT_ABOVE,
            "shift": cage_selectors.window_of(staff),
            "exclusions": exclusions.history(patron_id, staff),
        },
    )


@require_POST
@needs(Permission.WORK_CAGE)
def give_name(request: HttpRequest, patron_id: int) -> HttpResponse:
    """Somebody known by description has given a name."""
    try:
        patron = name_described(
            patron_id, name=request.POST.get("name", ""), actor=staff_of(request)
        )
    except Refused as error:
        messages.error(request, translated(error))
    else:
        messages.success(
            request,
            gettext("Number %(patron)s is %(patron2)s.")
            % {"patron": patron.pk, "patron2": patron.name},
        )
    return redirect("person-page", patron_id)


# -- Reversals -------------------------------------------------------------------------------------


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.WORK_CAGE)
def reverse_entry(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Turn a transaction round, with a reason and a second person on the same screen."""
    form = ReversalForm(request.POST or None, initial={"request_id": uuid4()})
    what = cage_selectors.transaction(entry_id)
    if what is None:
        raise Http404
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            posted = reversals.reverse(
                entry_id,
                reason=data["reason"],
                holds=data["holds"],
                actor=staff_of(request),
                approved_by=signature(request, data),
            )
        except BooksError as error:
            form.refuse(error)
        else:
            patron = Patron(pk=what.patron_id) if what.patron_id else None
            return posted_page(
                request,
                posted,
                gettext("Entry %(entry_id)s is turned round.") % {"entry_id": entry_id},
                patron,
            )
    person = cage_selectors.person(what.patron_id) if what.patron_id else None
    return cage_page(request, "cage/reverse.html", person, form=form, what=what)


# -- Merges ----------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.PROPOSE_MERGE)
def merges(request: HttpRequest) -> HttpResponse:
    """Who may be whom: propose, and decide what others proposed."""
    staff = staff_of(request)
    patron = asked_patron(request)
    form = MergeForm(request.POST or None, initial={"request_id": uuid4(), "patron": shown(patron)})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            merging.propose(
                data["patron"].pk,
                data["into"].pk,
                reason=data["reason"],
                actor=staff,
                request_id=data["request_id"],
            )
        except BooksError as error:
            form.refuse(error)
        else:
            messages.success(request, gettext("Proposed. Somebody else has to approve it."))
            return redirect("merges")
    return render(
        request,
        "cage/merges.html",
        {
            "form": form,
            "waiting": person_selectors.merges_waiting(),
            "described": person_selectors.described(),
        },
        status=422 if form.is_bound and form.errors else 200,
    )


@require_POST
@needs(Permission.APPROVE_MERGE)
def decide_merge(request: HttpRequest, merge_id: int) -> HttpResponse:
    """Approve or decline what somebody else proposed."""
    approve = request.POST.get("decision") == "approve"
    try:
        merge = merging.decide(merge_id, approve=approve, actor=staff_of(request))
    except BooksError as error:
        messages.error(request, translated(error))
        return redirect("merges")
    if not approve:
        messages.success(request, gettext("Declined. Both stay as they are."))
        return redirect("merges")
    messages.success(request, gettext("Merged: their days are counted together."))
    return redirect("person-page", merge.into_id)


@require_POST
@needs(Permission.APPROVE_MERGE)
def undo_merge(request: HttpRequest, merge_id: int) -> HttpResponse:
    """Make two persons of one again, with a reason."""
    form = ReasonForm(request.POST)
    try:
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        merge = merging.undo(merge_id, reason=reason, actor=staff_of(request))
    except BooksError as error:
        messages.error(request, translated(error))
        return redirect("merges")
    messages.success(request, gettext("They are two persons again; the merge stays on record."))
    return redirect("person-page", merge.into_id)


# -- Exclusions ------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Permission.EXCLUDE)
def exclude(request: HttpRequest) -> HttpResponse:
    """Record that somebody is not let in; the list of those who are not."""
    first = {"request_id": uuid4(), "begins_on": today(), "patron": shown(asked_patron(request))}
    form = ExclusionForm(request.POST or None, initial=first)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            exclusions.exclude(
                data["patron"].pk,
                kind=data["kind"],
                reason=data["reason"],
                begins_on=data["begins_on"],
                ends_on=data["ends_on"],
                actor=staff_of(request),
                request_id=data["request_id"],
            )
        except Refused as error:
            form.refuse(error)
        else:
            messages.success(
                request,
                gettext("%(name)s is stopped at tables and windows.")
                % {"name": data["patron"].name},
            )
            return redirect("exclusions")
    return render(
        request,
        "cage/exclusions.html",
        {"form": form, "exclusions": exclusions.latest(staff_of(request))},
        status=422 if form.is_bound and form.errors else 200,
    )


@require_POST
@needs(Permission.EXCLUDE)
def lift_exclusion(request: HttpRequest, exclusion_id: int) -> HttpResponse:
    """End an exclusion before its day."""
    form = ReasonForm(request.POST)
    try:
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        exclusions.lift(exclusion_id, reason=reason, actor=staff_of(request))
    except Refused as error:
        messages.error(request, translated(error))
    else:
        messages.success(request, gettext("Ended."))
    return redirect("exclusions")
