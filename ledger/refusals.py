"""Everything that the books and the cage refuse, by name."""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from cardroom.errors import Refused
from cardroom.money import format_cents


class BooksRefusal(StrEnum):
    """The closed list. A name never changes its meaning."""

    # An entry that cannot be built.
    UNKNOWN_ACCOUNT = "unknown_account"
    UNKNOWN_PLACE = "unknown_place"
    NOT_AN_AMOUNT = "not_an_amount"
    NOT_A_COUNT = "not_a_count"
    NOT_BALANCED = "not_balanced"
    CHIPS_DO_NOT_MATCH = "chips_do_not_match"
    EMPTY_ENTRY = "empty_entry"
    ROUND_MISSING = "round_missing"
    # An entry that the books do not take.
    SHORT = "short"
    SHORT_OF_CHIPS = "short_of_chips"
    PLACE_SHORT = "place_short"
    ROUND_SHORT = "round_short"
    ROUND_NOT_EMPTY = "round_not_empty"
    ROUND_CLOSED = "round_closed"
    ROUND_OPEN = "round_open"
    REQUEST_REUSED = "request_reused"
    # Settlements.
    RETURNS_DO_NOT_MATCH = "returns_do_not_match"
    NOT_PARKED = "not_parked"
    # The cage.
    NO_SUCH_PATRON = "no_such_patron"
    CALL_THE_FLOOR = "call_the_floor"
    NO_SUCH_WINDOW = "no_such_window"
    NO_WINDOW = "no_window"
    WINDOW_TAKEN = "window_taken"
    ONE_WINDOW_EACH = "one_window_each"
    WINDOW_NOT_YOURS = "window_not_yours"
    WINDOW_CLOSED = "window_closed"
    VAULT_SHORT = "vault_short"
    SECOND_PERSON = "second_person"
    WRONG_SIGNATURE = "wrong_signature"
    PASSWORDS_LOCKED = "passwords_locked"
    DRAWER_SHORT = "drawer_short"
    # The win of house-banked tables.
    WIN_SHIFT_RUNS = "win_shift_runs"
    WIN_NOT_POSTED = "win_not_posted"
    WIN_NOTHING = "win_nothing"
    WIN_SECOND_PERSON = "win_second_person"
    # Drop boxes.
    BOX_HANGS = "box_hangs"
    BOX_TAKEN = "box_taken"
    # Persons.
    NOT_ALLOWED = "not_allowed"
    REASON_MISSING = "reason_missing"
    PERSON_MERGED = "person_merged"
    PERSON_NEEDED = "person_needed"
    NAME_NEEDED = "name_needed"
    DEPOSIT_SHORT = "deposit_short"
    NO_SUCH_COMPANY = "no_such_company"
    NOT_REGISTERED = "not_registered"
    HANDED_TOO_MUCH = "handed_too_much"
    # Merges.
    MERGE_WITH_ITSELF = "merge_with_itself"
    MERGE_NAMED = "merge_named"
    MERGE_INTO_NAMED = "merge_into_named"
    MERGE_WAITS = "merge_waits"
    MERGE_CHIPS = "merge_chips"
    MERGE_DECIDED = "merge_decided"
    MERGE_SECOND_PERSON = "merge_second_person"
    NO_SUCH_MERGE = "no_such_merge"
    # Reversals.
    NO_SUCH_ENTRY = "no_such_entry"
    NOT_REVERSIBLE = "not_reversible"
    REVERSED_ALREADY = "reversed_already"
    REVERSAL_SECOND_PERSON = "reversal_second_person"
    # Reports and cover.
    NO_SUCH_REPORT = "no_such_report"
    REFERENCE_MISSING = "reference_missing"
    FILED_TOO_EARLY = "filed_too_early"
    NOT_MONEY = "not_money"
    # Counts, boxes, fills and credits, runners.
    COUNT_DIFFERS = "count_differs"
    EXCHANGE_DIFFERS = "exchange_differs"
    WINDOW_COUNTED = "window_counted"
    WINDOW_NOT_COUNTED = "window_not_counted"
    ROUNDS_NOT_POSTED = "rounds_not_posted"
    TAKES_OVER = "takes_over"
    NO_SUCH_BOX = "no_such_box"
    BOX_STILL_HANGS = "box_still_hangs"
    BOX_COUNTED = "box_counted"
    SHEET_EMPTY = "sheet_empty"
    SIGNED_BEFORE = "signed_before"
    NO_SUCH_TRANSFER = "no_such_transfer"
    TRANSFER_STAGE = "transfer_stage"
    OWN_REQUEST = "own_request"
    APPROVED_BEFORE = "approved_before"
    RUNNER_WRONG = "runner_wrong"
    DEALER_SIGNS = "dealer_signs"
    NOTE_MISSING = "note_missing"
    NOTHING_CARRIED = "nothing_carried"
    NO_SUCH_SLIP = "no_such_slip"


R = BooksRefusal


class BooksError(Refused):
    """The books or the cage refuse. Amounts in ``data`` are cents; the text shows dollars."""

    TEXTS: ClassVar[Mapping[StrEnum, str]] = {
        R.UNKNOWN_ACCOUNT: "The chart has no account {account}.",
        R.UNKNOWN_PLACE: "The house has no place for chips called {place}.",
        R.NOT_AN_AMOUNT: "{cents} is not an amount: it must be whole cents above zero.",
        R.NOT_A_COUNT: "{count} of {denomination} is not a count of chips or bills.",
        R.NOT_BALANCED: "Debits are {debit_cents} and credits {credit_cents}: they must be equal.",
        R.CHIPS_DO_NOT_MATCH: (
            "The accounts put {accounts_cents} of chips into use, "
            "but {places_cents} leave the house's places."
        ),
        R.EMPTY_ENTRY: "An entry needs something to move.",
        R.ROUND_MISSING: "Money in play belongs to a round, and no round is named.",
        R.SHORT: "{account} holds {have_cents}; {need_cents} is needed.",
        R.SHORT_OF_CHIPS: "Chips for {need_cents} are needed; {have_cents} is there.",
        R.PLACE_SHORT: "There are not enough chips in {place} for this.",
        R.ROUND_SHORT: "Round {round} holds {have_cents}; {need_cents} is needed.",
        R.ROUND_NOT_EMPTY: "Round {round} would keep {left_cents}: it must come out at zero.",
        R.ROUND_CLOSED: "Round {round} is settled: nothing more can be staked on it.",
        R.ROUND_OPEN: "Round {round} is not in the books yet. Try again in a moment.",
        R.REQUEST_REUSED: "This request was used before, for something else. Nothing was posted.",
        R.RETURNS_DO_NOT_MATCH: "Round {round} holds {have_cents}; {returns_cents} would go back.",
        R.NOT_PARKED: "This settlement is not parked.",
        R.NO_SUCH_PATRON: "Nobody is known under this number.",
        R.CALL_THE_FLOOR: "Please call the floor supervisor to the window before going on.",
        R.NO_SUCH_WINDOW: "The cage has no window {window}.",
        R.NO_WINDOW: "You have no window open. Open one first; nothing was posted.",
        R.WINDOW_TAKEN: "Window {window} is open already.",
        R.ONE_WINDOW_EACH: "You have window {window} open: one window each.",
        R.WINDOW_NOT_YOURS: "Window {window} is not yours.",
        R.WINDOW_CLOSED: "Window {window} is closed.",
        R.VAULT_SHORT: "The vault does not hold enough cash for this.",
        R.SECOND_PERSON: "A cage supervisor or manager other than you must sign this count.",
        R.WRONG_SIGNATURE: "Name and password do not belong together. Nothing was changed.",
        R.PASSWORDS_LOCKED: (
            "Too many wrong passwords. No more are taken until {until}: try again then."
        ),
        R.DRAWER_SHORT: "The drawer of window {window} does not hold enough cash for this.",
        R.WIN_SHIFT_RUNS: "This shift has not ended: its win is counted after it.",
        R.WIN_NOT_POSTED: (
            "Round {round} of this shift is not in the books yet. Nothing was counted."
        ),
        R.WIN_NOTHING: "There is no win of table {table} to count in this shift.",
        R.WIN_SECOND_PERSON: "A cage supervisor or manager other than you must sign this win.",
        R.BOX_HANGS: "A box hangs at table {table} already.",
        R.BOX_TAKEN: "Box {box} does not hang at a table any more.",
        R.NOT_ALLOWED: "Your role does not allow this.",
        R.REASON_MISSING: "Write the reason: it is kept.",
        R.PERSON_MERGED: "This number was merged into {number}: use that one.",
        R.PERSON_NEEDED: (
            "From {from_cents} on somebody is named or described: ask for a name, or register a "
            "description."
        ),
        R.NAME_NEEDED: "Front money needs a name: {name} is known by description alone.",
        R.DEPOSIT_SHORT: "The deposit holds {have_cents}; {need_cents} is needed.",
        R.NO_SUCH_COMPANY: "There is no such proposition company.",
        R.NOT_REGISTERED: "{name} is not registered for {company}.",
        R.HANDED_TOO_MUCH: "{name} has {have_cents} in chips; {need_cents} can't be handed back.",
        R.MERGE_WITH_ITSELF: "These are one person already.",
        R.MERGE_NAMED: "{name} is named. Only somebody known by description is merged.",
        R.MERGE_INTO_NAMED: "{name} has no name either. Choose the named person.",
        R.MERGE_WAITS: "A merge of this person is proposed or approved already.",
        R.MERGE_CHIPS: (
            "{name} still has {have_cents} in followed chips. Cash them out, or let the floor "
            "close the seat; then merge."
        ),
        R.MERGE_DECIDED: "This merge was decided before. Nothing was changed.",
        R.MERGE_SECOND_PERSON: "Somebody other than who proposed the merge must decide it.",
        R.NO_SUCH_MERGE: "There is no such merge.",
        R.NO_SUCH_ENTRY: "There is no entry {entry}.",
        R.NOT_REVERSIBLE: "Entry {entry} is no transaction of a window: it stays.",
        R.REVERSED_ALREADY: "Entry {entry} was turned round before, and only once.",
        R.REVERSAL_SECOND_PERSON: (
            "A cage supervisor or manager other than you must approve the reversal."
        ),
        R.NO_SUCH_REPORT: "No report is due for this.",
        R.REFERENCE_MISSING: "Write the reference under which it was filed.",
        R.FILED_TOO_EARLY: "Filed on {filed}? The day is {day}, and today is {today}.",
        R.NOT_MONEY: "{account} is no place of cash: only money can cover chips.",
        R.COUNT_DIFFERS: "The chips come to {counted_cents}, and the amount is {cents_cents}.",
        R.EXCHANGE_DIFFERS: (
            "{taken_cents} comes in and {given_cents} goes out: an exchange is of equal value."
        ),
        R.WINDOW_COUNTED: "Window {window} is counted: close it or hand it over.",
        R.WINDOW_NOT_COUNTED: "Count window {window} first, and sign the count.",
        R.ROUNDS_NOT_POSTED: (
            "{rounds} not in the books yet: {round} is the first. Try again in "
            "a moment, or see the parked settlements."
        ),
        R.TAKES_OVER: (
            "{name} can't take this window over: it must be somebody else who works the cage "
            "and has no window open."
        ),
        R.NO_SUCH_BOX: "There is no box {box}.",
        R.BOX_STILL_HANGS: (
            "Box {box} still hangs at table {table}: it is counted once it is taken."
        ),
        R.BOX_COUNTED: "Box {box} is counted and locked.",
        R.SHEET_EMPTY: "Write down what was found in box {box} first.",
        R.SIGNED_BEFORE: "You have signed this count: the second signature is another person's.",
        R.NO_SUCH_TRANSFER: "There is no such fill or credit.",
        R.TRANSFER_STAGE: "{slip} is {status}: this can't be done to it now.",
        R.OWN_REQUEST: "Somebody else approves what you asked for.",
        R.APPROVED_BEFORE: (
            "You approved {slip} already: a second person approves above {limit_cents}."
        ),
        R.RUNNER_WRONG: "Name somebody who may carry chips, other than you.",
        R.DEALER_SIGNS: "The dealer signs too, with name and password, and is not you.",
        R.NOTE_MISSING: (
            "{found_cents} was counted and {sent_cents} was sent: write a discrepancy note."
        ),
        R.NOTHING_CARRIED: "{name} carries no chips and no cash.",
        R.NO_SUCH_SLIP: "There is no such slip.",
    }

    @property
    def shown(self) -> Mapping[str, object]:
        """The data with its amounts in dollars.

        >>> BooksError(R.SHORT_OF_CHIPS, need_cents=30000, have_cents=4550).message
        'Chips for $300 are needed; $45.50 is there.'
        """
        return {
            name: format_cents(value)
            if name.endswith("_cents") and isinstance(value, int)
            else value
            for name, value in self.data.items()
        }
