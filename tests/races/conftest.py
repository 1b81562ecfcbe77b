"""Rooms for the races: with real commits, for the others to see."""

from tests.ledger.conftest import real_room

__all__ = ["real_room"]
