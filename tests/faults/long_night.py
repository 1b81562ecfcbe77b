"""A night of thousands of rounds while posting workers are killed: ``make night``.

Twenty tables play, people buy in, change tables and cash out, and four real Celery workers post
the settlements. Some of them are killed with SIGKILL, the whole process group, at random moments,
and started again. In the morning the boxes and windows are counted, and everything is compared
with a notebook that those who played kept beside it. The workers are Celery's own processes, not
calls of ``post_pending``: what must hold is the chain with the broker in it, where a message of a
killed worker comes again. ``ROUNDS``, ``TABLES``, ``KILLS`` and ``SEED`` come from the environment.
"""

import os
import random
import secrets
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as Grid

from cardroom.embedded.places import throwaway_folder
from cardroom.embedded.processes import Guard, Process
from cardroom.embedded.stack import ROOT
from tests.faults.notebook import Comparison, Notebook, compare

if TYPE_CHECKING:
    from tests.faults.night_tables import NightTable

WORKERS = 4
# Tables that one hand drives in turn: between two rounds of a table the workers have their time.
HANDS = 4
PATIENCE = 90.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What kind of night it is to be."""

    rounds: int
    tables: int
    kills: int
    seed: str

    @classmethod
    def from_environment(cls, given: Mapping[str, str]) -> "Plan":
        def number(name: str, usual: int) -> int:
            return int(given.get(name) or usual)

        return cls(
            number("ROUNDS", 5_000),
            number("TABLES", 20),
            number("KILLS", 10),
            given.get("SEED") or secrets.token_hex(4),
        )


# -- The workers -----------------------------------------------------------------------------------


class Workers:
    """Celery's processes: workers that post, and beat that rings once a second."""

    def __init__(
        self, folder: Path, guard: Guard, environment: Mapping[str, str], count: int
    ) -> None:
        self.folder, self.guard = folder, guard
        self.environment = {**environment, "CARDROOM_ROLE": "worker", "PYTHONUNBUFFERED": "1"}
        self.started = self.killed = 0
        self.beat = self._celery("beat", "beat", "--schedule", str(folder / "beat-schedule"))
        self.posting = [self._start() for _ in range(count)]
        self.beat.start()
        for worker in self.posting:
            self._wait_ready(worker)

    def kill_one(self, rng: random.Random) -> None:
        """Kill a worker in whatever it does, and start another in its place."""
        at = rng.randrange(len(self.posting))
        self.posting[at].kill()
        self.killed += 1
        self.posting[at] = self._start()

    def stop(self) -> None:
        for process in (self.beat, *self.posting):
            process.ask_to_stop()
        deadline = time.monotonic() + 10
        for process in (self.beat, *self.posting):
            process.wait(deadline)
            process.kill()

    def _start(self) -> Process:
        self.started += 1
        options = ["--concurrency", "1", "--without-gossip", "--without-mingle"]
        worker = self._celery(
            f"worker-{self.started}", "worker", "-n", f"night-{self.started}@%h", *options
        )
        worker.start()
        return worker

    def _celery(self, name: str, *words: str) -> Process:
        command = [sys.executable, "-m", "celery", "-A", "cardroom.celery", *words]
        return Process(
            name,
            [*command, "--loglevel", "INFO"],
            guard=self.guard,
            log=self.folder / f"{name}.log",
            env=self.environment,
            cwd=ROOT,
        )

    def _wait_ready(self, worker: Process) -> None:
        deadline = time.monotonic() + PATIENCE
        while " ready." not in worker.log.read_text():
            assert worker.alive, worker.last_words()
            assert time.monotonic() < deadline, "a worker did not start"
            time.sleep(0.05)


@contextmanager
def workers(
    folder: Path, environment: Mapping[str, str], count: int = WORKERS
) -> Iterator[Workers]:
    guard = Guard()
    found: Workers | None = None
    try:
        found = Workers(folder, guard, environment, count)
        yield found
    finally:
        if found is not None:
            found.stop()
        guard.close()


# -- The night -------------------------------------------------------------------------------------


@dataclass
class Night:
    """A room on the database that Django is connected to, and all who play in it."""

    plan: Plan
    workers: Workers
    say: Console
    notebook: Notebook = field(default_factory=Notebook)
    played: int = 0
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        from tests.faults import night_room

        self.random = random.Random(self.plan.seed)
        self.cage, self.counters = night_room.set_up(self.plan.tables, self.notebook)
        self.tables = night_room.tables(self.plan.tables, self.cage, self.plan.seed)
        self._lock = threading.Lock()

    def play(self) -> None:
        """All rounds, and the kills between them."""
        paces = sum(table.pace for table in self.tables)
        rounds = {table: self.plan.rounds * table.pace // paces for table in self.tables}
        rounds[self.tables[-1]] += self.plan.rounds - sum(rounds.values())
        threads = [
            threading.Thread(target=self._drive, args=(group, rounds), daemon=True)
            for group in self._groups()
        ]
        moments = sorted(self.random.choices(range(1, self.plan.rounds), k=self.plan.kills))
        for thread in threads:
            thread.start()
        said = time.monotonic()
        while any(thread.is_alive() for thread in threads):
            if moments and self.played >= moments[0]:
                moments.pop(0)
                self.workers.kill_one(self.random)
            if time.monotonic() - said > 10:
                said = time.monotonic()
                self._tell()
            time.sleep(self.random.uniform(0.0, 0.02))
        for _ in moments:
            self.workers.kill_one(self.random)
        self._tell()

    def _groups(self) -> list[list["NightTable"]]:
        """Who drives which tables: those of the door have a hand each."""
        from tests.faults.night_tables import DoorTable

        slow: list[list[NightTable]] = [[t] for t in self.tables if isinstance(t, DoorTable)]
        quick = [table for table in self.tables if not isinstance(table, DoorTable)]
        return [*slow, *filter(None, (quick[n::HANDS] for n in range(HANDS)))]

    def _drive(self, tables: Sequence["NightTable"], rounds: Mapping["NightTable", int]) -> None:
        from django.db import connections

        try:
            for nth in range(max(rounds[table] for table in tables)):
                for table in tables:
                    if nth < rounds[table]:
                        table.play_round()
                        with self._lock:
                            self.played += 1
        except Exception as error:  # noqa: BLE001  (the night goes on without this hand)
            self.faults.append(f"tables {[t.number for t in tables]}: {error!r}")
        finally:
            connections.close_all()

    def _tell(self) -> None:
        self.say.print(
            f"  {self.played:,} of {self.plan.rounds:,} rounds, {self.workers.killed} of "
            f"{self.plan.kills} workers killed, {self.cage.retries} steps tried again"
        )

    def end(self, database_url: str) -> list[Comparison]:
        """Wait for the workers, count boxes and windows, and compare."""
        from tests.faults import night_room

        night_room.wait_until_posted(PATIENCE)
        self.work = night_room.work_of_the_workers()
        night_room.count_boxes(self.tables, self.notebook, self.counters)
        night_room.close_windows(self.cage, self.notebook, self.counters)
        found = compare(self.notebook, database_url)
        verified = Comparison("verify_ledger", self.notebook.notes.total(), night_room.verified())
        played = Comparison("every hand was played", self.played, tuple(self.faults))
        return [played, *found, verified]


def report(night: Night, found: Sequence[Comparison], say: Console) -> bool:
    """The morning's table. Whether there is no difference at all."""
    grid = Grid(title=f"The night of seed {night.plan.seed}", title_justify="left")
    for heading, side in (("compared", "left"), ("how many", "right"), ("differences", "right")):
        grid.add_column(heading, justify=side)  # type: ignore[arg-type]
    for each in found:
        many = f"{each.compared:,}" if each.compared else ""
        grid.add_row(each.title, many, str(len(each.differences)))
    say.print(grid)
    notebook, work = night.notebook, night.work
    say.print(
        f"{night.played:,} rounds at {len(night.tables)} tables "
        f"({notebook.count('void')} void), {notebook.count('buy_in'):,} buy-ins, "
        f"{notebook.count('cash_out'):,} cash-outs. {night.workers.killed} workers killed. "
        f"Of the settlements the workers began {work.begun:,}, {work.again} of them more than "
        f"once; {work.inline:,} were posted by whoever needed the money first."
    )
    for each in found:
        for fault in each.differences[:10]:
            say.print(f"{each.title}: {fault}", style="red", markup=False)
    return not any(each.differences for each in found)


def main() -> int:
    """The whole night on engines of its own; 1 if anything differs."""
    from cardroom.embedded.stack import Stack
    from tests.faults.night import own_engines, remove

    say, plan, began = Console(), Plan.from_environment(os.environ), time.monotonic()
    say.print(f"{plan}: the same SEED deals the same hands.", highlight=False)
    stack = Stack(throwaway_folder("cardroom-night-"), dealer=False, environment=own_engines())
    try:
        stack.start_engines()
        stack.migrate()
        os.environ |= {"DATABASE_URL": stack.database_url, "REDIS_URL": stack.redis_url}
        os.environ |= {"CARDROOM_ROLE": "worker", "DJANGO_SETTINGS_MODULE": "cardroom.settings"}
        import django

        django.setup()
        with workers(stack.home / "log", os.environ) as posting:
            night = Night(plan, posting, say)
            night.play()
            clean = report(night, night.end(stack.database_url), say)
        say.print(f"{time.monotonic() - began:,.0f} seconds.")
        return 0 if clean else 1
    finally:
        remove(stack)


if __name__ == "__main__":
    sys.exit(main())
