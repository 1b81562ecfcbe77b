"""kill -9 of anything at any moment: nothing lost, nothing twice, the screens right in 5 seconds.

``FAULT_ROUNDS`` in the environment plays more rounds, one kill each, and adds the slow tests.
"""

import os
import random
import signal
import time
from collections.abc import Iterator

import pytest

from cardroom.embedded.stack import Stack
from tests.faults.night import TABLE, Blow, Night, moments, remove, seed, start_durable_stack

LONG = "FAULT_ROUNDS" in os.environ
ROUNDS = int(os.environ.get("FAULT_ROUNDS", "7"))
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


@pytest.mark.skipif(not LONG, reason="only with FAULT_ROUNDS")
@pytest.mark.parametrize("seconds", [8, 20])
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
