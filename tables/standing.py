"""What the rotation policy of a table says now: its verdict, its window of time, the overrules.

The engine knows the policies and nothing of rows; a table's rows meet them here, once, for the
services and the screens alike.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from cardroom.texts import say
from tables.engine import rotation
from tables.models import BankTurn, RotationOffer, Round, RoundSeat, Seat, Table


@dataclass(frozen=True, slots=True)
class Window:
    """The window of time that runs now: until when, and how many others have banked in it."""

    ends_at: datetime
    others: int
    must: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The rotation at one moment. ``ended``: a window had too few others, the game is over."""

    policy: rotation.RotationPolicy
    turn: rotation.Turn
    verdict: rotation.Verdict
    # The seats whose players may be offered the position now.
    asked: tuple[int, ...]
    proposition: frozenset[int]
    window: Window | None
    ended: bool
    overruled: bool


def policy_of(table: Table, turn: BankTurn | None) -> rotation.RotationPolicy:
    """The policy that the turn was begun under; the table's own where there is no turn."""
    return rotation.POLICIES[turn.policy if turn else table.rotation_policy]


def read_standing(
    table: Table,
    turn: BankTurn | None,
    seats: Collection[Seat],
    at: datetime,
    offers: Iterable[RotationOffer],
) -> Standing:
    """The rotation of a table at a moment. ``seats`` are its taken seats with their patrons,
    ``offers`` those of the turn's cycle in their order.

    Where the house banks nothing rotates: a hand may be dealt as soon as somebody sits there.
    """
    if table.house_banked:
        return _house_banks(table, anybody=bool(seats))
    occupants = {seat.number: seat.patron_id for seat in seats}
    policy, engine_turn = policy_of(table, turn), load_turn(turn, occupants, offers)
    asked = may_be_asked(turn, engine_turn, occupants)
    proposition = frozenset(seat.number for seat in seats if seat.patron.tppps_company)
    verdict = rotation.verdict(
        policy,
        engine_turn,
        asked,
        table.seat_count,
        proposition=proposition,
    )
    window, over = _window(policy, table, at)
    overruled = False
    if over:
        verdict = rotation.Verdict(False, False, 0, None, over)
    elif engine_turn.holder_seat is not None and len(seats) < 2:
        text = say(
            "Seat {seat} is alone: a second player must sit down first.",
            seat=engine_turn.holder_seat,
        )
        verdict = rotation.Verdict(False, False, verdict.hands_left, None, text)
    elif turn is not None and engine_turn.holder_seat is not None and not verdict.may_deal:
        overruled = turn.overrules.filter(cycle=turn.cycle, after_hands=turn.hands_served).exists()
        if overruled:
            text = say(
                "The floor overruled the rotation: seat {seat} banks one more hand.", seat=turn.seat
            )
            verdict = rotation.Verdict(True, False, 1, verdict.next_offer, text)
    return Standing(policy, engine_turn, verdict, asked, proposition, window, bool(over), overruled)


def _house_banks(table: Table, *, anybody: bool) -> Standing:
    text = (
        say("The house banks.")
        if anybody
        else say("The house banks. Seat a player, and betting opens.")
    )
    verdict = rotation.Verdict(anybody, False, 0, None, text)
    policy = rotation.POLICIES[table.rotation_policy]
    turn, nobody = rotation.Turn(), frozenset[int]()
    return Standing(policy, turn, verdict, (), nobody, None, ended=False, overruled=False)


def _window(
    policy: rotation.RotationPolicy, table: Table, at: datetime
) -> tuple[Window | None, str]:
    """The running window, and the sentence that ends the game if an earlier one fell short."""
    if policy.window is None or table.opened_at is None:
        return None, ""
    rows = RoundSeat.objects.filter(
        round__table=table,
        round__status=Round.Status.SETTLED,
        round__closed_at__gte=table.opened_at,
        is_bank=True,
    ).values_list("round__closed_at", "patron_id", "patron__tppps_company")
    # Others are counted by person: whoever changes his seat is not somebody else.
    banked = [
        rotation.BankedHand(closed, who, bool(company)) for closed, who, company in rows if closed
    ]
    running = (at - table.opened_at) // policy.window
    for number in range(1, running + 1):
        moment = table.opened_at + policy.window * number
        enough, sentence = rotation.window_verdict(policy, table.opened_at, moment, banked)
        if not enough:
            return None, say("{sentence} Close the table.", sentence=sentence)
    start = table.opened_at + policy.window * running
    others = {hand.seat for hand in banked if hand.at >= start and not hand.proposition}
    return Window(start + policy.window, len(others), policy.others_in_window), ""


def last_banker(table: Table) -> int | None:
    """The patron who banked the last settled hand of the table since it opened."""
    if table.opened_at is None:
        return None
    return (
        RoundSeat.objects.filter(
            round__table=table,
            round__status=Round.Status.SETTLED,
            round__closed_at__gte=table.opened_at,
            is_bank=True,
        )
        .order_by("-round_id")
        .values_list("patron_id", flat=True)
        .first()
    )


def offers_in_cycle(turn: BankTurn | None) -> Collection[RotationOffer]:
    """The offers since everybody was last asked, in their order."""
    return turn.offers.filter(cycle=turn.cycle).order_by("position") if turn else ()


def load_turn(
    turn: BankTurn | None, occupants: dict[int, int], offers: Iterable[RotationOffer]
) -> rotation.Turn:
    """The rotation policy's view of a stored turn; ``occupants`` is seat to patron.

    The position is offered to people: whoever sat down after an offer to his seat is asked too.
    """
    if turn is None:
        return rotation.Turn()
    return rotation.Turn(
        holder_seat=turn.seat,
        hands_served=turn.hands_served,
        offers=tuple(
            rotation.Offer(o.seat, rotation.OfferAnswer(o.answer), o.after_hands)
            for o in offers
            if occupants.get(o.seat) == o.patron_id
        ),
        left_seat=turn.left_seat,
    )


def may_be_asked(
    turn: BankTurn | None, seen: rotation.Turn, occupants: dict[int, int]
) -> tuple[int, ...]:
    """The seats whose players may be offered the position now, in seat order.

    The last holder, wherever he sits now, is asked after all others: changing seats is no way to
    bank a third hand (California, rule 11).
    """
    seated = tuple(sorted(occupants))
    if turn is None or turn.seat is not None:
        return seated
    # A turn that ended before, when the table closed, belongs to another night.
    last = BankTurn.objects.filter(
        table=turn.table_id, id__lt=turn.id, seat__isnull=False, ended_at=turn.started_at
    )
    holder = last.order_by("-id").values_list("patron_id", flat=True).first()
    others = tuple(seat for seat in seated if occupants[seat] != holder)
    asked = {offer.seat for offer in seen.offers}
    return others if set(others) - asked else seated
