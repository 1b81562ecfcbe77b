"""What the two engines have in common: a process that is ours, or one taken over."""

import signal
import time
from abc import ABC, abstractmethod
from pathlib import Path

from cardroom.embedded.guard import lives, send
from cardroom.embedded.processes import POLL_SECONDS, Guard, Process

KILL_SECONDS = 1.0


class Server(ABC):
    """An engine with its data below ``home``. ``port`` 0 means any free one.

    A server whose owner was killed may still run. It is taken over rather than started twice:
    two servers on the same files would spoil them.
    """

    name: str
    stop_signal: int
    stop_seconds: float

    def __init__(self, home: Path, guard: Guard, *, durable: bool, port: int) -> None:
        self.home = home
        self.port = port
        self.log = home / "log" / f"{self.name}.log"
        self._guard = guard
        self._durable = durable
        self._process: Process | None = None
        self._adopted = 0

    @property
    @abstractmethod
    def url(self) -> str:
        """The address, with the password: keep it out of logs and of other people's sight."""

    @abstractmethod
    def start(self) -> None:
        """Start the server, or take over the one that already runs on this data.

        Raises StartError with what to do when neither works.
        """

    @property
    def pid(self) -> int:
        return self._adopted or (self._process.pid if self._process else 0)

    @property
    def alive(self) -> bool:
        if self._adopted:
            return lives(self._adopted)
        return self._process is not None and self._process.alive

    def ask_to_stop(self) -> None:
        """Ask for a clean stop: everything that was promised to be kept is written first."""
        if self.alive:
            send(self.pid, self.stop_signal)

    def wait(self, deadline: float) -> bool:
        """Wait until it is gone, or until ``time.monotonic()`` passes the deadline."""
        while self.alive:
            if time.monotonic() >= deadline:
                return False
            time.sleep(POLL_SECONDS)
        return True

    def kill(self) -> None:
        """What a power cut would do."""
        if not self._adopted:
            if self._process:
                self._process.kill()
            return
        send(self._adopted, signal.SIGKILL)
        self.wait(time.monotonic() + KILL_SECONDS)
        self._guard.release(self._adopted)
        self._adopted = 0

    def stop(self) -> None:
        self.ask_to_stop()
        self.wait(time.monotonic() + self.stop_seconds)
        self.kill()

    def _take_over(self, pid: int, port: int) -> None:
        self._adopted, self.port = pid, port
        self._guard.watch(pid, self.stop_signal)
