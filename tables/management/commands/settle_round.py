"""``manage.py settle_round [FILE|-]``: settle round records, for disputes and what-ifs.

It needs no database: the same engine settles the live rounds. docs/settle_round.md has the format.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.engine.record_lines import settle_lines


class Command(BaseCommand):
    help = "Settle round records: JSON lines in, one settlement a line out (docs/settle_round.md)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", help="a file of records; - or nothing reads the input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        refused = total = 0
        for answer in settle_lines(self._lines(options["file"])):
            total += 1
            refused += not answer.settled
            self.stdout.write(json.dumps(answer.body))
        if refused:
            raise CommandError(f"{refused} of {total} records were refused.")

    def _lines(self, name: str) -> Iterator[bytes]:
        if name == "-":
            yield from sys.stdin.buffer
            return
        try:
            with open(name, "rb") as file:
                yield from file
        except OSError as error:
            raise CommandError(f"{name}: {error.strerror}", returncode=2) from error
