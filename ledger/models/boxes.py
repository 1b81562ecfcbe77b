"""The count of a drop box: its sheet, its lines, and who signed."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from ledger.models.books import Entry
from ledger.models.cage import Box
from ledger.models.slips import Slip


class BoxCount(models.Model):
    """The count sheet of one box. Two people count blind; at the second signature it is booked.

    What was recorded and what was found, in cents, are empty until then.
    """

    box = models.OneToOneField(Box, on_delete=models.PROTECT, related_name="sheet")
    begun_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    begun_at = models.DateTimeField()
    first_signer = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    first_signed_at = models.DateTimeField(null=True)
    second_signer = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    second_signed_at = models.DateTimeField(null=True)
    fees_recorded = models.BigIntegerField(null=True)
    chips_recorded = models.BigIntegerField(null=True)
    chips_found = models.BigIntegerField(null=True)
    cash_recorded = models.BigIntegerField(null=True)
    cash_found = models.BigIntegerField(null=True)
    entry = models.OneToOneField(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    slip = models.OneToOneField(Slip, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(second_signer__isnull=True)
                | Q(first_signer__isnull=False) & ~Q(second_signer=F("first_signer")),
                name="ledger_boxcount_signed_by_two",
            ),
            models.CheckConstraint(
                condition=Q(second_signer__isnull=True)
                | Q(chips_found__isnull=False, cash_found__isnull=False, slip__isnull=False),
                name="ledger_boxcount_signed_is_booked",
            ),
            models.CheckConstraint(
                condition=Q(chips_recorded__isnull=True) | Q(second_signer__isnull=False),
                name="ledger_boxcount_blind_until_signed",
            ),
        ]

    def __str__(self) -> str:
        return f"count of box {self.box_id}"

    @property
    def booked(self) -> bool:
        """Both have signed: the box is in the books and locked."""
        return self.second_signer_id is not None

    @property
    def chips_over(self) -> int:
        """Chips found beyond those recorded (below zero: missing), in cents, once booked."""
        return (self.chips_found or 0) - (self.chips_recorded or 0)

    @property
    def cash_over(self) -> int:
        """Currency found beyond that recorded (below zero: missing), in cents, once booked."""
        return (self.cash_found or 0) - (self.cash_recorded or 0)


class BoxCountLine(models.Model):
    """One line of a count sheet. A correction strikes it through, once, and writes another."""

    class Kind(models.TextChoices):
        CHIPS = "chips"
        CASH = "cash"

    sheet = models.ForeignKey(
        BoxCount, on_delete=models.PROTECT, related_name="lines", db_index=False
    )
    kind = models.CharField(max_length=5, choices=Kind.choices)
    denomination = models.BigIntegerField(help_text="Cents; 1 for an amount that is not sorted.")
    count = models.BigIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField()
    struck_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    struck_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "kind", "denomination"],
                condition=Q(struck_at__isnull=True),
                name="ledger_countline_one_stands",
            ),
            models.CheckConstraint(
                condition=Q(denomination__gt=0, count__gte=0), name="ledger_countline_is_a_count"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.count} of {self.denomination}"

    @property
    def cents(self) -> int:
        return self.denomination * self.count
