"""The player-dealer position: who holds it, and every offer of it (California, rule 11)."""

from cardroom.people.models import Patron
from tables.engine import rotation
from tables.models import BankTurn, RotationOffer
from tables.refusals import TableError, TableRefusal
from tables.services import money
from tables.services.commands import OfferBank, PassBank
from tables.services.desk import Desk
from tables.services.rounds import abandon_betting


def start(desk: Desk, seat: int | None, patron: Patron | None, *, left_seat: int | None) -> None:
    """Begin a turn: the last one ends now. ``seat`` None means that nobody holds the position."""
    if desk.turn is not None:
        desk.turn.ended_at = desk.at
        desk.turn.save(update_fields=["ended_at"])
    desk.turn = BankTurn.objects.create(
        table=desk.table, seat=seat, patron=patron, left_seat=left_seat, started_at=desk.at
    )
    if seat is not None:
        desk.append("player_dealer_button_moved", {"seat": seat})


def offer(desk: Desk, command: OfferBank) -> None:
    """Write down an offer and its answer; the first to accept takes the button.

    Raises the engine's ``RuleError`` for an empty seat or an offer out of turn, and
    ``CHIPS_SHORT_FOR_BANK`` for somebody who accepts without the smallest W.
    """
    desk.check_no_round_in_play()
    seat, answer = desk.seat(command.seat), rotation.OfferAnswer(command.answer)
    assert desk.turn is not None
    before = desk.rotation_turn()
    after = rotation.answer_offer(
        rotation.TWO_HANDS, before, command.seat, answer, desk.may_be_asked(), desk.table.seat_count
    )
    accepted = answer is rotation.OfferAnswer.ACCEPTED
    if accepted:
        money.check_can_bank(desk, command.seat)
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


def _start_cycle(desk: Desk) -> None:
    """Everybody has been asked in vain: the holder's count, and the offers, start anew."""
    assert desk.turn is not None
    desk.turn.cycle += 1
    desk.turn.hands_served = 0
    desk.turn.save(update_fields=["cycle", "hands_served"])


def pass_bank(desk: Desk, _: PassBank) -> None:
    """The player-dealer gives the position up; it is offered on from his seat."""
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
