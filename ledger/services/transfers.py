"""Fills and credits: asked for, approved, sent, received; each on a slip of its series.

A fill goes from the cage to a table's tray and is counted there by dealer and floor. A credit goes
the other way: dealer and floor count it out, the cage counts it in.
"""

from django.conf import settings
from django.db import transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.books import cage_flows, chart
from ledger.books.entry import Flow
from ledger.books.tally import Tally
from ledger.models import Transfer, WindowShift
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import slips
from ledger.services.cage import Chips, as_tally, check_tally, check_window
from ledger.services.posting import post
from ledger.services.signing import check_may, check_reason

Kind, Status = Transfer.Kind, Transfer.Status
FLOWS = {Kind.FILL: Flow.FILL, Kind.CREDIT: Flow.CREDIT}


def name_of(transfer: Transfer) -> str:
    """As it is called on screens: Fill 118."""
    return f"{transfer.get_kind_display()} {transfer.slip.number}"


@transaction.atomic
def ask(*, kind: str, table: str, chips: Chips, request_id: str, actor: Staff) -> Transfer:
    """Ask for a fill or a credit at a table. It gets its number here, cancelled or not.

    Raises BooksError: the actor works no table, nothing is asked for, the request was another one.
    """
    check_may(actor, Permission.DEAL)
    wanted = as_tally(chips)
    if not wanted.cents:
        raise BooksError(BooksRefusal.EMPTY_ENTRY, field="cents")
    # Under the lock of its series: the same request at once comes second.
    slip = slips.issue(Kind(kind).value, f"transfer:{request_id}")
    before = Transfer.objects.select_related("slip").filter(request_id=request_id).first()
    if before is not None:
        if (before.kind, before.table, before.asked) != (kind, table, wanted.to_json()):
            raise BooksError(BooksRefusal.REQUEST_REUSED, field="request_id")
        return before
    transfer = Transfer.objects.create(
        kind=kind,
        slip=slip,
        request_id=request_id,
        table=table,
        asked=wanted.to_json(),
        asked_cents=wanted.cents,
        needs_two=wanted.cents > settings.FILL_LIMIT,
        requested_by=actor,
        requested_at=now(),
    )
    record(actor, f"{kind}_asked", f"table:{table}", slip=slip.number, cents=wanted.cents)
    return transfer


@transaction.atomic
def approve(*, transfer_id: int, actor: Staff) -> Transfer:
    """Approve a fill or a credit; above the limit two people do.

    Raises BooksError: the actor may not, asked for it himself, approved it before, or it is past
    that.
    """
    check_may(actor, Permission.APPROVE_FILL)
    transfer = _locked(transfer_id, Status.REQUESTED)
    if transfer.requested_by_id == actor.pk:
        raise BooksError(BooksRefusal.OWN_REQUEST)
    if transfer.approved_by_id == actor.pk:
        raise BooksError(
            BooksRefusal.APPROVED_BEFORE,
            slip=name_of(transfer),
            limit_cents=settings.FILL_LIMIT,
        )
    if transfer.approved_by_id is None:
        transfer.approved_by, transfer.approved_at = actor, now()
    else:
        transfer.second_approved_by, transfer.second_approved_at = actor, now()
    if not transfer.needs_two or transfer.second_approved_by_id is not None:
        transfer.status = Status.APPROVED
    transfer.save()
    _record(transfer, "approved", actor)
    return transfer


@transaction.atomic
def cancel(*, transfer_id: int, reason: str, actor: Staff) -> Transfer:
    """Cancel a fill or a credit that was not sent. Its number stays, marked cancelled.

    Raises BooksError: it was sent, no reason, or the actor neither asked nor may approve nor works
    the cage.
    """
    transfer = _locked(transfer_id, Status.REQUESTED, Status.APPROVED)
    allowed = (Permission.APPROVE_FILL, Permission.WORK_CAGE)
    if transfer.requested_by_id != actor.pk and not any(map(actor.may, allowed)):
        raise BooksError(BooksRefusal.NOT_ALLOWED)
    transfer.cancel_reason = check_reason(reason)
    transfer.cancelled_by, transfer.cancelled_at = actor, now()
    transfer.status = Status.CANCELLED
    transfer.save()
    _record(transfer, "cancelled", actor, reason=transfer.cancel_reason)
    return transfer


# -- Fills -----------------------------------------------------------------------------------------


@transaction.atomic
def send_fill(*, transfer_id: int, chips: Tally, runner: Staff, actor: Staff) -> Transfer:
    """Send an approved fill with a runner, out of the actor's window, or out of the vault.

    What is sent is what was approved, in denominations of the cage's choice. Raises BooksError: it
    is not approved, the amount differs, the runner may not carry, the place lacks the chips.
    """
    check_may(actor, Permission.WORK_CAGE)
    transfer = _locked(transfer_id, Status.APPROVED, kind=Kind.FILL)
    check_tally(transfer.asked_cents, chips)
    _check_runner(runner, actor)
    transfer.cage_place = _cage_place(actor)
    _send(transfer, transfer.cage_place, chips, runner, actor)
    return transfer


@transaction.atomic
def receive_fill(
    *, transfer_id: int, chips: Chips, note: str, dealer: Staff, actor: Staff
) -> Transfer:
    """A fill at the table, counted by dealer and floor. Into the tray goes what was found.

    What is missing is a variance, and in use somewhere, once the discrepancy note is signed: both
    sign it with this. Raises BooksError: it is not on its way, a difference without a note, the
    floor may not or the dealer is no dealer.
    """
    check_may(actor, Permission.RUN_TABLE)
    transfer = _locked(transfer_id, Status.SENT, kind=Kind.FILL)
    _check_dealer(dealer, actor)
    transfer.dealer = dealer
    _receive(transfer, chart.tray(transfer.table), as_tally(chips), note, actor)
    return transfer


# -- Credits ---------------------------------------------------------------------------------------


@transaction.atomic
def send_credit(
    *, transfer_id: int, chips: Chips, runner: Staff, dealer: Staff, actor: Staff
) -> Transfer:
    """Chips out of the tray with a runner, counted out by dealer and floor.

    Raises BooksError as ``send_fill`` and ``receive_fill`` do.
    """
    check_may(actor, Permission.RUN_TABLE)
    transfer = _locked(transfer_id, Status.APPROVED, kind=Kind.CREDIT)
    tally = check_tally(transfer.asked_cents, as_tally(chips))
    _check_dealer(dealer, actor)
    _check_runner(runner, actor, dealer)
    transfer.dealer = dealer
    _send(transfer, chart.tray(transfer.table), tally, runner, actor)
    return transfer


@transaction.atomic
def receive_credit(*, transfer_id: int, chips: Tally, note: str, actor: Staff) -> Transfer:
    """A credit at the cage, counted into the actor's window or the vault. Raises BooksError."""
    check_may(actor, Permission.WORK_CAGE)
    transfer = _locked(transfer_id, Status.SENT, kind=Kind.CREDIT)
    if transfer.runner_id == actor.pk:
        raise BooksError(BooksRefusal.RUNNER_WRONG, field="runner")
    transfer.cage_place = _cage_place(actor)
    _receive(transfer, transfer.cage_place, chips, note, actor)
    return transfer


# -- Both ------------------------------------------------------------------------------------------


def _locked(
    transfer_id: int, *stages: Transfer.Status, kind: Transfer.Kind | None = None
) -> Transfer:
    transfer = (
        Transfer.objects.select_for_update(of=("self",), no_key=True)
        .select_related("slip")
        .filter(pk=transfer_id)
        .first()
    )
    if transfer is None or kind not in (None, transfer.kind):
        raise BooksError(BooksRefusal.NO_SUCH_TRANSFER)
    if transfer.status not in stages:
        raise BooksError(
            BooksRefusal.TRANSFER_STAGE,
            slip=name_of(transfer),
            status=transfer.get_status_display(),
        )
    return transfer


def _cage_place(actor: Staff) -> str:
    """The window that the actor works, or the vault for who signs at the cage without one."""
    time = WindowShift.objects.filter(cashier=actor, closed_at__isnull=True).first()
    if time is not None:
        return chart.window_chips(check_window(time.window.number, actor).window.number)
    if not actor.may(Permission.SIGN_CAGE):
        raise BooksError(BooksRefusal.NO_WINDOW)
    return chart.CHIP_VAULT


def _check_runner(runner: Staff, *others: Staff) -> None:
    if runner in others or not runner.may(Permission.RUN_CHIPS):
        raise BooksError(BooksRefusal.RUNNER_WRONG, field="runner")


def _check_dealer(dealer: Staff, floor: Staff) -> None:
    if dealer == floor or not dealer.may(Permission.DEAL):
        raise BooksError(BooksRefusal.DEALER_SIGNS, field="signer")


def _send(transfer: Transfer, source: str, chips: Tally, runner: Staff, actor: Staff) -> None:
    entry = cage_flows.carried(
        FLOWS[Kind(transfer.kind)],
        source,
        chart.on_the_way(runner.pk),
        chips,
        memo=f"{name_of(transfer)} for table {transfer.table} is on its way",
    )
    posted = post(entry, request_id=f"transfer:{transfer.pk}:sent", actor=actor)
    transfer.sent, transfer.sent_cents = chips.to_json(), chips.cents
    transfer.sent_by, transfer.sent_at, transfer.sent_entry_id = actor, now(), posted.id
    transfer.runner, transfer.status = runner, Status.SENT
    transfer.save()
    _record(transfer, "sent", actor, runner=runner.pk, source=source)


def _receive(transfer: Transfer, target: str, chips: Tally, note: str, actor: Staff) -> None:
    assert transfer.sent is not None and transfer.runner_id is not None
    sent = Tally.from_json(transfer.sent)
    if chips.cents != sent.cents:
        if not note.strip():
            raise BooksError(
                BooksRefusal.NOTE_MISSING,
                field="note",
                found_cents=chips.cents,
                sent_cents=sent.cents,
            )
        note = check_reason(note, "note")
    entry = cage_flows.received(
        FLOWS[Kind(transfer.kind)],
        chart.on_the_way(transfer.runner_id),
        target,
        sent=sent,
        found=chips,
        memo=f"{name_of(transfer)} for table {transfer.table} is received",
        note=note.strip(),
    )
    posted = post(entry, request_id=f"transfer:{transfer.pk}:received", actor=actor)
    transfer.received, transfer.received_cents = chips.to_json(), chips.cents
    transfer.received_by, transfer.received_at = actor, now()
    transfer.received_entry_id, transfer.note = posted.id, note.strip()[:200]
    transfer.status = Status.RECEIVED
    transfer.save()
    _record(transfer, "received", actor, cents=chips.cents, note=transfer.note)


def _record(transfer: Transfer, action: str, actor: Staff, **more: object) -> None:
    record(
        actor,
        f"{transfer.kind}_{action}",
        f"table:{transfer.table}",
        slip=transfer.slip.number,
        **more,
    )
