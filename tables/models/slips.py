"""Opener and closer slips, and the check of the decks (Iowa, Table Opening). Written once."""

from django.db import models
from django.db.models import F, Q

from cardroom.people.models import Staff
from tables.models.table import Table


class TableSlip(models.Model):
    """The tray, counted and signed by dealer and floor when a table opens or closes.

    ``counts`` is ``{chip: number of chips}``; all amounts are cents. ``expected`` is what the
    books had in the tray at that moment.
    """

    class Kind(models.TextChoices):
        OPENER = "opener"
        CLOSER = "closer"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="slips")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    counts = models.JSONField()
    total = models.BigIntegerField()
    expected = models.BigIntegerField()
    reason = models.CharField(max_length=200, blank=True, help_text="Of a difference.")
    box_id = models.PositiveBigIntegerField(null=True)
    floor = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    dealer = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(floor=F("dealer")), name="slip_signed_by_two"),
            models.CheckConstraint(
                condition=Q(total=F("expected")) | ~Q(reason=""), name="slip_difference_has_reason"
            ),
        ]

    @property
    def variance(self) -> int:
        """Counted more (above zero) or less than the books had, in cents."""
        return self.total - self.expected


class DeckCheck(models.Model):
    """One deck looked at before a table opens. A defective one is noted, returned and replaced."""

    slip = models.ForeignKey(TableSlip, on_delete=models.PROTECT, related_name="deck_checks")
    back = models.CharField(max_length=20)
    all_present = models.BooleanField()
    backs_unmarked = models.BooleanField()
    undamaged = models.BooleanField()
    jokers_out = models.BooleanField()
    defect = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["id"]

    @property
    def good(self) -> bool:
        """Whether the deck went into play."""
        return self.all_present and self.backs_unmarked and self.undamaged and self.jokers_out
