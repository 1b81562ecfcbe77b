"""Fills and credits: chips asked for, approved, carried and received, on a numbered slip."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from ledger.books.tally import Tally
from ledger.models.books import Entry
from ledger.models.slips import Slip

STAFF = settings.AUTH_USER_MODEL


class Transfer(models.Model):
    """One fill (cage to tray) or credit (tray to cage). A table is a name; tallies are JSON.

    A fill leaves the cage and is counted by dealer and floor at the table; a credit is counted by
    them as it leaves, and by the cage as it arrives.
    """

    class Kind(models.TextChoices):
        FILL = "fill", gettext_lazy("Fill")
        CREDIT = "credit", gettext_lazy("Credit")

    class Status(models.TextChoices):
        REQUESTED = "requested", gettext_lazy("to be approved")
        APPROVED = "approved", gettext_lazy("to be sent")
        SENT = "sent", gettext_lazy("on its way")
        RECEIVED = "received", gettext_lazy("received")
        CANCELLED = "cancelled", gettext_lazy("cancelled")

    kind = models.CharField(max_length=6, choices=Kind.choices)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.REQUESTED)
    slip = models.OneToOneField(Slip, on_delete=models.PROTECT, related_name="+")
    request_id = models.CharField(max_length=120, unique=True)
    table = models.CharField(max_length=30)
    asked = models.JSONField()
    asked_cents = models.BigIntegerField()
    needs_two = models.BooleanField(help_text="Above the limit: two people approve.")
    requested_by = models.ForeignKey(STAFF, on_delete=models.PROTECT, related_name="+")
    requested_at = models.DateTimeField()
    approved_by = models.ForeignKey(STAFF, null=True, on_delete=models.PROTECT, related_name="+")
    approved_at = models.DateTimeField(null=True)
    second_approved_by = models.ForeignKey(
        STAFF, null=True, on_delete=models.PROTECT, related_name="+"
    )
    second_approved_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(STAFF, null=True, on_delete=models.PROTECT, related_name="+")
    cancelled_at = models.DateTimeField(null=True)
    cancel_reason = models.CharField(max_length=200, blank=True)
    runner = models.ForeignKey(STAFF, null=True, on_delete=models.PROTECT, related_name="+")
    cage_place = models.CharField(max_length=60, blank=True, help_text="Window or vault.")
    sent = models.JSONField(null=True)
    sent_cents = models.BigIntegerField(null=True)
    sent_by = models.ForeignKey(STAFF, null=True, on_delete=models.PROTECT, related_name="+")
    sent_at = models.DateTimeField(null=True)
    sent_entry = models.OneToOneField(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    received = models.JSONField(null=True)
    received_cents = models.BigIntegerField(null=True)
    received_by = models.ForeignKey(STAFF, null=True, on_delete=models.PROTECT, related_name="+")
    received_at = models.DateTimeField(null=True)
    received_entry = models.OneToOneField(
        Entry, null=True, on_delete=models.PROTECT, related_name="+"
    )
    dealer = models.ForeignKey(STAFF, null=True, on_delete=models.PROTECT, related_name="+")
    note = models.CharField(max_length=200, blank=True, help_text="Of a discrepancy.")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(approved_by__isnull=True) | ~Q(approved_by=F("requested_by")),
                name="ledger_transfer_approved_by_another",
            ),
            models.CheckConstraint(
                condition=Q(second_approved_by__isnull=True)
                | Q(approved_by__isnull=False)
                & ~Q(second_approved_by=F("approved_by"))
                & ~Q(second_approved_by=F("requested_by")),
                name="ledger_transfer_second_is_another",
            ),
            models.CheckConstraint(
                condition=Q(sent_at__isnull=True)
                | Q(approved_by__isnull=False)
                & (Q(needs_two=False) | Q(second_approved_by__isnull=False)),
                name="ledger_transfer_sent_when_approved",
            ),
            models.CheckConstraint(
                condition=Q(cancelled_at__isnull=True) | Q(sent_at__isnull=True),
                name="ledger_transfer_not_cancelled_once_sent",
            ),
            models.CheckConstraint(
                condition=Q(received_at__isnull=True)
                | Q(sent_at__isnull=False, dealer__isnull=False),
                name="ledger_transfer_received_when_sent",
            ),
            models.CheckConstraint(
                condition=Q(received_cents__isnull=True)
                | Q(received_cents=F("sent_cents"))
                | ~Q(note=""),
                name="ledger_transfer_discrepancy_has_note",
            ),
        ]
        indexes = [
            # Small whatever the history: only what is under way.
            models.Index(
                fields=["table"],
                condition=Q(status__in=["requested", "approved", "sent"]),
                name="ledger_transfer_open",
            ),
        ]

    @property
    def chips(self) -> Tally:
        """The chips that are to be counted, as they were last told: sent, or else asked for."""
        return Tally.from_json(self.asked if self.sent is None else self.sent)

    def __str__(self) -> str:
        return f"{self.kind} at table {self.table}"

    @property
    def is_open(self) -> bool:
        """Whether somebody still has to do something."""
        return self.status in (self.Status.REQUESTED, self.Status.APPROVED, self.Status.SENT)
