"""A settlement is posted exactly once: whoever tries, at the same moment, or dies half-way."""

import threading
from collections.abc import Callable

import pytest

from cardroom.clock import now
from ledger import selectors
from ledger.models import Entry, Outbox
from ledger.services import cage, play, posting, settlement
from ledger.services.settlement import post_pending, post_pending_for
from ledger.services.verification import verify
from tests.ledger.room import CageRoom
from tests.races.crowd import at_once, failures, python

pytestmark = pytest.mark.django_db(transaction=True)


def due_again() -> None:
    Outbox.objects.filter(done_at__isnull=True).update(available_at=now())


def orders(room: CageRoom, people: list[int], count: int) -> None:
    """Rounds that are ended and not posted; everybody gets back what he staked."""
    for n in range(count):
        room.bets(f"4-{n}", dict.fromkeys(people, 100))
    for n in range(count):
        room.settle(f"4-{n}", dict.fromkeys(people, 100))


def test_workers_at_the_same_moment_post_each_order_once(real_room: CageRoom) -> None:
    people = [real_room.player(10_000) for _ in range(3)]
    orders(real_room, people, 40)

    def worker() -> int:
        posted = 0
        for _ in range(30):
            posted += post_pending(limit=5).posted
        return posted

    results = at_once(*[worker] * 5)
    assert failures(results) == []
    assert sum(result for result in results if isinstance(result, int)) == 40
    assert selectors.settlement_lag().waiting == 0
    assert Entry.objects.filter(kind="settlement").count() == 40
    assert [real_room.chips_of(who) for who in people] == [10_000] * 3
    assert list(verify()) == []


def test_whoever_needs_the_money_and_the_worker_do_not_pay_twice_or_lock_each_other_up(
    real_room: CageRoom,
) -> None:
    people = [real_room.player(1_000) for _ in range(4)]
    boxes = {t: cage.hang_box(table=t, actor=None) for t in ("5", "6")}
    stop = threading.Event()

    def table(name: str, order: list[int]) -> Callable[[], None]:
        def run() -> None:
            for n in range(15):
                play.take_bets(
                    table=name,
                    round_ref=f"{name}-{n}",
                    box_id=boxes[name].pk,
                    stakes=dict.fromkeys(order, 500),
                    fees={},
                    request_id=f"bets:{name}-{n}",
                    actor=None,
                )
                real_room.settle(f"{name}-{n}", dict.fromkeys(order, 500), table=name)
            stop.set()

        return run

    def worker() -> None:
        while not stop.wait(0.01):
            post_pending()

    # Both tables hold the same people, named in opposite order, and bet all that they have.
    results = at_once(table("5", people), table("6", people[::-1]), worker, worker)
    assert failures(results) == []
    due_again()
    post_pending()
    assert [real_room.chips_of(who) for who in people] == [1_000] * 4
    assert Entry.objects.filter(kind="settlement").count() == 30
    assert list(verify()) == []


@pytest.mark.parametrize("looks_again", [True, False])
def test_an_order_that_appears_while_locks_are_taken_is_posted_too(
    real_room: CageRoom, monkeypatch: pytest.MonkeyPatch, looks_again: bool
) -> None:
    who = real_room.player(1_000)
    real_room.bets("4-1", {who: 500})
    real_room.bets("4-2", {who: 500})
    real_room.settle("4-1", {who: 500})
    lock, post_found = posting.lock_accounts, settlement._post_found
    appeared: list[object] = []

    def lock_while_one_appears(codes: set[str]) -> dict[str, int]:
        if not appeared:
            appeared.append(True)
            assert failures(at_once(lambda: real_room.settle("4-2", {who: 500}))) == []
        return lock(codes)

    monkeypatch.setattr(settlement, "lock_accounts", lock_while_one_appears)
    if not looks_again:
        monkeypatch.setattr(
            settlement,
            "_post_found",
            lambda found, codes: post_found(found, codes, look_again=False),
        )
    post_pending_for([who])
    assert selectors.pot("4-1").closed
    assert selectors.pot("4-2").closed is looks_again


def test_posting_for_somebody_waits_for_the_worker_that_has_his_order(
    real_room: CageRoom,
) -> None:
    who = real_room.player(1_000)
    orders(real_room, [who], 1)
    held, release = threading.Event(), threading.Event()
    post_entries = settlement._post_entries

    def hold(rows: list[Outbox]) -> None:
        post_entries(rows)
        held.set()
        assert release.wait(30)

    def worker() -> int:
        return post_pending().posted

    def needs_it() -> int:
        assert held.wait(30)
        threading.Timer(0.3, release.set).start()
        return post_pending_for([who]).posted

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settlement, "_post_entries", hold)
        results = at_once(worker, needs_it)
    assert results == [1, 0]
    assert real_room.chips_of(who) == 1_000


KILLED = """
import os, signal
from ledger.services import settlement

def die(*args, **kwargs):
    os.kill(os.getpid(), signal.SIGKILL)

"""
POINTS = {
    "after it claimed": "settlement._post_rows = die",
    "between the mark and the entry": "settlement._post_entries = die",
    "before the commit": (
        "post = settlement._post_entries\nsettlement._post_entries = lambda rows: die(post(rows))"
    ),
}


@pytest.mark.parametrize("point", POINTS.values(), ids=POINTS.keys())
def test_a_worker_killed_between_two_statements_leaves_nothing_and_another_posts_it(
    real_room: CageRoom, point: str
) -> None:
    who = real_room.player(1_000)
    orders(real_room, [who], 2)
    assert python(f"{KILLED}{point}\nsettlement.post_pending()") == -9
    assert not Entry.objects.filter(kind="settlement").exists()
    assert set(Outbox.objects.values_list("attempts", "done_at")) == {(1, None)}
    due_again()
    assert post_pending().posted == 2
    assert real_room.chips_of(who) == 1_000
    assert list(verify()) == []


def test_a_worker_killed_after_the_commit_has_posted_once_and_for_all(
    real_room: CageRoom,
) -> None:
    who = real_room.player(1_000)
    orders(real_room, [who], 1)
    assert python(f"{KILLED}settlement.post_pending()\ndie()") == -9
    due_again()
    assert post_pending().posted == 0
    assert Entry.objects.filter(kind="settlement").count() == 1
    assert real_room.chips_of(who) == 1_000
