"""Ends what its owner leaves behind.

Whoever starts engines also starts this script and holds the other end of its standard input. When
that pipe closes, the owner is gone. After an orderly stop there is nothing left to do; after a
SIGKILL the processes and throwaway folders named on the pipe are still there, and are ended and
removed. It runs by itself, outside the project: standard library only.

One order a line: ``watch PID SIGNAL``, ``release PID``, ``remove FOLDER``, ``keep FOLDER``.
"""

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterable

GRACE_SECONDS = 3.0


def send(pid: int, number: int, *, group: bool = False) -> bool:
    """Signal a process, or its whole group. False if there is none."""
    try:
        (os.killpg if group else os.kill)(pid, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def lives(pid: int) -> bool:
    """Whether a process still runs. One that ended and waits to be collected does not."""
    if not send(pid, 0):
        return False
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return True


def end(watched: dict[int, int]) -> None:
    """Ask every watched process to stop, and after a grace kill what remains of its group."""
    deadline = time.monotonic() + GRACE_SECONDS
    waiting = {pid for pid, number in watched.items() if send(pid, number)}
    while waiting and time.monotonic() < deadline:
        time.sleep(0.05)
        waiting = {pid for pid in waiting if lives(pid)}
    for pid in watched:
        send(pid, signal.SIGKILL, group=True)


def main(lines: Iterable[str]) -> None:
    watched: dict[int, int] = {}
    folders: set[str] = set()
    for line in lines:
        order, _, rest = line.rstrip("\n").partition(" ")
        if order == "watch":
            pid, number = rest.split()
            watched[int(pid)] = int(number)
        elif order == "release":
            watched.pop(int(rest), None)
        elif order == "remove":
            folders.add(rest)
        elif order == "keep":
            folders.discard(rest)
    end(watched)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    main(sys.stdin)
