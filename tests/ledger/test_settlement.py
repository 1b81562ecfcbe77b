"""The outbox: posted once, whoever tries, and a bad order stands aside."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from celery import current_app
from django.db import transaction
from django.db.models.functions import Now
from kombu.exceptions import OperationalError

from cardroom.audit.models import AuditRecord
from cardroom.clock import now
from cardroom.people.roles import Role
from ledger import selectors, tasks
from ledger.models import Entry, Outbox
from ledger.refusals import BooksError, BooksRefusal
from ledger.selectors import Funds
from ledger.services import settlement
from ledger.services.settlement import PARK_AFTER, Progress, post_pending, post_pending_for
from tests.ledger.room import CageRoom, check_now, staff

Capture = Callable[..., Any]


def poison(room: CageRoom, round_ref: str, who: int, cents: int = 1) -> Outbox:
    """An order that cannot be posted: its round does not hold what it gives."""
    moment = now()
    return Outbox.objects.create(
        kind="settlement",
        key=f"settle:{round_ref}:1",
        table="4",
        round_ref=round_ref,
        payload={"credits": {str(who): cents}, "fees_back": {}, "box": None},
        at=moment,
        day=moment.date(),
        shift="day",
        available_at=Now(),
    )


def due_again() -> None:
    """As if the time had passed that a claim lasts."""
    Outbox.objects.filter(done_at__isnull=True).update(available_at=now())


def won(room: CageRoom, round_ref: str, who: int, cents: int = 1_000) -> None:
    room.bets(round_ref, {who: cents})
    room.settle(round_ref, {who: cents})


def test_pending_orders_are_posted_once(room: CageRoom) -> None:
    who = room.player()
    won(room, "4-1", who)
    assert post_pending() == Progress(posted=1)
    assert post_pending() == Progress()
    assert room.chips_of(who) == room.chips
    assert Entry.objects.filter(kind="settlement").count() == 1


def test_many_orders_go_in_one_batch_oldest_first(room: CageRoom) -> None:
    one, two = room.player(), room.player()
    room.bets("4-1", {one: 100, two: 100})
    room.bets("4-2", {one: 100, two: 100})
    room.settle("4-1", {one: 200})
    room.settle("4-2", {two: 200})
    assert post_pending() == Progress(posted=2)
    check_now()
    entries = Entry.objects.filter(kind="settlement").order_by("id")
    assert [entry.round_ref for entry in entries] == ["4-1", "4-2"]
    assert len({entry.posted_at for entry in entries}) == 1


def test_the_batch_is_limited(room: CageRoom) -> None:
    who = room.player()
    for n in range(3):
        room.bets(f"4-{n}", {who: 100})
    for n in range(3):
        room.settle(f"4-{n}", {who: 100})
    assert post_pending(limit=2) == Progress(posted=2)
    assert post_pending(limit=2) == Progress(posted=1)


def test_the_entry_carries_the_facts_time_and_actor(room: CageRoom) -> None:
    who, dealer = room.player(), staff(Role.DEALER)
    room.bets("4-1", {who: 100})
    settlement.order_settlement(
        table="4",
        round_ref="4-1",
        revision=1,
        returns={who: 100},
        at=room.box.hung_at,
        actor=dealer,
    )
    post_pending()
    entry = Entry.objects.get(kind="settlement")
    assert (entry.at, entry.actor, entry.request_id) == (
        room.box.hung_at,
        dealer,
        "settle:4-1:1",
    )
    assert entry.posted_at > entry.at


def test_a_poisoned_order_is_parked_after_five_tries_and_stops_nobody(
    room: CageRoom, caplog: pytest.LogCaptureFixture
) -> None:
    who = room.player()
    room.bets("4-0", {who: 100})
    room.bets("4-1", {who: 100})
    bad = poison(room, "4-0", who)
    room.settle("4-1", {who: 100})
    with caplog.at_level(logging.ERROR):
        assert post_pending() == Progress(posted=1, failed=1)
        for _ in range(PARK_AFTER - 1):
            due_again()
            post_pending()
    bad.refresh_from_db()
    assert (bad.attempts, bad.parked_at is None) == (PARK_AFTER, False)
    assert "round_not_empty" in bad.last_error or "BooksError" in bad.last_error
    assert "Settlement settle:4-0:1 is parked" in caplog.text
    assert list(selectors.parked_settlements()) == [bad]
    assert selectors.settlement_lag().parked == 1
    due_again()
    assert post_pending() == Progress()


def test_an_order_with_a_broken_payload_is_parked_too(room: CageRoom) -> None:
    who = room.player()
    bad = poison(room, "4-0", who)
    broken = Outbox.objects.create(
        **{
            field.name: getattr(bad, field.name)
            for field in Outbox._meta.fields
            if field.name not in ("id", "key", "payload", "available_at")
        },
        key="settle:broken:1",
        payload={"credits": {"seventeen": "much"}, "fees_back": {}, "box": None},
        available_at=Now(),
    )
    for _ in range(PARK_AFTER):
        due_again()
        post_pending()
    broken.refresh_from_db()
    assert broken.parked_at is not None


def test_a_claim_keeps_others_away_for_a_while(room: CageRoom) -> None:
    who = room.player()
    won(room, "4-1", who)
    claimed = settlement._claim(10)
    assert [attempts for _pk, attempts in claimed] == [1]
    assert settlement._claim(10) == []


def test_an_order_that_a_killed_worker_had_begun_goes_alone_and_at_last_is_parked(
    room: CageRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = room.player()
    won(room, "4-1", who)
    for _ in range(PARK_AFTER):
        settlement._claim(10)  # And the worker is gone before it did anything.
        due_again()
    tried: list[object] = []
    monkeypatch.setattr(settlement, "_post_rows", lambda *args, **_: tried.append(args))
    assert post_pending() == Progress()
    assert tried == []
    order = Outbox.objects.get()
    assert order.parked_at is not None
    assert order.last_error == "No try came to an end"


def test_inline_posting_that_fails_rolls_back_alone_and_the_step_goes_on(room: CageRoom) -> None:
    who = room.player(500)
    room.bets("4-0", {who: 100})
    bad = poison(room, "4-0", who)
    with transaction.atomic():
        room.bets("4-1", {who: 400})
    bad.refresh_from_db()
    assert (bad.attempts, bad.done_at) == (1, None)
    assert bad.last_error
    assert room.chips_of(who) == 0
    assert not Entry.objects.filter(request_id=bad.key).exists()


def test_inline_posting_of_some_goes_on_past_a_bad_one(room: CageRoom) -> None:
    who = room.player(500)
    room.bets("4-0", {who: 100})
    poison(room, "4-0", who)
    room.bets("4-1", {who: 100})
    room.settle("4-1", {who: 100})
    assert post_pending_for([who]) == Progress(posted=1, failed=1)
    assert selectors.pot("4-1").closed


def test_what_is_parked_is_shown_as_held_and_cannot_be_bet(room: CageRoom) -> None:
    who = room.player(1_000)
    room.bets("4-1", {who: 1_000})
    room.settle("4-1", {who: 1_000})
    Outbox.objects.update(parked_at=now())
    assert selectors.funds([who])[who] == Funds(0, 0, held_cents=1_000)
    with pytest.raises(BooksError) as refused:
        room.bets("4-2", {who: 1})
    assert refused.value.code is BooksRefusal.SHORT_OF_CHIPS
    assert selectors.pending_rounds("4") == ["4-1"]


def test_a_parked_order_is_tried_again_when_somebody_says_so(room: CageRoom) -> None:
    who, boss = room.player(), staff(Role.CAGE_SUPERVISOR)
    won(room, "4-1", who)
    Outbox.objects.update(parked_at=now(), attempts=5)
    order = Outbox.objects.get()
    settlement.try_again(order.pk, boss)
    assert post_pending() == Progress(posted=1)
    assert AuditRecord.objects.filter(actor=boss, action="settlement_tried_again").exists()
    with pytest.raises(BooksError) as refused:
        settlement.try_again(order.pk, boss)
    assert refused.value.code is BooksRefusal.NOT_PARKED


def test_the_lag_tells_how_long_the_oldest_waits(room: CageRoom) -> None:
    assert selectors.settlement_lag() == selectors.SettlementLag(0, 0, 0)
    won(room, "4-1", room.player())
    lag = selectors.settlement_lag()
    assert lag.waiting == 1
    assert 0 <= lag.oldest_seconds < 30


def test_the_task_goes_on_until_nothing_is_due(
    room: CageRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = room.player()
    for n in range(3):
        room.bets(f"4-{n}", {who: 100})
    for n in range(3):
        room.settle(f"4-{n}", {who: 100})
    monkeypatch.setattr(settlement, "BATCH", 2)
    monkeypatch.setattr(settlement.post_pending, "__defaults__", (2,))
    tasks.post_pending_settlements()
    assert selectors.settlement_lag().waiting == 0


def test_the_bell_is_rung_at_the_commit_and_not_before(
    room: CageRoom,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Capture,
) -> None:
    rung: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **_: rung.append(name))
    with django_capture_on_commit_callbacks(execute=True):
        won(room, "4-1", room.player())
        assert rung == []
    with settlement.ringing:  # it is rung beside the caller
        pass
    assert rung == ["ledger.post_pending_settlements"]


@pytest.mark.parametrize("error", [OperationalError("down"), ConnectionRefusedError("down")])
def test_a_bell_that_is_lost_fails_nobody(
    room: CageRoom,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Capture,
    error: Exception,
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(current_app, "send_task", broken)
    with django_capture_on_commit_callbacks(execute=True):
        won(room, "4-1", room.player())
    with settlement.ringing:  # it is rung beside the caller
        pass
    assert "bell" in caplog.text
    # The sweep, a second later, finds what the lost bell left.
    tasks.post_pending_settlements()
    assert selectors.settlement_lag().waiting == 0


def test_the_sweep_is_in_the_beat_schedule() -> None:
    swept = [entry["task"] for entry in current_app.conf.beat_schedule.values()]
    assert tasks.post_pending_settlements.name in swept
