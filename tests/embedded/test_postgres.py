"""PostgreSQL from its package: it starts, stops, survives a kill, and keeps to itself."""

import os
import shutil
import socket
import stat
from pathlib import Path

import psutil
import psycopg
import pytest

from cardroom.embedded import pgbinaries, places
from cardroom.embedded.errors import StartError
from cardroom.embedded.ports import LOOPBACK
from cardroom.embedded.postgres import Postgres
from cardroom.embedded.processes import Guard
from tests.embedded.conftest import as_root


def write(server: Postgres, number: int) -> None:
    with psycopg.connect(server.url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (number int)")
        connection.execute("INSERT INTO kept VALUES (%s)", [number])


def kept(server: Postgres) -> list[int]:
    with psycopg.connect(server.url) as connection:
        return [row[0] for row in connection.execute("SELECT number FROM kept ORDER BY number")]


def test_data_is_kept_over_a_stop_and_over_a_kill(home: Path, guard: Guard) -> None:
    server = Postgres(home, guard)
    server.start()
    write(server, 1)
    server.stop()
    assert not server.alive
    server.start()
    write(server, 2)
    server.kill()
    assert not server.alive
    server.start()
    assert kept(server) == [1, 2]
    port = server.port
    server.kill()
    server.start()
    assert server.port == port, "its address is known to other processes"


def test_a_server_that_already_runs_on_the_data_is_taken_over(home: Path, guard: Guard) -> None:
    first = Postgres(home, guard, durable=False)
    first.start()
    write(first, 1)
    second = Postgres(home, guard, durable=False)
    second.start()
    assert (second.pid, second.port) == (first.pid, first.port)
    assert kept(second) == [1]
    second.stop()
    assert not second.alive
    assert not first.alive


def test_a_lock_whose_number_went_to_another_process_is_cleared(home: Path, guard: Guard) -> None:
    server = Postgres(home, guard, durable=False)
    server.start()
    server.stop()
    lock = server.data / "postmaster.pid"
    lock.write_text(f"{os.getpid()}\n{server.data}\n1\n{server.port}\n\n127.0.0.1\n")
    os.chown(lock, server.data.stat().st_uid, server.data.stat().st_gid)
    server.start()
    assert server.alive
    assert server.pid != os.getpid()


def test_only_the_password_opens_and_only_its_owner_reads_it(home: Path, guard: Guard) -> None:
    server = Postgres(home, guard, durable=False)
    server.start()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(host=LOOPBACK, port=server.port, user="cardroom", password="guess")
    private = [home / "postgres_password", home / "log" / "postgres.log"]
    assert [stat.S_IMODE(path.stat().st_mode) for path in private] == [0o600, 0o600]
    assert stat.S_IMODE(server.data.stat().st_mode) == 0o700
    password = private[0].read_text()
    assert password not in " ".join(psutil.Process(server.pid).cmdline())
    assert not list(server.place.glob("*.new")), "the copy for initdb stays nowhere"


def test_text_sorts_the_same_on_every_machine(home: Path, guard: Guard) -> None:
    server = Postgres(home, guard, durable=False)
    server.start()
    with psycopg.connect(server.url) as connection:
        row = connection.execute(
            "SELECT datlocprovider, datlocale, encoding FROM pg_database WHERE datname = 'cardroom'"
        ).fetchone()
    assert row == ("b", "C.UTF-8", 6)


def test_a_lost_password_is_told_in_a_sentence(home: Path, guard: Guard) -> None:
    server = Postgres(home, guard, durable=False)
    server.start()
    server.stop()
    (home / "postgres_password").unlink()
    with pytest.raises(StartError, match="RESET=1"):
        server.start()


def test_data_of_another_version_is_told_in_a_sentence(home: Path, guard: Guard) -> None:
    server = Postgres(home, guard, durable=False)
    server.start()
    server.stop()
    (server.data / "PG_VERSION").write_text("17\n")
    with pytest.raises(StartError, match=r"PostgreSQL 17 and this is 18.*RESET=1"):
        server.start()


def test_a_port_that_is_taken_is_told_in_a_sentence(home: Path, guard: Guard) -> None:
    with socket.socket() as other:
        other.bind((LOOPBACK, 0))
        other.listen()
        server = Postgres(home, guard, durable=False, port=other.getsockname()[1])
        with pytest.raises(StartError, match=r"Port \d+ of PostgreSQL is in use"):
            server.start()
    assert not server.alive


@as_root
def test_root_runs_it_as_somebody_else(home: Path, guard: Guard) -> None:
    server = Postgres(home, guard, durable=False)
    server.start()
    assert server.place == home
    assert psutil.Process(server.pid).uids().real != 0


@as_root
def test_a_folder_closed_to_others_stays_closed(closed: Path, guard: Guard) -> None:
    server = Postgres(closed, guard, durable=False)
    server.start()
    write(server, 1)
    assert server.place == places.folder_elsewhere(closed)
    server.stop()
    again = Postgres(closed, guard, durable=False)
    again.start()
    assert kept(again) == [1], "the same data is found from the same folder"


@as_root
def test_programs_in_a_closed_folder_are_copied(
    closed: Path, guard: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = pgbinaries._package_folder()
    assert package is not None
    closed.mkdir(parents=True)
    hidden = closed / package.name
    shutil.copytree(package, hidden, symlinks=True)
    shutil.copytree(package.with_name(f"{package.name}.libs"), closed / f"{package.name}.libs")
    # A strict umask at installation.
    (hidden / "pginstall" / "bin" / "postgres").chmod(0o700)
    monkeypatch.setattr(pgbinaries, "_package_folder", lambda: hidden)
    server = Postgres(closed, guard, durable=False)
    server.start()
    assert Path(psutil.Process(server.pid).exe()).is_relative_to(server.place)


@as_root
def test_a_folder_that_somebody_else_put_there_is_refused(closed: Path, guard: Guard) -> None:
    trap = places.folder_elsewhere(closed)
    closed.mkdir(parents=True)
    trap.mkdir()
    os.chown(trap, 65534, -1)
    with pytest.raises(StartError, match="belongs to somebody else"):
        Postgres(closed, guard, durable=False)


def test_without_a_package_or_a_server_the_error_names_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pgbinaries, "_package_folder", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StartError, match="DATABASE_URL"):
        pgbinaries.programs(tmp_path, {})


@pytest.mark.parametrize(("version", "accepted"), [("18.1", True), ("15.14", False)])
def test_an_installed_server_is_used_only_if_it_is_new_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, accepted: bool
) -> None:
    for name, answer in (
        ("pg_config", str(tmp_path)),
        ("postgres", f"postgres (PostgreSQL) {version} (Debian)"),
    ):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho "{answer}"\n')
        program.chmod(0o755)
    monkeypatch.setattr(pgbinaries, "_package_folder", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    if accepted:
        assert pgbinaries.programs(tmp_path, {}) == tmp_path
    else:
        with pytest.raises(StartError):
            pgbinaries.programs(tmp_path, {})
