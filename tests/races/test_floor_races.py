"""Two people at the same moment: one is first, the other is told, and the money is there once."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db.models import Count

from cardroom.errors import Refused
from cardroom.people.models import Patron
from ledger import selectors as books
from ledger.models import Account, Entry, Outbox
from ledger.services import cage, settlement
from ledger.services.verification import verify
from tables.engine import actions
from tables.engine.round import Phase
from tables.engine.wagers import WagerKind
from tables.models import Round, Seat, TableCommand
from tables.refusals import TableRefusal
from tables.services import commands, door
from tests.races.crowd import at_once, failures
from tests.tables.room import Room

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 6


@pytest.fixture
def room(transactional_db: None) -> Room:
    return opened()


def opened() -> Room:
    """An open table, three players, seat 4 banks; real commits, for the others to see."""
    room = Room()
    room.open()
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    return room


def command(room: Room, asked: commands.Command) -> Callable[[], int]:
    """A command against the version that there is now, ready to be given."""
    version, request_id = room.version, uuid4()
    actor = room.floor

    def give() -> int:
        done = door.perform(
            actor, room.table.pk, asked, expected_version=version, request_id=request_id
        )
        return done.version

    return give


def bet(room: Room) -> None:
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000, 500)
    room.bet(2, 2_000)


def play_to_pay(room: Room) -> None:
    """Everybody folds, so that a void is allowed as well."""
    bet(room)
    room.give(actions.CallNoMoreBets())
    room.give(actions.ShowUpCard("2c"))
    room.give(commands.Decide(1, "fold"))
    room.give(commands.Decide(2, "fold"))
    room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
    assert room.state.phase is Phase.PAY


def one_of(results: list[object]) -> Refused:
    """The refusal of the one who was second; the other one did it."""
    faults = failures(results)
    assert len(faults) == 1 and isinstance(faults[0], Refused), results
    return faults[0]


def books_are_right() -> None:
    Outbox.objects.filter(done_at__isnull=True).update(available_at="2026-01-01T00:00:00Z")
    settlement.post_pending()
    assert list(verify()) == []
    twice = Entry.objects.exclude(round_ref="").filter(kind__in=("settlement", "void"))
    found = twice.values("round_ref").annotate(times=Count("id")).filter(times__gt=1)
    assert not found.exists()
    assert not Account.objects.filter(code__startswith="chips:play:").exclude(balance=0).exists()


def test_two_who_close_a_round_close_it_once(room: Room) -> None:
    play_to_pay(room)
    results = at_once(*[command(room, actions.Close()) for _ in range(4)])
    assert len(failures(results)) == 3
    assert {type(fault).__name__ for fault in failures(results)} == {"TableMovedOn"}
    assert Outbox.objects.count() == 1
    books_are_right()


def test_a_round_is_closed_or_void_and_never_both(room: Room) -> None:
    for _ in range(TIMES):
        if room.look().verdict.offer_due:
            room.give(commands.OfferBank(1, "declined"))
            room.give(commands.OfferBank(2, "declined"))
        play_to_pay(room)
        ref = room.state.setup.round_id
        closing, voiding = command(room, actions.Close()), command(room, actions.Void("wrong"))
        one_of(at_once(closing, voiding, settlement.post_pending)[:2])
        assert Outbox.objects.filter(round_ref=ref).count() == 1
    books_are_right()


def test_one_command_sent_twice_at_once_is_done_once_and_answered_twice(room: Room) -> None:
    bet(room)
    send = command(room, actions.CallNoMoreBets())
    results = at_once(send, send, send)
    assert failures(results) == [] and len(set(map(str, results))) == 1
    assert TableCommand.objects.filter(name="no_more_bets").count() == 1
    assert Entry.objects.filter(kind="take_bets").count() == 1


@pytest.mark.parametrize("seat", [1, 4])
def test_a_cash_out_beside_no_more_bets_takes_the_chips_once(room: Room, seat: int) -> None:
    """All chips are cashed while the bets are taken: one of the two is told that they are gone."""
    who = room.players[seat].pk
    for _ in range(TIMES):
        bet(room)
        has = books.funds([who])[who].balance_cents

        def cash(cents: int = has) -> None:
            cage.cash_out(
                window=room.window,
                patron_id=who,
                cents=cents,
                request_id=str(uuid4()),
                actor=room.cashier,
            )

        results = at_once(command(room, actions.CallNoMoreBets()), cash)
        assert all(isinstance(fault, Refused) for fault in failures(results)), results
        assert not isinstance(results[1], Exception), "he has the chips in his hand"
        large = books.at_large_cents()
        if isinstance(results[0], Refused):
            assert results[0].code.value in ("chips_short", "short_of_chips")
            assert room.state.phase is Phase.BETTING and large == 0
        else:
            # The bets were first: what he cashed beyond his account is missed at the table.
            staked = {1: 2_650, 4: 20_300}[seat]
            assert large == -staked
            break
        room.give(actions.Void("again"))
        room.buy_in(room.players[seat], 100_000)
    assert books.funds([who])[who].balance_cents == 0 or room.state.phase is Phase.BETTING
    if room.state.phase is not Phase.BETTING:
        room.give(actions.Void("enough"))
    books_are_right()


def test_a_player_sits_down_at_one_of_two_tables(transactional_db: None) -> None:
    tables = [opened(), opened()]
    for _ in range(TIMES):
        patron = Patron.objects.create(name="Wanted everywhere")
        seats = [command(room, commands.SeatPlayer(3, patron.pk)) for room in tables]
        refused = one_of(at_once(*seats))
        assert refused.code is TableRefusal.PATRON_SEATED_ELSEWHERE
        seat = Seat.objects.get(patron=patron)
        at = next(room for room in tables if room.table.pk == seat.table_id)
        at.give(commands.LeaveSeat(3))


def test_a_player_who_leaves_and_sits_down_elsewhere_is_never_at_two(
    transactional_db: None,
) -> None:
    here, there = opened(), opened()
    patron = here.seat(3)
    for _ in range(TIMES):
        leave = command(here, commands.LeaveSeat(3))
        sit = command(there, commands.SeatPlayer(3, patron.pk))
        results = at_once(leave, sit)
        assert all(isinstance(fault, Refused) for fault in failures(results)), results
        assert Seat.objects.filter(patron=patron).count() <= 1
        if there.table_now().seats.filter(number=3).exists():
            there.give(commands.LeaveSeat(3))
        here.give(commands.SeatPlayer(3, patron.pk))


def test_a_table_that_closes_beside_a_command_closes_or_plays(room: Room) -> None:
    bet(room)

    results = at_once(command(room, actions.CallNoMoreBets()), room.close)
    assert all(isinstance(fault, Refused) for fault in failures(results)), results
    assert len(failures(results)) == 1
    if isinstance(results[0], Refused):
        assert room.table_now().status == "closed" and not Entry.objects.filter(kind="take_bets")
    else:
        assert room.table_now().status == "open" and room.state.phase is Phase.DEAL
        room.give(actions.Void("enough"))
    books_are_right()


def test_a_table_closes_once_and_opens_once(room: Room) -> None:
    assert len(failures(at_once(room.close, room.close, room.close))) == 2
    assert room.table_now().status == "closed"
    assert len(failures(at_once(room.open, room.open, room.open))) == 2
    assert room.table_now().status == "open"


def test_who_leaves_beside_no_more_bets_plays_or_is_gone(room: Room) -> None:
    bet(room)
    results = at_once(command(room, actions.CallNoMoreBets()), command(room, commands.LeaveSeat(1)))
    one_of(results)
    gone = not Seat.objects.filter(patron=room.players[1]).exists()
    in_round = Round.objects.get(status="open").seats.filter(patron=room.players[1]).exists()
    assert gone != in_round


def test_tables_with_pending_rounds_of_the_same_people_do_not_lock_each_other_up(
    transactional_db: None,
) -> None:
    """Everybody moves over to the other table while the workers post what the first one owes."""
    here, there = opened(), opened()
    for _ in range(3):
        for at, other in ((here, there), (there, here)):
            moving = [at.players[seat] for seat in (1, 2)]
            if at.look().verdict.offer_due:
                at.give(commands.OfferBank(1, "declined"))
                at.give(commands.OfferBank(2, "declined"))
            play_to_pay(at)
            at.give(actions.Close())
            for seat in (1, 2):
                at.give(commands.LeaveSeat(seat))
                other.give(commands.LeaveSeat(seat))
            for seat, patron in zip((1, 2), moving, strict=True):
                other.give(commands.SeatPlayer(seat, patron.pk))
                at.give(commands.SeatPlayer(seat, other.players[seat].pk))
                at.players[seat], other.players[seat] = other.players[seat], patron
            for room in (here, there):
                if room.look().verdict.offer_due:
                    for seat in (1, 2):
                        room.give(commands.OfferBank(seat, "declined"))
                room.give(actions.PostBankWager(20_000))
                for seat in (1, 2):
                    room.give(actions.PlaceWager(seat, WagerKind.ANTE, 2_000))
            workers = [settlement.post_pending] * 2
            results = at_once(
                command(here, actions.CallNoMoreBets()),
                command(there, actions.CallNoMoreBets()),
                *workers,
            )
            assert failures(results) == []
            for room in (here, there):
                room.give(actions.Void("on to the next"))
    books_are_right()
