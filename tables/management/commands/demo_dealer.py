"""``manage.py demo_dealer``: the demonstration dealer, for a checkout only."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tables.demo.dealer import DemonstrationDealer


class Command(BaseCommand):
    help = "Play the demonstration table for ever."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pace", type=float, default=1.5, help="seconds between two steps")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("The demonstration dealer is refused in production.")
        DemonstrationDealer(options["pace"], self.stdout.write).run()
