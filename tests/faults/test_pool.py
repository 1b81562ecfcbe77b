"""The pool comes back soon after the database was away, and nobody waits for ever for a lock."""

import socket
import threading
import time
from contextlib import suppress
from itertools import pairwise

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from psycopg_pool import ConnectionPool
from psycopg_pool.base import AttemptWithBackoff

from cardroom.apps import POOL_RETRY_SECONDS
from tests.races.crowd import python


def test_the_pool_still_has_what_its_pauses_are_set_by() -> None:
    """A newer version may have a setting for them, or other names."""
    attempt = AttemptWithBackoff(timeout=60)
    assert {"INITIAL_DELAY", "DELAY_BACKOFF"} <= set(vars(AttemptWithBackoff))
    delays = []
    for _ in range(8):
        attempt.update_delay(time.monotonic())
        delays.append(attempt.delay)
    assert max(delays) < 1.2 * POOL_RETRY_SECONDS


def test_the_pool_tries_steadily_while_the_database_is_away() -> None:
    tried: list[float] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def turn_away() -> None:
            with suppress(OSError):
                while True:
                    server.accept()[0].close()
                    tried.append(time.monotonic())

        threading.Thread(target=turn_away, daemon=True).start()
        address = f"host=127.0.0.1 port={server.getsockname()[1]} dbname=x user=x sslmode=disable"
        with ConnectionPool(address, min_size=1, open=False) as pool:
            time.sleep(2)
            pool.close()
    pauses = [after - before for before, after in pairwise(tried)]
    assert len(tried) >= 5 and max(pauses) < 0.6, pauses


@pytest.mark.django_db(transaction=True)
def test_a_pool_full_of_broken_lines_gives_a_good_one_at_once() -> None:
    given = connection.get_connection_params()
    address = {name: given[name] for name in ("dbname", "user", "password", "host", "port")}
    check = ConnectionPool.check_connection
    with (
        ConnectionPool(kwargs=address, min_size=6, max_size=6, check=check) as pool,
        psycopg.connect(**address, autocommit=True) as other,
    ):
        pool.wait()
        lines = [pool.getconn() for _ in range(6)]
        pids = [line.info.backend_pid for line in lines]
        for line in lines:
            pool.putconn(line)
        other.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s::int[]) pid", [pids])
        began = time.monotonic()
        with pool.connection() as line:
            line.execute("SELECT 1")
        assert time.monotonic() - began < 2.5  # it was 7 seconds and more


@pytest.mark.django_db
def test_nobody_waits_or_holds_for_ever() -> None:
    assert settings.PROCESS_ROLE == "web"
    assert limits() == {"lock_timeout": "3s", "idle": "15s", "statement": "30s"}


def limits() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('lock_timeout'),"
            " current_setting('idle_in_transaction_session_timeout'),"
            " current_setting('statement_timeout')"
        )
        return dict(zip(("lock_timeout", "idle", "statement"), cursor.fetchone(), strict=True))


@pytest.mark.django_db(transaction=True)
def test_migrations_and_the_recount_take_as_long_as_they_take() -> None:
    """They run in the worker's role; a lock they do not wait for long either."""
    wanted = {"lock_timeout": "3s", "idle": "15s", "statement": "0"}
    assert (
        python(f"from tests.faults.test_pool import limits; assert limits() == {wanted}, limits()")
        == 0
    )
