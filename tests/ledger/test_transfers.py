"""Fills and credits: asked for, approved, sent, received, on numbered slips."""

from typing import Any
from uuid import uuid4

import pytest

from cardroom.people.models import Staff
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger import place_selectors, selectors
from ledger.books import chart
from ledger.books.tally import Tally
from ledger.models import Slip, Transfer
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import runners, transfers
from ledger.services.verification import verify
from tests.ledger.raw import sql
from tests.ledger.room import CageRoom, check_now, patron, refused_by, staff

FILL, CREDIT = Transfer.Kind.FILL, Transfer.Kind.CREDIT
FIVE_HUNDRED = Tally({2_500: 20})


class Crew:
    """Everybody who has a hand in a fill."""

    def __init__(self, room: CageRoom) -> None:
        self.room = room
        self.dealer, self.floor = staff(Role.DEALER), staff(Role.FLOOR)
        self.runner, self.boss = staff(Role.FLOOR), staff(Role.CAGE_SUPERVISOR)

    def ask(
        self, kind: Transfer.Kind = FILL, chips: Tally = FIVE_HUNDRED, request: str = ""
    ) -> Transfer:
        return transfers.ask(
            kind=kind,
            table="4",
            chips=chips,
            request_id=request or str(uuid4()),
            actor=self.dealer,
        )

    def approved(self, kind: Transfer.Kind = FILL) -> Transfer:
        return transfers.approve(transfer_id=self.ask(kind).pk, actor=self.floor)

    def sent(self, actor: Staff | None = None) -> Transfer:
        return transfers.send_fill(
            transfer_id=self.approved().pk,
            chips=FIVE_HUNDRED,
            runner=self.runner,
            actor=actor or self.room.cashier,
        )

    def receive(self, transfer: Transfer, chips: Tally, note: str = "") -> Transfer:
        return transfers.receive_fill(
            transfer_id=transfer.pk, chips=chips, note=note, dealer=self.dealer, actor=self.floor
        )


@pytest.fixture
def crew(room: CageRoom) -> Crew:
    return Crew(room)


def refusal(step: Any, *args: Any, **how: Any) -> BooksError:
    with pytest.raises(BooksError) as refused:
        step(*args, **how)
    return refused.value


def cents(place: str) -> int:
    return place_selectors.holding(place).cents


# -- A fill ----------------------------------------------------------------------------------------


def test_a_fill_goes_from_the_window_by_a_runner_into_the_tray(room: CageRoom, crew: Crew) -> None:
    window, tray = cents("window:2"), cents("tray:4")
    fill = crew.sent()
    check_now()
    assert (cents("window:2"), cents(chart.on_the_way(crew.runner.pk))) == (window - 50_000, 50_000)
    assert cents("tray:4") == tray
    fill = crew.receive(fill, FIVE_HUNDRED)
    check_now()
    assert (cents("tray:4"), cents(chart.on_the_way(crew.runner.pk))) == (tray + 50_000, 0)
    assert place_selectors.holding("tray:4").count(2_500) == 20
    assert (fill.status, fill.dealer, fill.cage_place) == ("received", crew.dealer, "window:2")
    # Inventory only: nothing came into use.
    assert selectors.at_large_cents() == 0
    assert list(verify()) == []


def test_chips_on_a_slip_are_neither_sold_nor_handed_in(room: CageRoom, crew: Crew) -> None:
    fill = crew.sent()
    sold = refusal(
        runners.sell,
        table="4",
        patron_id=patron(),
        chips=Tally({2_500: 1}),
        request_id="sale",
        actor=crew.runner,
    )
    assert sold.code is BooksRefusal.PLACE_SHORT
    handed = refusal(
        runners.hand_in,
        window=2,
        runner=crew.runner,
        cash=Tally(),
        chips=Tally(),
        request_id="hand",
        actor=room.cashier,
    )
    assert handed.code is BooksRefusal.NOTHING_CARRIED
    assert crew.receive(fill, FIVE_HUNDRED).status == "received"


def test_a_fill_20_short_after_the_note_is_signed(room: CageRoom, crew: Crew) -> None:
    fill, tray = crew.sent(), cents("tray:4")
    found = Tally({2_500: 19}, loose=500)
    refused = refusal(crew.receive, fill, found)
    assert (refused.code, refused.field) == (BooksRefusal.NOTE_MISSING, "note")
    assert refused.message == "$480 was counted and $500 was sent: write a discrepancy note."
    fill = crew.receive(fill, found, "one chip of 25 was a 5")
    check_now()
    assert room.balance("variance:fill") == 2_000
    assert selectors.at_large_cents() == 2_000
    assert (cents("tray:4"), cents(chart.on_the_way(crew.runner.pk))) == (tray + 48_000, 0)
    assert selectors.chips_identity().holds
    assert fill.note == "one chip of 25 was a 5"
    assert list(verify()) == []


def test_more_than_was_sent_was_in_use_in_the_books(room: CageRoom, crew: Crew) -> None:
    fill = crew.sent()
    crew.receive(fill, Tally({2_500: 21}), "one too many")
    check_now()
    assert (room.balance("variance:fill"), selectors.at_large_cents()) == (-2_500, -2_500)


def test_who_signs_without_a_window_sends_from_the_vault(room: CageRoom, crew: Crew) -> None:
    vault_cents = cents("vault")
    assert crew.sent(crew.boss).cage_place == "vault"
    assert cents("vault") == vault_cents - 50_000
    refused = refusal(crew.sent, staff(Role.CASHIER))
    assert refused.code is BooksRefusal.NO_WINDOW


def test_what_is_sent_is_what_was_approved(room: CageRoom, crew: Crew) -> None:
    fill = crew.approved()
    how = {"transfer_id": fill.pk, "actor": room.cashier}
    refused = refusal(transfers.send_fill, **how, chips=Tally({2_500: 19}), runner=crew.runner)
    assert (refused.code, refused.field) == (BooksRefusal.COUNT_DIFFERS, "chips")
    for runner in (room.cashier, crew.dealer):
        wrong = refusal(transfers.send_fill, **how, chips=FIVE_HUNDRED, runner=runner)
        assert (wrong.code, wrong.field) == (BooksRefusal.RUNNER_WRONG, "runner")
    # Denominations are the cage's choice.
    sent = transfers.send_fill(**how, chips=Tally({500: 100}), runner=crew.runner)  # type: ignore[arg-type]
    assert sent.sent == {"500": 100}


def test_a_place_that_lacks_the_chips_sends_nothing(room: CageRoom, crew: Crew) -> None:
    big = Tally(loose=60_000_000)
    fill = crew.ask(chips=big)
    for who in (crew.floor, crew.boss):
        transfers.approve(transfer_id=fill.pk, actor=who)
    refused = refusal(
        transfers.send_fill, transfer_id=fill.pk, chips=big, runner=crew.runner, actor=room.cashier
    )
    assert refused.code is BooksRefusal.PLACE_SHORT
    assert cents(chart.on_the_way(crew.runner.pk)) == 0


def test_dealer_and_floor_both_count_a_fill(room: CageRoom, crew: Crew) -> None:
    fill = crew.sent()
    for dealer, actor, code in (
        (crew.floor, crew.floor, BooksRefusal.DEALER_SIGNS),
        (room.cashier, crew.floor, BooksRefusal.DEALER_SIGNS),
        (crew.floor, crew.dealer, BooksRefusal.NOT_ALLOWED),
    ):
        refused = refusal(
            transfers.receive_fill,
            transfer_id=fill.pk,
            chips=FIVE_HUNDRED,
            note="",
            dealer=dealer,
            actor=actor,
        )
        assert refused.code is code
    with refused_by("ledger_transfer_received_when_sent"):
        sql("UPDATE ledger_transfer SET received_at = now(), dealer_id = NULL")


# -- A credit --------------------------------------------------------------------------------------


def test_a_credit_goes_the_other_way(room: CageRoom, crew: Crew) -> None:
    credit, window, tray = crew.approved(CREDIT), cents("window:2"), cents("tray:4")
    transfers.send_credit(
        transfer_id=credit.pk,
        chips=FIVE_HUNDRED,
        runner=crew.runner,
        dealer=crew.dealer,
        actor=crew.floor,
    )
    assert (cents("tray:4"), cents(chart.on_the_way(crew.runner.pk))) == (tray - 50_000, 50_000)
    how = {"transfer_id": credit.pk, "chips": FIVE_HUNDRED, "note": ""}
    assert refusal(transfers.receive_credit, **how, actor=crew.floor).code is (
        BooksRefusal.NOT_ALLOWED
    )
    transfers.receive_credit(**how, actor=room.cashier)  # type: ignore[arg-type]
    check_now()
    assert (cents("window:2"), cents(chart.on_the_way(crew.runner.pk))) == (window + 50_000, 0)
    assert list(verify()) == []


# -- Who may, and when -----------------------------------------------------------------------------


def test_somebody_else_approves_and_above_the_limit_two(
    room: CageRoom, crew: Crew, settings: Any
) -> None:
    settings.FILL_LIMIT = 40_000
    fill = transfers.ask(kind=FILL, table="4", chips=FIVE_HUNDRED, request_id="r", actor=crew.floor)
    assert refusal(transfers.approve, transfer_id=fill.pk, actor=crew.floor).code is (
        BooksRefusal.OWN_REQUEST
    )
    fill = transfers.approve(transfer_id=fill.pk, actor=crew.boss)
    assert fill.status == "requested"
    again = refusal(transfers.approve, transfer_id=fill.pk, actor=crew.boss)
    assert again.message == "You approved Fill 1 already: a second person approves above $400."
    with refused_by("ledger_transfer_sent_when_approved"):
        sql("UPDATE ledger_transfer SET sent_at = now(), sent_cents = 5")
    with refused_by("ledger_transfer_approved_by_another"):
        sql("UPDATE ledger_transfer SET approved_by_id = requested_by_id")
    with refused_by("ledger_transfer_second_is_another"):
        sql("UPDATE ledger_transfer SET second_approved_by_id = approved_by_id")
    fill = transfers.approve(transfer_id=fill.pk, actor=staff(Role.MANAGER))
    assert fill.status == "approved"


@pytest.mark.parametrize("role", Role)
def test_each_step_is_for_those_whom_the_matrix_allows(
    room: CageRoom, crew: Crew, role: Role
) -> None:
    actor, fill = staff(role), crew.ask()
    ask = {"kind": FILL, "table": "4", "chips": FIVE_HUNDRED, "request_id": "x"}
    for permission, step, how in (
        (Permission.DEAL, transfers.ask, ask),
        (Permission.APPROVE_FILL, transfers.approve, {"transfer_id": fill.pk}),
    ):
        if permission in ALLOWED[role]:
            step(**how, actor=actor)
        else:
            assert refusal(step, **how, actor=actor).code is BooksRefusal.NOT_ALLOWED


def test_a_fill_is_cancelled_before_it_is_sent_and_keeps_its_number(
    room: CageRoom, crew: Crew
) -> None:
    fill = crew.approved()
    assert refusal(transfers.cancel, transfer_id=fill.pk, reason="", actor=crew.floor).field == (
        "reason"
    )
    stranger = refusal(transfers.cancel, transfer_id=fill.pk, reason="x", actor=staff(Role.AUDITOR))
    assert stranger.code is BooksRefusal.NOT_ALLOWED
    fill = transfers.cancel(transfer_id=fill.pk, reason="the table closes", actor=crew.dealer)
    assert (fill.status, fill.slip.number) == ("cancelled", 1)
    late = refusal(transfers.approve, transfer_id=fill.pk, actor=crew.boss)
    assert late.message == "Fill 1 is cancelled: this can't be done to it now."
    sent = crew.sent()
    assert sent.slip.number == 2
    gone = refusal(transfers.cancel, transfer_id=sent.pk, reason="x", actor=crew.floor)
    assert gone.message == "Fill 2 is on its way: this can't be done to it now."
    with refused_by("ledger_transfer_not_cancelled_once_sent"):
        sql("UPDATE ledger_transfer SET cancelled_at = now() WHERE id = %s", sent.pk)
    with refused_by("ledger_transfer_final"):
        sql("UPDATE ledger_transfer SET cancel_reason = '' WHERE id = %s", fill.pk)
    with refused_by("ledger_transfer_stays"):
        sql("DELETE FROM ledger_transfer")


def test_a_difference_without_a_note_is_refused_by_the_database(room: CageRoom, crew: Crew) -> None:
    crew.sent()
    with refused_by("ledger_transfer_discrepancy_has_note"):
        sql("UPDATE ledger_transfer SET received_cents = 5")


def test_the_same_request_is_one_slip_however_often_it_is_sent(room: CageRoom, crew: Crew) -> None:
    first = crew.ask(request="same")
    assert crew.ask(request="same") == first
    other = refusal(crew.ask, FILL, Tally(loose=5), "same")
    assert other.code is BooksRefusal.REQUEST_REUSED
    assert Slip.objects.filter(series__name="fill").count() == 1
    assert refusal(crew.ask, FILL, Tally()).code is BooksRefusal.EMPTY_ENTRY


def test_fills_and_credits_count_apart(room: CageRoom, crew: Crew) -> None:
    numbers = [
        (each.kind, each.slip.number)
        for each in (crew.ask(), crew.ask(CREDIT), crew.ask(), crew.ask(CREDIT))
    ]
    assert numbers == [("fill", 1), ("credit", 1), ("fill", 2), ("credit", 2)]


def test_a_credit_is_no_fill(room: CageRoom, crew: Crew) -> None:
    credit = crew.approved(CREDIT)
    refused = refusal(
        transfers.send_fill,
        transfer_id=credit.pk,
        chips=FIVE_HUNDRED,
        runner=crew.runner,
        actor=room.cashier,
    )
    assert refused.code is BooksRefusal.NO_SUCH_TRANSFER
