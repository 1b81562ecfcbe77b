"""Rotation policies at the table: each as it says, the floor's overrule, and who is left over."""

from datetime import timedelta

import pytest

from cardroom.audit.models import AuditRecord
from cardroom.people.models import Patron
from tables.engine import actions, rotation
from tables.models import BankTurn, RotationOverrule, Round, Table, TableEvent
from tables.refusals import TableError, TableRefusal
from tables.services import commands
from tests.tables.room import Room
from tests.tables.test_rotation import play_a_hand

pytestmark = pytest.mark.django_db
EACH_POLICY = pytest.mark.parametrize("policy", sorted(rotation.POLICIES))


def room_under(policy: str, *seats: int) -> Room:
    room = Room(seats=6, source="electronic", policy=policy)
    room.open()
    for seat in seats:
        room.seat(seat)
    return room


def make_proposition(room: Room, seat: int, company: str = "Acme") -> None:
    Patron.objects.filter(id=room.players[seat].id).update(tppps_company=company)


def refused(room: Room, command: commands.Command) -> TableRefusal:
    with pytest.raises(TableError) as error:
        room.give(command)
    assert isinstance(error.value.code, TableRefusal)
    return error.value.code


def opened_ago(room: Room, minutes: int) -> None:
    moment = room.table_now().opened_at
    assert moment is not None
    Table.objects.filter(id=room.table.id).update(opened_at=moment - timedelta(minutes=minutes))


# -- Each policy -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("policy", "hands"), [("two_hands", 2), ("every_hand", 1)])
def test_a_table_asks_everybody_after_as_many_hands_as_its_policy_says(
    policy: str, hands: int
) -> None:
    room = room_under(policy, 1, 3)
    room.give_bank_to(1)
    for _ in range(hands):
        assert room.look().verdict.may_deal
        play_a_hand(room)
    assert room.look().verdict.offer_due
    assert refused(room, actions.PostBankWager(20_000)) is TableRefusal.NO_ROUND


@EACH_POLICY
def test_a_turn_keeps_the_policy_that_it_was_begun_under(policy: str) -> None:
    room = room_under(policy, 1, 3)
    room.give_bank_to(1)
    assert {turn.policy for turn in BankTurn.objects.filter(table=room.table)} == {policy}
    Table.objects.filter(id=room.table.id).update(rotation_policy="two_hands")
    assert room.look().standing.policy.name == policy


def test_a_policy_that_nobody_wrote_opens_no_table(db: None) -> None:
    room = Room(policy="three_hands")
    with pytest.raises(TableError) as error:
        room.open()
    assert error.value.code is TableRefusal.POLICY_UNKNOWN


# -- Who is left over ------------------------------------------------------------------------------


@EACH_POLICY
def test_when_the_holder_leaves_the_offers_go_on_from_his_seat(policy: str) -> None:
    room = room_under(policy, 1, 3, 5)
    room.give_bank_to(3)
    room.give(commands.LeaveSeat(3))
    look = room.look()
    assert (look.turn.holder_seat, look.turn.left_seat, look.verdict.next_offer) == (None, 3, 5)


@EACH_POLICY
def test_when_nobody_accepts_the_table_stops_and_the_offers_can_begin_again(policy: str) -> None:
    room = room_under(policy, 1, 3)
    for seat in (1, 3):
        room.give(commands.OfferBank(seat, "declined"))
    look = room.look()
    assert not look.verdict.may_deal and look.verdict.next_offer == 1
    assert refused(room, commands.OverruleRotation("go on")) is TableRefusal.NOTHING_TO_OVERRULE
    room.give(commands.OfferBank(1, "accepted"))
    assert room.look().verdict.may_deal


@EACH_POLICY
def test_when_all_but_one_leave_the_round_goes_back_and_no_other_opens(policy: str) -> None:
    room = room_under(policy, 1, 3)
    room.give_bank_to(3)
    room.give(commands.LeaveSeat(1))
    look = room.look()
    assert look.round is not None and look.round.status == "void"
    assert not look.verdict.may_deal and not look.verdict.offer_due
    assert "alone" in look.verdict.sentence
    assert refused(room, commands.OverruleRotation("alone")) is TableRefusal.NOTHING_TO_OVERRULE
    room.seat(5)
    assert room.look().verdict.may_deal


# -- The floor overrules ---------------------------------------------------------------------------


@pytest.fixture
def stopped() -> Room:
    """Seat 1 has banked his hand and seat 3 must be asked."""
    room = room_under("every_hand", 1, 3)
    room.give_bank_to(1)
    play_a_hand(room)
    return room


def test_the_floor_overrules_for_one_more_hand(stopped: Room) -> None:
    stopped.give(commands.OverruleRotation("seat 3 is on the telephone"))
    play_a_hand(stopped)
    assert stopped.look().verdict.offer_due


def test_an_overrule_is_a_violation_on_the_turn_in_the_log_and_in_the_audit(stopped: Room) -> None:
    sentence = stopped.look().verdict.sentence
    stopped.give(commands.OverruleRotation("seat 3 is on the telephone"))
    row = RotationOverrule.objects.get(turn__table=stopped.table)
    assert (row.verdict, row.reason, row.by) == (
        sentence,
        "seat 3 is on the telephone",
        stopped.floor,
    )
    event = TableEvent.objects.get(table=stopped.table, kind="rotation_overruled")
    assert event.payload["violation"] is True
    audit = AuditRecord.objects.get(action="table.overrule_rotation")
    assert (audit.actor, audit.data["reason"]) == (stopped.floor, row.reason)


def test_a_void_hand_does_not_use_the_overrule_up(stopped: Room) -> None:
    stopped.give(commands.OverruleRotation("seat 3 is on the telephone"))
    stopped.give(actions.Void("a card fell"))
    assert stopped.look().verdict.may_deal


def test_a_dealer_cannot_overrule(stopped: Room) -> None:
    with pytest.raises(TableError) as error:
        stopped.give(commands.OverruleRotation("quick"), actor=stopped.dealer)
    assert error.value.code is TableRefusal.NOT_ALLOWED


def test_there_is_nothing_to_overrule_where_a_hand_may_be_dealt(db: None) -> None:
    room = room_under("two_hands", 1, 3)
    room.give_bank_to(1)
    assert refused(room, commands.OverruleRotation("why not")) is TableRefusal.NOTHING_TO_OVERRULE


# -- Proposition players and the window of time ----------------------------------------------------


def test_two_of_one_proposition_company_do_not_sit_at_one_table(db: None) -> None:
    room = room_under("two_hands", 1)
    make_proposition(room, 1)
    colleague = Patron.objects.create(name="Colleague", tppps_company="Acme")
    rival = Patron.objects.create(name="Rival", tppps_company="Other")
    assert refused(room, commands.SeatPlayer(2, colleague.id)) is TableRefusal.COMPANY_SEATED
    room.give(commands.SeatPlayer(2, rival.id))


def test_a_proposition_player_never_banks_twice_in_a_row(db: None) -> None:
    """11 CCR 2076 (2026): with nobody else to take over, the table stops."""
    room = room_under("bgc_2026", 1, 3)
    make_proposition(room, 1)
    room.give_bank_to(1)
    play_a_hand(room)
    room.give(commands.OfferBank(3, "declined"))
    look = room.look()
    assert not look.verdict.may_deal and look.verdict.next_offer is None
    # Nor by giving the position up and taking it again.
    room.give(commands.PassBank())
    room.give(commands.OfferBank(3, "declined"))
    assert refused(room, commands.OfferBank(1, "accepted")) is TableRefusal.PROPOSITION_TWICE
    room.give(commands.OfferBank(1, "declined"))
    room.give(commands.OfferBank(3, "accepted"))
    play_a_hand(room)
    room.give(commands.OfferBank(1, "accepted"))
    assert room.look().turn.holder_seat == 1


def test_the_window_shows_how_many_others_have_banked_and_until_when(db: None) -> None:
    room = room_under("bgc_2026", 1, 3, 5)
    make_proposition(room, 1)
    room.give_bank_to(1)
    play_a_hand(room)
    room.give(commands.OfferBank(3, "accepted"))
    play_a_hand(room)
    window, opened = room.look().standing.window, room.table_now().opened_at
    assert window is not None and opened is not None
    assert (window.others, window.must) == (1, 2)
    assert window.ends_at - opened == timedelta(minutes=40)


def test_the_game_ends_when_a_window_had_too_few_others(db: None) -> None:
    """11 CCR 2077 (2026)."""
    room = room_under("bgc_2026", 1, 3)
    room.give_bank_to(3)
    play_a_hand(room)
    room.give(commands.OfferBank(1, "accepted"))
    room.give(actions.PostBankWager(20_000))
    room.bet(3, 1_000)
    opened_ago(room, 41)
    assert room.look().standing.ended
    assert refused(room, actions.CallNoMoreBets()) is TableRefusal.GAME_ENDED
    room.give(actions.Void("the game ends"))
    assert refused(room, commands.OfferBank(3, "accepted")) is TableRefusal.GAME_ENDED
    assert refused(room, commands.OverruleRotation("one more")) is TableRefusal.GAME_ENDED
    room.close()


def test_the_game_goes_on_when_two_others_banked_in_the_window(db: None) -> None:
    room = room_under("bgc_2026", 1, 3)
    room.give_bank_to(3)
    play_a_hand(room)
    room.give(commands.OfferBank(1, "accepted"))
    play_a_hand(room)
    opened_ago(room, 41)
    assert room.look().standing.ended
    early = room.table_now().opened_at
    assert early is not None
    Round.objects.filter(table=room.table).update(closed_at=early + timedelta(minutes=39))
    look = room.look()
    assert not look.standing.ended
    assert look.standing.window is not None and look.standing.window.others == 0
