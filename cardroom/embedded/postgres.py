"""PostgreSQL for the demo and the tests: started from a wheel, on loopback, in a folder of ours.

The only way in is a password (SCRAM) that nobody but the owner of the files can read. Trusting
the loopback address would be simpler, but would make every account of the machine a superuser,
who may run programs as us.
"""

import os
import secrets
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psycopg

from cardroom.embedded.errors import StartError
from cardroom.embedded.guard import lives
from cardroom.embedded.pgbinaries import programs
from cardroom.embedded.places import engine_folder, server_user, write_private
from cardroom.embedded.ports import LOOPBACK, free_port, in_use
from cardroom.embedded.processes import POLL_SECONDS, Guard, Process
from cardroom.embedded.server import Server

NAME = "cardroom"
START_SECONDS = 30.0
ATTEMPTS = 3
# Data that is thrown away need not survive a crash.
HASTY = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "wal_level=minimal")


class Postgres(Server):
    """One server with its data. ``home`` is where data, log and password lie.

    ``durable`` False is for throwaway data. As root, with ``home`` closed to other users, the
    data lies in ``place`` elsewhere (``places.engine_folder``).
    """

    name = "postgres"
    stop_signal = signal.SIGINT
    stop_seconds = 3.0

    def __init__(self, home: Path, guard: Guard, *, durable: bool = True, port: int = 0) -> None:
        super().__init__(home, guard, durable=durable, port=port)
        self._user = server_user()
        self._password_file = home / "postgres_password"
        self.place = engine_folder(home, self._user)
        self.data = self.place / "postgres"

    @property
    def url(self) -> str:
        return f"postgres://{NAME}:{self._password()}@{LOOPBACK}:{self.port}/{NAME}"

    def start(self) -> None:
        if not self.data.exists():
            self._create()
        self._check_version()
        if not self._adopt():
            self._launch()

    # -- data ------------------------------------------------------------------------------------

    def _password(self) -> str:
        """The password, made at first need. Data whose password is lost stays closed."""
        if not self._password_file.exists():
            if self.data.exists():
                raise StartError(
                    f"{self._password_file} is gone, so nobody gets into the data beside it: "
                    "start fresh with `make demo RESET=1`."
                )
            write_private(self._password_file, secrets.token_urlsafe(24))
        return self._password_file.read_text()

    def _create(self) -> None:
        """Make the data folder: under another name first, so that half a one is never used."""
        draft = self.place / "postgres.new"
        handed = self.place / "postgres_password.new"
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(0o700)
        write_private(handed, self._password())
        if self._user:
            for path in (draft, handed):
                os.chown(path, self._user["user"], self._user["group"])
        command: list[str | Path] = [self._program("initdb"), "-D", draft, "-U", NAME]
        command += ["-A", "scram-sha-256", "--pwfile", handed, "-E", "UTF8", "--locale=C"]
        command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        if not self._durable:
            command.append("--no-sync")
        done = subprocess.run(
            command,
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,
            **self._user,
        )
        handed.unlink()
        if done.returncode:
            shutil.rmtree(draft, ignore_errors=True)
            said = " ".join(done.stderr.split())
            raise StartError(f"PostgreSQL could not create its data in {self.place}: {said}")
        draft.rename(self.data)

    def _check_version(self) -> None:
        written = (self.data / "PG_VERSION").read_text().strip()
        said = subprocess.run(
            [self._program("postgres"), "--version"],
            cwd="/",
            capture_output=True,
            text=True,
            check=True,
            **self._user,
        ).stdout.split()[2]
        if said.split(".")[0] != written:
            raise StartError(
                f"The data in {self.data} was written by PostgreSQL {written} and this is {said}: "
                "start fresh with `make demo RESET=1`."
            )

    def _program(self, name: str) -> Path:
        return programs(self.place, self._user) / name

    # -- the server ------------------------------------------------------------------------------

    def _adopt(self) -> bool:
        """Take over a server that runs on our data, and clear away the lock of one that died."""
        lock = self.data / "postmaster.pid"
        try:
            lines = lock.read_text().splitlines()
            pid, port = int(lines[0]), int(lines[3])
        except (FileNotFoundError, ValueError, IndexError):
            return False
        if not _is_postgres(pid):
            # The process number may have gone to somebody else since: PostgreSQL would take that
            # process for a server and refuse to start.
            lock.unlink(missing_ok=True)
            return False
        if self.port not in (0, port):
            raise StartError(f"PostgreSQL already runs on this data, on port {port}.")
        self._take_over(pid, port)
        self._wait_ready()
        return True

    def _launch(self) -> None:
        fixed = self.port
        for attempt in range(1, ATTEMPTS + 1):
            self.port = fixed or free_port()
            if in_use(self.port):
                raise StartError(f"Port {self.port} of PostgreSQL is in use by another program.")
            self._process = self._server()
            self._process.start()
            try:
                self._wait_ready()
            except StartError:
                self._process.kill()
                # Another process took the port, or a killed server's last backend still ends.
                if attempt == ATTEMPTS:
                    raise
                time.sleep(0.3)
            else:
                return

    def _server(self) -> Process:
        options = ["listen_addresses=" + LOOPBACK, "unix_socket_directories=", f"port={self.port}"]
        # Not the zone of whoever happened to create the data.
        options += ["timezone=UTC", "log_timezone=UTC"]
        options += [] if self._durable else [*HASTY, "max_wal_senders=0"]
        command: list[str | Path] = [self._program("postgres"), "-D", self.data]
        for option in options:
            command += ["-c", option]
        return Process(
            self.name,
            command,
            guard=self._guard,
            log=self.log,
            stop_signal=self.stop_signal,
            user=self._user,
        )

    def _wait_ready(self) -> None:
        """Wait until our own data answers: something else may hold the port. Make the database."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                return self._look_in()
            except psycopg.OperationalError as error:
                if not self.alive or time.monotonic() > deadline:
                    said = self._process.last_words() if self._process else str(error)
                    raise StartError(f"PostgreSQL did not start: {said}") from error
            time.sleep(POLL_SECONDS)

    def _look_in(self) -> None:
        with psycopg.connect(
            host=LOOPBACK,
            port=self.port,
            user=NAME,
            password=self._password(),
            dbname="postgres",
            connect_timeout=2,
            autocommit=True,
        ) as connection:
            there = connection.execute(
                "SELECT 1 FROM pg_database WHERE datname = %s", [NAME]
            ).fetchone()
            if not there:
                connection.execute(f"CREATE DATABASE {NAME}")


def _is_postgres(pid: int) -> bool:
    """Whether a process of that number lives, is ours to signal, and is a PostgreSQL server."""
    if not lives(pid):
        return False
    entry = Path(f"/proc/{pid}/cmdline")
    if entry.exists():
        return b"postgres" in entry.read_bytes()
    done = subprocess.run(
        ["ps", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return "postgres" in done.stdout
