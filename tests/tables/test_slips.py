"""Opener and closer slips, the deck check, the license, and the house dealers."""

from dataclasses import replace

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction

from cardroom.audit.models import AuditRecord
from cardroom.clock import now
from cardroom.people.roles import Role
from ledger import selectors as books
from ledger.books import chart
from ledger.services.verification import verify
from tables.engine import actions
from tables.models import DealerShift, DeckCheck, Table, TableEvent, TableSlip
from tables.refusals import TableError, TableRefusal
from tables.services import commands, opening
from tables.services.slips import Count, DeckLook
from tests.tables.room import LIMITS, Room, play_worked_example, staff

pytestmark = pytest.mark.django_db
RED = DeckLook("red")


def open_with(room: Room, *looks: DeckLook, count: Count | None = None, **more: object) -> None:
    opening.open_table(
        room.table.id,
        actor=room.floor,
        pack_id=room.pack.id,
        fee_schedule_id=room.schedule.id,
        limits=LIMITS,
        source=room.source,
        count=count or room.count(),
        looks=looks,
        **more,  # type: ignore[arg-type]
    )


def refused_opening(room: Room, *looks: DeckLook, **more: object) -> TableRefusal:
    with pytest.raises(TableError) as error:
        open_with(room, *looks, **more)  # type: ignore[arg-type]
    assert room.table_now().status == Table.Status.CLOSED
    assert not TableSlip.objects.exists() and not DealerShift.objects.exists()
    assert isinstance(error.value.code, TableRefusal)
    return error.value.code


@pytest.fixture
def closed(db: None) -> Room:
    return Room()


# -- The slips -------------------------------------------------------------------------------------


def test_the_opener_is_counted_by_denomination_and_signed_by_dealer_and_floor(
    closed: Room,
) -> None:
    """Iowa, Table Opening: dealer and floor supervisor check the bankroll and sign the slip."""
    open_with(closed, RED)
    slip = TableSlip.objects.get()
    assert (slip.kind, slip.floor, slip.dealer) == ("opener", closed.floor, closed.dealer)
    assert sum(int(chip) * number for chip, number in slip.counts.items()) == slip.total == 100_000
    assert slip.variance == 0
    assert AuditRecord.objects.get(action="table.opened").data["signed_by"] == closed.dealer.pk


def test_a_count_that_differs_needs_a_reason_and_becomes_a_variance(closed: Room) -> None:
    short = Count({100: 990}, closed.dealer)
    assert refused_opening(closed, RED, count=short) is TableRefusal.VARIANCE_NEEDS_REASON
    open_with(closed, RED, count=replace(short, reason="ten chips are missing"))
    slip = TableSlip.objects.get()
    assert (slip.variance, slip.expected) == (-1_000, 100_000)
    assert books.tray_cents(str(closed.table.number)) == 99_000
    variance = books.account(chart.CHIP_VARIANCE)
    assert variance is not None and variance.balance == 1_000
    assert books.at_large_cents() == 1_000
    assert books.chips_identity().holds and list(verify()) == []


def test_chips_over_were_in_use_in_the_books_and_are_not(closed: Room) -> None:
    open_with(closed, RED, count=Count({100: 1_010}, closed.dealer, "ten more"))
    assert books.at_large_cents() == -1_000
    assert books.chips_identity().holds


def test_nobody_signs_alone_nor_with_somebody_who_does_not_deal(closed: Room) -> None:
    for signer in (closed.floor, staff(Role.CASHIER)):
        count = replace(closed.count(), dealer=signer)
        assert refused_opening(closed, RED, count=count) is TableRefusal.SECOND_PERSON_SIGNS


def test_only_chips_of_the_table_are_counted(closed: Room) -> None:
    for chips in ({700: 1}, {100: -1}):
        count = Count(chips, closed.dealer, "strange")
        assert refused_opening(closed, RED, count=count) is TableRefusal.COUNT_WRONG


def test_the_closer_is_held_against_the_tray_in_the_books(room: Room) -> None:
    room.seat(1)
    room.give(commands.SellChips(1, 30_000))
    count = Count({100: 1_000}, room.dealer)
    with pytest.raises(TableError) as error:
        opening.close_table(room.table.id, actor=room.floor, count=count)
    assert error.value.code is TableRefusal.VARIANCE_NEEDS_REASON
    assert room.table_now().status == Table.Status.OPEN
    slip = opening.close_table(
        room.table.id, actor=room.floor, count=Count({100: 700}, room.dealer)
    )
    assert (slip.kind, slip.total, slip.variance) == ("closer", 70_000, 0)


def test_a_table_closes_only_when_its_rounds_are_settled_and_posts_them_first(room: Room) -> None:
    play_worked_example(room)
    assert books.pending_rounds(str(room.table.number))
    room.close()
    assert not books.pending_rounds(str(room.table.number))


def test_postgresql_keeps_slips_as_they_were_signed_by_two(room: Room) -> None:
    slip = TableSlip.objects.get(table=room.table)
    for change in ({"total": 1}, {"dealer": room.floor}):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            TableSlip.objects.filter(id=slip.id).update(**change)
    slip.pk, slip.dealer = None, slip.floor
    with pytest.raises(IntegrityError, match="slip_signed_by_two"), transaction.atomic():
        slip.save(force_insert=True)


# -- The decks -------------------------------------------------------------------------------------


def test_one_deck_by_hand_two_backs_with_a_shuffler(closed: Room) -> None:
    """Iowa, Table Opening: two decks with different backs with a shuffler, one without."""
    blue = DeckLook("blue")
    assert refused_opening(closed) is TableRefusal.DECK_MISSING
    assert refused_opening(closed, RED, blue) is TableRefusal.DECK_MISSING
    assert refused_opening(closed, RED, shuffler=True) is TableRefusal.DECK_MISSING
    assert refused_opening(closed, RED, RED, shuffler=True) is TableRefusal.DECK_BACKS_SAME
    open_with(closed, RED, blue, shuffler=True)
    assert [check.back for check in DeckCheck.objects.all()] == ["red", "blue"]


@pytest.mark.parametrize("check", ["all_present", "backs_unmarked", "undamaged", "jokers_out"])
def test_a_defective_deck_is_noted_returned_and_replaced_whole(closed: Room, check: str) -> None:
    """Iowa, Table Opening: the whole deck in question is replaced, the defect noted."""
    bad = DeckLook("red", **{check: False})  # type: ignore[arg-type]
    assert refused_opening(closed, bad) is TableRefusal.DECK_DEFECTIVE
    noted = replace(bad, defect="the nine of hearts is bent")
    assert refused_opening(closed, noted) is TableRefusal.DECK_MISSING
    open_with(closed, noted, RED)
    first, second = DeckCheck.objects.all()
    assert not first.good and first.defect == "the nine of hearts is bent"
    assert second.good


def test_the_electronic_deck_is_not_looked_at(db: None) -> None:
    open_with(Room(source="electronic"))
    assert not DeckCheck.objects.exists()


# -- The license -----------------------------------------------------------------------------------


def test_no_more_tables_are_in_play_than_the_license_allows(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "LICENSED_TABLES", 1)
    second = Room()
    with pytest.raises(TableError) as error:
        second.open()
    assert error.value.code is TableRefusal.LICENSED_TABLES
    room.close()
    second.open()


# -- House dealers ---------------------------------------------------------------------------------


def shifts(room: Room) -> list[tuple[int, bool]]:
    rows = DealerShift.objects.filter(table=room.table).order_by("id")
    return [(row.dealer_id, row.ended_at is None) for row in rows]


def test_the_dealer_who_signs_the_opener_deals_until_he_is_relieved(room: Room) -> None:
    relief = staff(Role.DEALER)
    assert shifts(room) == [(room.dealer.id, True)]
    room.give(commands.RelieveDealer(relief.id))
    assert shifts(room) == [(room.dealer.id, False), (relief.id, True)]
    assert room.table_now().dealer == relief
    room.close()
    assert shifts(room)[-1] == (relief.id, False)
    assert room.table_now().dealer is None


def test_a_round_knows_who_dealt_it_and_the_log_knows_of_a_relief_in_its_middle(
    room: Room,
) -> None:
    relief = staff(Role.DEALER)
    for seat in (1, 2):
        room.seat(seat)
    room.give_bank_to(2)
    room.give(actions.PostBankWager(20_000))
    room.bet(1, 1_000)
    room.give(actions.CallNoMoreBets())
    ref = room.look().round
    assert ref is not None
    room.give(commands.RelieveDealer(relief.id))
    room.give(actions.Void("misdeal"))
    look = room.look()
    assert room.last_round.dealer == room.dealer
    assert look.round is not None and look.round.dealer == relief
    event = TableEvent.objects.filter(table=room.table, kind="dealer_clocked_on").last()
    assert event is not None
    assert event.payload == {"dealer": relief.id, "relieved": room.dealer.id, "round": ref.ref}


def test_a_dealer_deals_at_one_table_and_only_a_dealer_does(room: Room) -> None:
    other = Room()
    other.open()
    for who, code in (
        (room.dealer.id, TableRefusal.DEALER_IS_HERE),
        (other.dealer.id, TableRefusal.DEALER_ELSEWHERE),
        (room.cashier.id, TableRefusal.DEALER_UNKNOWN),
        (10**6, TableRefusal.DEALER_UNKNOWN),
    ):
        with pytest.raises(TableError) as error:
            room.give(commands.RelieveDealer(who))
        assert error.value.code is code
    with pytest.raises(IntegrityError), transaction.atomic():
        DealerShift.objects.create(table=room.table, dealer=other.dealer, started_at=now())
