"""One function for each way in which money and chips move. Amounts are cents, people are ids.

Each returns a balanced entry; none looks at a balance, so the books decide whether it can be
posted. Amounts of zero leave no leg.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping

from cardroom.money import format_cents
from ledger.books import chart
from ledger.books.chart import Side
from ledger.books.entry import ChipMove, Entry, Flow, Leg, counted, emptied
from ledger.books.house import HouseWin
from ledger.books.tally import Tally


def _debit(account: str, cents: int) -> tuple[Leg, ...]:
    return (Leg(account, cents, Side.DEBIT),) if cents else ()


def _credit(account: str, cents: int) -> tuple[Leg, ...]:
    return (Leg(account, cents, Side.CREDIT),) if cents else ()


def _move(place: str, cents: int) -> tuple[ChipMove, ...]:
    return (ChipMove(place, cents),) if cents else ()


def _each_player(amounts: Mapping[int, int], side: Side) -> tuple[Leg, ...]:
    return tuple(Leg(chart.player(who), cents, side) for who, cents in amounts.items() if cents)


def opening(*, cash_cents: int, cover_cents: int) -> Entry:
    """The room's first money: currency in the vault, and what is set aside against chips in use."""
    return Entry(
        Flow.OPENING,
        _debit(chart.VAULT, cash_cents)
        + _debit(chart.CHIP_COVER, cover_cents)
        + _credit(chart.OPENING, cash_cents + cover_cents),
        memo="Opening of the books",
    )


def new_chips(chips: Tally) -> Entry:
    """New chips into the vault. Chips that the house holds are no money: only inventory moves."""
    return Entry(
        Flow.NEW_CHIPS,
        chip_moves=_move(chart.ISSUED, chips.cents) + _move(chart.CHIP_VAULT, chips.cents),
        counts=counted(chart.ISSUED, chips) + counted(chart.CHIP_VAULT, chips),
        memo=f"New chips, {format_cents(chips.cents)}",
    )


def first_tray(table: str, chips: Tally) -> Entry:
    """The first chips of a table's tray, from the vault: only inventory moves."""
    return Entry(
        Flow.FILL,
        chip_moves=_move(chart.CHIP_VAULT, -chips.cents) + _move(chart.tray(table), chips.cents),
        counts=counted(chart.CHIP_VAULT, chips, -1) + counted(chart.tray(table), chips),
        memo=f"Chips into the tray of table {table}",
    )


def window_issue(window: int, *, cash_cents: int, chips: Tally) -> Entry:
    """The imprest of a window: currency and chips from the vault."""
    place = chart.window_chips(window)
    return Entry(
        Flow.WINDOW_ISSUE,
        _debit(chart.window_cash(window), cash_cents) + _credit(chart.VAULT, cash_cents),
        _move(chart.CHIP_VAULT, -chips.cents) + _move(place, chips.cents),
        counts=counted(chart.CHIP_VAULT, chips, -1) + counted(place, chips),
        memo=f"Imprest of window {window}",
    )


def window_return(
    window: int,
    *,
    counted_cash: int,
    counted_chips: Tally,
    expected_cash: int,
    expected_chips: int,
    stock: Mapping[int, int],
    reason: str = "",
    asked: str,
) -> Entry:
    """A window's close: what was counted goes back to the vault, the difference is a variance.

    Chips over were in use in the books and are not; chips short are in use somewhere. ``stock`` is
    what the books have in the window by denomination.

    >>> close = window_return(2, counted_cash=9500, counted_chips=Tally(loose=7000),
    ...                       expected_cash=10000, expected_chips=6500, stock={}, asked="count 1")
    >>> [(leg.account, leg.signed) for leg in close.legs]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('cash:vault', 9500), ('cash:window:2', -10000), ('variance:window', 500),
     ('chips:large', 500), ('variance:chips', -500)]
    """
    cash_short, chips_short = expected_cash - counted_cash, expected_chips - counted_chips.cents
    place = chart.window_chips(window)
    return Entry(
        Flow.WINDOW_RETURN,
        _debit(chart.VAULT, counted_cash)
        + _credit(chart.window_cash(window), expected_cash)
        + _over_or_short(chart.CASH_VARIANCE, cash_short)
        + _over_or_short(chart.AT_LARGE, -chips_short)
        + _over_or_short(chart.CHIP_VARIANCE, chips_short),
        _move(place, -expected_chips) + _move(chart.CHIP_VAULT, counted_chips.cents),
        counts=emptied(place, stock) + counted(chart.CHIP_VAULT, counted_chips),
        memo=_with_reason(f"Return of window {window}", reason),
        asked=asked,
    )


def _with_reason(what: str, reason: str) -> str:
    return f"{what}: {reason}"[:200] if reason else what


def _over_or_short(account: str, debit: int) -> tuple[Leg, ...]:
    return _debit(account, debit) if debit > 0 else _credit(account, -debit)


def buy_in(window: int, patron_id: int | None, chips: Tally) -> Entry:
    """Cash comes in at a window, and the same amount of chips goes into use.

    Without a person the chips are at large: nobody's account follows them.

    >>> [(leg.account, leg.signed) for leg in buy_in(2, 17, Tally(loose=50000)).legs]
    [('cash:window:2', 50000), ('chips:player:17', -50000)]
    """
    place = chart.window_chips(window)
    buyer = chart.AT_LARGE if patron_id is None else chart.player(patron_id)
    return Entry(
        Flow.BUY_IN,
        _debit(chart.window_cash(window), chips.cents) + _credit(buyer, chips.cents),
        _move(place, -chips.cents),
        counts=counted(place, chips, -1),
        memo=f"Buy-in at window {window}",
        patron_id=patron_id,
    )


def cash_out(window: int, patron_id: int | None, chips: Tally, *, followed_cents: int) -> Entry:
    """Chips come back at a window and are paid in cash.

    ``followed_cents`` is what the player's account holds. The chips beyond it are in his hand all
    the same: they were in use without an account of their own, so they come from there.

    >>> entry = cash_out(2, 17, Tally(loose=300), followed_cents=100)
    >>> [(leg.account, leg.signed) for leg in entry.legs]
    [('chips:player:17', 100), ('chips:large', 200), ('cash:window:2', -300)]
    """
    cents, place = chips.cents, chart.window_chips(window)
    followed = 0 if patron_id is None else min(cents, followed_cents)
    return Entry(
        Flow.CASH_OUT,
        (() if patron_id is None else _debit(chart.player(patron_id), followed))
        + _debit(chart.AT_LARGE, cents - followed)
        + _credit(chart.window_cash(window), cents),
        _move(place, cents),
        counts=counted(place, chips),
        memo=f"Cash-out at window {window}",
        asked=f"window {window}, {cents} cents" + (f", {chips.stamp}" if chips.pieces else ""),
        patron_id=patron_id,
    )


def table_sale(table: str, box_id: int, patron_id: int, cents: int) -> Entry:
    """Chips sold at the table: the cash goes into the box that hangs there.

    The buyer is named, so the cash counts for his day as a buy-in does.

    >>> sale = table_sale("4", 118, 17, 10000)
    >>> [(leg.account, leg.signed) for leg in sale.legs], sale.chip_moves[0].place
    ([('cash:box:118', 10000), ('chips:player:17', -10000)], 'tray:4')
    """
    return Entry(
        Flow.TABLE_SALE,
        _debit(chart.box_cash(box_id), cents) + _credit(chart.player(patron_id), cents),
        _move(chart.tray(table), -cents),
        memo=f"Chips sold at table {table}",
        patron_id=patron_id,
    )


def from_pocket(table: str, patron_id: int, cents: int) -> Entry:
    """Chips that a player carried are followed from now on.

    >>> [(leg.account, leg.signed) for leg in from_pocket("4", 17, 2000).legs]
    [('chips:large', 2000), ('chips:player:17', -2000)]
    """
    return Entry(
        Flow.FROM_POCKET,
        _debit(chart.AT_LARGE, cents) + _credit(chart.player(patron_id), cents),
        memo=f"Chips from the pocket at table {table}",
        patron_id=patron_id,
    )


def carried_away(table: str, patron_id: int, cents: int) -> Entry:
    """A player leaves the table with his chips in his pocket: nobody's account follows them."""
    return Entry(
        Flow.CARRIED_AWAY,
        _debit(chart.player(patron_id), cents) + _credit(chart.AT_LARGE, cents),
        memo=f"Chips carried away from table {table}",
        asked=f"table {table}, all chips",
        patron_id=patron_id,
    )


def toke(table: str, patron_id: int, cents: int) -> Entry:
    """A tip for the dealers, counted apart from the game's money.

    >>> [(leg.account, leg.signed) for leg in toke("4", 17, 500).legs]
    [('chips:player:17', 500), ('chips:tokes:4', -500)]
    """
    return Entry(
        Flow.TOKE,
        _debit(chart.player(patron_id), cents) + _credit(chart.tokes(table), cents),
        memo=f"Toke at table {table}",
        patron_id=patron_id,
    )


def tray_count(
    table: str, *, found: Tally, expected: int, stock: Mapping[int, int], reason: str
) -> Entry:
    """A tray that was counted, against the books: the difference is a variance.

    Chips short are in use somewhere; chips over were in use in the books and are not. The tray's
    denominations (``stock`` in the books) are set right. There is no entry without a difference.

    >>> [(leg.account, leg.signed) for leg in tray_count(
    ...     "4", found=Tally(loose=9500), expected=10000, stock={}, reason="miscount").legs]
    [('chips:large', -500), ('variance:chips', 500)]
    """
    short, place = expected - found.cents, chart.tray(table)
    return Entry(
        Flow.TRAY_COUNT,
        _over_or_short(chart.AT_LARGE, -short) + _over_or_short(chart.CHIP_VARIANCE, short),
        _move(place, -short),
        counts=emptied(place, stock) + counted(place, found),
        memo=_with_reason(f"Count of the tray of table {table}", reason),
        asked=f"table {table}, counted {found.cents} cents",
    )


def take_bets(
    table: str, round_ref: str, box_id: int, stakes: Mapping[int, int], fees: Mapping[int, int]
) -> Entry:
    """No more bets: wagers and W go into play, the fees into the box. One entry a round."""
    legs: Iterable[Leg] = (
        *_each_player(stakes, Side.DEBIT),
        *_each_player(fees, Side.DEBIT),
        *_credit(chart.in_play(table), sum(stakes.values())),
        *_credit(chart.box_fees(box_id), sum(fees.values())),
    )
    return Entry(
        Flow.TAKE_BETS,
        tuple(legs),
        _move(chart.box_chips(box_id), sum(fees.values())),
        memo=f"No more bets at table {table}",
        round_ref=round_ref,
    )


def play_wager(table: str, round_ref: str, patron_id: int, cents: int) -> Entry:
    """A play wager, made while the round is open."""
    return Entry(
        Flow.PLAY_WAGER,
        _debit(chart.player(patron_id), cents) + _credit(chart.in_play(table), cents),
        memo=f"Play wager at table {table}",
        round_ref=round_ref,
    )


def play_return(table: str, round_ref: str, patron_id: int, cents: int) -> Entry:
    """A play wager goes back, because the hand was folded after all and the round is open."""
    return Entry(
        Flow.PLAY_RETURN,
        _debit(chart.in_play(table), cents) + _credit(chart.player(patron_id), cents),
        memo=f"Play wager back at table {table}",
        round_ref=round_ref,
    )


def settlement(
    table: str, round_ref: str, returns: Mapping[int, int], house: HouseWin | None = None
) -> Entry:
    """All of the round's money goes back to the players, as the cards decided. It ends the round.

    Where the ``house`` banks, what it won stays with it, and what it lost comes out of its tray.

    W of 100 and three times 45 are in play; the returns are the round's result:

    >>> entry = settlement("4", "4-1187", {1: 5500, 2: 0, 3: 9000, 7: 9000})
    >>> [(leg.account, leg.signed) for leg in entry.legs]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('chips:play:4', 23500), ('chips:player:1', -5500), ('chips:player:3', -9000),
     ('chips:player:7', -9000)]
    """
    legs, moves, won = (house.legs, house.chip_moves, house.cents) if house else ((), (), 0)
    return Entry(
        Flow.SETTLEMENT,
        _debit(chart.in_play(table), sum(returns.values()) + won)
        + _each_player(returns, Side.CREDIT)
        + legs,
        moves,
        memo=f"Settlement at table {table}",
        round_ref=round_ref,
        closes=True,
    )


def void(
    table: str,
    round_ref: str,
    returns: Mapping[int, int],
    fees_back: Mapping[int, int],
    box_id: int | None,
    *,
    box_counted: bool = False,
) -> Entry:
    """A void round: every stake goes back, and by the table's policy the fees too.

    A locked box is never opened: the chips of a fee that is given back come from the tray. Once the
    box is counted its fees are revenue, and go back out of that.
    """
    refunded = sum(fees_back.values())
    taken = chart.COLLECTIONS if box_counted else chart.box_fees(box_id or 0)
    fees = _debit(taken, refunded) if box_id is not None else ()
    return Entry(
        Flow.VOID,
        _debit(chart.in_play(table), sum(returns.values()))
        + fees
        + _each_player(returns, Side.CREDIT)
        + _each_player(fees_back, Side.CREDIT),
        _move(chart.tray(table), -refunded),
        memo=f"Void round at table {table}",
        round_ref=round_ref,
        closes=True,
    )


def correction(
    table: str,
    round_ref: str,
    revision: int,
    changes: Mapping[int, int],
    *,
    has: Mapping[int, int],
    holds: Collection[int],
    reason: str,
    house: HouseWin | None = None,
) -> Entry:
    """A settled round settled anew: the old settlement turned round and the right one, netted.

    ``changes`` is what each player gains, summing with the ``house``'s to zero. What an account
    lacks (``has`` is its balance) is owed: by chips in use that nobody follows, if he still
    ``holds`` them, else as a claim. Chips for a claim come from the tray, since the winner is paid
    at once.

    >>> entry = correction("4", "4-7", 2, {1: -500, 3: 500}, has={1: 200}, holds=(), reason="x")
    >>> [(leg.account, leg.signed) for leg in entry.legs]
    [('chips:player:3', -500), ('chips:player:1', 200), ('claims:player:1', 300)]
    """
    legs: list[Leg] = list(_each_player({w: c for w, c in changes.items() if c > 0}, Side.CREDIT))
    claimed = 0
    for who, cents in changes.items():
        if cents >= 0:
            continue
        from_account = min(-cents, has.get(who, 0))
        lacking = -cents - from_account
        legs += _debit(chart.player(who), from_account)
        legs += _debit(chart.AT_LARGE if who in holds else chart.claim(who), lacking)
        claimed += 0 if who in holds else lacking
    if house:
        legs += house.legs
    asked = ",".join(f"{who}:{cents}" for who, cents in sorted(changes.items()))
    content = hashlib.sha256(asked.encode()).hexdigest()[:16]
    return Entry(
        Flow.CORRECTION,
        tuple(legs),
        _move(chart.tray(table), -claimed) + (house.chip_moves if house else ()),
        memo=f"Correction of round {round_ref}, settlement {revision}: {reason}"[:200],
        round_ref=round_ref,
        asked=f"{round_ref} settlement {revision}, changes {content}",
    )
