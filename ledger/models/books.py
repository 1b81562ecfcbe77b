"""The money ledger. Rows are written by ``ledger.services.posting`` alone.

The migrations beside these models add what Django cannot say: entries and postings are append-only,
an entry sums to zero, and a balance changes only by a posting.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from ledger.books.chart import Kind


class Account(models.Model):
    """An account of the chart, with its running balance in cents on its normal side.

    ``normal`` is +1 where debits raise the balance and -1 where credits do. ``sequence`` and
    ``last_at`` are those of the account's latest posting.
    """

    code = models.CharField(max_length=60)
    kind = models.CharField(max_length=10, choices=[(k.value, k.value) for k in Kind])
    normal = models.SmallIntegerField()
    non_negative = models.BooleanField()
    in_use = models.BooleanField()
    by_round = models.BooleanField()
    covers_chips = models.BooleanField(
        default=False, help_text="Whether its money is designated to stand against chips in use."
    )
    balance = models.BigIntegerField(default=0)
    sequence = models.BigIntegerField(default=0)
    last_at = models.DateTimeField(null=True)
    locked_at = models.DateTimeField(
        null=True, help_text="From then on nothing is posted to it: its box is counted."
    )

    class Meta:
        ordering = ["code"]
        constraints = [
            models.UniqueConstraint(fields=["code"], name="ledger_account_code"),
            models.CheckConstraint(
                condition=Q(non_negative=False) | Q(balance__gte=0),
                name="ledger_account_not_overdrawn",
            ),
            models.CheckConstraint(
                condition=Q(locked_at__isnull=True) | Q(balance=0),
                name="ledger_account_locked_at_zero",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=[Kind.ASSET.value, Kind.EXPENSE.value], normal=1)
                | Q(
                    kind__in=[Kind.LIABILITY.value, Kind.REVENUE.value, Kind.EQUITY.value],
                    normal=-1,
                ),
                name="ledger_account_normal_side",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Entry(models.Model):
    """One balanced entry: what happened, when, and who did it.

    ``at``, ``day`` and ``shift`` are those of the fact; ``posted_at`` is when the books took it.
    ``request_id`` is the caller's; ``digest`` tells the same request again from another one.
    """

    request_id = models.CharField(max_length=120)
    digest = models.BinaryField(max_length=32)
    kind = models.CharField(max_length=20)  # a Flow
    memo = models.CharField(max_length=200, blank=True)
    asked = models.CharField(max_length=200, blank=True)
    round_ref = models.CharField(max_length=60, blank=True)
    closes = models.BooleanField(default=False)
    patron_id = models.BigIntegerField(null=True, help_text="The person served at a window.")
    at = models.DateTimeField()
    day = models.DateField()
    shift = models.CharField(max_length=20)
    posted_at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    transaction = models.BigIntegerField(
        default=0, help_text="PostgreSQL's transaction: postings come in the same one."
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["request_id"], name="ledger_entry_request_id"),
            models.CheckConstraint(condition=~Q(request_id=""), name="ledger_entry_has_request_id"),
        ]
        indexes = [
            models.Index(fields=["day", "id"], name="ledger_entry_day"),
            models.Index(fields=["actor", "id"], name="ledger_entry_actor"),
            models.Index(
                fields=["patron_id", "day"],
                condition=Q(patron_id__isnull=False),
                name="ledger_entry_patron",
            ),
            models.Index(
                fields=["round_ref", "id"],
                condition=~Q(round_ref=""),
                name="ledger_entry_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.request_id}"


class PotBalance(models.Model):
    """What is in play for one round. Closed, it holds exactly nothing."""

    ref = models.CharField(max_length=60)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+", db_index=False)
    balance = models.BigIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["ref"], name="ledger_pot_ref"),
            models.CheckConstraint(condition=Q(balance__gte=0), name="ledger_pot_not_overdrawn"),
        ]

    def __str__(self) -> str:
        return self.ref


class Posting(models.Model):
    """One line of an entry: ``cents``, a debit above zero and a credit below.

    ``sequence`` counts the account's own postings without a gap, and ``balance_after`` (on the
    account's normal side) follows from the posting before: as-of answers are read from here.
    """

    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="postings", db_index=False
    )
    account = models.ForeignKey(
        Account, on_delete=models.PROTECT, related_name="postings", db_index=False
    )
    pot = models.ForeignKey(
        PotBalance, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    cents = models.BigIntegerField()
    sequence = models.BigIntegerField()
    balance_after = models.BigIntegerField()
    posted_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(cents=0), name="ledger_posting_not_zero"),
            models.UniqueConstraint(
                fields=["account", "sequence"], name="ledger_posting_account_sequence"
            ),
            models.UniqueConstraint(
                fields=["entry", "account"], name="ledger_posting_entry_account"
            ),
        ]
        indexes = [
            models.Index(fields=["account", "posted_at", "sequence"], name="ledger_posting_as_of"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id}/{self.sequence}"

    @property
    def debit(self) -> int | None:
        return self.cents if self.cents > 0 else None

    @property
    def credit(self) -> int | None:
        return -self.cents if self.cents < 0 else None
