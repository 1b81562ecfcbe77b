"""Reading the audit log: every view, search and export of it goes through here."""

from django.db.models import QuerySet

from cardroom.audit.models import AuditRecord
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from cardroom.people.suspicion import CONFIDENTIAL


def records(caller: Staff) -> QuerySet[AuditRecord]:
    """What this caller may read of the log, latest first: nothing without the books' permission.

    What concerns suspicion notes is compliance's alone (31 CFR 1021.320(e)).
    """
    found = AuditRecord.objects.order_by("-id")
    if not caller.may(Permission.SEE_BOOKS):
        return found.none()
    if not caller.may(Permission.SEE_SUSPICION):
        return found.exclude(action=CONFIDENTIAL)
    return found
