"""Settlements that are decided and not yet posted."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from ledger.books.entry import Flow


class Outbox(models.Model):
    """An order to post the end of a round, written in the transaction that closed the round.

    Its key is the entry's request id, so it is posted once however often it is tried. ``payload``
    says who gets what: ``{"credits": {patron: cents}, "fees_back": {patron: cents}, "box": id}``,
    and where the house banks ``"win"``, what it won (below zero: lost).
    ``attempts`` counts tries that began alone; after five the order is parked and needs somebody.
    """

    kind = models.CharField(
        max_length=20, choices=[(f.value, f.value) for f in (Flow.SETTLEMENT, Flow.VOID)]
    )
    key = models.CharField(max_length=120)
    table = models.CharField(max_length=30)
    round_ref = models.CharField(max_length=60)
    payload = models.JSONField()
    at = models.DateTimeField()
    day = models.DateField()
    shift = models.CharField(max_length=20)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    available_at = models.DateTimeField()
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=500, blank=True)
    parked_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["key"], name="ledger_outbox_key"),
            models.CheckConstraint(
                condition=Q(parked_at__isnull=True) | Q(done_at__isnull=True),
                name="ledger_outbox_parked_or_done",
            ),
        ]
        indexes = [
            # Small whatever the history: only what is not posted yet.
            models.Index(
                fields=["id"], condition=Q(done_at__isnull=True), name="ledger_outbox_pending"
            ),
        ]

    def __str__(self) -> str:
        return self.key
