"""All processes of a running Cardroom, as one thing that starts and stops.

``make demo`` runs one, and so do the tests that need the real processes.
"""

import http.client
import os
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cardroom.embedded.engines import Engines
from cardroom.embedded.errors import StartError
from cardroom.embedded.places import write_private
from cardroom.embedded.ports import LOOPBACK, free_port
from cardroom.embedded.processes import Guard, Process

ROOT = Path(__file__).resolve().parents[2]
READY_SECONDS = 60.0
# Both together stay below the five seconds that a stop may take.
PROCESS_GRACE_SECONDS = 3.2
ENGINE_GRACE_SECONDS = 1.0
STEADY_SECONDS = 30.0
LONGEST_PAUSE_SECONDS = 10.0


class Service(Protocol):
    """A process or an engine."""

    name: str
    log: Path

    @property
    def pid(self) -> int: ...
    @property
    def alive(self) -> bool: ...
    def start(self) -> None: ...
    def ask_to_stop(self) -> None: ...
    def wait(self, deadline: float) -> bool: ...
    def kill(self) -> None: ...


class Stopped(Exception):
    """The stack was told to stop while it was starting."""


@dataclass(slots=True)
class Deaths:
    """How often a service died in a row, and when it was last started."""

    in_a_row: int = 0
    started: float = 0.0
    not_before: float = 0.0


class Stack:
    """Engines, web, worker, beat and the demonstration dealer, with everything below ``home``.

    ``port`` 0 means any free one. ``durable`` False is for throwaway data, which a killed owner
    leaves no more than its processes. ``environment`` may name engines to use instead of own
    ones. ``stopping`` can be set from elsewhere to abandon a start.
    """

    def __init__(
        self,
        home: Path,
        *,
        port: int = 0,
        durable: bool = True,
        dealer: bool = True,
        environment: Mapping[str, str] | None = None,
        stopping: threading.Event | None = None,
    ) -> None:
        self.home = home
        self.port = port or free_port()
        self.address = f"http://localhost:{self.port}"
        self.database_url = ""
        self.redis_url = ""
        self.stopping = stopping or threading.Event()
        self._durable = durable
        self._dealer = dealer
        self._environment = dict(os.environ if environment is None else environment)
        self._guard: Guard | None = None
        self._engines: dict[str, Service] = {}
        self._processes: dict[str, Process] = {}
        self._deaths: dict[str, Deaths] = {}

    # -- start and stop --------------------------------------------------------------------------

    def start(self) -> None:
        """Engines, database, processes; returns when ``/`` answers.

        Raises StartError with what is wrong, or Stopped; either way nothing is left running.
        """
        try:
            self.start_engines()
            self.migrate()
            self.start_processes()
            self.wait_ready()
        except BaseException:
            self.stop()
            raise

    def start_engines(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)
        guard = self._guard = Guard()
        if not self._durable:
            guard.remove(self.home)
        engines = Engines(self.home, guard, self._environment, durable=self._durable)
        self._engines = {server.name: server for server in engines.servers}
        if not self._durable:
            for folder in engines.folders:
                guard.remove(folder)
        engines.start()
        self.database_url, self.redis_url = engines.database_url, engines.redis_url
        write_private(self.home / "database_url", self.database_url)
        write_private(self.home / "redis_url", self.redis_url)

    def migrate(self) -> None:
        self.manage("migrate", "--noinput", "--verbosity=0")

    def start_processes(self) -> None:
        self._processes = {process.name: process for process in self._built()}
        for name in self._processes:
            self._start(name)

    def wait_ready(self) -> None:
        """Wait until ``/`` answers. Raises StartError if it does not, or Stopped."""
        web = self._processes["web"]
        deadline = time.monotonic() + READY_SECONDS
        while not self._answers():
            if self.stopping.is_set():
                raise Stopped
            if not web.alive:
                raise StartError(f"The web server did not start: {web.last_words()}")
            if time.monotonic() > deadline:
                raise StartError(
                    f"{self.address}/ did not answer within {READY_SECONDS:.0f} seconds: "
                    f"see {web.log}."
                )
            time.sleep(0.1)

    def stop(self) -> None:
        """Stop everything within five seconds; throwaway data goes too."""
        _stop_all(self._processes.values(), PROCESS_GRACE_SECONDS)
        _stop_all(self._engines.values(), ENGINE_GRACE_SECONDS)
        for name in ("database_url", "redis_url"):
            (self.home / name).unlink(missing_ok=True)
        if self._guard:
            # It removes throwaway folders too.
            self._guard.close()
            self._guard = None

    # -- one service -----------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        return (*self._engines, *self._processes)

    def alive(self, name: str) -> bool:
        return self._service(name).alive

    def pid(self, name: str) -> int:
        return self._service(name).pid

    def kill(self, name: str) -> None:
        """SIGKILL, as a crash would; it stays dead until ``restart``."""
        self._service(name).kill()

    def restart(self, name: str) -> None:
        """Stop it cleanly if it lives, and start it again at the same address."""
        _stop_all([self._service(name)], PROCESS_GRACE_SECONDS)
        self._start(name)

    def tend(self) -> list[str]:
        """Start again what has died, ever more slowly if it dies at once. Says what was done."""
        said = []
        for name in self.names:
            service, deaths = self._service(name), self._deaths.setdefault(name, Deaths())
            now = time.monotonic()
            if service.alive or now < deaths.not_before:
                continue
            deaths.in_a_row = 1 if now - deaths.started > STEADY_SECONDS else deaths.in_a_row + 1
            pause = min(LONGEST_PAUSE_SECONDS, 0.5 * 2**deaths.in_a_row)
            said.append(f"{name} ended and is started again; its log is {service.log}")
            try:
                service.kill()
                self._start(name)
            except StartError as error:
                said.append(str(error))
            deaths.not_before = time.monotonic() + pause
        return said

    def manage(self, *arguments: str) -> str:
        """Run a management command on this stack's engines and return what it wrote.

        Raises StartError with its last words if it fails, or Stopped.
        """
        name = arguments[0]
        output = self.home / "log" / f"{name}.out"
        output.unlink(missing_ok=True)
        command = self._process(name, ["manage.py", *arguments], role="worker", output=output)
        command.start()
        while command.alive:
            if self.stopping.wait(0.05):
                command.kill()
                raise Stopped
        command.kill()
        if command.exit_code:
            raise StartError(f"`manage.py {name}` failed: {command.last_words()}")
        return output.read_text()

    # -- inside ----------------------------------------------------------------------------------

    def _built(self) -> list[Process]:
        beat_schedule = str(self.home / "beat-schedule")
        web = ["-m", "uvicorn", "cardroom.asgi:application", "--host", LOOPBACK]
        web += ["--port", str(self.port), "--timeout-graceful-shutdown", "2"]
        # A dead peer is noticed in forty seconds at most.
        web += ["--ws-ping-interval", "20", "--ws-ping-timeout", "20"]
        celery = ["-m", "celery", "-A", "cardroom.celery"]
        worker = [*celery, "worker", "--concurrency", "2", "--loglevel", "WARNING"]
        worker += ["--without-gossip", "--without-mingle"]
        beat = [*celery, "beat", "--schedule", beat_schedule, "--loglevel", "WARNING"]
        built = [
            self._process("web", web, role="web"),
            self._process("worker", worker, role="worker"),
            self._process("beat", beat, role="worker"),
        ]
        if self._dealer:
            built.append(self._process("dealer", ["manage.py", "demo_dealer"], role="worker"))
        return built

    def _process(
        self, name: str, arguments: Sequence[str], *, role: str, output: Path | None = None
    ) -> Process:
        if self._guard is None:
            raise RuntimeError("the engines of this stack were not started")
        env = {
            **self._environment,
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "CARDROOM_ROLE": role,
            "PYTHONUNBUFFERED": "1",
        }
        return Process(
            name,
            [sys.executable, *arguments],
            guard=self._guard,
            log=self.home / "log" / f"{name}.log",
            env=env,
            cwd=ROOT,
            output=output,
        )

    def _service(self, name: str) -> Service:
        return self._engines[name] if name in self._engines else self._processes[name]

    def _start(self, name: str) -> None:
        if self.stopping.is_set():
            raise Stopped
        self._deaths.setdefault(name, Deaths()).started = time.monotonic()
        self._service(name).start()

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=5)
        try:
            connection.request("GET", "/", headers={"Host": f"localhost:{self.port}"})
            return connection.getresponse().status < 400
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def _stop_all(services: Iterable[Service], grace: float) -> None:
    """Ask all at once, wait for all together, kill what remains."""
    services = list(services)
    for service in services:
        service.ask_to_stop()
    deadline = time.monotonic() + grace
    for service in services:
        service.wait(deadline)
        service.kill()
