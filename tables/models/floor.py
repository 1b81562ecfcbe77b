"""The floor around the game: reserved seats, who deals where, and who waits for a seat."""

from django.db import models
from django.db.models import Q

from cardroom.people.models import Patron, Staff
from tables.models.table import Table


class SeatReservation(models.Model):
    """A free seat that is kept for somebody."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="reservations")
    number = models.PositiveSmallIntegerField()
    patron = models.ForeignKey(Patron, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    by = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_reservation_a_seat")
        ]


class DealerShift(models.Model):
    """One house dealer's time at one table, from clocking on until he is relieved."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="dealer_shifts")
    dealer = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    set_by = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at__isnull=True), name="one_dealer_a_table"
            ),
            models.UniqueConstraint(
                fields=["dealer"], condition=Q(ended_at__isnull=True), name="one_table_a_dealer"
            ),
        ]


class WaitingEntry(models.Model):
    """Somebody waits for a seat in a game at a limit (the pack's name, the least ante in cents)."""

    class Outcome(models.TextChoices):
        SEATED = "seated"
        REMOVED = "removed"

    patron = models.ForeignKey(Patron, on_delete=models.PROTECT, related_name="+")
    game = models.CharField(max_length=80)
    least = models.PositiveBigIntegerField(help_text="The least ante of the tables, in cents.")
    added_at = models.DateTimeField()
    added_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    called_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)

    class Meta:
        ordering = ["game", "least", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["patron", "game", "least"],
                condition=Q(done_at__isnull=True),
                name="nobody_waits_twice",
            )
        ]
