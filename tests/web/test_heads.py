"""Every page answers HEAD as it answers GET, without a body: link checkers and proxies ask so."""

from collections.abc import Callable

import pytest
from django.test import Client

from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger.models import Entry
from tests.tables.room import Room, play_worked_example, staff

LogIn = Callable[[Staff], Client]


@pytest.mark.django_db
def test_every_page_answers_a_head_as_it_answers_a_get(free_room: Room, as_staff: LogIn) -> None:
    play_worked_example(free_room)
    table = free_room.table.pk
    entry = Entry.objects.latest("id").pk
    pages = {
        free_room.floor: [
            "/",
            "/home/",
            f"/tables/{table}/",
            f"/tables/{table}/dealer/",
            f"/tables/{table}/displays/",
            f"/rounds/{free_room.last_round.pk}/",
            "/display/",
            "/display/away/",
            "/display/worker.js",
            "/display/manifest.json",
            "/displays/pair/",
            "/follow/",
            "/tables/99999/",
        ],
        free_room.cashier: [
            "/cage/",
            "/cage/person/?patron=1",
            "/cage/buy-in/?patron=1",
            "/cage/cash-out/",
            "/cage/window/open/",
            "/cage/window/close/",
        ],
        staff(Role.AUDITOR): [
            "/cage/books/",
            "/cage/journal/",
            f"/cage/entries/{entry}/",
            "/cage/accounts/cash:vault/",
        ],
    }
    for person, paths in pages.items():
        client = as_staff(person)
        for path in paths:
            answer = client.head(path)
            assert answer.status_code == client.get(path).status_code, path
            assert answer.content == b"", path
