"""``manage.py add_table``: a new table, closed, for the floor to open."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cardroom.money import format_cents, parse_dollars
from tables.refusals import TableError
from tables.services import opening

USUAL_CHIPS = (100, 500, 2_500, 10_000)


class Command(BaseCommand):
    help = "Set up a table. The floor opens it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = " ".join(format_cents(chip).removeprefix("$") for chip in USUAL_CHIPS)
        parser.add_argument("number", type=int, help="what the table is called by")
        parser.add_argument("--seats", type=int, required=True, help="how many seats it has")
        parser.add_argument(
            "--chips",
            type=_dollars,
            nargs="+",
            default=USUAL_CHIPS,
            metavar="DOLLARS",
            help=f"the denominations at the table (default: {usual})",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            table = opening.add_table(
                options["number"], seats=options["seats"], chips=options["chips"], actor=None
            )
        except TableError as refused:
            raise CommandError(refused.message) from refused
        chips = ", ".join(map(format_cents, table.chips))
        self.stdout.write(f"{table} is set up: {table.seat_count} seats, chips {chips}.")


def _dollars(text: str) -> int:
    try:
        return parse_dollars(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error
