"""A table that the house banks, seeded for the tests that deal at it in a browser."""

import json
from typing import Any

from cardroom.embedded.stack import Stack

SEED = """
import json
from uuid import uuid4
from cardroom.people.models import Patron, Staff
from tables.demo import data
from tables.engine import actions
from tables.engine.wagers import WagerKind
from tables.models import RulePack
from tables.services import commands, door, opening
from tests.tables.displays import paired

number, seats, capture, game = {number}, {seats}, "{capture}", "{game}"
bets = json.loads('{bets}')
floor = Staff.objects.get(username="floor")
dealer = Staff.objects.create(username=f"dealer-{{number}}", role="dealer")
table = opening.add_table(number, seats=seats, chips=data.CHIPS, actor=None)
pack = RulePack.objects.get(name=game)
kinds = [k for k in data.HOUSE_LIMITS if k != "six_card_bonus" or game == "New York"]
opening.open_table(
    table.id, actor=floor, pack_id=pack.id, fee_schedule_id=None,
    limits={{kind: data.HOUSE_LIMITS[kind] for kind in kinds}}, source="hand", capture=capture,
    count=data.tray_count(table, dealer), looks=[opening.slips.DeckLook(back="red")],
)
def give(command):
    table.refresh_from_db()
    door.perform(floor, table.id, command, expected_version=table.version, request_id=uuid4())
for seat, wagers in bets.items():
    patron = Patron.objects.create(name=f"House {{number}} {{seat}}")
    give(commands.SeatPlayer(int(seat), patron.id))
    give(commands.ChipsFromPocket(int(seat), 100_000))
    for kind, cents in wagers.items():
        give(actions.PlaceWager(int(seat), WagerKind(kind), cents))
give(actions.CallNoMoreBets())
give(actions.Void("seeded"))
seat = int(next(iter(bets)))
print(table.id, paired(table, None, floor), paired(table, seat, floor))
"""


def seed(
    stack: Stack,
    *,
    number: int,
    game: str,
    capture: str,
    bets: dict[int, dict[str, int]],
    seats: int = 7,
) -> tuple[int, str, str]:
    """Open a table whose players have bet once; the next betting is open.

    Returns the table's id, and the keys of the displays of its rail and of its first player's seat.
    """
    values: dict[str, Any] = {"number": number, "seats": seats, "capture": capture, "game": game}
    said = stack.manage("shell", "-c", SEED.format(**values, bets=json.dumps(bets)))
    table, rail, seat = said.split()[-3:]
    return int(table), rail, seat
