"""From a table's commit to its displays, beside a stock Channels group send, in the same run.

Twenty tables play, each shown by ten displays: its rail and nine seats. The product's own web
process, worker, PostgreSQL and Valkey serve them; this process plays the tables, and notes when
each command has committed. In turns with that, the same bytes are sent to as many sockets of a
stock consumer on the core Redis layer, one group an audience, since each sees another frame; the
tables play on meanwhile. One more process holds all displays, so its cost is in every figure.

Wanted: 99 of 100 within 100 ms; p95 at most half of the stock send's. Then ever more displays are
opened, until one web process no longer brings 99 of 100 within 250 ms, and its memory is told.
``DISPLAYS_MOST`` bounds that, ``DISPLAYS_TURNS`` is how often both are measured.
"""

import json
import math
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import psutil

from cardroom.embedded.places import throwaway_folder
from cardroom.embedded.ports import free_port
from cardroom.embedded.stack import Stack

HERE = Path(__file__).parent
TABLES, SEATS, PLAYERS = 20, 9, 6
EVENTS_A_SECOND, SECONDS = 20.0, 10.0
TURNS = int(os.environ.get("DISPLAYS_TURNS") or 5)
STEP, MOST = 400, int(os.environ.get("DISPLAYS_MOST") or 4_000)
SETTLE_SECONDS = 1.0
LIMIT_MS, WANTED_MS = 250.0, 100.0
Event = tuple[int, int, int]  # table, version, nanoseconds of the monotonic clock


class Watchers:
    """The process with the displays. A display's number is told with each arrival."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "beside" / "watchers.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **request: object) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)


@contextmanager
def product() -> Iterator[Stack]:
    """A stack of its own with the demonstration's data, and Django here on the same engines."""
    home = throwaway_folder("cardroom-bench-")
    stack = Stack(home, durable=True, dealer=False)
    stack.start_engines()
    try:
        stack.migrate()
        stack.manage("load_demo")
        stack.start_processes()
        stack.wait_ready()
        os.environ |= {
            "DATABASE_URL": stack.database_url,
            "REDIS_URL": stack.redis_url,
            "CARDROOM_ROLE": "worker",
            "DJANGO_SETTINGS_MODULE": "cardroom.settings",
        }
        import django

        django.setup()
        yield stack
    finally:
        stack.stop()


@contextmanager
def stock(redis_url: str) -> Iterator[str]:
    """The stock consumer's server; where it listens."""
    port = free_port()
    command = ["-m", "uvicorn", "stock_channels:application", "--app-dir", str(HERE / "beside")]
    process = subprocess.Popen(
        [sys.executable, *command, "--port", str(port), "--log-level", "warning"],
        env={**os.environ, "REDIS_URL": redis_url},
    )
    try:
        yield f"ws://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


class Room:
    """Twenty tables that play, and the moment at which each of their events was committed."""

    def __init__(self) -> None:
        from django.db import transaction

        from tables.live import broadcast

        self.events: list[Event] = []
        _open_window()
        self.dealers = [_dealer(number) for number in range(1, TABLES + 1)]
        ring = broadcast.table_changed

        def noted(table_id: int, version: int) -> None:
            transaction.on_commit(
                lambda: self.events.append((table_id, version, time.monotonic_ns()))
            )
            ring(table_id, version)

        broadcast.table_changed = noted

    def play(self, seconds: float) -> Iterator[Event]:
        """The tables in turn, at a steady pace; each event as it has happened."""
        began, steps = time.monotonic(), 0
        while time.monotonic() - began < seconds:
            self.events.clear()
            self.dealers[steps % TABLES].try_step()
            yield from self.events
            steps += 1
            time.sleep(max(began + steps / EVENTS_A_SECOND - time.monotonic(), 0))

    def displays(self, stack: Stack) -> list[list[Any]]:
        """Where and as whom the displays of all tables connect: rail first, then the seats."""
        from tables.services import displays

        socket = stack.address.replace("http", "ws", 1) + "/ws/display/"
        found = []
        for dealer in self.dealers:
            for seat in (None, *range(1, SEATS + 1)):
                device = displays.ask_code("")
                displays.pair(device.code.text, dealer.table.pk, seat, actor=dealer.floor)
                cookie = {"Cookie": f"{displays.KEY_COOKIE}={device.key}"}
                found.append([socket, cookie, stack.address])
        return found


def _open_window() -> None:
    """Where all players buy in, with chips enough for an evening of everybody."""
    from cardroom.people.models import Staff
    from ledger.services import cage
    from tables.demo import data

    cage.open_window(
        window=data.DEMONSTRATION_WINDOW,
        imprest=2_000_000,
        chips=40_000_000,
        actor=Staff.objects.get(username=data.DEMONSTRATION_CASHIER),
    )


def _dealer(number: int) -> Any:
    """A table of nine seats with six players, a dealer of its own, opened."""
    from cardroom.people.models import Patron, Staff
    from tables.demo.dealer import DemonstrationDealer
    from tables.models import Table

    table, _ = Table.objects.get_or_create(
        number=100 + number, defaults={"seat_count": SEATS, "chips": [100, 500, 2_500, 10_000]}
    )
    Staff.objects.get_or_create(username=f"bench-{number}", defaults={"role": "dealer"})

    names = tuple(f"Player {number}-{seat}" for seat in range(1, PLAYERS + 1))
    Patron.objects.bulk_create(Patron(name=name) for name in names)

    class TableDealer(DemonstrationDealer):
        table_number = table.number
        username = f"bench-{number}"
        players = names
        players_at_table = PLAYERS

    made = TableDealer(print)
    made.random = random.Random(number)
    made.open()
    return made


def latencies(events: list[Event], arrivals: list[list[int]], table_of: list[int]) -> list[float]:
    """Milliseconds from each event to each display of its table: a newer state shows it too.

    Raises AssertionError if a display never showed one: nothing may be lost.
    """
    came: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for display, version, moment in arrivals:
        came[display].append((version, moment))
    shown_by: dict[int, list[int]] = defaultdict(list)
    for display, table in enumerate(table_of):
        shown_by[table].append(display)
    found = []
    for table, version, committed in events:
        for display in shown_by[table]:
            moment = min((m for v, m in came[display] if v >= version), default=None)
            assert moment is not None, f"display {display} never showed version {version}"
            found.append((moment - committed) / 1e6)
    return found


def measure_product(
    room: Room, watchers: Watchers, table_of: list[int], seconds: float
) -> list[float]:
    watchers.ask(take=True)
    events = list(room.play(seconds))
    time.sleep(SETTLE_SECONDS)
    return latencies(events, watchers.ask(take=True), table_of)


def measure_stock(
    room: Room, watchers: Watchers, table_of: list[int], frames: dict[int, str]
) -> list[float]:
    """The same play, and at each event the frames of that table's displays by group send."""
    from asgiref.sync import async_to_sync
    from channels_redis.core import RedisChannelLayer

    layer = RedisChannelLayer(hosts=[os.environ["REDIS_URL"]])

    async def send(table: int, version: int) -> None:
        for display, each in enumerate(table_of):
            if each == table:
                text = re.sub(r'"version": \d+', f'"version": {version}', frames[display], count=1)
                await layer.group_send(f"d{display}", {"type": "frame", "text": text})

    async def all_of_it() -> list[Event]:
        from asgiref.sync import sync_to_async

        sent: list[Event] = []
        play = room.play(SECONDS)
        step = sync_to_async(lambda: next(play, None))
        while (event := await step()) is not None:
            sent.append((event[0], event[1], time.monotonic_ns()))
            await send(event[0], event[1])
        return sent

    watchers.ask(take=True)
    events = async_to_sync(all_of_it)()
    time.sleep(SETTLE_SECONDS)
    return latencies(events, watchers.ask(take=True), table_of)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(math.ceil(len(values) * share), len(values)) - 1]


def spread(values: list[float]) -> str:
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    return "   ".join(f"{name} {percentile(values, s):6.1f}" for name, s in shares.items())


def memory_mb(pid: int) -> float:
    return float(psutil.Process(pid).memory_info().rss) / 1e6


def main() -> None:
    from rich.console import Console

    say = Console(highlight=False).print
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ExitStack() as stack_of:
        stack = stack_of.enter_context(product())
        elsewhere = stack_of.enter_context(stock(stack.redis_url))
        room = Room()
        for _ in room.play(15.0):  # people sit down, the button is taken
            pass
        ours, theirs = Watchers(), Watchers()
        stack_of.callback(ours.close)
        stack_of.callback(theirs.close)
        empty = memory_mb(stack.pid("web"))
        places = room.displays(stack)
        table_of = [dealer.table.id for dealer in room.dealers for _ in range(1 + SEATS)]
        ours.ask(open=[[n, *place] for n, place in enumerate(places)])
        groups = [[n, f"{elsewhere}/d{n}/", {}, "http://127.0.0.1"] for n in range(len(places))]
        while True:
            try:
                theirs.ask(open=groups)
                break
            except json.JSONDecodeError:  # not up yet
                theirs.close()
                theirs = Watchers()
                time.sleep(0.5)
        _beside(say, room, ours, theirs, table_of)
        _ever_more(say, room, ours, places, table_of, stack, empty)


def _beside(say: Any, room: Room, ours: Watchers, theirs: Watchers, table_of: list[int]) -> None:
    measure_product(room, ours, table_of, 3.0)  # warms up, and brings a frame to each display
    frames = {n: ours.ask(last=n) for n in range(len(table_of))}
    turns = []
    for _ in range(TURNS):
        product_ms = measure_product(room, ours, table_of, SECONDS)
        turns.append((product_ms, measure_stock(room, theirs, table_of, frames)))
    size = statistics.mean(map(len, frames.values()))
    say(
        f"{TABLES} tables play, {len(table_of)} displays, frames of {size:,.0f} bytes. Milli"
        f"seconds from commit to display, {TURNS} turns of {SECONDS:.0f} s:"
    )
    for n, name in enumerate(("Cardroom", "stock Channels group send")):
        say(f"  {name:<28}{spread([ms for turn in turns for ms in turn[n]])}")
    for share, wanted in ((0.5, ""), (0.95, ", wanted at most 0.5"), (0.99, "")):
        ratio = statistics.median(percentile(a, share) / percentile(b, share) for a, b in turns)
        say(f"  ratio at p{100 * share:.0f}: {ratio:.2f}{wanted}")


def _ever_more(
    say: Any,
    room: Room,
    ours: Watchers,
    places: list[list[Any]],
    table_of: list[int],
    stack: Stack,
    empty: float,
) -> None:
    say(f"One web process with ever more displays, {EVENTS_A_SECOND:.0f} events a second:")
    shown = list(table_of)
    while True:
        ms = measure_product(room, ours, shown, 5.0)
        used = memory_mb(stack.pid("web"))
        each = (used - empty) / len(shown) * 1_000
        say(f"  {len(shown):>6,} displays   {spread(ms)}   {used:,.0f} MB, {each:.0f} kB a display")
        if percentile(ms, 0.99) > LIMIT_MS or len(shown) + STEP > MOST:
            break
        more = [places[n % len(places)] for n in range(len(shown), len(shown) + STEP)]
        ours.ask(open=[[len(shown) + n, *place] for n, place in enumerate(more)])
        shown += [table_of[(len(shown) + n) % len(table_of)] for n in range(STEP)]


if __name__ == "__main__":
    main()
