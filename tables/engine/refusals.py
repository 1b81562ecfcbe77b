"""Every refusal of the rules: one name from this closed list, its data, and its text.

The names are the ``code`` of an error object of ``manage.py settle_round`` (docs/settle_round.md)
and of the API. Amounts travel as ``..._cents`` and are shown as dollars.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from cardroom.errors import Refused
from cardroom.money import format_cents


class Refusal(StrEnum):
    """What the engine refuses, by kind: the shape of a record, its rules, cards, seats and wagers,
    the steps of a round, fee schedules, and the rotation."""

    # The shape of a record
    NOT_JSON = "not_json"
    WRONG_TYPE = "wrong_type"
    MISSING_FIELD = "missing_field"
    UNKNOWN_KEY = "unknown_key"
    REPEATED_KEY = "repeated_key"
    UNKNOWN_VALUE = "unknown_value"
    OUT_OF_RANGE = "out_of_range"
    # Its rules
    UNKNOWN_SCHEMA = "unknown_schema"
    UNKNOWN_PACK = "unknown_pack"
    UNKNOWN_OPTION = "unknown_option"
    LIMITS_REVERSED = "limits_reversed"
    NO_SUCH_ODDS = "no_such_odds"
    ODDS_LOWERED = "odds_lowered"
    ODDS_CHOSEN_WHOLE = "odds_chosen_whole"
    # Cards
    NO_SUCH_CARD = "no_such_card"
    CARD_USED_UP = "card_used_up"
    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"
    FACE_UP_NOT_IN_HAND = "face_up_not_in_hand"
    # The bank and the seats
    BANK_DOES_NOT_FIT = "bank_does_not_fit"
    PLAYER_DEALER_ONLY = "player_dealer_only"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_HAS_A_HAND = "seat_has_a_hand"
    SEAT_IS_THE_BANK = "seat_is_the_bank"
    NO_HANDS = "no_hands"
    # Wagers and decisions
    NO_WAGER = "no_wager"
    UNKNOWN_WAGER = "unknown_wager"
    WAGER_NOT_POSITIVE = "wager_not_positive"
    WAGER_BELOW_LIMIT = "wager_below_limit"
    WAGER_ABOVE_LIMIT = "wager_above_limit"
    ANTE_REQUIRED = "ante_required"
    PAIR_PLUS_REQUIRED = "pair_plus_required"
    PAIR_PLUS_ABOVE_ANTE = "pair_plus_above_ante"
    PAIR_PLUS_ABOVE_TWICE_ANTE = "pair_plus_above_twice_ante"
    WAGERS_TOO_FAR_APART = "wagers_too_far_apart"
    DECISION_REQUIRED = "decision_required"
    DECISION_WITHOUT_ANTE = "decision_without_ante"
    # Results capture
    RESULT_DOES_NOT_FIT = "result_does_not_fit"
    UP_CARD_QUALIFIES = "up_card_qualifies"
    # The steps of a round
    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    NO_HAND_AT_SEAT = "no_hand_at_seat"
    NO_BANK_WAGER = "no_bank_wager"
    NO_WAGERS = "no_wagers"
    WRONG_SOURCE = "wrong_source"
    WRONG_CAPTURE = "wrong_capture"
    WRONG_DECK = "wrong_deck"
    BANK_NOT_KNOWN = "bank_not_known"
    CARDS_NOT_KNOWN = "cards_not_known"
    OPTION_IS_OFF = "option_is_off"
    REASON_REQUIRED = "reason_required"
    NOTHING_TO_UNDO = "nothing_to_undo"
    DECISION_STANDS = "decision_stands"
    TEXT_ORDERS_VOID = "text_orders_void"
    ROUND_FROZEN = "round_frozen"
    ROUND_NOT_FROZEN = "round_not_frozen"
    # Corrections of a settled round
    NOT_SETTLED = "not_settled"
    NOTHING_CORRECTED = "nothing_corrected"
    CORRECTION_INCOMPLETE = "correction_incomplete"
    # Fee schedules
    FEE_LINE_INVALID = "fee_line_invalid"
    FEE_GAP = "fee_gap"
    FEE_OVERLAP = "fee_overlap"
    FEE_RATES_TOO_MANY = "fee_rates_too_many"
    # The rotation of the player-dealer position
    NOT_SEATED = "not_seated"
    OFFER_OUT_OF_TURN = "offer_out_of_turn"


class RuleError(Refused):
    """Something that the rules of the game forbid. See :class:`cardroom.errors.Refused`.

    >>> RuleError(Refusal.NO_SUCH_SEAT, field="hands[0].seat", seat=9, seats=8).message
    'There is no seat 9: the table has seats 1 to 8.'
    """

    TEXTS: ClassVar[Mapping[StrEnum, str]] = {
        Refusal.NOT_JSON: "This line is not JSON.",
        Refusal.WRONG_TYPE: "This must be {expected}, not {found}.",
        Refusal.MISSING_FIELD: "{name} is missing.",
        Refusal.UNKNOWN_KEY: "{name} is not a field that belongs here.",
        Refusal.REPEATED_KEY: "{name} is given more than once.",
        Refusal.UNKNOWN_VALUE: "{value} is not one of: {allowed}.",
        Refusal.OUT_OF_RANGE: "{value} is not from {low} to {high}.",
        Refusal.UNKNOWN_SCHEMA: "The schema {value} is not known; this reads {expected}.",
        Refusal.UNKNOWN_PACK: "There is no rule pack {value}; there are: {allowed}.",
        Refusal.UNKNOWN_OPTION: "{name} is not an option of the rule pack {pack}.",
        Refusal.NO_SUCH_ODDS: "This pack has no odds called {name}.",
        Refusal.ODDS_LOWERED: "The text pays {least} to 1: a room may pay more, not {odds} to 1.",
        Refusal.ODDS_CHOSEN_WHOLE: "The pay table of {kind} is chosen whole and can't be altered.",
        Refusal.LIMITS_REVERSED: "The minimum {low} is above the maximum {high}.",
        Refusal.NO_SUCH_CARD: "{value} is not a card: a rank of 23456789TJQKA and a suit of cdhs.",
        Refusal.CARD_USED_UP: "{card} occurs more often than {decks} deck(s) hold it.",
        Refusal.WRONG_NUMBER_OF_CARDS: "A hand has {expected} cards, this one has {found}.",
        Refusal.FACE_UP_NOT_IN_HAND: "{card} is not among the bank's cards.",
        Refusal.BANK_DOES_NOT_FIT: "In the rule pack {pack} the bank is {expected}.",
        Refusal.PLAYER_DEALER_ONLY: "{name} belongs to a player-dealer; here the house banks.",
        Refusal.NO_SUCH_SEAT: "There is no seat {seat}: the table has seats 1 to {seats}.",
        Refusal.SEAT_HAS_A_HAND: "Seat {seat} already has a hand.",
        Refusal.SEAT_IS_THE_BANK: "Seat {seat} is the player-dealer's and cannot wager against it.",
        Refusal.NO_HANDS: "There is no hand.",
        Refusal.NO_WAGER: "The hand at seat {seat} has no wager.",
        Refusal.UNKNOWN_WAGER: "{value} is not a wager that is placed in the rule pack {pack}.",
        Refusal.WAGER_NOT_POSITIVE: "A wager is a whole number of cents above zero, not {value}.",
        Refusal.WAGER_BELOW_LIMIT: "{name} of {wager} is below the posted minimum of {limit}.",
        Refusal.WAGER_ABOVE_LIMIT: "{name} of {wager} is above the posted maximum of {limit}.",
        Refusal.ANTE_REQUIRED: "{name} needs an ante at the same seat.",
        Refusal.PAIR_PLUS_REQUIRED: "{name} needs a Pair Plus wager at the same seat.",
        Refusal.PAIR_PLUS_ABOVE_ANTE: "Pair Plus of {wager} is above the ante of {ante}.",
        Refusal.PAIR_PLUS_ABOVE_TWICE_ANTE: (
            "Pair Plus of {wager} is above twice the ante of {ante}."
        ),
        Refusal.WAGERS_TOO_FAR_APART: (
            "{larger} is more than five times {smaller}, the other of the two wagers."
        ),
        Refusal.DECISION_REQUIRED: "A hand with an ante is played or folded.",
        Refusal.DECISION_WITHOUT_ANTE: "A hand without an ante has nothing to decide.",
        Refusal.RESULT_DOES_NOT_FIT: "A result needs a hand that stayed and a bank that qualifies.",
        Refusal.UP_CARD_QUALIFIES: "With {card} up the bank qualifies.",
        Refusal.WRONG_PHASE: "That cannot be done now: the round is at {phase}.",
        Refusal.NOT_YOUR_TURN: "Seat {turn} decides first, not seat {seat}.",
        Refusal.NO_HAND_AT_SEAT: "Seat {seat} has no hand in this round.",
        Refusal.NO_BANK_WAGER: "The player-dealer has not posted a wager.",
        Refusal.NO_WAGERS: "Nobody has placed a wager.",
        Refusal.WRONG_SOURCE: "The cards of this round come from the {source}.",
        Refusal.WRONG_CAPTURE: "This table captures {capture}.",
        Refusal.BANK_NOT_KNOWN: "Whether the bank qualifies must be entered first.",
        Refusal.CARDS_NOT_KNOWN: "The cards of seat {seat} are not known.",
        Refusal.OPTION_IS_OFF: "The option {option} is off at this table.",
        Refusal.WRONG_DECK: "This is not a full shoe of {decks} deck(s).",
        Refusal.REASON_REQUIRED: "This needs a reason, which is kept.",
        Refusal.NOTHING_TO_UNDO: "There is no wager to take back.",
        Refusal.DECISION_STANDS: "Seat {seat} has decided nothing else that could be changed.",
        Refusal.TEXT_ORDERS_VOID: "Here the text leaves no choice: the round is void.",
        Refusal.ROUND_FROZEN: "This round is frozen: {why}. The floor rules or releases it first.",
        Refusal.ROUND_NOT_FROZEN: "This round is not frozen.",
        Refusal.NOT_SETTLED: "Only a settled round is corrected.",
        Refusal.NOTHING_CORRECTED: "Say what the record should have been.",
        Refusal.CORRECTION_INCOMPLETE: (
            "So the round can't be settled: a hand that played needs its cards or its result."
        ),
        Refusal.FEE_LINE_INVALID: "This fee line is not possible: {why}.",
        Refusal.FEE_GAP: "No fee line of the {payer} covers {kind} from {low} to {high}.",
        Refusal.FEE_OVERLAP: "Two fee lines of the {payer} cover {kind} of {low}.",
        Refusal.FEE_RATES_TOO_MANY: "{found} different fees at a table; at most {allowed} may be.",
        Refusal.NOT_SEATED: "Nobody sits at seat {seat}.",
        Refusal.OFFER_OUT_OF_TURN: "Next to be asked is seat {next_seat}, not seat {seat}.",
    }

    @property
    def shown(self) -> Mapping[str, object]:
        return {
            name.removesuffix("_cents"): (
                format_cents(value) if name.endswith("_cents") and isinstance(value, int) else value
            )
            for name, value in self.data.items()
        }
