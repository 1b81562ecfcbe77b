"""How often a password may be guessed, at the login and under a second signature."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.contrib.auth.hashers import make_password
from django.test import Client

import cardroom.settings
from cardroom.audit.guesses import LOCKED_FOR, WINDOW
from cardroom.audit.models import AuditRecord
from cardroom.people.models import Patron, Staff
from cardroom.people.passwords import MOST_OF_ACCOUNT, MOST_OF_ADDRESS
from cardroom.people.roles import Role
from ledger.models import Entry
from tests.tables.room import Room

pytestmark = pytest.mark.django_db
LOCKED = "Too many wrong passwords. No more are taken until 15:01:00: try again then."


@pytest.fixture(autouse=True)
def traveller() -> Iterator[time_machine.Traveller]:
    moment = datetime.fromisoformat("2026-11-29T23:00:00+00:00")
    with time_machine.travel(moment, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def ana() -> Staff:
    return Staff.objects.create_user("ana", password="right-one", role=Role.DEALER)


def log_in(password: str, name: str = "ana", address: str = "10.0.0.7") -> Any:
    form = {"username": name, "password": password}
    return Client().post("/login/", form, REMOTE_ADDR=address)


def guess(times: int, name: str = "ana", address: str = "10.0.0.7") -> None:
    for _ in range(times):
        assert log_in("wrong", name, address).status_code == 200


def test_five_wrong_passwords_shut_an_account_from_everywhere_for_a_minute(
    traveller: time_machine.Traveller,
) -> None:
    guess(MOST_OF_ACCOUNT)
    page = log_in("right-one", address="10.0.0.8")
    assert LOCKED in page.content.decode()
    traveller.shift(LOCKED_FOR)
    assert log_in("right-one").status_code == 302


def test_one_less_shuts_nothing_and_the_right_one_forgets_them() -> None:
    for _ in range(2):
        guess(MOST_OF_ACCOUNT - 1)
        assert log_in("right-one").status_code == 302


def test_wrong_passwords_of_long_ago_do_not_count(traveller: time_machine.Traveller) -> None:
    guess(MOST_OF_ACCOUNT - 1)
    traveller.shift(WINDOW + timedelta(seconds=1))
    guess(1)
    assert log_in("right-one").status_code == 302


def test_a_name_that_nobody_has_is_shut_like_any_other() -> None:
    """Else the sentence would tell which names exist."""
    guess(MOST_OF_ACCOUNT, name="nobody")
    assert LOCKED in log_in("wrong", name="nobody").content.decode()


def test_many_names_guessed_from_one_address_shut_the_address_alone() -> None:
    for n in range(MOST_OF_ADDRESS):
        guess(1, name=f"guess-{n}")
    assert LOCKED in log_in("right-one").content.decode()
    assert log_in("right-one", address="10.0.0.8").status_code == 302


def test_while_it_is_shut_guesses_are_not_looked_at_nor_written_down() -> None:
    guess(MOST_OF_ACCOUNT)
    before = AuditRecord.objects.count()
    guess(20)
    assert AuditRecord.objects.count() == before


def test_it_is_audited_without_keeping_what_was_typed_for_a_name() -> None:
    """People type passwords into the wrong field, and nobody can take them out of this log."""
    guess(MOST_OF_ACCOUNT, name="my-secret")
    guess(MOST_OF_ACCOUNT)
    kept = "".join(map(str, AuditRecord.objects.values_list("subject", "data")))
    assert "my-secret" not in kept and "'ana'" in kept and "10.0.0.7" in kept
    locked = AuditRecord.objects.filter(action="passwords_locked")
    assert [record.data["account"] for record in locked] == [None, "ana"]
    assert all(record.data["until"] == "2026-11-29T23:01:00+00:00" for record in locked)


def test_a_second_signature_at_the_window_is_counted_too(room: Room) -> None:
    boss = Staff.objects.create_user("boss", password="right-one", role=Role.CAGE_SUPERVISOR)
    client = Client()
    client.force_login(room.cashier)

    room.buy_in(Patron.objects.create(name="Lee Park"), 5_000)
    entry = Entry.objects.latest("id").pk

    def sign(password: str) -> str:
        form = {"reason": "typed wrong", "request_id": str(uuid4())}
        form |= {"signer": boss.username, "password": password}
        page = client.post(f"/cage/entries/{entry}/reverse/", form)
        assert page.status_code == 422
        return page.content.decode()

    for _ in range(MOST_OF_ACCOUNT):
        assert "Nothing was changed." in sign("wrong")
    assert LOCKED in sign("right-one")
    assert not Entry.objects.filter(kind="reversal").exists()


def test_a_dealers_signature_under_a_slip_is_counted_too(room: Room) -> None:
    client = Client()
    client.force_login(room.floor)

    def sign(password: str) -> str:
        form = {"chips_100": 0, "chips_500": 0, "chips_2500": 0}
        page = client.post(
            f"/tables/{room.table.pk}/close/", form | {"signer": "ana", "password": password}
        )
        assert page.status_code == 422
        return page.content.decode()

    for _ in range(MOST_OF_ACCOUNT):
        assert "Name and password do not belong together." in sign("wrong")
    assert LOCKED in sign("right-one")
    room.table.refresh_from_db()
    assert room.table.status == "open"


def test_a_password_is_kept_under_a_slow_hash(settings: Any) -> None:
    """The tests have a quick one; the product's own settings have Argon2."""
    settings.PASSWORD_HASHERS = cardroom.settings.PASSWORD_HASHERS
    assert make_password("right-one").startswith("argon2$")
