"""A settled round settled anew, by two people, and followed into the books."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger import selectors as books
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage, play, settlement
from tables.engine import actions
from tables.engine import correction as engine
from tables.engine.refusals import Refusal, RuleError
from tables.engine.wagers import Decision, Result
from tables.models import RoundCorrection, RoundSeat, TableEvent
from tables.refusals import NotAllowed, TableError, TableRefusal
from tables.services import commands, corrections
from tests.tables.room import NO_FEES, Room, play_worked_example, staff

pytestmark = pytest.mark.django_db
# Seat 3 shows nine-high in place of its pair of nines.
LOSES = engine.Facts(cards={3: ("9s", "8h", "3c")})


@pytest.fixture(scope="module")
def once_played(kept_database: None) -> Room:
    room = Room(fees=NO_FEES)
    room.open()
    play_worked_example(room)
    settlement.post_pending()
    return room


@pytest.fixture
def played(once_played: Room, db: None) -> Room:
    """The worked example, settled and posted: W 100 ran out at seat 1's ante."""
    return deepcopy(once_played)


@pytest.fixture
def manager(db: None) -> Staff:
    return staff(Role.MANAGER)


def stacks(room: Room) -> dict[int, int]:
    return {seat: room.stack(seat) for seat in room.players}


def balance(code: str) -> int:
    account = books.account(code)
    return account.balance if account else 0


def cash_out_all(room: Room, seat: int) -> None:
    cage.cash_out(
        window=room.window,
        patron_id=room.players[seat].id,
        cents=room.stack(seat),
        request_id=str(uuid4()),
        actor=room.cashier,
    )


def test_a_correction_moves_the_net_and_nothing_twice(played: Room, manager: Staff) -> None:
    """Seat 3 loses 45 where it had won 45; the player-dealer gains both."""
    before = stacks(played)
    asked = corrections.ask(played.last_round.id, LOSES, reason="misread", actor=played.floor)
    assert stacks(played) == before  # nothing moves until a second person approves
    done = corrections.approve(asked.id, actor=manager)
    after = stacks(played)
    gained = {seat: after[seat] - before[seat] for seat in before}
    assert gained == {1: 0, 2: 0, 3: -9_000, 4: 9_000}
    assert done.settlement["hands"] != played.last_round.settlement["hands"]  # type: ignore[index]
    assert books.trial_balance().balanced and books.chips_identity().holds
    assert books.pot(played.last_round.ref).cents == 0
    nets = {seat.seat: seat.net for seat in RoundSeat.objects.filter(round=played.last_round)}
    assert nets == {seat: after[seat] - 100_000 for seat in after}
    settled = {hand["seat"]: hand["net"] for hand in done.settlement["hands"]}
    assert {seat: nets[seat] for seat in settled} == settled


def test_the_entry_is_one_and_names_the_round_and_its_revision(
    played: Room, manager: Staff
) -> None:
    row = played.last_round
    asked = corrections.ask(row.id, LOSES, reason="misread", actor=played.floor)
    done = corrections.approve(asked.id, actor=manager)
    assert done.entry_id is not None
    entry = books.entry(done.entry_id)
    assert entry is not None
    assert (entry.kind, entry.request_id) == ("correction", f"settle:{row.ref}:2")
    assert entry.round_ref == row.ref and "misread" in entry.memo
    found = books.journal(books.JournalFilter(round_ref=row.ref))
    assert next(each.kind for each in found) == "correction"


def test_a_second_correction_starts_from_the_first(played: Room, manager: Staff) -> None:
    before = stacks(played)
    row = played.last_round
    first = corrections.ask(row.id, LOSES, reason="misread", actor=played.floor)
    corrections.approve(first.id, actor=manager)
    back = engine.Facts(cards={3: ("9s", "9h", "3c")})
    second = corrections.ask(row.id, back, reason="it was right", actor=played.floor)
    assert second.revision == 3
    corrections.approve(second.id, actor=manager)
    assert stacks(played) == before


def test_a_fold_that_was_a_play_is_settled_with_its_play_wager(
    played: Room, manager: Staff
) -> None:
    facts = engine.Facts(decisions={3: Decision.FOLD})
    asked = corrections.ask(played.last_round.id, facts, reason="he folded", actor=played.floor)
    corrections.approve(asked.id, actor=manager)
    net = RoundSeat.objects.get(round=played.last_round, seat=3).net
    assert net == -2_500
    assert played.stack(3) == 97_500


def test_what_an_account_lacks_becomes_a_claim(played: Room, manager: Staff) -> None:
    cash_out_all(played, 3)
    asked = corrections.ask(played.last_round.id, LOSES, reason="misread", actor=played.floor)
    owed = -asked.changes[str(played.players[3].id)]
    corrections.approve(asked.id, actor=manager)
    assert balance(f"claims:player:{played.players[3].id}") == owed
    assert played.stack(3) == 0
    assert books.trial_balance().balanced and books.chips_identity().holds


def test_who_still_holds_chips_owes_them_out_of_chips_at_large(
    played: Room, manager: Staff
) -> None:
    cash_out_all(played, 3)
    asked = corrections.ask(played.last_round.id, LOSES, reason="misread", actor=played.floor)
    patron = played.players[3].id
    at_large = balance("chips:large")
    corrections.approve(asked.id, actor=manager, holds=[patron])
    assert balance("chips:large") == at_large + asked.changes[str(patron)]
    assert balance(f"claims:player:{patron}") == 0
    assert books.trial_balance().balanced and books.chips_identity().holds


def test_nobody_approves_his_own_correction(played: Room) -> None:
    asked = corrections.ask(played.last_round.id, LOSES, reason="misread", actor=played.floor)
    before = stacks(played)
    for decide in (corrections.approve, corrections.refuse):
        with pytest.raises(TableError) as refused:
            decide(asked.id, actor=played.floor)
        assert refused.value.code is TableRefusal.SECOND_PERSON
    assert stacks(played) == before
    with pytest.raises(IntegrityError), transaction.atomic():
        RoundCorrection.objects.filter(id=asked.id).update(
            status="approved", decided_by=played.floor
        )


def test_dealers_neither_ask_nor_approve(played: Room, manager: Staff) -> None:
    with pytest.raises(NotAllowed):
        corrections.ask(played.last_round.id, LOSES, reason="misread", actor=played.dealer)
    with pytest.raises(NotAllowed):
        corrections.ask(played.last_round.id, LOSES, reason="misread", actor=manager)
    asked = corrections.ask(played.last_round.id, LOSES, reason="misread", actor=played.floor)
    with pytest.raises(NotAllowed):
        corrections.approve(asked.id, actor=played.dealer)


def test_a_correction_is_decided_once(played: Room, manager: Staff) -> None:
    asked = corrections.ask(played.last_round.id, LOSES, reason="misread", actor=played.floor)
    with pytest.raises(TableError) as open_:
        corrections.ask(played.last_round.id, LOSES, reason="again", actor=played.floor)
    assert open_.value.code is TableRefusal.CORRECTION_OPEN
    corrections.refuse(asked.id, actor=manager)
    with pytest.raises(TableError) as decided:
        corrections.approve(asked.id, actor=manager)
    assert decided.value.code is TableRefusal.CORRECTION_DECIDED
    kinds = TableEvent.objects.filter(table=played.table).values_list("kind", flat=True)
    assert {"correction_asked", "correction_refused"} <= set(kinds)


def test_a_round_that_is_open_is_changed_at_its_table(played: Room) -> None:
    row = played.look().round
    assert row is not None
    with pytest.raises(TableError) as refused:
        corrections.ask(row.id, LOSES, reason="early", actor=played.floor)
    assert refused.value.code is TableRefusal.ROUND_NOT_SETTLED


def test_facts_that_cannot_be_are_refused(played: Room) -> None:
    row = played.last_round
    cases = [
        (engine.Facts(), Refusal.NOTHING_CORRECTED),
        (engine.Facts(cards={3: ("Kc", "8h", "3c")}), Refusal.CARD_USED_UP),
        (engine.Facts(bank_cards=("Kc", "7d", "3s")), Refusal.FACE_UP_NOT_IN_HAND),
        (engine.Facts(qualifies=False), Refusal.WRONG_CAPTURE),
    ]
    for facts, code in cases:
        with pytest.raises(RuleError) as refused:
            corrections.ask(row.id, facts, reason="try", actor=played.floor)
        assert refused.value.code is code


def test_two_hands_that_were_mixed_up_change_places(played: Room) -> None:
    swapped = engine.Facts(cards={1: ("9s", "9h", "3c"), 3: ("As", "Qd", "3h")})
    asked = corrections.ask(played.last_round.id, swapped, reason="mixed up", actor=played.floor)
    hands = {hand["seat"]: hand["hand"] for hand in asked.settlement["hands"]}
    assert (hands[1], hands[3]) == ("pair", "high_card")


def test_what_was_asked_and_decided_stays(played: Room, manager: Staff) -> None:
    asked = corrections.ask(played.last_round.id, LOSES, reason="misread", actor=played.floor)
    with pytest.raises(IntegrityError), transaction.atomic():
        RoundCorrection.objects.filter(id=asked.id).update(reason="another")
    corrections.approve(asked.id, actor=manager)
    with pytest.raises(IntegrityError), transaction.atomic():
        RoundCorrection.objects.filter(id=asked.id).update(status="refused")
    with pytest.raises(IntegrityError), transaction.atomic():
        RoundCorrection.objects.filter(id=asked.id).delete()


def test_a_correction_that_moves_no_money_needs_no_entry(played: Room, manager: Staff) -> None:
    facts = engine.Facts(cards={3: ("9s", "9d", "4c")})
    with pytest.raises(RuleError):  # the nine of diamonds is at seat 2
        corrections.ask(played.last_round.id, facts, reason="suits", actor=played.floor)
    facts = engine.Facts(cards={3: ("9s", "9c", "4c")})
    asked = corrections.ask(played.last_round.id, facts, reason="suits", actor=played.floor)
    done = corrections.approve(asked.id, actor=manager)
    assert done.changes == {} and done.entry_id is None


def test_the_same_revision_with_other_changes_is_refused_by_the_books(
    played: Room, manager: Staff
) -> None:
    one, two = played.players[1].id, played.players[2].id
    row = played.last_round
    order = {
        "table": str(played.table.number),
        "round_ref": row.ref,
        "revision": 2,
        "holds": (),
        "reason": "misread",
        "actor": manager,
    }
    play.correct_settlement(changes={one: 500, two: -500}, **order)  # type: ignore[arg-type]
    play.correct_settlement(changes={one: 500, two: -500}, **order)  # type: ignore[arg-type]
    assert played.stack(2) == 95_000  # done once
    with pytest.raises(BooksError):
        play.correct_settlement(changes={one: 600, two: -600}, **order)  # type: ignore[arg-type]


def test_a_round_that_is_not_in_the_books_is_not_corrected_there(
    played: Room, manager: Staff
) -> None:
    row = played.look().round  # in betting: nothing of it is in the books
    assert row is not None
    with pytest.raises(BooksError) as refused:
        play.correct_settlement(
            table=str(played.table.number),
            round_ref=row.ref,
            revision=2,
            changes={played.players[1].id: 500, played.players[2].id: -500},
            holds=(),
            reason="early",
            actor=manager,
        )
    assert refused.value.code is BooksRefusal.ROUND_OPEN


def test_results_are_corrected_like_cards(db: None, manager: Staff) -> None:
    room = Room(capture="results")
    room.open()
    for seat in (1, 4):
        room.seat(seat)
    room.give_bank_to(4)
    room.give(actions.PostBankWager(10_000))
    room.bet(1, 2_000)
    for command in (
        *(actions.CallNoMoreBets(), actions.ShowUpCard("K"), commands.Decide(1, "play")),
        *(actions.EnterResult(1, Result.WIN), actions.Close()),
    ):
        room.give(command)
    facts = engine.Facts(results={1: engine.EnteredResult(Result.LOSE)})
    asked = corrections.ask(room.last_round.id, facts, reason="the tape", actor=room.floor)
    corrections.approve(asked.id, actor=manager)  # posts what was pending first
    assert RoundSeat.objects.get(round=room.last_round, seat=1).net == -4_000
