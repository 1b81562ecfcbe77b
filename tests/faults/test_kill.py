"""kill -9 of anything at any moment: nothing lost, nothing twice, the screens right in 5 seconds.

``FAULT_ROUNDS`` in the environment plays more rounds, one kill each, and adds the slow tests.
"""

import asyncio
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import psycopg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from cardroom.embedded.stack import Stack
from tests.faults.night import TABLE, Blow, Night, moments, remove, seed, start_durable_stack
from tests.tables.displays import cookie

LONG = "FAULT_ROUNDS" in os.environ
ROUNDS = int(os.environ.get("FAULT_ROUNDS", "5"))
SERVICES = ("web", "worker", "beat", "valkey", "postgres")


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    """On durable engines: a throwaway PostgreSQL loses what it acknowledged when it is killed."""
    stack = start_durable_stack()
    yield stack
    remove(stack)


@pytest.fixture(scope="module")
def whole_night(stack: Stack) -> Iterator[Night]:
    night = Night(stack, **seed(stack, TABLE))
    yield night
    night.close()


@pytest.fixture
def night(whole_night: Night) -> Night:
    """Everything runs and nothing is owed."""
    for name in whole_night.stack.names:
        if not whole_night.stack.alive(name):
            whole_night.stack.restart(name)
    whole_night.stack.restart("worker")
    whole_night.wait_until_posted(20)
    return whole_night


def test_a_service_is_killed_in_every_round_and_nobody_loses_a_cent(night: Night) -> None:
    rng = random.Random(ROUNDS)
    blows = moments(rng, SERVICES)
    for _ in range(ROUNDS):
        name, delay, pause = next(blows)
        blow = Blow(night.stack, name, delay, pause)
        version = night.play(rng)
        blow.over()
        night.check_displays(version, max(blow.up_again, time.monotonic()))
    # Whatever was left half done, a new worker finds.
    night.stack.kill("worker")
    night.stack.restart("worker")
    night.wait_until_posted(15)
    night.check_books()
    assert night.floor.tries > night.floor.answered


def test_the_worker_works_again_after_postgresql_was_killed(night: Night) -> None:
    time.sleep(4)  # each of the worker's processes has its line to the database by now
    night.stack.kill("postgres")
    night.stack.restart("postgres")
    night.play(random.Random(1))
    night.wait_until_posted(10)


def test_a_worker_that_was_away_posts_all_that_is_owed(night: Night) -> None:
    rng = random.Random(2)
    night.stack.kill("worker")
    night.play(rng)
    version = night.play(rng)
    assert night.ask("SELECT count(*) FROM ledger_outbox WHERE done_at IS NULL") == 1
    night.check_displays(version, time.monotonic())  # what is owed is shown all the same
    night.stack.restart("worker")
    night.wait_until_posted(10)
    night.check_books()


@pytest.mark.parametrize("name", ["worker", "valkey"])
def test_a_round_is_played_without_what_only_makes_it_quicker(night: Night, name: str) -> None:
    night.stack.kill(name)
    began = time.monotonic()
    version = night.play(random.Random(3))
    took = time.monotonic() - began
    night.check_displays(version, time.monotonic())
    night.stack.restart(name)
    night.wait_until_posted(15)
    assert took < 12


def test_a_broker_that_hangs_does_not_hold_up_the_table(night: Night) -> None:
    """Not dead, but silent: a stopped process, a pulled cable, a full disk."""
    os.kill(night.stack.pid("valkey"), signal.SIGSTOP)
    try:
        began = time.monotonic()
        night.play(random.Random(4))
        assert time.monotonic() - began < 20
    finally:
        os.kill(night.stack.pid("valkey"), signal.SIGCONT)


@pytest.mark.parametrize("seconds", [8, 20] if LONG else [8])
def test_the_screens_are_right_soon_after_postgresql_was_away_for_long(
    night: Night, seconds: int
) -> None:
    night.stack.kill("postgres")
    time.sleep(seconds)
    night.stack.restart("postgres")
    up_again = time.monotonic()
    version = night.floor.table(night.table)["version"]
    assert time.monotonic() - up_again < 5
    night.check_displays(version, up_again)


@pytest.mark.parametrize("seconds", [0, 5])
def test_the_displays_of_a_quiet_room_come_back_by_themselves(night: Night, seconds: int) -> None:
    """Nobody taps anything: the displays alone have to find PostgreSQL again."""
    night.floor.table(night.table)
    night.stack.kill("postgres")
    time.sleep(seconds)
    before = [display.pulses for display in night.displays]
    night.stack.restart("postgres")
    up_again = time.monotonic()
    while not all(d.pulses > n for d, n in zip(night.displays, before, strict=True)):
        assert time.monotonic() - up_again < 5
        time.sleep(0.02)


def test_one_table_that_waits_for_a_lock_does_not_stop_the_room(night: Night) -> None:
    """Somebody holds a player's account, and the dealer taps again and again."""
    state = night.floor.table(night.table)["state"]
    while state["rotation"]["offer_due"]:
        seat = state["rotation"]["next_offer"]
        state = night.floor.command(night.table, "offer_bank", seat=seat, answer="accepted")[
            "state"
        ]
    bank = state["round"]["bank"]["seat"]
    night.floor.command(night.table, "post_bank_wager", cents=20_000)
    better = next(seat for seat in night.patrons if seat != bank)
    night.floor.command(night.table, "place_wager", seat=better, kind="ante", cents=1_000)

    def tap() -> None:
        with suppress(AssertionError):  # one is first, the others are told so
            night.floor.command(night.table, "no_more_bets")

    taps = [threading.Thread(target=tap, daemon=True) for _ in range(10)]
    with psycopg.connect(night.stack.database_url) as holder:
        holder.execute(
            "SELECT FROM ledger_account WHERE code = %s FOR UPDATE",
            [f"chips:player:{night.patrons[bank]}"],
        )
        for thread in taps:
            thread.start()
        time.sleep(2)
        pulses = night.displays[0].pulses
        time.sleep(6)
        seen = night.displays[0].pulses - pulses
    night.stack.restart("web")
    night.stack.wait_ready()
    night.floor.command(night.table, "void_round", reason="somebody held the books")
    assert seen >= 2


def test_two_hundred_displays_are_right_soon_after_the_web_server_was_killed(night: Night) -> None:
    keys = [night.rail, *night.seats.values()]
    shown: set[int] = set()

    async def display(n: int) -> None:
        headers = {"Cookie": cookie(keys[n % len(keys)])}
        origin = Origin(night.stack.address)
        while True:
            try:
                address = night.stack.address.replace("http", "ws") + "/ws/display/"
                async with connect(address, origin=origin, additional_headers=headers) as line:
                    async for message in line:
                        if '"state"' in str(message)[:20]:
                            shown.add(n)
            except (OSError, WebSocketException):
                await asyncio.sleep(random.uniform(0.1, 0.5))

    async def all_shown(patience: float) -> float:
        began = time.monotonic()
        while len(shown) < 200:
            assert time.monotonic() - began < patience, len(shown)
            await asyncio.sleep(0.05)
        return time.monotonic() - began

    async def evening() -> float:
        lines = [asyncio.create_task(display(n)) for n in range(200)]
        await all_shown(60)
        night.stack.kill("web")
        await asyncio.sleep(1)
        shown.clear()
        night.stack.restart("web")
        await asyncio.to_thread(night.stack.wait_ready)
        took = await all_shown(60)
        for line in lines:
            line.cancel()
        return took

    assert asyncio.run(evening()) < 5
