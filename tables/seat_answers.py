"""What a seat's own display asks its player now.

Players decide in order, each after he has looked at his cards, so a seat is asked once whoever acts
before it has decided or said what he will. The button is offered to one seat at a time.
"""

from django.conf import settings

from tables.engine.round import Phase
from tables.engine.state import deciding_order
from tables.models import SeatAnswer
from tables.snapshot import TableSnapshot

Question = SeatAnswer.Question
ANSWERS: dict[str, tuple[str, ...]] = {
    Question.DECISION: ("play", "fold"),
    Question.BANK: ("accepted", "declined"),
}


def asked_of(snapshot: TableSnapshot, seat: int) -> Question | None:
    """What the player at a seat is asked; None where the room or the moment has no question.

    He may answer again until the dealer has written it down.
    """
    if not settings.SEAT_KEYS or snapshot.seats[seat - 1].patron_id is None:
        return None
    if _decides(snapshot, seat):
        return Question.DECISION
    return Question.BANK if _is_offered(snapshot, seat) else None


def _decides(snapshot: TableSnapshot, seat: int) -> bool:
    state = snapshot.state
    if state is None or state.frozen or state.phase is not Phase.DECISIONS:
        return False
    if snapshot.round_patrons.get(seat) != snapshot.seats[seat - 1].patron_id:
        return False
    waiting = [hand.seat for hand in deciding_order(state) if hand.must_decide]
    silent = next((each for each in waiting if each not in snapshot.said), None)
    return seat in waiting and (seat == silent or seat in snapshot.said)


def _is_offered(snapshot: TableSnapshot, seat: int) -> bool:
    verdict, state = snapshot.verdict, snapshot.state
    if verdict.next_offer != seat or snapshot.standing.ended or snapshot.table.house_banked:
        return False
    if state is not None and state.phase not in (Phase.SETTLED, Phase.VOID):
        return False
    return verdict.offer_due or snapshot.turn.holder_seat is None
