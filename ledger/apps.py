"""The books and the cage."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "ledger"
