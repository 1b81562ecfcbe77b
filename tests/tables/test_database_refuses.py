"""PostgreSQL itself keeps the record of the floor: tried in raw SQL, behind Python's back."""

import pytest
from django.db import IntegrityError, connection, transaction
from psycopg import errors

from tables.models import RotationOffer, TableCommand, TableEvent
from tests.tables.room import NO_FEES, Room, play_worked_example

APPEND_ONLY = [
    "audit_auditrecord",
    "tables_tableevent",
    "tables_rotationoffer",
    "tables_tablecommand",
    "tables_rulepack",
    "tables_feeschedule",
]


def refusal(sql: str) -> str:
    """The name of the constraint that refuses a statement."""
    with (
        pytest.raises(IntegrityError) as refused,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"SET CONSTRAINTS ALL IMMEDIATE; {sql}")
    cause = refused.value.__cause__
    assert isinstance(cause, errors.RestrictViolation)
    return cause.diag.constraint_name or ""


@pytest.fixture(scope="module")
def once_played(kept_database: None) -> Room:
    room = Room(fees=NO_FEES)
    room.open()
    play_worked_example(room)
    return room


@pytest.fixture
def played(once_played: Room, db: None) -> Room:
    return once_played


@pytest.mark.django_db
@pytest.mark.parametrize("table", APPEND_ONLY)
def test_what_happened_cannot_be_rewritten(played: Room, table: str) -> None:
    key = "request_id" if table == "tables_tablecommand" else "id"
    for sql in (
        f"UPDATE {table} SET {key} = {key}",
        f"DELETE FROM {table}",
        f"TRUNCATE {table} CASCADE",
    ):
        assert refusal(sql).endswith("append_only")


@pytest.mark.django_db
def test_every_table_of_the_list_holds_rows_to_defend(played: Room) -> None:
    assert TableEvent.objects.exists() and RotationOffer.objects.exists()
    assert TableCommand.objects.exists()


@pytest.mark.django_db
def test_an_event_cannot_take_a_number_twice(played: Room) -> None:
    first = TableEvent.objects.filter(table=played.table)[0]
    first.pk = None
    with pytest.raises(IntegrityError, match="table_event_version"), transaction.atomic():
        first.save(force_insert=True)


@pytest.mark.django_db
def test_a_table_has_one_open_round(played: Room) -> None:
    second = played.table.rounds.get(status="open")
    second.pk, second.number = None, second.number + 1
    with pytest.raises(IntegrityError, match="one_open_round_a_table"), transaction.atomic():
        second.save(force_insert=True)


@pytest.mark.django_db
def test_a_table_has_one_current_turn(played: Room) -> None:
    second = played.table.turns.get(ended_at=None)
    second.pk = None
    with pytest.raises(IntegrityError, match="one_current_turn_a_table"), transaction.atomic():
        second.save(force_insert=True)
