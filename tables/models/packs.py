"""Rule packs and fee schedules: data with versions. PostgreSQL refuses to change a stored one."""

from django.db import models

from tables.engine.options import BankKind
from tables.engine.texts import PACK_TEXTS


class RulePack(models.Model):
    """The rules a table plays under, as the engine reads them.

    ``rules`` is ``{"base": ..., "options": {...}}``. A new version is a new row.
    """

    name = models.CharField(max_length=80)
    version = models.PositiveIntegerField(default=1)
    rules = models.JSONField()
    authorization = models.CharField(max_length=60, blank=True)
    effective_from = models.DateTimeField()

    class Meta:
        ordering = ["name", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["name", "version"], name="rule_pack_name_version")
        ]

    @property
    def house_banked(self) -> bool:
        """Whether the house banks these rules, not a seated player."""
        return PACK_TEXTS[self.rules["base"]].bank is BankKind.HOUSE

    @property
    def positions_for_one_player(self) -> int:
        """How many betting positions these rules let one player have."""
        return PACK_TEXTS[self.rules["base"]].positions_for_one_player

    def __str__(self) -> str:
        return f"{self.name}, version {self.version}"


class FeeSchedule(models.Model):
    """The posted collection fees. ``lines`` are the engine's fee lines, in cents."""

    name = models.CharField(max_length=80)
    version = models.PositiveIntegerField(default=1)
    lines = models.JSONField()
    effective_from = models.DateTimeField()

    class Meta:
        ordering = ["name", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["name", "version"], name="fee_schedule_name_version")
        ]

    def __str__(self) -> str:
        return f"{self.name}, version {self.version}"
