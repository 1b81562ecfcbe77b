"""``manage.py import_pack FILE``: a room's own rule pack, checked before it is stored."""

import json
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cardroom.errors import Refused
from tables.engine import packs
from tables.services.packs import make_pack

KEYS = {"name", "rules", "authorization", "effective_from"}


class Command(BaseCommand):
    help = "Store a new version of a room's own rule pack from a JSON file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="JSON: name, rules, authorization, effective_from"
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="only say what is wrong, if it is"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            given = json.loads(options["file"].read_text())
        except (OSError, ValueError) as error:
            raise CommandError(f"{options['file']} can't be read as JSON: {error}") from error
        if not isinstance(given, dict) or set(given) != KEYS:
            raise CommandError(
                f"The file must be an object with exactly: {', '.join(sorted(KEYS))}."
            )
        try:
            effective_from = datetime.fromisoformat(given["effective_from"])
        except (TypeError, ValueError) as error:
            raise CommandError(f"effective_from: {error}") from error
        if effective_from.tzinfo is None:
            raise CommandError(
                "effective_from: say the time zone too, as in 2026-12-01T06:00-08:00."
            )
        try:
            pack = packs.pack_from_rules(given["rules"])
            if not options["dry_run"]:
                row = make_pack(
                    actor=None,
                    name=str(given["name"]),
                    rules=given["rules"],
                    authorization=str(given["authorization"]),
                    effective_from=effective_from,
                )
        except Refused as refused:
            raise CommandError(f"{refused.field}: {refused.message}") from refused
        if options["dry_run"]:
            self.stdout.write(f"Nothing is wrong with it: {pack.text.title}.")
        else:
            self.stdout.write(f"Stored {row}, for tables that open from {effective_from}.")
