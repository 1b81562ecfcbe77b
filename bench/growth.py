"""What a table page, a balance and a posted settlement cost after a million rounds, and after none.

Two databases on one server: in both the same room with the same people plays the same evening, and
one has ``HISTORY`` rounds before it (1,000,000 unless told; 20000 for a quick look). The history is
one really played round, copied in SQL with all that it wrote: at 20 tables, a round every 4.5
seconds, with 3,000 people, and boxes that change three times a day. Both are measured in turns.
Wanted: every ratio at most 1.2.
"""

import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.ledger import throwaway_database

HISTORY = int(os.environ.get("HISTORY") or 1_000_000)
TABLES, PEOPLE = 20, 3_000
EVENING, PLAYERS = 12, 4
SECONDS, WARM_UP, FEWEST = 8.0, 4, 15
MEASURED_TABLE = 1
LEDGER_TABLE = "20"
SEATS, STAKE, FEE = 6, 2_000, 100
SQL = Path(__file__).with_name("growth.sql")


class Evening:
    """The demonstration room with more tables and people, on whatever database is connected."""

    def __init__(self) -> None:
        from tables.demo.dealer import DemonstrationDealer

        self.dealer = DemonstrationDealer(lambda said: None)
        self.dealer.random = random.Random(1)
        self.dealer.players_at_table = PLAYERS

    def play(self, rounds: int, phase: str) -> None:
        """Open the table and play so many rounds, and one more up to this phase."""
        from ledger.services.settlement import post_pending
        from tables.snapshot import table_snapshot

        self.dealer.open()
        first = self._settled()
        while True:
            self.dealer.step()
            post_pending()
            if self._settled() - first >= rounds:
                state = table_snapshot(self.dealer.table.pk).state
                if state is not None and state.phase == phase:
                    return

    def close(self) -> None:
        from tables.demo.data import tray_count
        from tables.services import opening

        count = tray_count(self.dealer.table, self.dealer.dealer)
        opening.close_table(self.dealer.table.pk, actor=self.dealer.floor, count=count)

    def _settled(self) -> int:
        found: int = self.dealer.table.rounds.filter(status="settled").count()
        return found


def set_up_room() -> None:
    """Tables, people, and a few rounds that were really played; nobody plays at the end."""
    from cardroom.people.models import Patron
    from ledger.services.posting import open_accounts
    from tables.demo import data
    from tables.engine.cards import RANKS, SUITS
    from tables.live import broadcast
    from tables.models import Table
    from tables.services import dealing

    rng = random.Random(2)

    def same_deck(decks: int) -> tuple[str, ...]:
        cards = [rank + suit for rank, suit in product(RANKS, SUITS)] * decks
        rng.shuffle(cards)
        return tuple(cards)

    broadcast.table_changed = lambda table_id, version: None  # Nobody listens here.
    dealing.shuffled_deck = same_deck
    data.load()
    for number in range(1, TABLES + 1):
        Table.objects.get_or_create(
            number=number, defaults={"seat_count": 8, "chips": [100, 500, 2_500]}
        )
    Patron.objects.bulk_create(Patron(name=f"Guest {n}") for n in range(PEOPLE))
    open_accounts([f"chips:play:{number}" for number in range(1, TABLES + 1)])
    evening = Evening()
    evening.play(4, "settled")
    evening.close()


# -- Measuring -------------------------------------------------------------------------------------


Work = tuple[Callable[[], object], Callable[[], object], Callable[[], object]]


def nothing() -> None:
    """What needs nothing before or after it."""


class Side:
    """One of the two databases, on a connection of its own, and what is measured on it.

    Each work is three steps: what it needs before, what is measured, what it leaves to be done.
    """

    def __init__(self, database: str) -> None:
        from django.db import connection

        self.line = connection.copy()
        self.line.settings_dict["NAME"] = database
        self.rounds = 0
        self.work: dict[str, Work] = {}

    def take(self) -> None:
        """Everything goes to this database from now on."""
        from django.db import connections

        connections["default"] = self.line

    def begin(self) -> None:
        """The evening up to its last, unfinished round."""
        from django.test import Client

        from ledger import selectors as books
        from tables.live.projections import Audience
        from tables.live.state import table_state

        self.take()
        evening = Evening()
        evening.play(EVENING, "decisions")
        table = evening.dealer.table
        seated = list(table.seats.values_list("patron_id", flat=True))
        floor = Client(SERVER_NAME="localhost")
        floor.force_login(evening.dealer.floor)
        self._set_up_ledger_table()
        self.work = {
            "the table's page": alone(lambda: checked(floor.get(f"/tables/{table.pk}/"))),
            "its snapshot and projection": alone(lambda: table_state(table.pk, Audience.staff())),
            "the chips of all seated": alone(lambda: books.funds(seated)),
            "the balance of an account": alone(lambda: books.account(f"chips:player:{seated[0]}")),
            "no more bets, posted": (nothing, self.bets, lambda: (self.order(), self.settlement())),
            "a settlement, posted": (lambda: (self.bets(), self.order()), self.settlement, nothing),
        }

    def once(self, name: str) -> float:
        """The seconds of one go."""
        self.take()
        before, measured, after = self.work[name]
        before()
        started = time.perf_counter()
        measured()
        spent = time.perf_counter() - started
        after()
        return spent

    # -- Rounds of the ledger alone --------------------------------------------------------------

    def _set_up_ledger_table(self) -> None:
        from cardroom.people.models import Patron, Staff
        from ledger.services import cage

        cashier = Staff.objects.create(username="bench", role="cashier")
        cage.open_window(window=3, imprest=1_000_000, chips=10_000_000, actor=cashier)
        self.box = cage.hang_box(table=LEDGER_TABLE, actor=None).pk
        people = Patron.objects.filter(name__startswith="Guest").order_by("id")
        self.people = list(people.values_list("id", flat=True)[:SEATS])
        for who in self.people:
            cage.buy_in(
                window=3, patron_id=who, cents=1_000_000, request_id=f"b{who}", actor=cashier
            )

    def bets(self) -> None:
        from ledger.services import play

        self.rounds += 1
        play.take_bets(
            table=LEDGER_TABLE,
            round_ref=f"bench-{self.rounds}",
            box_id=self.box,
            stakes=dict.fromkeys(self.people, STAKE),
            fees=dict.fromkeys(self.people, FEE),
            request_id=f"bets:bench-{self.rounds}",
            actor=None,
        )

    def order(self) -> None:
        from cardroom.clock import now
        from ledger.services import play

        play.order_settlement(
            table=LEDGER_TABLE,
            round_ref=f"bench-{self.rounds}",
            revision=1,
            returns=dict.fromkeys(self.people, STAKE),
            at=now(),
            actor=None,
        )

    def settlement(self) -> None:
        from ledger.services.settlement import post_pending

        assert post_pending().posted == 1


def alone(measured: Callable[[], object]) -> Work:
    return nothing, measured, nothing


def checked(answer: Any) -> None:
    assert answer.status_code == 200, answer.status_code


def pairs(none: Side, much: Side, name: str) -> list[tuple[float, float]]:
    """Seconds without and with history, one after the other, again and again."""
    for _ in range(WARM_UP):
        none.once(name), much.once(name)
    found: list[tuple[float, float]] = []
    until = time.monotonic() + SECONDS
    while len(found) < FEWEST or time.monotonic() < until:
        if len(found) % 2:
            after = much.once(name)
            found.append((none.once(name), after))
        else:
            found.append((none.once(name), much.once(name)))
    return found


def on_server(statement: str) -> None:
    """Something that no database's own connection may do."""
    from django.db import connection

    given = {**connection.get_connection_params(), "dbname": "postgres"}
    with psycopg.connect(**given, autocommit=True) as server:
        server.execute(statement)


def grow() -> None:
    """Copy the newest settled round, so often, into the time before this evening."""
    from django.db import connection

    given = connection.get_connection_params()
    with psycopg.connect(**given, autocommit=True) as database:
        database.execute("SELECT set_config('growth.rounds', %s, false)", [str(HISTORY)])
        for statement in SQL.read_text().split("\n\n"):
            database.execute(statement)
        database.execute("VACUUM ANALYZE")


def main() -> None:
    from rich.console import Console

    say = Console().print
    with throwaway_database(durable=False):
        from django.db import connection, connections

        first = connections["default"]
        grown = connection.settings_dict["NAME"]
        bare = f"{grown}_none"
        set_up_room()
        connection.close()
        on_server(f'CREATE DATABASE "{bare}" TEMPLATE "{grown}"')
        none, much = Side(bare), Side(grown)
        try:
            started = time.monotonic()
            grow()
            say(f"{HISTORY:,} rounds of history made in {time.monotonic() - started:,.0f} seconds.")
            none.begin()
            much.begin()
            found = {name: pairs(none, much, name) for name in none.work}
        finally:
            for side in (none, much):
                side.line.close()
            connections["default"] = first
            on_server(f'DROP DATABASE "{bare}" WITH (FORCE)')
    say(f"{'Medians in milliseconds':<40}{'none':>9}{'much':>9}{'ratio':>7}{'pairs':>7}")
    for name, seconds in found.items():
        without, after = (
            1_000 * statistics.median(column) for column in zip(*seconds, strict=True)
        )
        ratio = statistics.median(b / a for a, b in seconds)
        say(f"  {name:<38}{without:>9.2f}{after:>9.2f}{ratio:>7.2f}{len(seconds):>7}")


if __name__ == "__main__":
    main()
