"""One look for all displays of a process: which of them are still paired.

A display is connected for days. Every two seconds one query asks for all of them at once, so that
two hundred displays cost what one costs; whichever was revoked, has expired or lost its player is
told to end. A look that fails ends nobody: the next one decides.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from channels.db import database_sync_to_async

from tables.services import displays

logger = logging.getLogger(__name__)
LOOK_SECONDS = 2.0
End = Callable[[], Awaitable[None]]


class Watch:
    """The connected displays of one process: each one's id, and how to end it."""

    def __init__(self) -> None:
        self._ends: dict[End, int] = {}
        self._task: asyncio.Task[None] | None = None

    def join(self, display_id: int, end: End) -> None:
        """Look after this display from now on."""
        if self._task is None:
            self._task = asyncio.create_task(self._look_on())
        self._ends[end] = display_id

    def leave(self, end: End) -> None:
        """It is gone by itself."""
        self._ends.pop(end, None)

    async def _look_on(self) -> None:
        while True:
            await self._look()
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> None:
        looked_at = dict(self._ends)
        if not looked_at:
            return
        try:
            look = database_sync_to_async(displays.still_paired)
            paired = await look(set(looked_at.values()))
        except Exception:  # the database is away
            logger.warning("could not look at the displays' pairings", exc_info=True)
            return
        for end, display_id in looked_at.items():
            if display_id not in paired and end in self._ends:
                self.leave(end)
                await end()


watch = Watch()
