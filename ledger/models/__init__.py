from ledger.models.books import Account, Entry, Posting, PotBalance
from ledger.models.cage import Box, Window, WindowShift
from ledger.models.chips import ChipMovement, ChipPlace
from ledger.models.house import WinCount
from ledger.models.outbox import Outbox
from ledger.models.persons import (
    CoverDesignation,
    CurrencyDay,
    CurrencyFiling,
    CurrencyReport,
    Reversal,
)

__all__ = [
    "Account",
    "Box",
    "ChipMovement",
    "ChipPlace",
    "CoverDesignation",
    "CurrencyDay",
    "CurrencyFiling",
    "CurrencyReport",
    "Entry",
    "Outbox",
    "Posting",
    "PotBalance",
    "Reversal",
    "WinCount",
    "Window",
    "WindowShift",
]
