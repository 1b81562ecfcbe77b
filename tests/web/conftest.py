"""Rooms and people for the tests of the pages."""

from collections.abc import Callable

import pytest
from django.test import Client

from cardroom.people.models import Staff
from tests.tables.conftest import electronic_room, free_room, room

__all__ = ["as_staff", "electronic_room", "free_room", "room"]


@pytest.fixture
def as_staff(db: None) -> Callable[[Staff], Client]:
    """A browser in which this person is logged in."""

    def log_in(person: Staff) -> Client:
        client = Client()
        client.force_login(person)
        return client

    return log_in
