"""Reports of currency that are due: drafted, filed, and filed again where a total has changed.

That one is due is PostgreSQL's to say; see ``ledger/migrations/sql/guards_currency.sql``.
"""

from datetime import date
from uuid import UUID

from django.db import IntegrityError, transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import Staff, today
from cardroom.people.roles import Permission
from ledger.currency_selectors import totals
from ledger.models import CurrencyFiling, CurrencyReport
from ledger.refusals import BooksError, BooksRefusal

REFERENCE_LENGTH = 80


@transaction.atomic
def draft(report_id: int, *, actor: Staff) -> CurrencyReport:
    """Note that the draft was taken out; the first time counts. Raises BooksError."""
    report = _report(report_id, actor)
    if report.drafted_at is None:
        report.drafted_at, report.drafted_by = now(), actor
        report.save(update_fields=["drafted_at", "drafted_by"])
    record(actor, "report_drafted", f"patron:{report.patron_id}", day=report.day.isoformat())
    return report


@transaction.atomic
def file(
    report_id: int, *, filed_on: date, reference: str, actor: Staff, request_id: UUID
) -> CurrencyFiling:
    """Note that the report was filed, with the totals of now; again, it is an amended one.

    The same request gets the first filing. Raises BooksError: not allowed, none due, no reference,
    a day before the gaming day or after today.
    """
    report = _report(report_id, actor)
    before = CurrencyFiling.objects.filter(request_id=request_id).first()
    if before is not None:
        return before
    reference = " ".join(reference.split())[:REFERENCE_LENGTH]
    if not reference or not reference.isprintable():
        raise BooksError(BooksRefusal.REFERENCE_MISSING, field="reference")
    if not report.day <= filed_on <= today():
        raise BooksError(
            BooksRefusal.FILED_TOO_EARLY,
            field="filed_on",
            filed=filed_on,
            day=report.day,
            today=today(),
        )
    now_in, now_out = totals(report.patron_id, report.day)
    try:
        with transaction.atomic():
            filing = CurrencyFiling.objects.create(
                report=report,
                filed_on=filed_on,
                reference=reference,
                cash_in=now_in,
                cash_out=now_out,
                at=now(),
                by=actor,
                request_id=request_id,
            )
    except IntegrityError as error:
        raise BooksError(BooksRefusal.REQUEST_REUSED, field="request_id") from error
    record(
        actor,
        "report_filed",
        f"patron:{report.patron_id}",
        day=report.day.isoformat(),
        reference=reference,
    )
    return filing


def _report(report_id: int, actor: Staff) -> CurrencyReport:
    if not actor.may(Permission.FILE_REPORTS):
        raise BooksError(BooksRefusal.NOT_ALLOWED)
    rows = CurrencyReport.objects.select_for_update(of=("self",), no_key=True)
    report = rows.filter(pk=report_id).first()
    if report is None:
        raise BooksError(BooksRefusal.NO_SUCH_REPORT)
    return report
