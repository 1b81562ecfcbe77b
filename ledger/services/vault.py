"""The vault's chips: new ones, chips withdrawn for good, and denominations set right."""

from django.db import transaction

from cardroom.audit.log import record
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.books import cage_flows, chart, flows
from ledger.books.entry import Entry
from ledger.books.tally import Tally
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.posting import PostedEntry, first_result, post
from ledger.services.signing import check_may, check_reason


@transaction.atomic
def add_chips(*, chips: Tally, request_id: str, actor: Staff) -> PostedEntry:
    """New chips into the vault, by denomination; a denomination is the room's from then on.

    Raises BooksError: the actor is no manager, or there are none.
    """
    entry = flows.new_chips(chips)
    return _post(entry, "chips_added", chips, request_id, actor)


@transaction.atomic
def withdraw_chips(*, chips: Tally, reason: str, request_id: str, actor: Staff) -> PostedEntry:
    """Chips out of the vault for good. Raises BooksError: no reason, the vault has less."""
    entry = cage_flows.withdrawn_chips(chips, check_reason(reason))
    return _post(entry, "chips_withdrawn", chips, request_id, actor)


def _post(entry: Entry, action: str, chips: Tally, request_id: str, actor: Staff) -> PostedEntry:
    check_may(actor, Permission.MANAGE_CHIPS)
    before = first_result(entry, request_id=request_id)
    if before is not None:
        return before
    posted = post(entry, request_id=request_id, actor=actor)
    record(actor, action, "vault", entry=posted.id, chips=str(chips))
    return posted


@transaction.atomic
def sort_vault(*, taken: Tally, given: Tally, request_id: str, actor: Staff) -> PostedEntry:
    """Chips of the vault that are sorted, or exchanged among denominations.

    ``taken`` is what lies there now and did not before, ``given`` what does not any more; what was
    unsorted is ``given`` loose. Raises BooksError: the two differ, the actor may not sign.
    """
    check_may(actor, Permission.SIGN_CAGE)
    if taken.cents != given.cents:
        raise BooksError(
            BooksRefusal.EXCHANGE_DIFFERS,
            field="given",
            taken_cents=taken.cents,
            given_cents=given.cents,
        )
    entry = cage_flows.exchange(chart.CHIP_VAULT, taken=taken, given=given)
    before = first_result(entry, request_id=request_id)
    if before is not None:
        return before
    posted = post(entry, request_id=request_id, actor=actor)
    record(actor, "vault_sorted", "vault", entry=posted.id, taken=str(taken), given=str(given))
    return posted
