"""One row for each thing a person did. PostgreSQL refuses to change or delete one."""

from django.conf import settings
from django.db import models


class AuditRecord(models.Model):
    """Who did what, when, to what. Written in the transaction of the deed itself."""

    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    role = models.CharField(max_length=20, blank=True)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=80)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["subject", "id"])]
