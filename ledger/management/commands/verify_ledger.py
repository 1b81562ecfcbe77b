"""Recount the books. Exit status 1 names every row that does not agree with the others."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from ledger.services.verification import CHECKS, verify


class Command(BaseCommand):
    help = (
        "Recounts every account, round and place of chips against its postings, checks that every "
        "entry sums to zero, and that chips issued less the house's are the chips in use. "
        "Needs the database only."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        tasks: dict[str, TaskID] = {}
        bars = Progress(
            TextColumn("{task.description:<24}"),
            BarColumn(),
            TextColumn("{task.completed:>9,.0f} of {task.total:,.0f}"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
        )

        def advance(title: str, done: int, total: int) -> None:
            if title not in tasks:
                tasks[title] = bars.add_task(title, total=total)
            bars.update(tasks[title], completed=done)

        found = 0
        with bars:
            for finding in verify(advance):
                found += 1
                self.stdout.write(str(finding))
        if found:
            raise CommandError(f"The books do not verify: {found} finding{'s' * (found > 1)}.")
        self.stdout.write(f"The books verify: {len(CHECKS)} checks, nothing found.")
