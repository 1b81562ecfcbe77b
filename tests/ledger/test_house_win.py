"""The win of a house-banked table: settled, corrected, counted; and what PostgreSQL refuses."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from uuid import uuid4

import pytest
from django.conf import settings

from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger import selectors, win_selectors
from ledger.books.entry import Flow
from ledger.models import Entry, Outbox, WinCount
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import house_win, play, verification
from ledger.services.posting import open_accounts
from ledger.services.settlement import post_pending
from tests.ledger import raw
from tests.ledger.raw import Line, sql
from tests.ledger.room import TABLE, CageRoom, check_now, refused_by, staff

YESTERDAY = now() - timedelta(days=1)


def win_account(moment: datetime, table: str = TABLE) -> str:
    gaming = settings.ROOM_CALENDAR.at(moment)
    return f"win:{table}:{gaming.day}:{gaming.shift}"


def tray() -> int:
    return selectors.tray_cents(TABLE)


def house_round(
    room: CageRoom,
    ref: str,
    stakes: Mapping[int, int],
    returns: Mapping[int, int],
    at: datetime | None = None,
) -> None:
    """A round that the house banks, ordered; what is not returned it wins."""
    room.bets(ref, stakes)
    play.order_settlement(
        table=TABLE,
        round_ref=ref,
        revision=1,
        returns=returns,
        win=sum(stakes.values()) - sum(returns.values()),
        at=at or now(),
        actor=None,
    )


def count(room: CageRoom, at: datetime = YESTERDAY, **changes: object) -> WinCount:
    gaming = settings.ROOM_CALENDAR.at(at)
    asked: dict[str, object] = {
        "table": TABLE,
        "day": gaming.day,
        "shift": gaming.shift,
        "request_id": str(uuid4()),
        "actor": room.cashier,
        "signed_by": staff(Role.CAGE_SUPERVISOR),
    }
    return house_win.count_win(**(asked | changes))  # type: ignore[arg-type]


def holds() -> bool:
    return (
        selectors.trial_balance().balanced
        and selectors.chips_identity().holds
        and not list(verification.verify())
    )


# -- Settlement ------------------------------------------------------------------------------------


def test_what_the_players_lose_stays_with_the_house_and_comes_into_the_tray(room: CageRoom) -> None:
    one, two = room.player(), room.player()
    before = tray()
    house_round(room, "4-1", {one: 4_000, two: 3_000}, {two: 3_000})
    assert post_pending().posted == 1
    assert room.balance(win_account(now())) == 4_000
    assert tray() == before + 4_000
    assert room.chips_of(one) == room.chips - 4_000
    assert selectors.pot("4-1") == selectors.Pot(0, True)
    assert holds()


def test_a_round_in_which_everybody_lost_everything_is_posted_too(room: CageRoom) -> None:
    who = room.player()
    house_round(room, "4-1", {who: 4_000}, {})
    assert post_pending().posted == 1
    assert room.balance(win_account(now())) == 4_000
    assert holds()


def test_the_players_are_paid_although_the_tray_goes_below_zero(room: CageRoom) -> None:
    who = room.player()
    house_round(room, "4-1", {who: 10_000}, {who: 510_000})
    assert post_pending().posted == 1
    assert tray() == 100_000 - 500_000
    assert room.balance(win_account(now())) == -500_000
    assert holds()


def test_a_round_that_ends_even_leaves_no_win(room: CageRoom) -> None:
    who = room.player()
    house_round(room, "4-1", {who: 1_000}, {who: 1_000})
    assert post_pending().posted == 1
    assert selectors.account(win_account(now())) is None
    assert tray() == 100_000


def test_the_win_counts_for_the_shift_in_which_the_round_closed(room: CageRoom) -> None:
    who = room.player()
    house_round(room, "4-1", {who: 1_000}, {}, at=YESTERDAY)
    post_pending()
    assert room.balance(win_account(YESTERDAY)) == 1_000
    assert Entry.objects.get(kind=Flow.SETTLEMENT).day == settings.ROOM_CALENDAR.at(YESTERDAY).day


def test_returns_and_win_must_be_what_the_round_holds(room: CageRoom) -> None:
    who = room.player()
    room.bets("4-1", {who: 1_000})
    with pytest.raises(BooksError) as refused:
        play.order_settlement(
            table=TABLE,
            round_ref="4-1",
            revision=1,
            returns={who: 500},
            win=400,
            at=now(),
            actor=None,
        )
    assert refused.value.code is BooksRefusal.RETURNS_DO_NOT_MATCH


def test_the_tray_on_a_screen_counts_the_rounds_on_their_way(room: CageRoom) -> None:
    who = room.player()
    house_round(room, "4-1", {who: 1_000}, {})
    assert (tray(), win_selectors.tray_with_pending(TABLE)) == (100_000, 101_000)
    post_pending()
    assert (tray(), win_selectors.tray_with_pending(TABLE)) == (101_000, 101_000)


# -- Corrections -----------------------------------------------------------------------------------


@pytest.mark.parametrize("gain", [2_000, -2_000])
def test_a_correction_moves_between_player_win_and_tray(room: CageRoom, gain: int) -> None:
    who, floor = room.player(), staff(Role.FLOOR)
    house_round(room, "4-1", {who: 4_000}, {who: 4_000}, at=YESTERDAY)
    play.correct_settlement(
        table=TABLE,
        round_ref="4-1",
        revision=2,
        changes={who: gain},
        win=-gain,
        holds=(),
        reason="the hands were mixed up",
        actor=floor,
    )
    assert room.chips_of(who) == room.chips + gain
    assert room.balance(win_account(now())) == -gain  # in the shift in which it is made
    assert tray() == 100_000 - gain
    assert holds()


def test_what_the_player_lacks_for_a_correction_is_owed_and_the_tray_waits_for_it(
    room: CageRoom,
) -> None:
    who = room.player(4_000)
    house_round(room, "4-1", {who: 4_000}, {who: 1_000})
    play.correct_settlement(
        table=TABLE,
        round_ref="4-1",
        revision=2,
        changes={who: -1_500},
        win=1_500,
        holds=(),
        reason="paid twice",
        actor=staff(Role.FLOOR),
    )
    assert (room.chips_of(who), room.balance(f"claims:player:{who}")) == (0, 500)
    assert room.balance(win_account(now())) == 4_500
    assert tray() == 100_000 + 3_000 + 1_500 - 500
    assert holds()


# -- The count -------------------------------------------------------------------------------------


@pytest.mark.parametrize("returned", [0, 9_000])
def test_a_count_makes_the_win_revenue_and_takes_a_loss_from_it(
    room: CageRoom, returned: int
) -> None:
    who = room.player()
    house_round(room, "4-1", {who: 4_000}, {who: returned}, at=YESTERDAY)
    post_pending()
    counted = count(room)
    assert counted.cents == 4_000 - returned
    assert room.balance("revenue:win") == 4_000 - returned
    assert room.balance(win_account(YESTERDAY)) == 0
    assert win_selectors.uncounted_wins() == []
    day = settings.ROOM_CALENDAR.at(YESTERDAY).day
    assert [(line.win, line.counted) for line in win_selectors.shift_wins(day)] == [
        (4_000 - returned, 4_000 - returned)
    ]
    check_now()
    assert holds()


def test_the_same_count_again_is_the_same_count(room: CageRoom) -> None:
    house_round(room, "4-1", {room.player(): 4_000}, {}, at=YESTERDAY)
    post_pending()
    first = count(room, request_id="count-1")
    assert count(room, request_id="count-1") == first
    assert WinCount.objects.count() == 1


def refusal(room: CageRoom, **changes: object) -> BooksRefusal:
    with pytest.raises(BooksError) as refused:
        count(room, **changes)  # type: ignore[arg-type]
    assert not WinCount.objects.exists()
    return BooksRefusal(refused.value.code)


def test_a_win_is_signed_by_a_second_person_who_may(room: CageRoom) -> None:
    house_round(room, "4-1", {room.player(): 4_000}, {}, at=YESTERDAY)
    post_pending()
    alone: Staff = staff(Role.CAGE_SUPERVISOR)
    assert refusal(room, actor=alone, signed_by=alone) is BooksRefusal.WIN_SECOND_PERSON
    assert refusal(room, signed_by=staff(Role.CASHIER)) is BooksRefusal.WIN_SECOND_PERSON


def test_a_running_shift_is_not_counted(room: CageRoom) -> None:
    house_round(room, "4-1", {room.player(): 4_000}, {})
    post_pending()
    assert refusal(room, at=now()) is BooksRefusal.WIN_SHIFT_RUNS


def test_a_shift_is_counted_once_its_rounds_are_posted(room: CageRoom) -> None:
    house_round(room, "4-1", {room.player(): 4_000}, {}, at=YESTERDAY)
    assert refusal(room) is BooksRefusal.WIN_NOT_POSTED
    post_pending()
    assert count(room).cents == 4_000


def test_there_must_be_something_to_count(room: CageRoom) -> None:
    assert refusal(room) is BooksRefusal.WIN_NOTHING


# -- What PostgreSQL refuses -----------------------------------------------------------------------


def a_house_round_posted(room: CageRoom) -> int:
    """Returns the player, whose round 4-1 is posted as won by the house yesterday."""
    who = room.player()
    house_round(room, "4-1", {who: 4_000}, {}, at=YESTERDAY)
    post_pending()
    return who


def entry(kind: Flow, *, round_ref: str = "", at: datetime | None = None) -> int:
    gaming = settings.ROOM_CALENDAR.at(at or now())
    rows = sql(
        "INSERT INTO ledger_entry (request_id, digest, kind, memo, asked, round_ref, closes, at, "
        "day, shift, posted_at, transaction) VALUES (%s, '', %s, '', '', %s, false, now(), "
        "%s, %s, now(), 0) RETURNING id",
        str(uuid4()),
        kind,
        round_ref,
        gaming.day,
        gaming.shift,
    )
    return int(rows[0][0])


def test_nothing_but_a_round_or_the_count_touches_a_win(room: CageRoom) -> None:
    a_house_round_posted(room)
    win = win_account(YESTERDAY)

    def straight_to_the_win() -> None:
        raw.post(raw.entry(), Line(win, 500), Line("equity:opening", -500))

    with refused_by("ledger_win_by_round"):
        straight_to_the_win()
    check_now()
    sql("ALTER TABLE ledger_posting DISABLE TRIGGER ledger_posting_win")
    straight_to_the_win()  # the control: it is this guard that refuses
    check_now()


def test_a_rounds_result_goes_to_its_own_table_and_shift(room: CageRoom) -> None:
    who = a_house_round_posted(room)
    other = win_account(YESTERDAY, table="5")
    open_accounts([other, "win:4:2020-01-01:day"])
    for code in (other, "win:4:2020-01-01:day"):
        with refused_by("ledger_win_of_its_shift"):
            made = entry(Flow.CORRECTION, round_ref="4-1", at=YESTERDAY)
            raw.post(made, Line(code, 500), Line(f"chips:player:{who}", -500))
    with refused_by("ledger_win_of_its_shift"):  # a result of no round
        made = entry(Flow.CORRECTION, at=YESTERDAY)
        raw.post(made, Line(win_account(YESTERDAY), 500), Line(f"chips:player:{who}", -500))
    made = entry(Flow.CORRECTION, round_ref="4-1", at=YESTERDAY)
    raw.post(made, Line(win_account(YESTERDAY), 500), Line(f"chips:player:{who}", -500))
    raw.move(made, ("tray:4", -500))
    check_now()


def test_nothing_but_the_count_is_revenue_of_a_win(room: CageRoom) -> None:
    open_accounts(["revenue:win"])
    with refused_by("ledger_win_revenue_counted"):
        raw.post(raw.entry(), Line("cash:vault", 500), Line("revenue:win", -500))


def test_a_count_needs_the_row_that_two_people_signed(room: CageRoom) -> None:
    a_house_round_posted(room)
    open_accounts(["revenue:win"])
    win = win_account(YESTERDAY)

    def counted(cents: int) -> int:
        made = entry(Flow.WIN_COUNTED)
        raw.post(made, Line(win, cents), Line("revenue:win", -cents))
        return made

    def signed(made: int, cents: int, one: Staff, two: Staff) -> None:
        gaming = settings.ROOM_CALENDAR.at(YESTERDAY)
        sql(
            'INSERT INTO ledger_wincount ("table", day, shift, cents, entry_id, counted_by_id, '
            "signed_by_id, at) VALUES ('4', %s, %s, %s, %s, %s, %s, now())",
            gaming.day,
            gaming.shift,
            cents,
            made,
            one.pk,
            two.pk,
        )

    one, two = room.cashier, staff(Role.MANAGER)
    with refused_by("ledger_win_count_signed"):
        counted(500)
    with refused_by("ledger_win_count_signed"):  # another amount
        signed(counted(500), 400, one, two)
    with refused_by("ledger_win_count_signed"):  # an entry that is no count
        other = entry(Flow.OPENING)
        raw.post(other, Line("cash:vault", 500), Line("equity:opening", -500))
        signed(other, 500, one, two)
    with refused_by("ledger_win_count_two_people"):
        signed(counted(500), 500, one, one)
    with refused_by("ledger_win_count_not_zero"):
        signed(counted(500), 0, one, two)
    signed(counted(500), 500, one, two)
    check_now()


def test_a_count_stays(room: CageRoom) -> None:
    a_house_round_posted(room)
    count(room)
    for statement in ("UPDATE ledger_wincount SET cents = 1", "DELETE FROM ledger_wincount"):
        with refused_by("ledger_win_count_append_only"):
            sql(statement)


def test_the_recount_notices_that_the_guard_of_the_win_is_off(room: CageRoom) -> None:
    check_now()
    sql("ALTER TABLE ledger_posting DISABLE TRIGGER ledger_posting_win")
    assert [str(found) for found in verification.verify()] == [
        "guard ledger_posting_win: is switched off or missing"
    ]


def test_an_order_that_names_a_win_cannot_be_changed(room: CageRoom) -> None:
    house_round(room, "4-1", {room.player(): 4_000}, {})
    with refused_by("ledger_outbox_order_fixed"):
        Outbox.objects.update(payload={"credits": {}, "fees_back": {}, "box": None, "win": 1})


def test_an_account_of_a_win_is_read_by_day(room: CageRoom) -> None:
    a_house_round_posted(room)
    assert win_selectors.shift_wins(date(2020, 1, 1)) == []
    day = settings.ROOM_CALENDAR.at(YESTERDAY).day
    (line,) = win_selectors.shift_wins(day)
    assert (line.table, line.win, line.to_count, line.runs) == ("4", 4_000, 4_000, False)
