"""How often one may guess at a secret. It all lies in the audit log: no cache, and evidence."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from cardroom.audit.models import AuditRecord
from cardroom.clock import now

WINDOW = timedelta(minutes=10)
# Short, since somebody else's guesses shut out the one who works here too.
LOCKED_FOR = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Guesses:
    """What the log calls a wrong guess (``refused``), and a right one (``accepted``) that opens the
    door again. Where anybody can have a right one of his own, none may open it."""

    refused: str
    accepted: str = ""

    def shut_until(self, subject: str, most: int) -> datetime | None:
        """Until when no guess is looked at, the last ``most`` being wrong within WINDOW; each more
        shuts anew. None while the door is open."""
        actions = [self.refused, self.accepted]
        tried = AuditRecord.objects.filter(subject=subject, action__in=actions)
        last = list(tried.order_by("-id").values_list("action", "at")[:most])
        if len(last) < most or any(action != self.refused for action, _ in last):
            return None
        moment, newest, oldest = now(), last[0][1], last[-1][1]
        until = newest + LOCKED_FOR
        return until if oldest > moment - WINDOW and until > moment else None
