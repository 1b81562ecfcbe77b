"""The sockets: a staff screen or a paired display, connected to the process's hub.

They only send. Whatever changes a table goes through HTTP.
"""

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Sequence

from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from cardroom.build import build_id
from cardroom.errors import Refused
from cardroom.language import chosen_language
from cardroom.people.roles import Permission
from cardroom.sessions import SessionStore
from tables import selectors
from tables.board import BOARD
from tables.live.hub import Mailbox, hub
from tables.live.projections import Audience
from tables.live.watch import watch
from tables.selectors import Caller
from tables.services import displays

logger = logging.getLogger(__name__)
CLOSE_NOT_ALLOWED = 4403
CLOSE_NOT_FOUND = 4404
# How soon a socket ends after its owner has logged out or was dismissed.
RECHECK_SECONDS = 3.0


class LiveConsumer(AsyncWebsocketConsumer, ABC):  # type: ignore[misc]  # channels is untyped
    """One screen that shows a table, as its audience may see it."""

    mailbox: Mailbox | None = None
    tasks: Sequence[asyncio.Task[None]] = ()

    async def connect(self) -> None:
        # Accepted first: a browser tells a page why a socket closed only if it had opened.
        await self.accept()
        try:
            table_id, audience = await self._audience()
        except Refused:
            await self._turn_away()
            return
        # A page that is older than the server learns it here: a new server is a new connection.
        await self.send(text_data=json.dumps({"type": "hello", "build": build_id()}))
        self.mailbox = Mailbox(table_id, audience)
        hub.join(self.mailbox)
        self.tasks = [asyncio.create_task(task) for task in self._work(self.mailbox)]

    @abstractmethod
    async def _audience(self) -> tuple[int, Audience]:
        """Whose screen this is. Raises ``Refused`` for a stranger."""

    @property
    def _language(self) -> str:
        return chosen_language(self.scope["cookies"])

    def _work(self, mailbox: Mailbox) -> list[Coroutine[None, None, None]]:
        return [self._pass_on(mailbox)]

    async def _pass_on(self, mailbox: Mailbox) -> None:
        while True:
            await self.send(text_data=await mailbox.take())

    async def _turn_away(self) -> None:
        await self.close(CLOSE_NOT_ALLOWED)

    async def disconnect(self, code: int) -> None:
        for task in self.tasks:
            task.cancel()
        if self.mailbox is not None:
            hub.leave(self.mailbox)


class TableConsumer(LiveConsumer):
    """A screen of the staff's, for whoever is logged in and may see the floor."""

    async def _audience(self) -> tuple[int, Audience]:
        table_id = self.scope["url_route"]["kwargs"]["table_id"]
        check = database_sync_to_async(selectors.access_table)
        await check(await self._caller(), table_id, Permission.SEE_FLOOR)
        return table_id, Audience.staff(self._language)

    async def _caller(self) -> Caller:
        # The session as it is stored now, not as it was when the socket opened.
        stored = {"session": SessionStore(self.scope["session"].session_key)}
        caller: Caller = await get_user(stored)
        return caller

    def _work(self, mailbox: Mailbox) -> list[Coroutine[None, None, None]]:
        return [*super()._work(mailbox), self._stay_allowed()]

    async def _stay_allowed(self) -> None:
        """End the socket once whoever opened it may not see the table any more."""
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            try:
                await self._audience()
            except Refused:
                await self._turn_away()
                return
            except Exception:  # the database is away: the next look decides
                logger.warning("could not look at a socket's right", exc_info=True)


class BoardConsumer(TableConsumer):
    """The room board, as staff look at it."""

    async def _audience(self) -> tuple[int, Audience]:
        selectors.check(await self._caller(), Permission.SEE_FLOOR)
        return BOARD, Audience.of_display(None, language=self._language)


class DisplayConsumer(LiveConsumer):
    """A paired device, known by the key in its cookie; the watch ends it with its pairing."""

    async def _audience(self) -> tuple[int, Audience]:
        find = database_sync_to_async(displays.display_of_key)
        display = await find(self.scope["cookies"].get(displays.KEY_COOKIE, ""))
        watch.join(display.id, self._turn_away)
        if display.table_id is None:
            return BOARD, Audience.of_display(None, language=self._language)
        whose = Audience.of_display(display.seat, display.patron_id, self._language)
        return display.table_id, whose

    async def disconnect(self, code: int) -> None:
        watch.leave(self._turn_away)
        await super().disconnect(code)


class NowhereConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels is untyped
    """What an address without a table gets: a plain end."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(CLOSE_NOT_FOUND)
