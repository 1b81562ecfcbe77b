"""Rooms for the tests of the ledger."""

import pytest
from django.test import Client

from cardroom.people.roles import Role
from tests.ledger.pages import login
from tests.ledger.room import CageRoom, staff


@pytest.fixture
def room(db: None) -> CageRoom:
    """A room with window 2 open; what a test does is rolled back."""
    return CageRoom()


@pytest.fixture
def real_room(transactional_db: None) -> CageRoom:
    """The same with real commits, for other connections to see."""
    return CageRoom()


@pytest.fixture
def cashier(room: CageRoom) -> Client:
    return login(room.cashier)


@pytest.fixture
def auditor(room: CageRoom) -> Client:
    return login(staff(Role.AUDITOR))


@pytest.fixture
def compliance(room: CageRoom) -> Client:
    return login(staff(Role.COMPLIANCE))
