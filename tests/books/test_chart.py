"""The chart of accounts."""

from datetime import date

import pytest

from ledger.books import chart
from ledger.books.chart import Kind, Side
from ledger.refusals import BooksError, BooksRefusal


@pytest.mark.parametrize(
    ("code", "kind", "normal", "non_negative"),
    [
        ("cash:vault", Kind.ASSET, Side.DEBIT, True),
        ("cash:window:2", Kind.ASSET, Side.DEBIT, True),
        ("cash:runner:1", Kind.ASSET, Side.DEBIT, True),
        ("cash:box:118", Kind.ASSET, Side.DEBIT, True),
        ("bank:chip-cover", Kind.ASSET, Side.DEBIT, True),
        ("claims:player:17", Kind.ASSET, Side.DEBIT, True),
        ("chips:player:17", Kind.LIABILITY, Side.CREDIT, True),
        ("chips:large", Kind.LIABILITY, Side.CREDIT, False),
        ("chips:play:4", Kind.LIABILITY, Side.CREDIT, True),
        ("chips:tokes:4", Kind.LIABILITY, Side.CREDIT, True),
        ("collections:box:118", Kind.LIABILITY, Side.CREDIT, True),
        ("deposit:player:17", Kind.LIABILITY, Side.CREDIT, True),
        ("deposit:tppps:3", Kind.LIABILITY, Side.CREDIT, True),
        ("win:4:2026-11-29:swing", Kind.REVENUE, Side.CREDIT, False),
        ("revenue:collections", Kind.REVENUE, Side.CREDIT, False),
        ("revenue:win", Kind.REVENUE, Side.CREDIT, False),
        ("variance:window", Kind.EXPENSE, Side.DEBIT, False),
        ("equity:opening", Kind.EQUITY, Side.CREDIT, False),
    ],
)
def test_every_account_has_its_kind_side_and_floor(
    code: str, kind: Kind, normal: Side, non_negative: bool
) -> None:
    family = chart.family(code)
    assert (family.kind, family.normal, family.non_negative) == (kind, normal, non_negative)


@pytest.mark.parametrize(
    "code", ["", "cash", "cash:window", "cash:window:x", "chips:player:-1", "Chips:large", "tips:4"]
)
def test_a_code_outside_the_chart_is_refused(code: str) -> None:
    with pytest.raises(BooksError) as refused:
        chart.family(code)
    assert refused.value.code is BooksRefusal.UNKNOWN_ACCOUNT


def test_every_code_that_is_made_here_is_in_the_chart() -> None:
    for code in (
        chart.player(17),
        chart.in_play("4"),
        chart.box_fees(118),
        chart.window_cash(2),
        chart.table_win("4", date(2026, 11, 29), "swing"),
        chart.VAULT,
        chart.CHIP_COVER,
        chart.AT_LARGE,
        chart.OPENING,
        chart.CASH_VARIANCE,
        chart.CHIP_VARIANCE,
    ):
        assert chart.family(code) in chart.CHART


def test_only_chips_count_as_in_use_and_only_play_belongs_to_a_round() -> None:
    assert all(f.in_use == f.pattern.startswith("chips:") for f in chart.CHART)
    assert [f.pattern for f in chart.CHART if f.by_round] == [r"chips:play:\w+"]


def test_only_a_tray_may_go_below_zero() -> None:
    carried = (chart.runner_chips(1), chart.on_the_way(1))
    places = [chart.CHIP_VAULT, chart.window_chips(2), chart.box_chips(1), *carried]
    assert chart.may_go_below(chart.tray("4"))
    assert not any(chart.may_go_below(chart.check_place(place)) for place in places)


def test_a_place_that_the_house_does_not_have_is_refused() -> None:
    with pytest.raises(BooksError) as refused:
        chart.check_place("pocket:1")
    assert refused.value.code is BooksRefusal.UNKNOWN_PLACE
