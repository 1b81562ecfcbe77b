"""Rooms for the faults."""

from tests.tables.conftest import electronic_room, free_room, room

__all__ = ["electronic_room", "free_room", "room"]
