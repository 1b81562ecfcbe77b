"""How money and chips move for a person beside the game: deposits, counts of a seat, reversals.

As in ``ledger.books.flows``: cents and ids come in, a balanced entry comes out, and the books
decide whether it can be posted.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from ledger.books import chart
from ledger.books.chart import Side
from ledger.books.entry import ChipMove, Entry, Flow, Leg


class Form(StrEnum):
    """In what a deposit is made or paid out."""

    CASH = "cash"
    CHIPS = "chips"


def _leg(account: str, signed: int) -> tuple[Leg, ...]:
    """A debit above zero, a credit below, nothing at zero."""
    side = Side.DEBIT if signed > 0 else Side.CREDIT
    return (Leg(account, abs(signed), side),) if signed else ()


def _move(place: str, cents: int) -> tuple[ChipMove, ...]:
    return (ChipMove(place, cents),) if cents else ()


def deposit(
    window: int, account: str, patron_id: int, cents: int, form: Form, *, followed_cents: int = 0
) -> Entry:
    """Front money into a deposit account, in cash or in chips.

    ``followed_cents`` is what the player's own account holds; chips beyond it are in his hand.

    >>> entry = deposit(2, "deposit:player:17", 17, 500, Form.CHIPS, followed_cents=300)
    >>> [(leg.account, leg.signed) for leg in entry.legs]
    [('chips:player:17', 300), ('chips:large', 200), ('deposit:player:17', -500)]
    """
    followed = min(cents, followed_cents) if form is Form.CHIPS else 0
    given = (
        _leg(chart.window_cash(window), cents)
        if form is Form.CASH
        else _leg(chart.player(patron_id), followed) + _leg(chart.AT_LARGE, cents - followed)
    )
    return Entry(
        Flow.DEPOSIT,
        given + _leg(account, -cents),
        _move(chart.window_chips(window), cents if form is Form.CHIPS else 0),
        memo=f"Deposit in {form} at window {window}",
        asked=f"window {window}, {cents} cents in {form} into {account}",
        patron_id=patron_id,
    )


def withdrawal(window: int, account: str, patron_id: int, cents: int, form: Form) -> Entry:
    """Front money paid out, in cash or in chips.

    >>> entry = withdrawal(2, "deposit:tppps:3", 17, 500, Form.CHIPS)
    >>> [(leg.account, leg.signed) for leg in entry.legs], entry.chip_moves[0].cents
    ([('deposit:tppps:3', 500), ('chips:player:17', -500)], -500)
    """
    in_chips = form is Form.CHIPS
    paid = chart.player(patron_id) if in_chips else chart.window_cash(window)
    return Entry(
        Flow.WITHDRAWAL,
        _leg(account, cents) + _leg(paid, -cents),
        _move(chart.window_chips(window), -cents if in_chips else 0),
        memo=f"Withdrawal in {form} at window {window}",
        patron_id=patron_id,
    )


def tppps_leaves(
    window: int, company_id: int, patron_id: int, *, handed_back: int, followed_cents: int
) -> Entry:
    """A proposition player leaves: chips handed back are the company's, the rest is carried.

    >>> entry = tppps_leaves(2, 3, 17, handed_back=700, followed_cents=1000)
    >>> [(leg.account, leg.signed) for leg in entry.legs]
    [('chips:player:17', 1000), ('deposit:tppps:3', -700), ('chips:large', -300)]
    """
    return Entry(
        Flow.TPPPS_LEAVES,
        _leg(chart.player(patron_id), followed_cents)
        + _leg(chart.tppps_deposit(company_id), -handed_back)
        + _leg(chart.AT_LARGE, handed_back - followed_cents),
        _move(chart.window_chips(window), handed_back),
        memo=f"Proposition player leaves, window {window}",
        asked=f"window {window}, {handed_back} cents handed back to company {company_id}",
        patron_id=patron_id,
    )


def seat_count(table: str, patron_id: int, *, counted: int, expected: int, reason: str) -> Entry:
    """A seat that the floor counted: the difference came from, or went to, chips at large.

    >>> entry = seat_count("4", 17, counted=900, expected=1000, reason="carried to another seat")
    >>> [(leg.account, leg.signed) for leg in entry.legs]
    [('chips:player:17', 100), ('chips:large', -100)]
    """
    gone = expected - counted
    return Entry(
        Flow.SEAT_COUNT,
        _leg(chart.player(patron_id), gone) + _leg(chart.AT_LARGE, -gone),
        memo=f"Seat counted at table {table}: {reason}"[:200],
        asked=f"table {table}, counted {counted} cents",
        patron_id=patron_id,
    )


def merged_chips(merged_id: int, into_id: int, cents: int) -> Entry:
    """Chips that still came to a merged number are those of the person whose it is.

    >>> [(leg.account, leg.signed) for leg in merged_chips(12, 17, 300).legs]
    [('chips:player:12', 300), ('chips:player:17', -300)]
    """
    return Entry(
        Flow.MERGED_CHIPS,
        _leg(chart.player(merged_id), cents) + _leg(chart.player(into_id), -cents),
        memo=f"Chips of number {merged_id}, merged into {into_id}",
        patron_id=into_id,
    )


def reversal(
    entry_id: int,
    patron_id: int | None,
    legs: Sequence[tuple[str, int]],
    moves: Sequence[tuple[str, int]],
    *,
    has: Mapping[str, int],
    holds: bool,
    counted: bool,
    reason: str,
) -> Entry:
    """An entry turned round. ``legs`` and ``moves`` are those of the old one; ``has`` its balances.

    What a player's account lacks: chips in use that nobody follows, if he still ``holds`` chips,
    else a claim; then the chips of the claim do not come back. ``counted`` says that the window has
    been counted since: the count has shown the mistake as a variance, so that is what turns.

    >>> old = [("cash:window:2", 500), ("chips:player:17", -500)]
    >>> back = reversal(9, 17, old, [("window:2", -500)], has={"chips:player:17": 200},
    ...                 holds=False, counted=False, reason="typed wrong")
    >>> [(leg.account, leg.signed) for leg in back.legs], back.chip_moves[0].cents
    ... # doctest: +NORMALIZE_WHITESPACE
    ([('cash:window:2', -500), ('chips:player:17', 200), ('claims:player:17', 300)], 200)
    """
    turned: list[Leg] = []
    unpaid = 0
    for code, signed in legs:
        back = -signed
        if code.startswith("chips:player:") and back > has.get(code, 0):
            lacking = back - has.get(code, 0)
            claim = code.replace("chips:", "claims:", 1)
            turned += _leg(chart.AT_LARGE if holds else claim, lacking)
            unpaid += 0 if holds else lacking
            back -= lacking
        if counted and code.startswith("cash:window:"):
            code = chart.CASH_VARIANCE
        turned += _leg(code, back)
    in_chips = -sum(cents for _place, cents in moves) - unpaid
    place = moves[0][0] if moves else ""
    if counted and in_chips:
        turned += _leg(chart.AT_LARGE, -in_chips) + _leg(chart.CHIP_VARIANCE, in_chips)
    return Entry(
        Flow.REVERSAL,
        tuple(turned),
        () if counted else _move(place, in_chips),
        memo=f"Reversal of entry {entry_id}: {reason}"[:200],
        asked=f"entry {entry_id}",
        patron_id=patron_id,
    )
