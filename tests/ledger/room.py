"""A small room for the ledger's tests: a vault, window 2, a box at table 4, and players."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import uuid4

import psycopg
import pytest
from django.db import IntegrityError, connection, transaction

from cardroom.clock import now
from cardroom.people.models import Patron, Staff
from cardroom.people.roles import Role
from ledger import selectors
from ledger.books.tally import Tally
from ledger.models import Box, WindowShift
from ledger.services import cage, play, windows

WINDOW = 2
TABLE = "4"


def staff(role: Role) -> Staff:
    """Somebody of this role."""
    return Staff.objects.create(username=f"{role}-{uuid4().hex[:8]}", role=role)


def patron(name: str = "Lee Park", **more: str) -> int:
    """A patron's id."""
    return Patron.objects.create(name=name, **more).pk


@dataclass
class CageRoom:
    """The room is set up, window 2 is open, and a box hangs at table 4."""

    chips: int = 100_000
    cashier: Staff = field(init=False)
    box: Box = field(init=False)

    def __post_init__(self) -> None:
        self.cashier = staff(Role.CASHIER)
        cage.set_up_room(
            vault_cash=100_000_000,
            chip_cover=100_000_000,
            chips_issued=200_000_000,
            windows=[1, WINDOW],
            trays={TABLE: 100_000},
            actor=None,
        )
        cage.open_window(window=WINDOW, imprest=20_000_000, chips=50_000_000, actor=self.cashier)
        self.box = cage.hang_box(table=TABLE, actor=None)

    def player(self, chips: int | None = None, name: str = "Lee Park") -> int:
        """A patron who has bought in."""
        who = patron(name)
        self.buy_in(who, self.chips if chips is None else chips)
        return who

    def buy_in(self, who: int, cents: int) -> None:
        cage.buy_in(
            window=WINDOW,
            patron_id=who,
            cents=cents,
            request_id=str(uuid4()),
            actor=self.cashier,
        )

    def bets(
        self,
        round_ref: str,
        stakes: Mapping[int, int],
        fees: Mapping[int, int] | None = None,
        table: str = TABLE,
    ) -> None:
        play.take_bets(
            table=table,
            round_ref=round_ref,
            box_id=self.box.pk,
            stakes=stakes,
            fees=fees or {},
            request_id=f"bets:{round_ref}",
            actor=None,
        )

    def settle(
        self, round_ref: str, returns: Mapping[int, int], revision: int = 1, table: str = TABLE
    ) -> None:
        play.order_settlement(
            table=table,
            round_ref=round_ref,
            revision=revision,
            returns=returns,
            at=now(),
            actor=None,
        )

    def balance(self, code: str) -> int:
        account = selectors.account(code)
        return account.balance if account else 0

    def chips_of(self, who: int) -> int:
        return self.balance(f"chips:player:{who}")


def close_window(
    window: int,
    *,
    counted_cash: int,
    counted_chips: int,
    request_id: str,
    actor: Staff,
    signed_by: Staff,
) -> WindowShift:
    """Count a window, unless it is counted, and close it; the amounts are unsorted."""
    if WindowShift.objects.filter(cashier=actor, closed_at=None, counts=None).exists():
        windows.sign_count(
            window=window,
            cash=Tally(loose=counted_cash),
            chips=Tally(loose=counted_chips),
            request_id=f"count:{uuid4()}",
            actor=actor,
        )
    return windows.close_window(
        window=window,
        request_id=request_id,
        actor=actor,
        signed_by=signed_by,
        reason="miscounted",
    )


def check_now() -> None:
    """Let PostgreSQL check what it would check at the commit."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


@contextmanager
def refused_by(constraint: str) -> Iterator[None]:
    """What happens inside is refused by PostgreSQL, by the constraint of this name."""
    check_now()  # What came before is not what is refused.
    with pytest.raises(IntegrityError) as caught, transaction.atomic():  # noqa: PT012
        yield
        check_now()
    cause = caught.value.__cause__
    assert isinstance(cause, psycopg.Error)
    assert cause.diag.constraint_name == constraint, str(cause)
