"""Rows of the floor."""

from tables.models.displays import PairedDisplay
from tables.models.floor import DealerShift, SeatReservation, WaitingEntry
from tables.models.log import TableCommand, TableEvent
from tables.models.packs import FeeSchedule, RulePack
from tables.models.rotation import BankTurn, RotationOffer, RotationOverrule
from tables.models.rounds import Round, RoundSeat
from tables.models.rulings import RoundCorrection, Ruling
from tables.models.seat_answers import SeatAnswer
from tables.models.slips import DeckCheck, TableSlip
from tables.models.table import Seat, Table

__all__ = [
    "BankTurn",
    "DealerShift",
    "DeckCheck",
    "FeeSchedule",
    "PairedDisplay",
    "RotationOffer",
    "RotationOverrule",
    "Round",
    "RoundCorrection",
    "RoundSeat",
    "RulePack",
    "Ruling",
    "Seat",
    "SeatAnswer",
    "SeatReservation",
    "Table",
    "TableCommand",
    "TableEvent",
    "TableSlip",
    "WaitingEntry",
]
