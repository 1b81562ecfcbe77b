"""Child processes that never outlive their owner."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from cardroom.embedded.guard import send

POLL_SECONDS = 0.02


class Guard:
    """The owner's end of ``guard.py``: what is named here dies with the owner, however it dies."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("guard.py")
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(script)],
            stdin=subprocess.PIPE,
            text=True,
            cwd="/",
            start_new_session=True,
        )

    def watch(self, pid: int, stop_signal: int) -> None:
        self._order(f"watch {pid} {stop_signal}")

    def release(self, pid: int) -> None:
        self._order(f"release {pid}")

    def remove(self, folder: Path) -> None:
        self._order(f"remove {folder}")

    def keep(self, folder: Path) -> None:
        self._order(f"keep {folder}")

    def close(self) -> None:
        """End the guard, which ends whatever it still watches."""
        if self._process.stdin and not self._process.stdin.closed:
            with suppress(BrokenPipeError):
                self._process.stdin.close()
            self._process.wait()

    def _order(self, line: str) -> None:
        if self._process.stdin is None or self._process.stdin.closed:
            return
        with suppress(BrokenPipeError):
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()


class Process:
    """One child in its own session, writing to its own log.

    Its own session keeps the terminal's Ctrl-C away from it: only its owner stops it, and in the
    right order. ``user`` holds the identity arguments of ``subprocess.Popen``, if it shall run as
    somebody else; ``config`` is given on its standard input; ``output`` takes its standard output
    where that is not to go to the log.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        *,
        guard: Guard,
        log: Path,
        env: Mapping[str, str] | None = None,
        cwd: Path = Path("/"),
        stop_signal: int = signal.SIGTERM,
        user: Mapping[str, Any] | None = None,
        config: str | None = None,
        output: Path | None = None,
    ) -> None:
        self.name = name
        self.command = [str(word) for word in command]
        self.log = log
        self._guard = guard
        self._env = dict(os.environ if env is None else env)
        self._cwd = cwd
        self._stop_signal = stop_signal
        self._user = dict(user or {})
        self._config = config
        self._output = output or log
        self._popen: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        return self._popen.pid if self._popen else 0

    @property
    def alive(self) -> bool:
        return self._popen is not None and self._popen.poll() is None

    @property
    def exit_code(self) -> int | None:
        return self._popen.poll() if self._popen else None

    def start(self) -> None:
        with _open(self.log) as log, _open(self._output) as output:
            self._popen = subprocess.Popen(
                self.command,
                cwd=self._cwd,
                env=self._env,
                stdin=subprocess.DEVNULL if self._config is None else subprocess.PIPE,
                stdout=output,
                stderr=log,
                start_new_session=True,
                **self._user,
            )
        self._guard.watch(self._popen.pid, self._stop_signal)
        if self._popen.stdin and self._config is not None:
            with suppress(BrokenPipeError), self._popen.stdin as configuration:
                configuration.write(self._config.encode())

    def ask_to_stop(self) -> None:
        """Send the stop signal to the process itself: it ends its own children."""
        if self.alive:
            send(self.pid, self._stop_signal)

    def wait(self, deadline: float) -> bool:
        """Wait until it is gone, or until ``time.monotonic()`` passes the deadline."""
        while self.alive:
            if time.monotonic() >= deadline:
                return False
            time.sleep(POLL_SECONDS)
        return True

    def kill(self) -> None:
        """SIGKILL the whole group and collect it."""
        if self._popen is None:
            return
        send(self.pid, signal.SIGKILL, group=True)
        self._popen.wait()
        self._guard.release(self.pid)

    def stop(self, grace: float) -> None:
        """Ask, wait ``grace`` seconds, then kill. A stray of its group is killed in any case."""
        self.ask_to_stop()
        self.wait(time.monotonic() + grace)
        self.kill()

    def last_words(self, lines: int = 3) -> str:
        """The end of its log, for a message."""
        try:
            text = self.log.read_text(errors="replace")
        except FileNotFoundError:
            return ""
        return " / ".join(line.strip() for line in text.splitlines()[-lines:] if line.strip())


def _open(path: Path) -> BinaryIO:
    """Open for appending what only its owner may read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab")
