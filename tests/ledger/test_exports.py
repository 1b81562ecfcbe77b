"""The journal, an account and a shift: what a filter shows, and the same as a file."""

import csv
import re
from datetime import timedelta
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from cardroom.clock import now
from cardroom.people.roles import Role
from ledger import journal, selectors
from ledger.books.tally import Tally
from ledger.journal import JournalFilter
from ledger.models import Entry
from ledger.services import table_chips, vault, windows
from ledger.services.settlement import post_pending
from ledger.web import exports
from ledger.web.exports import safe
from tests.ledger.pages import login
from tests.ledger.room import CageRoom, staff


@pytest.fixture
def auditor(room: CageRoom) -> Client:
    return login(staff(Role.AUDITOR))


@pytest.fixture
def night(room: CageRoom) -> int:
    """A round at table 4, a sale and a toke there; and a buy-in by somebody else."""
    who = room.player(10_000, "=cmd|' /C calc'!A0")
    room.bets("4-1", {who: 1_000}, {who: 300})
    room.settle("4-1", {who: 1_000})
    post_pending()
    moment = now()
    table_chips.sell(
        table_chips.Handing("4", who, 500, "sale", room.cashier, moment), box_id=room.box.pk
    )
    table_chips.toke(table_chips.Handing("4", who, 100, "toke", None, moment))
    room.player(700, "Somebody Else")
    return who


def as_csv(client: Client, address: str) -> list[list[str]]:
    answer = client.get(address)
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    return list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))


def kinds(**wanted: Any) -> list[str]:
    return [entry.kind for entry in journal.entries(JournalFilter(**wanted))]


# -- Filters ---------------------------------------------------------------------------------------


def test_the_journal_is_narrowed_by_person_table_actor_shift_and_days(
    room: CageRoom, night: int
) -> None:
    today = Entry.objects.latest("id").day
    assert kinds(table="4") == ["toke", "table_sale", "settlement", "take_bets", "fill"]
    assert kinds(table="9") == []
    assert kinds(patron_id=night) == ["toke", "table_sale", "settlement", "take_bets", "buy_in"]
    assert kinds(actor_id=room.cashier.pk) == ["buy_in", "table_sale", "buy_in", "window_issue"]
    assert kinds(day=today, kind="toke") == kinds(kind="toke") == ["toke"]
    assert kinds(day=today - timedelta(days=3), until=today - timedelta(days=1)) == []
    assert kinds(day=today - timedelta(days=3), until=today, kind="toke") == ["toke"]
    assert kinds(until=today, kind="toke") == ["toke"]
    assert len(kinds(shift=Entry.objects.latest("id").shift)) == Entry.objects.count()
    assert kinds(shift="never") == []
    assert kinds(account="cash:vault") == ["window_issue", "opening"]


def test_a_page_says_to_what_moment_it_is_true(auditor: Client, night: int) -> None:
    for address in (
        reverse("journal"),
        reverse("shift"),
        reverse("account", args=["cash:vault"]),
        reverse("vault"),
    ):
        text = auditor.get(address).content.decode()
        assert re.search(r"As of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d", text), address


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("actor=nobody", "By: nobody logs in as nobody."),
        ("table=%27", "Enter a valid value"),
        ("patron=x", "Enter a whole number"),
        ("shift=midnight", "Select a valid choice"),
        ("until=x", "Enter a valid date"),
    ],
)
def test_a_filter_that_makes_no_sense_says_so(auditor: Client, query: str, said: str) -> None:
    for how in ("", "&as=csv"):
        answer = auditor.get(f"{reverse('journal')}?{query}{how}")
        assert answer.status_code == 422
        assert said in answer.content.decode()


# -- Files -----------------------------------------------------------------------------------------


def test_an_export_holds_exactly_what_the_filter_shows(
    room: CageRoom, auditor: Client, night: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.web.books.PAGE", 2)
    rows = as_csv(auditor, f"{reverse('journal')}?table=4&as=csv")
    assert rows[0][0].startswith("As of ")
    assert rows[1] == list(exports.JOURNAL_HEAD)
    # All pages, not the one that is shown.
    wanted = [str(entry.pk) for entry in journal.entries(JournalFilter(table="4"))]
    assert list(dict.fromkeys(row[0] for row in rows[2:])) == wanted
    # The player's 100 come down by 13: the balance after each line is told.
    bets = next(row[10:] for row in rows[2:] if row[5] == "take bets")
    assert bets == [f"chips:player:{night}", "13.00", "", "", "87.00"]


def test_a_statement_goes_out_as_a_file_with_its_running_balance(
    room: CageRoom, auditor: Client, night: int
) -> None:
    address = reverse("account", args=[f"chips:player:{night}"])
    rows = as_csv(auditor, f"{address}?as=csv")
    assert [row[-1] for row in rows[2:]] == ["101.00", "102.00", "97.00", "87.00", "100.00"]
    rows = as_csv(auditor, f"{address}?kind=toke&as=csv")
    assert [row[5] for row in rows[2:]] == ["toke"]
    rows = as_csv(auditor, f"{address}?actor={room.cashier.username}&as=csv")
    assert {row[8] for row in rows[2:]} == {room.cashier.display_name}


def test_a_workbook_holds_the_same_with_numbers_as_numbers(auditor: Client, night: int) -> None:
    address = f"{reverse('account', args=[f'chips:player:{night}'])}?as="
    answer = auditor.get(address + "xlsx")
    page = load_workbook(BytesIO(answer.content)).active
    assert page is not None
    cells = [list(row) for row in page.iter_rows(values_only=True)]
    texts = as_csv(auditor, address + "csv")
    assert len(cells) == len(texts)
    assert cells[2][0] == 5
    assert Decimal(str(cells[2][-1])) == Decimal("101")
    assert all(cell.data_type != "f" for row in page.iter_rows() for cell in row)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "−5", "\r=1"])
def test_no_text_is_a_formula(text: str) -> None:
    assert str(safe(text)).startswith("'")


@pytest.mark.parametrize("cell", ["Lee Park", "4-1187", "", 5, None, Decimal("-5.00")])
def test_other_cells_are_left_alone(cell: Any) -> None:
    assert safe(cell) == cell


def test_what_somebody_typed_is_no_formula_in_the_file(room: CageRoom, auditor: Client) -> None:
    vault.withdraw_chips(
        chips=Tally(loose=100), reason="x", request_id="w", actor=staff(Role.MANAGER)
    )
    windows.sign_count(
        window=2,
        cash=Tally(loose=20_000_000 - 500),
        chips=Tally(loose=50_000_000),
        request_id="c",
        actor=room.cashier,
    )
    room.cashier.first_name = "=HYPERLINK(1)"
    room.cashier.save()
    rows = as_csv(auditor, f"{reverse('journal')}?as=csv")
    names = {row[9] for row in rows[2:]}
    assert "'=HYPERLINK(1)" in names


def test_a_shift_is_summed_and_balances(room: CageRoom, auditor: Client, night: int) -> None:
    last = Entry.objects.latest("id")
    totals = journal.shift_totals(JournalFilter(day=last.day, shift=last.shift))
    assert totals.debit_cents == totals.credit_cents
    found = {line.code: (line.debit_cents, line.credit_cents) for line in totals.accounts}
    assert found["cash:window:2"] == (20_010_700, 0)
    assert found["chips:tokes:4"] == (0, 100)
    assert {line.kind: line.entries for line in totals.kinds}["buy_in"] == 2
    text = auditor.get(reverse("shift")).content.decode()
    assert "cash:window:2" in text
    rows = as_csv(auditor, f"{reverse('shift')}?day={last.day}&shift={last.shift}&as=csv")
    assert ["toke", "1", "1.00", "1.00"] in rows
    answer = auditor.get(f"{reverse('shift')}?day={last.day}&as=pdf")
    assert answer.content.startswith(b"%PDF")


def test_exports_are_for_those_who_see_the_books(room: CageRoom) -> None:
    for role in (Role.CASHIER, Role.FLOOR, Role.DEALER):
        client = login(staff(role))
        for name in ("journal", "shift"):
            assert client.get(f"{reverse(name)}?as=csv").status_code == 403
    # And not while a window of one's own is open.
    assert login(room.cashier).get(f"{reverse('journal')}?as=csv").status_code == 403


def test_pages_go_on_by_key_not_by_number(
    room: CageRoom, auditor: Client, night: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.web.books.PAGE", 2)
    address = reverse("account", args=[f"chips:player:{night}"])
    first = auditor.get(f"{address}?shift=").content.decode()
    older = re.search(r'href="(\?[^"]*before=(\d+))"', first)
    assert older is not None and older.group(2) == "4"
    assert selectors.statement(f"chips:player:{night}", before_sequence=4, limit=2)[0].sequence == 3
    following = auditor.get(address + older.group(1).replace("&amp;", "&")).content.decode()
    assert "Settlement at table 4" in following
