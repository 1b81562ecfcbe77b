"""What players say at their own displays. A word for the dealer to see: nothing follows from it."""

from django.db import models
from django.db.models import Q

from cardroom.people.models import Patron
from tables.models.rotation import BankTurn
from tables.models.rounds import Round
from tables.models.table import Table


class SeatAnswer(models.Model):
    """One answer given at a seat's display. Written once; a later one is another row.

    To "play or fold?" it belongs to a round, to "will you take the button?" to the turn, the cycle
    of offers and the hands served when it was asked.
    """

    class Question(models.TextChoices):
        DECISION = "decision"
        BANK = "bank"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="answers_at_seats")
    seat = models.PositiveSmallIntegerField()
    patron = models.ForeignKey(Patron, on_delete=models.PROTECT, related_name="+")
    question = models.CharField(max_length=10, choices=Question.choices)
    answer = models.CharField(max_length=10)
    round = models.ForeignKey(Round, null=True, on_delete=models.PROTECT, related_name="+")
    turn = models.ForeignKey(BankTurn, null=True, on_delete=models.PROTECT, related_name="answers")
    cycle = models.PositiveIntegerField(null=True)
    after_hands = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    question="decision",
                    answer__in=["play", "fold"],
                    round__isnull=False,
                    turn__isnull=True,
                    cycle__isnull=True,
                    after_hands__isnull=True,
                )
                | Q(
                    question="bank",
                    answer__in=["accepted", "declined"],
                    round__isnull=True,
                    turn__isnull=False,
                    cycle__isnull=False,
                    after_hands__isnull=False,
                ),
                name="seat_answer_answers_its_question",
            )
        ]
