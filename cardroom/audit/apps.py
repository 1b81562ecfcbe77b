"""The append-only log of what staff did."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "cardroom.audit"
    label = "audit"
