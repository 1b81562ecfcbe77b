"""The room map, a table, opening and closing it, and who may see what."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from cardroom.people.models import Patron, Staff
from cardroom.people.roles import ALLOWED, Permission, Role
from tables.engine import actions
from tables.models import Table
from tables.services import commands
from tests.persons import excluded
from tests.tables.room import Room, staff

pytestmark = pytest.mark.django_db
LogIn = Callable[[Staff], Client]

# What must be allowed for each page of a table.
PAGES = {
    "/tables/{}/": Permission.SEE_FLOOR,
    "/tables/{}/dealer/": Permission.DEAL,
    "/tables/{}/displays/": Permission.RUN_TABLE,
    "/tables/{}/turns/": Permission.SEE_FLOOR,
    "/people/free/": Permission.RUN_TABLE,
}


PASSWORD = "the dealer's own"


def closing_form(room: Room, **changes: str) -> dict[str, str]:
    """The tray of $1,000, counted and signed by the dealer."""
    room.dealer.set_password(PASSWORD)
    room.dealer.save()
    names = ("chips_100", "chips_500", "chips_2500", "signer", "password")
    form = {name: value for name, value in opening_form(room).items() if name in names}
    return form | changes


def opening_form(room: Room, **changes: str) -> dict[str, str]:
    room.dealer.set_password(PASSWORD)
    room.dealer.save()
    form = {
        "pack": str(room.pack.id),
        "fee_schedule": str(room.schedule.id),
        "source": "electronic",
        "decks": "1",
        "chips_100": "250",
        "chips_500": "150",
        "chips_2500": "0",
        "signer": room.dealer.username,
        "password": PASSWORD,
        "ante_least": "5",
        "ante_most": "300",
        "bonus_least": "1",
        "bonus_most": "100",
        "bank_least": "50",
        "bank_most": "10,000",
    }
    return form | changes


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("role", Role)
def test_a_page_opens_exactly_for_the_roles_that_may(
    room: Room, as_staff: LogIn, page: str, role: Role
) -> None:
    answer = as_staff(staff(role)).get(page.format(room.table.id))
    assert answer.status_code == (200 if PAGES[page] in ALLOWED[role] else 403)


@pytest.mark.parametrize("page", ["/", "/rounds/1/", *PAGES])
def test_a_stranger_is_asked_to_log_in(room: Room, page: str) -> None:
    path = page.format(room.table.id)
    assert Client().get(path)["Location"] == f"/login/?next={path}"


def test_who_has_no_floor_to_see_is_led_to_his_own_page(room: Room, as_staff: LogIn) -> None:
    assert as_staff(room.cashier).get("/")["Location"] == "/home/"


def test_a_table_that_does_not_exist_is_said_to_be_missing(room: Room, as_staff: LogIn) -> None:
    answer = as_staff(room.floor).get("/tables/99999/")
    assert answer.status_code == 404
    assert "There is no such table." in answer.content.decode()


def test_the_room_map_tells_the_floor_what_needs_somebody(room: Room, as_staff: LogIn) -> None:
    for seat in (1, 2):
        room.seat(seat)
    page = as_staff(room.floor).get("/").content.decode()
    assert "needs you" in page
    assert room.look().verdict.sentence in page
    assert "2</strong> seats taken" in page


def test_the_map_alone_is_sent_when_the_page_fetches_it_again(room: Room, as_staff: LogIn) -> None:
    page = as_staff(room.floor).get("/", headers={"HX-Request": "true"}).content.decode()
    assert str(room.table) in page
    assert "<html" not in page


def test_a_closed_table_shows_the_opening_form_to_who_may_open_it(
    room: Room, as_staff: LogIn
) -> None:
    as_staff(room.floor).post(f"/tables/{room.table.id}/close/", closing_form(room))
    path = f"/tables/{room.table.id}/"
    assert "Open the table" in as_staff(room.floor).get(path).content.decode()
    assert "Open the table" not in as_staff(room.dealer).get(path).content.decode()


def test_a_table_opens_with_what_the_form_says(room: Room, as_staff: LogIn) -> None:
    floor, path = as_staff(room.floor), f"/tables/{room.table.id}/"
    floor.post(path + "close/", closing_form(room))
    answer = floor.post(path + "open/", opening_form(room))
    assert answer["Location"] == path
    table = room.table_now()
    assert (table.status, table.source, table.dealer_id) == ("open", "electronic", room.dealer.id)
    assert table.limits == {
        "ante": [500, 30_000],
        "bonus": [100, 10_000],
        "bank": [5_000, 1_000_000],
    }


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"ante_least": "ten"}, "Type an amount such as 20 or 1,250.50."),
        ({"ante_least": "400"}, "The limits for ante must be a minimum up to a maximum."),
        ({"decks": "9"}, "less than or equal to 8"),
        ({"pack": "0"}, "Select a valid choice."),
    ],
)
def test_an_opening_that_is_wrong_says_so_and_leaves_the_table_closed(
    room: Room, as_staff: LogIn, changes: dict[str, str], sentence: str
) -> None:
    floor, path = as_staff(room.floor), f"/tables/{room.table.id}/"
    floor.post(path + "close/", closing_form(room))
    answer = floor.post(path + "open/", opening_form(room, **changes))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert room.table_now().status == Table.Status.CLOSED


def test_fees_that_leave_a_gap_in_the_limits_are_refused_in_a_sentence(
    room: Room, as_staff: LogIn
) -> None:
    floor, path = as_staff(room.floor), f"/tables/{room.table.id}/"
    floor.post(path + "close/", closing_form(room))
    answer = floor.post(path + "open/", opening_form(room, ante_most="900"))
    assert answer.status_code == 422
    assert "error-line" in answer.content.decode() or "field-error" in answer.content.decode()
    assert room.table_now().status == Table.Status.CLOSED


def test_a_dealer_cannot_open_or_close_a_table(room: Room, as_staff: LogIn) -> None:
    form = opening_form(room)
    dealer, path = as_staff(room.dealer), f"/tables/{room.table.id}/"
    assert dealer.post(path + "close/").status_code == 403
    assert dealer.post(path + "open/", form).status_code == 403
    assert room.table_now().status == Table.Status.OPEN


def test_a_table_does_not_close_over_a_round_that_has_been_dealt(
    room: Room, as_staff: LogIn
) -> None:
    for seat in (1, 2):
        room.seat(seat)
    room.give_bank_to(2)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000)
    room.give(actions.CallNoMoreBets())
    answer = as_staff(room.floor).post(f"/tables/{room.table.id}/close/", closing_form(room))
    assert "Finish round" in answer.content.decode()
    assert room.table_now().status == Table.Status.OPEN


def test_the_page_of_a_table_carries_its_state_and_version(room: Room, as_staff: LogIn) -> None:
    room.seat(1)
    answer = as_staff(room.floor).get(f"/tables/{room.table.id}/")
    assert answer.context["version"] == room.version
    assert answer.context["state"]["audience"] == "staff"
    assert '"Player 1"' in answer.content.decode()


def test_who_is_free_is_told_anew_each_time(room: Room, as_staff: LogIn) -> None:
    """Somebody who has left a seat, or was registered just now, can be seated at once."""
    floor = as_staff(room.floor)
    first = room.seat(1)
    assert floor.get("/people/free/").json() == {"patrons": [], "more": False}
    # A seat can be kept, or waited for, while he sits.
    everybody = floor.get("/people/free/?anywhere=yes").json()
    assert everybody["patrons"] == [{"id": first.id, "name": "Player 1"}]
    room.give(commands.LeaveSeat(1))
    new = Patron.objects.create(name="Somebody New")
    excluded("Frank Moss")
    assert floor.get("/people/free/").json()["patrons"] == [
        {"id": first.id, "name": "Player 1"},
        {"id": new.id, "name": "Somebody New"},
    ]


def names(answer: Any) -> list[str]:
    return [each["name"] for each in answer.json()["patrons"]]


def test_who_is_free_is_found_as_the_name_is_typed(room: Room, as_staff: LogIn) -> None:
    """Twenty at most, and it says that there are more; a page never reads thousands."""
    floor = as_staff(room.floor)
    Patron.objects.bulk_create(Patron(name=f"Lee {n:03}") for n in range(21))
    moss = excluded("Lee Moss")
    found = floor.get("/people/free/?q=lee")
    assert (len(names(found)), found.json()["more"]) == (20, True)
    found = floor.get("/people/free/?q=lee 01")
    assert (len(names(found)), found.json()["more"]) == (10, False)
    last = Patron.objects.get(name="Lee 020")
    assert names(floor.get(f"/people/free/?q={last.id}")) == ["Lee 020"]
    assert names(floor.get(f"/people/free/?q={moss.id}")) == []
    for text in ("%00", "%", "9" * 40):
        assert names(floor.get(f"/people/free/?q={text}")) == []
    # Nothing typed names nobody where they are many.
    assert floor.get("/people/free/").json() == {"patrons": [], "more": True}


def test_no_page_of_the_floor_carries_who_is_free(room: Room, as_staff: LogIn) -> None:
    Patron.objects.create(name="Not Asked For")
    floor = as_staff(room.floor)
    for path in ("/", f"/tables/{room.table.id}/"):
        assert "Not Asked For" not in floor.get(path).content.decode()


def test_a_table_shows_tonights_turns_with_every_offer(room: Room, as_staff: LogIn) -> None:
    for seat, chips in ((1, 100_000), (2, 4_900), (3, 100_000)):
        room.seat(seat, chips)
    room.give(commands.OfferBank(1, "absent"))
    room.give(commands.OfferBank(2, "cannot"))
    room.give(commands.OfferBank(3, "accepted"))
    text = as_staff(room.dealer).get(f"/tables/{room.table.id}/turns/").content.decode()
    assert "<html" not in text
    page = as_staff(staff(Role.AUDITOR)).get(f"/tables/{room.table.id}/").content.decode()
    for shown in (text, page):
        told = [
            "seat 3 Player 3</th>",
            ">nobody</th>",
            "seat 1 Player 1 was absent",
            "seat 2 Player 2 was short of chips",
            f'seat 3 Player 3 accepted <span class="muted">({room.dealer.display_name})</span>',
        ]
        assert [shown.find(part) for part in told] == sorted(shown.find(part) for part in told)
        assert all(part in shown for part in told)
