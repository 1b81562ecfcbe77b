"""``make demo``: a whole Cardroom on this machine, with its data below ``var/demo``.

The environment gives PORT (8000), RESET (1 starts fresh), DATABASE_URL and REDIS_URL (servers of
one's own). Ctrl-C or SIGTERM stops everything within five seconds; the data stays.
"""

import argparse
import fcntl
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from cardroom.embedded.errors import StartError
from cardroom.embedded.places import folder_elsewhere
from cardroom.embedded.ports import in_use
from cardroom.embedded.stack import ROOT, Stack, Stopped

HOME = ROOT / "var" / "demo"
DEFAULT_PORT = 8000
TEND_SECONDS = 0.3
# What keeps no data, and is told apart from everything else below the demo's folder.
LOCK = "lock"
LOG = "log"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="cardroom.embedded.demo", description=__doc__)
    parser.add_argument("--remove", action="store_true", help="remove the demo's data, and end")
    parser.add_argument(
        "--with-parent", action="store_true", help="also stop when the parent process stops"
    )
    options = parser.parse_args(arguments)
    try:
        if options.remove:
            if HOME.exists():
                with alone(HOME):
                    remove_data(HOME)
        else:
            run(HOME, os.environ, follow=parent_gone() if options.with_parent else None)
    except StartError as error:
        say(str(error))
        return 1
    except PermissionError as error:
        say(f"{error.filename} belongs to another user: run this as that user, or remove it.")
        return 1
    except Stopped:
        say("Stopped.")
    return 0


def run(home: Path, environment: Mapping[str, str], follow: Callable[[], bool] | None) -> None:
    """Run the demo until it is told to stop. Raises StartError if it cannot start."""
    port = chosen_port(environment)
    stopping = threading.Event()
    _stop_on_signals(stopping)
    with alone(home):
        if in_use(port):
            raise StartError(
                f"Port {port} is in use by another program: stop it, or choose another port with "
                "`PORT=8123 make demo`."
            )
        if reset_wanted(environment):
            remove_data(home)
        _set_old_logs_aside(home / LOG)
        stack = Stack(home, port=port, environment=environment, stopping=stopping)
        try:
            _start(stack)
            while not stopping.wait(TEND_SECONDS):
                for line in stack.tend():
                    say(line)
                if follow and follow():
                    break
            say("Stopping.")
        finally:
            stack.stop()
    say("Stopped; the data stays in var/demo.")


def _start(stack: Stack) -> None:
    say("Starting the engines, with their data in var/demo.")
    stack.start_engines()
    say("Preparing the database and the demonstration data.")
    stack.migrate()
    logins = stack.manage("load_demo")
    say("Starting web, worker, beat and the demonstration dealer.")
    stack.start_processes()
    stack.wait_ready()
    rule = "-" * 72
    say(
        f"{rule}\nCardroom is ready: {stack.address}\n\n"
        f"Log in there as (role, name, password):\n\n{logins.rstrip()}\n\n"
        f"Logs: {(stack.home / LOG).relative_to(ROOT)}/    Ctrl-C stops everything.\n{rule}"
    )


def say(text: str) -> None:
    """A line for the person at the terminal, who may be gone."""
    with suppress(OSError):
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def chosen_port(environment: Mapping[str, str]) -> int:
    """PORT of the environment. Raises StartError unless it is one that we may take."""
    text = environment.get("PORT") or str(DEFAULT_PORT)
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65535:
        raise StartError(f"PORT={text} is not a port: give a number from 1 to 65535.")
    return int(text)


def reset_wanted(environment: Mapping[str, str]) -> bool:
    """Whether to start fresh. Raises StartError where that would not empty the right data."""
    wanted = environment.get("RESET", "").lower() not in ("", "0", "no", "false")
    if wanted and environment.get("DATABASE_URL"):
        raise StartError(
            "RESET=1 empties only the demo's own PostgreSQL, and DATABASE_URL names another: "
            "empty that one yourself, or unset DATABASE_URL."
        )
    return wanted


@contextmanager
def alone(home: Path) -> Iterator[None]:
    """Hold the demo's folder for this process. Raises StartError if another demo has it."""
    for folder in (home.parent, home):
        if not folder.exists():
            folder.mkdir(parents=True)
            # The engine's user must pass through, whatever the umask; the files are private.
            folder.chmod(0o755)
    with open(home / LOCK, "a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise StartError(
                f"A demo already runs from this folder (process {lock.read().strip()}): "
                "stop it first."
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def remove_data(home: Path) -> None:
    """Remove everything the demo has written, except the lock that we hold."""
    shutil.rmtree(folder_elsewhere(home), ignore_errors=True)
    for path in home.iterdir():
        if path.name == LOCK:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _set_old_logs_aside(folder: Path) -> None:
    """Keep the logs of the last start only: a demo that runs every day must not fill the disk."""
    previous = folder.with_name(folder.name + ".previous")
    shutil.rmtree(previous, ignore_errors=True)
    if folder.exists():
        folder.rename(previous)


def _stop_on_signals(stopping: threading.Event) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)


def parent_gone() -> Callable[[], bool]:
    """A question to ask again and again: has the parent, make, gone or been interrupted?

    A Ctrl-C reaches us too, but a SIGINT for make alone does not: make drops its handler, waits
    for us and tells us nothing. Linux shows that in the mask of caught signals.
    """
    parent = os.getppid()
    caught = _catches_interrupt(parent)
    return lambda: os.getppid() != parent or (caught and not _catches_interrupt(parent))


def _catches_interrupt(pid: int) -> bool:
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            name, _, mask = line.partition(":")
            if name == "SigCgt":
                return bool(int(mask, 16) >> (signal.SIGINT - 1) & 1)
    return False


if __name__ == "__main__":
    sys.exit(main())
