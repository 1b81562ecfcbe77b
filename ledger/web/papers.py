"""Papers of persons as PDF: statements of deposits, drafts of reports. Amounts are cents."""

from collections.abc import Sequence
from io import BytesIO
from xml.sax.saxutils import escape

from django.conf import settings
from django.http import HttpResponse
from reportlab.lib import colors
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from cardroom.money import format_cents
from cardroom.templatetags.room import room_time
from ledger.person_selectors import Statement

Row = Sequence[str]
# Of a table, in points.
WIDTH = 490
_LINES = TableStyle(
    [
        ("LINEBELOW", (0, 0), (-1, 0), 1, colors.black),
        ("LINEBELOW", (0, 1), (-1, -1), 1, colors.lightgrey),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("FONTSIZE", (0, 0), (-1, -1), 9),
    ]
)


def pdf(title: str, facts: Sequence[Row], head: Row, rows: Sequence[Row], foot: str) -> bytes:
    """A paper: its title, facts in two columns, one table, and a line below."""
    out = BytesIO()
    styles = getSampleStyleSheet()
    small, normal = styles["BodyText"], styles["Normal"]

    def cells(row: Row) -> list[Paragraph]:
        return [Paragraph(escape(cell), small) for cell in row]

    paper = SimpleDocTemplate(
        out, pagesize=letter, title=title, author=settings.ROOM_NAME, leftMargin=54
    )
    story = [
        Paragraph(escape(settings.ROOM_NAME), normal),
        Paragraph(escape(title), styles["Title"]),
        Table([cells(row) for row in facts], colWidths=[190, 300]),
        Spacer(1, 14),
    ]
    if rows:
        width = WIDTH // len(head)
        table = Table(
            [cells(head), *(cells(row) for row in rows)],
            colWidths=[width] * len(head),
            repeatRows=1,
        )
        table.setStyle(_LINES)
        story += [table, Spacer(1, 14)]
    story.append(Paragraph(escape(foot), normal))
    paper.build(story)
    return out.getvalue()


def pdf_answer(paper: bytes, name: str) -> HttpResponse:
    """A PDF to be saved under this name."""
    answer = HttpResponse(paper, content_type="application/pdf")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def statement_pdf(statement: Statement) -> bytes:
    """A deposit account from one gaming day to another."""
    deposit = statement.deposit
    rows = [
        (
            room_time(line.entry.at, "%Y-%m-%d %H:%M"),
            line.entry.memo,
            format_cents(line.credit) if line.credit else "",
            format_cents(line.debit) if line.debit else "",
            format_cents(line.balance_after),
        )
        for line in statement.lines
    ]
    return pdf(
        f"Front money of {deposit.owner}",
        [
            ("Account", deposit.code),
            ("Gaming days", f"{statement.first} to {statement.last}"),
            ("Balance before", format_cents(statement.opening_cents)),
            ("Paid in", format_cents(statement.paid_in_cents)),
            ("Paid out", format_cents(statement.paid_out_cents)),
            ("Balance after", format_cents(statement.closing_cents)),
        ],
        ("When", "What", "In", "Out", "Balance"),
        rows,
        f"True to {room_time(statement.at, '%Y-%m-%d %H:%M:%S')}, by the posted books.",
    )
