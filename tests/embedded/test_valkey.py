"""Valkey from its package: it starts, stops, survives a kill, and keeps to itself."""

import platform
import socket
from pathlib import Path

import psutil
import pytest
import redis

from cardroom.embedded import valkey
from cardroom.embedded.engines import Engines
from cardroom.embedded.errors import StartError
from cardroom.embedded.ports import LOOPBACK, free_port
from cardroom.embedded.processes import Guard
from cardroom.embedded.valkey import Valkey


def test_data_is_kept_over_a_stop_and_over_a_kill(home: Path, guard: Guard) -> None:
    server = Valkey(home, guard)
    server.start()
    with redis.Redis.from_url(server.url) as client:
        client.rpush("kept", 1)
    server.stop()
    assert not server.alive
    server.start()
    with redis.Redis.from_url(server.url) as client:
        client.rpush("kept", 2)
    port = server.port
    server.kill()
    server.start()
    assert server.port == port, "its address is known to other processes"
    with redis.Redis.from_url(server.url) as client:
        assert client.lrange("kept", 0, -1) == [b"1", b"2"]


def test_a_server_that_already_runs_on_the_data_is_taken_over(home: Path, guard: Guard) -> None:
    first = Valkey(home, guard)
    first.start()
    second = Valkey(home, guard)
    second.start()
    assert (second.pid, second.port) == (first.pid, first.port)
    second.stop()
    assert not first.alive


def test_the_mark_of_a_dead_server_is_ignored(home: Path, guard: Guard) -> None:
    first = Valkey(home, guard)
    first.start()
    first.kill()
    second = Valkey(home, guard)
    second.start()
    assert second.alive
    assert second.pid != first.pid


def test_only_the_password_opens_and_no_command_line_shows_it(home: Path, guard: Guard) -> None:
    server = Valkey(home, guard)
    server.start()
    with socket.create_connection((LOOPBACK, server.port), timeout=5) as stranger:
        stranger.sendall(b"PING\r\n")
        assert stranger.recv(100).startswith(b"-NOAUTH")
    password = (home / "valkey_password").read_text()
    assert password not in " ".join(psutil.Process(server.pid).cmdline())


def test_a_folder_may_have_any_name(home: Path, guard: Guard) -> None:
    server = Valkey(home / 'a "strange" büro', guard)
    server.start()
    assert (server.data / "appendonlydir").is_dir()


def test_without_a_server_the_error_names_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Plan9")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StartError, match="REDIS_URL"):
        valkey.program()


def test_addresses_in_the_environment_win(home: Path, guard: Guard) -> None:
    server = Valkey(home, guard)
    server.start()
    named = {"REDIS_URL": server.url, "DATABASE_URL": "postgres://somebody@127.0.0.1/room"}
    engines = Engines(home, guard, named, durable=False)
    assert engines.servers == []
    assert (engines.database_url, engines.redis_url) == (named["DATABASE_URL"], named["REDIS_URL"])


def test_a_named_server_that_does_not_answer_is_told_in_a_sentence(
    home: Path, guard: Guard
) -> None:
    nowhere = free_port()
    named = {"DATABASE_URL": f"postgres://x@127.0.0.1:{nowhere}/x", "REDIS_URL": "redis://x"}
    with pytest.raises(
        StartError, match=r"The PostgreSQL of DATABASE_URL cannot be used: .*refused"
    ):
        Engines(home, guard, named, durable=False).start()
    server = Valkey(home, guard)
    named = {"DATABASE_URL": "", "REDIS_URL": f"redis://127.0.0.1:{nowhere}/0"}
    engines = Engines(home, guard, named, durable=False)
    with pytest.raises(StartError, match="The server of REDIS_URL cannot be used"):
        engines.start()
    assert not server.alive
