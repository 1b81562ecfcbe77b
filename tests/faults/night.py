"""A real room under fire: a dealer and a cashier who try again, displays, and a hand that kills."""

import json
import random
import shutil
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any
from uuid import uuid4

import psycopg

from cardroom.embedded.places import folder_elsewhere, throwaway_folder
from cardroom.embedded.stack import Stack
from tests.live.screens import Display, StaffScreen
from tests.tables.displays import cookie

PATIENCE = 40.0
TABLE = 2
STAKES = (1_000, 2_500, 5_000)


def start_durable_stack() -> Stack:
    """The real processes on engines that keep what they acknowledge, as in production."""
    stack = Stack(throwaway_folder("cardroom-faults-"), dealer=False, environment=own_engines())
    try:
        stack.start_engines()
        stack.migrate()
        stack.manage("load_demo")
        stack.start_processes()
        stack.wait_ready()
    except BaseException:
        remove(stack)
        raise
    return stack


def own_engines() -> dict[str, str]:
    """The environment without the engines of the test run: those must not be killed."""
    import os

    return {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}


def remove(stack: Stack) -> None:
    stack.stop()
    shutil.rmtree(folder_elsewhere(stack.home), ignore_errors=True)
    shutil.rmtree(stack.home, ignore_errors=True)


def seed(stack: Stack, table: int) -> dict[str, Any]:
    said = stack.manage("shell", "-c", f"from tests.live.seed import seed; seed({table})")
    line = next(line for line in said.splitlines() if line.startswith("SEEDED "))
    found: dict[str, Any] = json.loads(line.removeprefix("SEEDED "))
    return found


class Stubborn(StaffScreen):
    """Somebody who sends the same request again until there is an answer."""

    answered: int = 0
    tries: int = 0

    def table(self, table_id: int) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(
            self._until_answered(f"{self.stack.address}/api/v1/tables/{table_id}/", None, {})
        )
        return found

    def command(self, table_id: int, name: str, **data: object) -> dict[str, Any]:
        """One command, made once: its id and the version that it was made against stay."""
        body = {
            "command": name,
            "data": data,
            "expected_version": self.table(table_id)["version"],
            "request_id": str(uuid4()),
        }
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.cookie("csrftoken")}
        address = f"{self.stack.address}/api/v1/tables/{table_id}/commands/"
        answer: dict[str, Any] = json.loads(
            self._until_answered(address, json.dumps(body).encode(), headers)
        )
        self.answered += 1
        return answer

    def buy_in(self, patron_id: int, dollars: int) -> None:
        """At the window, by the form, as a cashier does who gets no answer."""
        form = {
            "cents": str(dollars),
            "patron": str(patron_id),
            "request_id": str(uuid4()),
            "step": "post",
            "csrfmiddlewaretoken": self.cookie("csrftoken"),
        }
        address = f"{self.stack.address}/cage/buy-in/"
        self._until_answered(address, urllib.parse.urlencode(form).encode(), {})
        self.answered += 1

    def _until_answered(self, address: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        deadline = time.monotonic() + PATIENCE
        while True:
            self.tries += 1
            request = urllib.request.Request(address, body, headers)
            try:
                answer: bytes = self.opener.open(request, timeout=15).read()
            except urllib.error.HTTPError as error:
                # A refusal is final; a server error is no answer.
                if error.code < 500:
                    raise AssertionError(f"{error.code}: {error.read().decode()}") from error
            except (OSError, HTTPException):
                pass
            else:
                return answer
            assert time.monotonic() < deadline, f"no answer from {address}"
            time.sleep(0.1)


@dataclass
class Blow:
    """One service killed at some moment, and up again."""

    stack: Stack
    name: str
    delay: float
    pause: float
    up_again: float = 0.0
    thread: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._strike, daemon=True)
        self.thread.start()

    def _strike(self) -> None:
        time.sleep(self.delay)
        self.stack.kill(self.name)
        time.sleep(self.pause)
        self.stack.restart(self.name)
        if self.name == "web":
            self.stack.wait_ready()
        self.up_again = time.monotonic()

    def over(self) -> None:
        self.thread.join(PATIENCE)
        assert self.up_again, f"{self.name} did not come back"


@dataclass
class Night:
    """A table with players, staff at it and at the window, and displays of every kind."""

    stack: Stack
    table: int
    rail: str
    seats: dict[str, str]
    rounds: int = 0
    brought: int = 0

    def __post_init__(self) -> None:
        self.floor = Stubborn(self.stack, "floor")
        self.cashier = Stubborn(self.stack, "cashier")
        self.displays = [
            Display(self.stack, cookie=cookie(key)) for key in (self.rail, *self.seats.values())
        ]
        state = self.floor.table(self.table)["state"]
        self.patrons = {s["seat"]: s["patron_id"] for s in state["seats"] if s["taken"]}
        self.first_version = self.floor.table(self.table)["version"]
        self.first_total = sum(s["stack"] for s in state["seats"] if s["taken"])

    def close(self) -> None:
        for display in self.displays:
            display.close()

    def play(self, rng: random.Random) -> int:
        """One round and one buy-in; the version at the end."""
        give = self.floor.command
        state = self.floor.table(self.table)["state"]
        while state["rotation"]["offer_due"]:
            seat = state["rotation"]["next_offer"]
            state = give(self.table, "offer_bank", seat=seat, answer="accepted")["state"]
        bank = state["round"]["bank"]["seat"]
        give(self.table, "post_bank_wager", cents=20_000)
        for seat in self.patrons:
            if seat != bank:
                give(self.table, "place_wager", seat=seat, kind="ante", cents=rng.choice(STAKES))
        who = rng.choice(sorted(self.patrons))
        self.cashier.buy_in(self.patrons[who], 100)
        self.brought += 10_000
        give(self.table, "no_more_bets")
        state = give(self.table, "deal")["state"]
        while (turn := state["round"]["turn_seat"]) is not None:
            decision = rng.choice(("play", "play", "fold"))
            state = give(self.table, "decide", seat=turn, decision=decision)["state"]
        give(self.table, "reveal")
        self.rounds += 1
        version: int = give(self.table, "close_round")["version"]
        return version

    # -- Looking ---------------------------------------------------------------------------------

    def ask(self, statement: str) -> Any:
        """The single value that a statement gives on the room's own database."""
        with psycopg.connect(self.stack.database_url) as connection:
            row = connection.execute(statement).fetchone()
        return row[0] if row else None

    def wait_until_posted(self, patience: float) -> float:
        """Wait until no settlement is owed; how long that took."""
        began = time.monotonic()
        while self.ask("SELECT count(*) FROM ledger_outbox WHERE done_at IS NULL"):
            assert time.monotonic() - began < patience, "the worker does not catch up"
            time.sleep(0.1)
        return time.monotonic() - began

    def check_displays(self, version: int, since: float) -> None:
        """Every display shows the present within five seconds of the restart."""
        told = self.floor.table(self.table)["state"]
        del told["rotation"]["overrules"]  # for the staff alone
        for display in self.displays:
            state = display.at(version, max(0.5, since + 5 - time.monotonic()))
            # Why and by whom the floor overruled is for the staff alone.
            assert state["rotation"].items() <= told["rotation"].items()
            own = [seat for seat in state["seats"] if seat["you"]]
            for seat in own:
                wanted = next(s["stack"] for s in told["seats"] if s["seat"] == seat["seat"])
                assert seat["stack"] == wanted

    def check_books(self) -> None:
        """Nothing is lost, and nothing is there twice."""
        assert "nothing found" in self.stack.manage("verify_ledger")
        table, rounds = self.table, self.rounds
        done = "FROM tables_round WHERE status = 'settled' AND table_id ="
        assert self.ask(f"SELECT count(*) {done} {table}") == rounds
        for kind in ("take_bets", "settlement"):
            void = "SELECT round_ref FROM ledger_entry WHERE kind = 'void'"
            named = f"kind = '{kind}' AND round_ref NOT IN ({void})"
            assert self.ask(f"SELECT count(*) FROM ledger_entry WHERE {named}") == rounds, kind
        assert self.ask("SELECT count(*) FROM ledger_entry WHERE kind = 'buy_in'") == (
            len(self.patrons) + self.rounds
        )
        holes = "SELECT max(version) - count(*) FROM tables_tableevent WHERE table_id ="
        assert self.ask(f"{holes} {table}") == 0
        given = "SELECT count(*) FROM tables_tablecommand WHERE table_id ="
        # Seating and the offers of the seed were commands too.
        assert self.ask(f"{given} {table}") == self.floor.answered + 2 * len(self.patrons)
        assert self.ask("SELECT sum(balance) FROM ledger_potbalance") == 0
        fees = self.ask("SELECT balance FROM ledger_account WHERE code LIKE 'collections:box:%'")
        seats = self.floor.table(self.table)["state"]["seats"]
        stacks = sum(seat["stack"] for seat in seats if seat["taken"])
        assert stacks + fees == self.first_total + self.brought


def moments(rng: random.Random, names: tuple[str, ...]) -> Iterator[tuple[str, float, float]]:
    """For ever: which service is killed, after how long, and how long it stays dead."""
    while True:
        for name in rng.sample(names, len(names)):
            yield name, rng.uniform(0.0, 0.9), rng.uniform(0.0, 0.4)
