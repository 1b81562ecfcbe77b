"""The only sender of live messages: a bell that says "this table has changed".

The bell carries no state and no secret. It may be lost, doubled or late: whoever shows a table
compares versions and reads the state itself (``tables.live.hub``).
"""

import asyncio
import logging
import threading
from functools import cache

from channels.layers import get_channel_layer
from django.db import transaction

GROUP = "tables"
# A broker that does not answer is not waited for: the pulse will tell the displays.
PATIENCE_SECONDS = 0.5
logger = logging.getLogger(__name__)


def table_changed(table_id: int, version: int) -> None:
    """Ring the bell once the current transaction has committed.

    It is rung beside the caller, who neither waits for it nor fails with it: a broker may neither
    answer nor refuse, and the dealer taps on.
    """

    def ring() -> None:
        asyncio.run_coroutine_threadsafe(_ring(table_id, version), _ringers_loop())

    transaction.on_commit(ring, robust=True)


async def _ring(table_id: int, version: int) -> None:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await get_channel_layer().group_send(
                GROUP, {"type": "table.changed", "table": table_id, "version": version}
            )
    except Exception:  # displays still learn it within a second, from the pulse
        logger.warning("could not ring the bell for table %s", table_id, exc_info=True)


@cache
def _ringers_loop() -> asyncio.AbstractEventLoop:
    """A loop in a thread of its own, which keeps the line to the broker from ring to ring."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="displays-bell", daemon=True).start()
    return loop
