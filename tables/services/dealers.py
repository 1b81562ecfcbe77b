"""House dealers: who deals at a table from when to when."""

from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from tables.models import DealerShift
from tables.refusals import TableError, TableRefusal
from tables.services.commands import RelieveDealer
from tables.services.desk import Desk


def relieve(desk: Desk, command: RelieveDealer) -> None:
    """Another dealer takes over. A round that is open keeps the dealer who opened it; the log
    tells at which event the next one came."""
    if desk.table.status != desk.table.Status.OPEN:
        raise TableError(TableRefusal.TABLE_CLOSED, table=desk.table.number)
    dealer = Staff.objects.filter(id=command.dealer_id).first()
    if dealer is None:
        raise TableError(TableRefusal.DEALER_UNKNOWN, field="dealer_id")
    clock_on(desk, dealer, field="dealer_id")


def clock_on(desk: Desk, dealer: Staff, *, field: str) -> None:
    """The dealer deals here from now on, whoever did before is relieved.

    Raises ``DEALER_UNKNOWN`` for somebody who may not deal, ``DEALER_IS_HERE``,
    ``DEALER_ELSEWHERE``.
    """
    if not dealer.may(Permission.DEAL):
        raise TableError(TableRefusal.DEALER_UNKNOWN, field=field)
    # His row is locked, so that two tables cannot have him at once.
    Staff.objects.select_for_update(of=("self",), no_key=True).get(id=dealer.id)
    name = dealer.display_name
    now_at = DealerShift.objects.select_related("table").filter(dealer=dealer, ended_at=None)
    here = now_at.first()
    if here is not None and here.table_id == desk.table.id:
        raise TableError(TableRefusal.DEALER_IS_HERE, field=field, name=name)
    if here is not None:
        raise TableError(
            TableRefusal.DEALER_ELSEWHERE, field=field, name=name, table=here.table.number
        )
    before = desk.table.dealer_id
    clock_off(desk)
    DealerShift.objects.create(
        table=desk.table, dealer=dealer, started_at=desk.at, set_by=desk.actor
    )
    desk.table.dealer = dealer
    ref = desk.round.ref if desk.round else None
    desk.append("dealer_clocked_on", {"dealer": dealer.id, "relieved": before, "round": ref})


def clock_off(desk: Desk) -> None:
    """Nobody deals here any more."""
    DealerShift.objects.filter(table=desk.table, ended_at=None).update(ended_at=desk.at)
    desk.table.dealer = None
