"""``manage.py theory PACK``: what a rule pack is worth to whoever banks, exactly.

Every hand against every hand, as fractions; fees are left out and every wager is fully covered.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import IO, Any, cast

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tables.engine.packs import pack_from_rules
from tables.engine.refusals import RuleError
from tables.engine.texts import PACK_TEXTS
from tables.theory.pack import pack_theory
from tables.theory.results import PackTheory, WagerTheory, percent, root, rounded


class Command(BaseCommand):
    help = "Exact results of a rule pack: edge, deviation, best play, hit rates."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("pack", choices=list(PACK_TEXTS))
        parser.add_argument("--decks", type=int, default=1)
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="OPTION=VALUE",
            help="an option of the pack, as pair_plus_table=A or six_card.version=pair_plus",
        )
        parser.add_argument("--json", action="store_true", help="print the results as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        rules = {"base": options["pack"], "options": _options(options["set"])}
        try:
            pack = pack_from_rules(rules)
        except RuleError as error:
            raise CommandError(f"{error.field}: {error.message}") from error
        quick = options["json"] or options["decks"] == 1
        try:
            theory = pack_theory(pack, options["decks"], iter if quick else _with_a_bar)
        except ValueError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(theory.to_dict()))
        else:
            _show(theory, Console(file=cast(IO[str], self.stdout)))


def _options(settings: list[str]) -> dict[str, Any]:
    """Options from ``name=value`` texts; a dot in a name steps into an object. Values are JSON
    where they can be read as such, else texts. Raises CommandError."""
    options: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise CommandError(f"{setting} is not OPTION=VALUE")
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        *parents, last = name.split(".")
        here = options
        for parent in parents:
            here = here.setdefault(parent, {})
            if not isinstance(here, dict):
                raise CommandError(f"{setting}: {parent} has a value already")
        here[last] = value
    return options


def _with_a_bar(steps: Iterable[int]) -> Iterable[int]:
    console = Console(stderr=True)
    return track(list(steps), "Every hand against every hand", console=console, transient=True)


def _show(theory: PackTheory, console: Console) -> None:
    console.print(f"[bold]{theory.title}[/bold], {theory.decks} deck(s), {theory.hands:,} hands")
    console.print(f"The bank qualifies in {percent(theory.qualifies)} % ({theory.qualifies}).")
    console.print(_classes(theory))
    console.print(_wagers(theory))
    for wager in theory.wagers:
        console.print(_hits(wager))
        for play in wager.best_play:
            console.print(f"  {play.sentence} ({percent(play.played, 2)} % played)")
    for warning in theory.warnings:
        console.print(f"[bold red]{warning}[/bold red]")


def _classes(theory: PackTheory) -> Table:
    table = Table("class", title="Hands by class")
    table.add_column("hands", justify="right")
    table.add_column("one in", justify="right")
    for name, count in theory.classes:
        table.add_row(_words(name), f"{count:,}", f"{theory.hands // count:,}" if count else "-")
    return table


def _wagers(theory: PackTheory) -> Table:
    table = Table("wager", title="The bank's edge, per unit of the ante or side wager")
    for heading in ("edge %", "exactly", "std. dev.", "average wager"):
        table.add_column(heading, justify="right", overflow="fold")
    for wager in theory.wagers:
        shares = (percent(wager.edge), str(wager.edge), root(wager.variance, 4))
        table.add_row(wager.title, *shares, rounded(wager.average_wager))
    return table


def _hits(wager: WagerTheory) -> Table:
    table = Table("", title=wager.title)
    table.add_column("probability %", justify="right")
    table.add_column("exactly", justify="right", overflow="fold")
    table.add_column("pays", justify="right")
    for hit in wager.hits:
        table.add_row(_words(hit.name), percent(hit.probability), str(hit.probability), hit.pays)
    return table


def _words(name: str) -> str:
    return name.replace("_", " ")
