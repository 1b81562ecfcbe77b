"""``manage.py add_table``: how a room gets its tables."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cardroom.audit.models import AuditRecord
from cardroom.people.roles import Role
from tables.models import Table
from tests.tables.room import Room, staff

pytestmark = pytest.mark.django_db


def add(*words: str) -> str:
    said = StringIO()
    call_command("add_table", *words, stdout=said)
    return said.getvalue()


def test_a_table_is_set_up_closed_with_the_usual_chips() -> None:
    assert add("7", "--seats", "9") == "Table 7 is set up: 9 seats, chips $1, $5, $25, $100.\n"
    table = Table.objects.get(number=7)
    assert (table.seat_count, table.status) == (9, Table.Status.CLOSED)
    assert table.chips == [100, 500, 2_500, 10_000]
    assert AuditRecord.objects.get(action="table.added").subject == "table:7"


def test_a_table_has_the_chips_that_are_named_the_smallest_first() -> None:
    add("7", "--seats", "9", "--chips", "25", "0.50")
    assert Table.objects.get(number=7).chips == [50, 2_500]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("0", "--seats", "9"), "Tables are numbered from 1."),
        (("7", "--seats", "1"), "A table has 2 to 14 seats."),
        (("7", "--seats", "15"), "A table has 2 to 14 seats."),
        (("7", "--seats", "9", "--chips", "5", "5"), "must be different amounts"),
        (("7", "--seats", "9", "--chips", "0"), "each above nothing"),
        (("7", "--seats", "9", "--chips", "five"), "'five' is not an amount"),
        (("7",), "--seats"),
        (("4", "--seats", "9"), "There is a table 4 already."),
    ],
)
def test_a_table_that_cannot_be_set_up_says_why(words: tuple[str, ...], said: str) -> None:
    add("4", "--seats", "2")
    with pytest.raises(CommandError, match=said):
        add(*words)
    assert list(Table.objects.values_list("number", flat=True)) == [4]


def test_a_table_that_was_set_up_can_be_opened_and_played_at() -> None:
    room = Room()
    add(str(room.table.number + 1), "--seats", "3")
    room.table = Table.objects.get(number=room.table.number + 1)
    room.open()
    for seat in (1, 3):
        room.seat(seat)
    room.give_bank_to(3)
    assert room.state.setup.bank_seat == 3


def test_a_room_without_tables_says_how_it_gets_one() -> None:
    client = Client()
    client.force_login(staff(Role.FLOOR))
    assert "manage.py add_table NUMBER --seats N" in client.get("/").content.decode()
