"""The room at a glance: every table with what it does, what needs somebody, and who waits."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, Max
from django.utils.translation import gettext

from cardroom.clock import now
from cardroom.language import translated
from cardroom.money import format_cents
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger import selectors as books
from ledger import transfer_selectors
from ledger.person_selectors import CoverNow, cover_now
from ledger.transfer_selectors import Pending
from tables.engine import round
from tables.engine.round import Phase, RoundState
from tables.models import Round, RoundCorrection, Table, TableEvent, WaitingEntry
from tables.selectors import Caller, check
from tables.snapshot import SeatView, TableSnapshot, table_snapshot

PACE_WINDOW = timedelta(minutes=60)
IDLE_AFTER = timedelta(minutes=5)
# The books follow within a second; ten are worth a look.
LAG_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that needs somebody, and the page where the one thing is done about it: of the
    table, or of the round ``round_id``."""

    kind: str
    text: str
    page: str
    round_id: int | None = None


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table on the room map. ``hands`` were settled in the last hour; amounts are cents."""

    table: Table
    seats: tuple[SeatView, ...]
    holder: int | None
    phase: str | None
    sentence: str
    hands: int
    bank_wager: int | None
    tray: int | None
    worst_case: int
    window_ends: datetime | None
    alerts: tuple[Alert, ...]

    @property
    def open_seats(self) -> int:
        """Seats that nobody has and that are kept for nobody."""
        return sum(s.patron_id is None and s.reserved_for is None for s in self.seats)

    @property
    def is_open(self) -> bool:
        return self.table.status == Table.Status.OPEN


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """Those who wait for a game at a limit, in the order in which they came."""

    game: str
    least: int
    open_seats: int
    entries: tuple[WaitingEntry, ...]


@dataclass(frozen=True, slots=True)
class RoomMap:
    """All tables, and the waiting list."""

    cards: tuple[TableCard, ...]
    waiting: tuple[WaitingLine, ...]
    licensed: int
    cover: CoverNow

    @property
    def open_tables(self) -> int:
        return sum(card.is_open for card in self.cards)

    @property
    def seats_taken(self) -> int:
        return sum(seat.patron_id is not None for card in self.cards for seat in card.seats)

    @property
    def hands(self) -> int:
        """Hands of all tables in the last hour."""
        return sum(card.hands for card in self.cards)


def read_room(caller: Caller) -> RoomMap:
    """The room as it is now. Raises ``NotAllowed``."""
    check(caller, Permission.SEE_FLOOR)
    moment = now()
    ids = list(Table.objects.order_by("number").values_list("id", flat=True))
    hands = dict(
        Round.objects.filter(
            status=Round.Status.SETTLED, closed_at__gte=moment - PACE_WINDOW, table_id__in=ids
        )
        .order_by()
        .values_list("table_id")
        .annotate(Count("id"))
    )
    lagging = books.lagging_tables(LAG_SECONDS)
    transfers = transfer_selectors.pending()
    cards = [_card(table_snapshot(table_id), hands, lagging, transfers, moment) for table_id in ids]
    staff = isinstance(caller, Staff) and caller.may(Permission.RUN_TABLE)
    return RoomMap(
        cards=tuple(cards),
        waiting=_waiting(cards) if staff else (),
        licensed=settings.LICENSED_TABLES,
        cover=cover_now(),
    )


def _card(
    snapshot: TableSnapshot,
    hands: dict[int, int],
    lagging: set[str],
    transfers: dict[str, list[Pending]],
    moment: datetime,
) -> TableCard:
    table, state, window = snapshot.table, snapshot.state, snapshot.standing.window
    live = state is not None and state.phase not in (Phase.SETTLED, Phase.VOID)
    return TableCard(
        table=table,
        seats=snapshot.seats,
        holder=snapshot.turn.holder_seat,
        phase=state.phase if state else None,
        sentence=translated(snapshot.verdict.sentence),
        hands=hands.get(table.id, 0),
        bank_wager=state.bank_wager if state and live else None,
        tray=snapshot.tray,
        worst_case=round.worst_case(state) if state and live else 0,
        window_ends=window.ends_at if window else None,
        alerts=(
            *(
                _alerts(snapshot, lagging, transfers.get(str(table.number), []), moment)
                if table.status == Table.Status.OPEN
                else ()
            ),
            *_corrections(table),
        ),
    )


def _alerts(
    snapshot: TableSnapshot, lagging: set[str], transfers: Sequence[Pending], moment: datetime
) -> list[Alert]:
    """What needs somebody at an open table, the most urgent first."""
    table, verdict, found = snapshot.table, snapshot.verdict, []
    seated = len({seat.patron_id for seat in snapshot.seats if seat.patron_id is not None})
    if snapshot.state is not None and snapshot.state.frozen:
        text = gettext("The round is frozen: %(frozen)s.") % {"frozen": snapshot.state.frozen}
        found.append(Alert("frozen", text, "table"))
    found += _tray_alerts(snapshot)
    if snapshot.standing.ended:
        found.append(Alert("game_ended", translated(verdict.sentence), "close-table"))
    elif verdict.offer_due and seated > 1:
        found.append(Alert("offer_due", translated(verdict.sentence), "table"))
    elif not verdict.may_deal and snapshot.turn.holder_seat is not None and seated > 1:
        found.append(Alert("stopped", translated(verdict.sentence), "table"))
    if snapshot.state is not None and (short := _short_of_cover(snapshot.state)):
        text = gettext("W is %(short)s short of a loss of every hand.") % {
            "short": format_cents(short)
        }
        found.append(Alert("coverage_low", text, "table"))
    for seat in snapshot.seats:
        # Once for a player at two positions: he has one stack.
        if seat.positions[:1] == (seat.seat,) and (lacks := seat.lacks(snapshot.state)):
            text = gettext("Seat %(seat)s bets more than he has: %(lacks)s is missing.") % {
                "seat": seat.seat,
                "lacks": format_cents(lacks),
            }
            found.append(Alert("bets_beyond_chips", text, "table"))
    for each in transfers:
        minutes = (moment - each.since) // timedelta(minutes=1)
        waits = gettext("%(slip)s, %(amount)s, %(stage)s, %(minutes)s min.")
        comes = gettext("%(slip)s, %(amount)s, %(stage)s.")
        text = (waits if minutes else comes) % {
            "slip": each.name,
            "amount": format_cents(each.cents),
            "stage": each.stage,
            "minutes": minutes,
        }
        found.append(Alert("fill_pending", text, "table-chips"))
    if str(table.number) in lagging:
        text = gettext("A round of this table is not in the books yet.")
        found.append(Alert("settlement_lagging", text, "table"))
    idle = moment - (_last_event(table) or moment)
    if not found and seated > 1 and idle >= IDLE_AFTER:
        text = gettext("Nothing for %(minutes)s minutes.") % {
            "minutes": idle // timedelta(minutes=1)
        }
        found.append(Alert("idle", text, "table"))
    return found


def _corrections(table: Table) -> list[Alert]:
    """Corrections that wait for their second person, of a closed table too."""
    waiting = RoundCorrection.objects.filter(
        round__table=table, status=RoundCorrection.Status.ASKED
    ).select_related("round", "asked_by")
    return [
        Alert(
            "correction_asked",
            gettext("%(asked_by)s asks for a correction of round %(round)s: somebody else decides.")
            % {"asked_by": each.asked_by.display_name, "round": each.round.ref},
            "round",
            each.round_id,
        )
        for each in waiting
    ]


def _tray_alerts(snapshot: TableSnapshot) -> list[Alert]:
    """A house-banked table pays out of its tray: below zero, or short of the bets, a fill is due.
    Nothing waits for it, since the players are owed."""
    tray, state = snapshot.tray, snapshot.state
    if tray is None:
        return []
    if tray < 0:
        text = gettext("The tray is %(tray)s below zero: a fill is due.") % {
            "tray": format_cents(-tray)
        }
        return [Alert("tray_below_zero", text, "table")]
    if state is not None and state.phase is Phase.BETTING:
        short = round.sweep_need(state) - tray
        if short > 0:
            text = gettext("The tray is %(short)s short of a win of every hand.") % {
                "short": format_cents(short)
            }
            return [Alert("tray_low", text, "table")]
    return []


def _short_of_cover(state: RoundState) -> int:
    """By how much W misses what the player-dealer needs if every seat wins even money."""
    if state.phase is not Phase.BETTING or state.bank_wager is None:
        return 0  # once the bets are locked nobody can add to W
    return max(round.sweep_need(state) - state.bank_wager, 0)


def _last_event(table: Table) -> datetime | None:
    last: datetime | None = TableEvent.objects.filter(table=table, version=table.version).aggregate(
        at=Max("at")
    )["at"]
    return last


def _waiting(cards: list[TableCard]) -> tuple[WaitingLine, ...]:
    """The list, and how many seats are free for each of its lines."""
    free: dict[tuple[str, int], int] = {}
    for card in cards:
        if card.is_open and card.table.pack is not None:
            key = (card.table.pack.name, card.table.limits["ante"][0])
            free[key] = free.get(key, 0) + card.open_seats
    lines: dict[tuple[str, int], list[WaitingEntry]] = {}
    for entry in WaitingEntry.objects.filter(done_at=None).select_related("patron"):
        lines.setdefault((entry.game, entry.least), []).append(entry)
    return tuple(
        WaitingLine(game, least, free.get((game, least), 0), tuple(entries))
        for (game, least), entries in sorted(lines.items())
    )
