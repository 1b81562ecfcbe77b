"""Error pages: plain sentences, and a way out."""

import pytest
from django.template.loader import render_to_string
from django.test import Client

from cardroom.people.roles import Role
from tests.tables.room import staff

pytestmark = pytest.mark.django_db


def test_an_address_that_does_not_exist_says_so_and_leads_back() -> None:
    answer = Client().get("/no/such/page/")
    assert answer.status_code == 404
    page = answer.content.decode()
    assert "There is no such page here." in page
    assert "Back to my start page" in page


def test_a_form_without_its_token_is_refused_in_a_sentence() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(staff(Role.FLOOR))
    answer = client.post("/logout/")
    assert answer.status_code == 403
    assert "This page was open too long to be trusted." in answer.content.decode()


def test_the_page_of_a_fault_of_ours_needs_nothing_to_be_drawn() -> None:
    """It is shown when everything else may be broken: no context, no database, no session."""
    page = render_to_string("500.html")
    assert "Something broke on our side." in page
    assert "look before you send it again" in page
