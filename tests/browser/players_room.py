"""A room with keys at its seats and cards that are held: one table, its displays, a room board."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager

from cardroom.embedded.places import throwaway_folder
from cardroom.embedded.stack import Stack
from tests.browser.seeding import opened

ENGINES = ("DATABASE_URL", "REDIS_URL")
NUMBER, SEATS = 70, 8
SET_UP = """
waiting.put_on_list(Patron.objects.create(name="Waits").pk, table.id, actor=floor)
board = displays.ask_code("")
displays.pair(board.code.text, None, None, actor=floor)
keys = {"seat": paired(table, 1, floor), "bank": paired(table, 6, floor),
        "free": paired(table, 8, floor), "rail": paired(table, None, floor), "board": board.key}
print("ROOM", json.dumps([table.id, keys]))
"""


@contextmanager
def players_room() -> Iterator[tuple[Stack, int, dict[str, str]]]:
    """A stack whose room has keys at the seats and cards that are held; the table and the keys."""
    # Engines of its own, whatever the other tests run on.
    own = {name: value for name, value in os.environ.items() if name not in ENGINES}
    environment = {**own, "CARDROOM_SEAT_KEYS": "1", "CARDROOM_HOLD_TO_SHOW": "1"}
    home = throwaway_folder("cardroom-players-")
    stack = Stack(home, durable=False, dealer=False, environment=environment)
    stack.start_engines()
    try:
        stack.migrate()
        stack.manage("load_demo")
        said = stack.manage("shell", "-c", opened(NUMBER, seats=SEATS, players=SEATS - 2) + SET_UP)
        stack.start_processes()
        stack.wait_ready()
        table, keys = json.loads(said.split("ROOM ")[1])
        yield stack, table, keys
    finally:
        stack.stop()
