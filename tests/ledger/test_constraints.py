"""PostgreSQL refuses by itself what Python would never send. Each refusal has a name.

Most guards are met twice: once in place, and once switched off, where the same statement goes
through. So the guard named is the one that refuses.
"""

from datetime import timedelta

import pytest
from django.db import transaction

from cardroom.clock import now
from cardroom.people.roles import Role
from ledger.models import Account, Box, Posting, PotBalance, WindowShift
from ledger.services import cage
from ledger.services.posting import open_accounts
from tests.ledger import raw
from tests.ledger.raw import Line, sql
from tests.ledger.room import CageRoom, check_now, refused_by, staff


def switch_off(table: str, *triggers: str) -> None:
    """Switch triggers off until the test's transaction is rolled back."""
    check_now()
    for trigger in triggers:
        sql(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")


def drop(table: str, constraint: str) -> None:
    check_now()
    sql(f"ALTER TABLE {table} DROP CONSTRAINT {constraint}")


# -- Entries ---------------------------------------------------------------------------------------


def unbalanced() -> None:
    raw.post(raw.entry(), Line("cash:vault", 500), Line("equity:opening", -499))


def test_an_unbalanced_entry_is_refused_at_the_statement(room: CageRoom) -> None:
    with refused_by("ledger_posting_zero_sum"):
        unbalanced()


def test_an_unbalanced_entry_is_refused_at_the_commit_too(room: CageRoom) -> None:
    switch_off("ledger_posting", "ledger_posting_apply")
    with refused_by("ledger_entry_zero_sum"):
        unbalanced()
    switch_off("ledger_entry", "ledger_entry_zero_sum")
    unbalanced()
    check_now()


def test_an_entry_stays_balanced_when_constraints_were_made_immediate_half_way(
    room: CageRoom,
) -> None:
    with refused_by("ledger_posting_zero_sum"):
        entry = raw.entry()
        raw.post(entry, Line("cash:vault", 500), Line("equity:opening", -500))
        check_now()
        raw.post(entry, Line("bank:chip-cover", 1))


def test_an_empty_entry_is_refused(room: CageRoom) -> None:
    with refused_by("ledger_entry_not_empty"):
        raw.entry()
    switch_off("ledger_entry", "ledger_entry_zero_sum")
    raw.entry()
    check_now()


def test_chips_into_use_that_left_no_place_are_refused(room: CageRoom) -> None:
    who = room.player()

    def chips_from_nowhere() -> None:
        raw.post(raw.entry(), Line("cash:window:2", 500), Line(f"chips:player:{who}", -500))

    with refused_by("ledger_entry_chips_match"):
        chips_from_nowhere()
    switch_off("ledger_entry", "ledger_entry_zero_sum")
    chips_from_nowhere()
    check_now()


def test_chips_out_of_a_place_that_came_into_nobodys_use_are_refused(room: CageRoom) -> None:
    with refused_by("ledger_entry_chips_match"):
        raw.move(raw.entry(), ("window:2", -500))


@pytest.mark.django_db(transaction=True)
def test_nothing_is_added_to_an_entry_of_an_earlier_transaction() -> None:
    CageRoom()
    entry = sql("SELECT id FROM ledger_entry WHERE kind = 'opening'")[0][0]
    with refused_by("ledger_posting_late"):
        open_accounts(["cash:runner:1", "cash:runner:2", "variance:x"])
        raw.post(entry, Line("cash:runner:1", 5), Line("variance:x", -5))
    entry = sql("SELECT id FROM ledger_entry WHERE kind = 'new_chips'")[0][0]
    with refused_by("ledger_movement_late"):
        raw.move(entry, ("window:2", 5), ("box:1", -5))


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("ledger_entry", "ledger_entry_append_only"),
        ("ledger_posting", "ledger_posting_append_only"),
        ("ledger_chipmovement", "ledger_movement_append_only"),
    ],
)
def test_the_books_are_append_only(room: CageRoom, table: str, name: str) -> None:
    change = f"UPDATE {table} SET posted_at = posted_at"
    for statement in (change, f"DELETE FROM {table}", f"TRUNCATE {table} CASCADE"):
        with refused_by(name):
            sql(statement)
    switch_off(table, name)
    sql(change)


def test_a_digest_cannot_be_changed(room: CageRoom) -> None:
    with refused_by("ledger_entry_append_only"):
        sql("UPDATE ledger_entry SET digest = sha256('another content')")


def test_a_request_id_is_used_once(room: CageRoom) -> None:
    with refused_by("ledger_entry_request_id"):
        raw.entry("room:opening")


def test_an_entry_has_a_request_id(room: CageRoom) -> None:
    with refused_by("ledger_entry_has_request_id"):
        raw.entry("")


def test_no_posting_and_no_movement_is_zero(room: CageRoom) -> None:
    with refused_by("ledger_posting_not_zero"):
        raw.post(raw.entry(), Line("cash:vault", 0))
    with refused_by("ledger_movement_not_zero"):
        raw.move(raw.entry(), ("vault", 0))


def test_an_account_has_one_line_in_an_entry_and_a_place_too(room: CageRoom) -> None:
    at = Account.objects.get(code="cash:vault")
    with refused_by("ledger_posting_entry_account"):
        raw.post(
            raw.entry(),
            Line("cash:vault", 5),
            Line("equity:opening", -10),
            Line("cash:vault", 5, None, at.sequence + 2, at.balance + 10),
        )
    with refused_by("ledger_movement_entry_place"):
        raw.move(raw.entry(), ("vault", 5), ("vault", 5))


# -- Balances --------------------------------------------------------------------------------------


def test_chips_of_a_player_cannot_go_below_zero(room: CageRoom) -> None:
    who = room.player(100)

    def overdraw() -> None:
        entry = raw.entry()
        raw.post(entry, Line(f"chips:player:{who}", 101), Line("cash:window:2", -101))
        raw.move(entry, ("window:2", 101))

    with refused_by("ledger_account_not_overdrawn"):
        overdraw()
    drop("ledger_account", "ledger_account_not_overdrawn")
    overdraw()
    check_now()


def test_money_in_play_cannot_go_below_zero(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 100})
    drop("ledger_potbalance", "ledger_pot_not_overdrawn")
    with refused_by("ledger_account_not_overdrawn"):
        raw.post(raw.entry(), Line("chips:play:4", 101, "4-1"), Line(f"chips:player:{who}", -101))


def test_a_drawer_and_a_deposit_cannot_go_below_zero(room: CageRoom) -> None:
    drawer = room.balance("cash:window:2")
    with refused_by("ledger_account_not_overdrawn"):
        raw.post(raw.entry(), Line("cash:window:2", -drawer - 1), Line("cash:vault", drawer + 1))
    open_accounts(["deposit:player:17"])
    with refused_by("ledger_account_not_overdrawn"):
        raw.post(raw.entry(), Line("deposit:player:17", 1), Line("cash:window:2", -1))


def test_a_round_cannot_take_more_than_its_own_from_the_table(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 100})
    room.bets("4-2", {who: 100})

    def take_from_the_other_round() -> None:
        raw.post(raw.entry(), Line("chips:play:4", 150, "4-1"), Line(f"chips:player:{who}", -150))

    with refused_by("ledger_pot_not_overdrawn"):
        take_from_the_other_round()
    drop("ledger_potbalance", "ledger_pot_not_overdrawn")
    take_from_the_other_round()


def test_a_window_cannot_give_chips_that_it_lacks_but_a_tray_may(room: CageRoom) -> None:
    with refused_by("ledger_place_not_below_zero"):
        raw.move(raw.entry(), ("window:2", -50_000_001), ("vault", 50_000_001))
    raw.move(raw.entry(), ("tray:4", -100_001), ("vault", 100_001))
    check_now()


def test_a_balance_changes_by_a_posting_alone(room: CageRoom) -> None:
    room.bets("4-1", {room.player(): 100})
    attempts = [
        ("ledger_account_by_posting", "UPDATE ledger_account SET balance = balance + 1"),
        ("ledger_account_by_posting", "UPDATE ledger_account SET sequence = sequence + 1"),
        ("ledger_account_by_posting", "UPDATE ledger_account SET last_at = now()"),
        ("ledger_pot_by_posting", "UPDATE ledger_potbalance SET balance = balance + 1"),
        ("ledger_place_by_movement", "UPDATE ledger_chipplace SET balance = balance + 1"),
        ("ledger_place_by_movement", "UPDATE ledger_chipplace SET sequence = sequence + 1"),
    ]
    for name, statement in attempts:
        with refused_by(name):
            sql(statement)
    for name, statement in attempts:
        table = statement.split()[1]
        switch_off(table, name)
        sql(statement)


def test_a_new_account_pot_or_place_starts_with_nothing(room: CageRoom) -> None:
    with refused_by("ledger_account_by_posting"):
        sql(
            "INSERT INTO ledger_account (code, kind, normal, non_negative, in_use, by_round, "
            "covers_chips, balance, sequence) "
            "VALUES ('cash:x', 'asset', 1, true, false, false, false, 5, 0)"
        )
    with refused_by("ledger_pot_by_posting"):
        sql(
            "INSERT INTO ledger_potbalance (ref, account_id, balance) "
            "SELECT 'x', id, 5 FROM ledger_account WHERE code = 'chips:play:4'"
        )
    with refused_by("ledger_place_by_movement"):
        sql(
            "INSERT INTO ledger_chipplace (code, issued, may_go_below, balance, sequence) "
            "VALUES ('x', false, false, 5, 0)"
        )


@pytest.mark.parametrize(
    "wrong",
    [{"sequence": 99}, {"balance_after": 7}, {"posted_at": now() - timedelta(days=1)}],
    ids=["sequence", "balance", "time"],
)
def test_a_posting_continues_its_accounts_chain(room: CageRoom, wrong: dict[str, int]) -> None:
    with refused_by("ledger_posting_chain"):
        raw.post(
            raw.entry(),
            Line("cash:vault", 500, **wrong),  # type: ignore[arg-type]
            Line("equity:opening", -500),
        )


def test_a_number_of_an_accounts_chain_is_used_once(room: CageRoom) -> None:
    with refused_by("ledger_posting_account_sequence"):
        raw.post(raw.entry(), Line("cash:vault", 5, sequence=1), Line("equity:opening", -5))


def test_a_movement_continues_its_places_chain(room: CageRoom) -> None:
    with refused_by("ledger_movement_chain"):
        raw.move(raw.entry(), ("vault", 5), wrong_by=1)


def test_what_an_account_a_pot_or_a_place_is_stays_fixed(room: CageRoom) -> None:
    room.bets("4-1", {room.player(): 100})
    for name, statement in [
        ("ledger_account_fixed", "UPDATE ledger_account SET non_negative = false"),
        ("ledger_account_fixed", "UPDATE ledger_account SET code = code || 'x'"),
        ("ledger_pot_fixed", "UPDATE ledger_potbalance SET ref = ref || 'x'"),
        ("ledger_place_fixed", "UPDATE ledger_chipplace SET may_go_below = true"),
        ("ledger_account_stays", "DELETE FROM ledger_account"),
        ("ledger_pot_stays", "DELETE FROM ledger_potbalance"),
        ("ledger_place_stays", "DELETE FROM ledger_chipplace"),
        ("ledger_account_stays", "TRUNCATE ledger_account CASCADE"),
        ("ledger_pot_stays", "TRUNCATE ledger_potbalance CASCADE"),
        ("ledger_place_stays", "TRUNCATE ledger_chipplace CASCADE"),
    ]:
        with refused_by(name):
            sql(statement)


def test_an_account_has_the_normal_side_of_its_kind(room: CageRoom) -> None:
    with refused_by("ledger_account_normal_side"):
        sql(
            "INSERT INTO ledger_account (code, kind, normal, non_negative, in_use, by_round, "
            "covers_chips, balance, sequence) "
            "VALUES ('cash:x', 'asset', -1, true, false, false, false, 0, 0)"
        )


# -- Rounds ----------------------------------------------------------------------------------------


def test_a_round_that_is_closed_holds_exactly_nothing(room: CageRoom) -> None:
    room.bets("4-1", {room.player(): 100})

    def close() -> None:
        sql("UPDATE ledger_potbalance SET closed_at = now()")

    with refused_by("ledger_pot_closed_at_zero"):
        close()
    switch_off("ledger_potbalance", "ledger_pot_closed_at_zero")
    close()
    check_now()


def test_nothing_is_staked_on_a_closed_round(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 100})
    room.settle("4-1", {who: 100})
    room.bets("4-2", {who: 50})  # Posts what is pending for the table first.
    assert PotBalance.objects.get(ref="4-1").closed_at is not None
    with refused_by("ledger_pot_closed_at_zero"):
        raw.post(raw.entry(), Line(f"chips:player:{who}", 5), Line("chips:play:4", -5, "4-1"))


def test_a_closed_round_is_not_opened_again(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 100})
    room.settle("4-1", {who: 100})
    room.bets("4-2", {who: 50})
    with refused_by("ledger_pot_fixed"):
        sql("UPDATE ledger_potbalance SET closed_at = NULL")


def test_money_in_play_names_a_round_of_its_own_table_and_other_money_names_none(
    room: CageRoom,
) -> None:
    who = room.player()
    room.bets("4-1", {who: 100})
    open_accounts(["chips:play:5"])
    player = f"chips:player:{who}"
    for line in [Line("chips:play:4", -5), Line("chips:play:5", -5, "4-1")]:
        with refused_by("ledger_posting_names_round"):
            raw.post(raw.entry(), Line(player, 5), line)
    with refused_by("ledger_posting_names_round"):
        raw.post(raw.entry(), Line(player, 5, "4-1"), Line("chips:play:4", -5, "4-1"))


# -- Orders, windows, boxes ------------------------------------------------------------------------


def test_an_order_to_settle_is_neither_changed_nor_thrown_away(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 100})
    room.settle("4-1", {who: 100})
    sql("UPDATE ledger_outbox SET done_at = now()")
    for name, statement in [
        ("ledger_outbox_stays", "DELETE FROM ledger_outbox"),
        ("ledger_outbox_stays", "TRUNCATE ledger_outbox"),
        ("ledger_outbox_order_fixed", "UPDATE ledger_outbox SET payload = '{}'"),
        ("ledger_outbox_order_fixed", "UPDATE ledger_outbox SET round_ref = 'x'"),
        ("ledger_outbox_order_fixed", "UPDATE ledger_outbox SET done_at = NULL"),
        ("ledger_outbox_parked_or_done", "UPDATE ledger_outbox SET parked_at = now()"),
    ]:
        with refused_by(name):
            sql(statement)


def test_a_round_is_ordered_to_end_once(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 100})
    room.settle("4-1", {who: 100})
    columns = 'kind, key, "table", round_ref, payload, at, day, shift, available_at, attempts'
    with refused_by("ledger_outbox_key"):
        sql(
            f"INSERT INTO ledger_outbox ({columns}, last_error) "
            f"SELECT {columns}, '' FROM ledger_outbox"
        )


def test_a_window_has_one_cashier_and_a_cashier_one_window(room: CageRoom) -> None:
    mine = WindowShift.objects.get(cashier=room.cashier)
    other = staff(Role.CASHIER)
    entry = raw.entry()
    raw.post(entry, Line("cash:vault", 5), Line("equity:opening", -5))
    copy = (
        "INSERT INTO ledger_windowshift (window_id, cashier_id, opening_entry_id, day, shift, "
        "opened_at, imprest_cash, imprest_chips, request_id, reason) "
        "SELECT {}, day, shift, now(), 1, 1, '', '' "
        "FROM ledger_windowshift"
    )
    free = sql("SELECT id FROM ledger_window WHERE number = 1")[0][0]
    with refused_by("ledger_window_one_cashier"):
        sql(copy.format("window_id, %s, %s"), other.pk, entry)
    with refused_by("ledger_window_one_each"):
        sql(copy.format("%s, cashier_id, %s"), free, entry)
    with refused_by("ledger_window_signed_by_another"):
        sql(
            "UPDATE ledger_windowshift SET closed_at = now(), signed_by_id = cashier_id "
            "WHERE id = %s",
            mine.pk,
        )
    with refused_by("ledger_window_signed_by_another"):
        sql("UPDATE ledger_windowshift SET closed_at = now() WHERE id = %s", mine.pk)


def test_one_box_hangs_at_a_table(room: CageRoom) -> None:
    with refused_by("ledger_box_one_at_a_table"):
        Box.objects.create(table="4", day=now().date(), shift="day", hung_at=now())


# -- The control: what is right goes through -------------------------------------------------------


def test_a_right_entry_by_hand_goes_through_and_the_balances_follow(room: CageRoom) -> None:
    who = room.player(100)
    with transaction.atomic():
        entry = raw.entry()
        raw.post(entry, Line(f"chips:player:{who}", 40), Line("cash:window:2", -40))
        raw.move(entry, ("window:2", 40))
        check_now()
    assert room.chips_of(who) == 60
    last = Posting.objects.filter(account__code=f"chips:player:{who}").latest("sequence")
    assert (last.sequence, last.balance_after) == (2, 60)


def test_hanging_a_box_makes_the_accounts_of_its_table(room: CageRoom) -> None:
    box = cage.hang_box(table="9", actor=None)
    made = Account.objects.filter(code__in=["chips:play:9", f"collections:box:{box.pk}"])
    assert made.count() == 2
