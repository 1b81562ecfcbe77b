"""Logging in, and where each role starts."""

import pytest
from django.test import Client

from cardroom.people.models import Staff
from cardroom.people.roles import Role
from tests.tables.room import staff

pytestmark = pytest.mark.django_db


def test_a_wrong_password_is_refused_without_saying_which_of_the_two_was_wrong() -> None:
    Staff.objects.create_user("ana", password="right-one", role=Role.DEALER)
    answers = [
        Client().post("/login/", {"username": name, "password": "wrong"})
        for name in ("ana", "nobody")
    ]
    sentence = "Name and password do not belong together."
    assert all(sentence in answer.content.decode() for answer in answers)


def test_a_login_leads_on_to_the_page_that_was_asked_for() -> None:
    Staff.objects.create_user("ana", password="right-one", role=Role.DEALER)
    answer = Client().post(
        "/login/?next=/tables/7/dealer/",
        {"username": "ana", "password": "right-one", "next": "/tables/7/dealer/"},
    )
    assert answer["Location"] == "/tables/7/dealer/"


def test_a_login_never_leads_to_another_site() -> None:
    Staff.objects.create_user("ana", password="right-one", role=Role.DEALER)
    answer = Client().post(
        "/login/",
        {"username": "ana", "password": "right-one", "next": "https://elsewhere.example/"},
    )
    assert answer["Location"] == "/home/"


@pytest.mark.parametrize(
    ("role", "start"),
    [
        (Role.DEALER, "/"),
        (Role.FLOOR, "/"),
        (Role.CASHIER, "/cage/"),
        (Role.CAGE_SUPERVISOR, "/cage/"),
        (Role.MANAGER, "/"),
        (Role.COMPLIANCE, "/"),
        (Role.AUDITOR, "/"),
        (Role.ADMINISTRATOR, "/"),
    ],
)
def test_each_role_starts_on_its_own_page(role: Role, start: str) -> None:
    client = Client()
    client.force_login(staff(role))
    assert client.get("/home/")["Location"] == start


def test_logging_out_ends_the_session() -> None:
    client = Client()
    client.force_login(staff(Role.FLOOR))
    client.post("/logout/")
    assert client.get("/")["Location"] == "/login/?next=/"


def test_a_link_cannot_log_anybody_out() -> None:
    client = Client()
    client.force_login(staff(Role.FLOOR))
    assert client.get("/logout/").status_code == 405
    assert client.get("/").status_code == 200
