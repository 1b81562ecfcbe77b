"""The sockets: a staff screen or a paired display, connected to the process's hub.

They only send. Whatever changes a table goes through HTTP.
"""

import asyncio

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from cardroom.errors import Refused
from cardroom.people.roles import Permission
from tables import selectors
from tables.live.hub import Mailbox, hub
from tables.live.projections import Audience
from tables.services import displays

CLOSE_NOT_ALLOWED = 4403


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels is untyped
    """One screen that shows a table, as its audience may see it."""

    mailbox: Mailbox | None = None
    sender: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        # Accepted first: a browser tells a page why a socket closed only if it had opened.
        await self.accept()
        try:
            table_id, audience = await self._audience()
        except Refused:
            await self.close(CLOSE_NOT_ALLOWED)
            return
        self.mailbox = Mailbox(table_id, audience)
        await hub.join(self.mailbox)
        self.sender = asyncio.create_task(self._pass_on(self.mailbox))

    async def _audience(self) -> tuple[int, Audience]:
        """Whose screen this is: a display by its token, else staff by their session.

        Raises ``Refused`` for a stranger.
        """
        address = self.scope["url_route"]["kwargs"]
        if "token" in address:
            display = displays.display_from_token(address["token"])
            return display.table_id, Audience.of_display(display.seat)
        check = database_sync_to_async(selectors.access_table)
        await check(self.scope["user"], address["table_id"], Permission.SEE_FLOOR)
        return address["table_id"], Audience.staff()

    async def _pass_on(self, mailbox: Mailbox) -> None:
        while True:
            await self.send(text_data=await mailbox.take())

    async def disconnect(self, code: int) -> None:
        if self.sender is not None:
            self.sender.cancel()
        if self.mailbox is not None:
            hub.leave(self.mailbox)
