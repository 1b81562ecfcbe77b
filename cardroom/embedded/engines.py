"""PostgreSQL and Valkey together: ours, or those that the environment names."""

from collections.abc import Mapping
from pathlib import Path

import environ
import psycopg
import redis

from cardroom.embedded.errors import StartError
from cardroom.embedded.postgres import Postgres
from cardroom.embedded.processes import Guard
from cardroom.embedded.server import Server
from cardroom.embedded.valkey import Valkey

CONNECT_SECONDS = 5


class Engines:
    """The two engines a Cardroom needs.

    ``DATABASE_URL`` and ``REDIS_URL`` in ``environment`` win: then that engine is only looked at,
    and ``servers`` holds the others.
    """

    def __init__(
        self, home: Path, guard: Guard, environment: Mapping[str, str], *, durable: bool
    ) -> None:
        self._database_url = environment.get("DATABASE_URL", "")
        self._redis_url = environment.get("REDIS_URL", "")
        self._postgres = None if self._database_url else Postgres(home, guard, durable=durable)
        self._valkey = None if self._redis_url else Valkey(home, guard, durable=durable)

    @property
    def servers(self) -> list[Server]:
        return [server for server in (self._postgres, self._valkey) if server]

    @property
    def folders(self) -> list[Path]:
        """Folders of ours that lie outside ``home``."""
        postgres = self._postgres
        return [postgres.place] if postgres and postgres.place != postgres.home else []

    @property
    def database_url(self) -> str:
        return self._postgres.url if self._postgres else self._database_url

    @property
    def redis_url(self) -> str:
        return self._valkey.url if self._valkey else self._redis_url

    def start(self) -> None:
        """Start what is ours, then see that what is not answers. Raises StartError."""
        for server in self.servers:
            server.start()
        if self._postgres is None:
            _look_at_database(self._database_url)
        if self._valkey is None:
            _look_at_redis(self._redis_url)


def _look_at_database(url: str) -> None:
    parts = environ.Env.db_url_config(url)
    try:
        psycopg.connect(
            host=parts["HOST"] or None,
            port=parts["PORT"] or None,
            user=parts["USER"] or None,
            password=parts["PASSWORD"] or None,
            dbname=parts["NAME"],
            connect_timeout=CONNECT_SECONDS,
            **parts.get("OPTIONS", {}),
        ).close()
    except psycopg.Error as error:
        said = " ".join(str(error).split())
        raise StartError(f"The PostgreSQL of DATABASE_URL cannot be used: {said}") from error


def _look_at_redis(url: str) -> None:
    try:
        with redis.Redis.from_url(url, socket_timeout=CONNECT_SECONDS) as client:
            client.ping()
    except (redis.exceptions.RedisError, ValueError) as error:
        raise StartError(f"The server of REDIS_URL cannot be used: {error}") from error
