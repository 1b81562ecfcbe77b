"""The floor: tables, seats, rounds and their displays."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
