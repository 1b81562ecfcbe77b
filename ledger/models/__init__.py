from ledger.models.books import Account, Entry, Posting, PotBalance
from ledger.models.boxes import BoxCount, BoxCountLine
from ledger.models.cage import Box, Window, WindowCount, WindowShift
from ledger.models.chips import ChipLine, ChipMovement, ChipPlace, ChipStock
from ledger.models.house import WinCount
from ledger.models.outbox import Outbox
from ledger.models.persons import (
    CoverDesignation,
    CurrencyDay,
    CurrencyFiling,
    CurrencyReport,
    Reversal,
)
from ledger.models.slips import Slip, SlipPrint, SlipSeries
from ledger.models.transfers import Transfer

__all__ = [
    "Account",
    "Box",
    "BoxCount",
    "BoxCountLine",
    "ChipLine",
    "ChipMovement",
    "ChipPlace",
    "ChipStock",
    "CoverDesignation",
    "CurrencyDay",
    "CurrencyFiling",
    "CurrencyReport",
    "Entry",
    "Outbox",
    "Posting",
    "PotBalance",
    "Reversal",
    "Slip",
    "SlipPrint",
    "SlipSeries",
    "Transfer",
    "WinCount",
    "Window",
    "WindowCount",
    "WindowShift",
]
