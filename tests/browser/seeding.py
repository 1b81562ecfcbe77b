"""A table with people at it, as code for the stack's own processes; more may follow it there."""

OPEN = """
import json
from uuid import uuid4
from cardroom.people.models import Patron, Staff
from ledger.services import cage
from tables.demo import data
from tables.engine import actions
from tables.models import FeeSchedule, RulePack
from tables.services import commands, displays, door, opening, slips, waiting
from tables.snapshot import table_snapshot
from tests.tables.displays import paired, phone

number, seats, players, source = {number}, {seats}, {players}, {source!r}
floor = Staff.objects.get(username="floor")
cashier, _ = Staff.objects.get_or_create(username="hand-cashier", role="cashier")
dealer, _ = Staff.objects.get_or_create(username=f"dealer-{{number}}", role="dealer")
cage.open_window(window=data.WINDOWS[-1], imprest=5_000_000, actor=cashier)
table = opening.add_table(number, seats=seats, chips=data.CHIPS, actor=None)
opening.open_table(
    table.id, actor=floor, pack_id=RulePack.objects.get(name="California").id,
    fee_schedule_id=FeeSchedule.objects.order_by("id").first().id,
    limits=dict(data.LIMITS), source=source, count=data.tray_count(table, dealer),
    looks=(slips.DeckLook("red"),) if source == "hand" else (),
)

def give(*asked):
    for command in asked:
        door.perform(floor, table.id, command, request_id=uuid4(),
                     expected_version=table_snapshot(table.id).stamp.version)

for seat in range(1, players + 1):
    patron = Patron.objects.create(name=f"Hand {{number}}-{{seat}}")
    cage.buy_in(window=data.WINDOWS[-1], patron_id=patron.id, cents=100_000,
                request_id=str(uuid4()), actor=cashier)
    give(commands.SeatPlayer(seat, patron.id))
"""


def opened(number: int, *, seats: int, players: int, source: str = "electronic") -> str:
    """Code that opens a new table under this number and seats so many who have bought in."""
    return OPEN.format(number=number, seats=seats, players=players, source=source)
