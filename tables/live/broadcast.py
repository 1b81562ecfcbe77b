"""The only sender of live messages: a bell that says "this table has changed".

The bell carries no state and no secret. It may be lost, doubled or late: whoever shows a table
compares versions and reads the state itself (``tables.live.hub``).
"""

import asyncio
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

GROUP = "tables"
# A broker that does not answer must not hold up the dealer: the pulse will tell the displays.
PATIENCE_SECONDS = 0.5
logger = logging.getLogger(__name__)


def table_changed(table_id: int, version: int) -> None:
    """Ring the bell once the current transaction has committed. Never fails the caller."""

    def ring() -> None:
        try:
            async_to_sync(_send)({"type": "table.changed", "table": table_id, "version": version})
        except Exception:  # displays still learn it within a second, from the pulse
            logger.warning("could not ring the bell for table %s", table_id, exc_info=True)

    transaction.on_commit(ring, robust=True)


async def _send(message: dict[str, object]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await get_channel_layer().group_send(GROUP, message)
