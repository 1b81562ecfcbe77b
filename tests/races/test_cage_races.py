"""The cage at the same moment: slips without a gap, a fill sent once, a box counted once."""

from uuid import uuid4

import pytest

from cardroom.clock import now
from cardroom.people.roles import Role
from ledger import place_selectors, selectors
from ledger.books import chart
from ledger.books.tally import Tally
from ledger.models import BoxCount, Slip
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import boxes, cage, drawer, play, transfers, vault
from ledger.services.settlement import post_pending
from ledger.services.verification import verify
from tests.ledger.room import CageRoom, staff
from tests.ledger.test_transfers import FILL, FIVE_HUNDRED, Crew
from tests.races.crowd import at_once, failures

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 6


def test_slips_that_are_asked_for_at_once_have_no_gap(real_room: CageRoom) -> None:
    crew = Crew(real_room)
    assert failures(at_once(*[crew.ask] * THREADS)) == []
    assert sorted(Slip.objects.values_list("number", flat=True)) == list(range(1, THREADS + 1))


def test_one_request_that_comes_at_once_is_one_slip(real_room: CageRoom) -> None:
    crew = Crew(real_room)
    asked = at_once(*[lambda: crew.ask(FILL, FIVE_HUNDRED, "same")] * THREADS)
    assert failures(asked) == []
    assert Slip.objects.count() == 1


def test_a_fill_that_two_send_leaves_the_cage_once(real_room: CageRoom) -> None:
    crew = Crew(real_room)
    fill = crew.approved()
    results = at_once(
        *[
            lambda actor=actor: transfers.send_fill(
                transfer_id=fill.pk, chips=FIVE_HUNDRED, runner=crew.runner, actor=actor
            )
            for actor in (real_room.cashier, crew.boss)
        ]
    )
    (refused,) = failures(results)
    assert isinstance(refused, BooksError) and refused.code is BooksRefusal.TRANSFER_STAGE
    assert place_selectors.holding(chart.on_the_way(crew.runner.pk)).cents == 50_000
    assert list(verify()) == []


def test_a_box_that_many_sign_at_once_is_booked_once(real_room: CageRoom) -> None:
    who = real_room.player()
    real_room.bets("4-1", {who: 1_000}, {who: 21_400})
    box = real_room.box.pk
    cage.take_box(box, None)
    counters = [staff(Role.CASHIER) for _ in range(THREADS)]
    boxes.write_sheet(box_id=box, chips=Tally(loose=21_200), cash=Tally(), actor=counters[0])
    results = at_once(*[lambda c=c: boxes.sign_sheet(box_id=box, actor=c) for c in counters])
    assert len(failures(results)) == THREADS - 2
    assert BoxCount.objects.get().booked
    assert real_room.balance("revenue:collections") == 21_400
    assert list(verify()) == []


def test_a_fee_given_back_beside_the_count_of_its_box_is_booked_once(
    real_room: CageRoom,
) -> None:
    who, box = real_room.player(2_000), real_room.box.pk
    real_room.bets("4-1", {who: 1_000}, {who: 300})
    cage.take_box(box, None)
    one, two = staff(Role.CASHIER), staff(Role.CAGE_SUPERVISOR)
    boxes.write_sheet(box_id=box, chips=Tally(loose=300), cash=Tally(), actor=one)
    boxes.sign_sheet(box_id=box, actor=one)
    play.order_void(
        table="4",
        round_ref="4-1",
        revision=1,
        returns={who: 1_000},
        fees_back={who: 300},
        box_id=box,
        at=now(),
        actor=None,
    )
    results = at_once(
        post_pending,
        lambda: boxes.sign_sheet(box_id=box, actor=two),
        lambda: cage.cash_out(
            window=2, patron_id=who, cents=100, request_id="o", actor=real_room.cashier
        ),
    )
    assert failures(results) == []
    # Whoever came first: the fee is back, and no revenue is left of it.
    while post_pending().posted:
        continue
    assert real_room.chips_of(who) == 1_900
    assert real_room.balance("revenue:collections") == 0
    assert selectors.chips_identity().holds
    assert list(verify()) == []


def test_many_who_move_the_same_chips_lose_none(real_room: CageRoom) -> None:
    vault.add_chips(chips=Tally({500: 1_000}), request_id="n", actor=staff(Role.MANAGER))
    boss = staff(Role.CAGE_SUPERVISOR)

    def there_and_back() -> None:
        for service in (drawer.supply, drawer.give_back):
            service(
                window=2,
                cash_cents=100,
                chips=Tally({500: 7}),
                request_id=str(uuid4()),
                actor=real_room.cashier,
                signed_by=boss,
            )

    assert failures(at_once(*[there_and_back] * THREADS)) == []
    assert place_selectors.holding("vault").count(500) == 1_000
    assert place_selectors.holding("window:2").count(500) == 0
    assert list(verify()) == []
