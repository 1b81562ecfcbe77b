"""The round sheet: everything about a round, in sentences; and nothing that lies face down."""

import re
from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import pytest
from django.test import Client

from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger import selectors as books
from ledger.services import settlement
from tables.engine import actions, events
from tables.models import Round
from tables.services import commands
from tables.web.sheet import cards_text, sentence_of
from tests.tables.room import Room, play_worked_example, staff

LogIn = Callable[[Staff], Client]


def sheet_of(client: Client, row: Round) -> str:
    answer = client.get(f"/rounds/{row.id}/")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
def test_a_settled_round_shows_every_event_and_every_wager(
    free_room: Room, as_staff: LogIn
) -> None:
    play_worked_example(free_room)
    row = free_room.last_round
    page = sheet_of(as_staff(free_room.floor), row)
    assert "The bank took $45 and paid $55: −$10; W ran out." in page
    assert "Up-card: 2♣." in page
    assert row.settlement is not None
    lines = [line for hand in row.settlement["hands"] for line in hand["wagers"]]
    assert len(lines) == 9
    text = page.replace("&#x27;", "'")
    assert all(line["explain"] in text for line in lines)
    numbers = row.events.order_by("number").values_list("number", flat=True)
    assert all(f'<th scope="row">{number}</th><td>' in page for number in numbers)


@pytest.mark.django_db
def test_cards_that_lie_face_down_are_not_on_the_sheet_of_an_open_round(
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
    row = Round.objects.get(status="open")
    dealt = row.events.get(kind="cards_dealt").payload
    page = sheet_of(as_staff(room.floor), row)
    assert "The cards can be read here once the round is over." in page
    assert cards_text(dealt["hands"][0][1]) not in page
    assert cards_text(dealt["bank_cards"]) not in page

    room.give(actions.Void("a card fell"))
    page = sheet_of(as_staff(room.floor), row)
    assert cards_text(dealt["hands"][0][1]) in page
    assert "Void: a card fell." in page


@pytest.mark.django_db
def test_who_sees_the_books_gets_the_entries_of_the_round(free_room: Room, as_staff: LogIn) -> None:
    play_worked_example(free_room)
    settlement.post_pending()
    row = free_room.last_round
    assert "in the books" in sheet_of(as_staff(staff(Role.AUDITOR)), row)
    assert "in the books" not in sheet_of(as_staff(free_room.floor), row)


@pytest.mark.django_db
def test_an_entry_of_the_books_leads_to_the_sheet_of_its_round(
    free_room: Room, as_staff: LogIn
) -> None:
    play_worked_example(free_room)
    ref = free_room.last_round.ref
    entry = books.journal(books.JournalFilter(round_ref=ref))[0]
    auditor = as_staff(staff(Role.AUDITOR))
    page = auditor.get(f"/cage/entries/{entry.pk}/").content.decode()
    assert f'href="/rounds/{ref}/"' in page
    assert auditor.get(f"/rounds/{ref}/").context["round"] == free_room.last_round
    # A cage supervisor reads the books and sees no rounds.
    boss = as_staff(staff(Role.CAGE_SUPERVISOR))
    assert f"/rounds/{ref}/" not in boss.get(f"/cage/entries/{entry.pk}/").content.decode()
    assert boss.get(f"/rounds/{ref}/").status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize("ref", ["9-1", "x", "1-", "1-1-1", "1" * 30 + "-1", "\u0661-1"])
def test_a_name_that_no_round_has_is_said_to_be_missing(
    room: Room, as_staff: LogIn, ref: str
) -> None:
    assert as_staff(room.floor).get(f"/rounds/{ref}/").status_code == 404


@pytest.mark.django_db
def test_the_entries_of_a_round_are_named_in_words(free_room: Room, as_staff: LogIn) -> None:
    play_worked_example(free_room)
    auditor = as_staff(staff(Role.AUDITOR))
    page = sheet_of(auditor, free_room.last_round)
    assert re.search(r"Take bets \d+</a>, <a [^>]+>Play wager \d+</a>", page)
    first = re.search(r'href="(/cage/entries/\d+/)">Take bets', page)
    assert first is not None
    assert "<dd>Take bets</dd>" in auditor.get(first.group(1)).content.decode()


@pytest.mark.django_db
def test_a_round_that_does_not_exist_is_said_to_be_missing(room: Room, as_staff: LogIn) -> None:
    assert as_staff(room.floor).get("/rounds/99999/").status_code == 404


def example_of(event: type[Any]) -> dict[str, Any]:
    """An event of this kind with plausible values, by its fields' types."""
    values: dict[str, Any] = {
        "cards": ["As", "Kd", "Tc"], "bank_cards": ["As", "Kd", "Tc"], "hands": [[1, ["2c"]]],
        "returns": [[1, 500]], "fees": [[1, "player", "ante", 100]], "discarded": [],
    }  # fmt: skip
    by_type = {int: 3, str: "As"}
    fields = {
        name: values.get(name, by_type.get(kind, 3 if int in get_args(kind) else "As"))
        for name, kind in get_type_hints(event).items()
        if name != "kind"
    }
    return {"kind": event.kind, **fields}


@pytest.mark.parametrize("event", get_args(events.Event), ids=lambda event: event.kind)
def test_every_kind_of_event_has_a_sentence_of_its_own(event: type[Any]) -> None:
    plain = event.kind.replace("_", " ").capitalize() + "."
    sentence = sentence_of(event.kind, example_of(event))
    assert sentence.endswith(".")
    assert sentence != plain


def test_a_kind_that_is_not_known_is_named_rather_than_hidden() -> None:
    assert sentence_of("deck_changed", {}) == "Deck changed."
