"""The sockets: a staff screen or a paired display, connected to the process's hub.

They only send. Whatever changes a table goes through HTTP.
"""

import asyncio
import logging
from collections.abc import Sequence

from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from cardroom.errors import Refused
from cardroom.language import chosen_language
from cardroom.people.roles import Permission
from cardroom.sessions import SessionStore
from tables import selectors
from tables.live.hub import Mailbox, hub
from tables.live.projections import Audience
from tables.services import displays

logger = logging.getLogger(__name__)
CLOSE_NOT_ALLOWED = 4403
CLOSE_NOT_FOUND = 4404
# How soon a socket ends after its owner has logged out or was dismissed.
RECHECK_SECONDS = 3.0


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels is untyped
    """One screen that shows a table, as its audience may see it."""

    mailbox: Mailbox | None = None
    tasks: Sequence[asyncio.Task[None]] = ()

    async def connect(self) -> None:
        # Accepted first: a browser tells a page why a socket closed only if it had opened.
        await self.accept()
        try:
            table_id, audience = await self._audience()
        except Refused:
            await self.close(CLOSE_NOT_ALLOWED)
            return
        self.mailbox = Mailbox(table_id, audience)
        hub.join(self.mailbox)
        self.tasks = [
            asyncio.create_task(self._pass_on(self.mailbox)),
            asyncio.create_task(self._stay_allowed()),
        ]

    async def _audience(self) -> tuple[int, Audience]:
        """Whose screen this is: a display by its token, else staff by their session.

        Raises ``Refused`` for a stranger.
        """
        address = self.scope["url_route"]["kwargs"]
        language = chosen_language(self.scope["cookies"])
        if "token" in address:
            display = displays.display_from_token(address["token"])
            return display.table_id, Audience.of_display(display.seat, display.patron_id, language)
        # The session as it is stored now, not as it was when the socket opened.
        stored = {"session": SessionStore(self.scope["session"].session_key)}
        caller = await get_user(stored)
        check = database_sync_to_async(selectors.access_table)
        await check(caller, address["table_id"], Permission.SEE_FLOOR)
        return address["table_id"], Audience.staff(language)

    async def _pass_on(self, mailbox: Mailbox) -> None:
        while True:
            await self.send(text_data=await mailbox.take())

    async def _stay_allowed(self) -> None:
        """End the socket once whoever opened it may not see the table any more."""
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            try:
                await self._audience()
            except Refused:
                await self.close(CLOSE_NOT_ALLOWED)
                return
            except Exception:  # the database is away: the next look decides
                logger.warning("could not look at a socket's right", exc_info=True)

    async def disconnect(self, code: int) -> None:
        for task in self.tasks:
            task.cancel()
        if self.mailbox is not None:
            hub.leave(self.mailbox)


class NowhereConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels is untyped
    """What an address without a table gets: a plain end."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(CLOSE_NOT_FOUND)
