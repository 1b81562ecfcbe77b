"""Seeds a table that is dealt by hand and plays it to where a test wants it, in the stack."""

from cardroom.embedded.stack import Stack

PLAY = """
from uuid import uuid4
from cardroom.people.models import Patron, Staff
from ledger.services import cage
from tables.demo import data
from tables.engine import actions
from tables.models import FeeSchedule, RulePack, Table
from tables.services import commands, door, opening, slips
from tables.snapshot import table_snapshot
from tests.tables.displays import paired

number, seats = {number}, {seats}
floor = Staff.objects.get(username="floor")
cashier, _ = Staff.objects.get_or_create(username="hand-cashier", role="cashier")
dealer, _ = Staff.objects.get_or_create(username=f"dealer-{{number}}", role="dealer")
cage.open_window(window=data.WINDOWS[-1], imprest=5_000_000, actor=cashier)
table = opening.add_table(number, seats=seats, chips=data.CHIPS, actor=None)
opening.open_table(
    table.id, actor=floor, pack_id=RulePack.objects.get(name="California").id,
    fee_schedule_id=FeeSchedule.objects.order_by("id").first().id,
    limits=dict(data.LIMITS), source="hand",
    count=data.tray_count(table, dealer), looks=(slips.DeckLook("red"),),
)

def give(*asked):
    for command in asked:
        door.perform(floor, table.id, command, request_id=uuid4(),
                     expected_version=table_snapshot(table.id).stamp.version)

for seat in range(1, seats + 1):
    patron = Patron.objects.create(name=f"Hand {{number}}-{{seat}}")
    cage.buy_in(window=data.WINDOWS[-1], patron_id=patron.id, cents=100_000,
                request_id=str(uuid4()), actor=cashier)
    give(commands.SeatPlayer(seat, patron.id))
give(*(commands.OfferBank(seat, "declined") for seat in range(1, seats)))
give(commands.OfferBank(seats, "accepted"))

def to_the_reveal():
    give(actions.PostBankWager(20_000))
    give(actions.PlaceWager(1, "ante", 1_000), actions.PlaceWager(2, "ante", 1_000))
    give(actions.CallNoMoreBets(), actions.ShowUpCard("Tc"), commands.DecideRest())

def to_the_end():
    give(actions.EnterBankHand(("Tc", "7d", "2h")), actions.EnterHand(1, ("As", "Qd", "3h")))
    give(actions.EnterHand(2, ("Qs", "9d", "3d")), actions.Close())

{then}
print("SEEDED", table.id, paired(table, None, floor))
"""


def play(stack: Stack, number: int, seats: int, then: str) -> tuple[int, str]:
    """Set up and open table ``number``, fill it, give the last seat the button, then do the rest.

    Returns the table's id and the key of its rail display.
    """
    said = stack.manage("shell", "-c", PLAY.format(number=number, seats=seats, then=then))
    table_id, key = said.split("SEEDED ")[1].split()
    return int(table_id), key
