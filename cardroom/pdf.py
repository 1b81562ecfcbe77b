"""Slips and statements on paper: A4 or Letter, one column, signature lines at the foot."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import LETTER
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.lib.units import mm
from reportlab.platypus import (
    KeepTogether,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

_STYLES = getSampleStyleSheet()
_TEXT = ParagraphStyle("text", parent=_STYLES["Normal"], fontSize=10, leading=13)
_RIGHT = ParagraphStyle("right", parent=_TEXT, alignment=TA_RIGHT)
_HEAD = ParagraphStyle("head", parent=_STYLES["Heading1"], fontSize=16, leading=20)
_PART = ParagraphStyle("part", parent=_STYLES["Heading2"], fontSize=12, leading=15)
_WIDTH = LETTER[0] - 36 * mm


@dataclass(frozen=True, slots=True)
class Lines:
    """A table of the sheet. Columns from ``money_from`` on are amounts, set to the right."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    money_from: int = 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """One slip or statement. ``copy`` is 0 for the first printing, else which copy this is."""

    room: str
    title: str
    facts: Sequence[tuple[str, str]]
    tables: Sequence[Lines] = ()
    signatures: Sequence[tuple[str, str]] = ()
    notes: Sequence[str] = field(default=())
    copy: int = 0


def render(sheet: Sheet) -> bytes:
    """The sheet as a PDF. The same sheet gives the same bytes."""
    out = BytesIO()
    document = SimpleDocTemplate(
        out,
        pagesize=LETTER,
        title=sheet.title,
        author=sheet.room,
        leftMargin=18 * mm,
        rightMargin=18 * mm,
        topMargin=16 * mm,
        bottomMargin=16 * mm,
        invariant=1,
    )
    document.build(_story(sheet), onFirstPage=_foot(sheet), onLaterPages=_foot(sheet))
    return out.getvalue()


def _story(sheet: Sheet) -> list[Any]:
    story: list[Any] = [_text(sheet.room, _TEXT), _text(sheet.title, _HEAD)]
    if sheet.copy:
        story.append(_text(f"COPY {sheet.copy}", _PART))
    facts = [[_text(name, _TEXT), _text(value, _TEXT)] for name, value in sheet.facts]
    if facts:
        story.append(Table(facts, colWidths=(45 * mm, _WIDTH - 45 * mm), hAlign="LEFT"))
    for lines in sheet.tables:
        story += [Spacer(1, 4 * mm), _text(lines.title, _PART), _table(lines)]
    for note in sheet.notes:
        story += [Spacer(1, 2 * mm), _text(note, _TEXT)]
    if sheet.signatures:
        story.append(KeepTogether([Spacer(1, 12 * mm), _signatures(sheet.signatures)]))
    return story


def _table(lines: Lines) -> Table:
    columns = len(lines.head)
    rows = [
        [
            _text(cell, _RIGHT if column >= lines.money_from else _TEXT)
            for column, cell in enumerate(row)
        ]
        for row in (lines.head, *lines.rows)
    ]
    table = Table(rows, colWidths=[_WIDTH / columns] * columns, repeatRows=1, hAlign="LEFT")
    table.setStyle(
        TableStyle(
            [
                ("LINEBELOW", (0, 0), (-1, 0), 0.8, colors.black),
                ("LINEBELOW", (0, 1), (-1, -1), 0.25, colors.grey),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("TOPPADDING", (0, 0), (-1, -1), 2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
            ]
        )
    )
    return table


def _signatures(signatures: Sequence[tuple[str, str]]) -> Table:
    """A line to sign on for each, two in a row, with what the signer is and who it is."""
    cells = [
        [_text("_" * 34, _TEXT), _text(f"{what}: {name}" if name else what, _TEXT)]
        for what, name in signatures
    ]
    rows = [cells[i : i + 2] + [""] * (2 - len(cells[i : i + 2])) for i in range(0, len(cells), 2)]
    table = Table(rows, colWidths=[_WIDTH / 2] * 2, hAlign="LEFT")
    table.setStyle(TableStyle([("BOTTOMPADDING", (0, 0), (-1, -1), 8 * mm)]))
    return table


def _text(text: str, style: ParagraphStyle) -> Paragraph:
    # The built-in fonts have no minus sign; a hyphen says the same. What people wrote is no markup.
    return Paragraph(escape(text.replace("\u2212", "-")), style)


def _foot(sheet: Sheet) -> Any:
    def draw(canvas: Any, document: Any) -> None:
        mark = f", COPY {sheet.copy}" if sheet.copy else ""
        canvas.setFont("Helvetica", 8)
        canvas.drawString(18 * mm, 9 * mm, f"{sheet.title}{mark}, page {document.page}")

    return draw
