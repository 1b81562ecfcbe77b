"""House-banked tables: the count that turns a shift's win into revenue."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from ledger.models.books import Entry


class WinCount(models.Model):
    """The win of one table in one shift, counted and signed by two. ``cents`` below zero: a loss.

    A shift is counted again where something came to its win after the first count.
    """

    table = models.CharField(max_length=30)
    day = models.DateField()
    shift = models.CharField(max_length=20)
    cents = models.BigIntegerField()
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="+")
    counted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    signed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(signed_by=F("counted_by")), name="ledger_win_count_two_people"
            ),
            models.CheckConstraint(condition=~Q(cents=0), name="ledger_win_count_not_zero"),
        ]
        indexes = [models.Index(fields=["day", "table"], name="ledger_win_count_day")]

    def __str__(self) -> str:
        return f"{self.table}/{self.day}/{self.shift}"
