"""The real processes as one thing: killed, started again, and gone at the end."""

import threading
import time
from collections.abc import Iterator

import pytest

from cardroom.embedded.errors import StartError
from cardroom.embedded.places import throwaway_folder
from cardroom.embedded.ports import in_use
from cardroom.embedded.stack import Stack, Stopped
from tests.embedded.conftest import family, living


@pytest.fixture
def own() -> Iterator[Stack]:
    """A stack on engines of its own, whatever engines this test run was given."""
    stack = Stack(throwaway_folder("cardroom-stack-"), durable=False, dealer=False, environment={})
    yield stack
    stack.stop()


def test_everything_that_is_killed_comes_back_at_the_same_address(own: Stack) -> None:
    own.start()
    assert own.names == ("postgres", "valkey", "web", "worker", "beat")
    before = (own.database_url, own.redis_url)
    for name in own.names:
        own.kill(name)
        assert not own.alive(name)
    said = own.tend()
    assert [line.split()[0] for line in said] == list(own.names)
    own.wait_ready()
    assert all(own.alive(name) for name in own.names)
    assert (own.database_url, own.redis_url) == before
    assert "[X] 0001_initial" in own.manage("showmigrations", "people"), "the data is there"

    processes = [process for name in own.names for process in family(own.pid(name))]
    began = time.monotonic()
    own.stop()
    assert time.monotonic() - began < 5
    assert living(processes) == []
    assert not own.home.exists()
    assert not in_use(own.port)


def test_what_dies_at_once_is_started_again_ever_more_slowly(own: Stack) -> None:
    own.start_engines()
    own.start_processes()
    restarts = 0
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        own.kill("beat")
        restarts += len(own.tend())
        time.sleep(0.02)
    assert 1 <= restarts <= 2


def test_a_command_that_fails_says_why(own: Stack) -> None:
    own.start_engines()
    with pytest.raises(StartError, match=r"`manage.py migrate` failed: .*no_such_app"):
        own.manage("migrate", "no_such_app")


def test_a_start_can_be_abandoned(own: Stack) -> None:
    threading.Timer(0.8, own.stopping.set).start()
    with pytest.raises(Stopped):
        own.start()
    assert not own.home.exists()
