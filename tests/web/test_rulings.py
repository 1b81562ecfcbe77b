"""Rulings, disputes and corrections as pages: who reads them, and what two people do."""

from collections.abc import Callable
from copy import deepcopy

import pytest
from django.test import Client

from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger.services import settlement
from tables.engine import actions
from tables.models import Round, RoundCorrection
from tables.services import commands
from tests.tables.room import NO_FEES, Room, play_worked_example, staff

LogIn = Callable[[Staff], Client]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def once_played(kept_database: None) -> Room:
    room = Room(fees=NO_FEES)
    room.open()
    play_worked_example(room)
    settlement.post_pending()
    return room


@pytest.fixture
def played(once_played: Room, db: None) -> Room:
    return deepcopy(once_played)


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode().replace("&#x27;", "'")


def ask(client: Client, row: Round, **fields: str) -> int:
    return client.post(
        f"/rounds/{row.id}/correct/", {"reason": "seat 3 was misread", **fields}
    ).status_code


def test_a_correction_is_asked_for_approved_and_seen_everywhere(
    played: Room, as_staff: LogIn
) -> None:
    row = played.last_round
    floor, manager = as_staff(played.floor), as_staff(staff(Role.MANAGER))
    assert "was 9♠ 9♥ 3♣" in text(floor, f"/rounds/{row.id}/correct/")
    assert ask(floor, row, cards_3="9s 8h, 3c") == 302
    sheet = text(floor, f"/rounds/{row.id}/")
    assert "A second person approves it." in sheet and "Approve: settle anew" not in sheet
    asked = RoundCorrection.objects.get()
    assert "Approve: settle anew" in text(manager, f"/rounds/{row.id}/")
    manager.post(f"/corrections/{asked.id}/", {"decision": "approve"})
    asked.refresh_from_db()
    assert asked.status == "approved"

    sheet = text(floor, f"/rounds/{row.id}/")
    assert "corrected" in sheet and "The bank took $90 and paid $10" in sheet
    assert "seat 3 was misread" in text(floor, f"/rounds/{row.id}/dispute/")
    table = text(floor, f"/tables/{played.table.id}/")
    assert "+$80, corrected" in table.replace("\\u002B", "+")
    entry = text(manager, f"/cage/entries/{asked.entry_id}/")
    assert "seat 3 was misread" in entry and "Of the same round" in entry


def test_who_asked_cannot_approve_by_hand_made_request(played: Room, as_staff: LogIn) -> None:
    floor = as_staff(played.floor)
    ask(floor, played.last_round, cards_3="9s 8h 3c")
    asked = RoundCorrection.objects.get()
    answer = floor.post(f"/corrections/{asked.id}/", {"decision": "approve"}, follow=True)
    assert "Somebody else than who asked" in answer.content.decode()
    asked.refresh_from_db()
    assert asked.status == "asked"


def test_a_correction_is_turned_down(played: Room, as_staff: LogIn) -> None:
    ask(as_staff(played.floor), played.last_round, cards_3="9s 8h 3c")
    asked = RoundCorrection.objects.get()
    as_staff(staff(Role.MANAGER)).post(f"/corrections/{asked.id}/", {"decision": "refuse"})
    asked.refresh_from_db()
    assert asked.status == "refused"


def test_a_form_that_says_nothing_or_nonsense_says_why(played: Room, as_staff: LogIn) -> None:
    floor, row = as_staff(played.floor), played.last_round
    for fields, words in (
        ({}, "Say what the record should have been."),
        ({"cards_3": "9s 8h"}, "Type three cards"),
        ({"cards_3": "Kc 8h 3c"}, "occurs more often"),
        ({"reason": ""}, "This field is required"),
    ):
        answer = floor.post(f"/rounds/{row.id}/correct/", {"reason": "misread", **fields})
        assert answer.status_code == 422
        assert words in answer.content.decode().replace("&#x27;", "'")
    assert not RoundCorrection.objects.exists()


def test_dealers_and_auditors_neither_ask_nor_approve(played: Room, as_staff: LogIn) -> None:
    row = played.last_round
    ask(as_staff(played.floor), row, cards_3="9s 8h 3c")
    asked = RoundCorrection.objects.get()
    for caller in (played.dealer, staff(Role.AUDITOR)):
        client = as_staff(caller)
        assert ask(client, row, cards_3="9s 8h 3c") == 403
        answer = client.post(f"/corrections/{asked.id}/", {"decision": "approve"})
        assert answer.status_code == 403
    for path in (f"/rounds/{row.id}/correct/", "/rounds/9999/correct/"):
        assert as_staff(staff(Role.CASHIER)).get(path).status_code == 403
    assert as_staff(played.floor).get("/rounds/9999/correct/").status_code == 404
    assert as_staff(played.floor).post("/corrections/9999/").status_code == 404


def test_the_dispute_sheet_replays_every_step(played: Room, as_staff: LogIn) -> None:
    row = played.last_round
    sheet = text(as_staff(played.floor), f"/rounds/{row.id}/dispute/")
    assert sheet.count('<li class="card-panel">') == row.events.count()
    assert "Seat 3: ante $20, bonus $5, plays, 9♠ 9♥ 3♣, win, net +$45" in sheet.replace(
        "net $45", "net +$45"
    )
    assert "W $100, K♣ 7♦ 2♣, action button at seat 2" in sheet


def test_the_dispute_sheet_of_an_open_round_shows_no_card_that_lies_face_down(
    electronic_room: Room, as_staff: LogIn
) -> None:
    room = electronic_room
    for seat in (1, 2):
        room.seat(seat)
    room.give_bank_to(2)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000)
    room.give(actions.CallNoMoreBets())
    room.give(commands.Deal())
    row = Round.objects.get(table=room.table, status="open")
    room.give(actions.Freeze("who is first"))
    sheet = text(as_staff(room.floor), f"/rounds/{row.id}/dispute/")
    shown = sum(sheet.count(suit) for suit in "♣♦♥♠")
    up = row.events.get(kind="cards_dealt").payload["face_up"]
    assert up and "frozen" in sheet and "who is first" in sheet
    assert shown == sheet.count(" up")  # the up-card, once a step, and nothing else


def test_a_ruling_stands_on_the_sheet_with_its_words(free_room: Room, as_staff: LogIn) -> None:
    room = free_room
    for seat in (1, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(10_000))
    room.bet(1, 2_000)
    room.give(actions.CallNoMoreBets())
    room.give(actions.Rule("wrong_number_of_cards", "void", "seat 1 had four"))
    sheet = text(as_staff(room.floor), f"/rounds/{room.last_round.id}/")
    assert "seat 1 had four" in sheet
    assert "Irregularities (c)" in sheet  # the precedent, quoted with its clause


def test_the_guide_is_on_the_dealers_and_the_floors_page(free_room: Room, as_staff: LogIn) -> None:
    for path in (f"/tables/{free_room.table.id}/", f"/tables/{free_room.table.id}/dealer/"):
        page = text(as_staff(free_room.floor), path)
        assert "The rules of this table are silent: the floor rules." in page
        assert "constitutes a complete misdeal" in page


def test_an_open_table_form_offers_results(db: None, as_staff: LogIn) -> None:
    room = Room()
    page = text(as_staff(room.floor), f"/tables/{room.table.id}/")
    assert 'name="capture"' in page and "How each hand ended" in page
