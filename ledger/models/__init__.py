from ledger.models.books import Account, Entry, Posting, PotBalance
from ledger.models.cage import Box, Window, WindowShift
from ledger.models.chips import ChipMovement, ChipPlace
from ledger.models.house import WinCount
from ledger.models.outbox import Outbox

__all__ = [
    "Account",
    "Box",
    "ChipMovement",
    "ChipPlace",
    "Entry",
    "Outbox",
    "Posting",
    "PotBalance",
    "WinCount",
    "Window",
    "WindowShift",
]
