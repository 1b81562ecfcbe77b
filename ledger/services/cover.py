"""Which money the room designates against chips in use: the manager's word, kept with reasons."""

from django.db import transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.books import chart
from ledger.models import Account, CoverDesignation
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.posting import open_accounts


@transaction.atomic
def designate(code: str, *, counts: bool, reason: str, actor: Staff) -> None:
    """Count an account's money as cover, or no longer. What is so already is left alone.

    Raises BooksError: not allowed, no such account, not money, no reason.
    """
    if not actor.may(Permission.DESIGNATE_COVER):
        raise BooksError(BooksRefusal.NOT_ALLOWED)
    reason = " ".join(reason.split())
    if not reason or not reason.isprintable():
        raise BooksError(BooksRefusal.REASON_MISSING, field="reason")
    set_cover(code, counts=counts, reason=reason[:200], actor=actor)


def set_cover(code: str, *, counts: bool, reason: str, actor: Staff | None) -> None:
    """Inside a transaction: the designation and what follows from it. Raises BooksError."""
    chart.family(code)
    if not code.startswith(("cash:", "bank:")):
        raise BooksError(BooksRefusal.NOT_MONEY, field="account", account=code)
    open_accounts([code])
    account = Account.objects.select_for_update(of=("self",), no_key=True).get(code=code)
    latest = account.designations.first()
    if (latest is not None and latest.counts) == counts and account.covers_chips == counts:
        return
    CoverDesignation.objects.create(
        account=account, counts=counts, reason=reason, at=now(), by=actor
    )
    account.covers_chips = counts
    account.save(update_fields=["covers_chips"])
    record(actor, "cover_designated", f"account:{code}", counts=counts, reason=reason)
