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
    """Write down an offer and its answer; the first to accept takes the button."""
    desk.check_no_round_in_play()
    seat = desk.seat(command.seat)
    verdict = desk.rotation_verdict()
    if command.seat != verdict.next_offer:
        raise TableError(
            TableRefusal.NOT_NEXT_TO_BE_OFFERED,
            field="seat",
            seat=command.seat,
            next=verdict.sentence,
        )
    answer = rotation.Answer(command.answer)
    if answer is rotation.Answer.ACCEPTED:
        money.check_can_bank(desk, command.seat)
    assert desk.turn is not None
    after = rotation.answer_offer(
        rotation.TWO_HANDS,
        desk.rotation_turn(),
        command.seat,
        answer,
        desk.seated(),
        desk.table.seat_count,
    )
    RotationOffer.objects.create(
        turn=desk.turn,
        cycle=desk.turn.cycle,
        position=desk.turn.offers.filter(cycle=desk.turn.cycle).count() + 1,
        seat=command.seat,
        patron=seat.patron,
        answer=answer,
        at=desk.at,
        recorded_by=desk.actor,
    )
    desk.append("bank_offered", {"seat": command.seat, "answer": str(answer)})
    if answer is rotation.Answer.ACCEPTED:
        abandon_betting(desk, "the position passed on before any wager was locked")
        start(desk, command.seat, seat.patron, left_seat=None)
    elif not after.offers:
        # Everybody has been asked and nobody took it: the holder's count starts anew.
        desk.turn.cycle += 1
        desk.turn.hands_served = 0
        desk.turn.save(update_fields=["cycle", "hands_served"])
        desk.append("everybody_declined", {"holder": desk.turn.seat})


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
