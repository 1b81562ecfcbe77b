"""The table and its seats, as they are now. How they came to be so is in the table's log."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, gettext_lazy

from cardroom.people.models import Patron, Staff
from tables.models.packs import FeeSchedule, RulePack


class Table(models.Model):
    """A table. ``version`` is the number of the last event in its log."""

    class Status(models.TextChoices):
        CLOSED = "closed"
        OPEN = "open"

    class Source(models.TextChoices):
        ELECTRONIC = "electronic", gettext_lazy("Electronic deck (training and demonstration)")
        HAND = "hand", gettext_lazy("Cards dealt by hand, keyed in")

    class Capture(models.TextChoices):
        CARDS = "cards", gettext_lazy("Every card")
        RESULTS = "results", gettext_lazy("How each hand ended")

    number = models.PositiveIntegerField(unique=True)
    seat_count = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.CLOSED)
    version = models.PositiveBigIntegerField(default=0)

    # What it was opened with.
    pack = models.ForeignKey(RulePack, null=True, on_delete=models.PROTECT)
    fee_schedule = models.ForeignKey(FeeSchedule, null=True, on_delete=models.PROTECT)
    limits = models.JSONField(default=dict, help_text="{kind: [min, max]} in cents; `bank` is W.")
    decks = models.PositiveSmallIntegerField(default=1)
    source = models.CharField(max_length=12, choices=Source.choices, default=Source.ELECTRONIC)
    capture = models.CharField(max_length=12, choices=Capture.choices, default=Capture.CARDS)
    chips = models.JSONField(default=list, help_text="Denominations at the table, in cents.")
    box_id = models.PositiveBigIntegerField(null=True, help_text="The drop box that hangs here.")
    dealer = models.ForeignKey(
        Staff, null=True, on_delete=models.PROTECT, related_name="+", help_text="The house dealer."
    )
    rounds_opened = models.PositiveIntegerField(default=0)
    rotation_policy = models.CharField(
        max_length=20, default="two_hands", help_text="A name in the engine's POLICIES."
    )
    shuffler = models.BooleanField(default=False, help_text="Two decks with different backs.")
    opened_at = models.DateTimeField(null=True)
    answers = models.PositiveBigIntegerField(
        default=0, help_text="How many answers were given at its seats' displays."
    )

    class Meta:
        ordering = ["number"]

    @property
    def house_banked(self) -> bool:
        """Whether the house banks: no player-dealer, no W, no offers, no collection fees."""
        return self.pack is not None and self.pack.house_banked

    def __str__(self) -> str:
        return gettext("Table %(value)s") % {"value": self.number}


class Seat(models.Model):
    """A betting position that somebody holds. Seats are numbered clockwise seen from above.

    ``beside`` is the number of his first position where this is the second that a player has
    (Iowa, Wagers (e); New York, (c)(5)). The database holds it to a neighbour of the same table
    that he has, with a foreign key of three columns that is in the migration.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    patron = models.ForeignKey(Patron, on_delete=models.PROTECT, related_name="seats")
    beside = models.PositiveSmallIntegerField(null=True)
    last_bets = models.JSONField(default=dict, help_text="{wager kind: cents}, for repeating.")
    last_bank_wager = models.PositiveBigIntegerField(null=True, help_text="His last W, in cents.")
    away_since = models.DateTimeField(null=True, help_text="Set while he is away from the table.")

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_player_to_a_seat"),
            models.UniqueConstraint(
                fields=["patron"], condition=Q(beside__isnull=True), name="one_table_a_patron"
            ),
            models.UniqueConstraint(
                fields=["patron"],
                condition=Q(beside__isnull=False),
                name="two_positions_at_most",
            ),
            models.CheckConstraint(
                condition=Q(beside__isnull=True)
                | Q(beside=F("number") - 1)
                | Q(beside=F("number") + 1),
                name="second_position_is_adjacent",
            ),
            # What the foreign key of a second position points to.
            models.UniqueConstraint(
                fields=["patron", "table", "number"], name="position_of_a_patron"
            ),
        ]

    def __str__(self) -> str:
        return gettext("seat %(value)s") % {"value": self.number}
