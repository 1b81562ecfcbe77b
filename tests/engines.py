"""PostgreSQL and Valkey for the tests: a pytest plugin, loaded before Django's settings are.

The addresses are fixed at once, because the settings want them; the servers start after the
collection, and only if a collected test needs them. ``DATABASE_URL`` and ``REDIS_URL`` in the
environment win. Everything is thrown away at the end, even if pytest is killed.
"""

import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql

from cardroom.embedded.places import throwaway_folder
from cardroom.embedded.ports import HeldPort
from cardroom.embedded.postgres import Postgres
from cardroom.embedded.processes import Guard
from cardroom.embedded.server import Server
from cardroom.embedded.stack import Stack
from cardroom.embedded.valkey import Valkey

# Folders whose tests need no engines, unless one is marked with ``django_db``.
WITHOUT_ENGINES = frozenset({"engine", "books", "rules", "house", "docs", "embedded", "browser"})
HERE = Path(__file__).resolve().parent
ADDED = "CARDROOM_TESTS_ADDED"


class ThrowawayEngines:
    """The engines that the environment does not name, at addresses known before they run."""

    def __init__(self) -> None:
        # What the caller of pytest gave, before this class adds its own. A process that runs a
        # share of the tests inherits what its parent added, and starts its own all the same.
        added = os.environ.get(ADDED, "").split()
        named = {name: os.environ.get(name, "") for name in ("DATABASE_URL", "REDIS_URL")}
        self.given = {name: "" if url in added else url for name, url in named.items()}
        self._guard = Guard()
        self._ports: list[HeldPort] = []
        self._servers: list[Server] = []
        home = throwaway_folder("cardroom-tests-")
        self._guard.remove(home)
        if not self.given["DATABASE_URL"]:
            postgres = Postgres(home, self._guard, durable=False, port=self._hold_port())
            self._guard.remove(postgres.place)
            os.environ["DATABASE_URL"] = postgres.url
            self._servers.append(postgres)
        if not self.given["REDIS_URL"]:
            valkey = Valkey(home, self._guard, durable=False, port=self._hold_port())
            os.environ["REDIS_URL"] = valkey.url
            self._servers.append(valkey)
        own = (os.environ[name] for name, url in self.given.items() if not url)
        os.environ[ADDED] = " ".join(own)

    def start(self) -> None:
        for port in self._ports:
            port.release()
        for server in self._servers:
            server.start()

    def stop(self) -> None:
        for server in self._servers:
            server.stop()
        self._guard.close()

    def _hold_port(self) -> int:
        port = HeldPort()
        self._ports.append(port)
        return port.number


ENGINES = pytest.StashKey[ThrowawayEngines]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Name the engines before pytest-django, in the same hook, loads the settings."""
    engines = ThrowawayEngines()
    early_config.add_cleanup(engines.stop)
    early_config.stash[ENGINES] = engines
    yield


def pytest_collection_finish(session: pytest.Session) -> None:
    if not session.config.option.collectonly and any(map(needs_engines, session.items)):
        session.config.stash[ENGINES].start()


def needs_engines(item: pytest.Item) -> bool:
    """Whether a test is marked for the database, or lies in a folder of tests that use engines."""
    if item.get_closest_marker("django_db"):
        return True
    if not item.path.is_relative_to(HERE):
        return False
    return item.path.relative_to(HERE).parts[0] not in WITHOUT_ENGINES


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Browser tests only run when they are asked for: they are a pytest run of their own."""
    browser = HERE / "browser"
    asked = any("browser" in Path(argument.split("::")[0]).parts for argument in config.args)
    return True if collection_path == browser and not asked else None


@pytest.fixture(scope="session")
def stack(request: pytest.FixtureRequest) -> Iterator[Stack]:
    """The real processes, on engines of their own, with the demonstration room loaded.

    Seed it through ``stack.manage(...)`` or over HTTP, not through the ORM: the processes do not
    see the test's database.
    """
    given = request.config.stash[ENGINES].given
    environment = {**os.environ, **given}
    with _database_beside(given["DATABASE_URL"]) as environment["DATABASE_URL"]:
        stack = Stack(
            throwaway_folder("cardroom-stack-"),
            durable=False,
            dealer=False,
            environment=environment,
        )
        try:
            stack.start_engines()
            stack.migrate()
            stack.manage("load_demo")
            stack.start_processes()
            stack.wait_ready()
            yield stack
        finally:
            stack.stop()


@contextmanager
def _database_beside(url: str) -> Iterator[str]:
    """On a server of the caller's, a database of our own beside the one that he named."""
    if not url:
        yield ""
        return
    parts = urlsplit(url)
    name = sql.Identifier(parts.path.lstrip("/") + "_stack")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
        try:
            yield urlunsplit(parts._replace(path=parts.path + "_stack"))
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))
