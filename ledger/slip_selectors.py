"""Slips and statements as they are printed: facts, counts, who signed. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings

from cardroom.clock import now
from cardroom.money import format_cents, over_short
from cardroom.people.models import Staff
from cardroom.texts import Sentence, say
from ledger import box_selectors
from ledger.books.tally import Tally
from ledger.models import Box, BoxCount, Posting, Slip, Transfer, WindowShift


@dataclass(frozen=True, slots=True)
class Part:
    """A table of a slip."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """What stands on a slip or statement."""

    title: str
    facts: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...] = ()
    signatures: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = field(default=())


def paper(slip_id: int) -> Paper | None:
    """The slip of a fill, a credit, a box count or a window; None if there is none."""
    slip = Slip.objects.select_related("series").filter(pk=slip_id).first()
    if slip is None:
        return None
    transfer = Transfer.objects.filter(slip=slip).first()
    if transfer is not None:
        return _of_transfer(transfer, slip)
    sheet = BoxCount.objects.select_related("box").filter(slip=slip).first()
    if sheet is not None:
        return _of_box(sheet, slip)
    time = WindowShift.objects.select_related("window", "cashier").filter(slip=slip).first()
    return window_paper(time, slip.number) if time is not None else None


def when(moment: datetime | None) -> str:
    """A moment by the room's clock, as slips write it."""
    if moment is None:
        return ""
    zone = ZoneInfo(settings.ROOM_CALENDAR.time_zone)
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")


def who(staff: Staff | None) -> str:
    return staff.display_name if staff is not None else ""


def _counts(title: str, kept: dict[str, int]) -> Part:
    tally = Tally.from_json(kept)
    rows = [
        (format_cents(each), f"{count:,}", format_cents(each * count))
        for each, count in tally.pieces.items()
    ]
    if tally.loose:
        rows.append((say("Not sorted"), "", format_cents(tally.loose)))
    rows.append((say("Total"), "", format_cents(tally.cents)))
    return Part(title, (say("Denomination"), say("Pieces"), say("Amount")), tuple(rows))


# -- Fills and credits -----------------------------------------------------------------------------


def _when(of: Box | WindowShift | Slip) -> Sentence:
    """A gaming day and its shift."""
    return say("{day}, {shift}", day=of.day, shift=say(of.shift))


def _of_transfer(transfer: Transfer, slip: Slip) -> Paper:
    name = say(
        "{get_kind_display} slip {slip}",
        get_kind_display=transfer.get_kind_display(),
        slip=slip.number,
    )
    facts = [
        (say("Table"), transfer.table),
        (say("Gaming day and shift"), _when(slip)),
        (say("Stage"), transfer.get_status_display()),
        (say("Asked"), f"{who(transfer.requested_by)}, {when(transfer.requested_at)}"),
    ]
    for what, staff, moment in (
        (say("Approved"), transfer.approved_by, transfer.approved_at),
        (say("Approved too"), transfer.second_approved_by, transfer.second_approved_at),
        (say("Cancelled"), transfer.cancelled_by, transfer.cancelled_at),
        (say("Sent"), transfer.sent_by, transfer.sent_at),
        (say("Received"), transfer.received_by, transfer.received_at),
    ):
        if staff is not None:
            facts.append((what, f"{who(staff)}, {when(moment)}"))
    parts = [_counts(say("Asked for"), transfer.asked)]
    if transfer.sent is not None:
        parts.append(_counts(say("Sent"), transfer.sent))
    if transfer.received is not None:
        parts.append(_counts(say("Counted on receipt"), transfer.received))
    notes = []
    if transfer.note:
        notes.append(say("Discrepancy note: {note}", note=transfer.note))
    if transfer.cancel_reason:
        notes.append(say("Cancelled: {cancel_reason}", cancel_reason=transfer.cancel_reason))
    fill = transfer.kind == Transfer.Kind.FILL
    cage, floor = (
        (transfer.sent_by, transfer.received_by)
        if fill
        else (transfer.received_by, transfer.sent_by)
    )
    signatures = (
        (say("Cage"), who(cage)),
        (say("Runner"), who(transfer.runner)),
        (say("Dealer"), who(transfer.dealer)),
        (say("Floor"), who(floor)),
    )
    return Paper(name, tuple(facts), tuple(parts), signatures, tuple(notes))


# -- Boxes -----------------------------------------------------------------------------------------


def _of_box(sheet: BoxCount, slip: Slip) -> Paper:
    box = sheet.box
    rows = tuple(
        (
            f"{line.get_kind_display()}, "
            + (say("not sorted") if line.denomination == 1 else format_cents(line.denomination)),
            "" if line.denomination == 1 else f"{line.count:,}",
            format_cents(line.cents),
            say("struck by {who}, {when}", who=who(line.struck_by), when=when(line.struck_at))
            if line.struck_at
            else "",
        )
        for line in sheet.lines.select_related("struck_by").order_by("kind", "-denomination", "id")
    )
    totals = (
        (
            say("Chips"),
            *_amounts(sheet.chips_recorded, sheet.chips_found),
            over_short(sheet.chips_over),
        ),
        (
            say("Cash"),
            *_amounts(sheet.cash_recorded, sheet.cash_found),
            over_short(sheet.cash_over),
        ),
    )
    return Paper(
        say("Count sheet {slip}", slip=slip.number),
        (
            (say("Box"), str(box.pk)),
            (say("Table"), box.table),
            (say("Gaming day and shift of the box"), _when(box)),
            (
                say("Hung and taken"),
                say("{when} to {when2}", when=when(box.hung_at), when2=when(box.taken_at)),
            ),
            (say("Counted"), when(sheet.second_signed_at)),
            (say("Collections"), format_cents(sheet.fees_recorded or 0)),
        ),
        (
            Part(
                say("Lines"),
                (say("What"), say("Pieces"), say("Amount"), say("Struck through")),
                rows,
            ),
            Part(
                say("Against the books"),
                (say("What"), say("Recorded"), say("Found"), say("Over or short")),
                totals,
            ),
        ),
        (
            (say("First counter"), who(sheet.first_signer)),
            (say("Second counter"), who(sheet.second_signer)),
        ),
        tuple(look_words(sheet)),
    )


def look_words(sheet: BoxCount) -> list[str]:
    """That a signer of the sheet has seen the books while the box was not counted."""
    return [
        f"{who(look.actor)} opened the books at {when(look.at)}, before the count."
        for look in box_selectors.looks(sheet)
    ]


def _amounts(*cents: int | None) -> tuple[str, ...]:
    return tuple(format_cents(each or 0) for each in cents)


# -- Windows ---------------------------------------------------------------------------------------


def closed_window(time_id: int) -> WindowShift | None:
    """One cashier's time at a window, once it is closed."""
    found = WindowShift.objects.select_related("window", "cashier", "signed_by", "slip")
    return found.filter(pk=time_id, closed_at__isnull=False).first()


def window_paper(time: WindowShift, number: int | None) -> Paper:
    """The statement of a closed window: imprest, what went through it, count, over and short."""
    counts = list(time.counts.order_by("nth"))
    parts = [
        Part(
            say("What went through"),
            (say("Kind"), say("Entries"), say("Cash in"), say("Cash out")),
            _flows(time),
        )
    ]
    if counts:
        parts.append(_counts(say("Cash counted"), counts[-1].cash))
        parts.append(_counts(say("Chips counted"), counts[-1].chips))
    cash, chips = time.cash_over or 0, time.chips_over or 0
    difference = (
        (
            say("Cash"),
            *_amounts((time.counted_cash or 0) - cash, time.counted_cash),
            over_short(cash),
        ),
        (
            say("Chips"),
            *_amounts((time.counted_chips or 0) - chips, time.counted_chips),
            over_short(chips),
        ),
    )
    parts.append(
        Part(
            say("Against the books"),
            (say("What"), say("Expected"), say("Counted"), say("Over or short")),
            difference,
        )
    )
    notes = [say("Reason of the difference: {reason}", reason=time.reason)] if time.reason else []
    notes += [
        say(
            "Count {nth} struck through: {cash} cash, {chips} chips.",
            nth=count.nth,
            cash=format_cents(count.cash_cents),
            chips=format_cents(count.chips_cents),
        )
        for count in counts[:-1]
    ]
    return Paper(
        say("Window close {number}", number=number) if number else say("Window close"),
        (
            (say("Window"), str(time.window.number)),
            (say("Gaming day and shift"), _when(time)),
            (say("Cashier"), who(time.cashier)),
            (
                say("Open"),
                say("{when} to {when2}", when=when(time.opened_at), when2=when(time.closed_at)),
            ),
            (say("Imprest, cash"), format_cents(time.imprest_cash)),
            (say("Imprest, chips"), format_cents(time.imprest_chips)),
            (say("As of"), when(time.closed_at or now())),
        ),
        tuple(parts),
        ((say("Cashier"), who(time.cashier)), (say("Signed by"), who(time.signed_by))),
        tuple(notes),
    )


def _flows(time: WindowShift) -> tuple[tuple[str, ...], ...]:
    """Entries on the window's cash in its time, by kind."""
    found: dict[str, list[int]] = {}
    for entry, cents in _cash_of(time):
        line = found.setdefault(entry, [0, 0, 0])
        line[0] += 1
        line[1 if cents > 0 else 2] += abs(cents)
    return tuple(
        (say(kind.replace("_", " ")), str(n), format_cents(came), format_cents(went))
        for kind, (n, came, went) in sorted(found.items())
    )


def _cash_of(time: WindowShift) -> Sequence[tuple[str, int]]:
    found = Posting.objects.filter(
        account__code=f"cash:window:{time.window.number}", posted_at__gte=time.opened_at
    )
    if time.closed_at is not None:
        found = found.filter(posted_at__lte=time.closed_at)
    return list(found.order_by("sequence").values_list("entry__kind", "cents"))
