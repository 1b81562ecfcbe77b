"""Drop boxes: two people count blind, then the box is booked and locked."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cardroom.audit.models import AuditRecord
from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger import place_selectors, selectors, slip_selectors
from ledger.books.tally import Tally
from ledger.models import BoxCount, Entry
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import boxes, cage, play, table_chips
from ledger.services.settlement import post_pending
from ledger.services.verification import verify
from ledger.slip_selectors import when
from tests.ledger import raw
from tests.ledger.pages import login
from tests.ledger.raw import Line, sql
from tests.ledger.room import CageRoom, check_now, refused_by, staff

NOTHING = Tally()


@pytest.fixture
def counters(room: CageRoom) -> tuple[Staff, Staff]:
    return staff(Role.CASHIER), staff(Role.CAGE_SUPERVISOR)


def fees(room: CageRoom, cents: int, ref: str = "4-1") -> int:
    """Fees into the box, by a player who bought in; his round is settled. Returns him."""
    who = room.player(100_000)
    room.bets(ref, {who: 1_000}, {who: cents})
    room.settle(ref, {who: 1_000})
    post_pending()
    return who


def sell(room: CageRoom, who: int, cents: int) -> None:
    handing = table_chips.Handing("4", who, cents, f"sale:{cents}", None, now())
    table_chips.sell(handing, box_id=room.box.pk)


def write(room: CageRoom, actor: Staff, chips: Tally, cash: Tally = NOTHING) -> BoxCount:
    return boxes.write_sheet(box_id=room.box.pk, chips=chips, cash=cash, actor=actor)


def count(room: CageRoom, by: tuple[Staff, Staff], chips: Tally, cash: Tally = NOTHING) -> BoxCount:
    """Taken, counted and signed by two."""
    cage.take_box(room.box.pk, None)
    write(room, by[0], chips, cash)
    boxes.sign_sheet(box_id=room.box.pk, actor=by[0])
    sheet = boxes.sign_sheet(box_id=room.box.pk, actor=by[1])
    check_now()
    return sheet


def refusal(step: Any, **how: Any) -> BooksError:
    with pytest.raises(BooksError) as refused:
        step(**how)
    return refused.value


# -- The count -------------------------------------------------------------------------------------


def test_214_recorded_and_212_found(room: CageRoom, counters: tuple[Staff, Staff]) -> None:
    fees(room, 21_400)
    large, vault = selectors.at_large_cents(), place_selectors.holding("vault").cents
    sheet = count(room, counters, Tally({100: 200, 500: 2}, loose=200))
    assert (sheet.fees_recorded, sheet.chips_recorded, sheet.chips_found) == (
        21_400,
        21_400,
        21_200,
    )
    assert sheet.chips_over == -200
    assert room.balance(f"collections:box:{room.box.pk}") == 0
    assert room.balance("revenue:collections") == 21_400
    assert room.balance("variance:box:chips") == 200
    assert selectors.at_large_cents() == large + 200
    at_vault = place_selectors.holding("vault")
    assert at_vault.cents == vault + 21_200
    assert dict(at_vault.chips) == {500: 2, 100: 200}
    assert selectors.chips_identity().holds
    assert list(verify()) == []


def test_cash_in_a_box_recorded_and_found(room: CageRoom, counters: tuple[Staff, Staff]) -> None:
    who = room.player()
    sell(room, who, 10_000)
    vault = room.balance("cash:vault")
    sheet = count(room, counters, Tally(), Tally({2_000: 4}, loose=1_500))
    assert (sheet.cash_recorded, sheet.cash_found, sheet.cash_over) == (10_000, 9_500, -500)
    assert room.balance("cash:vault") == vault + 9_500
    assert room.balance(f"cash:box:{room.box.pk}") == 0
    assert room.balance("variance:box:cash") == 500


def test_more_than_was_recorded_lowers_the_variance(
    room: CageRoom, counters: tuple[Staff, Staff]
) -> None:
    fees(room, 21_400)
    count(room, counters, Tally(loose=21_700), Tally(loose=300))
    assert room.balance("variance:box:chips") == -300
    assert room.balance("variance:box:cash") == -300
    assert room.balance("revenue:collections") == 21_400
    assert list(verify()) == []


def test_a_fee_given_back_before_the_count_came_from_the_tray_not_the_box(
    room: CageRoom, counters: tuple[Staff, Staff]
) -> None:
    fees(room, 21_400)
    who = room.player(2_000)
    room.bets("4-2", {who: 1_000}, {who: 300})
    void(room, "4-2", who, 1_000, 300)
    post_pending()
    sheet = count(room, counters, Tally(loose=21_700))
    # 214 are fees; 217 lie in the box, for the 3 were given back out of the tray.
    assert (sheet.fees_recorded, sheet.chips_recorded, sheet.chips_over) == (21_400, 21_700, 0)
    assert room.balance("variance:box:chips") == 0
    assert list(verify()) == []


def void(room: CageRoom, ref: str, who: int, stake: int, fee: int) -> None:
    play.order_void(
        table="4",
        round_ref=ref,
        revision=1,
        returns={who: stake},
        fees_back={who: fee},
        box_id=room.box.pk,
        at=now(),
        actor=None,
    )


def test_a_fee_given_back_after_the_count_comes_out_of_the_revenue(
    room: CageRoom, counters: tuple[Staff, Staff]
) -> None:
    who = room.player(2_000)
    room.bets("4-2", {who: 1_000}, {who: 300})
    count(room, counters, Tally(loose=300))
    tray = selectors.tray_cents("4")
    void(room, "4-2", who, 1_000, 300)
    assert post_pending().failed == 0
    check_now()
    assert room.balance("revenue:collections") == 0
    assert room.chips_of(who) == 2_000
    assert selectors.tray_cents("4") == tray - 300
    assert list(verify()) == []


def test_an_empty_box_is_counted_without_an_entry(
    room: CageRoom, counters: tuple[Staff, Staff]
) -> None:
    cage.take_box(room.box.pk, None)
    entries = Entry.objects.count()
    write(room, counters[0], Tally(loose=5))
    write(room, counters[0], Tally())
    for who in counters:
        sheet = boxes.sign_sheet(box_id=room.box.pk, actor=who)
    assert sheet.booked and sheet.entry is None
    assert Entry.objects.count() == entries


# -- Two people, blind -----------------------------------------------------------------------------


def test_nothing_recorded_is_on_the_sheet_until_both_have_signed(
    room: CageRoom, counters: tuple[Staff, Staff]
) -> None:
    fees(room, 21_400)
    cage.take_box(room.box.pk, None)
    write(room, counters[0], Tally(loose=21_200))
    sheet = boxes.sign_sheet(box_id=room.box.pk, actor=counters[0])
    assert (sheet.chips_recorded, sheet.fees_recorded, sheet.booked) == (None, None, False)
    with refused_by("ledger_boxcount_blind_until_signed"):
        sql("UPDATE ledger_boxcount SET chips_recorded = 5")
    assert refusal(boxes.sign_sheet, box_id=room.box.pk, actor=counters[0]).code is (
        BooksRefusal.SIGNED_BEFORE
    )
    with refused_by("ledger_boxcount_signed_by_two"):
        sql("UPDATE ledger_boxcount SET second_signer_id = first_signer_id")
    with refused_by("ledger_boxcount_signed_is_booked"):
        sql("UPDATE ledger_boxcount SET second_signer_id = %s", counters[1].pk)


def told(client: Client, room: CageRoom) -> list[str]:
    """The amounts that the books and the shift tell of the box that is not counted."""
    box = room.box.pk
    texts = [
        client.get(reverse("books")).content.decode(),
        client.get(reverse("vault")).content.decode(),
        client.get(reverse("shift")).content.decode(),
    ]
    answer = client.get(reverse("shift") + "?as=csv")
    rows = answer.getvalue().decode()
    lines = re.findall(r"<tr>.*?</tr>", " ".join(texts), re.DOTALL) + rows.splitlines()
    of_box = [line for line in lines if re.search(rf"\b(box:{box}\b|sale)", line)]
    return re.findall(r"\b(?:214|314)\.\d\d\b", " ".join(of_box))


@pytest.mark.parametrize("role", [Role.CAGE_SUPERVISOR, Role.MANAGER])
def test_a_counter_is_not_told_what_a_box_should_hold(room: CageRoom, role: Role) -> None:
    """Neither while it hangs nor before it is counted; who does not count is told."""
    sell(room, fees(room, 21_457), 31_459)
    counter, auditor = login(staff(role)), login(staff(Role.AUDITOR))
    codes = [f"{kind}:box:{room.box.pk}" for kind in ("collections", "cash")]
    doors = [reverse("account", args=[code]) for code in codes]
    doors += [f"{reverse('journal')}?account={code}" for code in codes]
    for taken in (False, True):
        if taken:
            cage.take_box(room.box.pk, None)
        assert {"214.57", "314.59"} <= set(told(auditor, room))
        assert told(counter, room) == []
        for door in doors:
            answer = counter.get(door)
            assert answer.status_code == 403
            assert "Not told before the count" in answer.content.decode()
            assert auditor.get(door).status_code == 200
    write(room, room.cashier, Tally(loose=21_457), Tally(loose=31_459))
    for signer in (room.cashier, staff(Role.CASHIER)):
        boxes.sign_sheet(box_id=room.box.pk, actor=signer)
    for door in doors:
        assert counter.get(door).status_code == 200


def test_a_counter_who_has_seen_the_books_is_named_on_the_sheet(room: CageRoom) -> None:
    fees(room, 21_400)
    boss, other = staff(Role.CAGE_SUPERVISOR), staff(Role.CASHIER)
    for _ in range(2):
        login(boss).get(reverse("journal"))
    login(staff(Role.AUDITOR)).get(reverse("journal"))
    seen = AuditRecord.objects.get(action="books_seen")
    assert (seen.actor, seen.data) == (boss, {"boxes": [room.box.pk]})
    sheet = count(room, (other, boss), Tally(loose=21_400))
    said = f"{boss.display_name} opened the books at {when(seen.at)}, before the count."
    text = login(other).get(reverse("box", args=[room.box.pk])).content.decode()
    assert said in text
    assert sheet.slip_id is not None
    paper = slip_selectors.paper(sheet.slip_id)
    assert paper is not None and paper.notes == (said,)
    # A box that is hung later has not been looked at; of the counted one nothing more is noted.
    cage.hang_box(table="5", actor=None)
    login(boss).get(reverse("journal"))
    assert AuditRecord.objects.filter(action="books_seen").count() == 2
    assert len(slip_selectors.look_words(sheet)) == 1


def test_a_correction_is_struck_through_and_kept_and_takes_the_signature_away(
    room: CageRoom, counters: tuple[Staff, Staff]
) -> None:
    cage.take_box(room.box.pk, None)
    write(room, counters[0], Tally({500: 40, 100: 7}))
    boxes.sign_sheet(box_id=room.box.pk, actor=counters[0])
    sheet = write(room, counters[1], Tally({500: 41, 100: 7}))
    assert sheet.first_signer is None
    lines = [(x.denomination, x.count, x.struck_by) for x in sheet.lines.order_by("id")]
    assert lines == [(100, 7, None), (500, 40, counters[1]), (500, 41, None)]
    with refused_by("ledger_countline_kept"):
        sql("UPDATE ledger_boxcountline SET count = 3 WHERE count = 41")
    with refused_by("ledger_countline_kept"):
        sql("UPDATE ledger_boxcountline SET struck_at = NULL, struck_by_id = NULL WHERE count = 40")
    with refused_by("ledger_countline_kept"):
        sql("DELETE FROM ledger_boxcountline")
    with refused_by("ledger_countline_one_stands"):
        sql(
            "INSERT INTO ledger_boxcountline (sheet_id, kind, denomination, count, by_id, at) "
            "SELECT sheet_id, kind, denomination, 9, by_id, at FROM ledger_boxcountline "
            "WHERE count = 41"
        )
    # The same once more changes nothing.
    write(room, counters[1], Tally({500: 41, 100: 7}))
    assert sheet.lines.count() == 3


@pytest.mark.parametrize("role", [r for r in Role if Permission.COUNT_BOX not in ALLOWED[r]])
def test_only_designated_people_count(room: CageRoom, role: Role) -> None:
    cage.take_box(room.box.pk, None)
    for step in (boxes.sign_sheet, lambda **how: write(room, how["actor"], Tally())):
        refused = refusal(step, box_id=room.box.pk, actor=staff(role))
        assert refused.code is BooksRefusal.NOT_ALLOWED


def test_a_box_is_counted_once_it_is_taken_and_only_once(
    room: CageRoom, counters: tuple[Staff, Staff]
) -> None:
    hangs = refusal(write, room=room, actor=counters[0], chips=Tally())
    assert (
        hangs.message
        == f"Box {room.box.pk} still hangs at table 4: it is counted once it is taken."
    )
    none = refusal(boxes.sign_sheet, box_id=10**9, actor=counters[0])
    assert none.code is BooksRefusal.NO_SUCH_BOX
    cage.take_box(room.box.pk, None)
    empty = refusal(boxes.sign_sheet, box_id=room.box.pk, actor=counters[0])
    assert empty.code is BooksRefusal.SHEET_EMPTY
    write(room, counters[0], Tally(loose=5))
    for who in counters:
        boxes.sign_sheet(box_id=room.box.pk, actor=who)
    for again in (write, lambda **how: boxes.sign_sheet(box_id=room.box.pk, actor=how["actor"])):
        refused = refusal(again, room=room, actor=counters[0], chips=Tally())
        assert refused.code is BooksRefusal.BOX_COUNTED


# -- The lock --------------------------------------------------------------------------------------


def test_nothing_more_is_posted_to_a_counted_box(
    room: CageRoom, counters: tuple[Staff, Staff]
) -> None:
    fees(room, 21_400)
    count(room, counters, Tally(loose=21_400))
    box = room.box.pk
    for code, side in ((f"collections:box:{box}", -5), (f"cash:box:{box}", 5)):
        with refused_by("ledger_account_locked"):
            raw.post(raw.entry(), Line(code, side), Line("cash:vault", -side))
    with refused_by("ledger_place_locked"):
        raw.move(raw.entry(), (f"box:{box}", 5), ("vault", -5))
    with refused_by("ledger_place_locked"):
        sql(
            "INSERT INTO ledger_chipstock (place_id, denomination, count, sequence) "
            "SELECT id, 500, 0, 0 FROM ledger_chipplace WHERE code = %s",
            f"box:{box}",
        )
        sql(
            "INSERT INTO ledger_chipline (entry_id, stock_id, count, sequence, count_after, "
            "posted_at) SELECT %s, s.id, 1, 1, 1, now() FROM ledger_chipstock s JOIN "
            "ledger_chipplace c ON c.id = s.place_id WHERE c.code = %s AND s.denomination = 500",
            raw.entry(),
            f"box:{box}",
        )
    with refused_by("ledger_account_locked"):
        sql("UPDATE ledger_account SET locked_at = NULL WHERE code = %s", f"cash:box:{box}")
    with refused_by("ledger_boxcount_locked"):
        sql("UPDATE ledger_boxcount SET chips_found = 1")
    with refused_by("ledger_boxcount_stays"):
        sql("DELETE FROM ledger_boxcount")
    with refused_by("ledger_countline_sheet_locked"):
        sql("UPDATE ledger_boxcountline SET struck_at = now(), struck_by_id = by_id")


def test_an_account_is_locked_at_zero_only(room: CageRoom) -> None:
    with refused_by("ledger_account_locked_at_zero"):
        sql("UPDATE ledger_account SET locked_at = now() WHERE code = 'cash:vault'")
    with refused_by("ledger_place_locked_at_zero"):
        sql("UPDATE ledger_chipplace SET locked_at = now() WHERE code = 'vault'")


def test_a_table_sale_into_a_counted_box_is_refused(
    room: CageRoom, counters: tuple[Staff, Staff]
) -> None:
    who = room.player()
    cage.take_box(room.box.pk, None)
    assert refusal(sell, room=room, who=who, cents=5).code is BooksRefusal.BOX_TAKEN


def test_the_recount_sees_a_counted_box_that_is_not_locked(
    room: CageRoom, counters: tuple[Staff, Staff]
) -> None:
    fees(room, 100)
    count(room, counters, Tally(loose=100))
    sql("ALTER TABLE ledger_account DISABLE TRIGGER ledger_account_locked")
    sql("UPDATE ledger_account SET locked_at = NULL")
    faults = [str(each) for each in verify()]
    assert f"box {room.box.pk}: is counted, and is not locked" in faults
    assert any("ledger_account_locked: is switched off" in each for each in faults)
