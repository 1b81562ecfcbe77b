"""The waiting list: per game and limit, in the order in which people came."""

from django.db import IntegrityError, transaction

from cardroom.audit import log as audit
from cardroom.clock import now
from cardroom.people.exclusions import noting_stops
from cardroom.people.models import Patron, Staff
from cardroom.people.roles import Permission
from tables.models import Table, WaitingEntry
from tables.refusals import NotAllowed, TableError, TableRefusal
from tables.services.desk import Desk


def put_on_list(patron_id: int, table_id: int, *, actor: Staff) -> WaitingEntry:
    """Let a patron wait for a seat in the game and at the limit of an open table.

    Raises ``NotAllowed``, ``PATRON_NOT_FOUND``, ``PATRON_NOT_WELCOME`` (it does not say why),
    ``TABLE_CLOSED``, ``WAITS_ALREADY``.
    """
    _check(actor)
    patron = Patron.objects.filter(id=patron_id).first()
    if patron is None:
        raise TableError(TableRefusal.PATRON_NOT_FOUND, field="patron")
    with noting_stops("waiting list", actor):
        if not patron.is_welcome:
            raise TableError(TableRefusal.PATRON_NOT_WELCOME, field="patron", patron_id=patron.pk)
    table = Table.objects.select_related("pack").get(id=table_id)
    if table.status != Table.Status.OPEN or table.pack is None:
        raise TableError(TableRefusal.TABLE_CLOSED, field="table", table=table.number)
    try:
        with transaction.atomic():
            entry = WaitingEntry.objects.create(
                patron=patron,
                game=table.pack.name,
                least=table.limits["ante"][0],
                added_at=now(),
                added_by=actor,
            )
            audit.record(actor, "waiting.added", f"patron:{patron.id}", game=entry.game)
    except IntegrityError as error:
        raise TableError(TableRefusal.WAITS_ALREADY, field="patron", name=patron.name) from error
    return entry


def call(entry_id: int, *, actor: Staff) -> None:
    """Note that somebody was called to his seat. Raises ``NotAllowed``, ``NOT_WAITING``."""
    with transaction.atomic():
        entry = waiting_entry(entry_id, actor)
        entry.called_at = now()
        entry.save(update_fields=["called_at"])
        audit.record(actor, "waiting.called", f"patron:{entry.patron_id}", game=entry.game)


def remove(entry_id: int, *, actor: Staff) -> None:
    """Take somebody off the list without a seat. Raises ``NotAllowed``, ``NOT_WAITING``."""
    with transaction.atomic():
        entry = waiting_entry(entry_id, actor)
        entry.done_at, entry.outcome = now(), WaitingEntry.Outcome.REMOVED
        entry.save(update_fields=["done_at", "outcome"])
        audit.record(actor, "waiting.removed", f"patron:{entry.patron_id}", game=entry.game)


def leave_list(desk: Desk, patron: Patron) -> None:
    """Whoever was seated waits for this game at this limit no more."""
    assert desk.table.pack is not None  # the table is open
    WaitingEntry.objects.filter(
        patron=patron,
        game=desk.table.pack.name,
        least=desk.table.limits["ante"][0],
        done_at=None,
    ).update(done_at=desk.at, outcome=WaitingEntry.Outcome.SEATED)


def waiting_entry(entry_id: int, actor: Staff) -> WaitingEntry:
    """An entry of somebody who still waits, locked. Raises ``NotAllowed``, ``NOT_WAITING``."""
    _check(actor)
    rows = WaitingEntry.objects.select_for_update(of=("self",), no_key=True)
    entry = rows.filter(id=entry_id, done_at=None).first()
    if entry is None:
        raise TableError(TableRefusal.NOT_WAITING)
    return entry


def _check(actor: Staff) -> None:
    if not actor.may(Permission.RUN_TABLE):
        raise NotAllowed()
