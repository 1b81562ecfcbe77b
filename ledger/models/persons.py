"""The currency of persons, the reports that it makes due, and what is turned round for them.

The totals of a day are written by PostgreSQL alone, from the postings; see
``migrations/sql/guards_currency.sql``.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from ledger.models.books import Account, Entry


class CurrencyDay(models.Model):
    """Cash in and cash out, in cents, of one person in one gaming day. They are never netted.

    The row is the person's own: whoever was merged into him keeps his, and readers add them up.
    """

    patron_id = models.BigIntegerField()
    day = models.DateField()
    cash_in = models.BigIntegerField(default=0)
    cash_out = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["day", "patron_id"]
        constraints = [
            models.UniqueConstraint(fields=["patron_id", "day"], name="ledger_currency_one_a_day"),
            models.CheckConstraint(
                condition=Q(cash_in__gte=0, cash_out__gte=0), name="ledger_currency_not_below"
            ),
        ]
        indexes = [models.Index(fields=["day"], name="ledger_currency_day")]

    def __str__(self) -> str:
        return f"{self.patron_id} on {self.day}"


class CurrencyReport(models.Model):
    """A currency transaction report is due for a person and gaming day (31 CFR 1021.311).

    PostgreSQL opens it in the transaction that takes a total above $10,000, merges included.
    """

    patron_id = models.BigIntegerField()
    day = models.DateField()
    due_on = models.DateField()
    opened_at = models.DateTimeField()
    drafted_at = models.DateTimeField(null=True)
    drafted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["due_on", "id"]
        constraints = [
            models.UniqueConstraint(fields=["patron_id", "day"], name="ledger_report_one_a_day"),
        ]

    def __str__(self) -> str:
        return f"report on {self.patron_id} for {self.day}"


class CurrencyFiling(models.Model):
    """A report was filed, or filed again as amended, with the totals that it told."""

    report = models.ForeignKey(CurrencyReport, on_delete=models.PROTECT, related_name="filings")
    filed_on = models.DateField()
    reference = models.CharField(max_length=80)
    cash_in = models.BigIntegerField()
    cash_out = models.BigIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    request_id = models.UUIDField(unique=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reference=""), name="ledger_filing_has_reference"),
        ]

    def __str__(self) -> str:
        return f"filing {self.reference}"


class Reversal(models.Model):
    """A transaction of a window turned round: who asked, who approved, why.

    ``entry`` is the one that turns ``reverses`` round; its request id is ``reverse:<reverses>``.
    """

    reverses = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="reversed_by")
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="reversal")
    reason = models.CharField(max_length=150)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(asked_by=F("approved_by")), name="ledger_reversal_two_people"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="ledger_reversal_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} reverses {self.reverses_id}"


class CoverDesignation(models.Model):
    """The manager counts an account's money against chips in use, or no longer does."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="designations")
    counts = models.BooleanField()
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="ledger_designation_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {'counts' if self.counts else 'does not count'}"
