"""Where the engines' files may lie, and as whom PostgreSQL runs.

PostgreSQL refuses to run as root. Started by root it runs as ``nobody``, who must be able to reach
its files; where a folder above ours is closed to others we go elsewhere, and never open that
folder.
"""

import hashlib
import os
import pwd
import stat
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from cardroom.embedded.errors import StartError

# Survives a restart of the machine, unlike /tmp.
ELSEWHERE = Path("/var/tmp")


def server_user() -> dict[str, Any]:
    """The identity arguments of ``subprocess.Popen`` for PostgreSQL: none unless we are root."""
    if os.geteuid() != 0:
        return {}
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise StartError(
            "PostgreSQL does not run as root and there is no user 'nobody' here: "
            "run this as another user, or set DATABASE_URL."
        ) from None
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def can_reach(folder: Path, user: dict[str, Any]) -> bool:
    """Whether that user gets into ``folder``. Asked of the system, so that ACLs count too."""
    if not user:
        return os.access(folder, os.X_OK)
    command = ["/bin/sh", "-c", 'cd -- "$1"', "sh", str(folder)]
    done = subprocess.run(command, cwd="/", capture_output=True, check=False, **user)
    return done.returncode == 0


def engine_folder(wanted: Path, user: dict[str, Any]) -> Path:
    """``wanted``, made, or where its user can't reach it a folder of its own elsewhere."""
    _make(wanted)
    if can_reach(wanted, user):
        return wanted
    elsewhere = folder_elsewhere(wanted)
    _make(elsewhere)
    _own_folder(elsewhere)
    if not can_reach(elsewhere, user):
        raise StartError(
            f"The user that runs PostgreSQL reaches neither {wanted} nor {elsewhere}: "
            "run this as another user than root, or set DATABASE_URL."
        )
    return elsewhere


def folder_elsewhere(wanted: Path) -> Path:
    """The same folder for the same ``wanted`` at every start, so that data is found again."""
    name = hashlib.sha256(os.fsencode(wanted.resolve())).hexdigest()[:16]
    return ELSEWHERE / f"cardroom-{name}"


def throwaway_folder(prefix: str = "cardroom-") -> Path:
    """A new folder that PostgreSQL's user may pass through. Whoever asks for it removes it."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    folder.chmod(0o711)
    return folder


def _make(folder: Path) -> None:
    """Make a folder that others may pass through, whatever the umask; leave an old one alone."""
    if not folder.exists():
        _make(folder.parent)
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)


def _own_folder(folder: Path) -> None:
    """Refuse a folder that somebody else put there: anybody may write to /var/tmp."""
    found = folder.lstat()
    ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()
    if not ours or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise StartError(f"{folder} belongs to somebody else: remove it, or set DATABASE_URL.")


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner reads, never for a moment otherwise."""
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)
    draft.replace(path)
