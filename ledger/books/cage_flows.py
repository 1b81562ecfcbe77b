"""What the cage does beside buying in and cashing out: counts, transfers, runners, tokes, vault.

As in ``flows``: each function returns a balanced entry and none looks at a balance.
"""

from collections.abc import Mapping

from cardroom.money import format_cents
from ledger.books import chart
from ledger.books.chart import Side
from ledger.books.entry import ChipMove, Entry, Flow, Leg, counted, emptied
from ledger.books.tally import Tally

# An entry's memo is so long at most.
MEMO = 200


def _debit(account: str, cents: int) -> tuple[Leg, ...]:
    """Cents on the debit side, or on the credit side if they are below zero; nothing for zero."""
    if not cents:
        return ()
    return (Leg(account, abs(cents), Side.DEBIT if cents > 0 else Side.CREDIT),)


def _credit(account: str, cents: int) -> tuple[Leg, ...]:
    return _debit(account, -cents)


def _move(place: str, cents: int) -> tuple[ChipMove, ...]:
    return (ChipMove(place, cents),) if cents else ()


def _chips_short(variance: str, cents: int) -> tuple[Leg, ...]:
    """Chips that are missing are in use somewhere; chips over (below zero) are in use no more."""
    return _debit(variance, cents) + _credit(chart.AT_LARGE, cents)


# -- Inventory -------------------------------------------------------------------------------------


def withdrawn_chips(chips: Tally, reason: str) -> Entry:
    """Chips taken out of the vault for good: worn, or of a series that is called in."""
    return Entry(
        Flow.WITHDRAWN_CHIPS,
        chip_moves=_move(chart.ISSUED, -chips.cents) + _move(chart.CHIP_VAULT, -chips.cents),
        counts=counted(chart.ISSUED, chips, -1) + counted(chart.CHIP_VAULT, chips, -1),
        memo=f"Chips withdrawn, {format_cents(chips.cents)}: {reason}"[:MEMO],
    )


def exchange(place: str, *, taken: Tally, given: Tally) -> Entry:
    """Chips for chips of the same face value: only denominations change.

    What is loose was not sorted, or is not from now on.

    >>> entry = exchange("window:2", taken=Tally({500: 20}), given=Tally({10_000: 1}))
    >>> [(c.denomination, c.count) for c in entry.counts], entry.legs, entry.chip_moves
    ([(500, 20), (10000, -1)], (), ())
    """
    return Entry(
        Flow.EXCHANGE,
        counts=counted(place, taken) + counted(place, given, -1),
        memo=f"Exchange at {place}: {taken} for {given}"[:MEMO],
        asked=f"{place}, {taken.stamp} for {given.stamp}",
    )


def carried(
    flow: Flow, source: str, target: str, chips: Tally, *, memo: str, asked: str = ""
) -> Entry:
    """Chips from one of the house's places to another, as they were counted."""
    return Entry(
        flow,
        chip_moves=_move(source, -chips.cents) + _move(target, chips.cents),
        counts=counted(source, chips, -1) + counted(target, chips),
        memo=memo,
        asked=asked,
    )


def received(
    flow: Flow, source: str, target: str, *, sent: Tally, found: Tally, memo: str, note: str = ""
) -> Entry:
    """A fill or credit at its end: all that was sent leaves the runner, what was found arrives.

    A fill of 500 that is 20 short, after the note is signed:

    >>> entry = received(Flow.FILL, "runner:7", "tray:4", sent=Tally(loose=50_000),
    ...                  found=Tally(loose=48_000), memo="Fill 12", note="one stack short")
    >>> [(leg.account, leg.signed) for leg in entry.legs]
    [('variance:fill', 2000), ('chips:large', -2000)]
    """
    short = sent.cents - found.cents
    return Entry(
        flow,
        _chips_short(chart.TRANSFER_VARIANCE, short),
        _move(source, -sent.cents) + _move(target, found.cents),
        counts=counted(source, sent, -1) + counted(target, found),
        memo=(f"{memo}: {note}" if note else memo)[:MEMO],
    )


# -- Windows ---------------------------------------------------------------------------------------


def window_return_part(window: int, *, cash_cents: int, chips: Tally) -> Entry:
    """Currency and chips from an open window back to the vault: the issue turned round."""
    place = chart.window_chips(window)
    return Entry(
        Flow.WINDOW_RETURN,
        _debit(chart.VAULT, cash_cents) + _credit(chart.window_cash(window), cash_cents),
        _move(place, -chips.cents) + _move(chart.CHIP_VAULT, chips.cents),
        counts=counted(place, chips, -1) + counted(chart.CHIP_VAULT, chips),
        memo=f"Return of window {window} to the vault",
    )


def window_recounted(
    flow: Flow,
    window: int,
    *,
    cash_over: int,
    chips_over: int,
    stock: Mapping[int, int],
    counted_chips: Tally | None,
    reason: str,
    asked: str,
) -> Entry:
    """A window that goes on after a count: over (below zero: short) becomes a variance with reason.

    A window short by 5 in cash, and one over by 5 in chips:

    >>> entry = window_recounted(Flow.WINDOW_VARIANCE, 2, cash_over=-500, chips_over=500, stock={},
    ...                          counted_chips=None, reason="miscount", asked="r")
    >>> [(leg.account, leg.signed) for leg in entry.legs]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('cash:window:2', -500), ('variance:window', 500), ('variance:chips', -500),
     ('chips:large', 500)]
    """
    place = chart.window_chips(window)
    sorting = () if counted_chips is None else emptied(place, stock) + counted(place, counted_chips)
    what = "Hand-over" if flow is Flow.WINDOW_HANDOVER else "Over and short"
    return Entry(
        flow,
        _debit(chart.window_cash(window), cash_over)
        + _credit(chart.CASH_VARIANCE, cash_over)
        + _chips_short(chart.CHIP_VARIANCE, -chips_over),
        _move(place, chips_over),
        counts=sorting,
        memo=(f"{what} of window {window}" + (f": {reason}" if reason else ""))[:MEMO],
        asked=asked,
    )


def tokes_paid(table: str, window: int, chips: Tally) -> Entry:
    """The dealers' tips of a table, handed in as chips at a window and paid in cash.

    >>> [(leg.account, leg.signed) for leg in tokes_paid("4", 2, Tally(loose=500)).legs]
    [('chips:tokes:4', 500), ('cash:window:2', -500)]
    """
    place = chart.window_chips(window)
    return Entry(
        Flow.TOKES_PAID,
        _debit(chart.tokes(table), chips.cents) + _credit(chart.window_cash(window), chips.cents),
        _move(place, chips.cents),
        counts=counted(place, chips),
        memo=f"Tokes of table {table} paid at window {window}",
    )


# -- Chip runners ----------------------------------------------------------------------------------


def runner_sale(runner_id: int, table: str, patron_id: int, chips: Tally) -> Entry:
    """A runner sells chips at a table. The buyer is named: it is cash-in for the currency log.

    >>> [(leg.account, leg.signed) for leg in runner_sale(7, "4", 17, Tally(loose=300)).legs]
    [('cash:runner:7', 300), ('chips:player:17', -300)]
    """
    place = chart.runner_chips(runner_id)
    return Entry(
        Flow.RUNNER_SALE,
        _debit(chart.runner_cash(runner_id), chips.cents)
        + _credit(chart.player(patron_id), chips.cents),
        _move(place, -chips.cents),
        counts=counted(place, chips, -1),
        memo=f"Chips sold by a runner at table {table}",
        patron_id=patron_id,
    )


def runner_hands_in(
    runner_id: int,
    window: int,
    *,
    counted_cash: int,
    counted_chips: Tally,
    expected_cash: int,
    expected_chips: int,
    stock: Mapping[int, int],
    reason: str,
) -> Entry:
    """A runner hands in all that he carries; what is missing is a variance with its reason.

    >>> entry = runner_hands_in(7, 2, counted_cash=300, counted_chips=Tally(loose=680),
    ...     expected_cash=300, expected_chips=700, stock={}, reason="dropped")
    >>> [(leg.account, leg.signed) for leg in entry.legs]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('cash:window:2', 300), ('cash:runner:7', -300), ('variance:runner', 20),
     ('chips:large', -20)]
    """
    source, place = chart.runner_chips(runner_id), chart.window_chips(window)
    short = expected_chips - counted_chips.cents
    return Entry(
        Flow.RUNNER_RETURN,
        _debit(chart.window_cash(window), counted_cash)
        + _credit(chart.runner_cash(runner_id), expected_cash)
        + _debit(chart.RUNNER_VARIANCE, expected_cash - counted_cash)
        + _chips_short(chart.RUNNER_VARIANCE, short),
        _move(source, -expected_chips) + _move(place, counted_chips.cents),
        counts=emptied(source, stock) + counted(place, counted_chips),
        memo=(f"Runner hands in at window {window}" + (f": {reason}" if reason else ""))[:MEMO],
        asked=f"window {window}, {counted_cash} cents cash, chips {counted_chips.stamp}",
    )


# -- Boxes -----------------------------------------------------------------------------------------


def box_counted(
    box_id: int,
    *,
    fees: int,
    chips_expected: int,
    chips: Tally,
    cash_expected: int,
    cash_found: int,
    stock: Mapping[int, int],
    reason: str = "",
) -> Entry:
    """A drop box is counted: its fees are revenue now, its chips and cash lie in the vault.

    ``fees`` is what the accounts recorded and did not give back; ``chips_expected`` what went in
    (a fee that was given back came from the tray). 214 recorded, 212 found:

    >>> entry = box_counted(118, fees=21_400, chips_expected=21_400, chips=Tally(loose=21_200),
    ...                     cash_expected=0, cash_found=0, stock={})
    >>> [(leg.account, leg.signed) for leg in entry.legs]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('collections:box:118', 21400), ('revenue:collections', -21400),
     ('variance:box:chips', 200), ('chips:large', -200)]
    >>> [(move.place, move.cents) for move in entry.chip_moves]
    [('box:118', -21400), ('vault', 21200)]
    """
    place = chart.box_chips(box_id)
    return Entry(
        Flow.BOX_COUNT,
        _debit(chart.box_fees(box_id), fees)
        + _credit(chart.COLLECTIONS, fees)
        + _chips_short(chart.BOX_CHIP_VARIANCE, chips_expected - chips.cents)
        + _debit(chart.VAULT, cash_found)
        + _credit(chart.box_cash(box_id), cash_expected)
        + _debit(chart.BOX_CASH_VARIANCE, cash_expected - cash_found),
        _move(place, -chips_expected) + _move(chart.CHIP_VAULT, chips.cents),
        counts=emptied(place, stock) + counted(chart.CHIP_VAULT, chips),
        memo=(f"Count of box {box_id}" + (f": {reason}" if reason else ""))[:MEMO],
        asked=f"box {box_id}",
    )
