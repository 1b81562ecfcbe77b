"""Places and guards for engines that these tests start themselves."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from cardroom.embedded.places import folder_elsewhere, throwaway_folder
from cardroom.embedded.processes import Guard


@pytest.fixture
def guard() -> Iterator[Guard]:
    guard = Guard()
    yield guard
    guard.close()


@pytest.fixture
def home(guard: Guard) -> Iterator[Path]:
    """A folder that PostgreSQL's user can reach, whoever runs the tests."""
    folder = throwaway_folder("cardroom-embedded-")
    yield folder
    # The engines go first, then their files.
    guard.close()
    shutil.rmtree(folder)


@pytest.fixture
def closed(guard: Guard) -> Iterator[Path]:
    """A folder below one that only its owner may enter."""
    outer = throwaway_folder("cardroom-closed-")
    outer.chmod(0o700)
    yield outer / "home"
    guard.close()
    shutil.rmtree(folder_elsewhere(outer / "home"), ignore_errors=True)
    assert outer.stat().st_mode & 0o777 == 0o700, "the folder above was opened to others"
    shutil.rmtree(outer)


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root must run PostgreSQL as another")


def family(pid: int) -> list[psutil.Process]:
    """A process and everything below it."""
    parent = psutil.Process(pid)
    return [parent, *parent.children(recursive=True)]


def living(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Those that still run; one that ended and was not collected yet runs no more."""
    found = []
    for process in processes:
        try:
            if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.NoSuchProcess:
            continue
    return found
