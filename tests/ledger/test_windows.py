"""A window from its issue to its close: counted blind, over and short, hand-over, lock."""

from typing import Any
from uuid import uuid4

import pytest

from cardroom.audit.models import AuditRecord
from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger import cage_selectors, place_selectors, selectors
from ledger.books.tally import Tally
from ledger.models import Outbox, Slip, WindowCount, WindowShift
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage, drawer, table_chips, vault, windows
from ledger.services.verification import verify
from tests.ledger.raw import sql
from tests.ledger.room import CageRoom, check_now, patron, refused_by, staff

CASH, CHIPS = 20_000_000, 50_000_000


def sign_count(
    room: CageRoom, cash: int = CASH, chips: int | Tally = CHIPS, request_id: str = ""
) -> WindowCount:
    return windows.sign_count(
        window=2,
        cash=Tally(loose=cash),
        chips=chips if isinstance(chips, Tally) else Tally(loose=chips),
        request_id=request_id or str(uuid4()),
        actor=room.cashier,
    )


def close(room: CageRoom, reason: str = "", signer: Staff | None = None) -> WindowShift:
    return windows.close_window(
        window=2,
        request_id=str(uuid4()),
        actor=room.cashier,
        signed_by=signer or staff(Role.CAGE_SUPERVISOR),
        reason=reason,
    )


def refusal(step: Any, **how: Any) -> BooksError:
    with pytest.raises(BooksError) as refused:
        step(**how)
    return refused.value


# -- Count and close -------------------------------------------------------------------------------


def test_over_and_short_are_told_only_once_the_count_is_signed(room: CageRoom) -> None:
    time = cage_selectors.window_of(room.cashier)
    assert time is not None
    assert place_selectors.window_difference(time) is None
    sign_count(room, CASH - 500, CHIPS + 200)
    told = place_selectors.window_difference(time)
    assert told is not None
    assert (told.cash_over, told.chips_over, told.exact) == (-500, 200, False)


def test_a_count_is_signed_once_however_often_it_is_sent(room: CageRoom) -> None:
    first = sign_count(room, request_id="c")
    assert sign_count(room, request_id="c") == first
    assert refusal(sign_count, room=room, cash=1, request_id="c").code is (
        BooksRefusal.REQUEST_REUSED
    )
    assert refusal(sign_count, room=room).code is BooksRefusal.WINDOW_COUNTED
    assert AuditRecord.objects.filter(action="window_counted").count() == 1


def test_a_window_is_counted_before_it_is_closed(room: CageRoom) -> None:
    assert refusal(close, room=room).message == "Count window 2 first, and sign the count."


def test_a_variance_is_booked_with_its_reason_and_the_window_locked(room: CageRoom) -> None:
    sign_count(room, CASH - 500, CHIPS + 500)
    refused = refusal(close, room=room)
    assert (refused.code, refused.field) == (BooksRefusal.REASON_MISSING, "reason")
    time = close(room, "a stack was miscounted")
    check_now()
    assert (room.balance("variance:window"), room.balance("cash:window:2")) == (500, 0)
    # Over by 5 in chips: they were in use in the books, and are not.
    assert (room.balance("variance:chips"), selectors.at_large_cents()) == (-500, -500)
    entry = time.closing_entry
    assert entry is not None and entry.memo == "Return of window 2: a stack was miscounted"
    assert time.slip is not None and time.slip.number == 1
    assert selectors.chips_identity().holds
    with refused_by("ledger_windowshift_locked"):
        sql("UPDATE ledger_windowshift SET counted_cash = 1 WHERE id = %s", time.pk)
    with refused_by("ledger_windowshift_stays"):
        sql("DELETE FROM ledger_windowshift WHERE id = %s", time.pk)


def test_a_count_goes_to_the_vault_by_denomination(room: CageRoom) -> None:
    vault.add_chips(chips=Tally({10_000: 50, 500: 100}), request_id="n", actor=staff(Role.MANAGER))
    sign_count(room, chips=Tally({10_000: 4_990, 500: 200}))
    close(room)
    check_now()
    at_vault = place_selectors.holding("vault")
    assert dict(at_vault.chips) == {10_000: 5_040, 500: 300}
    empty = place_selectors.holding("window:2")
    assert (empty.cents, empty.chips, empty.unsorted) == (0, (), 0)
    assert list(verify()) == []


@pytest.mark.parametrize("role", [r for r in Role if Permission.SIGN_CAGE not in ALLOWED[r]])
def test_who_may_not_sign_does_not_close_a_window(room: CageRoom, role: Role) -> None:
    sign_count(room)
    for signer in (room.cashier, staff(role)):
        assert refusal(close, room=room, signer=signer).code is BooksRefusal.SECOND_PERSON


def test_a_shift_closes_only_when_its_rounds_are_posted(room: CageRoom) -> None:
    who = room.player(1_000)
    room.bets("4-1", {who: 1_000})
    room.settle("4-1", {who: 1_000})
    sign_count(room, CASH + 1_000, CHIPS - 1_000)
    Outbox.objects.update(parked_at=now())
    assert refusal(close, room=room).message == (
        "1 round of this shift is not in the books yet: 4-1 is the first. "
        "Try again in a moment, or see the parked settlements."
    )
    Outbox.objects.update(parked_at=None)
    # What only waits is posted by the close itself.
    assert close(room).closed_at is not None
    assert selectors.pot("4-1").closed


def test_a_count_is_made_again_with_a_witness(room: CageRoom) -> None:
    sign_count(room, CASH - 500)
    again = {
        "window": 2,
        "cash": Tally(loose=CASH),
        "chips": Tally(loose=CHIPS),
        "request_id": "again",
        "actor": room.cashier,
    }
    boss = staff(Role.CAGE_SUPERVISOR)
    assert refusal(windows.recount, **again, reason="", witness=boss).field == "reason"
    assert refusal(windows.recount, **again, reason="x", witness=room.cashier).field == "signer"
    windows.recount(**again, reason="stuck bills", witness=boss)  # type: ignore[arg-type]
    time = close(room)
    assert time.cash_over == 0
    assert [count.cash_cents for count in time.counts.order_by("nth")] == [CASH - 500, CASH]
    with refused_by("ledger_windowcount_append_only"):
        sql("UPDATE ledger_windowcount SET cash_cents = 1")
    with refused_by("ledger_windowcount_recount_witnessed"):
        sql(
            "INSERT INTO ledger_windowcount (time_id, nth, cash, chips, cash_cents, chips_cents, "
            "request_id, counted_by_id, reason, at) SELECT time_id, 3, cash, chips, 1, 1, 'x', "
            "counted_by_id, 'why', now() FROM ledger_windowcount LIMIT 1"
        )


def test_a_window_that_holds_nothing_closes_too(room: CageRoom) -> None:
    boss = staff(Role.CAGE_SUPERVISOR)
    drawer.give_back(
        window=2,
        cash_cents=CASH,
        chips=Tally(loose=CHIPS),
        request_id="b",
        actor=room.cashier,
        signed_by=boss,
    )
    sign_count(room, 0, 0)
    assert close(room).closing_entry is None


def test_the_variance_of_a_closed_window_needs_a_reason_in_the_database_too(
    room: CageRoom,
) -> None:
    sign_count(room, CASH - 500)
    with refused_by("ledger_window_variance_has_reason"):
        sql("INSERT INTO ledger_slipseries (name) VALUES ('window')")
        sql(
            "INSERT INTO ledger_slip (series_id, number, subject, at, day, shift) SELECT id, 1, "
            "'x', now(), current_date, 'day' FROM ledger_slipseries"
        )
        sql("UPDATE ledger_windowshift SET cash_over = 5, slip_id = (SELECT id FROM ledger_slip)")


# -- Hand-over -------------------------------------------------------------------------------------


def test_a_window_is_handed_over_as_it_was_counted(room: CageRoom) -> None:
    who, taker = room.player(1_000), staff(Role.CASHIER)
    sign_count(room, CASH + 1_000, CHIPS - 1_000)
    how = {"window": 2, "to": taker, "request_id": "h", "actor": room.cashier}
    taken = windows.hand_over(**how)  # type: ignore[arg-type]
    check_now()
    assert windows.hand_over(**how) == taken  # type: ignore[arg-type]
    assert (taken.imprest_cash, taken.imprest_chips) == (CASH + 1_000, CHIPS - 1_000)
    assert cage_selectors.window_of(room.cashier) is None
    cage.cash_out(window=2, patron_id=who, cents=400, request_id="o", actor=taker)
    assert taken.taken_over_from is not None and taken.taken_over_from.signed_by == taker


def test_a_hand_over_with_a_difference_needs_reason_and_a_supervisor(room: CageRoom) -> None:
    taker, boss = staff(Role.CASHIER), staff(Role.CAGE_SUPERVISOR)
    sign_count(room, CASH - 500)
    how = {"window": 2, "to": taker, "request_id": "h", "actor": room.cashier}
    assert refusal(windows.hand_over, **how).code is BooksRefusal.REASON_MISSING
    assert refusal(windows.hand_over, **how, reason="x").code is BooksRefusal.SECOND_PERSON
    for signer in (room.cashier, taker):
        why = refusal(windows.hand_over, **how, reason="x", signed_by=signer)
        assert why.code is BooksRefusal.SECOND_PERSON
    windows.hand_over(**how, reason="x", signed_by=boss)  # type: ignore[arg-type]
    check_now()
    assert (room.balance("variance:window"), room.balance("cash:window:2")) == (500, CASH - 500)
    assert list(verify()) == []


def test_only_a_free_cashier_takes_a_window_over(room: CageRoom) -> None:
    busy = staff(Role.CASHIER)
    cage.open_window(window=1, imprest=100, actor=busy)
    sign_count(room)
    for to in (room.cashier, busy, staff(Role.FLOOR)):
        refused = refusal(windows.hand_over, window=2, to=to, request_id="h", actor=room.cashier)
        assert (refused.code, refused.field) == (BooksRefusal.TAKES_OVER, "to")


def test_a_time_at_a_window_begins_with_an_issue_or_a_hand_over(room: CageRoom) -> None:
    with refused_by("ledger_window_issued_or_taken_over"):
        sql("UPDATE ledger_windowshift SET opening_entry_id = NULL")


# -- An open window --------------------------------------------------------------------------------


def test_a_window_is_supplied_and_gives_back(room: CageRoom) -> None:
    boss, in_vault = staff(Role.CAGE_SUPERVISOR), room.balance("cash:vault")
    how = {"window": 2, "cash_cents": 700, "chips": Tally(loose=300), "actor": room.cashier}
    drawer.supply(**how, request_id="s", signed_by=boss)  # type: ignore[arg-type]
    assert drawer.supply(**how, request_id="s", signed_by=boss).repeated  # type: ignore[arg-type]
    assert (room.balance("cash:window:2"), room.balance("cash:vault")) == (
        CASH + 700,
        in_vault - 700,
    )
    drawer.give_back(**how, request_id="g", signed_by=boss)  # type: ignore[arg-type]
    check_now()
    assert (room.balance("cash:window:2"), room.balance("cash:vault")) == (CASH, in_vault)
    assert place_selectors.holding("window:2").cents == CHIPS
    for wrong in (room.cashier, staff(Role.FLOOR)):
        refused = refusal(drawer.supply, **how, request_id="w", signed_by=wrong)
        assert refused.code is BooksRefusal.SECOND_PERSON


def test_a_window_short_by_5_in_cash_and_over_by_5_in_chips(room: CageRoom) -> None:
    how = {
        "window": 2,
        "reason": "miscounted",
        "actor": room.cashier,
        "signed_by": staff(Role.CAGE_SUPERVISOR),
    }
    short = {"cash_over": -500, "chips_over": 0}
    drawer.note_variance(**how, **short, request_id="1")  # type: ignore[arg-type]
    check_now()
    assert (room.balance("variance:window"), room.balance("cash:window:2")) == (500, CASH - 500)
    over = {"cash_over": 0, "chips_over": 500}
    drawer.note_variance(**how, **over, request_id="2")  # type: ignore[arg-type]
    check_now()
    assert (room.balance("variance:chips"), selectors.at_large_cents()) == (-500, -500)
    assert place_selectors.holding("window:2").cents == CHIPS + 500
    refused = refusal(drawer.note_variance, **how, **short, request_id="2")
    assert refused.code is BooksRefusal.REQUEST_REUSED


def test_tokes_are_paid_out_of_the_drawer(room: CageRoom) -> None:
    who = room.player(1_000)
    handing = table_chips.Handing("4", who, 500, "t", None, now())
    table_chips.toke(handing)
    assert room.balance("chips:tokes:4") == 500
    pay = {"window": 2, "table": "4", "request_id": "p", "actor": room.cashier}
    refused = refusal(drawer.pay_tokes, **{**pay, "chips": Tally(loose=600)})
    assert refused.code is BooksRefusal.SHORT
    before = room.balance("cash:window:2")
    drawer.pay_tokes(**pay, chips=Tally(loose=500))  # type: ignore[arg-type]
    check_now()
    assert (room.balance("chips:tokes:4"), room.balance("cash:window:2")) == (0, before - 500)
    assert place_selectors.holding("window:2").cents == CHIPS - 1_000 + 500
    assert selectors.chips_identity().holds


def test_slips_of_a_series_have_no_gap(room: CageRoom) -> None:
    sign_count(room)
    slip = close(room).slip
    assert slip is not None
    with refused_by("ledger_slip_gap_free"):
        Slip.objects.create(
            series=slip.series, number=3, subject="x", at=now(), day=slip.day, shift="day"
        )
    with refused_by("ledger_slip_append_only"):
        sql("UPDATE ledger_slip SET number = 7")
    with refused_by("ledger_slip_append_only"):
        sql("DELETE FROM ledger_slip")


def test_a_player_is_not_paid_from_a_counted_drawer(room: CageRoom) -> None:
    who = patron()
    sign_count(room)
    for service in (cage.buy_in, cage.cash_out):
        refused = refusal(
            service, window=2, patron_id=who, cents=5, request_id="r", actor=room.cashier
        )
        assert refused.code is BooksRefusal.WINDOW_COUNTED
