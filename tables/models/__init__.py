"""Rows of the floor."""

from tables.models.log import TableCommand, TableEvent
from tables.models.packs import FeeSchedule, RulePack
from tables.models.rotation import BankTurn, RotationOffer
from tables.models.rounds import Round, RoundSeat
from tables.models.table import Seat, Table

__all__ = [
    "BankTurn",
    "FeeSchedule",
    "RotationOffer",
    "Round",
    "RoundSeat",
    "RulePack",
    "Seat",
    "Table",
    "TableCommand",
    "TableEvent",
]
