"""Rooms for the tests of the ledger."""

import pytest

from tests.ledger.room import CageRoom


@pytest.fixture
def room(db: None) -> CageRoom:
    """A room with window 2 open; what a test does is rolled back."""
    return CageRoom()


@pytest.fixture
def real_room(transactional_db: None) -> CageRoom:
    """The same with real commits, for other connections to see."""
    return CageRoom()
