"""``make demo``: what is said before anything starts, and the whole of it once."""

import http.client
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from cardroom.embedded import demo
from cardroom.embedded.errors import StartError
from cardroom.embedded.places import folder_elsewhere, throwaway_folder
from cardroom.embedded.ports import LOOPBACK, free_port, in_use
from tests.embedded.conftest import family, living
from tests.house.sources import ROOT

STOP_SECONDS = 5.0


@pytest.mark.parametrize("text", ["0", "65536", "-1", "http", "80 80", "８０００"])
def test_a_port_that_is_none_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(StartError, match="is not a port"):
        demo.chosen_port({"PORT": text})


@pytest.mark.parametrize(
    ("given", "port"), [({}, 8000), ({"PORT": ""}, 8000), ({"PORT": "81"}, 81)]
)
def test_the_port_is_8000_unless_another_is_given(given: dict[str, str], port: int) -> None:
    assert demo.chosen_port(given) == port


def own_addresses() -> list[str]:
    """Where somebody may listen on this machine; not every one has IPv6."""
    found = [LOOPBACK, "0.0.0.0"]
    with suppress(OSError), socket.socket(socket.AF_INET6) as other:
        other.bind(("::1", 0))
        found.append("::1")
    return found


@pytest.mark.parametrize("host", own_addresses())
def test_a_listener_anywhere_on_this_machine_counts_as_in_use(host: str) -> None:
    family_of_host = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family_of_host) as other:
        other.bind((host, 0))
        other.listen()
        port = other.getsockname()[1]
        assert in_use(port)
    assert not in_use(port)


def test_a_port_in_use_is_told_before_anything_starts(tmp_path: Path) -> None:
    home = tmp_path / "var" / "demo"
    with socket.socket() as other:
        other.bind((LOOPBACK, 0))
        other.listen()
        port = str(other.getsockname()[1])
        with pytest.raises(StartError, match=f"Port {port} is in use by another program"):
            demo.run(home, {"PORT": port}, None)
    assert [path.name for path in home.iterdir()] == ["lock"]


def test_a_second_demo_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    with (
        demo.alone(tmp_path / "demo"),
        pytest.raises(StartError, match=rf"already runs .*process {os.getpid()}"),
        demo.alone(tmp_path / "demo"),
    ):
        pass
    # After the first has ended, the lock file it leaves is no obstacle.
    with demo.alone(tmp_path / "demo"):
        pass


def test_a_fresh_start_removes_the_data_here_and_elsewhere(tmp_path: Path) -> None:
    home = tmp_path / "demo"
    elsewhere = folder_elsewhere(home)
    for folder in (home / "postgres", elsewhere / "postgres"):
        folder.mkdir(parents=True)
        (folder / "PG_VERSION").write_text("18\n")
    (home / "valkey_password").write_text("x")
    with demo.alone(home):
        demo.remove_data(home)
        assert [path.name for path in home.iterdir()] == ["lock"]
    assert not elsewhere.exists()


@pytest.mark.parametrize("value", ["", "0", "no"])
def test_only_a_wish_for_a_fresh_start_resets(value: str) -> None:
    assert not demo.reset_wanted({"RESET": value})
    assert demo.reset_wanted({"RESET": "1"})


def test_a_database_of_ones_own_is_never_reset() -> None:
    with pytest.raises(StartError, match="only the demo's own PostgreSQL"):
        demo.reset_wanted({"RESET": "1", "DATABASE_URL": "postgres://x@db/x"})


# -- the whole of it -----------------------------------------------------------------------------


@pytest.fixture
def clone() -> Iterator[Path]:
    """A copy of the project below a folder that only its owner may enter."""
    outer = throwaway_folder("cardroom-clone-")
    outer.chmod(0o700)
    folder = outer / "cardroom"
    unwanted = shutil.ignore_patterns(
        ".git", ".venv", "var", "__pycache__", ".*_cache", ".hypothesis"
    )
    shutil.copytree(ROOT, folder, ignore=unwanted)
    yield folder
    shutil.rmtree(folder_elsewhere(folder / "var" / "demo"), ignore_errors=True)
    assert stat.S_IMODE(outer.stat().st_mode) == 0o700
    shutil.rmtree(outer)


class Running:
    """A demo as a child process, and what it says."""

    def __init__(self, clone: Path, port: int, **more: str) -> None:
        environment = {**os.environ, "PORT": str(port), **more}
        for name in ("DATABASE_URL", "REDIS_URL", "RESET"):
            if name not in more:
                environment.pop(name, None)
        self.port = port
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cardroom.embedded.demo"],
            cwd=clone,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def listen(self, words: str) -> str:
        """Everything it says up to a line with ``words``."""
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if words in line:
                return said
        raise AssertionError(said)

    def status(self) -> int:
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=5)
        try:
            connection.request("GET", "/", headers={"Host": "localhost"})
            return connection.getresponse().status
        finally:
            connection.close()

    def stop(self, number: int) -> str:
        """Signal it, see that everything is gone in time, and return its last words."""
        processes = family(self.process.pid)
        began = time.monotonic()
        self.process.send_signal(number)
        last, _ = self.process.communicate(timeout=30)
        while living(processes) and time.monotonic() - began < STOP_SECONDS:
            time.sleep(0.02)
        assert living(processes) == []
        assert time.monotonic() - began < STOP_SECONDS
        return last


def test_a_clone_in_a_closed_folder_runs_stops_and_keeps_its_data(clone: Path) -> None:
    port = free_port()
    running = Running(clone, port)
    said = running.listen("Ctrl-C")
    assert f"http://localhost:{port}" in said
    assert running.status() < 400
    home = clone / "var" / "demo"
    url = (home / "database_url").read_text()
    for name in ("database_url", "redis_url", "postgres_password", "valkey_password"):
        assert stat.S_IMODE((home / name).stat().st_mode) == 0o600
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept ()")

    second = Running(clone, free_port())
    assert "already runs from this folder" in second.listen("already runs")
    assert second.process.wait(10) == 1

    [worker] = [
        child
        for child in psutil.Process(running.process.pid).children()
        if "worker" in child.cmdline()
    ]
    worker.kill()
    running.listen("worker ended and is started again")
    assert "the data stays" in running.stop(signal.SIGINT)
    assert running.process.returncode == 0
    assert not (home / "database_url").exists()

    again = Running(clone, port)
    again.listen("Ctrl-C")
    with psycopg.connect((home / "database_url").read_text()) as connection:
        connection.execute("TABLE kept")
    again.stop(signal.SIGTERM)


def test_a_start_that_is_interrupted_leaves_nothing(clone: Path) -> None:
    running = Running(clone, free_port())
    running.listen("Preparing the database")
    running.stop(signal.SIGINT)
    assert running.process.returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which signals make catches")
def test_it_ends_when_make_alone_is_interrupted(clone: Path) -> None:
    (clone / "Makefile").write_text(
        f"demo:\n\t@exec {sys.executable} -m cardroom.embedded.demo --with-parent\n"
    )
    make = subprocess.Popen(
        ["make", "demo", f"PORT={free_port()}"],
        cwd=clone,
        env={k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert make.stdout is not None
    for line in make.stdout:
        if "Ctrl-C" in line:
            break
    processes = family(make.pid)
    assert len(processes) > 6
    began = time.monotonic()
    make.send_signal(signal.SIGINT)
    make.communicate(timeout=30)
    while living(processes) and time.monotonic() - began < STOP_SECONDS:
        time.sleep(0.02)
    assert living(processes) == []
