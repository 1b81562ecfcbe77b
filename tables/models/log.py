"""The table's log: every event, in order, for good. And the commands that were carried out."""

from django.db import models

from cardroom.people.models import Staff
from tables.models.rounds import Round
from tables.models.table import Table


class TableEvent(models.Model):
    """Something that happened at a table. PostgreSQL refuses to change or delete one.

    ``version`` numbers the events of the table without a hole; ``number`` those of the round.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="events")
    version = models.PositiveBigIntegerField()
    round = models.ForeignKey(Round, null=True, on_delete=models.PROTECT, related_name="events")
    number = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=40)
    payload = models.JSONField(default=dict)
    at = models.DateTimeField()
    actor = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["table", "version"]
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="table_event_version"),
            models.UniqueConstraint(fields=["round", "number"], name="round_event_number"),
        ]


class TableCommand(models.Model):
    """A command that was carried out, by the caller's own request id: a repeat is harmless."""

    request_id = models.UUIDField(primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64)
    name = models.CharField(max_length=40)
    version = models.PositiveBigIntegerField(help_text="The table's version after it.")
    at = models.DateTimeField()
    actor = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")
