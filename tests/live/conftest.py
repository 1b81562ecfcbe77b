"""Rooms for the tests of the displays."""

from tests.tables.conftest import electronic_room, room

__all__ = ["electronic_room", "room"]
