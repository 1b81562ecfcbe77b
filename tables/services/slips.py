"""Opener and closer slips: the tray counted and signed by two, the decks looked at.

Iowa, Table Opening: dealer and floor supervisor check the bankroll and sign the slip; two decks
with different backs where a shuffler is used, one where cards are shuffled by hand; a deck that is
damaged or improper is replaced whole, its defect noted, and returned.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from django.db import transaction

from cardroom.money import format_cents
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.services import slips as ledger_slips
from ledger.services import table_chips
from tables.models import DeckCheck, Table, TableSlip
from tables.refusals import TableError, TableRefusal
from tables.services.desk import Desk

MOST_CHIPS = 100_000


@dataclass(frozen=True, slots=True)
class Count:
    """The tray as two people counted it: ``{chip in cents: how many}``. The caller of the
    service is the floor; ``dealer`` is the second person, whose signature has been checked."""

    chips: Mapping[int, int]
    dealer: Staff
    reason: str = ""

    @property
    def total(self) -> int:
        return sum(chip * number for chip, number in self.chips.items())


@dataclass(frozen=True, slots=True)
class DeckLook:
    """What was found when one deck was spread face up in two rows and its backs were looked at."""

    back: str
    all_present: bool = True
    backs_unmarked: bool = True
    undamaged: bool = True
    jokers_out: bool = True
    defect: str = ""

    @property
    def good(self) -> bool:
        return self.all_present and self.backs_unmarked and self.undamaged and self.jokers_out


def sign(desk: Desk, kind: TableSlip.Kind, count: Count) -> TableSlip:
    """Write the slip; the books' tray becomes what was counted, a difference is a variance.

    Raises ``SECOND_PERSON_SIGNS``, ``COUNT_WRONG``, ``VARIANCE_NEEDS_REASON``.
    """
    table, floor = desk.table, desk.actor
    if floor is None or count.dealer.pk == floor.pk or not count.dealer.may(Permission.DEAL):
        raise TableError(TableRefusal.SECOND_PERSON_SIGNS, field="signer")
    for chip, number in count.chips.items():
        if chip not in table.chips or not 0 <= number <= MOST_CHIPS:
            raise TableError(TableRefusal.COUNT_WRONG, field=f"chips_{chip}")
    expected = table_chips.count_tray(
        table=str(table.number),
        counted=count.chips,
        reason=count.reason,
        request_id=f"tray:{table.number}:{table.version}",
        actor=floor,
        at=desk.at,
    )
    if count.total != expected and not count.reason.strip():
        raise TableError(
            TableRefusal.VARIANCE_NEEDS_REASON,
            field="reason",
            counted=format_cents(count.total),
            expected=format_cents(expected),
        )
    return TableSlip.objects.create(
        table=table,
        kind=kind,
        counts={str(chip): number for chip, number in sorted(count.chips.items())},
        total=count.total,
        expected=expected,
        reason=count.reason,
        box_id=table.box_id,
        floor=floor,
        dealer=count.dealer,
        at=desk.at,
    )


def decks_needed(table: Table) -> int:
    """How many decks are looked at: none where the deck is electronic, two with a shuffler."""
    if table.source == Table.Source.ELECTRONIC:
        return 0
    return 2 if table.shuffler else table.decks


def check_decks(table: Table, slip: TableSlip, looks: Sequence[DeckLook]) -> None:
    """Keep what was found; as many good decks as the table needs, or it does not open.

    Raises ``DECK_MISSING``, ``DECK_DEFECTIVE`` (a defect without a note), ``DECK_BACKS_SAME``.
    """
    good = [look.back.strip().lower() for look in looks if look.good]
    needed = decks_needed(table)
    if any(not look.good and not look.defect.strip() for look in looks):
        raise TableError(TableRefusal.DECK_DEFECTIVE, field="decks")
    if len(good) != needed:
        decks = f"{needed} deck" + ("s" if needed != 1 else "")
        raise TableError(TableRefusal.DECK_MISSING, field="decks", needed=decks, passed=len(good))
    if table.shuffler and needed and len(set(good)) < needed:
        raise TableError(TableRefusal.DECK_BACKS_SAME, field="decks")
    DeckCheck.objects.bulk_create(DeckCheck(slip=slip, **asdict(look)) for look in looks)


@transaction.atomic
def note_print(slip: TableSlip, *, actor: Staff) -> int:
    """Count one printing. Returns which copy it is: 0 for the first, which is the slip itself.

    The ledger counts it, as it does those of the cage's slips, and lets no printing be taken back.
    """
    numbered = ledger_slips.issue("table", f"table-slip:{slip.pk}")
    return ledger_slips.note_print(numbered.pk, actor=actor).nth - 1
