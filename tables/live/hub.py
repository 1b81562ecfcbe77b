"""One hub a process: it reads a changed table once and hands it to every socket that shows it.

A socket has a mailbox for one frame. A frame is the whole state of the table as that audience
may see it, so a newer one simply takes the place of one that a slow client has not fetched:
nothing queues up, and a lost, doubled or late bell does no harm. Once a second the hub compares
what it has sent with the database, so a change whose bell was lost is shown all the same.
"""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from django.utils import translation

from cardroom.clock import now
from tables.board import BOARD, board_stamp, read_board
from tables.live.board import project_board
from tables.live.broadcast import GROUP
from tables.live.projections import Audience, Projector
from tables.live.reading import on_own_line
from tables.snapshot import Stamp, TableSnapshot, stamps, table_snapshot

logger = logging.getLogger(__name__)
PULSE_SECONDS = 1.0


@dataclass(eq=False)
class Mailbox:
    """What waits to be sent to one socket: at most one state frame and one pulse.

    It shows a table, or the whole room: ``BOARD`` stands for that among the tables' ids.
    """

    table_id: int
    audience: Audience
    _newest: Stamp | None = None
    _frame: str | None = None
    _pulse: str | None = None
    _ready: asyncio.Event = field(default_factory=asyncio.Event)

    def put_frame(self, stamp: Stamp, frame: str) -> None:
        """Put a frame in, unless this socket has had it: it was read for others who came later."""
        if self._newest is None or stamp > self._newest:
            self._newest, self._frame = stamp, frame
            self._ready.set()

    def put_pulse(self, pulse: str) -> None:
        self._pulse = pulse
        self._ready.set()

    async def take(self) -> str:
        """The next thing to send; waits for it. A state goes before a pulse."""
        await self._ready.wait()
        if self._frame is not None:
            taken, self._frame = self._frame, None
        else:
            assert self._pulse is not None
            taken, self._pulse = self._pulse, None
        if self._frame is None and self._pulse is None:
            self._ready.clear()
        return taken


class Hub:
    """The sockets of one process, by table."""

    def __init__(self) -> None:
        self._mailboxes: dict[int, set[Mailbox]] = defaultdict(set)
        self._stamps: dict[int, Stamp] = {}
        self._due: set[int] = set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def join(self, mailbox: Mailbox) -> None:
        """Subscribe, and have the table read: once for all who come while it is being read."""
        if not self._tasks:
            self._tasks = [
                asyncio.create_task(loop()) for loop in (self._listen, self._pulse, self._deliver)
            ]
        self._mailboxes[mailbox.table_id].add(mailbox)
        self._mark(mailbox.table_id)

    def leave(self, mailbox: Mailbox) -> None:
        boxes = self._mailboxes[mailbox.table_id]
        boxes.discard(mailbox)
        if not boxes:
            del self._mailboxes[mailbox.table_id]
            self._stamps.pop(mailbox.table_id, None)

    # -- Learning of changes -----------------------------------------------------------------

    async def _listen(self) -> None:
        """Hear the bell. When the line to it is lost, the pulse does its work meanwhile."""
        while True:
            try:
                layer = get_channel_layer()
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                while True:
                    message = await layer.receive(channel)
                    self._mark(message["table"])
                    self._mark(BOARD)
            except Exception:
                logger.warning("the bell's line is down; trying again", exc_info=True)
                await asyncio.sleep(PULSE_SECONDS)

    async def _pulse(self) -> None:
        """Every second: tell each socket the time and version, and look for missed changes."""
        while True:
            await asyncio.sleep(PULSE_SECONDS)
            try:
                found = await on_own_line(partial(_stamps, list(self._mailboxes)))
            except Exception:
                # No pulse: the displays say themselves that they are not live.
                logger.warning("could not read the tables' versions", exc_info=True)
                continue
            for table_id, stamp in found.items():
                if stamp != self._stamps.get(table_id):
                    self._mark(table_id)
                pulse = json.dumps(
                    {"type": "pulse", "version": stamp.version, "now": now().isoformat()}
                )
                for mailbox in self._mailboxes.get(table_id, ()):
                    mailbox.put_pulse(pulse)

    def _mark(self, table_id: int) -> None:
        if table_id in self._mailboxes:
            self._due.add(table_id)
            self._wake.set()

    # -- Sending -----------------------------------------------------------------------------

    async def _deliver(self) -> None:
        """Send the changed tables. Changes that come while one is read are sent together."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            due, self._due = self._due, set()
            for table_id in due:
                try:
                    await self._send(table_id)
                except Exception:
                    # Without a stamp the next pulse that finds the database marks it again.
                    self._stamps.pop(table_id, None)
                    logger.warning("could not read table %s", table_id, exc_info=True)

    async def _send(self, table_id: int) -> None:
        """Read the table once, project it once for each audience, and put it in the boxes."""
        if table_id not in self._mailboxes:
            return
        stamp, view_of = await on_own_line(partial(_read, table_id))
        # Whoever came meanwhile gets it too, and what he may have missed right after: he marked it.
        mailboxes = self._mailboxes.get(table_id, ())
        frames: dict[Audience, str] = {}
        for mailbox in mailboxes:
            if mailbox.audience not in frames:
                frames[mailbox.audience] = frame_of(stamp, view_of(mailbox.audience))
            mailbox.put_frame(stamp, frames[mailbox.audience])
        if mailboxes:
            self._stamps[table_id] = stamp


def _stamps(ids: Collection[int]) -> dict[int, Stamp]:
    found = stamps(each for each in ids if each != BOARD)
    return found | {BOARD: board_stamp()} if BOARD in ids else found


def _read(table_id: int) -> tuple[Stamp, Callable[[Audience], dict[str, Any]]]:
    """A table or the board at one moment: how new it is, and what an audience may see of it."""
    if table_id == BOARD:
        board = read_board()
        return board.stamp, lambda _: project_board(board)
    snapshot = table_snapshot(table_id)
    return snapshot.stamp, views_of(snapshot)


def views_of(snapshot: TableSnapshot) -> Callable[[Audience], dict[str, Any]]:
    """Each audience's view in its language; what all may see is made once a language."""
    projectors: dict[str, Projector] = {}

    def view(audience: Audience) -> dict[str, Any]:
        language = audience.language or settings.LANGUAGE_CODE
        with translation.override(language):
            if language not in projectors:
                projectors[language] = Projector(snapshot)
            return projectors[language].view(audience)

    return view


def frame_of(stamp: Stamp, view: dict[str, Any]) -> str:
    return json.dumps(
        {"type": "state", "version": stamp.version, "now": now().isoformat(), "state": view}
    )


hub = Hub()
