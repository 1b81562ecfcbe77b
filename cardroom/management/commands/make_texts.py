"""Collects every text of the screens into a language's .po files, for whoever translates it."""

from argparse import ArgumentParser
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.core.management.commands import makemessages

from cardroom.errors import Refused
from cardroom.people.refusals import PeopleError
from cardroom.texts import named
from ledger.books.chart import Kind
from ledger.books.entry import Flow
from ledger.books.retention import CLASSES
from ledger.currency_selectors import State
from ledger.refusals import BooksError
from tables.engine.irregularities import Incident
from tables.engine.ranking import HandClass
from tables.engine.refusals import RuleError
from tables.engine.sixcard import SixCardClass
from tables.engine.state import Phase
from tables.engine.wagers import Result, WagerKind
from tables.models import Round, RoundCorrection, TableSlip
from tables.refusals import TableError

REFUSALS: tuple[type[Refused], ...] = (RuleError, TableError, BooksError, PeopleError)
NAMES: tuple[type[StrEnum], ...] = (
    *(Flow, Kind, Phase, Result, WagerKind, HandClass, SixCardClass, Incident, State),
)


def closed_lists() -> Iterator[str]:
    """The texts that are in lists of the code, not in calls: refusals, and names as people read
    them (``cardroom.texts.named``)."""
    for error in REFUSALS:
        yield from error.TEXTS.values()
    for names in NAMES:
        yield from (named(name) for name in names)
    yield from (flow.replace("_", " ") for flow in Flow)  # as the papers list them
    shown = [*Round.Status, *RoundCorrection.Status, *TableSlip.Kind]
    yield from (named(name.value) for name in shown)
    yield from (named(each.name) for each in CLASSES)
    shifts = [name for name, _ in settings.ROOM_CALENDAR.shifts]
    yield from (text for name in shifts for text in (str(named(name)), name))


class _Collector(makemessages.Command):
    """Django's collector, which knows the calls of ``cardroom.texts`` too."""

    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=say:1",
        "--keyword=say_many:1,2",
    ]


class Command(BaseCommand):
    help = "Collect the texts of the screens for a language into locale/. Needs GNU gettext."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("language", nargs="+", help="its code, as vi or zh_Hans")

    def handle(self, *args: Any, **options: Any) -> None:
        Path(settings.LOCALE_PATHS[0]).mkdir(exist_ok=True)
        lists = Path(settings.BASE_DIR) / "cardroom" / "closed_lists.py"
        calls = [f"gettext({str(text)!r})" for text in dict.fromkeys(closed_lists())]
        leave = ["tests", "scripts", "bench", ".venv", "var", "staticfiles", "docs"]
        common = {"locale": options["language"], "ignore_patterns": leave, "no_wrap": True}
        try:
            lists.write_text("\n".join(calls) + "\n")
            call_command(_Collector(), domain="django", **common)
        finally:
            lists.unlink(missing_ok=True)
        # In the modules the same words are methods of their own.
        call_command(makemessages.Command(), domain="djangojs", **common)
