"""The command address, whatever is sent: no server error, nothing half done, the field named."""

import json
from typing import Any, Literal
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.engine import actions
from tables.engine.wagers import WagerKind
from tables.services.commands import BY_NAME
from tests.faults.hostile import Wire, browser, rows
from tests.races.crowd import at_once
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


@pytest.fixture
def wire(room: Room) -> Wire:
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    return Wire(room.table.pk, room.floor)


def envelope(**changes: object) -> str:
    return json.dumps(
        {
            "command": "place_wager",
            "data": {"seat": 1, "kind": "ante", "cents": 1_000},
            "expected_version": 10**6,
            "request_id": str(uuid4()),
        }
        | changes
    )


BODIES = {
    "nothing": b"",
    "text": b'"x"',
    "list": b"[]",
    "list of commands": b"[" + envelope().encode() + b"]",
    "cut off": envelope().encode()[:-5],
    "two": envelope().encode() * 2,
    "not utf-8": b"\xff\xfe\x00",
    "byte order mark": b"\xef\xbb\xbf" + envelope().encode(),
    "utf-16": envelope().encode("utf-16"),
    "NaN": envelope(expected_version=float("nan")).encode(),
    "infinity": b'{"expected_version": 1e400}',
    "many digits": b'{"expected_version": ' + b"9" * 5_000 + b"}",
    "null byte": envelope(command="deal\0").encode(),
    "null key": envelope(data={"\0": 1}).encode(),
    "empty key": envelope(data={"": 1}).encode(),
    "list as id": envelope(request_id=[]).encode(),
    "number as id": envelope(request_id=-1).encode(),
    "huge id": envelope(request_id=10**60).encode(),
    "version as object": envelope(expected_version={"gt": 0}).encode(),
    "command as list": envelope(command=["deal"]).encode(),
    "data as text": envelope(data="seat=1").encode(),
    "data as null": envelope(data=None).encode(),
    "dunder": envelope(command="__class__").encode(),
    "many keys": json.dumps({f"k{n}": n for n in range(50_000)}).encode(),
    "many unknown": envelope(data={f"k{n}": n for n in range(5_000)}).encode(),
    "deep list": b"[" * 100_000,
    "deep object": b'{"a":' * 100_000,
    "deep and whole": b'{"data":' + b'{"a":' * 5_000 + b"1" + b"}" * 5_001,
    "surrogate command": b'{"command": "\\ud800"}',
    "surrogate key": envelope(data={"\ud800": 1}).encode(),
    "surrogate kind": envelope(data={"seat": 1, "kind": "\udfff", "cents": 1}).encode(),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_makes_no_sense_is_refused_and_changes_nothing(wire: Wire, body: bytes) -> None:
    before = rows()
    answer = wire.send(body)
    assert answer.status_code == 400, answer.content[:300]
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"]
    assert rows() == before


def test_a_body_of_megabytes_is_not_read(wire: Wire) -> None:
    before = rows()
    answer = wire.send(b'{"command": "' + b"x" * 3_000_000 + b'"}')
    assert answer.status_code in (400, 413)
    assert rows() == before


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "x",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/xml",
        "application/json/x",
        "\u00ff/\u00fe",
    ],
)
def test_another_content_type_is_not_read(wire: Wire, content_type: str) -> None:
    before = rows()
    answer = wire.send(envelope(), content_type)
    assert answer.status_code in (400, 415), answer.content[:300]
    assert rows() == before


@pytest.mark.parametrize("charset", ["zlib", "hex", "rot13", "undefined", "utf-16", "punycode"])
def test_no_charset_makes_the_server_fail(wire: Wire, charset: str) -> None:
    before = rows()
    answer = wire.send(envelope(), f"application/json; charset={charset}")
    assert answer.status_code < 500
    assert rows() == before


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE"])
def test_other_methods_change_nothing(wire: Wire, room: Room, method: str) -> None:
    before = rows()
    for address in (wire.address, wire.address.removesuffix("commands/")):
        answer = wire.client.generic(method, address, envelope(), CONTENT_TYPE="application/json")
        assert answer.status_code in (200, 405)
    assert rows() == before


def test_a_command_without_the_pages_token_is_refused(wire: Wire, room: Room) -> None:
    wire.client = browser(room.floor, enforce_csrf_checks=True)
    before = rows()
    assert wire.command("place_wager", room.version, {}).status_code == 403
    assert rows() == before


# -- At random -------------------------------------------------------------------------------------

HALVES: tuple[Literal["Cs"]] = ("Cs",)
WORDS = st.text(st.characters(exclude_categories=HALVES), max_size=12)
NUMBERS = st.one_of(
    st.integers(-3, 20),
    st.integers(-(10**25), 10**25),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.sampled_from([500, 1_000, 2_000, 20_000, 2**31, 2**63, 2**63 - 1]),
)
SENSIBLE = st.sampled_from(
    ["ante", "bonus", "play", "fold", "accepted", "declined", "As", "2c", "Kd", "reason", "1"]
)
ANYTHING = st.recursive(
    st.one_of(st.none(), NUMBERS, WORDS, SENSIBLE),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=6,
)
FIELDS = (
    *("seat", "patron_id", "cents", "kind", "answer", "card", "cards", "decision", "reason"),
    *("to_seat", "to_table", "chips", "dealer_id", "qualifies", "result", "hand_class"),
    *("six_card_class", "incident"),
)
DATA = st.one_of(
    st.dictionaries(st.sampled_from(FIELDS), ANYTHING, max_size=4),
    st.fixed_dictionaries({"seat": NUMBERS, "kind": SENSIBLE, "cents": NUMBERS}),
    st.fixed_dictionaries({"seat": NUMBERS, "cards": st.lists(SENSIBLE, max_size=4)}),
    st.fixed_dictionaries({"seat": NUMBERS, "answer": SENSIBLE}),
    st.fixed_dictionaries({"seat": NUMBERS, "decision": SENSIBLE}),
    st.fixed_dictionaries({"seat": NUMBERS, "patron_id": NUMBERS}),
    st.just({}),
)


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(name=st.sampled_from(sorted(BY_NAME)), data=DATA, stale=st.sampled_from([0, 0, 0, 1]))
def test_a_command_with_anything_in_it_is_done_whole_or_refused_by_name(
    wire: Wire, room: Room, name: str, data: Any, stale: int
) -> None:
    version, before = room.version, rows()
    answer = wire.command(name, version - stale, data)
    assert answer.status_code in (200, 400, 409, 422), answer.content[:300]
    body = answer.json()
    if answer.status_code == 200:
        # See below for the one command that is done and does nothing.
        assert body["version"] == room.version > version - (name == "decide_rest")
        return
    assert rows() == before and room.version == version
    assert body["code"] and body["detail"]
    if answer.status_code == 400:
        inputs = {path.partition(".")[0] for path in body["errors"]}
        assert inputs and inputs <= {*FIELDS, *data}


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(body=ANYTHING)
def test_any_json_at_all_is_answered(wire: Wire, body: Any) -> None:
    before = rows()
    answer = wire.send(json.dumps(body))
    assert answer.status_code == 400
    assert rows() == before


@pytest.mark.parametrize("patron", [0, -1, 2**31, 2**63 - 1, 2**63, 10**30])
def test_a_number_of_nobody_is_refused_by_field(wire: Wire, room: Room, patron: int) -> None:
    answer = wire.command("seat_player", room.version, {"seat": 3, "patron_id": patron})
    assert answer.status_code in (400, 422)
    body = answer.json()
    assert body.get("field") == "patron_id" or "patron_id" in body["errors"]


def test_all_decided_is_refused_while_there_is_nothing_to_decide(wire: Wire, room: Room) -> None:
    before = rows()
    answer = wire.command("decide_rest", room.version, {})
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong_phase")
    assert rows() == before


# -- Request ids -----------------------------------------------------------------------------------


def test_a_request_id_of_another_table_is_refused(wire: Wire, room: Room) -> None:
    other = Room()
    other.open()
    used = uuid4()
    room.give(actions.PlaceWager(1, WagerKind.ANTE, 1_000), request_id=used)
    body = {
        "command": "offer_bank",
        "data": {"seat": 1, "answer": "declined"},
        "expected_version": other.version,
        "request_id": str(used),
    }
    answer = Wire(other.table.pk, other.floor).send(json.dumps(body))
    assert (answer.status_code, answer.json()["code"]) == (422, "request_id_reused")


@pytest.mark.django_db(transaction=True)
def test_one_request_id_at_two_tables_at_once_is_refused_at_one(transactional_db: None) -> None:
    rooms = [Room(), Room()]
    for room in rooms:
        room.open()
        for seat in (1, 2):
            room.seat(seat)
    for _ in range(8):
        used = uuid4()

        def send(room: Room, used: UUID = used) -> int:
            body = {
                "command": "offer_bank",
                "data": {"seat": room.look().verdict.next_offer, "answer": "declined"},
                "expected_version": room.version,
                "request_id": str(used),
            }
            answer = Wire(room.table.pk, room.floor).send(json.dumps(body))
            return int(answer.status_code)

        found = at_once(*[lambda room=room: send(room) for room in rooms])
        assert sorted(map(str, found)) == ["200", "422"], found
