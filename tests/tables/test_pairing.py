"""Pairing: who gets a display, what it is bound to, and when it is over."""

import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction

from cardroom.audit.models import AuditRecord
from cardroom.people.roles import Permission, Role
from tables import selectors
from tables.engine import actions
from tables.live.projections import Audience, project
from tables.models import PairedDisplay
from tables.refusals import NotAllowed, TableError, TableNotFound, TableRefusal
from tables.services import commands, displays
from tests.tables.displays import paired, phone
from tests.tables.room import Room, staff

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime.fromisoformat("2026-11-29T23:00:00+00:00"), tick=False) as t:
        yield t


def why_not(key: str) -> TableRefusal:
    with pytest.raises(TableError) as refused:
        displays.display_of_key(key)
    code = refused.value.code
    assert isinstance(code, TableRefusal)
    return code


def log_of(action: str) -> list[dict[str, Any]]:
    return list(AuditRecord.objects.filter(action=action).values_list("data", flat=True))


# -- A device that waits ---------------------------------------------------------------------------


def test_a_device_that_waits_keeps_its_code_for_ten_minutes_and_then_gets_another(
    room: Room, traveller: time_machine.Traveller
) -> None:
    first = displays.ask_code("")
    assert displays.ask_code(first.key) == first
    assert why_not(first.key) is TableRefusal.DISPLAY_UNKNOWN
    traveller.shift(displays.CODE_LASTS)
    with pytest.raises(TableError, match="No display waits with this code"):
        displays.pair(first.code.text, room.table.pk, 1, actor=room.floor)
    second = displays.ask_code(first.key)
    assert second.code.text != first.code.text
    assert PairedDisplay.objects.count() == 1  # what nobody asks for any more is gone


def test_a_code_has_no_letter_that_is_taken_for_another() -> None:
    assert not set("01OILU") & set(displays.ALPHABET)
    code = displays.ask_code("").code.text
    assert len(code) == displays.CODE_LENGTH and set(code) <= set(displays.ALPHABET)


def test_two_devices_never_show_the_same_code(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("AAAAAA" + "AAAAAA" + "BBBBBB")
    monkeypatch.setattr(secrets, "choice", lambda _: next(letters))
    assert [displays.ask_code("").code.text for _ in range(2)] == ["AAAAAA", "BBBBBB"]


def test_nobody_fills_the_table_by_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(displays, "MOST_WAITING", 2)
    waiting = [displays.ask_code("") for _ in range(2)]
    with pytest.raises(TableError, match="Too many displays wait"):
        displays.ask_code("")
    assert displays.ask_code(waiting[0].key) == waiting[0]


def test_only_the_digest_of_a_key_is_kept(room: Room) -> None:
    key = paired(room.table, 1, room.floor)
    row = PairedDisplay.objects.values().get()
    assert key not in str(row) and len(key) >= 43
    assert why_not(row["key_digest"]) is TableRefusal.DISPLAY_UNKNOWN


# -- The floor pairs it ----------------------------------------------------------------------------


def test_the_floor_makes_a_device_a_seats_display_or_the_rail(room: Room) -> None:
    seat = displays.display_of_key(paired(room.table, 3, room.floor))
    assert (seat.kind, seat.table_id, seat.seat) == ("seat", room.table.pk, 3)
    assert seat.may_write and seat.patron_id is None
    rail = displays.display_of_key(paired(room.table, None, room.floor))
    assert (rail.kind, rail.table_id, rail.seat) == ("rail", room.table.pk, None)
    assert not rail.may_write
    said = log_of("display.paired")
    assert [(each["kind"], each["seat"]) for each in said] == [("seat", 3), ("rail", None)]


def test_a_seat_may_have_several_displays(room: Room) -> None:
    keys = [paired(room.table, 1, room.floor) for _ in range(2)]
    assert [displays.display_of_key(key).seat for key in keys] == [1, 1]


def test_a_code_pairs_one_device_once(room: Room) -> None:
    waiting = displays.ask_code("")
    displays.pair(waiting.code.text, room.table.pk, 1, actor=room.floor)
    with pytest.raises(TableError, match="No display waits"):
        displays.pair(waiting.code.text, room.table.pk, 2, actor=room.floor)
    assert displays.display_of_key(waiting.key).seat == 1


def test_a_code_may_be_typed_as_people_type(room: Room) -> None:
    code = displays.ask_code("").code.text
    displays.pair(f" {code[:3].lower()}-{code[3:]} ", room.table.pk, 1, actor=room.floor)


@pytest.mark.parametrize("role", [each for each in Role if each is not Role.FLOOR])
def test_nobody_but_the_floor_pairs_or_revokes(room: Room, role: Role) -> None:
    waiting, key = displays.ask_code(""), paired(room.table, 1, room.floor)
    person = staff(role)
    assert not person.may(Permission.RUN_TABLE)
    with pytest.raises(NotAllowed):
        displays.pair(waiting.code.text, room.table.pk, 1, actor=person)
    with pytest.raises(NotAllowed):
        displays.revoke(displays.display_of_key(key).id, actor=person)
    with pytest.raises(NotAllowed):
        selectors.displays_of_table(person, room.table.pk)


@pytest.mark.parametrize("seat", [0, -1, 5])
def test_a_seat_that_the_table_has_not_is_refused(room: Room, seat: int) -> None:
    waiting = displays.ask_code("")
    with pytest.raises(TableError, match="has seats 1 to 4"):
        displays.pair(waiting.code.text, room.table.pk, seat, actor=room.floor)
    assert displays.ask_code(waiting.key) == waiting


# -- It ends ---------------------------------------------------------------------------------------


def test_a_revoked_display_opens_nothing_and_never_again(room: Room) -> None:
    key = paired(room.table, 1, room.floor)
    shown = displays.display_of_key(key)
    for _ in range(2):
        displays.revoke(shown.id, actor=room.floor)
    assert why_not(key) is TableRefusal.DISPLAY_REVOKED
    assert displays.still_paired([shown.id]) == set()
    assert len(log_of("display.revoked")) == 1
    with pytest.raises(TableError, match="not paired"):
        displays.phone_code(shown)
    again = displays.ask_code(key)
    displays.pair(again.code.text, room.table.pk, 2, actor=room.floor)
    assert displays.display_of_key(again.key).seat == 2
    assert why_not(key) is TableRefusal.DISPLAY_REVOKED


def test_what_waits_or_is_not_there_cannot_be_revoked(room: Room) -> None:
    displays.ask_code("")
    for number in (PairedDisplay.objects.get().pk, 10**9):
        with pytest.raises(TableNotFound):
            displays.revoke(number, actor=room.floor)


def test_a_pairing_runs_out_and_use_does_not_renew_it(
    room: Room, traveller: time_machine.Traveller, settings: Any
) -> None:
    settings.DISPLAY_PAIRING_DAYS = 2
    key = paired(room.table, 1, room.floor)
    shown = displays.display_of_key(key)
    traveller.shift(timedelta(days=2, seconds=-1))
    assert displays.still_paired([shown.id]) == {shown.id}
    traveller.shift(timedelta(seconds=1))
    assert displays.still_paired([shown.id]) == set()
    assert why_not(key) is TableRefusal.DISPLAY_EXPIRED


def test_the_floor_sees_which_display_is_live(
    room: Room, traveller: time_machine.Traveller
) -> None:
    shown = displays.display_of_key(paired(room.table, 2, room.floor))
    paired(room.table, None, room.floor)

    def lines() -> list[tuple[str, bool]]:
        _, found = selectors.displays_of_table(room.floor, room.table.pk)
        return [(line.row.kind, line.live) for line in found]

    assert lines() == [("rail", False), ("seat", False)]
    displays.still_paired([shown.id])
    assert lines() == [("rail", False), ("seat", True)]
    traveller.shift(selectors.GONE_AFTER)
    assert lines() == [("rail", False), ("seat", False)]
    displays.revoke(shown.id, actor=room.floor)
    assert lines() == [("rail", False)]


# -- A phone follows a seat ------------------------------------------------------------------------


def test_a_phone_follows_whoever_sits_there_and_reads_alone(room: Room) -> None:
    room.seat(1)
    shown = displays.display_of_key(phone(paired(room.table, 1, room.floor)))
    assert (shown.kind, shown.table_id, shown.seat) == ("phone", room.table.pk, 1)
    assert shown.patron_id == room.players[1].pk and not shown.may_write
    assert log_of("display.followed")[0]["seat"] == 1


def test_a_seats_code_works_for_five_minutes_as_often_as_it_is_typed(
    room: Room, traveller: time_machine.Traveller
) -> None:
    room.seat(1)
    shown = displays.display_of_key(paired(room.table, 1, room.floor))
    code = displays.phone_code(shown)
    traveller.shift(displays.PHONE_CODE_LASTS - timedelta(seconds=1))
    assert displays.phone_code(shown) == code
    keys = {displays.follow(code.text, address="a") for _ in range(3)}
    assert len({displays.display_of_key(key).id for key in keys}) == 3
    traveller.shift(timedelta(seconds=1))
    with pytest.raises(TableError, match="No seat shows this code"):
        displays.follow(code.text, address="a")
    assert displays.phone_code(shown).text != code.text


def test_a_code_of_one_player_does_not_follow_the_next(room: Room) -> None:
    room.seat(1)
    shown = displays.display_of_key(paired(room.table, 1, room.floor))
    code = displays.phone_code(shown)
    room.give(commands.LeaveSeat(1))
    with pytest.raises(TableError, match="No seat shows this code"):
        displays.follow(code.text, address="a")
    room.seat(1)
    with pytest.raises(TableError, match="No seat shows this code"):
        displays.follow(code.text, address="a")
    assert displays.phone_code(shown).text != code.text


def test_a_phone_ends_when_its_player_leaves_even_if_he_comes_back(room: Room) -> None:
    room.seat(1)
    key = phone(paired(room.table, 1, room.floor))
    number = displays.display_of_key(key).id
    room.give(commands.LeaveSeat(1))
    assert why_not(key) is TableRefusal.PLAYER_HAS_LEFT
    assert displays.still_paired([number]) == set()
    room.give(commands.SeatPlayer(1, room.players[1].pk))
    assert why_not(key) is TableRefusal.PLAYER_HAS_LEFT


def test_a_phone_ends_when_its_player_moves(room: Room) -> None:
    room.seat(1)
    at_seat = paired(room.table, 1, room.floor)
    key = phone(at_seat)
    room.give(commands.MoveSeat(1, 2))
    assert why_not(key) is TableRefusal.PLAYER_HAS_LEFT
    assert displays.display_of_key(at_seat).seat == 1  # the tablet stays where it stands


def test_a_phone_ends_after_twelve_hours_and_when_the_floor_says_so(
    room: Room, traveller: time_machine.Traveller
) -> None:
    room.seat(1)
    at_seat = paired(room.table, 1, room.floor)
    first, second = phone(at_seat), phone(at_seat)
    displays.revoke(displays.display_of_key(first).id, actor=room.floor)
    assert why_not(first) is TableRefusal.DISPLAY_REVOKED
    assert displays.display_of_key(second).seat == 1
    traveller.shift(timedelta(hours=12))
    assert why_not(second) is TableRefusal.DISPLAY_EXPIRED


def test_an_empty_seat_the_rail_and_a_phone_give_no_code(room: Room) -> None:
    at_seat, rail = (paired(room.table, seat, room.floor) for seat in (1, None))
    with pytest.raises(TableError, match="Nobody sits at seat 1"):
        displays.phone_code(displays.display_of_key(at_seat))
    room.seat(1)
    for key in (rail, phone(at_seat)):
        with pytest.raises(TableError, match="not paired"):
            displays.phone_code(displays.display_of_key(key))


def test_a_devices_own_code_opens_no_seat_and_a_seats_code_pairs_nothing(room: Room) -> None:
    room.seat(1)
    waiting = displays.ask_code("")
    with pytest.raises(TableError, match="No seat shows this code"):
        displays.follow(waiting.code.text, address="a")
    shown = displays.display_of_key(paired(room.table, 1, room.floor))
    with pytest.raises(TableError, match="No display waits"):
        displays.pair(displays.phone_code(shown).text, room.table.pk, 1, actor=room.floor)


def test_a_code_of_a_display_that_was_revoked_follows_nothing(room: Room) -> None:
    room.seat(1)
    shown = displays.display_of_key(paired(room.table, 1, room.floor))
    code = displays.phone_code(shown)
    displays.revoke(shown.id, actor=room.floor)
    with pytest.raises(TableError, match="No seat shows this code"):
        displays.follow(code.text, address="a")


def test_codes_cannot_be_guessed(room: Room, traveller: time_machine.Traveller) -> None:
    room.seat(1)
    code = displays.phone_code(displays.display_of_key(paired(room.table, 1, room.floor)))
    for _ in range(displays.MOST_WRONG):
        # A right one between them opens nothing: everybody has one of his own.
        displays.follow(code.text, address="10.0.0.8")
        with pytest.raises(TableError, match="No seat shows this code"):
            displays.follow("AAAAAA", address="10.0.0.7")
    with pytest.raises(TableError, match="No more are taken until 15:01:00"):
        displays.follow(code.text, address="10.0.0.7")
    displays.follow(code.text, address="10.0.0.8")
    traveller.shift(timedelta(minutes=1))
    displays.follow(code.text, address="10.0.0.7")


# -- The next player -------------------------------------------------------------------------------


def test_a_fixed_display_shows_the_next_player_nothing_of_the_last_one(
    electronic_room: Room,
) -> None:
    room = electronic_room
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    for seat in (1, 2):
        room.bet(seat, 2_000, 500)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())
    room.give(commands.DecideRest())
    room.give(actions.Reveal())
    room.give(actions.Close())
    shown = displays.display_of_key(paired(room.table, 1, room.floor))
    audience = Audience.of_display(shown.seat, shown.patron_id)

    def own() -> dict[str, Any]:
        view = project(room.look(), audience)
        hands = view["round"]["hands"] if view["round"] else []
        last = [past["net"] for past in view["last_rounds"]]
        mine = [hand["net"] for hand in hands if hand["seat"] == 1]
        lines = [line for hand in hands if hand["seat"] == 1 for line in hand["lines"]]
        return {"nets": [n for n in last + mine if n is not None], "lines": lines, **view}

    assert own()["nets"]
    room.give(commands.LeaveSeat(1))
    empty = own()
    assert (empty["nets"], empty["lines"]) == ([], []) and "stack" not in empty["seats"][0]
    room.seat(1, chips=77_700)
    after = own()
    assert (after["nets"], after["lines"]) == ([], [])
    assert after["seats"][0]["stack"] == 77_700
    for view in (empty, after):
        assert all(fee["seat"] != 1 for fee in view["round"]["fees"])


# -- What PostgreSQL itself refuses ----------------------------------------------------------------


def refusal(changes: str, kind: str) -> str:
    """The name of the constraint that refuses to change the row of this kind so."""
    assert PairedDisplay.objects.filter(kind=kind).exists()
    with (
        pytest.raises(IntegrityError) as refused,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"UPDATE tables_paireddisplay SET {changes} WHERE kind = %s", [kind])
    cause: Any = refused.value.__cause__
    name: str = cause.diag.constraint_name
    return name


@pytest.mark.parametrize(
    ("constraint", "kind", "changes"),
    [
        ("display_of_its_kind", "seat", "table_id = NULL"),
        ("display_of_its_kind", "seat", "seat = NULL"),
        ("display_of_its_kind", "seat", "kind = 'rail'"),
        ("display_of_its_kind", "seat", "patron_id = (SELECT min(id) FROM people_patron)"),
        ("display_of_its_kind", "rail", "seat = 1"),
        ("display_of_its_kind", "rail", "kind = 'board'"),
        ("display_of_its_kind", "phone", "sitting = NULL"),
        ("display_of_its_kind", "phone", "patron_id = NULL"),
        ("display_of_its_kind", "seat", "kind = 'cinema'"),
        ("display_paired_until", "seat", "expires_at = NULL"),
        ("display_paired_until", "seat", "paired_at = NULL"),
        ("display_paired_until", "rail", "expires_at = paired_at"),
        ("display_paired_until", "waiting", "expires_at = now(), paired_at = now()"),
        ("display_paired_by_the_floor", "seat", "paired_by_id = NULL"),
        ("display_paired_by_the_floor", "phone", "paired_by_id = 1"),
        ("display_code_of_its_kind", "seat", "code = 'AAAAAA'"),
        ("display_code_of_its_kind", "seat", "code = 'AAAAAA', code_expires_at = now()"),
        ("display_code_of_its_kind", "rail", "code = 'AAAAAA', code_expires_at = now()"),
        ("display_code_of_its_kind", "waiting", "code = NULL, code_expires_at = NULL"),
        ("display_code_of_its_kind", "waiting", "code_expires_at = NULL"),
        ("display_revoked_by_somebody", "seat", "revoked_at = now()"),
        ("display_revoked_by_somebody", "seat", "revoked_by_id = paired_by_id"),
        (
            "display_revoked_without_code",
            "seat",
            "revoked_at = now(), revoked_by_id = paired_by_id, code = 'AAAAAA', "
            "code_expires_at = now(), code_sitting = 1",
        ),
    ],
)  # fmt: skip
def test_a_display_has_the_shape_of_its_kind_whoever_writes_it(
    room: Room, constraint: str, kind: str, changes: str
) -> None:
    room.seat(1)
    at_seat = paired(room.table, 1, room.floor)
    phone(at_seat)
    paired(room.table, None, room.floor)
    displays.ask_code("")
    PairedDisplay.objects.filter(kind="seat").update(
        code=None, code_expires_at=None, code_sitting=None
    )
    assert refusal(changes, kind) == constraint


def test_an_open_code_is_there_once(room: Room) -> None:
    code = displays.ask_code("").code.text
    displays.ask_code("")
    assert refusal(f"code = '{code}'", "waiting") == "open_display_code"


def test_a_key_is_there_once() -> None:
    displays.ask_code("")
    displays.ask_code("")
    name = refusal("key_digest = 'the same'", "waiting")
    assert name.startswith("tables_paireddisplay_key_digest")
