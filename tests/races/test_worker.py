"""The real Celery worker, in a process of its own, on the real broker."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import kombu.pools
import pytest
import redis
from celery import current_app
from django.conf import settings
from django.db import connection

from ledger import selectors
from ledger.models import Outbox
from ledger.services import settlement
from ledger.services.verification import verify
from tests.ledger.room import CageRoom
from tests.races.crowd import ROOT, own_environment

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def worker(folder: Path, *, sweep: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process, ready for work; with ``sweep``, beat's sweep runs in it."""
    ready = folder / "ready"
    log = (folder / "worker.log").open("wb")
    script = (
        "import pathlib, sys\n"
        "from celery.signals import worker_ready\n"
        f"worker_ready.connect(lambda **_: pathlib.Path({str(ready)!r}).touch(), weak=False)\n"
        "from celery.__main__ import main\n"
        "sys.exit(main())\n"
    )
    beat = ["--beat", "--schedule", str(folder / "beat")] if sweep else []
    options = ["--concurrency", "1", "--without-mingle", "--without-gossip", *beat]
    process = subprocess.Popen(
        [sys.executable, "-c", script, "-A", "cardroom", "worker", *options],
        env=own_environment(),
        start_new_session=True,
        cwd=ROOT,
        stdout=log,
        stderr=log,
    )
    try:
        until(ready.exists, 60)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            kill(process)
        log.close()


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a worker and the processes that it has made, all at once."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def until(true: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def all_posted() -> bool:
    return not Outbox.objects.filter(done_at__isnull=True).exists()


@pytest.fixture(autouse=True)
def empty_broker() -> Iterator[None]:
    """No bell of an earlier test is in the queue."""
    with redis.Redis.from_url(settings.CELERY_BROKER_URL) as broker:
        broker.flushdb()
        yield


@contextmanager
def broker_down() -> Iterator[None]:
    """This process cannot reach the broker: nobody listens on that port."""
    address = current_app.conf.broker_url
    # kombu keeps open connections; the next one must go to the new address.
    forget_connections()
    current_app.conf.broker_url = "redis://127.0.0.1:1/0"
    try:
        yield
    finally:
        forget_connections()
        current_app.conf.broker_url = address


def forget_connections() -> None:
    # The pools are the whole process's, so a closed one would come back.
    kombu.pools.reset()  # type: ignore[no-untyped-call]
    current_app._pool = None
    current_app.amqp._producer_pool = None


def sessions() -> set[int]:
    """The database sessions of other processes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() "
            "AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        return {row[0] for row in cursor.fetchall()}


def play_rounds(room: CageRoom, people: list[int], first: int, count: int) -> None:
    for n in range(first, first + count):
        room.bets(f"4-{n}", dict.fromkeys(people, 100))
        room.settle(f"4-{n}", dict.fromkeys(people, 100))


def test_a_worker_posts_after_the_commit_and_keeps_its_session(
    real_room: CageRoom, tmp_path: Path
) -> None:
    people = [real_room.player(10_000) for _ in range(3)]
    before = sessions()
    with worker(tmp_path):
        play_rounds(real_room, people, 0, 1)
        until(all_posted)
        assert selectors.pot("4-0").closed
        of_the_worker = sessions() - before
        for n in range(1, 6):
            play_rounds(real_room, people, n, 1)
            until(all_posted)
        # Celery opens and closes a connection a task unless it is told to reuse it.
        assert sessions() - before == of_the_worker
        assert len(of_the_worker) == 1
    assert [real_room.chips_of(who) for who in people] == [10_000] * 3
    assert list(verify()) == []


def test_a_worker_that_was_down_catches_up_when_it_starts(
    real_room: CageRoom, tmp_path: Path
) -> None:
    who = real_room.player(10_000)
    for n in range(3):
        real_room.bets(f"4-{n}", {who: 100})
    for n in range(3):
        real_room.settle(f"4-{n}", {who: 100})
    assert selectors.settlement_lag().waiting == 3
    with worker(tmp_path):
        until(all_posted)
    assert real_room.chips_of(who) == 10_000


def test_a_broker_that_is_down_fails_no_request_and_the_sweep_finds_the_order(
    real_room: CageRoom, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    who = real_room.player(10_000)
    real_room.bets("4-0", {who: 100})
    with broker_down():
        started = time.monotonic()
        real_room.settle("4-0", {who: 100})
        assert time.monotonic() - started < 1
        with settlement.ringing:  # it is rung beside the caller
            pass
    assert "bell" in caplog.text
    assert selectors.settlement_lag().waiting == 1
    with worker(tmp_path, sweep=True):
        until(all_posted)
    assert real_room.chips_of(who) == 10_000


def test_a_worker_killed_at_work_is_followed_by_another_and_nothing_is_posted_twice(
    real_room: CageRoom, tmp_path: Path
) -> None:
    people = [real_room.player(100_000) for _ in range(3)]
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with worker(tmp_path / "one") as process:
        for n in range(40):
            real_room.bets(f"4-{n}", dict.fromkeys(people, 100))
            real_room.settle(f"4-{n}", dict.fromkeys(people, 100))
            if n == 20:
                kill(process)
    with worker(tmp_path / "two", sweep=True):
        until(all_posted)
    assert [real_room.chips_of(who) for who in people] == [100_000] * 3
    assert list(verify()) == []
