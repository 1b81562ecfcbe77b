"""Chips by place and denomination: what moves, what is unsorted, and what PostgreSQL refuses."""

from uuid import uuid4

import pytest

from cardroom.people.models import Staff
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger import place_selectors, selectors
from ledger.books.tally import Tally
from ledger.models import ChipStock
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage, drawer, vault
from ledger.services.verification import verify
from tests.ledger import raw
from tests.ledger.raw import sql
from tests.ledger.room import CageRoom, check_now, patron, refused_by, staff

NEW = Tally({10_000: 500, 2_500: 400, 500: 1_000})


@pytest.fixture
def manager(room: CageRoom) -> Staff:
    """The manager, who put new chips into the vault."""
    who = staff(Role.MANAGER)
    vault.add_chips(chips=NEW, request_id="new", actor=who)
    return who


def shown(place: str) -> tuple[dict[int, int], int]:
    """What lies in a place by denomination, and what is unsorted."""
    found = place_selectors.holding(place)
    return dict(found.chips), found.unsorted


def to_window(room: CageRoom, chips: Tally) -> None:
    drawer.supply(
        window=2,
        cash_cents=0,
        chips=chips,
        request_id=str(uuid4()),
        actor=room.cashier,
        signed_by=staff(Role.CAGE_SUPERVISOR),
    )


def buy_in(room: CageRoom, cents: int, chips: Tally | None, who: int | None = None) -> None:
    cage.buy_in(
        window=2,
        patron_id=who,
        cents=cents,
        chips=chips,
        request_id=str(uuid4()),
        actor=room.cashier,
    )


# -- What moves ------------------------------------------------------------------------------------


def test_new_chips_come_into_the_vault_by_denomination(room: CageRoom, manager: Staff) -> None:
    # The room began with 2,000,000 dollars that nobody sorted; 501,000 went to window and tray.
    assert shown("issued") == (dict(NEW.pieces), 200_000_000)
    assert shown("vault") == (dict(NEW.pieces), 149_900_000)
    assert place_selectors.denominations() == (10_000, 2_500, 500)
    assert selectors.chips_identity().holds


def test_a_withdrawn_denomination_is_the_rooms_no_more(room: CageRoom, manager: Staff) -> None:
    out = Tally({500: 1_000})
    vault.withdraw_chips(chips=out, reason="worn", request_id="out", actor=manager)
    check_now()
    assert place_selectors.denominations() == (10_000, 2_500)
    assert selectors.chips_identity().issued_cents == 200_000_000 + NEW.cents - out.cents
    with pytest.raises(BooksError) as refused:
        vault.withdraw_chips(chips=out, reason=" ", request_id="o2", actor=manager)
    assert refused.value.code is BooksRefusal.REASON_MISSING


@pytest.mark.parametrize("role", [r for r in Role if Permission.MANAGE_CHIPS not in ALLOWED[r]])
def test_only_a_manager_issues_chips(room: CageRoom, role: Role) -> None:
    with pytest.raises(BooksError) as refused:
        vault.add_chips(chips=NEW, request_id="x", actor=staff(role))
    assert refused.value.code is BooksRefusal.NOT_ALLOWED


def test_a_buy_in_by_denomination_lowers_these_and_nothing_else(
    room: CageRoom, manager: Staff
) -> None:
    to_window(room, Tally({10_000: 10, 500: 40}))
    assert shown("window:2") == ({10_000: 10, 500: 40}, 50_000_000)
    who = patron()
    buy_in(room, 50_000, Tally({10_000: 4, 500: 20}), who)
    check_now()
    assert shown("window:2") == ({10_000: 6, 500: 20}, 50_000_000)
    buy_in(room, 700, None, who)
    assert shown("window:2") == ({10_000: 6, 500: 20}, 49_999_300)
    assert room.chips_of(who) == 50_700
    assert list(verify()) == []


def test_chips_that_do_not_make_the_amount_are_refused(room: CageRoom, manager: Staff) -> None:
    with pytest.raises(BooksError) as refused:
        buy_in(room, 50_000, Tally({10_000: 4}), patron())
    assert (refused.value.code, refused.value.field) == (BooksRefusal.COUNT_DIFFERS, "chips")
    assert refused.value.message == "The chips come to $400, and the amount is $500."


def test_an_anonymous_buy_in_and_cash_out_move_chips_at_large(room: CageRoom) -> None:
    drawer_before = room.balance("cash:window:2")
    buy_in(room, 50_000, None)
    assert (selectors.at_large_cents(), room.balance("cash:window:2")) == (
        50_000,
        drawer_before + 50_000,
    )
    cage.cash_out(window=2, patron_id=None, cents=20_000, request_id="o", actor=room.cashier)
    check_now()
    assert selectors.at_large_cents() == 30_000
    assert room.balance("cash:window:2") == drawer_before + 30_000


def test_an_exchange_changes_denominations_and_no_face_value(
    room: CageRoom, manager: Staff
) -> None:
    to_window(room, Tally({10_000: 10}))
    again = {
        "window": 2,
        "taken": Tally({500: 20}),
        "given": Tally({10_000: 1}),
        "request_id": "x",
        "actor": room.cashier,
    }
    first = drawer.exchange(**again)  # type: ignore[arg-type]
    assert drawer.exchange(**again).id == first.id  # type: ignore[arg-type]
    check_now()
    assert shown("window:2") == ({10_000: 9, 500: 20}, 50_000_000)
    assert selectors.chips_identity().holds
    assert list(verify()) == []


def test_an_exchange_clears_what_is_unsorted(room: CageRoom, manager: Staff) -> None:
    drawer.exchange(
        window=2,
        taken=Tally({10_000: 5_000}),
        given=Tally(loose=50_000_000),
        request_id="x",
        actor=room.cashier,
    )
    assert shown("window:2") == ({10_000: 5_000}, 0)
    # More of what is sorted goes out without being told: the unsorted line is below zero.
    buy_in(room, 20_000, None)
    assert shown("window:2") == ({10_000: 5_000}, -20_000)


def test_an_exchange_is_of_equal_value(room: CageRoom, manager: Staff) -> None:
    with pytest.raises(BooksError) as refused:
        drawer.exchange(
            window=2,
            taken=Tally({500: 19}),
            given=Tally({10_000: 1}),
            request_id="x",
            actor=room.cashier,
        )
    assert refused.value.message == (
        "$95 comes in and $100 goes out: an exchange is of equal value."
    )


def test_the_vault_is_sorted_by_who_may_sign(room: CageRoom, manager: Staff) -> None:
    boss = staff(Role.CAGE_SUPERVISOR)
    vault.sort_vault(taken=Tally({2_500: 4}), given=Tally(loose=10_000), request_id="s", actor=boss)
    assert shown("vault") == ({10_000: 500, 2_500: 404, 500: 1_000}, 149_890_000)


def test_a_count_by_denomination_is_part_of_the_request(room: CageRoom, manager: Staff) -> None:
    data = {"window": 2, "patron_id": None, "cents": 10_000, "actor": room.cashier}
    cage.buy_in(**data, chips=Tally({10_000: 1}), request_id="r")  # type: ignore[arg-type]
    with pytest.raises(BooksError) as refused:
        cage.buy_in(**data, chips=Tally({500: 20}), request_id="r")  # type: ignore[arg-type]
    assert refused.value.code is BooksRefusal.REQUEST_REUSED


# -- What PostgreSQL refuses -----------------------------------------------------------------------


def line(entry: int, place: str, denomination: int, count: int, wrong_by: int = 0) -> None:
    sql(
        "INSERT INTO ledger_chipline (entry_id, stock_id, count, sequence, count_after, posted_at) "
        "SELECT %s, s.id, %s, s.sequence + 1, s.count + %s, now() FROM ledger_chipstock s "
        "JOIN ledger_chipplace c ON c.id = s.place_id WHERE c.code = %s AND s.denomination = %s",
        entry,
        count,
        count + wrong_by,
        place,
        denomination,
    )


def test_a_line_continues_the_chain_of_its_stock(room: CageRoom, manager: Staff) -> None:
    with refused_by("ledger_line_chain"):
        line(raw.entry(), "vault", 500, 3, wrong_by=1)
    line(raw.entry(), "vault", 500, 3)
    check_now()
    assert shown("vault")[0][500] == 1_003


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE ledger_chipstock SET count = count + 1",
        "INSERT INTO ledger_chipstock (place_id, denomination, count, sequence) "
        "SELECT id, 7, 1, 0 FROM ledger_chipplace WHERE code = 'vault'",
    ],
)
def test_a_stock_changes_by_lines_alone(room: CageRoom, manager: Staff, change: str) -> None:
    with refused_by("ledger_stock_by_line"):
        sql(change)
    check_now()
    sql("ALTER TABLE ledger_chipstock DISABLE TRIGGER USER")
    sql(change)
    assert any("they make" in each.fault for each in verify())


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ("UPDATE ledger_chipline SET count = 1", "ledger_line_append_only"),
        ("DELETE FROM ledger_chipline", "ledger_line_append_only"),
        ("TRUNCATE ledger_chipline", "ledger_line_append_only"),
        ("DELETE FROM ledger_chipstock", "ledger_stock_stays"),
        ("UPDATE ledger_chipstock SET denomination = 7", "ledger_stock_fixed"),
    ],
)
def test_lines_and_stocks_stay(room: CageRoom, manager: Staff, change: str, name: str) -> None:
    with refused_by(name):
        sql(change)


def test_a_line_moves_something_of_a_real_denomination(room: CageRoom, manager: Staff) -> None:
    with refused_by("ledger_line_not_zero"):
        line(raw.entry(), "vault", 500, 0)
    with refused_by("ledger_stock_has_denomination"):
        ChipStock.objects.create(place_id=ChipStock.objects.first().place_id, denomination=0)  # type: ignore[union-attr]


@pytest.mark.django_db(transaction=True)
def test_no_line_is_added_to_an_entry_of_an_earlier_transaction() -> None:
    CageRoom()
    vault.add_chips(chips=NEW, request_id="new", actor=staff(Role.MANAGER))
    entry = sql("SELECT id FROM ledger_entry WHERE request_id = 'new'")[0][0]
    sql(
        "INSERT INTO ledger_chipstock (place_id, denomination, count, sequence) "
        "SELECT id, 7, 0, 0 FROM ledger_chipplace WHERE code = 'vault'"
    )
    with refused_by("ledger_line_late"):
        line(entry, "vault", 7, 3)


def test_every_place_but_a_tray_keeps_its_face_value_at_zero_or_above(
    room: CageRoom, manager: Staff
) -> None:
    who = room.player(100)
    for place in ("window:2", "vault"):
        with refused_by("ledger_place_not_below_zero"):
            entry = raw.entry()
            raw.post(
                entry,
                raw.Line("cash:window:2", 10**12),
                raw.Line(f"chips:player:{who}", -(10**12)),
            )
            raw.move(entry, (place, -(10**12)))


def test_an_entry_of_counts_alone_moves_something(room: CageRoom, manager: Staff) -> None:
    with refused_by("ledger_entry_not_empty"):
        raw.entry()
    line(raw.entry(), "vault", 500, 1)
    check_now()


def test_the_recount_sees_a_digest_that_its_counts_do_not_make(
    room: CageRoom, manager: Staff
) -> None:
    check_now()
    sql("ALTER TABLE ledger_chipline DISABLE TRIGGER USER")
    sql("UPDATE ledger_chipline SET count = count + 1 WHERE count > 0")
    faults = {each.fault.split(":")[0] for each in verify()}
    assert "its content is not what was posted under its digest" in faults
    assert "does not continue the one before" in faults
