"""Who worked here and what was worked with stay on record: PostgreSQL refuses to delete them."""

import pytest

from cardroom.people import companies
from cardroom.people.roles import Role
from ledger.services import cage
from tests.ledger.raw import sql
from tests.ledger.room import CageRoom, refused_by, staff

STAYS = {
    "people_staff": "people_staff_stays",
    "people_tpppscompany": "people_tpppscompany_stays",
    "ledger_window": "ledger_window_stays",
    "ledger_windowshift": "ledger_windowshift_stays",
    "ledger_box": "ledger_box_stays",
}


@pytest.fixture
def unused(room: CageRoom) -> CageRoom:
    """Beside what has a history, a row of each kind that nothing refers to: only the trigger
    keeps that one."""
    companies.register_company("Bay Proposition", actor=staff(Role.MANAGER))
    cage.hang_box(table="9", actor=None)
    staff(Role.DEALER)
    return room


@pytest.mark.parametrize(("table", "name"), STAYS.items())
def test_a_row_that_nothing_refers_to_is_not_deleted_either(
    unused: CageRoom, table: str, name: str
) -> None:
    newest = f"DELETE FROM {table} WHERE id = (SELECT max(id) FROM {table})"
    if table == "ledger_window":
        newest = "DELETE FROM ledger_window WHERE number = 1"  # nobody has opened that one
    with refused_by(name):
        sql(newest)
    sql(f"ALTER TABLE {table} DISABLE TRIGGER {name}")
    sql(newest)


@pytest.mark.parametrize(
    ("table", "name"), [*STAYS.items(), ("people_patron", "people_patron_stays")]
)
def test_a_table_is_not_emptied(unused: CageRoom, table: str, name: str) -> None:
    # Those that refer to it refuse too; the first to be asked is the table itself.
    with refused_by(name):
        sql(f"TRUNCATE {table} CASCADE")


def test_who_leaves_is_made_inactive(room: CageRoom) -> None:
    gone = staff(Role.DEALER)
    sql("UPDATE people_staff SET is_active = false WHERE id = %s", gone.pk)
    gone.refresh_from_db()
    assert not gone.is_active
