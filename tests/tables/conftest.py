"""Rooms for the tests of the floor."""

import pytest

from tests.tables.room import NO_FEES, Room


@pytest.fixture
def room(db: None) -> Room:
    """A table of four seats, open, dealt by hand, with fees."""
    room = Room()
    room.open()
    return room


@pytest.fixture
def free_room(db: None) -> Room:
    """The same without fees."""
    room = Room(fees=NO_FEES)
    room.open()
    return room


@pytest.fixture
def electronic_room(db: None) -> Room:
    """A table of six seats, open, dealt from the electronic deck."""
    room = Room(seats=6, source="electronic")
    room.open()
    return room
