"""Numbered slips. A series has no gap: the next number is taken under the lock of its row."""

from django.conf import settings
from django.db import models


class SlipSeries(models.Model):
    """One run of numbers: fills, credits, box counts, window closes."""

    name = models.CharField(max_length=20)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["name"], name="ledger_series_name")]

    def __str__(self) -> str:
        return self.name


class Slip(models.Model):
    """A number of a series, and what it stands for. Written once and never taken back."""

    series = models.ForeignKey(
        SlipSeries, on_delete=models.PROTECT, related_name="slips", db_index=False
    )
    number = models.PositiveBigIntegerField()
    subject = models.CharField(max_length=140, help_text="What it is the slip of: box-count:118.")
    at = models.DateTimeField()
    day = models.DateField()
    shift = models.CharField(max_length=20)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="ledger_slip_number"),
            models.UniqueConstraint(fields=["subject"], name="ledger_slip_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}/{self.number}"


class SlipPrint(models.Model):
    """One printing of a slip. The first is the slip itself, every other one a marked copy."""

    slip = models.ForeignKey(Slip, on_delete=models.PROTECT, related_name="prints", db_index=False)
    nth = models.PositiveIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["slip", "nth"], name="ledger_print_nth")]

    def __str__(self) -> str:
        return f"print {self.nth}"
