"""The room of a simulated night: set up in the evening, counted in the morning."""

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import connection
from django.db.models import Count, Q

from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger.books.tally import Tally
from ledger.models import Outbox
from ledger.services import boxes, cage, windows
from ledger.services.verification import verify
from tables.models import FeeSchedule, RulePack
from tests.faults.night_tables import CALIFORNIA, FEES, Cage, DoorTable, LedgerTable, NightTable
from tests.faults.notebook import Notebook

WINDOWS = (1, 2, 3, 4)
VAULT, COVER, ISSUED, IMPREST, CHIPS = 10**11, 10**11, 10**12, 10**10, 10**11
TRAY = {2_500: 400}
PLAYERS = 5
# One table in so many goes through the whole command door.
DOOR_EVERY = 10


def set_up(tables: int, notebook: Notebook) -> tuple[Cage, list[Staff]]:
    """Vault, chips, trays, windows, rules and fees; the cage, and two who may count and sign."""
    trays = {str(n): Tally(TRAY) for n in range(1, tables + 1)}
    cage.set_up_room(
        vault_cash=VAULT,
        chip_cover=COVER,
        chips_issued=Tally({2_500: ISSUED // 2_500}),
        windows=WINDOWS,
        trays=trays,
        actor=None,
    )
    opening = {"cash:vault": VAULT, "bank:chip-cover": COVER}
    notebook.note("opening", {**opening, "equity:opening": -VAULT - COVER})
    notebook.note("new_chips", {}, {"issued": ISSUED, "vault": ISSUED})
    for table, chips in trays.items():
        notebook.note("fill", {}, {"vault": -chips.cents, f"tray:{table}": chips.cents})
    RulePack.objects.create(name="California", rules=CALIFORNIA, effective_from=now())
    FeeSchedule.objects.create(name="Night", lines=FEES, effective_from=now())
    cashiers = {n: _staff(f"cashier-{n}", Role.CASHIER) for n in WINDOWS}
    for window, cashier in cashiers.items():
        cage.open_window(window=window, imprest=IMPREST, chips=CHIPS, actor=cashier)
        legs = {f"cash:window:{window}": IMPREST, "cash:vault": -IMPREST}
        notebook.note("window_issue", legs, {"vault": -CHIPS, f"window:{window}": CHIPS})
    counters = [_staff(f"supervisor-{n}", Role.CAGE_SUPERVISOR) for n in (1, 2)]
    return Cage(notebook, cashiers), counters


def _staff(name: str, role: Role) -> Staff:
    return Staff.objects.create(username=name, role=role)


def tables(count: int, cage_: Cage, seed: str) -> list[NightTable]:
    """The tables, open, with people at them."""
    made: list[NightTable] = []
    for number in range(1, count + 1):
        kind = DoorTable if number % DOOR_EVERY == 1 else LedgerTable
        made.append(kind(number, cage_, f"{seed}/{number}", PLAYERS))
    return made


def wait_until_posted(patience: float) -> None:
    """Until no settlement waits, or the patience is over: then the comparison says so."""
    deadline = time.monotonic() + patience
    while Outbox.objects.filter(done_at=None, parked_at=None).exists():
        if time.monotonic() > deadline:
            return
        time.sleep(0.05)


class Work(NamedTuple):
    """Orders that a worker began, those begun more than once, and those it never touched."""

    begun: int
    again: int
    inline: int


def work_of_the_workers() -> Work:
    found = Outbox.objects.aggregate(
        begun=Count("id", filter=Q(attempts__gt=0)),
        again=Count("id", filter=Q(attempts__gt=1)),
        inline=Count("id", filter=Q(attempts=0)),
    )
    return Work(**found)


def count_boxes(
    tables: Iterable[NightTable], notebook: Notebook, counters: Sequence[Staff]
) -> None:
    """Close the tables; two people find in each box what went into it."""
    for table in tables:
        table.close()
        box = f"box:{table.box}"
        chips = notebook.places().get(box, 0)
        fees = -notebook.accounts().get(f"collections:{box}", 0)
        boxes.write_sheet(
            box_id=table.box, chips=Tally(loose=chips), cash=Tally(), actor=counters[0]
        )
        for counter in counters:
            boxes.sign_sheet(box_id=table.box, actor=counter)
        if chips:
            legs = {f"collections:{box}": fees, "revenue:collections": -fees}
            notebook.note("box_count", legs, {box: -chips, "vault": chips})


def close_windows(cage_: Cage, notebook: Notebook, counters: Sequence[Staff]) -> None:
    """Each cashier counts what she must have."""
    for window, cashier in cage_.cashiers.items():
        drawer, place = f"cash:window:{window}", f"window:{window}"
        cash, chips = notebook.accounts()[drawer], notebook.places()[place]
        windows.sign_count(
            window=window,
            cash=Tally(loose=cash),
            chips=Tally(loose=chips),
            request_id=f"count:{window}",
            actor=cashier,
        )
        windows.close_window(
            window=window,
            request_id=f"close:{window}",
            actor=cashier,
            signed_by=counters[0],
            reason="counted otherwise than noted",
        )
        legs = {"cash:vault": cash, drawer: -cash}
        notebook.note("window_return", legs, {place: -chips, "vault": chips})


def verified() -> tuple[str, ...]:
    """What ``verify_ledger`` finds. Rows that came this fast have no statistics yet, and the web's
    limit on a statement is not meant for a recount."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute("SET statement_timeout = 0")
    return tuple(str(finding) for finding in verify())
