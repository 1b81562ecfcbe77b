"""Posting settled rounds of 14 seats, beside hand-made SQL and django-hordak, in the same run.

The hand-made SQL writes the same rows into the same tables under the same triggers, a commit a
round, with prepared statements on a connection of its own. django-hordak makes the same entry, one
debit and a credit for each seat, by its own API, an entry a commit, in a process and a database of
its own on the same server. The product is what the worker calls: it also claims its orders first
and checks what the books promise. Rates are this machine's; only the ratios mean something
elsewhere. Wanted beside hand-made SQL: one by one at least 0.5, in batches above 1. Wanted beside
django-hordak: at least 3.
"""

import hashlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

HORDAK = Path(__file__).parent / "beside" / "django_hordak.py"
SEATS, TABLES, ROUNDS, TURNS = 14, 4, 50, 15
STAKE, FEE = 2_000, 100
HAND_MADE, DJANGO_HORDAK = "hand-made SQL, a round a commit", "django-hordak, an entry a commit"


@contextmanager
def throwaway_database(*, durable: bool = True) -> Iterator[None]:
    """A database of our own: on the server that DATABASE_URL names, else on one that we start."""
    with ExitStack() as stack:
        if not os.environ.get("DATABASE_URL"):
            from cardroom.embedded.places import throwaway_folder
            from cardroom.embedded.postgres import Postgres
            from cardroom.embedded.processes import Guard

            guard = Guard()
            stack.callback(guard.close)
            home = throwaway_folder("cardroom-bench-")
            guard.remove(home)
            server = Postgres(home, guard, durable=durable)
            guard.remove(server.place)
            server.start()
            stack.callback(server.stop)
            os.environ["DATABASE_URL"] = server.url
        os.environ["CARDROOM_ROLE"] = "worker"
        os.environ["DJANGO_SETTINGS_MODULE"] = "cardroom.settings"
        import django

        django.setup()
        from django.db import connection

        from ledger.services import settlement

        settlement.ring = lambda: None  # Nobody listens here.
        named = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, serialize=False, autoclobber=True)
        stack.callback(lambda: connection.creation.destroy_test_db(named, verbosity=0))
        yield


class Room:
    """Tables full of players, and rounds that wait to be settled."""

    def __init__(self) -> None:
        from cardroom.people.models import Patron, Staff
        from ledger.services import cage

        cashier = Staff.objects.create(username="cashier", role="cashier")
        cage.set_up_room(
            vault_cash=10**10,
            chip_cover=10**9,
            chips_issued=10**11,
            windows=[1],
            trays={},
            actor=None,
        )
        cage.open_window(window=1, imprest=10**9, chips=10**10, actor=cashier)
        self.people: dict[str, list[int]] = {}
        self.boxes: dict[str, int] = {}
        self.rounds = 0
        for table in map(str, range(TABLES)):
            self.people[table] = [Patron.objects.create(name="P").pk for _ in range(SEATS)]
            self.boxes[table] = cage.hang_box(table=table, actor=None).pk
            for who in self.people[table]:
                cage.buy_in(
                    window=1, patron_id=who, cents=10**8, request_id=f"b{who}", actor=cashier
                )

    def rounds_to_settle(self) -> list[int]:
        """Play some rounds up to their close; the ids of the orders that are due then."""
        from cardroom.clock import now
        from ledger.models import Outbox
        from ledger.services import play

        refs = [f"{n % TABLES}-{n}" for n in range(self.rounds, self.rounds + ROUNDS)]
        self.rounds += ROUNDS
        for ref in refs:
            table = ref[0]
            people = self.people[table]
            play.take_bets(
                table=table,
                round_ref=ref,
                box_id=self.boxes[table],
                stakes=dict.fromkeys(people, STAKE),
                fees=dict.fromkeys(people, FEE),
                request_id=f"bets:{ref}",
                actor=None,
            )
        for ref in refs:
            returns = dict.fromkeys(self.people[ref[0]], STAKE)
            play.order_settlement(
                table=ref[0], round_ref=ref, revision=1, returns=returns, at=now(), actor=None
            )
        return list(Outbox.objects.filter(round_ref__in=refs).values_list("id", flat=True))


def by_hand(orders: list[int]) -> None:
    """What one would write with psycopg and no product."""
    from django.db import connection

    with psycopg.connect(**connection.get_connection_params()) as conn:
        conn.prepare_threshold = 0
        for order in orders:
            with conn.transaction():
                _one_by_hand(conn, order)


def _one_by_hand(conn: "psycopg.Connection[Any]", order: int) -> None:
    key, table, ref, payload, at, day, shift = conn.execute(
        'SELECT key, "table", round_ref, payload, at, day, shift FROM ledger_outbox '
        "WHERE id = %s AND done_at IS NULL FOR NO KEY UPDATE",
        [order],
    ).fetchone()
    credits = {
        f"chips:player:{who}": -cents for who, cents in json.loads(payload)["credits"].items()
    }
    legs = {f"chips:play:{table}": -sum(credits.values()), **credits}
    rows = conn.execute(
        "SELECT id, code, normal, balance, sequence FROM ledger_account WHERE code = ANY(%s) "
        "ORDER BY id FOR NO KEY UPDATE",
        [list(legs)],
    ).fetchall()
    pot, moment = conn.execute(
        "SELECT id, clock_timestamp() FROM ledger_potbalance WHERE ref = %s", [ref]
    ).fetchone()
    (entry,) = conn.execute(
        "INSERT INTO ledger_entry (request_id, digest, kind, memo, asked, round_ref, closes, at, "
        "day, shift, posted_at, transaction) VALUES (%s, %s, 'settlement', '', '', %s, true, %s, "
        "%s, %s, %s, 0) RETURNING id",
        [key, hashlib.sha256(repr(legs).encode()).digest(), ref, at, day, shift, moment],
    ).fetchone()
    conn.execute(
        "INSERT INTO ledger_posting (entry_id, account_id, pot_id, cents, sequence, balance_after, "
        "posted_at) SELECT %s, a, p, c, s, b, %s FROM "
        "unnest(%s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[]) "
        "t(a, p, c, s, b)",
        [
            entry,
            moment,
            [row[0] for row in rows],
            [pot if row[1].startswith("chips:play:") else None for row in rows],
            [legs[row[1]] for row in rows],
            [row[4] + 1 for row in rows],
            [row[3] + row[2] * legs[row[1]] for row in rows],
        ],
    )
    conn.execute("UPDATE ledger_potbalance SET closed_at = %s WHERE id = %s", [moment, pot])
    conn.execute("UPDATE ledger_outbox SET done_at = %s WHERE id = %s", [moment, order])


def by_the_worker(limit: int) -> Callable[[list[int]], None]:
    """What the worker does, so many orders a commit."""

    def run(orders: list[int]) -> None:
        from ledger.services.settlement import post_pending

        posted = 0
        while posted < len(orders):
            posted += (step := post_pending(limit=limit)).posted
            assert step.posted and not step.failed

    return run


@contextmanager
def hordak() -> Iterator[Callable[[int], float]]:
    """django-hordak's process: told how many entries to make, it answers with the seconds."""
    process = subprocess.Popen(
        [sys.executable, str(HORDAK), str(SEATS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    answer, ask = process.stdout, process.stdin

    def entries(count: int) -> float:
        ask.write(f"{count}\n")
        ask.flush()
        return float(answer.readline())

    try:
        assert answer.readline() == "ready\n", "django-hordak did not start"
        yield entries
    finally:
        ask.close()
        process.wait(60)


def measure(contestants: dict[str, Callable[[list[int]], None]]) -> dict[str, list[float]]:
    """Rounds a second of each contestant, turn by turn."""
    rates: dict[str, list[float]] = {name: [] for name in (*contestants, DJANGO_HORDAK)}
    with throwaway_database(), hordak() as hordaks_entries:
        room = Room()
        for turn in range(TURNS + 1):
            found = {DJANGO_HORDAK: ROUNDS / hordaks_entries(ROUNDS)}
            for name, contestant in contestants.items():
                orders = room.rounds_to_settle()
                started = time.perf_counter()
                contestant(orders)
                found[name] = len(orders) / (time.perf_counter() - started)
            if turn:  # The first turn warms up.
                for name, rate in found.items():
                    rates[name].append(rate)
        from ledger.services.verification import verify

        odd = [f for f in verify() if "its content" not in f.fault]  # The hand-made digests.
        assert not odd, odd
    return rates


def main() -> None:
    from rich.console import Console

    say = Console().print
    contestants = {
        HAND_MADE: by_hand,
        "the worker, a round a commit": by_the_worker(1),
        "the worker, 10 rounds a commit": by_the_worker(10),
        "the worker, 50 rounds a commit": by_the_worker(50),
    }
    rates = measure(contestants)
    say(f"Settled rounds of {SEATS} seats posted a second: medians of {TURNS} turns of {ROUNDS}.")
    say(f"  {'':<57}beside {'by hand':>9} {'hordak':>7}")
    for name, found in rates.items():
        spread = f"({min(found):,.0f}..{max(found):,.0f})"
        # Turn by turn, since what else the machine does changes from one to the next.
        ratios = [
            statistics.median(a / b for a, b in zip(found, rates[other], strict=True))
            for other in (HAND_MADE, DJANGO_HORDAK)
        ]
        rate = f"  {name:<35}{statistics.median(found):>7,.0f} {spread:>14}"
        say(f"{rate}{ratios[0]:>13.2f}{ratios[1]:>8.2f}")


if __name__ == "__main__":
    main()
