"""What a player says at his seat's display, for the dealer to see and to write down."""

from django.db import transaction

from cardroom.clock import now
from tables.live import broadcast
from tables.models import SeatAnswer, Table
from tables.refusals import TableError, TableNotFound, TableRefusal
from tables.seat_answers import ANSWERS, Question, asked_of
from tables.snapshot import TableSnapshot, table_snapshot


@transaction.atomic
def answer_at_seat(table_id: int, display_seat: int, seat: int, answer: str) -> None:
    """Keep what the player at ``display_seat`` says there, of it or of the second that he plays.

    The same again is harmless, another one replaces it.

    It is no event of the table and raises no version: what the dealer is about to tap stays good.
    Raises ``TableNotFound``, ``NOTHING_ASKED``.
    """
    rows = Table.objects.select_for_update(of=("self",), no_key=True)
    table = rows.filter(id=table_id).first()
    if table is None:
        raise TableNotFound()
    snapshot = table_snapshot(table_id)
    own = seat in snapshot.seats[display_seat - 1].positions
    question = asked_of(snapshot, seat) if own else None
    patron_id = snapshot.seats[seat - 1].patron_id if own else None
    if question is None or patron_id is None or answer not in ANSWERS[question]:
        raise TableError(TableRefusal.NOTHING_ASKED, field="answer", seat=seat)
    if snapshot.said.get(seat) == answer:
        return
    SeatAnswer.objects.create(
        table=table,
        seat=seat,
        patron_id=patron_id,
        question=question,
        answer=answer,
        at=now(),
        **_belongs_to(snapshot, question),
    )
    table.answers += 1
    table.save(update_fields=["answers"])
    broadcast.table_changed(table.id, table.version)


def _belongs_to(snapshot: TableSnapshot, question: Question) -> dict[str, object]:
    if question is Question.DECISION:
        return {"round": snapshot.round}
    turn = snapshot.bank_turn
    assert turn is not None
    return {"turn": turn, "cycle": turn.cycle, "after_hands": turn.hands_served}
