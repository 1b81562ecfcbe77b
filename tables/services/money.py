"""What the facts of a round mean in money, and whether there are chips for what is asked.

The engine knows wagers but no stacks; the ledger knows stacks but no tables. Here they meet.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from cardroom.money import format_cents
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import play as books
from tables.engine import events, fees, layout
from tables.engine.options import FeeOnVoid
from tables.engine.refusals import RuleError
from tables.engine.round import SeatHand, worst_case
from tables.engine.wagering import check_together
from tables.engine.wagers import Decision, WagerKind
from tables.models import RoundSeat, Seat
from tables.refusals import TableError, TableRefusal
from tables.services.desk import Desk

# -- Facts -------------------------------------------------------------------------------------


def follow(desk: Desk, event: events.Event) -> None:
    """Post what this event means to the books, in the same transaction as the event."""
    match event:
        case events.BetsClosed():
            _take_bets(desk)
        case events.PlayWagerPlaced(seat=seat, cents=cents):
            _take_play_wager(desk, seat, cents)
        case events.PlayWagerReturned(seat=seat, cents=cents):
            _return_play_wager(desk, seat, cents)
        case events.RoundSettled(returns=returns, bank_net=bank_net):
            _order_settlement(desk, dict(returns), bank_net)
        case events.RoundVoided() if desk.patrons_in_round():
            _order_void(desk)


def _take_bets(desk: Desk) -> None:
    state, bank_seat = desk.open_state(), desk.open_state().setup.bank_seat
    assert desk.round is not None and desk.table.box_id is not None
    stakes = {hand.seat: sum(hand.wagers.values()) for hand in state.hands}
    if bank_seat is not None:
        assert state.bank_wager is not None
        stakes[bank_seat] = state.bank_wager
    desk.round.worst_case = worst_case(state)
    desk.round.save(update_fields=["worst_case"])
    patrons = {seat: desk.seats[seat].patron_id for seat in stakes}
    RoundSeat.objects.bulk_create(
        RoundSeat(round=desk.round, seat=seat, patron_id=patrons[seat], is_bank=seat == bank_seat)
        for seat in sorted(stakes)
    )
    with seats_named(patrons):
        books.take_bets(
            table=str(desk.table.number),
            round_ref=desk.round.ref,
            box_id=desk.table.box_id,
            stakes=by_patron(patrons, stakes.items()),
            fees=by_patron(patrons, ((fee.seat, fee.cents) for fee in state.fees)),
            request_id=f"bets:{desk.round.ref}",
            actor=desk.actor,
        )


def by_patron(patrons: Mapping[int, int], amounts: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Amounts of seats as amounts of their players: who plays two positions has them summed.

    ``patrons`` is seat to patron, ``amounts`` are seats with cents.
    """
    sums: dict[int, int] = {}
    for seat, cents in amounts:
        sums[patrons[seat]] = sums.get(patrons[seat], 0) + cents
    return sums


def _take_play_wager(desk: Desk, seat: int, cents: int) -> None:
    assert desk.round is not None
    patron_id = desk.patrons_in_round()[seat]
    has = desk.chips(seat)[seat]
    if has < cents:
        raise chips_short([seat], has, cents)
    with seats_named({seat: patron_id}):
        books.take_play_wager(
            table=str(desk.table.number),
            round_ref=desk.round.ref,
            patron_id=patron_id,
            cents=cents,
            request_id=f"play:{desk.round.ref}:{seat}:{desk.table.version}",
            actor=desk.actor,
            pending_posted=desk.pending_posted,
        )


def _return_play_wager(desk: Desk, seat: int, cents: int) -> None:
    """The table's version is the event's own: a decision may be changed more than once."""
    assert desk.round is not None
    books.return_play_wager(
        table=str(desk.table.number),
        round_ref=desk.round.ref,
        patron_id=desk.patrons_in_round()[seat],
        cents=cents,
        request_id=f"play:{desk.round.ref}:{seat}:{desk.table.version}",
        actor=desk.actor,
    )


def _order_settlement(desk: Desk, returns: dict[int, int], bank_net: int) -> None:
    state = desk.open_state()
    assert desk.round is not None and state.settlement is not None
    rows = {row.seat: row for row in RoundSeat.objects.filter(round=desk.round)}
    nets = {hand.seat: hand.net for hand in state.settlement.hands}
    bank_seat, house_wins = state.setup.bank_seat, 0
    if bank_seat is None:
        house_wins = bank_net
    else:
        assert state.bank_wager is not None
        returns[bank_seat] = state.bank_wager + bank_net
        nets[bank_seat] = bank_net
    for seat, row in rows.items():
        row.net = nets[seat]
    RoundSeat.objects.bulk_update(rows.values(), ["net"])
    books.order_settlement(
        table=str(desk.table.number),
        round_ref=desk.round.ref,
        revision=1,
        returns=by_patron({seat: row.patron_id for seat, row in rows.items()}, returns.items()),
        win=house_wins,
        at=desk.at,
        actor=desk.actor,
    )


def _order_void(desk: Desk) -> None:
    state = desk.open_state()
    assert desk.round is not None and desk.table.box_id is not None
    patrons = desk.patrons_in_round()
    returns = {hand.seat: _staked(hand) for hand in state.hands}
    if state.setup.bank_seat is not None:
        assert state.bank_wager is not None
        returns[state.setup.bank_seat] = state.bank_wager
    refunded = state.fees if state.setup.pack.fee_on_void is FeeOnVoid.REFUND else ()
    books.order_void(
        table=str(desk.table.number),
        round_ref=desk.round.ref,
        revision=1,
        returns=by_patron(patrons, returns.items()),
        fees_back=by_patron(patrons, ((fee.seat, fee.cents) for fee in refunded)),
        box_id=desk.table.box_id,
        at=desk.at,
        actor=desk.actor,
    )


def _staked(hand: SeatHand) -> int:
    """All that a seat has in play, the play wager included, in cents."""
    play = hand.wagers.get(WagerKind.ANTE, 0) if hand.decision is Decision.PLAY else 0
    return sum(hand.wagers.values()) + play


def post_pending(desk: Desk, seats: Collection[int]) -> None:
    """Before some play wagers in one transaction: post what these seats are owed, and lock all
    accounts at once. Orders are locked before accounts, so none may be looked for later."""
    patrons = desk.patrons_in_round()
    books.prepare_play_wagers(
        table=str(desk.table.number), patron_ids=[patrons[seat] for seat in seats]
    )
    desk.pending_posted = True


@contextmanager
def seats_named(patrons: Mapping[int, int]) -> Iterator[None]:
    """Say of which seat the chips are short, if the books find it after we looked.

    They do when he cashes out at the window at the same moment. ``patrons`` is by seat.
    """
    try:
        yield
    except BooksError as error:
        short = error.data.get("patron_id") if error.code is BooksRefusal.SHORT_OF_CHIPS else None
        if seats := [seat for seat, patron_id in patrons.items() if patron_id == short]:
            has, needs = error.data["have_cents"], error.data["need_cents"]
            assert isinstance(has, int) and isinstance(needs, int)
            raise chips_short(sorted(seats), has, needs) from error
        raise


# -- Checks ------------------------------------------------------------------------------------


def check_stake(desk: Desk, seat: int) -> None:
    """Raises ``CHIPS_SHORT`` if a player lacks chips for the wagers, or W, and fees of his seat.

    The fees are those due as the layout stands now (California, rule 5). Two positions are played
    from one stack: ``CHIPS_SHORT_FOR_TWO``.
    """
    state = desk.open_state()
    laid = [(each, needs) for each in desk.positions(seat) if (needs := layout.needed(state, each))]
    needs, has = sum(cents for _, cents in laid), desk.chips(seat)[seat]
    if has < needs:
        raise chips_short([each for each, _ in laid], has, needs)


def last_bets(seat: Seat) -> dict[WagerKind, int]:
    """What the seat bet last, in the order of the layout."""
    return {kind: seat.last_bets[kind] for kind in WagerKind if kind in seat.last_bets}


def can_repeat(desk: Desk, seat: Seat) -> bool:
    """Whether the seat's last bets are bets of these rules, within today's limits and its chips,
    beside what its player has bet at his other position."""
    state, wagers = desk.open_state(), last_bets(seat)
    setup = state.setup
    for kind, cents in wagers.items():
        low, high = setup.limits.get(kind, (cents, cents))
        if kind not in setup.pack.kinds or not low <= cents <= high:
            return False
    try:
        check_together(setup.pack, wagers, "wagers", seat.number)
    except RuleError:
        return False
    due = fees.fees_due(setup.fee_schedule, {seat.number: wagers}, None)
    needs = sum(wagers.values()) + sum(fee.cents for fee in due)
    needs += sum(layout.needed(state, each) for each in desk.positions(seat.number))
    enough: bool = desk.chips(seat.number)[seat.number] >= needs
    return enough


def check_can_bank(desk: Desk, seat: int) -> None:
    """Raises ``CHIPS_SHORT_FOR_BANK`` below the table's minimum W."""
    _check_bank(desk, seat, can=True, refusal=TableRefusal.CHIPS_SHORT_FOR_BANK)


def check_cannot_bank(desk: Desk, seat: int) -> None:
    """Raises ``CHIPS_FOR_BANK`` from the table's minimum W up."""
    _check_bank(desk, seat, can=False, refusal=TableRefusal.CHIPS_FOR_BANK)


def _check_bank(desk: Desk, seat: int, *, can: bool, refusal: TableRefusal) -> None:
    least, has = desk.table.limits["bank"][0], desk.chips(seat)[seat]
    if (has >= least) is not can:
        raise TableError(
            refusal, field="seat", seat=seat, has=format_cents(has), needs=format_cents(least)
        )


def chips_short(seats: Sequence[int], has: int, needs: int) -> TableError:
    """The refusal for a player who has less than his seat, or both of his seats, need; cents."""
    amounts = {"has": format_cents(has), "needs": format_cents(needs)}
    if len(seats) == 1:
        return TableError(TableRefusal.CHIPS_SHORT, field="cents", seat=seats[0], **amounts)
    named = " and ".join(map(str, seats))
    return TableError(TableRefusal.CHIPS_SHORT_FOR_TWO, field="cents", seats=named, **amounts)
