"""The player-dealer position: who holds it, and every offer of it (California, rule 11)."""

from cardroom.people.models import Patron
from tables.engine import rotation
from tables.models import BankTurn, RotationOffer, RotationOverrule, Seat
from tables.refusals import TableError, TableRefusal
from tables.services import money
from tables.services.commands import OfferBank, OverruleRotation, PassBank
from tables.services.desk import Desk
from tables.services.rounds import abandon_betting
from tables.standing import last_banker


def start(desk: Desk, seat: int | None, patron: Patron | None, *, left_seat: int | None) -> None:
    """Begin a turn: the last one ends now. ``seat`` None means that nobody holds the position."""
    if desk.turn is not None:
        desk.turn.ended_at = desk.at
        desk.turn.save(update_fields=["ended_at"])
    desk.turn = BankTurn.objects.create(
        table=desk.table,
        seat=seat,
        patron=patron,
        left_seat=left_seat,
        policy=desk.table.rotation_policy,
        started_at=desk.at,
    )
    if seat is not None:
        desk.append("player_dealer_button_moved", {"seat": seat})


def offer(desk: Desk, command: OfferBank) -> None:
    """Write down an offer and its answer; the first to accept takes the button.

    Raises the engine's ``RuleError`` for an empty seat or an offer out of turn, ``GAME_ENDED``,
    for somebody who accepts ``CHIPS_SHORT_FOR_BANK`` without the smallest W, or
    ``PROPOSITION_TWICE``, and ``CHIPS_FOR_BANK`` for somebody who has it and is said to lack it.
    """
    desk.check_player_banked()
    desk.check_no_round_in_play()
    desk.check_game_goes_on()
    seat, answer = desk.seat(command.seat), rotation.OfferAnswer(command.answer)
    assert desk.turn is not None
    standing = desk.standing()
    before = standing.turn
    after = rotation.answer_offer(
        standing.policy,
        before,
        command.seat,
        answer,
        standing.asked,
        desk.table.seat_count,
        proposition=standing.proposition,
    )
    accepted = answer is rotation.OfferAnswer.ACCEPTED
    if accepted:
        money.check_can_bank(desk, command.seat)
        _check_not_twice(desk, seat, standing.policy)
        come_back(desk, seat)
    if answer is rotation.OfferAnswer.CANNOT:
        money.check_cannot_bank(desk, command.seat)
    if before.holder_seat is None and command.seat in {made.seat for made in before.offers}:
        _start_cycle(desk)  # nobody took it the last time round: the offers begin again
    RotationOffer.objects.create(
        turn=desk.turn,
        cycle=desk.turn.cycle,
        position=desk.turn.offers.filter(cycle=desk.turn.cycle).count() + 1,
        seat=command.seat,
        patron=seat.patron,
        answer=answer,
        after_hands=before.hands_served,
        at=desk.at,
        recorded_by=desk.actor,
    )
    desk.append("bank_offered", {"seat": command.seat, "answer": answer.value})
    if accepted:
        abandon_betting(desk, "the position passed on before any wager was locked")
        start(desk, command.seat, seat.patron, left_seat=None)
    elif not after.offers:
        _start_cycle(desk)
        desk.append("everybody_was_asked", {"holder": desk.turn.seat})


def _check_not_twice(desk: Desk, seat: Seat, policy: rotation.RotationPolicy) -> None:
    """A proposition player never banks two hands in a row, whatever happened between them."""
    if not policy.proposition_never_twice or not seat.patron.tppps_company:
        return
    if last_banker(desk.table) == seat.patron_id:
        raise TableError(TableRefusal.PROPOSITION_TWICE, field="seat", seat=seat.number)


def come_back(desk: Desk, seat: Seat) -> None:
    """Whoever bets, banks or buys chips is not away any more."""
    if seat.away_since is not None:
        for number in desk.positions(seat.number):
            desk.seats[number].away_since = None
            desk.seats[number].save(update_fields=["away_since"])
        desk.append("player_back", {"seat": seat.number})


def overrule(desk: Desk, command: OverruleRotation) -> None:
    """Let the holder bank one more hand although the policy forbids it: a violation, on record.

    Raises ``ROUND_IN_PLAY``, ``GAME_ENDED``, or ``NOTHING_TO_OVERRULE`` where the policy holds
    up no hand, or nobody is there to bank it: the house never does.
    """
    desk.check_player_banked()
    desk.check_no_round_in_play()
    desk.check_game_goes_on()
    standing = desk.standing()
    turn = desk.turn
    if turn is None or turn.seat is None or standing.verdict.may_deal or len(desk.seats) < 2:
        raise TableError(TableRefusal.NOTHING_TO_OVERRULE)
    RotationOverrule.objects.create(
        turn=turn,
        cycle=turn.cycle,
        after_hands=turn.hands_served,
        verdict=standing.verdict.sentence,
        reason=command.reason,
        at=desk.at,
        by=desk.actor,
    )
    desk.append(
        "rotation_overruled",
        {
            "seat": turn.seat,
            "verdict": standing.verdict.sentence,
            "reason": command.reason,
            "violation": True,
        },
    )


def _start_cycle(desk: Desk) -> None:
    """Everybody has been asked in vain: the holder's count, and the offers, start anew."""
    assert desk.turn is not None
    desk.turn.cycle += 1
    desk.turn.hands_served = 0
    desk.turn.save(update_fields=["cycle", "hands_served"])


def pass_bank(desk: Desk, _: PassBank) -> None:
    """The player-dealer gives the position up; it is offered on from his seat."""
    desk.check_player_banked()
    desk.check_no_round_in_play()
    if desk.turn is None or desk.turn.seat is None:
        raise TableError(TableRefusal.NO_ROUND, why=desk.rotation_verdict().sentence)
    give_up(desk, desk.turn.seat)


def give_up(desk: Desk, seat: int) -> None:
    """The holder no longer holds the position (he passed or left)."""
    abandon_betting(desk, "the position passed on before any wager was locked")
    desk.append("player_dealer_gave_up", {"seat": seat})
    start(desk, None, None, left_seat=seat)


def give_up_position(desk: Desk) -> None:
    """Whoever holds the position gives it up; a betting round without locked wagers ends."""
    if desk.turn is not None and desk.turn.seat is not None:
        give_up(desk, desk.turn.seat)
