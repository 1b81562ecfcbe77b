"""The hub's own line to the database, beside the web process's pool.

When something holds up every connection of the pool, the displays must still be told that they are
live: they hang on this one line, which reads and never waits for a lock.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import DEFAULT_DB_ALIAS, connections

T = TypeVar("T")


def leave_the_pool() -> None:
    """Give this thread a connection that is not from the pool, and that stays."""
    own = connections[DEFAULT_DB_ALIAS].copy()
    own.settings_dict["OPTIONS"].pop("pool", None)
    own.settings_dict["CONN_MAX_AGE"] = None
    connections[DEFAULT_DB_ALIAS] = own


_thread = ThreadPoolExecutor(1, "displays", initializer=leave_the_pool)


async def on_own_line(read: Callable[[], T]) -> T:
    """What ``read`` finds on the hub's own connection, made anew where it was lost."""

    def run() -> T:
        connections[DEFAULT_DB_ALIAS].close_if_unusable_or_obsolete()
        return read()

    return await asyncio.get_running_loop().run_in_executor(_thread, run)
