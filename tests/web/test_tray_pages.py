"""Fills, credits and the drop box, on the pages of the floor and of the cage."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger import place_selectors
from ledger import selectors as books
from ledger.models import Box, Transfer
from tables import room_map
from tables.engine import actions
from tables.refusals import TableError, TableRefusal
from tables.services import boxes
from tests.tables.room import Room, staff

pytestmark = pytest.mark.django_db
LogIn = Callable[[Staff], Client]


def with_password(person: Staff) -> dict[str, str]:
    person.set_password("signs-here")
    person.save()
    return {"signer": person.username, "password": "signs-here"}


def asked(room: Room, as_staff: LogIn, kind: str = "fill") -> Transfer:
    data = {"kind": kind, "request_id": str(uuid4()), "chips_2500": "20"}
    page = f"/tables/{room.table.id}/chips/"
    assert as_staff(room.dealer).post(page, data).status_code == 302
    return Transfer.objects.latest("id")


def test_a_fill_from_the_asking_to_the_tray(room: Room, as_staff: LogIn) -> None:
    fill = asked(room, as_staff)
    page = f"/tables/{room.table.id}/chips/"
    floor, cashier = as_staff(room.floor), as_staff(room.cashier)
    text = floor.get(page).content.decode()
    assert "Fill 1, $500" in text
    assert "to be approved" in text
    assert "<strong>20 × $25</strong>" in text
    answer = floor.post(f"{page}{fill.pk}/approve/", follow=True)
    assert "to be sent" in answer.content.decode()
    assert "Fill 1" in cashier.get("/cage/fills/").content.decode()
    runner = staff(Role.FLOOR)
    send = {"chips_loose": "500", "runner": runner.pk, "request_id": str(uuid4())}
    answer = cashier.post(f"/cage/fills/{fill.pk}/", send, follow=True)
    assert f"Fill 1 is on its way to table {room.table.number}." in answer.content.decode()
    tray = books.tray_cents(str(room.table.number))
    count = {"chips_2500": 19, "chips_500": 1, "chips_100": 0, "reason": ""}
    count |= with_password(room.dealer)
    answer = floor.post(f"{page}{fill.pk}/", count)
    assert answer.status_code == 422
    assert "$480 was counted and $500 was sent: write a discrepancy note." in (
        answer.content.decode()
    )
    answer = floor.post(f"{page}{fill.pk}/", count | {"reason": "one chip short"}, follow=True)
    assert "Fill 1 is in the tray." in answer.content.decode()
    assert books.tray_cents(str(room.table.number)) == tray + 48_000
    assert "one chip short" in cashier.get(f"/cage/fills/{fill.pk}/").content.decode()


def test_a_credit_is_counted_out_at_the_table_and_in_at_the_cage(
    room: Room, as_staff: LogIn
) -> None:
    credit = asked(room, as_staff, "credit")
    page, floor = f"/tables/{room.table.id}/chips/", as_staff(room.floor)
    floor.post(f"{page}{credit.pk}/approve/")
    runner = staff(Role.FLOOR)
    count = {"chips_2500": 20, "chips_500": 0, "chips_100": 0, "runner": runner.pk}
    answer = floor.post(f"{page}{credit.pk}/", count | with_password(room.dealer), follow=True)
    assert "Credit 1 is on its way to the cage." in answer.content.decode()
    taken = {"chips_loose": "500", "note": "", "request_id": str(uuid4())}
    answer = as_staff(room.cashier).post(f"/cage/fills/{credit.pk}/", taken, follow=True)
    assert "Credit 1 is received." in answer.content.decode()


def test_a_fill_that_is_waited_for_stands_on_the_room_map(room: Room, as_staff: LogIn) -> None:
    asked(room, as_staff)
    alerts = [alert for card in room_map.read_room(room.floor).cards for alert in card.alerts]
    assert [(a.kind, a.text) for a in alerts if a.kind == "fill_pending"] == [
        ("fill_pending", "Fill 1, $500, to be approved.")
    ]
    text = as_staff(room.floor).get("/").content.decode()
    assert f'href="/tables/{room.table.id}/chips/"' in text


def test_a_fill_is_cancelled_on_the_page(room: Room, as_staff: LogIn) -> None:
    fill = asked(room, as_staff)
    page, dealer = f"/tables/{room.table.id}/chips/", as_staff(room.dealer)
    answer = dealer.post(f"{page}{fill.pk}/cancel/", {"reason": ""}, follow=True)
    assert "Write the reason: it is kept." in answer.content.decode()
    answer = dealer.post(f"{page}{fill.pk}/cancel/", {"reason": "not needed"}, follow=True)
    assert "Fill 1, $500: cancelled. not needed" in answer.content.decode()
    # Past that, its page at the table leads back.
    assert as_staff(room.floor).get(f"/tables/999/chips/{fill.pk}/").status_code == 404


@pytest.mark.parametrize("role", [Role.CASHIER, Role.AUDITOR, Role.ADMINISTRATOR])
def test_who_does_not_deal_asks_for_no_chips(room: Room, as_staff: LogIn, role: Role) -> None:
    client = as_staff(staff(role))
    assert client.get(f"/tables/{room.table.id}/chips/").status_code == 403
    assert client.post(f"/tables/{room.table.id}/box/", {"box": "1"}).status_code == 403


def test_nothing_asked_for_is_no_request(room: Room, as_staff: LogIn) -> None:
    for chips in ("", "0", "-1", "x"):
        data = {"kind": "fill", "request_id": str(uuid4()), "chips_100": chips}
        answer = as_staff(room.dealer).post(f"/tables/{room.table.id}/chips/", data)
        assert answer.status_code == 422
    assert not Transfer.objects.exists()


# -- The box ---------------------------------------------------------------------------------------


def test_the_box_is_swapped_between_rounds(room: Room, as_staff: LogIn) -> None:
    before = room.table_now().box_id
    assert before is not None
    path, floor = f"/tables/{room.table.id}/box/", as_staff(room.floor)
    answer = floor.post(path, {"box": before}, follow=True)
    hung = room.table_now().box_id
    assert f"Box {hung} hangs now." in answer.content.decode()
    assert Box.objects.get(pk=before).taken_by == room.floor
    # The same page sent again changes nothing.
    floor.post(path, {"box": before})
    assert room.table_now().box_id == hung
    assert before != hung


def test_a_box_is_swapped_at_an_open_table_only(room: Room) -> None:
    box = room.table_now().box_id
    assert box is not None
    room.close()
    with pytest.raises(TableError) as refused:
        boxes.swap_box(room.table.id, box_id=box, actor=room.floor)
    assert refused.value.code is TableRefusal.TABLE_CLOSED


def test_a_box_is_not_swapped_under_a_round(room: Room) -> None:
    for seat in (1, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000)
    room.give(actions.CallNoMoreBets())
    box = room.table_now().box_id
    assert box is not None
    with pytest.raises(TableError) as refused:
        boxes.swap_box(room.table.id, box_id=box, actor=room.floor)
    assert refused.value.code is TableRefusal.ROUND_IN_PLAY
    assert room.table_now().box_id == box


def test_a_count_of_the_tray_sorts_it(room: Room) -> None:
    found = place_selectors.holding(f"tray:{room.table.number}")
    assert found.unsorted == 0
    assert found.cents == sum(chip * count for chip, count in found.chips)
