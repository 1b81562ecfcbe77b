"""Many at once, each with a database connection of his own, and processes that are killed."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

from django.db import connection, connections

from tables.live.reading import leave_the_pool

ROOT = Path(__file__).resolve().parents[2]


def at_once(*steps: Callable[[], object]) -> list[object]:
    """Run all steps at the same moment; what each returned, or the exception that it raised."""
    results: list[object] = [None] * len(steps)
    barrier = threading.Barrier(len(steps))

    def run(n: int, step: Callable[[], object]) -> None:
        try:
            leave_the_pool()  # it has fewer lines than there may be people here
            barrier.wait(timeout=30)
            results[n] = step()
        except Exception as error:  # noqa: BLE001  (it is what the test looks at)
            results[n] = error
        finally:
            connections.close_all()

    threads = [
        threading.Thread(target=run, args=(n, step), daemon=True) for n, step in enumerate(steps)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
        assert not thread.is_alive(), "somebody waits for ever"
    return results


def failures(results: Sequence[object]) -> list[Exception]:
    return [result for result in results if isinstance(result, Exception)]


def own_environment() -> dict[str, str]:
    """The environment of a process that works on the test's own database."""
    given = connection.settings_dict
    user = quote(given["USER"]) + (f":{quote(given['PASSWORD'])}" if given["PASSWORD"] else "")
    address = f"postgres://{user}@{given['HOST']}:{given['PORT']}/{given['NAME']}"
    return {
        **os.environ,
        "DATABASE_URL": address,
        "CARDROOM_ROLE": "worker",
        "DJANGO_SETTINGS_MODULE": "cardroom.settings",
        "PYTHONPATH": str(ROOT),
    }


def python(script: str) -> int:
    """Run a script in a process with Django set up; its exit status."""
    setup = "import django; django.setup()\n"
    done = subprocess.run(
        [sys.executable, "-c", setup + script],
        env=own_environment(),
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    return done.returncode
