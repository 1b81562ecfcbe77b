"""The chip inventory: face value and counts by denomination, by place, as append-only movements."""

from django.db import models
from django.db.models import Q

from ledger.models.books import Entry


class ChipPlace(models.Model):
    """A place where the house keeps chips, and the face value there in cents.

    ``issued`` is the one that is no place: the face value of all chips that the room has issued.
    Issued less the house's places is what is in use.
    """

    code = models.CharField(max_length=60)
    issued = models.BooleanField(default=False)
    may_go_below = models.BooleanField(default=False)
    balance = models.BigIntegerField(default=0)
    sequence = models.BigIntegerField(default=0)
    locked_at = models.DateTimeField(
        null=True, help_text="From then on nothing moves here: the box is counted."
    )

    class Meta:
        ordering = ["code"]
        constraints = [
            models.UniqueConstraint(fields=["code"], name="ledger_place_code"),
            models.CheckConstraint(
                condition=Q(locked_at__isnull=True) | Q(balance=0),
                name="ledger_place_locked_at_zero",
            ),
            models.CheckConstraint(
                condition=Q(may_go_below=True) | Q(balance__gte=0),
                name="ledger_place_not_below_zero",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class ChipMovement(models.Model):
    """Face value that came into a place (above zero) or left it (below), with its entry."""

    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="movements", db_index=False
    )
    place = models.ForeignKey(
        ChipPlace, on_delete=models.PROTECT, related_name="movements", db_index=False
    )
    cents = models.BigIntegerField()
    sequence = models.BigIntegerField()
    balance_after = models.BigIntegerField()
    posted_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(cents=0), name="ledger_movement_not_zero"),
            models.UniqueConstraint(
                fields=["place", "sequence"], name="ledger_movement_place_sequence"
            ),
            models.UniqueConstraint(fields=["entry", "place"], name="ledger_movement_entry_place"),
        ]

    def __str__(self) -> str:
        return f"{self.place_id}/{self.sequence}"


class ChipStock(models.Model):
    """How many chips of one denomination lie in one place, as far as they were counted.

    What a place's stocks do not explain of its face value is its unsorted line. A count may go
    below zero: more of that chip went out than was ever sorted. Only the face value of a place is
    held at zero or above; a count or an exchange sets the denominations right.
    """

    place = models.ForeignKey(
        ChipPlace, on_delete=models.PROTECT, related_name="stocks", db_index=False
    )
    denomination = models.BigIntegerField(help_text="Cents.")
    count = models.BigIntegerField(default=0)
    sequence = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["place", "-denomination"]
        constraints = [
            models.UniqueConstraint(
                fields=["place", "denomination"], name="ledger_stock_place_denomination"
            ),
            models.CheckConstraint(
                condition=Q(denomination__gt=0), name="ledger_stock_has_denomination"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.count} of {self.denomination}"

    @property
    def cents(self) -> int:
        return self.denomination * self.count


class ChipLine(models.Model):
    """Chips of one denomination that came into a place (above zero) or left it (below)."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="lines", db_index=False)
    stock = models.ForeignKey(
        ChipStock, on_delete=models.PROTECT, related_name="lines", db_index=False
    )
    count = models.BigIntegerField()
    sequence = models.BigIntegerField()
    count_after = models.BigIntegerField()
    posted_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(count=0), name="ledger_line_not_zero"),
            models.UniqueConstraint(
                fields=["stock", "sequence"], name="ledger_line_stock_sequence"
            ),
            models.UniqueConstraint(fields=["entry", "stock"], name="ledger_line_entry_stock"),
        ]

    def __str__(self) -> str:
        return f"{self.stock_id}/{self.sequence}"
