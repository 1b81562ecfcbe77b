"""The pages of house-banked tables: opened, looked at, corrected, counted, reported."""

import re
from collections.abc import Callable
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.conf import settings
from django.test import Client

from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger import selectors as books
from ledger.services import settlement
from tables.engine import actions
from tables.engine.wagers import WagerKind
from tables.models import RoundCorrection
from tables.services import commands, corrections
from tests.tables.house import NEW_YORK, HouseRoom
from tests.tables.room import staff
from tests.web.test_floor_pages import opening_form

pytestmark = pytest.mark.django_db
LogIn = Callable[[Staff], Client]
PASSWORD = "signs-for-the-win"


def opened(**more: object) -> HouseRoom:
    room = HouseRoom(**more)  # type: ignore[arg-type]
    room.open()
    return room


def play(room: HouseRoom, returned: bool = False) -> None:
    """One hand at seat 1: its 25 are lost, or with ``returned`` its ante and pair plus win."""
    if 1 not in room.players:
        room.seat(1)
    room.wager(1, ante=2_000, pair_plus=500)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Decide(1, "play" if returned else "fold"))
    room.give(actions.EnterBankHand(("Jc", "7d", "2c")))
    if returned:
        room.give(actions.EnterHand(1, ("9s", "9d", "3d")))
    room.give(actions.Close())


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_a_table_opens_with_the_limits_of_its_pack_alone(as_staff: LogIn) -> None:
    room = HouseRoom(rules=NEW_YORK)
    form = opening_form(room, pair_plus_least="5", pair_plus_most="100")
    form |= {"six_card_bonus_least": "5", "six_card_bonus_most": "25"}
    path = f"/tables/{room.table.id}/"
    answer = as_staff(room.floor).post(path + "open/", form, follow=True)
    assert "Seat a player, and betting opens." in answer.content.decode()
    table = room.table_now()
    assert table.fee_schedule is None  # although the form's own was sent along
    assert table.limits == {
        "ante": [500, 30_000],
        "pair_plus": [500, 10_000],
        "six_card_bonus": [500, 2_500],
    }


def test_a_missing_limit_of_the_pack_is_named(as_staff: LogIn) -> None:
    room = HouseRoom()
    form = opening_form(room, pair_plus_least="5", pair_plus_most="")
    answer = as_staff(room.floor).post(f"/tables/{room.table.id}/open/", form)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"pair_plus_most"}
    assert room.table_now().status == "closed"


def test_the_form_says_which_fields_belong_to_which_rules(as_staff: LogIn) -> None:
    room = HouseRoom(rules=NEW_YORK)
    page = text_of(as_staff(room.floor), f"/tables/{room.table.id}/")
    labels: dict[str, set[str]] = {}
    for ids, label in re.findall(r'data-packs="([\d ]*)">([^<]*) <', page):
        labels.setdefault(label.strip(), set()).update(ids.split())
    house = str(room.pack.id)
    assert house in labels["Pair Plus, least"] and house in labels["Six-card bonus, most"]
    for other in ("Fees", "Rotation", "W, least", "Bonus, most"):
        assert house not in labels[other] and labels[other]


def test_the_room_map_shows_house_and_tray_in_place_of_w(as_staff: LogIn) -> None:
    room = opened()
    room.seat(1)
    room.wager(1, ante=2_000)
    page = text_of(as_staff(room.floor), "/")
    assert "House, tray $1,000" in page and "worst case $140" in page
    assert "W $" not in page and "Offer the button" not in page


def test_a_tray_below_zero_needs_somebody(as_staff: LogIn) -> None:
    room = opened(most=1_000_000)
    room.seat(1)
    room.wager(1, pair_plus=90_000)
    page = text_of(as_staff(room.floor), "/")
    assert "needs you" not in page  # the tray of $1,000 holds an even win of $900
    room.wager(1, ante=5_000)
    room.give(actions.PlaceWager(1, WagerKind.ANTE, 10_000))
    assert "The tray is $100 short of a win of every hand." in text_of(as_staff(room.floor), "/")
    room.give(actions.CallNoMoreBets())
    room.give(commands.DecideAway(1))
    room.give(actions.Void("to begin anew"))
    room.wager(1, pair_plus=50_000)
    room.give(actions.CallNoMoreBets())
    room.give(actions.EnterBankHand(("Jc", "7d", "2c")))
    room.give(actions.EnterHand(1, ("9s", "9d", "9h")))
    room.give(actions.Close())
    page = text_of(as_staff(room.floor), "/")
    assert "The tray is $14,000 below zero: a fill is due." in page


def test_the_floors_page_has_no_rotation_at_a_house_table(as_staff: LogIn) -> None:
    room = opened()
    page = text_of(as_staff(room.floor), f"/tables/{room.table.id}/")
    assert 'id="turns" hidden' in page
    irregular = text_of(as_staff(room.dealer), f"/tables/{room.table.id}/dealer/")
    assert "Iowa, Irregularities (c)" in irregular


def test_the_sheets_of_a_house_round_tell_who_banks(as_staff: LogIn) -> None:
    room = opened()
    play(room)
    settlement.post_pending()
    round_ = room.last_round
    page = text_of(as_staff(room.floor), f"/rounds/{round_.id}/")
    assert "the house banks." in page and "Seat 1 is settled first." in page
    assert "None" not in page
    steps = text_of(as_staff(room.floor), f"/rounds/{round_.id}/dispute/")
    assert "no W" not in steps and "J♣ 7♦ 2♣" in steps


def test_a_correction_is_asked_for_on_its_form(as_staff: LogIn) -> None:
    room = opened(rules=NEW_YORK, capture="results")
    room.seat(1)
    room.wager(1, ante=1_000, pair_plus=500, six_card_bonus=500)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Decide(1, "play"))
    room.give(actions.EnterBankResult(False))
    room.give(actions.Close())
    settlement.post_pending()
    path = f"/rounds/{room.last_round.id}/correct/"
    page = text_of(as_staff(room.floor), path)
    assert "The dealer" in page and "player-dealer" not in page
    form = {"reason": "seen on video", "class_1": "straight", "six_1": "flush"}
    assert as_staff(room.floor).post(path, form).status_code == 302
    asked = RoundCorrection.objects.get()
    # Pair plus 6 to 1 and back, six cards 20 to 1 and back, an ante bonus of 1 to 1.
    assert sum(asked.changes.values()) == 500 * 7 + 500 * 21 + 1_000
    corrections.approve(asked.id, actor=staff(Role.MANAGER))
    assert books.trial_balance().balanced and books.chips_identity().holds


# -- The count and the report ----------------------------------------------------------------------


def supervisor() -> Staff:
    person = staff(Role.CAGE_SUPERVISOR)
    person.set_password(PASSWORD)
    person.save()
    return person


def yesterdays_round(room: HouseRoom) -> None:
    """A round that closed a day ago."""
    with patch("tables.services.door.now", lambda: now() - timedelta(days=1)):
        play(room)
    settlement.post_pending()


def test_two_people_count_a_win_on_the_cages_page(as_staff: LogIn) -> None:
    room, signer = opened(), supervisor()
    yesterdays_round(room)
    play(room)
    settlement.post_pending()
    cashier = as_staff(room.cashier)
    page = text_of(cashier, "/cage/wins/")
    assert "won $25" in page and "the shift still runs" in page
    which = re.findall(r'name="which" value="([^"]+)"', page)
    request_id = re.findall(r'name="request_id" value="([^"]+)"', page)
    assert len(which) == 1
    form = {"which": which[0], "request_id": request_id[0], "signer": signer.username}
    for password, sentence in (("wrong", "do not belong together"), ("", "it is missing")):
        refused = cashier.post("/cage/wins/", form | {"password": password})
        assert refused.status_code == 422 and sentence in refused.content.decode()
    refused = cashier.post("/cage/wins/", form | {"which": "9:2020-01-01:day", "password": "x"})
    assert refused.status_code == 422
    done = cashier.post("/cage/wins/", form | {"password": PASSWORD}, follow=True)
    assert f"Table {room.table.number} is counted: won $25." in done.content.decode()
    account = books.account("revenue:win")
    assert account is not None and account.balance == 2_500


def test_the_report_tells_win_hands_and_worst_case_by_shift(as_staff: LogIn) -> None:
    room = opened()
    play(room)
    play(room, returned=True)
    settlement.post_pending()
    manager = as_staff(staff(Role.MANAGER))
    page = text_of(manager, "/wins/")
    gaming = settings.ROOM_CALENDAR.at(now())
    # Lost: 25. Won: an ante of 20 that the bank did not qualify against, and a pair plus of 5.
    assert f"On {gaming.day} the house tables settled 2 hands and won $0" in page
    row = re.search(rf'<th scope="row">{room.table.number}</th>(.*?)</tr>', page)
    assert row is not None
    cells = re.findall(r"<td[^>]*>(.*?)</td>", row[1])
    # The worst case: 2 x 20, an ante bonus of 5 to 1, a pair plus of 40 to 1.
    assert cells[:5] == [gaming.shift, "2", "$340", "$0", "$0"]
    assert "No table that the house banks" in text_of(manager, "/wins/?day=2020-01-01")
    assert manager.get("/wins/?day=tomorrow").status_code == 422


@pytest.mark.parametrize("role", Role)
def test_the_win_is_seen_and_counted_by_who_may(as_staff: LogIn, role: Role) -> None:
    sees = {Role.MANAGER, Role.COMPLIANCE, Role.AUDITOR, Role.CAGE_SUPERVISOR}
    counts = {Role.CASHIER, Role.CAGE_SUPERVISOR}
    client = as_staff(staff(role))
    assert (client.get("/wins/").status_code == 200) is (role in sees)
    assert (client.get("/cage/wins/").status_code == 200) is (role in counts)
