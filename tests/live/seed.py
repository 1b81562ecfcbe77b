"""Run inside the stack's own processes (``manage.py shell``): a table with players, as JSON."""

import json
import sys
from uuid import uuid4

from cardroom.people.models import Patron, Staff
from ledger.services import cage
from tables.demo.data import LIMITS, WINDOWS, tray_count
from tables.models import FeeSchedule, RulePack, Table
from tables.services import commands, door, opening, slips
from tables.snapshot import table_snapshot
from tests.tables.displays import paired


def seed(number: int, seats: tuple[int, ...] = (1, 2, 3, 5), source: str = "electronic") -> None:
    """Open table ``number``, seat bought-in players, give the last seat the button."""
    floor, cashier = (Staff.objects.get(username=name) for name in ("floor", "cashier"))
    dealer, _ = Staff.objects.get_or_create(username=f"dealer-{number}", role="dealer")
    table = Table.objects.get(number=number)
    cage.open_window(window=WINDOWS[0], imprest=2_000_000, actor=cashier)
    opening.open_table(
        table.id,
        actor=floor,
        pack_id=RulePack.objects.get(name="California").id,
        fee_schedule_id=FeeSchedule.objects.order_by("id")[0].id,
        limits=dict(LIMITS),
        source=source,
        count=tray_count(table, dealer),
        looks=(slips.DeckLook("red"),) if source == "hand" else (),
    )

    def give(command: commands.Command) -> None:
        door.perform(
            floor,
            table.id,
            command,
            expected_version=table_snapshot(table.id).stamp.version,
            request_id=uuid4(),
        )

    for seat in seats:
        patron = Patron.objects.create(name=f"Player {number}-{seat}")
        cage.buy_in(
            window=WINDOWS[0],
            patron_id=patron.id,
            cents=100_000,
            request_id=str(uuid4()),
            actor=cashier,
        )
        give(commands.SeatPlayer(seat, patron.id))
    for seat in seats:
        give(commands.OfferBank(seat, "accepted" if seat == seats[-1] else "declined"))
    found = {
        "table": table.id,
        "rail": paired(table, None, floor),
        "seats": {seat: paired(table, seat, floor) for seat in seats},
    }
    sys.stdout.write("SEEDED " + json.dumps(found) + "\n")
