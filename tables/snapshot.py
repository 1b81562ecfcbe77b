"""A table at one moment: everything that any screen of it shows, read in one go."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeVar

from django.db import connection, transaction

from cardroom.clock import now
from ledger import selectors as books
from ledger.win_selectors import tray_with_pending
from tables.engine import events, layout, packs, rotation
from tables.engine.round import Phase, RoundState, replay
from tables.models import (
    BankTurn,
    RotationOffer,
    RotationOverrule,
    Round,
    RoundCorrection,
    RoundSeat,
    Seat,
    SeatAnswer,
    Table,
)
from tables.refusals import TableNotFound
from tables.standing import Standing, read_standing

P = ParamSpec("P")
T = TypeVar("T")
PAST_ROUNDS = 10
# As many as the largest table has seats: everybody was asked once.
LAST_OFFERS = 14


class Stamp(NamedTuple):
    """How new a snapshot is: the table's version, and ``beside`` what is not in its log: the seated
    players' accounts and what they said at their displays."""

    version: int
    beside: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat, taken or not. ``chips`` counts what is on its way (``pending``); cents.

    ``positions`` are all seats of its player, in order: this one, and beside it his second.
    """

    seat: int
    patron_id: int | None = None
    name: str = ""
    chips: int = 0
    pending: int = 0
    last_bets: dict[str, int] | None = None
    tppps: str = ""
    away: bool = False
    reserved_for: int | None = None
    reserved_name: str = ""
    positions: tuple[int, ...] = ()

    def laid(self, state: RoundState | None) -> int:
        """What he has bet, at all his positions, that is not in play yet; cents."""
        return sum(layout.laid(state, each) for each in self.positions) if state else 0

    def lacks(self, state: RoundState | None) -> int:
        """By how much he has too little for what he has bet and its fees, in cents."""
        needed = sum(layout.needed(state, each) for each in self.positions) if state else 0
        return max(needed - self.chips, 0)


@dataclass(frozen=True, slots=True)
class PastRound:
    """A finished round: what the bank and each seat won or lost, in cents.

    ``nets`` holds those who still sit where they won or lost it.
    """

    id: int
    ref: str
    void: bool
    nets: dict[int, int]
    bank_net: int | None
    corrected: bool = False

    def net_of(self, seats: Collection[int]) -> int | None:
        """The result of a player's seats together, or the bank's where no seat is asked for."""
        if not seats:
            return self.bank_net
        nets = [self.nets[seat] for seat in seats if seat in self.nets]
        return sum(nets) if nets else None


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """Everything that any screen of a table shows, of one moment."""

    stamp: Stamp
    table: Table
    seats: tuple[SeatView, ...]
    standing: Standing
    overrules: tuple[RotationOverrule, ...]
    offers: tuple[RotationOffer, ...]
    round: Round | None
    state: RoundState | None
    # Seat to patron of everybody who had a wager in the round at "no more bets".
    round_patrons: dict[int, int]
    suggested_wager: int | None
    pack: packs.RulePack | None
    bank_turn: BankTurn | None
    # Seat to what its player last said at his display, to what he is asked now.
    said: dict[int, str]
    # Where the house banks: the chips in its tray, what is on its way counted; cents.
    tray: int | None
    past_rounds: tuple[PastRound, ...]

    @property
    def turn(self) -> rotation.Turn:
        """Who holds the player-dealer position, and what was served and offered."""
        return self.standing.turn

    @property
    def verdict(self) -> rotation.Verdict:
        """What the rotation policy says now."""
        return self.standing.verdict


def stamps(table_ids: Iterable[int]) -> dict[int, Stamp]:
    """How new the tables are now: two queries, whatever their number."""
    ids = list(table_ids)
    if not ids:
        return {}
    tables = Table.objects.filter(id__in=ids).values_list("id", "version", "answers")
    seated = Seat.objects.filter(table_id__in=ids)
    patrons: dict[int, list[int]] = {table_id: [] for table_id, _, _ in tables}
    for table_id, patron_id in seated.values_list("table_id", "patron_id"):
        patrons[table_id].append(patron_id)
    funds = books.funds_stamps([p for people in patrons.values() for p in people])
    return {
        table_id: Stamp(version, answers + sum(funds[p] for p in patrons[table_id]))
        for table_id, version, answers in tables
    }


def one_moment(read: Callable[P, T]) -> Callable[P, T]:
    """Let all queries of ``read`` see the same state of the database.

    Inside a transaction that is already running (a command's own), its view is used.
    """

    @wraps(read)
    def reading(*args: P.args, **how: P.kwargs) -> T:
        if connection.in_atomic_block:
            return read(*args, **how)
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return read(*args, **how)

    return reading


@one_moment
def table_snapshot(table_id: int) -> TableSnapshot:
    """The table at one moment. Raises ``TableNotFound``."""
    stamp = stamps([table_id]).get(table_id)
    if stamp is None:
        raise TableNotFound()
    table = Table.objects.select_related("pack", "fee_schedule", "dealer").get(id=table_id)
    turn = table.turns.filter(ended_at=None).first()
    rounds = list(table.rounds.select_related("table").order_by("-number")[: PAST_ROUNDS + 1])
    current = rounds[0] if rounds and table.status == Table.Status.OPEN else None
    state = replay(load_events(current)) if current else None
    taken = list(table.seats.select_related("patron"))
    return TableSnapshot(
        stamp=stamp,
        table=table,
        seats=_seats(table, taken),
        standing=read_standing(table, turn, taken, now()),
        overrules=tuple(turn.overrules.select_related("by")) if turn else (),
        offers=_last_offers(turn) if turn else (),
        round=current,
        state=state,
        bank_turn=turn,
        said=_said(current, state, turn, taken),
        suggested_wager=_suggested_wager(table, turn),
        pack=packs.pack_from_rules(table.pack.rules) if table.pack else None,
        tray=tray_with_pending(str(table.number)) if table.house_banked else None,
        round_patrons=_round_patrons(current),
        past_rounds=_past_rounds(
            [r for r in rounds if r.status != Round.Status.OPEN],
            {seat.number: seat.patron_id for seat in taken},
        ),
    )


def _seats(table: Table, seats: list[Seat]) -> tuple[SeatView, ...]:
    taken = {seat.number: seat for seat in seats}
    kept = {kept.number: kept.patron for kept in table.reservations.select_related("patron")}
    funds = books.funds([seat.patron_id for seat in taken.values()])
    held: dict[int, tuple[int, ...]] = {}
    for number, seat in sorted(taken.items()):
        held[seat.patron_id] = (*held.get(seat.patron_id, ()), number)
    views = []
    for number in range(1, table.seat_count + 1):
        sits = taken.get(number)
        if sits is None:
            whose = kept.get(number)
            views.append(
                SeatView(
                    number,
                    reserved_for=whose.id if whose else None,
                    reserved_name=whose.name if whose else "",
                )
            )
            continue
        has = funds[sits.patron_id]
        views.append(
            SeatView(
                seat=number,
                patron_id=sits.patron_id,
                name=sits.patron.name,
                chips=has.available,
                pending=has.pending_cents,
                last_bets=sits.last_bets,
                tppps=sits.patron.tppps_company,
                away=sits.away_since is not None,
                positions=held[sits.patron_id],
            )
        )
    return tuple(views)


def _last_offers(turn: BankTurn) -> tuple[RotationOffer, ...]:
    """The offers of this turn, after those that led to it: who was asked before somebody accepted.

    Those are kept at the turn before, since its holder had the position when they were made.
    """
    led_here: list[RotationOffer] = []
    before = BankTurn.objects.filter(table=turn.table_id, id__lt=turn.id).order_by("-id").first()
    if before is not None:
        led_here = list(before.offers.filter(cycle=before.cycle).order_by("position"))
        if led_here and led_here[-1].answer != rotation.OfferAnswer.ACCEPTED:
            led_here = []
    return (*led_here, *turn.offers.order_by("id"))[-LAST_OFFERS:]


def _round_patrons(current: Round | None) -> dict[int, int]:
    rows = RoundSeat.objects.filter(round=current) if current else RoundSeat.objects.none()
    return dict(rows.values_list("seat", "patron_id"))


def _said(
    current: Round | None, state: RoundState | None, turn: BankTurn | None, taken: list[Seat]
) -> dict[int, str]:
    """The newest word of each who still sits where he said it."""
    if state is not None and state.phase is Phase.DECISIONS:
        rows = SeatAnswer.objects.filter(round=current)
    elif turn is not None:
        rows = turn.answers.filter(cycle=turn.cycle, after_hands=turn.hands_served)
    else:
        return {}
    occupants = {seat.number: seat.patron_id for seat in taken}
    return {
        row.seat: row.answer
        for row in rows.order_by("id")
        if occupants.get(row.seat) == row.patron_id
    }


def _suggested_wager(table: Table, turn: BankTurn | None) -> int | None:
    """The W that the player-dealer posted last, if any."""
    if turn is None or turn.seat is None:
        return None
    seat = table.seats.filter(number=turn.seat).first()
    return seat.last_bank_wager if seat else None


def _past_rounds(rounds: list[Round], occupants: dict[int, int]) -> tuple[PastRound, ...]:
    """The finished rounds; a seat's result only where its player still sits there."""
    by_round: dict[int, list[RoundSeat]] = {row.id: [] for row in rounds}
    for row in RoundSeat.objects.filter(round_id__in=by_round):
        by_round[row.round_id].append(row)
    corrected = set(
        RoundCorrection.objects.filter(
            round_id__in=by_round, status=RoundCorrection.Status.APPROVED
        ).values_list("round_id", flat=True)
    )
    return tuple(
        PastRound(
            id=row.id,
            ref=row.ref,
            void=row.status == Round.Status.VOID,
            nets={
                s.seat: s.net
                for s in by_round[row.id]
                if s.net is not None and occupants.get(s.seat) == s.patron_id
            },
            bank_net=_bank_net(by_round[row.id]),
            corrected=row.id in corrected,
        )
        for row in rounds
        if by_round[row.id]
    )[:PAST_ROUNDS]


def _bank_net(seats: list[RoundSeat]) -> int | None:
    """What the bank won: the players' loss, whoever banks."""
    nets = [seat.net for seat in seats if not seat.is_bank and seat.net is not None]
    return -sum(nets) if nets else None


def load_events(round_: Round) -> list[events.Event]:
    """What happened in a round, in order. Its state is their fold (``replay``)."""
    rows = round_.events.order_by("number").values_list("payload", flat=True)
    return [events.from_dict(payload) for payload in rows]
