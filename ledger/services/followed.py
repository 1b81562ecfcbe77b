"""What is followed for a person at the moment he is served."""

from collections.abc import Collection
from uuid import uuid4

from cardroom.people.models import Patron, Staff
from ledger.books import chart, person_flows
from ledger.services.posting import lock_accounts, post
from ledger.services.settlement import post_pending_for


def lock_followed(patron_id: int, codes: Collection[str], actor: Staff) -> int:
    """The chips of a person in cents, pending ones posted; his account and ``codes`` are locked.

    A merge is refused to somebody with chips, but what he had in play may come back to his old
    number after it: those chips are brought to his account first.
    """
    merged = list(Patron.objects.filter(merged_into_id=patron_id).values_list("pk", flat=True))
    own = chart.player(patron_id)
    wanted = {own, *codes, *map(chart.player, merged)}
    post_pending_for([patron_id, *merged], also_lock=wanted)
    has = lock_accounts(wanted)
    followed = has.get(own, 0)
    for number in merged:
        if cents := has.get(chart.player(number), 0):
            entry = person_flows.merged_chips(number, patron_id, cents)
            post(entry, request_id=f"merged:{number}:{uuid4()}", actor=actor)
            followed += cents
    return followed
