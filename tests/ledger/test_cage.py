"""The cage: windows, buy-ins, cash-outs, boxes."""

from uuid import uuid4

import pytest

from cardroom.audit.models import AuditRecord
from cardroom.people.models import Staff
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger import cage_selectors, selectors
from ledger.models import Entry, Window, WindowShift
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage
from tests.ledger.room import CageRoom, check_now, close_window, patron, staff
from tests.persons import stop


def cash_out(room: CageRoom, who: int, cents: int, request_id: str | None = None) -> int:
    posted = cage.cash_out(
        window=2,
        patron_id=who,
        cents=cents,
        request_id=request_id or str(uuid4()),
        actor=room.cashier,
    )
    return posted.id


def close(room: CageRoom, cash: int, chips: int, signer: Staff, request: str = "c") -> WindowShift:
    return close_window(
        window=2,
        counted_cash=cash,
        counted_chips=chips,
        request_id=request,
        actor=room.cashier,
        signed_by=signer,
    )


# -- The room --------------------------------------------------------------------------------------


def test_the_room_is_set_up_once(room: CageRoom) -> None:
    again = {
        "vault_cash": 100_000_000,
        "chip_cover": 100_000_000,
        "chips_issued": 200_000_000,
        "windows": [1, 2, 3],
        "trays": {"4": 100_000, "5": 100_000},
        "actor": None,
    }
    entries = Entry.objects.count()
    cage.set_up_room(**again)  # type: ignore[arg-type]
    # Only what was not there yet is added: a window, and the tray of table 5.
    assert Entry.objects.count() == entries + 1
    assert list(Window.objects.values_list("number", flat=True)) == [1, 2, 3]
    with pytest.raises(BooksError) as refused:
        cage.set_up_room(**{**again, "vault_cash": 1})  # type: ignore[arg-type]
    assert refused.value.code is BooksRefusal.REQUEST_REUSED


def test_the_vault_is_designated_against_chips_in_use(room: CageRoom) -> None:
    assert selectors.cover().designated_cents == 100_000_000 + 80_000_000


# -- Windows ---------------------------------------------------------------------------------------


def test_a_window_opens_with_its_imprest_from_the_vault(room: CageRoom) -> None:
    supervisor = staff(Role.CAGE_SUPERVISOR)
    vault = room.balance("cash:vault")
    shift = cage.open_window(window=1, imprest=5_000, chips=7_000, actor=supervisor)
    check_now()
    assert (room.balance("cash:window:1"), room.balance("cash:vault")) == (5_000, vault - 5_000)
    assert dict(selectors.chips_identity().house)["window:1"] == 7_000
    assert cage_selectors.window_of(supervisor) == shift
    assert cage_selectors.closed_windows() == []


def test_opening_ones_own_window_again_changes_nothing(room: CageRoom) -> None:
    entries = Entry.objects.count()
    shift = cage.open_window(window=2, imprest=5_000, actor=room.cashier)
    assert shift == cage_selectors.window_of(room.cashier)
    assert Entry.objects.count() == entries


@pytest.mark.parametrize(
    ("window", "mine", "code"),
    [
        (2, False, BooksRefusal.WINDOW_TAKEN),
        (1, True, BooksRefusal.ONE_WINDOW_EACH),
        (9, False, BooksRefusal.NO_SUCH_WINDOW),
    ],
)
def test_a_window_has_one_cashier_and_a_cashier_one_window(
    room: CageRoom, window: int, mine: bool, code: BooksRefusal
) -> None:
    actor = room.cashier if mine else staff(Role.CASHIER)
    with pytest.raises(BooksError) as refused:
        cage.open_window(window=window, imprest=5_000, actor=actor)
    assert (refused.value.code, refused.value.field) == (code, "window")


def test_a_window_closes_by_a_blind_count_and_the_difference_is_a_variance(
    room: CageRoom,
) -> None:
    who = room.player(50_000)
    vault = room.balance("cash:vault")
    boss = staff(Role.CAGE_SUPERVISOR)
    # 20,000,000 and 50,000 in cash were there, and 50,000,000 less 50,000 in chips.
    shift = close(room, 20_050_000 - 500, 49_950_000 + 200, boss)
    check_now()
    assert (shift.cash_over, shift.chips_over, shift.signed_by) == (-500, 200, boss)
    assert room.balance("cash:window:2") == 0
    assert room.balance("cash:vault") == vault + 20_049_500
    assert room.balance("variance:window") == 500
    assert room.balance("variance:chips") == -200
    assert room.balance("chips:large") == -200
    assert selectors.chips_identity().holds
    assert selectors.trial_balance().balanced
    assert cage_selectors.window_of(room.cashier) is None
    with pytest.raises(BooksError) as refused:
        room.buy_in(who, 100)
    assert refused.value.code is BooksRefusal.WINDOW_CLOSED
    # The window can be opened again.
    cage.open_window(window=2, imprest=100, actor=room.cashier)


def test_closing_again_by_the_same_request_gets_the_same_close(room: CageRoom) -> None:
    boss = staff(Role.CAGE_SUPERVISOR)
    first = close(room, 20_000_000, 50_000_000, boss)
    assert close(room, 20_000_000, 50_000_000, boss) == first
    assert (first.cash_over, first.chips_over) == (0, 0)


@pytest.mark.parametrize("role", [r for r in Role if Permission.SIGN_CAGE not in ALLOWED[r]])
def test_a_count_is_signed_by_a_second_person_who_may(room: CageRoom, role: Role) -> None:
    for signer in (room.cashier, staff(role)):
        with pytest.raises(BooksError) as refused:
            close(room, 20_000_000, 50_000_000, signer)
        assert refused.value.code is BooksRefusal.SECOND_PERSON


def test_a_manager_signs_where_the_only_cage_supervisor_counts_her_own_window(
    room: CageRoom,
) -> None:
    boss, manager = staff(Role.CAGE_SUPERVISOR), staff(Role.MANAGER)
    cage.open_window(window=1, imprest=5_000, actor=boss)
    count = {"window": 1, "counted_cash": 5_000, "counted_chips": 5_000, "actor": boss}
    with pytest.raises(BooksError) as refused:
        close_window(**count, request_id="own", signed_by=boss)  # type: ignore[arg-type]
    assert refused.value.message == (
        "A cage supervisor or manager other than you must sign this count."
    )
    shift = close_window(**count, request_id="c", signed_by=manager)  # type: ignore[arg-type]
    assert shift.signed_by == manager


# -- Buy-ins and cash-outs -------------------------------------------------------------------------


def test_a_buy_in_pays_once_however_often_it_is_clicked(room: CageRoom) -> None:
    who = patron()
    again = {"window": 2, "patron_id": who, "cents": 500, "request_id": "r", "actor": room.cashier}
    first = cage.buy_in(**again)  # type: ignore[arg-type]
    second = cage.buy_in(**again)  # type: ignore[arg-type]
    assert (first.id, second.repeated) == (second.id, True)
    assert room.chips_of(who) == 500
    assert AuditRecord.objects.filter(action="buy_in").count() == 1


def test_a_cash_out_pays_what_the_account_holds(room: CageRoom) -> None:
    who = room.player(1_000)
    drawer = room.balance("cash:window:2")
    cash_out(room, who, 400)
    check_now()
    assert (room.chips_of(who), room.balance("cash:window:2")) == (600, drawer - 400)


def test_a_cash_out_beyond_the_account_takes_the_rest_from_chips_at_large(room: CageRoom) -> None:
    who = room.player(1_000)
    cash_out(room, who, 1_500, "r")
    assert (room.chips_of(who), selectors.at_large_cents()) == (0, -500)
    assert cash_out(room, who, 1_500, "r") == cash_out(room, who, 1_500, "r")
    assert selectors.at_large_cents() == -500
    with pytest.raises(BooksError) as refused:
        cash_out(room, who, 1_400, "r")
    assert refused.value.code is BooksRefusal.REQUEST_REUSED


def test_a_cash_out_posts_first_what_is_pending(room: CageRoom) -> None:
    who = room.player(1_000)
    room.bets("4-1", {who: 1_000})
    room.settle("4-1", {who: 1_000})
    cash_out(room, who, 1_000)
    assert selectors.pot("4-1").closed
    assert selectors.at_large_cents() == 0


def test_a_drawer_that_is_short_does_not_tell_its_figure(room: CageRoom) -> None:
    who = room.player(1_000)
    with pytest.raises(BooksError) as refused:
        cash_out(room, who, 30_000_000)
    assert refused.value.code is BooksRefusal.DRAWER_SHORT
    assert refused.value.message == "The drawer of window 2 does not hold enough cash for this."
    with pytest.raises(BooksError) as refused:
        room.buy_in(who, 60_000_000)
    assert refused.value.code is BooksRefusal.PLACE_SHORT
    assert "00" not in refused.value.message


@pytest.mark.parametrize("standing", ["barred", "self_excluded"])
def test_who_is_excluded_is_stopped_discreetly(room: CageRoom, standing: str) -> None:
    who = room.player(1_000)
    stop(who, standing)
    for step in (lambda: room.buy_in(who, 100), lambda: cash_out(room, who, 100)):
        with pytest.raises(BooksError) as refused:
            step()
        assert refused.value.code is BooksRefusal.CALL_THE_FLOOR
        words = refused.value.message.lower()
        assert not any(word in words for word in ("barred", "exclu", "ban"))
    assert room.chips_of(who) == 1_000


def test_only_the_windows_own_cashier_works_it(room: CageRoom) -> None:
    who = patron()
    for window, actor, code in [
        (2, staff(Role.CASHIER), BooksRefusal.WINDOW_NOT_YOURS),
        (1, room.cashier, BooksRefusal.WINDOW_CLOSED),
    ]:
        with pytest.raises(BooksError) as refused:
            cage.buy_in(window=window, patron_id=who, cents=5, request_id="r", actor=actor)
        assert refused.value.code is code


def test_nobody_is_served_who_is_not_known(room: CageRoom) -> None:
    with pytest.raises(BooksError) as refused:
        room.buy_in(10**9, 100)
    assert (refused.value.code, refused.value.field) == (BooksRefusal.NO_SUCH_PATRON, "patron")


@pytest.mark.parametrize("cents", [0, -5])
def test_an_amount_is_above_zero(room: CageRoom, cents: int) -> None:
    with pytest.raises(BooksError):
        room.buy_in(patron(), cents)


# -- Boxes -----------------------------------------------------------------------------------------


def test_one_box_hangs_at_a_table_and_is_taken_once(room: CageRoom) -> None:
    with pytest.raises(BooksError) as refused:
        cage.hang_box(table="4", actor=None)
    assert refused.value.code is BooksRefusal.BOX_HANGS
    cage.take_box(room.box.pk, room.cashier)
    with pytest.raises(BooksError) as refused:
        cage.take_box(room.box.pk, room.cashier)
    assert refused.value.code is BooksRefusal.BOX_TAKEN
    assert cage.hang_box(table="4", actor=None).pk != room.box.pk
    room.box.refresh_from_db()
    assert room.box.taken_by == room.cashier


# -- What the screens show -------------------------------------------------------------------------


def test_currency_is_totalled_by_person_and_direction_for_the_gaming_day(room: CageRoom) -> None:
    who, other = room.player(50_000), room.player(70_000)
    room.buy_in(who, 1_000)
    cash_out(room, who, 4_000)
    shown = cage_selectors.person(who)
    assert shown is not None
    assert (shown.cash_in_cents, shown.cash_out_cents) == (51_000, 4_000)
    of_other = cage_selectors.person(other)
    assert of_other is not None
    assert of_other.cash_in_cents == 70_000


def test_a_person_is_shown_with_what_is_pending_and_what_is_held(room: CageRoom) -> None:
    who = room.player(1_000)
    room.bets("4-1", {who: 600})
    room.settle("4-1", {who: 600})
    shown = cage_selectors.person(who)
    assert shown is not None
    assert shown.funds.available == 1_000
    assert [(u.round_ref, u.cents, u.parked) for u in shown.unposted] == [("4-1", 600, False)]
    assert cage_selectors.person(10**9) is None


def test_people_are_found_by_number_name_and_description(room: CageRoom) -> None:
    lee, nadia = patron("Lee Park"), patron("Nadia Haddad", description="red cap")
    assert [p.pk for p in cage_selectors.find_patrons(f" {lee} ")] == [lee]
    assert [p.pk for p in cage_selectors.find_patrons("haddad")] == [nadia]
    assert [p.pk for p in cage_selectors.find_patrons("red cap")] == [nadia]
    for nothing in ("", "  ", "nobody", "\0", "9" * 40, "²"):
        assert list(cage_selectors.find_patrons(nothing)) == []


def test_a_cashier_sees_her_own_last_transactions_newest_first(room: CageRoom) -> None:
    who = room.player(1_000, "Lee Park")
    cash_out(room, who, 1_500)
    mine = cage_selectors.last_transactions(room.cashier)
    assert [(t.title, t.name, t.cents, t.cash_in) for t in mine] == [
        ("Cash-out", "Lee Park", 1_500, False),
        ("Buy-in", "Lee Park", 1_000, True),
    ]
    assert list(cage_selectors.last_transactions(staff(Role.CASHIER))) == []
