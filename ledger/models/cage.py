"""Windows of the cage and drop boxes at the tables."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from ledger.models.books import Entry
from ledger.models.slips import Slip


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
    # A window that is handed over keeps what it has: its new time begins without an entry.
    opening_entry = models.OneToOneField(
        Entry, null=True, on_delete=models.PROTECT, related_name="+"
    )
    taken_over_from = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="handed_over_to"
    )
    request_id = models.CharField(max_length=120, blank=True, help_text="Of the hand-over.")
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
    reason = models.CharField(max_length=200, blank=True, help_text="Of over or short.")
    slip = models.OneToOneField(Slip, null=True, on_delete=models.PROTECT, related_name="+")

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
            models.UniqueConstraint(
                fields=["request_id"],
                condition=~Q(request_id=""),
                name="ledger_window_handed_over_once",
            ),
            models.CheckConstraint(
                condition=Q(opening_entry__isnull=False) | Q(taken_over_from__isnull=False),
                name="ledger_window_issued_or_taken_over",
            ),
            models.CheckConstraint(
                condition=Q(cash_over__isnull=True)
                | Q(cash_over=0, chips_over=0)
                | ~Q(reason="")
                # Closed before a reason was asked for.
                | Q(slip__isnull=True),
                name="ledger_window_variance_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.window_id}/{self.opened_at}"


class WindowCount(models.Model):
    """A blind count of a window, by denomination, signed by its cashier. Written once.

    ``cash`` and ``chips`` are tallies. A count after the first is a recount: a second person stood
    by, and says why.
    """

    time = models.ForeignKey(
        WindowShift, on_delete=models.PROTECT, related_name="counts", db_index=False
    )
    nth = models.PositiveSmallIntegerField()
    cash = models.JSONField()
    chips = models.JSONField()
    cash_cents = models.BigIntegerField()
    chips_cents = models.BigIntegerField()
    request_id = models.CharField(max_length=120, unique=True)
    counted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    witness = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["time", "nth"], name="ledger_windowcount_nth"),
            models.CheckConstraint(
                condition=Q(nth=1)
                | Q(witness__isnull=False) & ~Q(witness=F("counted_by")) & ~Q(reason=""),
                name="ledger_windowcount_recount_witnessed",
            ),
        ]

    def __str__(self) -> str:
        return f"count {self.nth} of {self.time_id}"


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
