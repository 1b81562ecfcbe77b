"""The one way to write the audit log."""

from cardroom.audit.models import AuditRecord
from cardroom.clock import now
from cardroom.people.models import Staff


def record(actor: Staff | None, action: str, subject: str, **data: object) -> None:
    """Write down that ``actor`` did ``action`` to ``subject``.

    Call it inside the transaction of the deed, so that neither exists without the other.
    ``actor`` is None for what the system does by itself.
    """
    AuditRecord.objects.create(
        at=now(),
        actor=actor,
        role=actor.role if actor else "",
        action=action,
        subject=subject,
        data=data,
    )
