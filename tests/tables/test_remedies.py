"""Steps taken back and changed at a table, followed into the books; rulings; frozen rounds."""

import pytest
from django.db import IntegrityError, connection, transaction

from ledger import selectors as books
from ledger.services import settlement
from tables.engine import actions
from tables.engine.ranking import HandClass
from tables.engine.refusals import Refusal, RuleError
from tables.engine.round import Phase
from tables.engine.wagers import Result, WagerKind
from tables.models import Round, RulePack, Ruling
from tables.refusals import NotAllowed, TableError, TableRefusal
from tables.services import commands
from tests.tables.room import Room

pytestmark = pytest.mark.django_db
BANK = ("Kc", "7d", "6c")


def to_decisions(room: Room, bonus: int = 0, up: str = "6c") -> None:
    """Seats 1 and 2 bet 20, seat 4 banks with W 200, the up-card is shown."""
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    for seat in (1, 2):
        room.bet(seat, 2_000, bonus)
    room.give(actions.CallNoMoreBets())
    room.give(actions.ShowUpCard(up))


def decided(room: Room, *, fold: tuple[int, ...] = ()) -> None:
    for seat in (1, 2):
        room.give(commands.Decide(seat, "fold" if seat in fold else "play"))


def finish(room: Room, hands: dict[int, tuple[str, str, str]]) -> None:
    room.give(actions.EnterBankHand(BANK))
    for seat, cards in hands.items():
        room.give(actions.EnterHand(seat, cards))
    room.give(actions.Close())
    settlement.post_pending()


def refusal(room: Room, command: commands.Command) -> object:
    with pytest.raises((RuleError, TableError)) as refused:
        room.give(command)
    return refused.value.code


# -- Decisions changed -----------------------------------------------------------------------------


def test_the_play_wager_moves_back_and_forth_in_the_books(free_room: Room) -> None:
    room = free_room
    to_decisions(room)
    decided(room)
    assert room.stack(1) == 96_000
    room.give(actions.ChangeDecision(1, "fold"))
    assert room.stack(1) == 98_000
    room.give(actions.ChangeDecision(1, "play"))
    room.give(actions.ChangeDecision(1, "fold"))
    room.give(actions.ChangeDecision(1, "play"))
    assert room.stack(1) == 96_000
    finish(room, {1: ("As", "Qd", "3h"), 2: ("Ad", "Qs", "4h")})
    assert (room.stack(1), room.stack(2)) == (104_000, 104_000)
    assert books.pot(room.last_round.ref).cents == 0
    assert books.trial_balance().balanced and books.chips_identity().holds


def test_a_fold_can_be_changed_to_a_play_only_with_chips_for_it(free_room: Room) -> None:
    room = free_room
    room.seat(1, chips=2_500)
    for seat in (2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000)
    room.give(actions.CallNoMoreBets())
    room.give(actions.ShowUpCard("6c"))
    room.give(commands.Decide(1, "fold"))
    assert refusal(room, actions.ChangeDecision(1, "play")) is TableRefusal.CHIPS_SHORT


def test_a_decision_is_not_changed_after_the_close(free_room: Room) -> None:
    room = free_room
    to_decisions(room)
    decided(room)
    finish(room, {1: ("As", "Qd", "3h"), 2: ("Ad", "Qs", "4h")})
    before = room.stack(1)
    assert refusal(room, actions.ChangeDecision(1, "fold")) is Refusal.WRONG_PHASE
    assert room.stack(1) == before


def test_a_round_void_after_the_decisions_returns_the_play_wagers_too(free_room: Room) -> None:
    room = free_room
    to_decisions(room)
    decided(room)
    room.give(actions.Void("a card too many"))
    settlement.post_pending()
    assert [room.stack(seat) for seat in (1, 2, 4)] == [100_000] * 3


# -- Undo ------------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_wager_and_the_log_keeps_both(free_room: Room) -> None:
    room = free_room
    for seat in (1, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(10_000))
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 2_000)
    room.give(actions.Undo())
    assert room.state.hands == ()
    room.give(actions.Undo())
    assert room.state.bank_wager == 10_000
    assert room.look().suggested_wager == 10_000
    kinds = Round.objects.get(status="open").events.values_list("kind", flat=True)
    assert list(kinds).count("wager_undone") == 2
    assert "wager_placed" in kinds


def test_no_bet_is_undone_to_who_sits_there_now(free_room: Room) -> None:
    """The old player's bets are skipped: what was bet elsewhere before them comes next."""
    room = free_room
    for seat in (1, 2, 3):
        room.seat(seat)
    room.give_bank_to(3)
    room.give(actions.PostBankWager(20_000))
    room.bet(2, 1_000)
    room.bet(1, 2_000, 500)
    room.give(commands.LeaveSeat(1))
    room.seat(1)
    assert not any(hand.seat == 1 for hand in room.state.hands)
    room.bet(1, 3_000)
    room.give(actions.Undo())
    room.give(actions.Undo())
    assert room.state.hands == ()
    kinds = Round.objects.get(status="open").events.values_list("kind", flat=True)
    assert list(kinds).count("wagers_forgotten") == 1
    assert room.stack(1) == 100_000


def test_what_undo_brings_back_must_be_covered_by_chips(free_room: Room) -> None:
    room = free_room
    for seat, chips in ((1, 2_000), (2, 100_000), (4, 100_000)):
        room.seat(seat, chips=chips)
    room.give_bank_to(4)
    room.bet(1, 2_000)
    room.bet(1, 500)
    room.give(commands.Toke(1, 1_000))
    assert refusal(room, actions.Undo()) is TableRefusal.CHIPS_SHORT
    assert room.state.hands[0].wagers[WagerKind.ANTE] == 500


# -- Away ------------------------------------------------------------------------------------------


def test_who_is_away_at_the_decision_is_folded(free_room: Room) -> None:
    to_decisions(free_room)
    free_room.give(commands.DecideAway(1))
    hand = free_room.state.hand_at(1)
    assert hand is not None and hand.decision == "fold"


def test_with_the_house_way_queen_high_plays_and_less_folds(db: None) -> None:
    room = Room(seats=6, source="hand")
    room.pack = RulePack.objects.create(
        name="House way",
        rules={"base": "california", "options": {"house_way": True}},
        effective_from=room.pack.effective_from,
    )
    room.open()
    to_decisions(room)
    assert refusal(room, commands.DecideAway(1)) is Refusal.CARDS_NOT_KNOWN
    room.give(actions.EnterHand(1, ("Qs", "3d", "2h")))
    room.give(commands.DecideAway(1))
    room.give(actions.EnterHand(2, ("Js", "4d", "2d")))
    room.give(commands.DecideAway(2))
    assert [hand.decision for hand in room.state.hands] == ["play", "fold"]
    assert room.stack(1) == 100_000 - 2_000 - 2_000 - 100


# -- Results capture -------------------------------------------------------------------------------


@pytest.fixture
def results_room(db: None) -> Room:
    room = Room(capture="results")
    room.open()
    return room


def test_a_round_of_results_settles_like_one_of_cards(results_room: Room) -> None:
    room = results_room
    to_decisions(room, bonus=500, up="9")
    decided(room)
    room.give(actions.EnterBankResult(True))
    room.give(actions.EnterResult(1, Result.WIN, HandClass.PAIR))
    room.give(actions.EnterResult(2, Result.LOSE))
    assert room.state.phase is Phase.PAY
    room.give(actions.Close())
    settlement.post_pending()
    fees = 150
    assert room.stack(1) == 100_000 + 4_000 + 500 - fees
    assert room.stack(2) == 100_000 - 4_500 - fees
    assert room.stack(4) == 100_000 - 300
    assert room.last_round.settlement is not None
    assert room.last_round.settlement["bank"]["hand"] is None


def test_results_can_be_entered_again_until_the_close(results_room: Room) -> None:
    room = results_room
    to_decisions(room, up="K")
    decided(room)
    room.give(actions.EnterResult(1, Result.WIN))
    room.give(actions.EnterResult(2, Result.WIN))
    room.give(actions.EnterResult(2, Result.PUSH))
    assert room.state.settlement is not None
    assert room.state.settlement.hand_at(2).net == 0


def test_cards_are_not_entered_where_results_are(results_room: Room) -> None:
    to_decisions(results_room, up="K")
    decided(results_room)
    assert refusal(results_room, actions.EnterBankHand(BANK)) is Refusal.WRONG_CAPTURE


def test_an_electronic_table_captures_no_results(db: None) -> None:
    room = Room(source="electronic", capture="results")
    with pytest.raises(TableError) as refused:
        room.open()
    assert refused.value.code is TableRefusal.CAPTURE_WRONG


# -- Rulings ---------------------------------------------------------------------------------------


def test_a_ruling_is_kept_with_what_the_texts_say_its_reason_and_who_made_it(room: Room) -> None:
    to_decisions(room)
    room.give(actions.Rule("player_card_exposed", "go_on", "one card, nobody objects"))
    ruling = Ruling.objects.get()
    assert (ruling.decision, ruling.ruled_by) == ("go_on", room.floor)
    assert ruling.reason == "one card, nobody objects"
    assert "silent" in ruling.guidance and "does not constitute a misdeal" in ruling.guidance
    assert room.state.phase is Phase.DECISIONS


def test_a_ruling_of_void_returns_everything_the_fees_too(room: Room) -> None:
    to_decisions(room)
    decided(room)
    room.give(actions.Rule("wrong_number_of_cards", "void", "seat 2 had four"))
    settlement.post_pending()
    assert [room.stack(seat) for seat in (1, 2, 4)] == [100_000] * 3
    assert Ruling.objects.get().round.status == Round.Status.VOID


def test_only_the_floor_rules_and_releases(room: Room) -> None:
    to_decisions(room)
    with pytest.raises(NotAllowed):
        room.give(actions.Rule("", "go_on", "I say so"), actor=room.dealer)
    room.give(actions.Freeze("the dealer may freeze"), actor=room.dealer)
    with pytest.raises(NotAllowed):
        room.give(actions.Release(), actor=room.dealer)


def test_a_ruling_is_for_good(room: Room) -> None:
    to_decisions(room)
    room.give(actions.Rule("", "other", "the bet stands at 20"))
    ruling = Ruling.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Ruling.objects.filter(id=ruling.id).update(reason="another")
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tables_ruling")


# -- Frozen ----------------------------------------------------------------------------------------


def test_nothing_moves_a_frozen_round_but_the_floor(room: Room) -> None:
    to_decisions(room)
    decided(room)
    room.give(actions.Freeze("seat 1 says that he folded"))
    for command in (
        actions.EnterBankHand(BANK),
        actions.ChangeDecision(1, "fold"),
        actions.Close(),
    ):
        assert refusal(room, command) is Refusal.ROUND_FROZEN
    room.give(actions.Release())
    finish(room, {1: ("As", "Qd", "3h"), 2: ("Ad", "Qs", "4h")})


def test_a_table_with_a_frozen_round_is_neither_closed_nor_passed_on(room: Room) -> None:
    """A betting round would otherwise end by itself when the position passes on."""
    for seat in (1, 2, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(10_000))
    room.give(actions.Freeze("who bet what"))
    assert refusal(room, commands.PassBank()) is TableRefusal.ROUND_FROZEN
    with pytest.raises(TableError) as refused:
        room.close()
    assert refused.value.code is TableRefusal.ROUND_FROZEN
