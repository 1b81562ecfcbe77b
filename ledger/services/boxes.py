"""The count of drop boxes: two people, blind until both have signed; then booked and locked.

What was written can be corrected until the second signature: the old line is struck through and
kept.
"""

from collections.abc import Mapping

from django.db import transaction

from cardroom.audit.log import record
from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger import box_selectors
from ledger.books import cage_flows, chart
from ledger.books.entry import Entry
from ledger.books.tally import Tally
from ledger.models import Account, Box, BoxCount, BoxCountLine, ChipPlace
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import slips
from ledger.services.posting import (
    lock_accounts,
    lock_places,
    open_accounts,
    open_places,
    post,
    stock_of,
)
from ledger.services.signing import check_may

Kind = BoxCountLine.Kind
# The denomination under which an amount that is not sorted stands on a sheet.
LOOSE = 1


@transaction.atomic
def note_look(actor: Staff) -> None:
    """Write down that a counter opens the books while boxes are not counted: once for each that is
    hung. It stands on the sheet that she signs."""
    boxes = box_selectors.to_note(actor)
    if boxes:
        record(actor, box_selectors.BOOKS_SEEN, f"staff:{actor.pk}", boxes=boxes)


@transaction.atomic
def write_sheet(*, box_id: int, chips: Tally, cash: Tally, actor: Staff) -> BoxCount:
    """What was found in a box, as it stands now. A line that changes is struck through and kept.

    A change after the first signature takes that signature away: it was for another sheet. Raises
    BooksError: the actor may not count, the box hangs yet or is counted.
    """
    check_may(actor, Permission.COUNT_BOX)
    sheet = _sheet(box_id, actor)
    wanted = {Kind.CHIPS: _lines(chips), Kind.CASH: _lines(cash)}
    standing = {
        (Kind(line.kind), line.denomination): line
        for line in sheet.lines.filter(struck_at__isnull=True)
    }
    changed = [
        (kind, denomination)
        for kind in Kind
        for denomination in {*wanted[kind], *(d for k, d in standing if k is kind)}
        if _count(standing.get((kind, denomination))) != wanted[kind].get(denomination, 0)
    ]
    if not changed:
        return sheet
    moment = now()
    struck = [standing[each].pk for each in changed if each in standing]
    BoxCountLine.objects.filter(pk__in=struck).update(struck_by=actor, struck_at=moment)
    BoxCountLine.objects.bulk_create(
        BoxCountLine(
            sheet=sheet,
            kind=kind,
            denomination=denomination,
            count=wanted[kind][denomination],
            by=actor,
            at=moment,
        )
        for kind, denomination in sorted(changed)
        if wanted[kind].get(denomination)
    )
    sheet.first_signer, sheet.first_signed_at = None, None
    sheet.save(update_fields=["first_signer", "first_signed_at"])
    record(
        actor,
        "box_sheet_written",
        f"box:{box_id}",
        chips=chips.cents,
        cash=cash.cents,
        struck=len(struck),
    )
    return sheet


def _lines(tally: Tally) -> dict[int, int]:
    lines = dict(tally.pieces)
    if tally.loose:
        lines[LOOSE] = lines.get(LOOSE, 0) + tally.loose
    return lines


def _count(line: BoxCountLine | None) -> int:
    return line.count if line is not None else 0


def _sheet(box_id: int, actor: Staff) -> BoxCount:
    """The sheet of a box, begun if need be, locked. Raises BooksError unless it can be counted."""
    box = _taken_box(box_id)
    BoxCount.objects.bulk_create(
        [BoxCount(box=box, begun_by=actor, begun_at=now())], ignore_conflicts=True
    )
    sheet = BoxCount.objects.select_for_update(of=("self",), no_key=True).get(box=box)
    if sheet.booked:
        raise BooksError(BooksRefusal.BOX_COUNTED, box=box_id)
    return sheet


def _taken_box(box_id: int) -> Box:
    box = Box.objects.select_for_update(of=("self",), no_key=True).filter(pk=box_id).first()
    if box is None:
        raise BooksError(BooksRefusal.NO_SUCH_BOX, box=box_id)
    if box.taken_at is None:
        raise BooksError(BooksRefusal.BOX_STILL_HANGS, box=box_id, table=box.table)
    return box


@transaction.atomic
def sign_sheet(*, box_id: int, actor: Staff) -> BoxCount:
    """Sign the sheet of a box. The second signature, of another person, books and locks it.

    Raises BooksError: the actor may not count or has signed, nothing is written, it is counted.
    """
    check_may(actor, Permission.COUNT_BOX)
    sheet = _sheet(box_id, actor)
    if not sheet.lines.exists():
        raise BooksError(BooksRefusal.SHEET_EMPTY, box=box_id)
    if sheet.first_signer_id is None:
        sheet.first_signer, sheet.first_signed_at = actor, now()
        sheet.save(update_fields=["first_signer", "first_signed_at"])
        record(actor, "box_sheet_signed", f"box:{box_id}")
        return sheet
    if sheet.first_signer_id == actor.pk:
        raise BooksError(BooksRefusal.SIGNED_BEFORE, field="signer")
    return _book(sheet, actor)


def _book(sheet: BoxCount, second: Staff) -> BoxCount:
    box_id = sheet.box_id
    fees, drawer, place = chart.box_fees(box_id), chart.box_cash(box_id), chart.box_chips(box_id)
    # All three exist from now on, so that all three can be locked.
    open_accounts([fees, drawer, chart.AT_LARGE, chart.COLLECTIONS])
    open_places([place, chart.CHIP_VAULT])
    others = (chart.VAULT, chart.COLLECTIONS, chart.AT_LARGE)
    variances = (chart.BOX_CASH_VARIANCE, chart.BOX_CHIP_VARIANCE)
    balances = lock_accounts({fees, drawer, *others, *variances})
    expected = lock_places({place, chart.CHIP_VAULT}).get(place, 0)
    chips, cash = standing(sheet, Kind.CHIPS), standing(sheet, Kind.CASH)
    recorded = {"fees": balances[fees], "cash": balances[drawer], "chips": expected}
    moment = now()
    entry = _entry(box_id, recorded, chips, cash, stock_of(place))
    if entry is not None:
        posted = post(entry, request_id=f"box-count:{box_id}", actor=second, at=moment)
        sheet.entry_id = posted.id
    Account.objects.filter(code__in=(fees, drawer)).update(locked_at=moment)
    ChipPlace.objects.filter(code=place).update(locked_at=moment)
    sheet.fees_recorded, sheet.chips_recorded = recorded["fees"], recorded["chips"]
    sheet.cash_recorded, sheet.cash_found = recorded["cash"], cash.cents
    sheet.chips_found = chips.cents
    sheet.second_signer, sheet.second_signed_at = second, moment
    sheet.slip = slips.issue("box", f"box-count:{box_id}")
    sheet.save()
    record(
        second,
        "box_counted",
        f"box:{box_id}",
        entry=sheet.entry_id,
        chips_over=sheet.chips_over,
        cash_over=sheet.cash_over,
        signed_with=sheet.first_signer_id,
    )
    return sheet


def _entry(
    box_id: int, recorded: Mapping[str, int], chips: Tally, cash: Tally, stock: dict[int, int]
) -> Entry | None:
    """The entry of a count; none for a box that was empty in the books and in fact."""
    if not any((*recorded.values(), chips.cents, cash.cents, *stock.values())):
        return None
    return cage_flows.box_counted(
        box_id,
        fees=recorded["fees"],
        chips_expected=recorded["chips"],
        chips=chips,
        cash_expected=recorded["cash"],
        cash_found=cash.cents,
        stock=stock,
    )


def standing(sheet: BoxCount, kind: BoxCountLine.Kind) -> Tally:
    """The lines of a sheet that are not struck through."""
    lines = sheet.lines.filter(kind=kind, struck_at__isnull=True)
    counts = dict(lines.values_list("denomination", "count"))
    loose = counts.pop(LOOSE, 0)
    return Tally(counts, loose)
