"""Opener and closer slips as they are printed: the count, the decks, a line for each who signs."""

from django.conf import settings
from django.http import HttpResponse

from cardroom import pdf
from cardroom.money import format_cents, over_short
from cardroom.templatetags.room import room_time
from tables.models import DeckCheck, TableSlip


def counts_of(slip: TableSlip) -> list[tuple[int, int, int]]:
    """Chip in cents, how many, and their value in cents; the largest chip first."""
    counts = sorted(((int(chip), number) for chip, number in slip.counts.items()), reverse=True)
    return [(chip, number, chip * number) for chip, number in counts]


def slip_pdf(slip: TableSlip, *, copy: int) -> HttpResponse:
    """The slip as a PDF to look at. ``copy`` is 0 for the first printing, else which copy it is."""
    title = f"{slip.get_kind_display().capitalize()} slip {slip.pk}"
    rows = [
        (format_cents(chip), f"{number:,}", format_cents(cents))
        for chip, number, cents in counts_of(slip)
    ]
    tables = [
        pdf.Lines(
            "The tray, counted",
            ("Chip", "Pieces", "Amount"),
            [*rows, ("Total", "", format_cents(slip.total))],
        )
    ]
    decks = [(deck.back, _found(deck)) for deck in slip.deck_checks.all()]
    if decks:
        tables.append(pdf.Lines("Decks", ("Back", "Found"), decks, money_from=2))
    sheet = pdf.Sheet(
        room=settings.ROOM_NAME,
        title=title,
        facts=(
            ("Table", str(slip.table)),
            ("Counted", room_time(slip.at, "%Y-%m-%d %H:%M:%S")),
            ("In the books", format_cents(slip.expected)),
            ("Variance", over_short(slip.variance)),
            ("Drop box", str(slip.box_id or "none")),
        ),
        tables=tables,
        signatures=(("Dealer", slip.dealer.display_name), ("Floor", slip.floor.display_name)),
        notes=(f"Reason of the difference: {slip.reason}",) if slip.reason else (),
        copy=copy,
    )
    name = title.lower().replace(" ", "-") + (f"-copy-{copy}" if copy else "")
    answer = HttpResponse(pdf.render(sheet), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer


def _found(deck: DeckCheck) -> str:
    if deck.good:
        return "all present, unmarked, undamaged, jokers out"
    return f"defective, returned to storage and replaced: {deck.defect}"
