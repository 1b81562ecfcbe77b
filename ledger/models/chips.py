"""The chip inventory: face value by place, as append-only movements."""

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

    class Meta:
        ordering = ["code"]
        constraints = [
            models.UniqueConstraint(fields=["code"], name="ledger_place_code"),
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
