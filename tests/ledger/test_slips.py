"""Slips and statements on paper: what stands on them, and reprints that say so."""

from io import BytesIO
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from cardroom import pdf
from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger.books.tally import Tally
from ledger.models import SlipPrint, WindowShift
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import boxes, cage, slips, transfers, windows
from tests.ledger.pages import login
from tests.ledger.raw import sql
from tests.ledger.room import CageRoom, refused_by, staff
from tests.ledger.test_transfers import CREDIT, FIVE_HUNDRED, Crew


def text_of(content: bytes) -> str:
    pages = PdfReader(BytesIO(content)).pages
    return " ".join("\n".join(page.extract_text() for page in pages).split())


def printed(client: Client, slip_id: int) -> str:
    answer = client.post(reverse("slip-pdf", args=[slip_id]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return text_of(answer.content)


@pytest.fixture
def boss(room: CageRoom) -> Staff:
    return staff(Role.CAGE_SUPERVISOR)


def test_a_fill_slip_names_everybody_who_signs_it(room: CageRoom, boss: Staff) -> None:
    crew = Crew(room)
    fill = crew.receive(crew.sent(), Tally({2_500: 19}, loose=500), "one chip of 25 was a 5")
    text = printed(login(boss), fill.slip_id)
    for part in (
        "Fill slip 1",
        "Table 4",
        "$25 20 $500",
        "Counted on receipt",
        "Discrepancy note: one chip of 25 was a 5",
        f"Cage: {room.cashier.display_name}",
        f"Runner: {crew.runner.display_name}",
        f"Dealer: {crew.dealer.display_name}",
        f"Floor: {crew.floor.display_name}",
        "____",
    ):
        assert part in text, part
    assert "COPY" not in text


def test_a_reprint_is_marked_and_counted(room: CageRoom, boss: Staff) -> None:
    slip = Crew(room).ask().slip_id
    client = login(boss)
    assert "COPY" not in printed(client, slip)
    assert "COPY 1" in printed(client, slip)
    assert "COPY 2" in printed(client, slip)
    assert list(SlipPrint.objects.values_list("nth", flat=True)) == [1, 2, 3]
    with refused_by("ledger_print_gap_free"):
        sql(
            "INSERT INTO ledger_slipprint (slip_id, nth, by_id, at) VALUES (%s, 9, %s, now())",
            slip,
            boss.pk,
        )
    with refused_by("ledger_print_append_only"):
        sql("DELETE FROM ledger_slipprint")


def test_a_look_at_an_address_prints_nothing(room: CageRoom, boss: Staff) -> None:
    slip = Crew(room).ask().slip_id
    assert login(boss).get(reverse("slip-pdf", args=[slip])).status_code == 405
    assert login(boss).post(reverse("slip-pdf", args=[10**9])).status_code == 404
    assert (
        login(staff(Role.ADMINISTRATOR)).post(reverse("slip-pdf", args=[slip])).status_code == 403
    )
    assert not SlipPrint.objects.exists()
    with pytest.raises(BooksError) as refused:
        slips.note_print(10**9, actor=boss)
    assert refused.value.code is BooksRefusal.NO_SUCH_SLIP


def test_a_count_sheet_shows_what_was_struck_through(room: CageRoom, boss: Staff) -> None:
    cage.take_box(room.box.pk, None)
    for count in (40, 41):
        boxes.write_sheet(
            box_id=room.box.pk, chips=Tally({500: count}), cash=Tally(), actor=room.cashier
        )
    for signer in (room.cashier, boss):
        sheet = boxes.sign_sheet(box_id=room.box.pk, actor=signer)
    assert sheet.slip_id is not None
    text = printed(login(boss), sheet.slip_id)
    assert "Count sheet 1" in text
    assert f"struck by {room.cashier.display_name}" in text
    assert f"Second counter: {boss.display_name}" in text
    assert "$205 over" in text


def test_a_closed_window_has_a_statement_to_look_at_and_to_print(
    room: CageRoom, boss: Staff
) -> None:
    room.player(1_000)
    windows.sign_count(
        window=2,
        cash=Tally({10_000: 2_000}, loose=500),
        chips=Tally(loose=50_000_000 - 1_000),
        request_id="c",
        actor=room.cashier,
    )
    time = windows.close_window(
        window=2,
        request_id=str(uuid4()),
        actor=room.cashier,
        signed_by=boss,
        reason="a $5 bill",
    )
    client = login(room.cashier)
    page = client.get(reverse("window-statement", args=[time.pk])).content.decode()
    for part in ("buy in", "$5 short", "Reason of the difference: a $5 bill", "Window close 1"):
        assert part in page, part
    assert time.slip_id is not None
    text = printed(client, time.slip_id)
    assert "$100 2,000 $200,000" in text
    assert f"Signed by: {boss.display_name}" in text


def test_an_open_window_has_no_statement(room: CageRoom, boss: Staff) -> None:
    time = WindowShift.objects.get(cashier=room.cashier)
    assert login(boss).get(reverse("window-statement", args=[time.pk])).status_code == 404


def test_what_people_write_is_no_markup_on_paper() -> None:
    sheet = pdf.Sheet("Room", "Slip <b>1</b>", [("Note", "<script>&amp; −5")], copy=3)
    text = text_of(pdf.render(sheet))
    assert "Slip <b>1</b>" in text
    assert "<script>&amp; -5" in text
    assert text.count("COPY 3") == 2
    assert pdf.render(sheet) == pdf.render(sheet)


def test_a_credit_slip_that_was_cancelled_says_why(room: CageRoom, boss: Staff) -> None:
    crew = Crew(room)
    credit = crew.ask(CREDIT, FIVE_HUNDRED)
    transfers.cancel(transfer_id=credit.pk, reason="asked twice", actor=crew.floor)
    text = printed(login(boss), credit.slip_id)
    assert "Credit slip 1" in text
    assert "Cancelled: asked twice" in text
