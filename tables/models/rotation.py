"""Who held the player-dealer position, and every offer of it (California, rule 11)."""

from django.db import models

from cardroom.people.models import Patron, Staff
from tables.models.table import Table


class BankTurn(models.Model):
    """One player's turn in the player-dealer position, or a time when nobody held it.

    ``hands_served`` counts since the last time that everybody else had been asked; ``cycle``
    counts those times.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="turns")
    seat = models.PositiveSmallIntegerField(null=True)
    patron = models.ForeignKey(Patron, null=True, on_delete=models.PROTECT, related_name="+")
    # Where the offers start, when the last holder has left his seat.
    left_seat = models.PositiveSmallIntegerField(null=True)
    policy = models.CharField(max_length=20, default="two_hands")
    cycle = models.PositiveIntegerField(default=1)
    hands_served = models.PositiveIntegerField(default=0)
    hands_total = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(ended_at__isnull=True),
                name="one_current_turn_a_table",
            )
        ]
        indexes = [
            # The turn before, and those of tonight.
            models.Index(fields=["table", "id"], name="turn_in_order"),
            models.Index(fields=["table", "ended_at"], name="turn_ended"),
        ]


class RotationOffer(models.Model):
    """One offer of the position: to whom, in which order, the answer, when, by whom."""

    turn = models.ForeignKey(BankTurn, on_delete=models.PROTECT, related_name="offers")
    cycle = models.PositiveIntegerField()
    position = models.PositiveSmallIntegerField(help_text="1 is the first offer of its cycle.")
    seat = models.PositiveSmallIntegerField()
    patron = models.ForeignKey(Patron, on_delete=models.PROTECT, related_name="+")
    answer = models.CharField(max_length=10)
    after_hands = models.PositiveIntegerField(help_text="Hands the holder had served by then.")
    at = models.DateTimeField()
    recorded_by = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["turn", "cycle", "position"], name="one_offer_a_position"
            )
        ]


class RotationOverrule(models.Model):
    """The floor let one more hand be dealt while the rotation policy forbade it: a violation.

    It holds for the hand after ``after_hands`` of this cycle, and for no other.
    """

    turn = models.ForeignKey(BankTurn, on_delete=models.PROTECT, related_name="overrules")
    cycle = models.PositiveIntegerField()
    after_hands = models.PositiveIntegerField()
    verdict = models.CharField(max_length=200, help_text="What the policy said.")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    by = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["turn", "cycle", "after_hands"], name="one_overrule_a_hand"
            )
        ]
