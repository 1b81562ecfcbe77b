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
    PATRON_MERGED = "patron_merged"
    PATRON_SEATED_ELSEWHERE = "patron_seated_elsewhere"
    PLAYER_IN_HAND = "player_in_hand"
    CHIPS_SHORT = "chips_short"
    CHIPS_SHORT_FOR_TWO = "chips_short_for_two"
    CHIPS_SHORT_FOR_BANK = "chips_short_for_bank"
    CHIPS_FOR_BANK = "chips_for_bank"
    NOTHING_TO_REPEAT = "nothing_to_repeat"
    NOT_ELECTRONIC = "not_electronic"
    PACK_NOT_FOR_TABLES = "pack_not_for_tables"
    PACK_NOT_YET_EFFECTIVE = "pack_not_yet_effective"
    PACK_SEATS = "pack_seats"
    PACK_DECKS = "pack_decks"
    FEES_MISSING = "fees_missing"
    FEES_NOT_TAKEN = "fees_not_taken"
    LIMITS_KINDS = "limits_kinds"
    HOUSE_BANKS = "house_banks"
    NAME_MISSING = "name_missing"
    AUTHORIZATION_MISSING = "authorization_missing"
    LIMITS_WRONG = "limits_wrong"
    CAPTURE_WRONG = "capture_wrong"
    ROUND_FROZEN = "round_frozen"
    CORRECTION_OPEN = "correction_open"
    CORRECTION_DECIDED = "correction_decided"
    SECOND_PERSON = "second_person"
    ROUND_NOT_SETTLED = "round_not_settled"
    NOT_SETTLED_YET = "not_settled_yet"
    # Displays.
    DISPLAY_UNKNOWN = "display_unknown"
    NOTHING_ASKED = "nothing_asked"
    DISPLAY_REVOKED = "display_revoked"
    DISPLAY_EXPIRED = "display_expired"
    PLAYER_HAS_LEFT = "player_has_left"
    NO_DISPLAY_WAITS = "no_display_waits"
    TOO_MANY_WAIT = "too_many_wait"
    NO_SUCH_CODE = "no_such_code"
    CODES_LOCKED = "codes_locked"
    # The rotation.
    POLICY_UNKNOWN = "policy_unknown"
    NOTHING_TO_OVERRULE = "nothing_to_overrule"
    GAME_ENDED = "game_ended"
    PROPOSITION_TWICE = "proposition_twice"
    COMPANY_SEATED = "company_seated"
    # Seats.
    SEAT_RESERVED = "seat_reserved"
    SEAT_NOT_RESERVED = "seat_not_reserved"
    SEAT_IS_AWAY = "seat_is_away"
    SEAT_IS_BACK = "seat_is_back"
    MOVE_NOWHERE = "move_nowhere"
    ONE_POSITION = "one_position"
    TWO_POSITIONS = "two_positions"
    POSITION_NOT_ADJACENT = "position_not_adjacent"
    ONLY_POSITION = "only_position"
    MOVES_WITH_ONE = "moves_with_one"
    # Dealers, slips and decks.
    DEALER_UNKNOWN = "dealer_unknown"
    DEALER_ELSEWHERE = "dealer_elsewhere"
    DEALER_IS_HERE = "dealer_is_here"
    SECOND_PERSON_SIGNS = "second_person_signs"
    COUNT_WRONG = "count_wrong"
    VARIANCE_NEEDS_REASON = "variance_needs_reason"
    DECK_MISSING = "deck_missing"
    DECK_DEFECTIVE = "deck_defective"
    DECK_BACKS_SAME = "deck_backs_same"
    LICENSED_TABLES = "licensed_tables"
    # The waiting list.
    WAITS_ALREADY = "waits_already"
    NOT_WAITING = "not_waiting"
    NO_SEAT_FREE = "no_seat_free"


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
        TableRefusal.PATRON_MERGED: "This number was merged into number {number}: use that one.",
        TableRefusal.PATRON_SEATED_ELSEWHERE: "{name} already sits at table {table}, seat {seat}.",
        TableRefusal.PLAYER_IN_HAND: "Seat {seat} is in the round. Leaving waits until it is over.",
        TableRefusal.CHIPS_SHORT: (
            "Seat {seat} has {has} and needs {needs}. More chips can be bought first."
        ),
        TableRefusal.CHIPS_SHORT_FOR_TWO: (
            "Seats {seats} are one player's, who has {has} and needs {needs}. More chips can be "
            "bought first."
        ),
        TableRefusal.CHIPS_SHORT_FOR_BANK: (
            "Seat {seat} has {has}. To bank here takes at least {needs}."
        ),
        TableRefusal.CHIPS_FOR_BANK: (
            "Seat {seat} has {has}, and {needs} is enough to bank here. Write down whether he "
            "accepts or declines."
        ),
        TableRefusal.NOTHING_TO_REPEAT: "No seat has a last bet that it can repeat.",
        TableRefusal.NOT_ELECTRONIC: "This table's cards are dealt by hand. Key in the up-card.",
        TableRefusal.PACK_NOT_FOR_TABLES: "{pack} can't be dealt at a table here: {why}.",
        TableRefusal.PACK_NOT_YET_EFFECTIVE: "{pack} takes effect on {day}, not yet.",
        TableRefusal.PACK_SEATS: (
            "{pack} is played at {least} to {most} seats. Table {table} has {seats}."
        ),
        TableRefusal.PACK_DECKS: "{pack} is played with {most} in play, no more.",
        TableRefusal.FEES_MISSING: "These rules need a schedule of collection fees.",
        TableRefusal.FEES_NOT_TAKEN: "The house banks these rules: no collection fee is taken.",
        TableRefusal.LIMITS_KINDS: "These rules need limits for {kinds}, and no others.",
        TableRefusal.HOUSE_BANKS: "The house banks this table: there is no player-dealer.",
        TableRefusal.NAME_MISSING: "A pack needs a name.",
        TableRefusal.AUTHORIZATION_MISSING: (
            "Raised odds need the number of the room's own authorization."
        ),
        TableRefusal.LIMITS_WRONG: "The limits for {kind} must be a minimum up to a maximum.",
        TableRefusal.CAPTURE_WRONG: (
            "The electronic deck knows every card. Results are entered where hands deal."
        ),
        TableRefusal.ROUND_FROZEN: "Round {round} is frozen: {why}. The floor releases it first.",
        TableRefusal.CORRECTION_OPEN: "A correction of this round waits for a second person.",
        TableRefusal.CORRECTION_DECIDED: "This correction has been decided.",
        TableRefusal.SECOND_PERSON: "Somebody else than who asked for it decides on a correction.",
        TableRefusal.ROUND_NOT_SETTLED: "Round {round} is not settled. Change it at its table.",
        TableRefusal.NOT_SETTLED_YET: (
            "Round {round} is not in the books yet. Try again in a moment."
        ),
        TableRefusal.DISPLAY_UNKNOWN: "This display is not paired.",
        TableRefusal.DISPLAY_REVOKED: "The floor has ended this pairing.",
        TableRefusal.DISPLAY_EXPIRED: "This pairing has run out.",
        TableRefusal.PLAYER_HAS_LEFT: "The player whom this phone followed has left seat {seat}.",
        TableRefusal.NO_DISPLAY_WAITS: (
            "No display waits with this code. Read it again: it changes every ten minutes."
        ),
        TableRefusal.TOO_MANY_WAIT: "Too many displays wait for a code. Try again in ten minutes.",
        TableRefusal.NO_SUCH_CODE: (
            "No seat shows this code now. Press “On my phone” at the seat and read it again."
        ),
        TableRefusal.CODES_LOCKED: (
            "Too many wrong codes. No more are taken until {until}: try again then."
        ),
        TableRefusal.NOTHING_ASKED: "Seat {seat} is not asked this now.",
        TableRefusal.POLICY_UNKNOWN: "There is no such rotation policy. Choose one from the list.",
        TableRefusal.NOTHING_TO_OVERRULE: (
            "There is nothing to overrule: the rotation does not hold up a hand of a player-dealer."
        ),
        TableRefusal.GAME_ENDED: "No more hands at this table. {why}",
        TableRefusal.PROPOSITION_TWICE: (
            "Seat {seat} banked the last hand, and a proposition player never banks twice in a row."
        ),
        TableRefusal.COMPANY_SEATED: (
            "Seat {seat} plays for {company} already: one of a company at a table."
        ),
        TableRefusal.SEAT_RESERVED: "Seat {seat} is reserved for {name}.",
        TableRefusal.SEAT_NOT_RESERVED: "Seat {seat} is not reserved.",
        TableRefusal.SEAT_IS_AWAY: "Seat {seat} is away already.",
        TableRefusal.SEAT_IS_BACK: "Seat {seat} is not away.",
        TableRefusal.MOVE_NOWHERE: "Seat {seat} sits there already. Choose another seat.",
        TableRefusal.ONE_POSITION: "Under {pack} a player has one betting position.",
        TableRefusal.TWO_POSITIONS: "Seats {seats} are one player's already: two are the most.",
        TableRefusal.POSITION_NOT_ADJACENT: (
            "A second position is next to the first ({clause}). Choose a seat beside seat {seat}."
        ),
        TableRefusal.ONLY_POSITION: "Seat {seat} is his only position. To give it up he leaves.",
        TableRefusal.MOVES_WITH_ONE: (
            "Seats {seats} are one player's. He gives one up, then he can move."
        ),
        TableRefusal.DEALER_UNKNOWN: "There is no such dealer. Choose one from the list.",
        TableRefusal.DEALER_ELSEWHERE: "{name} deals at table {table}. Relieve him there first.",
        TableRefusal.DEALER_IS_HERE: "{name} deals here already.",
        TableRefusal.SECOND_PERSON_SIGNS: (
            "Two people sign the slip: the floor, and a dealer who is somebody else."
        ),
        TableRefusal.COUNT_WRONG: "Count whole chips of this table's denominations.",
        TableRefusal.VARIANCE_NEEDS_REASON: (
            "Counted {counted}, the books have {expected}. Count again, or give a reason."
        ),
        TableRefusal.DECK_MISSING: "Check {needed} here, and pass it: {passed} passed.",
        TableRefusal.DECK_DEFECTIVE: "Note what is wrong with the deck that did not pass.",
        TableRefusal.DECK_BACKS_SAME: "The two decks of a shuffler need different backs.",
        TableRefusal.LICENSED_TABLES: (
            "The license allows {tables} tables in play. Close one first."
        ),
        TableRefusal.WAITS_ALREADY: "{name} waits for this game already.",
        TableRefusal.NOT_WAITING: "Nobody waits under this entry any more.",
        TableRefusal.NO_SEAT_FREE: "No seat is free in this game at this limit.",
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
