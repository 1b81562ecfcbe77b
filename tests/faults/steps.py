"""Steps of the awkward evenings, and what must hold after each."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from cardroom.errors import Refused
from ledger import selectors as books
from ledger.models import Account
from ledger.services import cage, settlement
from ledger.services.verification import verify
from tables.engine import actions
from tables.services import commands
from tests.tables.room import Room


def cash_out(room: Room, seat: int, cents: int) -> None:
    cage.cash_out(
        window=room.window,
        patron_id=room.players[seat].pk,
        cents=cents,
        request_id=str(uuid4()),
        actor=room.cashier,
    )


def refusal(step: Callable[[], object]) -> Refused:
    """The refusal that the step meets."""
    with pytest.raises(Refused) as refused:
        step()
    return refused.value


def sit(room: Room, *seats: int, bank: int) -> None:
    for seat in seats:
        room.seat(seat)
    room.give_bank_to(bank)


def books_are_right() -> None:
    settlement.post_pending()
    assert books.trial_balance().balanced and books.chips_identity().holds
    assert list(verify()) == []
    in_play = Account.objects.filter(code__startswith="chips:play:").exclude(balance=0)
    assert not in_play.exists()


def betting(room: Room) -> None:
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000, 500)
    room.bet(2, 3_000)


def deal(room: Room) -> None:
    betting(room)
    room.give(actions.CallNoMoreBets())


def decisions(room: Room) -> None:
    deal(room)
    room.give(actions.ShowUpCard("2c") if room.source == "hand" else commands.Deal())


def one_has_played(room: Room) -> None:
    decisions(room)
    room.give(commands.Decide(1, "play"))


def one_has_folded(room: Room) -> None:
    decisions(room)
    room.give(commands.Decide(1, "fold"))


def reveal(room: Room) -> None:
    one_has_played(room)
    room.give(commands.Decide(2, "fold"))


def pay(room: Room) -> None:
    reveal(room)
    if room.source == "electronic":
        room.give(actions.Reveal())
        return
    room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
    room.give(actions.EnterHand(1, ("As", "Qd", "3h")))
