"""Every text of the pages goes through the translations, so that a room can add its languages."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from cardroom.people.models import Staff
from cardroom.people.roles import Role
from tables.models import Table
from tests.faults.test_doors import DOORS, address, house
from tests.tables.room import Room, staff
from tests.web.pseudo import Untranslated, pseudo_language

__all__ = ["house"]
LogIn = Callable[[Staff], Client]
pytestmark = pytest.mark.django_db

WHO = r"(?:dealer|floor|cashier|manager|compliance|auditor|administrator)-[0-9a-f]{6}"
CODE = r"[a-z]+(?::[\w…-]+)+|vault|issued"
TIME = r"(?:\d{4}-\d\d-\d\d )?\d\d:\d\d(?::\d\d)?"
# What reads the same in every language, and why.
DATA = (
    (rf"[(,·]* ?(?:{TIME}, )?{WHO}(?:, {TIME})?[),]?", "names of staff, at a time"),
    (rf"\$\d+, {WHO}, {TIME}", "an amount, who and when"),
    (r"(?:: )?Player \d+(?: \(\d+\))?(?: · Cardroom)?", "names of patrons with their numbers"),
    (r"(?:.* )?· Cardroom|Cardroom", "the room's own name"),
    (rf"(?:{TIME} )?(?:{CODE})", "codes of accounts and places"),
    (r"California \w{6}.*|Flat \w{6}, version 1", "names that the room gave packs and fees"),
    (r"\. W \$200[,.]", "the letter W, which every text calls the bank's wager"),
    (r"As Kd 10c", "cards as they are typed"),
    (r": Set up with the room", "a reason that was stored"),
    # Memos are written into the books, which speak English (decision 0012).
    (
        r"(?:Buy-in|Imprest|Return|Deposit in cash|Opening|New chips|Chips into|Count of|Settlement"
        r"|No more bets|Play wager).*|window \d+, count \d+",
        "what was posted, as it is kept",
    ),
)
PAGES = 50  # so many open, or the walk shows nothing


def is_data(text: str) -> bool:
    return any(re.fullmatch(pattern, text) for pattern, _ in DATA)


def bare_texts(room: Room, as_staff: LogIn) -> dict[str, set[str]]:
    """What each page says outside of the translations, to the first role that it opens for."""
    found: dict[str, set[str]] = {}
    paths = {name: address(room, name) for name in [*DOORS, "login"]}
    closed = Table.objects.create(number=77, seat_count=6, chips=[500, 2500])
    paths |= {name: reverse(name, args=[closed.pk]) for name in ("open-table", "table")}
    paths["table in play"] = address(room, "table")
    with pseudo_language():
        for role in (Role.MANAGER, Role.FLOOR, Role.CASHIER, Role.DEALER, Role.COMPLIANCE):
            client = as_staff(staff(role))
            for name in [name for name in paths if name not in found]:
                answer = client.get(paths[name])
                is_page = answer.headers.get("Content-Type", "").startswith("text/html")
                if is_page and answer.status_code == 200:
                    texts = Untranslated(answer.content.decode()).found
                    found[name] = {text for text in texts if not is_data(text)}
    assert len(found) > PAGES
    return {name: texts for name, texts in found.items() if texts}


def test_every_page_speaks_the_language_of_the_room(house: Room, as_staff: LogIn) -> None:
    assert bare_texts(house, as_staff) == {}


def test_the_reader_notices_a_text_that_goes_round_the_translations() -> None:
    page = (
        '<p aria-label="Bare">⟦It is ⟦one⟧ <b>sentence</b>⟧ and a half</p>'
        '<input type="submit" value="Go"><script>var code = 1</script>$20'
    )
    assert Untranslated(page).found == ["Bare", "and a half", "Go"]
