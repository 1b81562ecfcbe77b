"""Why the floor says no: the closed list, with a sentence for each."""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from cardroom.errors import Refused


class TableRefusal(StrEnum):
    TABLE_NOT_FOUND = "table_not_found"
    NOT_ALLOWED = "not_allowed"
    TABLE_MOVED_ON = "table_moved_on"
    REQUEST_ID_REUSED = "request_id_reused"
    NUMBER_WRONG = "number_wrong"
    NUMBER_TAKEN = "number_taken"
    SEATS_WRONG = "seats_wrong"
    CHIPS_WRONG = "chips_wrong"
    TABLE_CLOSED = "table_closed"
    TABLE_OPEN = "table_open"
    NO_ROUND = "no_round"
    ROUND_IN_PLAY = "round_in_play"
    SEAT_NOT_AT_TABLE = "seat_not_at_table"
    SEAT_TAKEN = "seat_taken"
    SEAT_EMPTY = "seat_empty"
    PATRON_NOT_FOUND = "patron_not_found"
    PATRON_NOT_WELCOME = "patron_not_welcome"
    PATRON_SEATED_ELSEWHERE = "patron_seated_elsewhere"
    PLAYER_IN_HAND = "player_in_hand"
    CHIPS_SHORT = "chips_short"
    CHIPS_SHORT_FOR_BANK = "chips_short_for_bank"
    NOTHING_TO_REPEAT = "nothing_to_repeat"
    NOT_ELECTRONIC = "not_electronic"
    PACK_NOT_FOR_TABLES = "pack_not_for_tables"
    PACK_NOT_YET_EFFECTIVE = "pack_not_yet_effective"
    NAME_MISSING = "name_missing"
    AUTHORIZATION_MISSING = "authorization_missing"
    LIMITS_WRONG = "limits_wrong"
    NOT_SETTLED_YET = "not_settled_yet"
    DISPLAY_UNKNOWN = "display_unknown"


class TableError(Refused):
    """The floor refuses; see ``TableRefusal``. Amounts in the data are already texts."""

    TEXTS: ClassVar[Mapping[StrEnum, str]] = {
        TableRefusal.TABLE_NOT_FOUND: "There is no such table.",
        TableRefusal.NOT_ALLOWED: "Your role does not allow this.",
        TableRefusal.TABLE_MOVED_ON: (
            "This table moved on while you typed. Nothing was lost: check and send again."
        ),
        TableRefusal.REQUEST_ID_REUSED: (
            "This request id was used before for something else. Send it again with a new one."
        ),
        TableRefusal.NUMBER_WRONG: "Tables are numbered from 1.",
        TableRefusal.NUMBER_TAKEN: "There is a table {table} already.",
        TableRefusal.SEATS_WRONG: "A table has 2 to {most} seats.",
        TableRefusal.CHIPS_WRONG: "The chips must be different amounts, each above nothing.",
        TableRefusal.TABLE_CLOSED: "Table {table} is closed. Open it first.",
        TableRefusal.TABLE_OPEN: "Table {table} is open already.",
        TableRefusal.NO_ROUND: "No round is open at this table. {why}",
        TableRefusal.ROUND_IN_PLAY: "Finish round {round} first.",
        TableRefusal.SEAT_NOT_AT_TABLE: "Table {table} has seats 1 to {seats}.",
        TableRefusal.SEAT_TAKEN: "Seat {seat} is taken.",
        TableRefusal.SEAT_EMPTY: "Nobody sits at seat {seat}.",
        TableRefusal.PATRON_NOT_FOUND: "There is no such person. Choose one from the list.",
        TableRefusal.PATRON_NOT_WELCOME: "This person can't be seated. Please call the manager.",
        TableRefusal.PATRON_SEATED_ELSEWHERE: "{name} already sits at table {table}, seat {seat}.",
        TableRefusal.PLAYER_IN_HAND: "Seat {seat} is in the round. Leaving waits until it is over.",
        TableRefusal.CHIPS_SHORT: (
            "Seat {seat} has {has} and needs {needs}. More chips can be bought first."
        ),
        TableRefusal.CHIPS_SHORT_FOR_BANK: (
            "Seat {seat} has {has}. To bank here takes at least {needs}."
        ),
        TableRefusal.NOTHING_TO_REPEAT: "No seat has a last bet that it can repeat.",
        TableRefusal.NOT_ELECTRONIC: "This table's cards are dealt by hand. Key in the up-card.",
        TableRefusal.PACK_NOT_FOR_TABLES: "{pack} can't be dealt at a table here: {why}.",
        TableRefusal.PACK_NOT_YET_EFFECTIVE: "{pack} takes effect on {day}, not yet.",
        TableRefusal.NAME_MISSING: "A pack needs a name.",
        TableRefusal.AUTHORIZATION_MISSING: (
            "Raised odds need the number of the room's own authorization."
        ),
        TableRefusal.LIMITS_WRONG: "The limits for {kind} must be a minimum up to a maximum.",
        TableRefusal.NOT_SETTLED_YET: (
            "Round {round} is not in the books yet. Try again in a moment."
        ),
        TableRefusal.DISPLAY_UNKNOWN: "This display is not paired, or its pairing has expired.",
    }


class TableMovedOn(TableError):
    """The command was made against an older version of the table than there is now."""

    HTTP_STATUS = 409

    def __init__(self) -> None:
        super().__init__(TableRefusal.TABLE_MOVED_ON)


class TableNotFound(TableError):
    """There is no such table, round or display for this caller."""

    HTTP_STATUS = 404

    def __init__(self) -> None:
        super().__init__(TableRefusal.TABLE_NOT_FOUND)


class NotAllowed(TableError):
    """The caller's role does not allow it."""

    HTTP_STATUS = 403

    def __init__(self) -> None:
        super().__init__(TableRefusal.NOT_ALLOWED)
