from ledger.models.books import Account, Entry, Posting, PotBalance
from ledger.models.boxes import BoxCount, BoxCountLine
from ledger.models.cage import Box, Window, WindowCount, WindowShift
from ledger.models.chips import ChipLine, ChipMovement, ChipPlace, ChipStock
from ledger.models.outbox import Outbox
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
    "Entry",
    "Outbox",
    "Posting",
    "PotBalance",
    "Slip",
    "SlipPrint",
    "SlipSeries",
    "Transfer",
    "Window",
    "WindowCount",
    "WindowShift",
]
