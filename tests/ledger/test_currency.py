"""Currency of persons: what counts, what it makes due, and that nothing else can change it."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.db import connection

from cardroom.audit.models import AuditRecord
from cardroom.clock import RoomCalendar, now
from cardroom.people.models import Patron, Staff, today
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger import currency_selectors as selectors
from ledger.books import currency
from ledger.books.chart import Side
from ledger.books.currency import DayAmounts, Direction, Due
from ledger.books.entry import ChipMove, Entry, Flow, Leg
from ledger.currency_selectors import State
from ledger.models import CurrencyDay, CurrencyFiling, CurrencyReport
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage, table_chips
from ledger.services import currency as services
from ledger.services.posting import post
from ledger.services.verification import verify
from tests.ledger import raw
from tests.ledger.room import TABLE, CageRoom, check_now, patron, refused_by, staff


def cash_out(room: CageRoom, who: int, cents: int) -> int:
    return cage.cash_out(
        window=2, patron_id=who, cents=cents, request_id=str(uuid4()), actor=room.cashier
    ).id


def report_of(who: int) -> selectors.Report:
    found = selectors.report(CurrencyReport.objects.get(patron_id=who).pk)
    assert found is not None
    return found


# -- The gaming day --------------------------------------------------------------------------------

ROOM = RoomCalendar.of_three_shifts("America/Los_Angeles", 6)


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        # 05:59 and 06:00 on an ordinary day, in winter time.
        (datetime(2026, 11, 30, 13, 59, 59, tzinfo=UTC), date(2026, 11, 29)),
        (datetime(2026, 11, 30, 14, 0, tzinfo=UTC), date(2026, 11, 30)),
        # The night on which the clock jumps ahead: 06:00 comes an hour sooner.
        (datetime(2026, 3, 8, 12, 59, 59, tzinfo=UTC), date(2026, 3, 7)),
        (datetime(2026, 3, 8, 13, 0, tzinfo=UTC), date(2026, 3, 8)),
        # The night on which an hour comes twice.
        (datetime(2026, 11, 1, 13, 59, 59, tzinfo=UTC), date(2026, 10, 31)),
        (datetime(2026, 11, 1, 14, 0, tzinfo=UTC), date(2026, 11, 1)),
    ],
)
def test_a_gaming_day_begins_at_the_cut_over_by_the_rooms_clock(
    moment: datetime, day: date
) -> None:
    assert ROOM.day_of(moment) == ROOM.at(moment).day == day


@pytest.mark.parametrize("hour", range(24))
@pytest.mark.parametrize(
    "first", [datetime(2026, 3, 7, tzinfo=UTC), datetime(2026, 10, 31, tzinfo=UTC)]
)
def test_gaming_days_follow_each_other_over_a_change_of_the_clock_at_any_cut_over(
    hour: int, first: datetime
) -> None:
    calendar = RoomCalendar.of_three_shifts("America/Los_Angeles", hour)
    days = [calendar.day_of(first + timedelta(minutes=10 * n)) for n in range(6 * 24 * 3)]
    assert days == sorted(days)
    assert {(b - a).days for a, b in pairwise(days)} == {0, 1}
    lengths = [days.count(day) for day in sorted(set(days))[1:-1]]
    # A day is 23, 24 or 25 hours long.
    assert set(lengths) <= {138, 144, 150}
    assert calendar.at(first).shift in ("day", "swing", "grave")


@pytest.mark.parametrize(
    ("zone", "hour", "shifts"),
    [
        ("America/Nowhere", 6, (("day", 6),)),
        ("UTC", 24, (("day", 24),)),
        ("UTC", -1, (("day", -1),)),
        ("UTC", 6, (("day", 7),)),
        ("UTC", 6, ()),
    ],
)
def test_a_calendar_that_cannot_be_is_refused(
    zone: str, hour: int, shifts: tuple[tuple[str, int], ...]
) -> None:
    with pytest.raises(ValueError, match=r"time zone|gaming day|first shift"):
        RoomCalendar(zone, hour, shifts)


# -- What counts -----------------------------------------------------------------------------------


def test_cash_in_and_cash_out_are_kept_apart_and_never_netted(room: CageRoom) -> None:
    who = room.player(800_000)
    cash_out(room, who, 700_000)
    room.buy_in(who, 200_000)
    assert selectors.totals(who, today()) == (1_000_000, 700_000)
    # Exactly $10,000.00 in is not above it, whatever went out.
    assert not CurrencyReport.objects.exists()
    room.buy_in(who, 1)
    report = report_of(who)
    assert (report.cash_in, report.cash_out, report.state) == (1_000_001, 700_000, State.OPEN)
    assert report.row.due_on == currency.due_on(today()) == today() + timedelta(days=15)


def test_cash_out_alone_makes_a_report_due(room: CageRoom) -> None:
    who = patron()
    cash_out(room, who, 1_000_000)
    assert not CurrencyReport.objects.exists()
    cash_out(room, who, 100)
    assert report_of(who).cash_out == 1_000_100


def test_a_table_sale_is_cash_in_of_the_buyer(room: CageRoom) -> None:
    who = patron()
    handing = table_chips.Handing(TABLE, who, 1_000_100, str(uuid4()), room.cashier, now())
    table_chips.sell(handing, box_id=room.box.pk)
    assert report_of(who).cash_in == 1_000_100


def test_a_runners_sale_to_a_named_buyer_is_cash_in_too(room: CageRoom) -> None:
    who = patron()
    sale = Entry(
        Flow.TABLE_SALE,
        (
            Leg("cash:runner:1", 400_000, Side.DEBIT),
            Leg(f"chips:player:{who}", 400_000, Side.CREDIT),
        ),
        (ChipMove(f"tray:{TABLE}", -400_000),),
        patron_id=who,
    )
    post(sale, request_id="runner", actor=room.cashier)
    assert selectors.totals(who, today()) == (400_000, 0)


def test_chips_that_move_without_cash_are_no_currency(room: CageRoom) -> None:
    who = room.player(500_000)
    room.bets("4-1", {who: 500_000})
    room.settle("4-1", {who: 500_000})
    handing = table_chips.Handing(TABLE, who, 500_000, str(uuid4()), room.cashier, now())
    table_chips.from_pocket(handing)
    assert selectors.totals(who, today()) == (500_000, 0)


def test_the_same_request_again_counts_once(room: CageRoom) -> None:
    who = patron()
    for _ in range(2):
        cage.buy_in(window=2, patron_id=who, cents=600_000, request_id="r", actor=room.cashier)
    assert selectors.totals(who, today()) == (600_000, 0)


def test_the_next_gaming_day_begins_at_nothing(room: CageRoom) -> None:
    who = patron()
    with time_machine.travel(datetime(2026, 12, 1, 13, 59, tzinfo=UTC), tick=False):
        room.buy_in(who, 900_000)
        assert selectors.totals(who, today()) == (900_000, 0)
    with time_machine.travel(datetime(2026, 12, 1, 14, 0, tzinfo=UTC), tick=False):
        room.buy_in(who, 900_000)
        assert selectors.totals(who, today()) == (900_000, 0)
    assert not CurrencyReport.objects.exists()


def test_a_total_costs_the_same_after_many_transactions(room: CageRoom) -> None:
    who = room.player(1_000)
    for _ in range(30):
        room.buy_in(who, 1_000)
    assert CurrencyDay.objects.filter(patron_id=who).count() == 1
    with connection.execute_wrapper(_no_postings):
        assert selectors.totals(who, today()) == (31_000, 0)


def _no_postings(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
    assert "ledger_posting" not in sql
    return execute(sql, params, many, context)


# -- What PostgreSQL refuses -----------------------------------------------------------------------


def test_totals_change_by_a_posting_alone(room: CageRoom) -> None:
    who = room.player(1_000)
    for statement in (
        "UPDATE ledger_currencyday SET cash_in = 0 WHERE patron_id = %s",
        "DELETE FROM ledger_currencyday WHERE patron_id = %s",
        "INSERT INTO ledger_currencyday (patron_id, day, cash_in, cash_out) "
        "VALUES (%s, '2026-01-01', 5, 0)",
    ):
        with refused_by("ledger_currency_by_posting"):
            raw.sql(statement, who)


def test_a_report_is_opened_by_the_total_alone_and_stays(room: CageRoom) -> None:
    who = room.player(1_000_001)
    with refused_by("ledger_report_by_total"):
        raw.sql(
            "INSERT INTO ledger_currencyreport (patron_id, day, due_on, opened_at) "
            "VALUES (%s, '2026-01-01', '2026-01-16', now())",
            who,
        )
    with refused_by("ledger_report_stays"):
        raw.sql("DELETE FROM ledger_currencyreport")
    for change in ("due_on = due_on + 30", "patron_id = 1", "day = day - 1"):
        with refused_by("ledger_report_fixed"):
            raw.sql(f"UPDATE ledger_currencyreport SET {change}")


def test_the_recount_finds_a_total_that_was_changed_with_the_guards_off(room: CageRoom) -> None:
    who = room.player(1_000_001)
    check_now()
    assert list(verify()) == []
    raw.sql("SET session_replication_role = replica")
    raw.sql("UPDATE ledger_currencyday SET cash_in = 5 WHERE patron_id = %s", who)
    raw.sql("DELETE FROM ledger_currencyreport")
    raw.sql("SET session_replication_role = DEFAULT")
    assert [str(finding) for finding in verify()] == [
        f"currency of person {who} on {today()}: is kept as 5 in and 0 out; the entries make "
        "1000001 and 0"
    ]
    raw.sql("SET session_replication_role = replica")
    raw.sql("UPDATE ledger_currencyday SET cash_in = 1000001 WHERE patron_id = %s", who)
    raw.sql("SET session_replication_role = DEFAULT")
    assert [finding.fault for finding in verify()] == ["makes a report due, and none was opened"]


# -- The log ---------------------------------------------------------------------------------------


def test_the_log_has_everybody_from_the_threshold_with_every_transaction(room: CageRoom) -> None:
    small, logged, big = room.player(299_999), room.player(100_000), room.player(1_000_100)
    room.buy_in(logged, 200_000)
    cash_out(room, logged, 5_000)
    lines = selectors.log(today())
    assert [(line.patron.pk, line.due) for line in lines] == [
        (big, Due.REPORT),
        (logged, Due.LOG),
    ]
    moves = [(move.direction, move.cents, move.place) for move in lines[1].moves]
    assert moves == [
        (Direction.IN, 100_000, "window:2"),
        (Direction.IN, 200_000, "window:2"),
        (Direction.OUT, 5_000, "window:2"),
    ]
    assert small not in {line.patron.pk for line in lines}
    assert list(selectors.log(today() - timedelta(days=1))) == []


def test_the_rooms_own_threshold_decides_what_is_logged(room: CageRoom, settings: object) -> None:
    room.player(250_000)
    assert list(selectors.log(today())) == []
    settings.CURRENCY_LOG_FROM = 250_000  # type: ignore[attr-defined]
    assert len(selectors.log(today())) == 1


# -- Filing ----------------------------------------------------------------------------------------


def file(who: int, actor: Staff, reference: str = "BSA-1") -> CurrencyFiling:
    return services.file(
        report_of(who).row.pk,
        filed_on=today(),
        reference=reference,
        actor=actor,
        request_id=uuid4(),
    )


def test_a_report_goes_from_open_to_drafted_to_filed(room: CageRoom) -> None:
    who, compliance = room.player(1_040_000), staff(Role.COMPLIANCE)
    assert report_of(who).state is State.OPEN
    services.draft(report_of(who).row.pk, actor=compliance)
    assert report_of(who).state is State.DRAFTED
    filing = file(who, compliance)
    report = report_of(who)
    assert (report.state, filing.cash_in, filing.cash_out) == (State.FILED, 1_040_000, 0)
    assert AuditRecord.objects.filter(action="report_filed", actor=compliance).count() == 1
    # More cash on the day changes what was told: it has to be amended.
    room.buy_in(who, 100)
    assert report_of(who).state is State.AMEND
    file(who, compliance, "BSA-1-A")
    assert report_of(who).state is State.FILED
    with refused_by("ledger_filing_append_only"):
        raw.sql("UPDATE ledger_currencyfiling SET reference = 'x'")
    with refused_by("ledger_filing_append_only"):
        raw.sql("DELETE FROM ledger_currencyfiling")


def test_the_same_filing_comes_once(room: CageRoom) -> None:
    who, compliance, request = room.player(1_040_000), staff(Role.COMPLIANCE), uuid4()
    more = {"filed_on": today(), "reference": "B", "actor": compliance, "request_id": request}
    first = services.file(report_of(who).row.pk, **more)  # type: ignore[arg-type]
    assert services.file(report_of(who).row.pk, **more) == first  # type: ignore[arg-type]


def test_a_report_is_overdue_after_its_fifteenth_day(room: CageRoom) -> None:
    with time_machine.travel(datetime(2026, 12, 1, 20, 0, tzinfo=UTC), tick=False):
        who = room.player(1_040_000)
        assert (report_of(who).row.due_on, report_of(who).days_left) == (date(2026, 12, 16), 15)
    with time_machine.travel(datetime(2026, 12, 16, 20, 0, tzinfo=UTC), tick=False):
        assert (report_of(who).overdue, selectors.overdue()) == (False, 0)
    with time_machine.travel(datetime(2026, 12, 17, 20, 0, tzinfo=UTC), tick=False):
        assert (report_of(who).overdue, selectors.overdue()) == (True, 1)
        file(who, staff(Role.COMPLIANCE))
        assert selectors.overdue() == 0


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"reference": "  "}, BooksRefusal.REFERENCE_MISSING),
        ({"filed_on": date(2020, 1, 1)}, BooksRefusal.FILED_TOO_EARLY),
        ({"filed_on": date(2099, 1, 1)}, BooksRefusal.FILED_TOO_EARLY),
    ],
)
def test_a_filing_needs_a_reference_and_a_day_that_can_be(
    room: CageRoom, changes: dict[str, object], code: BooksRefusal
) -> None:
    who = room.player(1_040_000)
    given = {"filed_on": today(), "reference": "B", "request_id": uuid4()}
    with pytest.raises(BooksError) as refused:
        services.file(
            report_of(who).row.pk,
            actor=staff(Role.COMPLIANCE),
            **(given | changes),  # type: ignore[arg-type]
        )
    assert refused.value.code is code


@pytest.mark.parametrize("role", [r for r in Role if Permission.FILE_REPORTS not in ALLOWED[r]])
def test_compliance_alone_drafts_and_files(room: CageRoom, role: Role) -> None:
    who, other = room.player(1_040_000), staff(role)
    for step in (
        lambda: services.draft(report_of(who).row.pk, actor=other),
        lambda: file(who, other),
    ):
        with pytest.raises(BooksError) as refused:
            step()
        assert refused.value.code is BooksRefusal.NOT_ALLOWED


# -- Hints -----------------------------------------------------------------------------------------


def amounts(day: int, *cents: int) -> DayAmounts:
    return DayAmounts(date(2026, 11, day), cents)


@pytest.mark.parametrize(
    ("days", "found"),
    [
        ([amounts(1, 900_000)], 0),
        ([amounts(1, 500_000, 400_000)], 1),
        ([amounts(1, 1_000_000), amounts(7, 800_000)], 1),
        ([amounts(1, 1_000_000), amounts(8, 800_000)], 0),
        ([amounts(1, 1_000_001), amounts(2, 799_999)], 0),
        ([amounts(1, 600_000, 400_001)], 0),
    ],
)
def test_hints_follow_the_stated_rule(days: list[DayAmounts], found: int) -> None:
    assert len(currency.hints(Direction.IN, days)) == found


def test_hints_are_given_by_person_and_direction(room: CageRoom) -> None:
    with time_machine.travel(datetime(2026, 12, 1, 20, 0, tzinfo=UTC), tick=False):
        who = room.player(900_000)
        cash_out(room, who, 500_000)
    with time_machine.travel(datetime(2026, 12, 3, 20, 0, tzinfo=UTC), tick=False):
        room.buy_in(who, 950_000)
        cash_out(room, who, 400_000)
        found = selectors.hints(today())
    assert [(each.patron.pk, each.hint.direction) for each in found] == [(who, Direction.IN)]
    assert found[0].hint.sentence == (
        "2 days within 7 just below $10,000 in: 2026-12-01, 2026-12-03."
    )
    assert settings.CURRENCY_LOG_FROM == 300_000
    assert Patron.objects.get(pk=who).kind == "named"
