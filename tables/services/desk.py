"""One table, locked, while one command is carried out on it.

A desk is made inside the command's transaction and holds the table's row lock until it ends.
Everything that happens is appended to the table's log through it.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from cardroom.people.models import Staff
from ledger import selectors as books
from tables.engine import events, rotation, round
from tables.models import BankTurn, Round, RoundSeat, Seat, Table, TableEvent
from tables.refusals import TableError, TableNotFound, TableRefusal
from tables.snapshot import load_events
from tables.standing import Standing, load_turn, offers_in_cycle, read_standing


class Desk:
    """The table as the command finds it, and the only way to write to its log."""

    def __init__(self, table: Table, actor: Staff | None, at: datetime) -> None:
        self.table = table
        self.actor = actor
        self.at = at
        self.request_id: UUID | None = None
        self.other: Desk | None = None
        self.pending_posted = False
        self.seats: dict[int, Seat] = {
            seat.number: seat for seat in table.seats.select_related("patron")
        }
        self.turn: BankTurn | None = table.turns.filter(ended_at=None).first()
        self.round: Round | None = table.rounds.filter(status=Round.Status.OPEN).first()
        happened = load_events(self.round) if self.round else []
        self.state: round.RoundState | None = round.replay(happened) if happened else None
        self._round_events = len(happened)

    @classmethod
    def lock(cls, table_id: int, actor: Staff | None, at: datetime) -> "Desk":
        """Lock the table's row and look at it. Must be called in a transaction."""
        table = Table.objects.select_for_update(of=("self",), no_key=True).filter(id=table_id)
        found = table.select_related("pack", "fee_schedule", "dealer").first()
        if found is None:
            raise TableNotFound()
        return cls(found, actor, at)

    @classmethod
    def lock_with(
        cls, table_id: int, other_id: int | None, actor: Staff | None, at: datetime
    ) -> "Desk":
        """Lock a table's row and, for a move, another's: in the order of their ids, always."""
        if other_id is None or other_id == table_id:
            return cls.lock(table_id, actor, at)
        desks = {each: cls.lock(each, actor, at) for each in sorted((table_id, other_id))}
        desks[table_id].other = desks[other_id]
        return desks[table_id]

    # -- Writing -----------------------------------------------------------------------------

    def begin_round(self, opened: Round) -> None:
        """Take up a round that has just been opened; its events are numbered from 1."""
        self.round, self._round_events = opened, 0

    def append(self, kind: str, payload: Mapping[str, Any]) -> None:
        """Write an event that concerns the table, not a round."""
        self._append(kind, payload, None, None)

    def append_round_event(self, event: events.Event) -> None:
        """Write an event of the open round under its next number."""
        assert self.round is not None
        self._round_events += 1
        self._append(event.kind, events.to_dict(event), self.round, self._round_events)

    def _append(
        self, kind: str, payload: Mapping[str, Any], round_: Round | None, number: int | None
    ) -> None:
        self.table.version += 1
        TableEvent.objects.create(
            table=self.table,
            version=self.table.version,
            round=round_,
            number=number,
            kind=kind,
            payload=dict(payload),
            at=self.at,
            actor=self.actor,
        )

    # -- Looking -----------------------------------------------------------------------------

    @property
    def fewest_players(self) -> int:
        """How many must sit here for a round: one of them banks, where the house does not."""
        return 1 if self.table.house_banked else 2

    def check_player_banked(self) -> None:
        """Raises ``HOUSE_BANKS`` for what belongs to the player-dealer position."""
        if self.table.house_banked:
            raise TableError(TableRefusal.HOUSE_BANKS)

    def seated(self) -> tuple[int, ...]:
        """The taken seats, in seat order."""
        return tuple(sorted(self.seats))

    def seat(self, number: int) -> Seat:
        """The seat's row. Raises ``SEAT_NOT_AT_TABLE`` or ``SEAT_EMPTY``."""
        self.check_seat_number(number)
        if number not in self.seats:
            raise TableError(TableRefusal.SEAT_EMPTY, field="seat", seat=number)
        return self.seats[number]

    def positions(self, number: int) -> tuple[int, ...]:
        """The seats of whoever sits at this one, in order: itself, and beside it his second.

        Raises as ``seat`` does.
        """
        patron_id = self.seat(number).patron_id
        return tuple(each for each in self.seated() if self.seats[each].patron_id == patron_id)

    def check_seat_number(self, number: int) -> None:
        """Raises ``SEAT_NOT_AT_TABLE`` for a seat that the table lacks."""
        if not 1 <= number <= self.table.seat_count:
            raise TableError(
                TableRefusal.SEAT_NOT_AT_TABLE,
                field="seat",
                table=self.table.number,
                seats=self.table.seat_count,
            )

    def open_state(self) -> round.RoundState:
        """The open round's state. Raises ``NO_ROUND`` with what has to be done first."""
        if self.state is None:
            raise TableError(TableRefusal.NO_ROUND, why=self.rotation_verdict().sentence)
        return self.state

    def check_no_round_in_play(self) -> None:
        """Raises ``ROUND_IN_PLAY`` once wagers are locked and until the round is over."""
        if self.round is None or self.state is None:
            return
        if self.state.frozen:
            raise TableError(TableRefusal.ROUND_FROZEN, round=self.round.ref, why=self.state.frozen)
        if self.state.phase is not round.Phase.BETTING:
            raise TableError(TableRefusal.ROUND_IN_PLAY, round=self.round.ref)

    def chips(self, *seats: int) -> dict[int, int]:
        """What each seat has in chips, in cents: the posted balance and what is on its way."""
        patrons = {number: self.seats[number].patron_id for number in seats}
        funds = books.funds(list(patrons.values()))
        return {number: funds[patron].available for number, patron in patrons.items()}

    def rotation_turn(self) -> rotation.Turn:
        """The current turn as the rotation policy sees it."""
        occupants = {number: seat.patron_id for number, seat in self.seats.items()}
        return load_turn(self.turn, occupants, offers_in_cycle(self.turn))

    def standing(self) -> Standing:
        """The rotation of the table now: policy, verdict, window of time."""
        return read_standing(
            self.table, self.turn, self.seats.values(), self.at, offers_in_cycle(self.turn)
        )

    def rotation_verdict(self) -> rotation.Verdict:
        """What the rotation policy says now."""
        return self.standing().verdict

    def check_game_goes_on(self) -> None:
        """Raises ``GAME_ENDED`` once a window of time had too few others in the position."""
        standing = self.standing()
        if standing.ended:
            raise TableError(TableRefusal.GAME_ENDED, why=standing.verdict.sentence)

    def patrons_in_round(self) -> dict[int, int]:
        """Seat to patron of everybody who had a wager at "no more bets", the bank included."""
        assert self.round is not None
        rows = RoundSeat.objects.filter(round=self.round).values_list("seat", "patron_id")
        return dict(rows)
