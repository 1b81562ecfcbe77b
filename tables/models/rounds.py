"""Rounds of play. What happened in one is in the table's log; here is what is looked up often."""

from django.db import models
from django.db.models import Q

from cardroom.people.models import Patron, Staff
from tables.models.packs import FeeSchedule, RulePack
from tables.models.rotation import BankTurn
from tables.models.table import Table


class Round(models.Model):
    """One round. It pins the pack and the fee schedule that it was opened under.

    Where the house banks there is neither a fee schedule nor a turn of a player-dealer.
    ``worst_case`` is the most that the bank could have to pay, in cents, at "no more bets".
    """

    class Status(models.TextChoices):
        OPEN = "open"
        SETTLED = "settled"
        VOID = "void"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveIntegerField()
    pack = models.ForeignKey(RulePack, on_delete=models.PROTECT)
    fee_schedule = models.ForeignKey(FeeSchedule, null=True, on_delete=models.PROTECT)
    turn = models.ForeignKey(BankTurn, null=True, on_delete=models.PROTECT, related_name="rounds")
    dealer = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    settlement = models.JSONField(null=True)
    worst_case = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="round_number_once_a_table"),
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(status="open"),
                name="one_open_round_a_table",
            ),
            models.CheckConstraint(
                condition=Q(turn__isnull=True, fee_schedule__isnull=True)
                | Q(turn__isnull=False, fee_schedule__isnull=False),
                name="round_has_turn_and_fees_or_neither",
            ),
        ]
        indexes = [
            # Hands of the last hour, and of the time since a table opened.
            models.Index(
                fields=["table", "closed_at"], condition=Q(status="settled"), name="round_settled"
            ),
        ]

    @property
    def ref(self) -> str:
        """The round's name everywhere: on screens, in the books, for the camera."""
        return f"{self.table.number}-{self.number}"


class RoundSeat(models.Model):
    """Who had a wager in the round, fixed at "no more bets"; the player-dealer is one of them."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    patron = models.ForeignKey(Patron, on_delete=models.PROTECT, related_name="+")
    is_bank = models.BooleanField(default=False)
    net = models.BigIntegerField(null=True, help_text="Won or lost, in cents, once settled.")

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["round", "seat"], name="one_player_a_seat_a_round")
        ]
