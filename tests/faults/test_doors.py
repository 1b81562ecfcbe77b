"""Every address, every role, every method: who may not is turned away, and nothing changes."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from cardroom.people.models import Staff
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger.books.person_flows import Form
from ledger.models import CurrencyReport, Entry, Transfer, WindowShift
from ledger.services import boxes, cage, deposits, transfers
from tables.engine import actions
from tables.models import Round
from tables.services import commands
from tests.faults.hostile import Wire, browser, rows
from tests.ledger.room import close_window
from tests.tables.room import Room, staff

pytestmark = pytest.mark.django_db
P = Permission

# What each address asks for; no permission means that anybody may come, or anybody logged in.
ANYBODY = {"login", "logout", "follow", "follow-code", "set-language", "texts"}
# A device's own addresses: each tells it what it may know by its key, and a stranger nothing.
DEVICES = {
    *("display", "display-code", "phone-code", "answer-at-seat"),
    *("display-away", "display-worker", "display-manifest"),
}
LOGGED_IN = {"home"}
DOORS: dict[str, set[Permission]] = {
    "room": {P.SEE_FLOOR},
    "board": {P.SEE_FLOOR},
    "table": {P.SEE_FLOOR},
    "table-turns": {P.SEE_FLOOR},
    "free-patrons": {P.RUN_TABLE},
    "round": {P.SEE_FLOOR},
    "round-by-ref": {P.SEE_FLOOR},
    "dealer": {P.DEAL},
    "displays": {P.RUN_TABLE},
    "pair": {P.RUN_TABLE},
    "pair-display": {P.RUN_TABLE},
    "revoke-display": {P.RUN_TABLE},
    "open-table": {P.RUN_TABLE},
    "close-table": {P.RUN_TABLE},
    "waiting-add": {P.RUN_TABLE},
    "waiting-change": {P.RUN_TABLE},
    "slip": {P.SEE_FLOOR},
    "print-table-slip": {P.SEE_FLOOR},
    "dispute": {P.SEE_FLOOR},
    "correct-round": {P.RUN_TABLE},
    "decide-correction": {P.APPROVE_CORRECTION},
    "cage": {P.SEE_CAGE},
    "cage-person": {P.WORK_CAGE},
    "new-person": {P.WORK_CAGE},
    "cage-window-open": {P.WORK_CAGE},
    "cage-window-close": {P.WORK_CAGE},
    "buy-in": {P.WORK_CAGE},
    "cash-out": {P.WORK_CAGE},
    "count-wins": {P.WORK_CAGE},
    "wins": {P.SEE_BOOKS},
    "deposit": {P.WORK_CAGE},
    "withdrawal": {P.WORK_CAGE},
    "proposition-leaves": {P.WORK_CAGE},
    "proposition-companies": {P.SIGN_CAGE},
    "release-player": {P.SIGN_CAGE},
    "deposit-statement": {P.SEE_CAGE},
    "person-page": {P.SEE_CAGE},
    "give-name": {P.WORK_CAGE},
    "reverse-entry": {P.WORK_CAGE},
    "merges": {P.PROPOSE_MERGE},
    "decide-merge": {P.APPROVE_MERGE},
    "undo-merge": {P.APPROVE_MERGE},
    "exclusions": {P.EXCLUDE},
    "lift-exclusion": {P.EXCLUDE},
    "currency-log": {P.SEE_CURRENCY},
    "reports": {P.SEE_CURRENCY},
    "report": {P.FILE_REPORTS},
    "report-draft": {P.FILE_REPORTS},
    "suspicion-notes": {P.SEE_SUSPICION},
    "cover": {P.SEE_BOOKS},
    "retention": {P.SEE_BOOKS},
    "cage-window-recount": {P.WORK_CAGE},
    "cage-window-hand-over": {P.WORK_CAGE},
    "cage-window-supply": {P.WORK_CAGE},
    "cage-window-give-back": {P.WORK_CAGE},
    "cage-window-variance": {P.WORK_CAGE},
    "cage-exchange": {P.WORK_CAGE},
    "cage-tokes": {P.WORK_CAGE},
    "cage-chips": {P.WORK_CAGE},
    "runner-issue": {P.WORK_CAGE},
    "runner-hand-in": {P.WORK_CAGE},
    "runner-sale": {P.RUN_CHIPS},
    "boxes": {P.SEE_CAGE},
    "box": {P.SEE_CAGE},
    "box-sign": {P.COUNT_BOX},
    "fills": {P.SEE_CAGE},
    "fill": {P.SEE_CAGE},
    "fill-approve": {P.SEE_CAGE},
    "fill-cancel": {P.SEE_CAGE},
    "table-chips": {P.DEAL},
    "count-transfer": {P.RUN_TABLE},
    "decide-transfer": {P.DEAL},
    "swap-box": {P.RUN_TABLE},
    "vault": {P.SEE_CAGE, P.SEE_BOOKS},
    "vault-new-chips": {P.MANAGE_CHIPS},
    "vault-withdraw": {P.MANAGE_CHIPS},
    "vault-sort": {P.SIGN_CAGE},
    # Who deals may print too, where a slip is; here is none.
    "slip-pdf": {P.SEE_CAGE},
    "window-statement": {P.SEE_CAGE},
    "shift": {P.SEE_BOOKS},
    "books": {P.SEE_BOOKS},
    "journal": {P.SEE_BOOKS},
    "entry": {P.SEE_BOOKS},
    "account": {P.SEE_BOOKS},
    "parked-try-again": {P.SEE_BOOKS, P.WORK_CAGE},
    "api-table": {P.SEE_FLOOR},
    "api-commands": {P.DEAL},
}
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern.url_patterns)
        else:
            assert pattern.name, f"{pattern.pattern} has no name"
            yield pattern.name


def test_every_address_is_known_here() -> None:
    """A new address has to say who may come, or this list does not hold."""
    found = set(names(get_resolver().url_patterns))
    assert found == {*ANYBODY, *DEVICES, *LOGGED_IN, *DOORS}


@pytest.fixture
def house(electronic_room: Room) -> Room:
    """A table with a settled and a dealt round, so that every address leads somewhere."""
    room = electronic_room
    for seat in (1, 2):
        room.seat(seat)
    # A deposit that makes a report due, so that there is one to look at.
    deposits.deposit(
        window=room.window,
        patron_id=room.players[1].pk,
        cents=1_000_100,
        form=Form.CASH,
        request_id=str(uuid4()),
        actor=room.cashier,
    )
    room.give_bank_to(2)
    for last in (False, True):
        room.give(actions.PostBankWager(20_000))
        room.bet(1, 2_000)
        room.give(actions.CallNoMoreBets())
        room.give(commands.Deal())
        if not last:
            for command in (commands.DecideRest(), actions.Reveal(), actions.Close()):
                room.give(command)
    transfers.ask(
        kind="fill", table=str(room.table.number), chips=500, request_id="f", actor=room.dealer
    )
    cashier = staff(Role.CASHIER)
    cage.open_window(window=9, imprest=500, actor=cashier)
    close_window(
        window=9,
        counted_cash=500,
        counted_chips=500,
        request_id="c",
        actor=cashier,
        signed_by=staff(Role.CAGE_SUPERVISOR),
    )
    return room


def settled_round(room: Room) -> Round:
    """The round before the one that is open."""
    return Round.objects.get(table=room.table, status="settled")


def address(room: Room, name: str) -> str:
    round_ = room.look().round
    entry = Entry.objects.last()
    assert round_ is not None and entry is not None
    arguments: dict[str, list[object]] = {
        "round": [round_.pk],
        "round-by-ref": [round_.ref],
        "dispute": [round_.pk],
        "correct-round": [settled_round(room).pk],
        "decide-correction": [1],
        "waiting-change": [1, "call"],
        "slip": [room.table.slips.get().pk],
        "print-table-slip": [10**6],
        "entry": [entry.pk],
        "release-player": [room.players[1].pk],
        "deposit-statement": ["player", room.players[1].pk],
        "person-page": [room.players[1].pk],
        "give-name": [room.players[1].pk],
        "reverse-entry": [Entry.objects.get(kind="deposit").pk],
        "decide-merge": [1],
        "undo-merge": [1],
        "lift-exclusion": [1],
        "report": [CurrencyReport.objects.get().pk],
        "report-draft": [10**9, "pdf"],
        "box": [room.table_now().box_id],
        "box-sign": [10**6],
        "fill": [Transfer.objects.get().pk],
        "fill-approve": [10**6],
        "fill-cancel": [10**6],
        "table-chips": [room.table.pk],
        "count-transfer": [room.table.pk, Transfer.objects.get().pk],
        "decide-transfer": [room.table.pk, 10**6, "approve"],
        "swap-box": [room.table.pk],
        "slip-pdf": [10**6],
        "window-statement": [WindowShift.objects.get(closed_at__isnull=False).pk],
        "account": ["cash:vault"],
        "parked-try-again": [1],
        "pair-display": ["AAAAAA"],
        "revoke-display": [10**6],
    }
    takes_table = {"table", "table-turns", "dealer", "displays", "open-table", "close-table"}
    if name in takes_table or name in ("api-table", "api-commands"):
        arguments[name] = [room.table.pk]
    return reverse(name, args=arguments.get(name))


@pytest.mark.parametrize("role", Role)
def test_a_role_reaches_what_it_may_and_nothing_else(house: Room, role: Role) -> None:
    paths = {name: address(house, name) for name in DOORS}
    person = staff(role)
    client = browser(person)
    # That a counter opens the books while a box hangs is written down, once.
    boxes.note_look(person)
    before = rows()
    for name, path in paths.items():
        may = DOORS[name] <= ALLOWED[role]
        for method in METHODS:
            status = client.generic(method, path).status_code
            where = f"{method} {path} as {role}"
            assert status < 500, where
            if not may:
                # The room map leads away; a method that nobody may use may be refused first.
                led_home = name == "room" and status == 302
                described = name.startswith("api") and method == "OPTIONS" and status == 200
                assert status in (403, 404, 405) or led_home or described, where
            if may and method == "GET":
                assert status in (200, 405), where
    assert rows() == before


def test_a_stranger_reaches_nothing(house: Room) -> None:
    paths = {name: address(house, name) for name in (*DOORS, *LOGGED_IN)}
    client = browser(None)
    before = rows()
    for path in paths.values():
        for method in METHODS:
            answer = client.generic(method, path)
            assert answer.status_code in (302, 403, 405), f"{method} {path}"
            if answer.status_code == 302:
                assert answer.headers["Location"].startswith("/login/")
            assert b"Player" not in answer.content
    assert rows() == before


def test_who_was_dismissed_is_a_stranger_at_once(house: Room) -> None:
    person = staff(Role.FLOOR)
    client = browser(person)
    path = address(house, "table")
    assert client.get(path).status_code == 200
    Staff.objects.filter(pk=person.pk).update(is_active=False)
    assert client.get(path).status_code == 302
    assert client.get(address(house, "api-table")).status_code == 403


def test_who_gets_another_role_loses_the_old_one_at_once(house: Room) -> None:
    person = staff(Role.FLOOR)
    client = browser(person)
    Staff.objects.filter(pk=person.pk).update(role=Role.CASHIER)
    assert client.get(address(house, "table")).status_code == 403
    assert client.get(address(house, "cage")).status_code == 200


def test_a_stranger_learns_nothing_of_a_table_at_a_devices_addresses(house: Room) -> None:
    paths = [reverse(name) for name in sorted(DEVICES)]
    paths += [reverse("follow"), reverse("follow-code", args=["AAAAAA"])]
    before = rows()
    for path in paths:
        for method in METHODS:
            if (path, method) == (reverse("display-code"), "POST"):
                continue  # he gets a code of his own, and nothing else: tests/web/test_displays.py
            answer = browser(None).generic(method, path)
            assert answer.status_code in (200, 403, 405), f"{method} {path}"
            assert b"Player" not in answer.content and b"initial-state" not in answer.content
    assert rows() == before


DATA: dict[str, dict[str, object]] = {
    "seat_player": {"seat": 3, "patron_id": 1},
    "leave_seat": {"seat": 1},
    "offer_bank": {"seat": 1, "answer": "declined"},
    "post_bank_wager": {"cents": 20_000},
    "place_wager": {"seat": 1, "kind": "ante", "cents": 1_000},
    "show_up_card": {"card": "2c"},
    "set_button": {"seat": 1, "reason": "it was moved"},
    "decide": {"seat": 1, "decision": "play"},
    "enter_hand": {"seat": 1, "cards": ["2c", "3c", "4c"]},
    "enter_bank_hand": {"cards": ["2c", "3c", "4c"]},
    "void_round": {"reason": "it was wrong"},
    "move_seat": {"seat": 1, "to_seat": 3},
    "second_position": {"seat": 1, "to_seat": 2},
    "give_up_position": {"seat": 1},
    "reserve_seat": {"seat": 3, "patron_id": 1},
    "release_seat": {"seat": 3},
    "seat_away": {"seat": 1},
    "seat_back": {"seat": 1},
    "sell_chips": {"seat": 1, "cents": 500},
    "chips_from_pocket": {"seat": 1, "cents": 500},
    "toke": {"seat": 1, "cents": 500},
    "count_seat": {"seat": 1, "cents": 500, "reason": "he carried some"},
    "relieve_dealer": {"dealer_id": 1},
    "choose_capture": {"capture": "results"},
    "overrule_rotation": {"reason": "they agreed"},
    "enter_bank_result": {"qualifies": True},
    "enter_result": {"seat": 1, "result": "win"},
    "change_decision": {"seat": 1, "decision": "fold"},
    "decide_away": {"seat": 1},
    "rule": {"incident": "", "decision": "go_on", "reason": "it was right"},
    "freeze_round": {"reason": "a dispute"},
}


@pytest.mark.parametrize("role", Role)
def test_a_role_gives_the_commands_that_it_may_and_no_other(house: Room, role: Role) -> None:
    wire = Wire(house.table.pk, staff(role))
    before = rows()
    for name, command in commands.BY_NAME.items():
        if commands.permission_for(command) in ALLOWED[role]:
            continue
        answer = wire.command(name, house.version, DATA.get(name, {}))
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed"), name
        assert "Player" not in answer.content.decode() and '"state"' not in answer.content.decode()
    assert rows() == before
