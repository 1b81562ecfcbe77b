"""The drop box of a table: the one that hangs is taken, an empty one is hung."""

from django.db import transaction

from cardroom.audit import log as audit
from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.services import cage
from tables.live import broadcast
from tables.models import Table
from tables.refusals import NotAllowed, TableError, TableRefusal
from tables.services.desk import Desk


def swap_box(table_id: int, *, box_id: int, actor: Staff) -> int:
    """Take box ``box_id`` from an open table and hang an empty one. Returns the new box.

    The new box belongs to the gaming day and shift of this moment. Sent again, it finds another box
    hanging and changes nothing. Raises ``TableError``: the table is closed, or a round is in play,
    whose fees lie in the box that hangs.
    """
    if not actor.may(Permission.RUN_TABLE):
        raise NotAllowed()
    with transaction.atomic():
        desk = Desk.lock(table_id, actor, now())
        table = desk.table
        if table.status != Table.Status.OPEN or table.box_id is None:
            raise TableError(TableRefusal.TABLE_CLOSED, table=table.number)
        if table.box_id != box_id:
            return table.box_id
        desk.check_no_round_in_play()
        cage.take_box(box_id, actor)
        hung = cage.hang_box(table=str(table.number), actor=actor).pk
        table.box_id = hung
        desk.append("box_swapped", {"taken": box_id, "hung": hung})
        table.save()
        audit.record(actor, "table.box_swapped", f"table:{table.number}", taken=box_id, hung=hung)
        broadcast.table_changed(table.id, table.version)
        return hung
