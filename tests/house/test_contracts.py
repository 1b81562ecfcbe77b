"""Each import contract bites: an offence is planted in a copy of the tree and must be reported."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.house.sources import ROOT

PACKAGES = ("cardroom", "ledger", "tables")
# Contract, module that offends, its import.
PLANTS = [
    ("pure-engine", "tables/engine/planted.py", "import django"),
    ("pure-engine", "tables/engine/planted.py", "import cardroom.people.models"),
    ("pure-engine", "tables/theory/planted.py", "import ledger.apps"),
    ("pure-books", "ledger/books/planted.py", "import psycopg"),
    ("pure-books", "ledger/books/planted.py", "import cardroom.clock"),
    ("pure-kernel", "cardroom/money.py", "import django.conf"),
    ("ledger-knows-no-tables", "ledger/services/planted.py", "import tables.apps"),
    ("ledger-knows-no-tables", "ledger/books/planted.py", "import tables.engine.planted"),
    ("kernel-below", "cardroom/audit/planted.py", "import ledger.apps"),
    ("kernel-below", "cardroom/people/planted.py", "import tables.apps"),
    ("embedded-apart", "tables/services/planted.py", "import cardroom.embedded.ports"),
    ("tables-levels", "tables/services/planted.py", "import tables.web.urls"),
    ("tables-levels", "tables/services/planted.py", "import tables.live.consumers"),
    ("tables-levels", "tables/selectors.py", "import tables.services.planted"),
    ("tables-levels", "tables/models/planted.py", "import tables.selectors"),
    ("tables-levels", "tables/engine/planted.py", "import tables.models.planted"),
    ("tables-levels", "tables/services/planted.py", "import tables.live.hub"),
    ("tables-levels", "tables/planted_without_a_level.py", ""),
    ("ledger-levels", "ledger/planted_without_a_level.py", ""),
    ("ledger-levels", "ledger/services/planted.py", "import ledger.web.urls"),
    ("ledger-levels", "ledger/selectors.py", "import ledger.services.planted"),
    ("ledger-levels", "ledger/models/planted.py", "import ledger.selectors"),
    ("ledger-levels", "ledger/books/planted.py", "import ledger.models.planted"),
    ("ledger-door", "tables/services/planted.py", "import ledger.models"),
    ("ledger-door", "tables/web/planted.py", "import ledger.books"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the three packages, as they are now."""
    folder = tmp_path_factory.mktemp("contracts")
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package,
            folder / package,
            ignore=lambda _, names: [n for n in names if "." in n and not n.endswith(".py")],
        )
    shutil.copy(ROOT / "pyproject.toml", folder)
    # What the plants import must be there.
    for package in ("tables/engine", "tables/services", "tables/models"):
        (folder / package / "planted.py").touch()
    for package in ("ledger/services", "ledger/models"):
        (folder / package / "planted.py").touch()
    return folder


def lint(folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [program, *options], cwd=folder, capture_output=True, text=True, check=False
    )


def contracts() -> list[dict[str, Any]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    found: list[dict[str, Any]] = settings["tool"]["importlinter"]["contracts"]
    return found


def test_the_tree_keeps_every_contract(copy: Path) -> None:
    done = lint(copy)
    assert done.returncode == 0, done.stdout


def test_every_contract_has_a_plant() -> None:
    assert {contract["id"] for contract in contracts()} == {contract for contract, _, _ in PLANTS}


@pytest.mark.parametrize(("contract", "place", "offence"), PLANTS)
def test_a_planted_offence_breaks_its_contract(
    copy: Path, contract: str, place: str, offence: str
) -> None:
    planted = copy / place
    before = planted.read_text() if planted.exists() else None
    planted.write_text(f"{before or ''}\n{offence}\n")
    try:
        done = lint(copy, "--contract", contract)
    finally:
        planted.unlink() if before is None else planted.write_text(before)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "BROKEN" in done.stdout
