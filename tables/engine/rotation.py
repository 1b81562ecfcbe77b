"""The rotation of the player-dealer position (California, rule 11).

The position goes clockwise among the seated players. Nobody banks more than two hands in a row
unless it has been offered to all other seated players. Every offer and its answer is kept; an
offer to somebody absent, or short of chips for the minimum W, counts as an offer.

A holder's *turn* is a value: the seat, the hands served since everybody was last asked, and the
offers made since. A void hand is not served (our reading): it is simply not counted here.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from cardroom.texts import Sentence, say, say_many
from tables.engine.coverage import clockwise_from
from tables.engine.paytables import Clause
from tables.engine.refusals import Refusal, RuleError


class OfferAnswer(StrEnum):
    """What came of an offer; ``CANNOT`` is a player whose chips are short of the minimum W."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    ABSENT = "absent"
    CANNOT = "cannot"


class Offer(NamedTuple):
    """One offer of the position, and how many hands the holder had served when it was made."""

    seat: int
    answer: OfferAnswer
    after_hands: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """Who holds the position, and what has been served and offered since.

    ``left_seat`` is the seat that the last holder left, if the position is free for that reason.
    """

    holder_seat: int | None = None
    hands_served: int = 0
    offers: tuple[Offer, ...] = ()
    left_seat: int | None = None


@dataclass(frozen=True, slots=True)
class RotationPolicy:
    """A rotation rule as data. ``hands_in_a_row`` may be served before everybody is asked;
    ``others_in_window`` others than a proposition player must bank in each window of time."""

    name: str
    title: str
    hands_in_a_row: int
    clause: Clause
    window: timedelta | None = None
    others_in_window: int = 0
    proposition_never_twice: bool = False


TWO_HANDS = RotationPolicy(
    "two_hands",
    say("Two hands, then an offer to all"),
    2,
    Clause("California", "rule 11"),
)
EVERY_HAND = RotationPolicy(
    "every_hand",
    say("An offer before each hand"),
    1,
    Clause("California", "rule 11", chosen=True),
)
BGC_2026 = RotationPolicy(
    "bgc_2026",
    say("An offer before each hand, and two others within 40 minutes"),
    1,
    Clause("Bureau of Gambling Control", "11 CCR 2076 and 2077 (2026)"),
    window=timedelta(minutes=40),
    others_in_window=2,
    proposition_never_twice=True,
)
POLICIES = {policy.name: policy for policy in (TWO_HANDS, EVERY_HAND, BGC_2026)}


class Verdict(NamedTuple):
    """Whether the next hand may be dealt, who is to be offered the position next, and why."""

    may_deal: bool
    offer_due: bool
    hands_left: int
    next_offer: int | None
    sentence: str


def offering_order(turn: Turn, seated: Collection[int], table_seats: int) -> tuple[int, ...]:
    """The other seated players in the order in which they are asked: clockwise from the holder,
    from the seat he left, or from seat 1 at the opening.

    >>> offering_order(Turn(holder_seat=3), (1, 2, 3, 5), 8)
    (5, 1, 2)
    """
    if turn.holder_seat is not None:
        seats = clockwise_from(turn.holder_seat, table_seats)[1:]
    elif turn.left_seat is not None:
        seats = (*clockwise_from(turn.left_seat, table_seats)[1:], turn.left_seat)
    else:
        seats = clockwise_from(1, table_seats)
    return tuple(seat for seat in seats if seat in seated)


def _to_ask(
    policy: RotationPolicy, turn: Turn, seated: Collection[int], table_seats: int
) -> tuple[int, ...]:
    """Who has not been offered the position within the hands that the policy allows."""
    asked = {
        offer.seat
        for offer in turn.offers
        if turn.hands_served - offer.after_hands < policy.hands_in_a_row
    }
    order = offering_order(turn, seated, table_seats)
    return tuple(seat for seat in order if seat not in asked)


def verdict(
    policy: RotationPolicy,
    turn: Turn,
    seated: Collection[int],
    table_seats: int,
    *,
    proposition: Collection[int] = (),
) -> Verdict:
    """Whether the table may deal its next hand. ``proposition`` are the seats of proposition
    players, whom only some policies treat apart.

    >>> verdict(TWO_HANDS, Turn(7, hands_served=2), (1, 3, 7), 8).sentence
    'Seat 7 has banked 2 hands: offer the position to seat 1 next.'
    """
    to_ask = _to_ask(policy, turn, seated, table_seats)
    next_offer = to_ask[0] if to_ask else None
    holder = turn.holder_seat
    if holder is None:
        return _nobody_holds(turn, seated, table_seats, next_offer)
    left = max(policy.hands_in_a_row - turn.hands_served, 0)
    must_pass = policy.proposition_never_twice and holder in proposition and turn.hands_served > 0
    if must_pass and next_offer is None:
        text = say(
            "Seat {holder} may not bank twice in a row and nobody takes over: the table stops.",
            holder=holder,
        )
        return Verdict(False, False, 0, None, text)
    if (must_pass or not left) and next_offer is not None:
        text = say_many(
            "Seat {holder} has banked {hands} hand: offer the position to seat {next} next.",
            "Seat {holder} has banked {hands} hands: offer the position to seat {next} next.",
            turn.hands_served,
            holder=holder,
            hands=turn.hands_served,
            next=next_offer,
        )
        return Verdict(False, True, 0, next_offer, text)
    if not left:
        return Verdict(
            True,
            False,
            1,
            None,
            say("Everybody was asked: seat {holder} may bank on.", holder=holder),
        )
    text = say_many(
        "Seat {holder} may bank {hands} more hand before the position is offered to all.",
        "Seat {holder} may bank {hands} more hands before the position is offered to all.",
        left,
        holder=holder,
        hands=left,
    )
    return Verdict(True, False, left, next_offer, text)


def _nobody_holds(
    turn: Turn, seated: Collection[int], table_seats: int, next_offer: int | None
) -> Verdict:
    if next_offer is not None:
        text = say(
            "Nobody holds the position: offer it to seat {next_offer} next.", next_offer=next_offer
        )
        return Verdict(False, True, 0, next_offer, text)
    order = offering_order(turn, seated, table_seats)
    if not order:
        return Verdict(False, False, 0, None, say("Nobody is seated."))
    text = say("Nobody took the position: the table stops dealing until somebody does.")
    return Verdict(False, True, 0, order[0], text)


def answer_offer(
    policy: RotationPolicy,
    turn: Turn,
    seat: int,
    answer: OfferAnswer,
    seated: Collection[int],
    table_seats: int,
    *,
    proposition: Collection[int] = (),
) -> Turn:
    """Record the answer to an offer. Who accepts begins his own turn; when all have been asked
    without a taker, the holder's count starts anew, unless he may not bank twice in a row.

    A holder may also offer the position before he must. Raises RuleError if nobody sits there, or
    if another seat is to be asked first.
    """
    if seat not in seated:
        raise RuleError(Refusal.NOT_SEATED, field="seat", seat=seat)
    to_ask = _to_ask(policy, turn, seated, table_seats)
    if not to_ask and turn.holder_seat is None:
        # Everybody was asked in vain and the table stopped: the offers begin again.
        turn = replace(turn, offers=())
        to_ask = offering_order(turn, seated, table_seats)
    if not to_ask or seat != to_ask[0]:
        next_seat = to_ask[0] if to_ask else "none"
        raise RuleError(Refusal.OFFER_OUT_OF_TURN, field="seat", seat=seat, next_seat=next_seat)
    if answer == OfferAnswer.ACCEPTED:
        return Turn(holder_seat=seat)
    turn = replace(turn, offers=(*turn.offers, Offer(seat, OfferAnswer(answer), turn.hands_served)))
    holder = turn.holder_seat
    banks_on = not (policy.proposition_never_twice and holder in proposition)
    if len(to_ask) == 1 and holder is not None and banks_on:
        return Turn(holder_seat=holder)
    return turn


def hand_served(turn: Turn) -> Turn:
    """One more hand banked and settled; a void hand does not count (our reading)."""
    return replace(turn, hands_served=turn.hands_served + 1)


def holder_left(turn: Turn) -> Turn:
    """The holder gave the position up or left his seat: it is free, and offered from there on."""
    return Turn(left_seat=turn.holder_seat)


class BankedHand(NamedTuple):
    """A hand that was banked: when it was settled, from which seat, by a proposition player?"""

    at: datetime
    seat: int
    proposition: bool


def window_verdict(
    policy: RotationPolicy,
    opened_at: datetime,
    now: datetime,
    banked: Collection[BankedHand],
) -> tuple[bool, Sentence]:
    """Whether the last complete window of time had its share of other bankers, and a sentence.

    Windows are counted from the opening (bgc_2026). Policies without a window always pass.
    """
    if policy.window is None or now - opened_at < policy.window:
        return True, say("No window of time has ended yet.")
    number = (now - opened_at) // policy.window
    start = opened_at + policy.window * (number - 1)
    end = start + policy.window
    others = {hand.seat for hand in banked if start <= hand.at < end and not hand.proposition}
    enough = len(others) >= policy.others_in_window
    minutes = int(policy.window.total_seconds() // 60)
    text = say(
        "{others} other(s) banked within {minutes} minutes; {must} must.",
        others=len(others),
        minutes=minutes,
        must=policy.others_in_window,
    )
    return enough, text if enough else say("{text} The game ends.", text=text)
