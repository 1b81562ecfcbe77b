"""What the floor decided about a round: rulings while it is open, corrections once settled."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from cardroom.people.models import Staff
from tables.models.rounds import Round
from tables.models.table import Table


class Ruling(models.Model):
    """A ruling, for good: what happened, what the texts say of it, what was decided and why."""

    class Decision(models.TextChoices):
        GO_ON = "go_on", gettext_lazy("go on")
        VOID = "void", gettext_lazy("void")
        OTHER = "other", gettext_lazy("as written")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rulings")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="rulings")
    incident = models.CharField(max_length=40, blank=True, help_text="Empty: something else.")
    guidance = models.TextField(help_text="What the pack's text says, or the texts of others.")
    decision = models.CharField(max_length=10, choices=Decision.choices)
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    ruled_by = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["id"]


class RoundCorrection(models.Model):
    """A settled round settled anew: one person asks, another approves.

    ``facts`` is what the record should have said; ``settlement`` the round settled with it, and
    ``changes`` what each player gains by it, ``{patron: cents}``. Revision 1 is the first
    settlement, so the first correction has revision 2.
    """

    class Status(models.TextChoices):
        ASKED = "asked"
        APPROVED = "approved"
        REFUSED = "refused"

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="corrections")
    revision = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ASKED)
    reason = models.CharField(max_length=200)
    facts = models.JSONField()
    settlement = models.JSONField()
    changes = models.JSONField()
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")
    entry_id = models.PositiveBigIntegerField(null=True, help_text="The correction in the books.")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(status="asked"), name="one_open_correction_a_round"
            ),
            models.UniqueConstraint(
                fields=["round", "revision"],
                condition=Q(status="approved"),
                name="one_settlement_a_revision",
            ),
            models.CheckConstraint(
                condition=Q(decided_by__isnull=True) | ~Q(decided_by=F("asked_by")),
                name="correction_needs_two_people",
            ),
            models.CheckConstraint(
                condition=Q(status="asked") | Q(decided_by__isnull=False),
                name="correction_decided_by_somebody",
            ),
        ]
