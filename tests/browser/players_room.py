"""A room with keys at its seats and cards that are held: one table, its displays, a room board."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager

from cardroom.embedded.places import throwaway_folder
from cardroom.embedded.stack import Stack

ENGINES = ("DATABASE_URL", "REDIS_URL")
NUMBER, SEATS = 70, 8
SET_UP = """
import json
from uuid import uuid4
from cardroom.people.models import Patron, Staff
from ledger.services import cage
from tables.demo import data
from tables.models import FeeSchedule, RulePack
from tables.services import commands, displays, door, opening, waiting
from tables.snapshot import table_snapshot
from tests.tables.displays import paired

floor = Staff.objects.get(username="floor")
cashier = Staff.objects.get(username="cashier")
dealer = Staff.objects.create(username="players-dealer", role="dealer")
cage.open_window(window=data.WINDOWS[-1], imprest=5_000_000, actor=cashier)
table = opening.add_table({number}, seats={seats}, chips=data.CHIPS, actor=None)
opening.open_table(
    table.id, actor=floor, pack_id=RulePack.objects.get(name="California").id,
    fee_schedule_id=FeeSchedule.objects.order_by("id").first().id,
    limits=dict(data.LIMITS), source="electronic", count=data.tray_count(table, dealer),
)
for seat in range(1, {seats} - 1):
    patron = Patron.objects.create(name=f"Seated {{seat}}")
    cage.buy_in(window=data.WINDOWS[-1], patron_id=patron.id, cents=100_000,
                request_id=str(uuid4()), actor=cashier)
    door.perform(floor, table.id, commands.SeatPlayer(seat, patron.id), request_id=uuid4(),
                 expected_version=table_snapshot(table.id).stamp.version)
waiting.put_on_list(Patron.objects.create(name="Waits").pk, table.id, actor=floor)
board = displays.ask_code("")
displays.pair(board.code.text, None, None, actor=floor)
keys = {{"seat": paired(table, 1, floor), "bank": paired(table, 6, floor),
        "free": paired(table, 8, floor), "rail": paired(table, None, floor), "board": board.key}}
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
        said = stack.manage("shell", "-c", SET_UP.format(number=NUMBER, seats=SEATS))
        stack.start_processes()
        stack.wait_ready()
        table, keys = json.loads(said.split("ROOM ")[1])
        yield stack, table, keys
    finally:
        stack.stop()
