"""What Celery runs for the books."""

from celery import shared_task
from django.db import connection

from ledger.services import settlement

# A task stops after some batches: the sweep comes every second, and a run must stay well below the
# time after which the broker hands the message to somebody else.
BATCHES = 20


@shared_task(name=settlement.TASK)  # type: ignore[untyped-decorator]
def post_pending_settlements() -> None:
    """Look at the outbox and post what is due. Safe to run twice, in parallel, or not at all."""
    # Celery keeps the worker's connection from task to task, a broken one too.
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    for _ in range(BATCHES):
        progress = settlement.post_pending()
        if progress.posted + progress.failed < settlement.BATCH:
            return
