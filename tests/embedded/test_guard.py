"""Nothing outlives its owner, however the owner ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from cardroom.embedded.processes import Guard, Process
from tests.embedded.conftest import living
from tests.house.sources import ROOT

OWNER = """
import sys, time
from pathlib import Path
from cardroom.embedded.processes import Guard, Process

folder = Path(sys.argv[1])
guard = Guard()
guard.remove(folder)
child = Process("child", ["sleep", "60"], guard=guard, log=folder / "child.log")
child.start()
sys.stdout.write(f"{child.pid}\\n")
sys.stdout.flush()
time.sleep(60)
"""


def wait_until_gone(pid: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while psutil.pid_exists(pid) and living([psutil.Process(pid)]):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_a_killed_owner_leaves_neither_process_nor_folder(tmp_path: Path) -> None:
    folder = tmp_path / "throwaway"
    folder.mkdir()
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert owner.stdout is not None
    with owner.stdout:
        child = int(owner.stdout.readline())
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    assert wait_until_gone(child, 5)
    deadline = time.monotonic() + 5
    while folder.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not folder.exists()


def test_what_was_released_is_left_alone(tmp_path: Path) -> None:
    guard = Guard()
    child = subprocess.Popen(["sleep", "60"])
    guard.watch(child.pid, signal.SIGTERM)
    guard.remove(tmp_path / "kept")
    (tmp_path / "kept").mkdir()
    guard.release(child.pid)
    guard.keep(tmp_path / "kept")
    guard.close()
    assert child.poll() is None
    assert (tmp_path / "kept").exists()
    child.kill()
    child.wait()


def test_a_process_that_ignores_the_stop_signal_is_killed_after_its_grace(
    guard: Guard, tmp_path: Path
) -> None:
    stubborn = Process(
        "stubborn",
        ["sh", "-c", "trap '' TERM; echo up; while :; do sleep 0.1; done"],
        guard=guard,
        log=tmp_path / "stubborn.log",
    )
    stubborn.start()
    while "up" not in (tmp_path / "stubborn.log").read_text():
        time.sleep(0.02)
    began = time.monotonic()
    stubborn.stop(grace=0.3)
    assert not stubborn.alive
    assert 0.3 <= time.monotonic() - began < 2


def test_a_stop_takes_the_children_along(guard: Guard, tmp_path: Path) -> None:
    log = tmp_path / "parent.log"
    parent = Process("parent", ["sh", "-c", "sleep 60 & echo $!; wait"], guard=guard, log=log)
    parent.start()
    while not log.read_text().strip():
        time.sleep(0.02)
    parent.stop(grace=1)
    assert wait_until_gone(int(log.read_text()), 2)


def test_a_log_is_for_its_owner_only(guard: Guard, tmp_path: Path) -> None:
    process = Process("short", ["true"], guard=guard, log=tmp_path / "log" / "short.log")
    process.start()
    process.stop(grace=1)
    assert os.stat(tmp_path / "log" / "short.log").st_mode & 0o777 == 0o600


def test_a_program_that_is_missing_is_an_error_at_once(guard: Guard, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Process("none", ["/no/such/program"], guard=guard, log=tmp_path / "none.log").start()
