"""Opening, closing, slips and the waiting list as pages."""

from collections.abc import Callable
from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader

from cardroom.people.models import Patron, Staff
from tables.models import DeckCheck, Table, TableSlip, WaitingEntry
from tables.services import waiting
from tests.tables.room import Room
from tests.web.test_floor_pages import closing_form, opening_form

pytestmark = pytest.mark.django_db
LogIn = Callable[[Staff], Client]
CHECKS = ("all_present", "backs_unmarked", "undamaged", "jokers_out")


def deck(name: str, back: str, *missing: str, defect: str = "") -> dict[str, str]:
    ticks = {f"{name}_{check}": "on" for check in CHECKS if check not in missing}
    return ticks | {f"{name}_back": back, f"{name}_defect": defect}


@pytest.fixture
def closed(room: Room) -> Room:
    room.close()
    return room


def test_a_table_opens_with_its_decks_and_policy_as_the_form_says(
    closed: Room, as_staff: LogIn
) -> None:
    form = opening_form(closed, source="hand", policy="every_hand", shuffler="on")
    form |= deck("deck1", "red", "undamaged", defect="the six of clubs is torn")
    form |= deck("spare1", "red") | deck("deck2", "blue")
    path = f"/tables/{closed.table.id}/"
    assert as_staff(closed.floor).post(path + "open/", form).status_code == 302
    table = closed.table_now()
    assert (table.rotation_policy, table.shuffler) == ("every_hand", True)
    assert [(check.back, check.good) for check in DeckCheck.objects.order_by("id")][-3:] == [
        ("red", False),
        ("red", True),
        ("blue", True),
    ]
    slip = TableSlip.objects.latest("id")
    page = as_staff(closed.floor).get(f"/slips/{slip.id}/").content.decode()
    assert "the six of clubs is torn" in page and "$1,000 counted" in page


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"password": "wrong"}, "Name and password do not belong together."),
        ({"signer": "", "password": ""}, "The dealer signs with name and password."),
        ({"chips_100": ""}, "This field is required."),
        ({"chips_100": "-1"}, "greater than or equal to 0"),
        ({"chips_100": "249"}, "Count again, or give a reason."),
        ({"source": "hand"}, "Check 1 deck here, and pass it: 0 passed."),
        ({"policy": "mine"}, "Select a valid choice."),
    ],
)
def test_a_slip_that_is_not_right_opens_nothing_and_says_why(
    closed: Room, as_staff: LogIn, changes: dict[str, str], sentence: str
) -> None:
    slips = TableSlip.objects.count()
    answer = as_staff(closed.floor).post(
        f"/tables/{closed.table.id}/open/", opening_form(closed, **changes)
    )
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert TableSlip.objects.count() == slips
    assert closed.table_now().status == Table.Status.CLOSED


def test_the_floor_cannot_sign_for_the_dealer_too(closed: Room, as_staff: LogIn) -> None:
    form = opening_form(closed)
    closed.floor.set_password("the floor's own")
    closed.floor.save()
    form |= {"signer": closed.floor.username, "password": "the floor&#x27;s own"}
    form["password"] = "the floor's own"
    answer = as_staff(closed.floor).post(f"/tables/{closed.table.id}/open/", form)
    assert answer.status_code == 422
    assert "Two people sign the slip" in answer.content.decode()


def test_a_close_leads_to_its_slip(room: Room, as_staff: LogIn) -> None:
    answer = as_staff(room.floor).post(f"/tables/{room.table.id}/close/", closing_form(room))
    slip = TableSlip.objects.latest("id")
    assert (slip.kind, answer["Location"]) == ("closer", f"/slips/{slip.id}/")
    assert room.table_now().status == Table.Status.CLOSED


def test_a_close_that_is_not_signed_leaves_the_table_open(room: Room, as_staff: LogIn) -> None:
    answer = as_staff(room.floor).post(
        f"/tables/{room.table.id}/close/", closing_form(room, password="wrong")
    )
    assert answer.status_code == 422
    assert room.table_now().status == Table.Status.OPEN


def test_a_closer_is_counted_without_the_numbers_of_the_last_slip(
    room: Room, as_staff: LogIn
) -> None:
    client = as_staff(room.floor)
    page = client.get(f"/tables/{room.table.id}/close/").content.decode()
    assert 'name="chips_100"' in page and "The books have" not in page
    assert all(
        field.value() is None
        for field in client.get(f"/tables/{room.table.id}/close/").context["form"].chip_fields()
    )


def test_a_slip_is_for_who_sees_the_floor(room: Room, as_staff: LogIn) -> None:
    slip = TableSlip.objects.latest("id")
    assert as_staff(room.dealer).get(f"/slips/{slip.id}/").status_code == 200
    assert as_staff(room.cashier).get(f"/slips/{slip.id}/").status_code == 403
    assert as_staff(room.floor).get("/slips/999999/").status_code == 404


def printed(client: Client, slip: TableSlip) -> str:
    answer = client.post(f"/slips/{slip.id}/pdf/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    pages = PdfReader(BytesIO(answer.content)).pages
    return " ".join("\n".join(page.extract_text() for page in pages).split())


def test_an_opener_is_printed_with_its_decks_and_lines_to_sign(
    closed: Room, as_staff: LogIn
) -> None:
    form = opening_form(closed, source="hand") | deck("spare1", "blue")
    form |= deck("deck1", "red", "undamaged", defect="the six of clubs is torn")
    form |= {"chips_100": "240", "reason": "ten chips were broken"}
    floor = as_staff(closed.floor)
    floor.post(f"/tables/{closed.table.id}/open/", form)
    slip = TableSlip.objects.get(kind="opener", total=99_000)
    assert f'action="/slips/{slip.id}/pdf/"' in floor.get(f"/slips/{slip.id}/").content.decode()
    text = printed(floor, slip)
    for part in (
        f"Opener slip {slip.id}",
        str(closed.table),
        "$5 150 $750",
        "Total $990",
        "In the books $1,000",
        "Variance $10 short",
        "Reason of the difference: ten chips were broken",
        "blue all present, unmarked, undamaged, jokers out",
        "red defective, returned to storage and replaced: the six of clubs is torn",
        f"Dealer: {closed.dealer.display_name}",
        f"Floor: {closed.floor.display_name}",
        "____",
    ):
        assert part in text, part
    assert "COPY" not in text


def test_a_slip_that_is_printed_again_says_which_copy_it_is(room: Room, as_staff: LogIn) -> None:
    room.close()
    opener, closer = TableSlip.objects.order_by("id")
    floor, dealer = as_staff(room.floor), as_staff(room.dealer)
    assert "COPY" not in printed(floor, closer)
    assert "COPY 1" in printed(dealer, closer)
    assert "COPY 2" in printed(floor, closer)
    # Every slip counts its own.
    assert "COPY" not in printed(floor, opener)
    assert as_staff(room.cashier).post(f"/slips/{closer.id}/pdf/").status_code == 403
    assert floor.get(f"/slips/{closer.id}/pdf/").status_code == 405


# -- The waiting list ------------------------------------------------------------------------------


def test_somebody_waits_is_called_and_seated_from_the_room_map(room: Room, as_staff: LogIn) -> None:
    zoe, floor = Patron.objects.create(name="Zoe"), as_staff(room.floor)
    floor.post("/waiting/", {"patron": zoe.id, "table": room.table.id})
    entry = WaitingEntry.objects.get()
    assert "1. Zoe" in " ".join(floor.get("/").content.decode().split())
    floor.post(f"/waiting/{entry.id}/call/")
    floor.post(f"/waiting/{entry.id}/seat/")
    assert room.look().seats[0].name == "Zoe"
    assert "Nobody waits." in floor.get("/").content.decode()


def test_a_list_that_says_no_says_why(room: Room, as_staff: LogIn) -> None:
    floor = as_staff(room.floor)
    answer = floor.post("/waiting/999999/seat/", follow=True)
    assert "Nobody waits under this entry any more." in answer.content.decode()
    assert floor.post("/waiting/1/dance/").status_code == 404


def test_who_waits_is_typed_and_stays_typed_when_he_is_not_found(
    room: Room, as_staff: LogIn
) -> None:
    floor = as_staff(room.floor)
    first, second = (Patron.objects.create(name="Lee Park") for _ in range(2))
    for typed, told in (
        ("Quinn", "Nobody is known as Quinn."),
        ("lee", f"Which one? Lee Park ({first.id}), Lee Park ({second.id})"),
        ("", "Who waits? Type a name or a number."),
    ):
        answer = floor.post("/waiting/", {"patron": typed, "table": room.table.id})
        text = answer.content.decode()
        assert answer.status_code == 422
        assert told in text
        assert not typed or f'value="{typed}"' in text
    answer = floor.post("/waiting/", {"patron": "Lee Park", "table": "0"})
    assert "Choose a game of the list." in answer.content.decode()
    floor.post("/waiting/", {"patron": f"Lee Park ({second.id})", "table": room.table.id})
    assert WaitingEntry.objects.get().patron == second
    again = floor.post("/waiting/", {"patron": str(second.id), "table": room.table.id})
    assert again.status_code == 422
    assert "Lee Park waits" in again.content.decode()


def test_the_waiting_list_is_not_the_dealers(room: Room, as_staff: LogIn) -> None:
    zoe = Patron.objects.create(name="Zoe")
    entry = waiting.put_on_list(zoe.id, room.table.id, actor=room.floor)
    dealer = as_staff(room.dealer)
    assert "Zoe" not in dealer.get("/").content.decode()
    assert dealer.post("/waiting/", {"patron": zoe.id, "table": room.table.id}).status_code == 403
    for what in ("call", "seat", "remove"):
        assert dealer.post(f"/waiting/{entry.id}/{what}/").status_code == 403
    assert room.look().seats[0].patron_id is None
