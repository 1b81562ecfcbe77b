"""A random walk over what the cage does. At each commit the books balance, every chip is accounted
for, and no denomination has drifted from its lines.

A small model in plain Python walks beside the books: what each place holds, by denomination and in
face value.
"""

from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from uuid import uuid4

from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger import place_selectors, selectors
from ledger.books import chart
from ledger.books.tally import Tally, spread
from ledger.models import Transfer
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import boxes, cage, drawer, runners, table_chips, transfers, vault, windows
from ledger.services.settlement import post_pending
from ledger.services.verification import verify
from tests.ledger.room import CageRoom, check_now, patron, staff

CHIPS = (10_000, 2_500, 500)
SHORT = (BooksRefusal.PLACE_SHORT, BooksRefusal.DRAWER_SHORT, BooksRefusal.SHORT)
Step = tuple[str, int, int, bool]

NAMES = (
    "buy_in", "cash_out", "anonymous", "exchange", "fill", "receive", "credit", "supply",
    "give_back", "variance", "runner", "runner_sale", "hand_in", "fee", "swap_and_count",
    "count_tray", "close_window", "hand_over", "new_chips",
)  # fmt: skip
STEPS = st.tuples(st.sampled_from(NAMES), st.integers(1, 400), st.integers(0, 3), st.booleans())


@dataclass
class CageWalk:
    """The room, its people, and what every place should hold."""

    room: CageRoom
    who: int
    boss: Staff = field(default_factory=lambda: staff(Role.CAGE_SUPERVISOR))
    manager: Staff = field(default_factory=lambda: staff(Role.MANAGER))
    floor: Staff = field(default_factory=lambda: staff(Role.FLOOR))
    dealer: Staff = field(default_factory=lambda: staff(Role.DEALER))
    walker: Staff = field(default_factory=lambda: staff(Role.FLOOR))
    cents: Counter[str] = field(default_factory=Counter)
    pieces: Counter[tuple[str, int]] = field(default_factory=Counter)
    large: int = 0
    rounds: int = 0

    def __post_init__(self) -> None:
        for held in place_selectors.holdings():
            self.cents[held.place] = held.cents
            for chip, count in held.chips:
                self.pieces[held.place, chip] = count
        self.large = selectors.at_large_cents()
        self.cashier = self.room.cashier
        self.box = self.room.box

    @property
    def runner_place(self) -> str:
        return f"runner:{self.walker.pk}"

    @property
    def on_the_way(self) -> str:
        return chart.on_the_way(self.walker.pk)

    # -- The model ---------------------------------------------------------------------------------

    def put(self, place: str, chips: Tally, sign: int = 1) -> None:
        self.cents[place] += sign * chips.cents
        for chip, count in chips.pieces.items():
            self.pieces[place, chip] += sign * count

    def moved(self, source: str, target: str, chips: Tally) -> None:
        self.put(source, chips, -1)
        self.put(target, chips)

    def emptied(self, place: str) -> None:
        self.cents[place] = 0
        for chip in CHIPS:
            self.pieces[place, chip] = 0

    def tally(self, dollars: int, is_sorted: bool) -> Tally:
        return spread(dollars * 100, CHIPS) if is_sorted else Tally(loose=dollars * 100)

    def tried(self, step: Callable[[], object]) -> bool:
        """Whether a step went through; it may lack chips or cash, and nothing else."""
        try:
            with transaction.atomic():
                step()
        except BooksError as error:
            if error.code not in SHORT:
                raise
            return False
        return True

    # -- The steps ---------------------------------------------------------------------------------

    def buy_in(self, n: int, m: int, known: bool) -> None:
        self._serve(cage.buy_in, self.who, self.tally(n, known), -1)

    def anonymous(self, n: int, m: int, known: bool) -> None:
        chips = self.tally(n, known)
        if self._serve(cage.buy_in, None, chips, -1):
            self.large += chips.cents

    def cash_out(self, n: int, m: int, known: bool) -> None:
        chips, has = self.tally(n, known), self.room.chips_of(self.who)
        if self._serve(cage.cash_out, self.who, chips, 1):
            self.large -= max(chips.cents - has, 0)

    def _serve(
        self, service: Callable[..., object], who: int | None, chips: Tally, sign: int
    ) -> bool:
        done = self.tried(
            lambda: service(
                window=2,
                patron_id=who,
                cents=chips.cents,
                chips=chips,
                request_id=str(uuid4()),
                actor=self.cashier,
            )
        )
        if done:
            self.put("window:2", chips, sign)
        return done

    def exchange(self, n: int, m: int, known: bool) -> None:
        taken = Tally({500: 20 * n})
        given = Tally({10_000: n}) if known else Tally(loose=taken.cents)
        drawer.exchange(
            window=2, taken=taken, given=given, request_id=str(uuid4()), actor=self.cashier
        )
        self.put("window:2", taken)
        self.put("window:2", given, -1)

    def fill(self, n: int, m: int, known: bool) -> None:
        chips = self.tally(n, known)
        ask = transfers.ask(
            kind="fill", table="4", chips=chips, request_id=str(uuid4()), actor=self.dealer
        )
        transfers.approve(transfer_id=ask.pk, actor=self.floor)
        if self.tried(
            lambda: transfers.send_fill(
                transfer_id=ask.pk, chips=chips, runner=self.walker, actor=self.cashier
            )
        ):
            self.moved("window:2", self.on_the_way, chips)

    def receive(self, n: int, m: int, known: bool) -> None:
        sent = Transfer.objects.filter(status="sent", kind="fill").first()
        if sent is None or sent.sent is None:
            return
        gone, short = Tally.from_json(sent.sent), m * 500
        found = gone if not short else Tally(loose=max(gone.cents - short, 0))
        missing = gone.cents - found.cents
        transfers.receive_fill(
            transfer_id=sent.pk, chips=found, note="short", dealer=self.dealer, actor=self.floor
        )
        self.put(self.on_the_way, gone, -1)
        self.put("tray:4", found)
        self.large += missing

    def credit(self, n: int, m: int, known: bool) -> None:
        chips = self.tally(n, known)
        ask = transfers.ask(
            kind="credit", table="4", chips=chips, request_id=str(uuid4()), actor=self.floor
        )
        transfers.approve(transfer_id=ask.pk, actor=self.boss)
        transfers.send_credit(
            transfer_id=ask.pk,
            chips=chips,
            runner=self.walker,
            dealer=self.dealer,
            actor=self.floor,
        )
        transfers.receive_credit(transfer_id=ask.pk, chips=chips, note="", actor=self.cashier)
        self.moved("tray:4", "window:2", chips)

    def supply(self, n: int, m: int, known: bool) -> None:
        chips = self.tally(n, known)
        if self._with_vault(drawer.supply, n, chips):
            self.moved("vault", "window:2", chips)

    def give_back(self, n: int, m: int, known: bool) -> None:
        chips = self.tally(n, known)
        if self._with_vault(drawer.give_back, n, chips):
            self.moved("window:2", "vault", chips)

    def _with_vault(self, service: Callable[..., object], n: int, chips: Tally) -> bool:
        return self.tried(
            lambda: service(
                window=2,
                cash_cents=n,
                chips=chips,
                request_id=str(uuid4()),
                actor=self.cashier,
                signed_by=self.boss,
            )
        )

    def variance(self, n: int, m: int, known: bool) -> None:
        over = n if known else -n
        if self.tried(
            lambda: drawer.note_variance(
                window=2,
                cash_over=-over,
                chips_over=over,
                reason="miscount",
                request_id=str(uuid4()),
                actor=self.cashier,
                signed_by=self.boss,
            )
        ):
            self.cents["window:2"] += over
            self.large -= over

    def runner(self, n: int, m: int, known: bool) -> None:
        chips = self.tally(n, known)
        if self.tried(
            lambda: runners.issue(
                window=2,
                runner=self.walker,
                chips=chips,
                request_id=str(uuid4()),
                actor=self.cashier,
            )
        ):
            self.moved("window:2", self.runner_place, chips)

    def runner_sale(self, n: int, m: int, known: bool) -> None:
        chips = self.tally(n, known)
        if self.tried(
            lambda: runners.sell(
                table="4",
                patron_id=self.who,
                chips=chips,
                request_id=str(uuid4()),
                actor=self.walker,
            )
        ):
            self.put(self.runner_place, chips, -1)

    def hand_in(self, n: int, m: int, known: bool) -> None:
        cash = self.room.balance(f"cash:runner:{self.walker.pk}")
        found = Tally(loose=max(self.cents[self.runner_place] - 100 * m, 0))
        if not (cash or found.cents or self.cents[self.runner_place]):
            return
        runners.hand_in(
            window=2,
            runner=self.walker,
            cash=Tally(loose=cash),
            chips=found,
            request_id=str(uuid4()),
            actor=self.cashier,
            reason="counted",
        )
        self.large += self.cents[self.runner_place] - found.cents
        self.emptied(self.runner_place)
        self.put("window:2", found)

    def fee(self, n: int, m: int, known: bool) -> None:
        if self.room.chips_of(self.who) < 1_000 + n:
            return
        self.rounds += 1
        ref = f"4-{self.rounds}"
        self.room.box = self.box
        self.room.bets(ref, {self.who: 1_000}, {self.who: n})
        self.room.settle(ref, {self.who: 1_000})
        assert post_pending().failed == 0
        self.cents[f"box:{self.box.pk}"] += n

    def swap_and_count(self, n: int, m: int, known: bool) -> None:
        taken, place = self.box, f"box:{self.box.pk}"
        cage.take_box(taken.pk, None)
        self.box = cage.hang_box(table="4", actor=None)
        found = Tally(loose=max(self.cents[place] - m, 0))
        boxes.write_sheet(box_id=taken.pk, chips=Tally(loose=1), cash=Tally(), actor=self.cashier)
        boxes.write_sheet(box_id=taken.pk, chips=found, cash=Tally(loose=n), actor=self.cashier)
        for signer in (self.cashier, self.boss):
            sheet = boxes.sign_sheet(box_id=taken.pk, actor=signer)
        assert sheet.chips_over == found.cents - self.cents[place]
        self.large += self.cents[place] - found.cents
        del self.cents[place]
        self.put("vault", found)

    def count_tray(self, n: int, m: int, known: bool) -> None:
        found = Tally({500: n, 2_500: 40 + m})
        table_chips.count_tray(
            table="4",
            counted=found,
            reason="counted",
            request_id=str(uuid4()),
            actor=self.floor,
            at=self.box.hung_at,
        )
        self.large += self.cents["tray:4"] - found.cents
        self.emptied("tray:4")
        self.put("tray:4", found)

    def close_window(self, n: int, m: int, known: bool) -> None:
        found = self._count(m)
        windows.close_window(
            window=2,
            request_id=str(uuid4()),
            actor=self.cashier,
            signed_by=self.boss,
            reason="counted",
        )
        self.emptied("window:2")
        self.put("vault", found)
        issue = self.tally(20_000 + n, known)
        cage.open_window(window=2, imprest=2_000_000, chips=issue, actor=self.cashier)
        self.moved("vault", "window:2", issue)

    def hand_over(self, n: int, m: int, known: bool) -> None:
        found, taker = self._count(m), staff(Role.CASHIER)
        windows.hand_over(
            window=2,
            to=taker,
            request_id=str(uuid4()),
            actor=self.cashier,
            reason="counted",
            signed_by=self.boss,
        )
        self.emptied("window:2")
        self.put("window:2", found)
        self.cashier = self.room.cashier = taker

    def _count(self, m: int) -> Tally:
        """The window counted, ``m`` cents short in chips and over in cash."""
        held = max(self.cents["window:2"] - m, 0)
        found = Tally({10_000: held // 10_000}, loose=held % 10_000)
        windows.sign_count(
            window=2,
            cash=Tally(loose=self.room.balance("cash:window:2") + m),
            chips=found,
            request_id=str(uuid4()),
            actor=self.cashier,
        )
        self.large += self.cents["window:2"] - found.cents
        return found

    def new_chips(self, n: int, m: int, known: bool) -> None:
        chips = Tally({10_000: n, 500: m})
        if known:
            vault.add_chips(chips=chips, request_id=str(uuid4()), actor=self.manager)
        elif not self.tried(
            lambda: vault.withdraw_chips(
                chips=chips, reason="worn", request_id=str(uuid4()), actor=self.manager
            )
        ):
            return
        for place in ("vault", "issued"):
            self.put(place, chips, 1 if known else -1)

    # -- After each step ---------------------------------------------------------------------------

    def compare(self) -> None:
        check_now()
        assert selectors.trial_balance().balanced
        assert selectors.chips_identity().holds
        assert selectors.at_large_cents() == self.large
        found = {held.place: held for held in place_selectors.holdings()}
        for place, cents in self.cents.items():
            held = found.get(place, place_selectors.Holding(place, 0, ()))
            assert held.cents == cents, place
            assert cents >= 0 or place.startswith("tray:")
            for chip in CHIPS:
                assert held.count(chip) == self.pieces[place, chip], (place, chip)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=st.lists(STEPS, min_size=1, max_size=20))
def test_every_place_holds_what_was_moved_and_the_books_agree_at_each_commit(
    room: CageRoom, steps: list[Step]
) -> None:
    # Hypothesis comes again to the same room: what an example did is rolled back.
    with transaction.atomic():
        walk = CageWalk(copy(room), patron("Lee Park"))
        for name, n, m, known in steps:
            getattr(walk, name)(n, m, known)
            walk.compare()
        assert list(verify()) == []
        transaction.set_rollback(True)
