"""What is legal, rare and awkward at a table: it ends well, or it is refused with a way out."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
import time_machine

from cardroom.errors import Refused
from ledger import selectors as books
from ledger.models import Account, Entry, Outbox
from ledger.services import cage, settlement
from ledger.services.verification import verify
from tables.engine import actions
from tables.engine.round import Phase
from tables.models import RotationOffer, Round
from tables.refusals import TableRefusal
from tables.services import commands
from tests.tables.room import NO_FEES, Room

pytestmark = pytest.mark.django_db
Steps = list[Callable[[Room], object]]


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


def phase(room: Room) -> Phase:
    return room.state.phase


# -- Void and close, in each phase -----------------------------------------------------------------


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


PHASES = [
    pytest.param(betting, Phase.BETTING, id="betting"),
    pytest.param(deal, Phase.DEAL, id="deal"),
    pytest.param(decisions, Phase.DECISIONS, id="decisions"),
    pytest.param(one_has_folded, Phase.DECISIONS, id="folded"),
    pytest.param(one_has_played, Phase.DECISIONS, id="played"),
    pytest.param(reveal, Phase.REVEAL, id="reveal"),
    pytest.param(pay, Phase.PAY, id="pay"),
]


@pytest.mark.parametrize("source", ["hand", "electronic"])
@pytest.mark.parametrize(("play_to", "phase"), PHASES)
def test_a_round_may_be_called_void_in_each_phase_and_everybody_has_what_he_had(
    db: None, source: str, play_to: Callable[[Room], None], phase: Phase
) -> None:
    room = Room(source=source)
    room.open()
    sit(room, 1, 2, 4, bank=4)
    play_to(room)
    assert room.state.phase is phase
    ref = room.look().round
    assert ref is not None
    room.give(actions.Void("the shuffler jammed"))
    assert [room.stack(seat) for seat in (1, 2, 4)] == [100_000] * 3
    books_are_right()
    assert [room.stack(seat) for seat in (1, 2, 4)] == [100_000] * 3
    assert room.look().turn.hands_served == 0
    assert room.last_round.ref == ref.ref and room.last_round.status == Round.Status.VOID
    assert room.state.phase is Phase.BETTING, "the next round is open"


@pytest.mark.parametrize("play_to", [deal, decisions, one_has_played, reveal, pay])
def test_a_table_is_not_closed_over_a_round_in_play(
    room: Room, play_to: Callable[[Room], None]
) -> None:
    sit(room, 1, 2, 4, bank=4)
    play_to(room)
    before = room.version
    refused = refusal(room.close)
    assert refused.code is TableRefusal.ROUND_IN_PLAY
    assert room.version == before and room.table_now().status == "open"


def test_a_table_closes_over_bets_that_are_not_locked(room: Room) -> None:
    sit(room, 1, 2, 4, bank=4)
    betting(room)
    room.close()
    assert [room.stack(seat) for seat in (1, 2, 4)] == [100_000] * 3
    assert not Entry.objects.filter(kind="take_bets").exists()
    room.open()
    for seat in (1, 2, 4):
        room.give(commands.SeatPlayer(seat, room.players[seat].pk))
    assert room.look().verdict.next_offer == 1
    books_are_right()


def test_a_table_closes_while_the_worker_is_down(room: Room) -> None:
    sit(room, 1, 2, 4, bank=4)
    pay(room)
    room.give(actions.Close())
    for seat in (1, 2, 4):
        room.give(commands.LeaveSeat(seat))
    assert Outbox.objects.filter(done_at__isnull=True).exists(), "nobody has posted yet"
    room.close()
    assert room.table_now().status == "closed"


# -- Coming and going ------------------------------------------------------------------------------


def test_everybody_leaves_in_the_middle_of_the_betting(room: Room) -> None:
    sit(room, 1, 2, 4, bank=4)
    betting(room)
    for seat in (1, 4, 2):
        room.give(commands.LeaveSeat(seat))
    look = room.look()
    assert look.turn.holder_seat is None and look.verdict.sentence == "Nobody is seated."
    assert room.last_round.status == Round.Status.VOID
    books_are_right()
    room.seat(3)
    room.seat(1)
    # Seat 4 held the position last, so seat 1 is next clockwise.
    assert room.look().verdict.next_offer == 1


def test_the_holder_leaves_and_the_table_closes(room: Room) -> None:
    sit(room, 1, 2, 4, bank=4)
    betting(room)
    room.give(commands.LeaveSeat(4))
    assert room.look().verdict.next_offer == 1
    room.close()
    assert room.table_now().status == "closed"
    room.open()
    assert room.look().turn.holder_seat is None
    books_are_right()


@pytest.mark.parametrize("play_to", [deal, decisions, one_has_played, reveal, pay])
def test_nobody_in_the_round_leaves_before_its_end(
    room: Room, play_to: Callable[[Room], None]
) -> None:
    sit(room, 1, 2, 3, 4, bank=4)
    play_to(room)
    for seat in (1, 2, 4):
        refused = refusal(lambda seat=seat: room.give(commands.LeaveSeat(seat)))  # type: ignore[misc]
        assert refused.code is TableRefusal.PLAYER_IN_HAND
    room.give(commands.LeaveSeat(3))  # he has no wager in it


def test_a_player_leaves_while_his_settlement_is_under_way_and_plays_at_another_table(
    free_room: Room,
) -> None:
    room = free_room
    sit(room, 1, 2, 4, bank=4)
    pay(room)
    room.give(actions.Close())
    won = room.stack(1) - 100_000
    assert won
    room.give(commands.LeaveSeat(1))
    other = Room(fees=NO_FEES)
    other.open()
    other.give(commands.SeatPlayer(1, room.players[1].pk))
    other.players[1] = room.players[1]
    other.seat(2)
    other.give_bank_to(2)
    other.give(actions.PostBankWager(20_000))
    cash_out(room, 2, 1)  # the books know nothing of seats: any window may serve him
    other.bet(1, 30_000)
    other.give(actions.CallNoMoreBets())
    assert not Outbox.objects.filter(done_at__isnull=True).exists(), "it was posted first"
    other.give(actions.Void("enough"))
    books_are_right()
    assert other.stack(1) == 100_000 + won


def test_all_decline_again_and_again(room: Room) -> None:
    for seat in (1, 2, 4):
        room.seat(seat)
    for _ in range(3):
        for seat in (1, 2, 4):
            assert room.look().verdict.next_offer == seat
            room.give(commands.OfferBank(seat, "declined"))
        assert room.look().state is None, "the table stops dealing"
    room.give(commands.OfferBank(1, "declined"))
    room.give(commands.OfferBank(2, "accepted"))
    assert room.state.setup.bank_seat == 2
    assert RotationOffer.objects.count() == 11


def test_the_holder_banks_on_as_long_as_all_decline(free_room: Room) -> None:
    room = free_room
    sit(room, 1, 2, 4, bank=4)
    for _ in range(3):
        for _ in range(2):
            pay(room)
            room.give(actions.Close())
        assert room.look().verdict.offer_due
        refused = refusal(lambda: room.give(actions.PostBankWager(20_000)))
        assert refused.code is TableRefusal.NO_ROUND
        for seat in (1, 2):
            room.give(commands.OfferBank(seat, "declined"))
        assert room.state.setup.bank_seat == 4
    books_are_right()


def test_a_player_who_sat_down_after_the_offers_is_asked_too(free_room: Room) -> None:
    """California, rule 11: offered to all other seated players."""
    room = free_room
    sit(room, 1, 2, 4, bank=4)
    for _ in range(2):
        pay(room)
        room.give(actions.Close())
    room.give(commands.OfferBank(1, "declined"))
    room.give(commands.LeaveSeat(1))
    newcomer = room.seat(1)
    while (verdict := room.look().verdict).offer_due:
        assert verdict.next_offer is not None
        room.give(commands.OfferBank(verdict.next_offer, "declined"))
    assert RotationOffer.objects.filter(patron=newcomer).exists()


def test_changing_seats_is_no_way_to_bank_three_hands(free_room: Room) -> None:
    """California, rule 11: not more than two in a row without an offer to all others."""
    room = free_room
    sit(room, 1, 2, 4, bank=2)
    for _ in range(2):
        room.give(actions.PostBankWager(20_000))
        room.bet(1, 2_000)
        room.bet(4, 2_000)
        room.give(actions.CallNoMoreBets())
        room.give(actions.ShowUpCard("2c"))
        room.give(commands.Decide(4, "fold"))
        room.give(commands.Decide(1, "fold"))
        room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
        room.give(actions.Close())
    room.give(commands.LeaveSeat(2))
    room.give(commands.SeatPlayer(3, room.players[2].pk))
    first = room.look().verdict.next_offer
    assert first != 3, "the others have not been asked yet"


def test_a_new_opening_begins_with_seat_1_whoever_banked_last(room: Room) -> None:
    """Offers start from seat 1 at the opening; what was before the closing is another night."""
    sit(room, 1, 2, 4, bank=1)
    room.close()
    room.open()
    for seat in (1, 2, 4):
        room.give(commands.SeatPlayer(seat, room.players[seat].pk))
    assert room.look().verdict.next_offer == 1


# -- Chips that run out ----------------------------------------------------------------------------


def test_a_player_without_chips_is_asked_and_can_only_say_that_he_cannot(room: Room) -> None:
    room.seat(1, chips=0)
    room.seat(4)
    refused = refusal(lambda: room.give(commands.OfferBank(1, "accepted")))
    assert refused.code is TableRefusal.CHIPS_SHORT_FOR_BANK
    room.give(commands.OfferBank(1, "cannot"))
    room.give(commands.OfferBank(4, "accepted"))
    refused = refusal(lambda: room.bet(1, 500))
    assert refused.code is TableRefusal.CHIPS_SHORT


def test_a_holder_without_chips_passes_the_position_on(free_room: Room) -> None:
    room = free_room
    sit(room, 1, 2, 4, bank=4)
    cash_out(room, 4, 100_000)
    refused = refusal(lambda: room.give(actions.PostBankWager(5_000)))
    assert refused.code is TableRefusal.CHIPS_SHORT
    room.give(commands.PassBank())
    assert room.look().verdict.next_offer == 1
    room.give(commands.OfferBank(1, "accepted"))
    assert room.state.setup.bank_seat == 1


@pytest.mark.parametrize("seat", [1, 4])
def test_what_was_cashed_while_it_lay_on_the_layout_is_not_dealt(room: Room, seat: int) -> None:
    """Seat 1 bets, seat 4 banks: either may have been at the window since."""
    sit(room, 1, 2, 4, bank=4)
    betting(room)
    cash_out(room, seat, 99_900)
    before = room.version
    refused = refusal(lambda: room.give(actions.CallNoMoreBets()))
    assert refused.code is TableRefusal.CHIPS_SHORT and refused.data["seat"] == seat
    assert room.version == before and room.state.phase == "betting"
    room.buy_in(room.players[seat], 100_000)
    room.give(actions.CallNoMoreBets())
    assert room.look().state.phase == "deal"  # type: ignore[union-attr]


def test_a_player_who_cannot_play_may_fold_or_buy_chips(room: Room) -> None:
    room.seat(1, chips=2_100)  # ante and fee, and not a cent more
    sit(room, 2, 4, bank=4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000)
    room.bet(2, 2_000)
    room.give(actions.CallNoMoreBets())
    room.give(actions.ShowUpCard("2c"))
    refused = refusal(lambda: room.give(commands.DecideRest()))
    assert refused.code is TableRefusal.CHIPS_SHORT and refused.data["seat"] == 1
    assert room.state.hands[0].decision is None and room.state.hands[1].decision is None
    room.buy_in(room.players[1], 2_000)
    room.give(commands.DecideRest())
    assert room.stack(1) == 0


def test_chips_in_play_cannot_be_cashed_a_second_time_unseen(room: Room) -> None:
    """He has them in his hand, so they are paid; the chips at large tell the floor to count."""
    sit(room, 1, 2, 4, bank=4)
    decisions(room)
    cash_out(room, 1, 100_000)
    assert room.stack(1) == 0
    assert books.at_large_cents() == -(2_000 + 500 + 150)
    room.give(actions.Void("enough"))
    books_are_right()


# -- Amounts at the edges --------------------------------------------------------------------------


@pytest.mark.parametrize(("ante", "fee"), [(500, 100), (5_000, 100), (5_001, 200), (30_000, 200)])
def test_the_fee_changes_exactly_at_its_bound(db: None, ante: int, fee: int) -> None:
    tiers: list[dict[str, object]] = [
        {"payer": "player", "wager": "ante", "from": 500, "to": 5_000, "fee": 100},
        {"payer": "player", "wager": "ante", "from": 5_001, "to": 30_000, "fee": 200},
        {"payer": "player", "wager": "bonus", "from": 100, "to": 10_000, "fee": 0},
    ]
    room = Room(fees=tiers)
    room.open()
    sit(room, 1, 4, bank=4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, ante)
    room.give(actions.CallNoMoreBets())
    assert room.stack(1) == 100_000 - ante - fee
    assert room.stack(4) == 100_000 - 20_000
    room.give(actions.Void("enough"))
    books_are_right()


def test_exactly_enough_is_enough_and_a_cent_less_is_not(room: Room) -> None:
    room.seat(1, chips=2_100)
    room.seat(2, chips=2_099)
    room.seat(4, chips=20_300)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000)
    refused = refusal(lambda: room.bet(2, 2_000))
    assert refused.code is TableRefusal.CHIPS_SHORT
    room.give(actions.CallNoMoreBets())
    assert (room.stack(1), room.stack(4)) == (0, 0)


@pytest.mark.parametrize("source", ["hand", "electronic"])
def test_fourteen_seats_play_from_one_deck(db: None, source: str) -> None:
    room = Room(seats=14, source=source, chips=60_000)
    room.open()
    sit(room, *range(1, 15), bank=14)
    room.give(actions.PostBankWager(50_000))
    for seat in range(1, 14):
        room.bet(seat, 2_000, 500)
    room.give(actions.CallNoMoreBets())
    before = sum(room.stack(seat) for seat in room.players)
    assert before == 14 * 60_000 - 50_000 - 13 * (2_500 + 150) - 300
    if source == "electronic":
        room.give(commands.Deal())
        room.give(commands.DecideRest())
        room.give(actions.Reveal())
    else:
        cards = iter(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
        bank = (next(cards), next(cards), next(cards))
        room.give(actions.ShowUpCard(bank[0]))
        room.give(commands.DecideRest())
        room.give(actions.EnterBankHand(bank))
        for seat in range(1, 14):
            room.give(actions.EnterHand(seat, (next(cards), next(cards), next(cards))))
    dealt = [card for hand in room.state.hands for card in hand.cards or ()]
    assert len(set(dealt) | set(room.state.bank_cards or ())) == 42
    room.give(actions.Close())
    books_are_right()
    assert sum(room.stack(seat) for seat in room.players) == 14 * 60_000 - 13 * 150 - 300


# -- Time ------------------------------------------------------------------------------------------


def test_two_rounds_are_owed_and_the_third_is_bet_with_what_they_return(free_room: Room) -> None:
    """No worker runs at all."""
    room = free_room
    sit(room, 1, 2, 4, bank=4)
    for _ in range(2):
        pay(room)
        room.give(actions.Close())
    room.give(commands.OfferBank(1, "declined"))
    room.give(commands.OfferBank(2, "declined"))
    stacks = [room.stack(seat) for seat in (1, 2, 4)]
    betting(room)
    room.give(actions.CallNoMoreBets())
    assert [room.stack(1), room.stack(2), room.stack(4)] == [
        stacks[0] - 2_500,
        stacks[1] - 3_000,
        stacks[2] - 20_000,
    ]
    assert books.settlement_lag().waiting == 0
    room.give(actions.Void("enough"))
    books_are_right()


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime.fromisoformat("2026-11-29T23:00:00+00:00")) as traveller:
        yield traveller


def test_a_round_stays_open_over_days_and_is_settled_on_the_day_it_ends(
    traveller: time_machine.Traveller,
) -> None:
    room = Room()
    room.open()
    sit(room, 1, 2, 4, bank=4)
    decisions(room)
    traveller.shift(timedelta(days=3))
    room.give(commands.DecideRest())
    room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
    room.give(actions.EnterHand(1, ("As", "Qd", "3h")))
    room.give(actions.EnterHand(2, ("Qs", "9d", "3d")))
    room.give(actions.Close())
    settlement.post_pending()
    days = dict(Entry.objects.exclude(round_ref="").values_list("kind", "day"))
    assert [str(days[kind]) for kind in ("take_bets", "play_wager", "settlement")] == [
        "2026-11-29",
        "2026-12-02",
        "2026-12-02",
    ]
    books_are_right()


def test_the_clock_goes_back_an_hour_and_the_log_keeps_its_order(
    traveller: time_machine.Traveller,
) -> None:
    room = Room()
    room.open()
    sit(room, 1, 2, 4, bank=4)
    deal(room)
    traveller.shift(timedelta(hours=-1))
    room.give(actions.ShowUpCard("2c"))
    room.give(commands.Decide(1, "fold"))
    room.give(commands.Decide(2, "fold"))
    room.give(actions.EnterBankHand(("Kc", "7d", "2c")))
    room.give(actions.Close())
    books_are_right()
