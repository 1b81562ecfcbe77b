"""The engines that pytest itself starts: only when needed, and gone at the end."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from cardroom.embedded.ports import in_use
from tests.house.sources import ROOT

NEEDING = """
import os, pathlib, time
import pytest
from django.db import connection

@pytest.mark.django_db
def test_waits_to_be_interrupted():
    with connection.cursor() as cursor:
        cursor.execute("SHOW data_directory")
        [folder] = cursor.fetchone()
    pathlib.Path(__file__).with_name("folder.new").write_text(folder)
    pathlib.Path(__file__).with_name("folder.new").rename(
        pathlib.Path(__file__).with_name("folder")
    )
    time.sleep(60)
"""
PURE = """
import os, socket
from urllib.parse import urlsplit

def test_nothing_was_started():
    for name in ("DATABASE_URL", "REDIS_URL"):
        with socket.socket() as client:
            assert client.connect_ex(("127.0.0.1", urlsplit(os.environ[name]).port))
"""


def run_pytest(file: Path, **more: str) -> "subprocess.Popen[bytes]":
    environment = dict(os.environ)
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-q", str(file)],
        cwd=ROOT,
        env={**environment, **more},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def test_an_interrupted_run_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "test_needing.py"
    file.write_text(NEEDING)
    run = run_pytest(file)
    try:
        told = tmp_path / "folder"
        deadline = time.monotonic() + 60
        while not told.exists():
            assert run.poll() is None, "pytest ended before its test began"
            assert time.monotonic() < deadline
            time.sleep(0.05)
        data = Path(told.read_text())
        port = int((data / "postmaster.pid").read_text().splitlines()[3])
        assert in_use(port)
    finally:
        run.send_signal(signal.SIGINT)
        run.wait(30)
    deadline = time.monotonic() + 5
    while (in_use(port) or data.parent.exists()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not in_use(port)
    assert not data.parent.exists()


def test_tests_that_need_no_engine_start_none(tmp_path: Path) -> None:
    file = tmp_path / "test_pure.py"
    file.write_text(PURE)
    assert run_pytest(file).wait(60) == 0


def test_addresses_in_the_environment_win(tmp_path: Path) -> None:
    file = tmp_path / "test_given.py"
    file.write_text(
        "from django.conf import settings\n"
        "def test_given():\n"
        "    assert settings.DATABASES['default']['PORT'] == 7\n"
        "    assert settings.REDIS_URL == 'redis://127.0.0.1:8/0'\n"
    )
    given = {"DATABASE_URL": "postgres://x@127.0.0.1:7/x", "REDIS_URL": "redis://127.0.0.1:8/0"}
    assert run_pytest(file, **given).wait(60) == 0
