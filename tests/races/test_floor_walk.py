"""Everything at once: tables, cashiers, workers and the floor, at random, and the money adds up.

``FLOOR_LAPS`` in the environment makes the walk longer.
"""

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import Count, Sum

from cardroom.clock import now
from cardroom.errors import Refused
from cardroom.people.models import Patron, Staff
from cardroom.people.roles import Role
from ledger import selectors as books
from ledger.models import Account, Entry, Outbox, Posting, PotBalance
from ledger.refusals import BooksRefusal
from ledger.services import cage, settlement
from ledger.services.verification import verify
from tables.demo.data import tray_count
from tables.engine import actions
from tables.engine.round import Phase, RoundState, replay
from tables.engine.wagers import WagerKind
from tables.models import FeeSchedule, Round, RoundSeat, RulePack, Seat, Table, TableEvent
from tables.refusals import TableMovedOn
from tables.services import commands, door, opening, slips
from tables.snapshot import TableSnapshot, load_events, table_snapshot
from tests.races.crowd import at_once, failures
from tests.tables.room import FEES, LIMITS, LOOKS, staff

pytestmark = pytest.mark.django_db(transaction=True)
LAPS = int(os.environ.get("FLOOR_LAPS", "1"))
STEPS = 60
ANTES = (500, 700, 1_000, 2_000, 30_000)
# Refusals of the books that only a fault of the floor can lead to.
FAULTS: set[StrEnum] = {
    BooksRefusal.REQUEST_REUSED,
    BooksRefusal.ROUND_SHORT,
    BooksRefusal.ROUND_NOT_EMPTY,
    BooksRefusal.ROUND_CLOSED,
    BooksRefusal.ROUND_MISSING,
    BooksRefusal.NOT_BALANCED,
    BooksRefusal.BOX_TAKEN,
    BooksRefusal.BOX_HANGS,
    BooksRefusal.RETURNS_DO_NOT_MATCH,
}
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@dataclass
class Hall:
    """Tables that share their staff, and more patrons than any of them knows."""

    sources: tuple[str, ...] = ("electronic", "hand")
    people: int = 9
    seats: int = 6
    came_in: Counter[int] = field(default_factory=Counter)
    went_out: Counter[int] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[StrEnum] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.lock = threading.Lock()
        self.floor, self.dealer = staff(Role.FLOOR), staff(Role.DEALER)
        self.table_dealers: dict[int, Staff] = {}
        self.cashiers = [staff(Role.CASHIER) for _ in range(2)]
        self.pack = RulePack.objects.create(
            name="California", rules={"base": "california", "options": {}}, effective_from=now()
        )
        self.fees = FeeSchedule.objects.create(name="Flat", lines=FEES, effective_from=now())
        numbers = range(1, len(self.sources) + 1)
        cage.set_up_room(
            vault_cash=100_000_000,
            chip_cover=100_000_000,
            chips_issued=200_000_000,
            windows=(1, 2),
            trays={str(number): 100_000 for number in numbers},
            actor=None,
        )
        for window, cashier in enumerate(self.cashiers, 1):
            cage.open_window(window=window, imprest=10_000_000, actor=cashier)
        self.patrons = [
            Patron.objects.create(name=f"Player {n}").pk for n in range(1, self.people + 1)
        ]
        self.tables = []
        for number, source in zip(numbers, self.sources, strict=True):
            table = Table.objects.create(number=number, seat_count=self.seats, chips=[100])
            self.tables.append(table.pk)
            self.open(table.pk, source)
        for who in self.patrons:
            self.buy_in(1, self.cashiers[0], who, 60_000)

    def open(self, table_id: int, source: str) -> None:
        opening.open_table(
            table_id,
            actor=self.floor,
            pack_id=self.pack.pk,
            fee_schedule_id=self.fees.pk,
            limits=LIMITS,
            source=source,
            count=self.count(table_id),
            looks=LOOKS[source],
        )

    def close(self, table_id: int) -> None:
        opening.close_table(table_id, actor=self.floor, count=self.count(table_id))

    def count(self, table_id: int) -> slips.Count:
        """Every table has a dealer of its own; the room's dealer gives the commands."""
        dealer = self.table_dealers.setdefault(table_id, staff(Role.DEALER))
        return tray_count(Table.objects.get(pk=table_id), dealer)

    def buy_in(self, window: int, cashier: Staff, who: int, cents: int) -> None:
        cage.buy_in(
            window=window, patron_id=who, cents=cents, request_id=str(uuid4()), actor=cashier
        )
        with self.lock:
            self.came_in[who] += cents

    def cash_out(self, window: int, cashier: Staff, who: int, cents: int) -> None:
        cage.cash_out(
            window=window, patron_id=who, cents=cents, request_id=str(uuid4()), actor=cashier
        )
        with self.lock:
            self.went_out[who] += cents

    def give(self, actor: Staff, table_id: int, version: int, command: commands.Command) -> None:
        """One command, twice: the repeat must change nothing."""
        request_id = uuid4()
        for _ in range(2):
            door.perform(actor, table_id, command, expected_version=version, request_id=request_id)
        with self.lock:
            self.done[commands.NAMES[type(command)]] += 1

    def attempt(self, step: Callable[[], object]) -> bool:
        """A refusal is an answer, anything else is a fault. Tells whether somebody was faster."""
        try:
            step()
        except Refused as refusal:
            with self.lock:
                self.refused[refusal.code] += 1
            return isinstance(refusal, TableMovedOn)
        return False


# -- What people do --------------------------------------------------------------------------------


def next_command(rng: random.Random, seen: TableSnapshot, patrons: list[int]) -> commands.Command:
    """Mostly what comes next at this table, sometimes anything at all."""
    if rng.random() < 0.07:
        return odd_command(rng, patrons)
    free = [seat.seat for seat in seen.seats if seat.patron_id is None]
    if len(free) > 3 or (free and rng.random() < 0.05):
        return commands.SeatPlayer(rng.choice(free), rng.choice(patrons))
    if seen.state is None or seen.state.phase in (Phase.SETTLED, Phase.VOID):
        if seen.verdict.next_offer is not None:
            answer: Any = rng.choice(("accepted", "accepted", "declined", "absent", "cannot"))
            return commands.OfferBank(seen.verdict.next_offer, answer)
        return commands.SeatPlayer(rng.randint(1, 6), rng.choice(patrons))
    return in_round(rng, seen.state)


def in_round(rng: random.Random, state: RoundState) -> commands.Command:
    match state.phase:
        case Phase.BETTING:
            if state.bank_wager is None:
                return actions.PostBankWager(rng.choice((5_000, 7_500, 20_000)))
            if len(state.hands) >= 2 or rng.random() < 0.3:
                return actions.CallNoMoreBets()
            if rng.random() < 0.3:
                return commands.RepeatBets()
            kind = rng.choice((WagerKind.ANTE, WagerKind.ANTE, WagerKind.BONUS))
            return actions.PlaceWager(rng.randint(1, 6), kind, rng.choice(ANTES))
        case Phase.DEAL:
            if state.setup.source.value == "electronic":
                return commands.Deal()
            return actions.ShowUpCard(rng.choice(CARDS))
        case Phase.DECISIONS:
            if rng.random() < 0.3:
                return commands.DecideRest()
            choice: Any = rng.choice(("play", "play", "fold"))
            return commands.Decide(state.turn_seat or 1, choice)
        case Phase.REVEAL:
            return reveal(rng, state)
        case _:
            return actions.Close()


def reveal(rng: random.Random, state: RoundState) -> commands.Command:
    if state.setup.source.value == "electronic":
        return actions.Reveal()
    if state.bank_cards is None:
        others = tuple(rng.sample([card for card in CARDS if card != state.face_up], 2))
        return actions.EnterBankHand((state.face_up or "2c", *others))
    missing = [hand.seat for hand in state.hands if hand.cards is None]
    cards = rng.sample(CARDS, 3)
    return actions.EnterHand(rng.choice(missing or [1]), (cards[0], cards[1], cards[2]))


def odd_command(rng: random.Random, patrons: list[int]) -> commands.Command:
    seat = rng.randint(1, 6)
    odd: list[commands.Command] = [
        commands.LeaveSeat(seat),
        commands.LeaveSeat(seat),
        commands.PassBank(),
        commands.OfferBank(seat, "accepted"),
        commands.SeatPlayer(seat, rng.choice(patrons)),
        commands.DecideRest(),
        commands.Deal(),
        actions.PostBankWager(rng.choice((1, 5_000, 900_000))),
        actions.PlaceWager(seat, WagerKind.ANTE, rng.choice((0, 500, 30_000))),
        actions.PlaceWager(seat, WagerKind.BONUS, rng.choice((0, 100, 10_000))),
        actions.CallNoMoreBets(),
        actions.ShowUpCard(rng.choice(CARDS)),
        actions.SetButton(seat, "the button was moved"),
        actions.Void("something was wrong"),
        actions.Close(),
        actions.Reveal(),
    ]
    return rng.choice(odd)


# -- The walk --------------------------------------------------------------------------------------


def dealing(hall: Hall, seed: int, table_ids: list[int]) -> Callable[[], None]:
    """A dealer and a floor in one: sees a table, and gives a command against what was seen."""

    def run() -> None:
        rng = random.Random(seed)
        steps = 0
        while steps < STEPS:
            table_id = rng.choice(table_ids)
            seen = table_snapshot(table_id)
            command = next_command(rng, seen, hall.patrons)
            actor = hall.floor if type(command) in commands.FLOOR_ONLY else hall.dealer
            moved_on = hall.attempt(lambda: hall.give(actor, table_id, seen.stamp.version, command))  # noqa: B023
            steps += not moved_on

    return run


def at_the_window(hall: Hall, seed: int, window: int) -> Callable[[], None]:
    def run() -> None:
        rng, cashier = random.Random(seed), hall.cashiers[window - 1]
        for _ in range(STEPS // 3):
            who = rng.choice(hall.patrons)
            if rng.random() < 0.5:
                hall.attempt(
                    lambda: hall.buy_in(window, cashier, who, rng.choice((500, 5_000, 20_000)))  # noqa: B023
                )
                continue
            # Never more than is his and not in play: what lies on the layout may be cashed.
            if has := books.funds([who])[who].balance_cents:
                cents = rng.choice((has, 1 + has // 9, 1 + has // 5))
                hall.attempt(lambda: hall.cash_out(window, cashier, who, cents))  # noqa: B023

    return run


def closing(hall: Hall, seed: int) -> Callable[[], None]:
    """Somebody who closes tables now and then, and opens them again."""

    def run() -> None:
        rng = random.Random(seed)
        for _ in range(STEPS // 20):
            time.sleep(1)
            n = rng.randrange(len(hall.tables))
            hall.attempt(lambda: hall.close(hall.tables[n]))  # noqa: B023
            hall.attempt(lambda: hall.open(hall.tables[n], hall.sources[n]))  # noqa: B023

    return run


def until_all_have_ended(steps: list[Callable[[], None]], beside: list[Callable[[], None]]) -> None:
    """Run everything at once; who works beside is called again until the steps have ended."""
    left = len(steps)
    counting, ended = threading.Lock(), threading.Event()

    def counted(step: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            nonlocal left
            try:
                step()
            finally:
                with counting:
                    left -= 1
                    if not left:
                        ended.set()

        return run

    def again(step: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            while not ended.wait(0.05):
                step()

        return run

    faults = failures(at_once(*map(counted, steps), *map(again, beside)))
    assert not faults, faults


def worker() -> None:
    settlement.post_pending()


def look_at_the_books() -> None:
    """At any moment, in one snapshot: the books balance and nobody is below zero."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        assert books.trial_balance().balanced
        assert books.chips_identity().holds
        assert not Account.objects.filter(non_negative=True, balance__lt=0).exists()
        assert not PotBalance.objects.filter(closed_at__isnull=False).exclude(balance=0).exists()
        in_play = Account.objects.filter(code__startswith="chips:play:")
        held = PotBalance.objects.aggregate(all=Sum("balance", default=0))["all"]
        assert in_play.aggregate(all=Sum("balance", default=0))["all"] == held
        # A round whose bets were taken is open, ordered or ended, never two of these.
        ended = Outbox.objects.values("round_ref").annotate(times=Count("id")).filter(times__gt=1)
        assert not ended.exists()


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_happens_at_once_the_money_adds_up(seed: int) -> None:
    hall = Hall()
    for lap in range(seed, seed + 1_000 * LAPS, 1_000):
        until_all_have_ended(
            [
                *[dealing(hall, 100 * lap + n, hall.tables) for n in range(3)],
                *[at_the_window(hall, 200 * lap + window, window) for window in (1, 2)],
                closing(hall, 300 * lap),
            ],
            [worker, worker, look_at_the_books],
        )
    finish(hall)
    check_every_round(hall)
    check_every_cent(hall)
    assert list(verify()) == []


def finish(hall: Hall) -> None:
    """End what is in play, post what is owed, send everybody home."""
    rng = random.Random(0)
    for table_id in hall.tables:
        while (seen := table_snapshot(table_id)).state is not None:
            if seen.state.phase in (Phase.SETTLED, Phase.VOID, Phase.BETTING):
                break
            command = in_round(rng, seen.state)
            if seen.state.phase is Phase.DECISIONS:
                assert seen.state.turn_seat is not None
                command = commands.Decide(seen.state.turn_seat, "fold")
            hall.attempt(lambda: hall.give(hall.floor, table_id, seen.stamp.version, command))  # noqa: B023
        if Table.objects.get(pk=table_id).status == Table.Status.OPEN:
            hall.close(table_id)
    Outbox.objects.filter(done_at__isnull=True).update(available_at=now())
    settlement.post_pending()
    assert not Outbox.objects.filter(done_at__isnull=True).exists()
    assert not Seat.objects.exists()
    assert not hall.refused.keys() & FAULTS, hall.refused


def check_every_round(hall: Hall) -> None:
    """Each round ended once, in the log, in the books and in the order between them."""
    assert not Round.objects.filter(status="open").exists()
    for row in Round.objects.select_related("table"):
        state = replay(load_events(row))
        assert state.phase.value == row.status
        entries = Counter(Entry.objects.filter(round_ref=row.ref).values_list("kind", flat=True))
        staked = RoundSeat.objects.filter(round=row)
        assert entries["take_bets"] == staked.exists()
        assert entries["settlement"] == (row.status == "settled")
        assert entries["void"] == (row.status == "void" and staked.exists())
        assert books.pot(row.ref).cents == 0
        if row.status == "settled":
            assert sum(seat.net or 0 for seat in staked) == 0
    for table_id in hall.tables:
        versions = TableEvent.objects.filter(table=table_id).values_list("version", flat=True)
        assert list(versions) == list(range(1, Table.objects.get(pk=table_id).version + 1))


def check_every_cent(hall: Hall) -> None:
    """What came in is what people have, what they took out, and what lies in the boxes."""
    balances = dict(Account.objects.values_list("code", "balance"))
    fees = sum(cents for code, cents in balances.items() if code.startswith("collections:"))
    stacks = sum(funds.balance_cents for funds in books.funds(hall.patrons).values())
    at_large = balances.get("chips:large", 0)
    assert stacks + fees + at_large + hall.went_out.total() == hall.came_in.total()
    assert not any(cents for code, cents in balances.items() if code.startswith("chips:play:"))
    for who in hall.patrons:
        nets = RoundSeat.objects.filter(patron=who, round__status="settled")
        won = nets.aggregate(all=Sum("net", default=0))["all"]
        paid = fees_of(who)
        assert books.funds([who])[who].balance_cents == (
            hall.came_in[who] - hall.went_out[who] + from_large(who) + won - paid
        ), who


def from_large(who: int) -> int:
    """Chips that he cashed and that no account followed: bets took the others meanwhile."""
    taken = Posting.objects.filter(entry__patron_id=who, account__code="chips:large")
    return int(taken.aggregate(all=Sum("cents", default=0))["all"])


def fees_of(who: int) -> int:
    """What this player paid in fees in settled rounds, read from the rounds' own events."""
    paid = 0
    for seat in RoundSeat.objects.filter(patron=who, round__status="settled"):
        for fee in replay(load_events(seat.round)).fees:
            paid += fee.cents if fee.seat == seat.seat else 0
    return paid
