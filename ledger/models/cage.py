"""Windows of the cage and drop boxes at the tables."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from ledger.models.books import Entry


class Window(models.Model):
    """A window of the cage."""

    number = models.PositiveIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["number"], name="ledger_window_number"),
        ]

    def __str__(self) -> str:
        return f"window {self.number}"


class WindowShift(models.Model):
    """One cashier's time at one window, from the imprest to the close."""

    window = models.ForeignKey(
        Window, on_delete=models.PROTECT, related_name="shifts", db_index=False
    )
    cashier = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    day = models.DateField()
    shift = models.CharField(max_length=20)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    opening_entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="+")
    imprest_cash = models.BigIntegerField()
    imprest_chips = models.BigIntegerField()
    # Over and short are known only when the count is signed: until then these are empty.
    closing_entry = models.OneToOneField(
        Entry, null=True, on_delete=models.PROTECT, related_name="+"
    )
    signed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    counted_cash = models.BigIntegerField(null=True)
    counted_chips = models.BigIntegerField(null=True)
    cash_over = models.BigIntegerField(null=True)
    chips_over = models.BigIntegerField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["window"],
                condition=Q(closed_at__isnull=True),
                name="ledger_window_one_cashier",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True)
                | Q(signed_by__isnull=False) & ~Q(signed_by=F("cashier")),
                name="ledger_window_signed_by_another",
            ),
            models.UniqueConstraint(
                fields=["cashier"],
                condition=Q(closed_at__isnull=True),
                name="ledger_window_one_each",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.window_id}/{self.opened_at}"


class Box(models.Model):
    """A drop box, from hanging to taking. Its day and shift are its own, not the clock's."""

    table = models.CharField(max_length=30)
    day = models.DateField()
    shift = models.CharField(max_length=20)
    hung_at = models.DateTimeField()
    hung_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    taken_at = models.DateTimeField(null=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(taken_at__isnull=True),
                name="ledger_box_one_at_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"box {self.pk} at table {self.table}"
