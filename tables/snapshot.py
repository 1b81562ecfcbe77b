"""A table at one moment: everything that any screen of it shows, read in one go."""

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache, wraps
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
    Seat,
    Table,
)
from tables.rows import Row, TableRows, read_rows
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


def table_snapshot(table_id: int) -> TableSnapshot:
    """The table at one moment, read in one statement. Raises ``TableNotFound``."""
    rows = read_rows(table_id, PAST_ROUNDS)
    table, turn = rows.table, rows.turn
    current = rows.rounds[0] if rows.rounds and table.status == Table.Status.OPEN else None
    state = replay([events.from_dict(row) for row in rows.events]) if current else None
    occupants = {seat.number: seat.patron_id for seat in rows.seats}
    return TableSnapshot(
        stamp=_stamp(rows),
        table=table,
        seats=_seats(rows),
        standing=read_standing(table, turn, rows.seats, now(), _asked_in_cycle(rows)),
        overrules=tuple(rows.overrules),
        offers=_last_offers(rows),
        round=current,
        state=state,
        bank_turn=turn,
        said=_said(rows, state, occupants),
        suggested_wager=_suggested_wager(rows),
        pack=_pack(json.dumps(table.pack.rules)) if table.pack else None,
        tray=tray_with_pending(str(table.number)) if table.house_banked else None,
        round_patrons={
            row["seat"]: row["patron"]
            for row in rows.hands
            if current is not None and row["round"] == current.pk
        },
        past_rounds=_past_rounds(rows, occupants),
    )


@lru_cache(maxsize=64)
def _pack(rules: str) -> packs.RulePack:
    return packs.pack_from_rules(json.loads(rules))


def _stamp(rows: TableRows) -> Stamp:
    """A player at two positions counts twice, as in ``stamps``."""
    funds = sum(rows.funds_stamps[seat.patron_id] for seat in rows.seats)
    return Stamp(rows.table.version, rows.table.answers + funds)


def _seats(rows: TableRows) -> tuple[SeatView, ...]:
    taken = {seat.number: seat for seat in rows.seats}
    kept = {row["seat"]: row for row in rows.kept}
    held: dict[int, tuple[int, ...]] = {}
    for number, seat in sorted(taken.items()):
        held[seat.patron_id] = (*held.get(seat.patron_id, ()), number)
    views = []
    for number in range(1, rows.table.seat_count + 1):
        sits = taken.get(number)
        if sits is None:
            whose = kept.get(number)
            views.append(
                SeatView(
                    number,
                    reserved_for=whose["patron"] if whose else None,
                    reserved_name=whose["name"] if whose else "",
                )
            )
            continue
        has = rows.funds[sits.patron_id]
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


def _asked_in_cycle(rows: TableRows) -> list[RotationOffer]:
    """The offers since everybody was last asked, in their order."""
    turn = rows.turn
    found = [offer for offer in rows.offers if turn is not None and offer.cycle == turn.cycle]
    return sorted(found, key=lambda offer: offer.position)


def _last_offers(rows: TableRows) -> tuple[RotationOffer, ...]:
    """The offers of this turn, after those that led to it: who was asked until one accepted."""
    led_here = rows.offers_before
    if led_here and led_here[-1].answer != rotation.OfferAnswer.ACCEPTED:
        led_here = ()
    return (*led_here, *rows.offers)[-LAST_OFFERS:]


def _said(rows: TableRows, state: RoundState | None, occupants: dict[int, int]) -> dict[int, str]:
    """The newest word of each who still sits where he said it."""
    deciding = state is not None and state.phase is Phase.DECISIONS
    return {
        row["seat"]: row["answer"]
        for row in (rows.said_in_round if deciding else rows.said_to_offer)
        if occupants.get(row["seat"]) == row["patron"]
    }


def _suggested_wager(rows: TableRows) -> int | None:
    """The W that the player-dealer posted last, if any."""
    if rows.turn is None:
        return None
    return next((s.last_bank_wager for s in rows.seats if s.number == rows.turn.seat), None)


def _past_rounds(rows: TableRows, occupants: dict[int, int]) -> tuple[PastRound, ...]:
    """The finished rounds; a seat's result only where its player still sits there."""
    by_round: dict[int, list[Row]] = {round_.pk: [] for round_ in rows.rounds}
    for row in rows.hands:
        by_round[row["round"]].append(row)
    return tuple(
        PastRound(
            id=round_.pk,
            ref=round_.ref,
            void=round_.status == Round.Status.VOID,
            nets={
                hand["seat"]: hand["net"]
                for hand in by_round[round_.pk]
                if hand["net"] is not None and occupants.get(hand["seat"]) == hand["patron"]
            },
            bank_net=_bank_net(by_round[round_.pk]),
            corrected=round_.pk in rows.corrected,
        )
        for round_ in rows.rounds
        if round_.status != Round.Status.OPEN and by_round[round_.pk]
    )[:PAST_ROUNDS]


def _bank_net(hands: list[Row]) -> int | None:
    """What the bank won: the players' loss, whoever banks."""
    nets = [hand["net"] for hand in hands if not hand["is_bank"] and hand["net"] is not None]
    return -sum(nets) if nets else None


def load_events(round_: Round) -> list[events.Event]:
    """What happened in a round, in order. Its state is their fold (``replay``)."""
    rows = round_.events.order_by("number").values_list("payload", flat=True)
    return [events.from_dict(payload) for payload in rows]
