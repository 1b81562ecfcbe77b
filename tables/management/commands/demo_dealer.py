"""``manage.py demo_dealer``: the demonstration dealers, for a checkout only."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tables.demo import house


class Command(BaseCommand):
    help = "Play the demonstration tables for ever."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pace", type=float, default=1.5, help="seconds between two steps")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("The demonstration dealer is refused in production.")
        house.run(options["pace"], self.stdout.write)
