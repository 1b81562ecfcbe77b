"""A table that captures results or cards, seeded for the tests that count a dealer's taps."""

from cardroom.embedded.stack import Stack

SEED = """
from uuid import uuid4
from cardroom.people.models import Patron, Staff
from tables.demo import data
from tables.engine import actions
from tables.engine.wagers import WagerKind
from tables.models import FeeSchedule, RulePack, Table
from tables.services import commands, door, opening

number, seats, capture, players, bonus = {number}, {seats}, "{capture}", {players}, {bonus}
floor = Staff.objects.get(username="floor")
dealer = Staff.objects.create(username=f"dealer-{{number}}", role="dealer")
table = Table.objects.create(number=number, seat_count=seats, chips=data.CHIPS)
opening.open_table(
    table.id, actor=floor, pack_id=RulePack.objects.get(name="California").id,
    fee_schedule_id=FeeSchedule.objects.order_by("id").first().id,
    limits=dict(data.LIMITS), source="hand", capture=capture,
    count=data.tray_count(table, dealer),
    looks=[opening.slips.DeckLook(back="red", all_present=True, backs_unmarked=True,
                                  undamaged=True, jokers_out=True, defect="")],
)
def give(command):
    table.refresh_from_db()
    door.perform(floor, table.id, command, expected_version=table.version, request_id=uuid4())
for seat in range(1, players + 2):
    patron = Patron.objects.create(name=f"Tap {{number}} {{seat}}")
    give(commands.SeatPlayer(seat, patron.id))
    give(commands.ChipsFromPocket(seat, 500_000))
give(commands.OfferBank(1, "accepted"))
give(actions.PostBankWager(400_000))
for seat in range(2, players + 2):
    give(actions.PlaceWager(seat, WagerKind.ANTE, 2_000))
    if bonus:
        give(actions.PlaceWager(seat, WagerKind.BONUS, 500))
for command in (actions.CallNoMoreBets(), actions.ShowUpCard("Kc"), commands.DecideRest(),
                actions.Void("seeded")):
    give(command)
print(table.id)
"""


def seed(
    stack: Stack,
    *,
    number: int,
    capture: str,
    seats: int = 8,
    players: int = 6,
    bonus: bool = False,
) -> int:
    """Open a table whose players have bet once, seat 1 banking; the next betting is open."""
    values = {"number": number, "seats": seats, "capture": capture, "players": players}
    code = SEED.format(**values, bonus=bonus)
    return int(stack.manage("shell", "-c", code).split()[-1])
