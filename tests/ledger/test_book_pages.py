"""The pages of a person, a window and the books, through the browser's door."""

import re
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Permission, Role
from ledger import cage_selectors
from ledger.models import Entry, Outbox
from ledger.services import cage
from tests.ledger.pages import PAGES, addresses, login, page, signer
from tests.ledger.room import CageRoom, patron, staff

# -- The person and the window ---------------------------------------------------------------------


def test_the_person_is_shown_with_pending_and_held_settlements(
    room: CageRoom, cashier: Client
) -> None:
    who = room.player(100_000)
    room.bets("4-1", {who: 4_500})
    room.settle("4-1", {who: 4_500})
    text = page(cashier, f"{reverse('cage')}?patron={who}")[1]
    assert "$1,000" in text
    assert "$45 of it is on its way from round 4-1." in text
    Outbox.objects.update(parked_at=now())
    text = page(cashier, f"{reverse('cage')}?patron={who}")[1]
    assert "$955" in text
    assert "the cage supervisor must look" in text


def test_looking_somebody_up_offers_those_who_match(room: CageRoom, cashier: Client) -> None:
    one, two = patron("Twin A"), patron("Twin B")
    text = page(cashier, f"{reverse('cage')}?patron=twin")[1]
    assert f"?patron={one}" in text
    assert f"?patron={two}" in text
    assert "Nobody is known as" in page(cashier, f"{reverse('cage')}?patron=zzz")[1]
    assert page(cashier, f"{reverse('cage')}?patron={quote(chr(0))}")[0] == 200


def test_a_cashier_never_sees_what_her_window_should_hold(room: CageRoom, cashier: Client) -> None:
    room.player(123_400)
    expected = ["201,234", "498,766"]  # Cash and chips of the window, in dollars.
    assert room.balance("cash:window:2") == 20_123_400
    for name, permission in PAGES.items():
        if permission is not Permission.SEE_BOOKS:
            assert not any(figure in page(cashier, reverse(name))[1] for figure in expected)


def test_who_sees_the_books_does_not_while_her_own_window_is_open(room: CageRoom) -> None:
    boss = staff(Role.CAGE_SUPERVISOR)
    client = login(boss)
    assert page(client, reverse("books"))[0] == 200
    cage.open_window(window=1, imprest=5_000, actor=boss)
    for address, permission in addresses(room):
        if permission is Permission.SEE_BOOKS:
            status, text = page(client, address)
            assert status == 403
            assert "Your window is open" in text


def test_a_window_is_opened_on_the_page(room: CageRoom) -> None:
    cashier = staff(Role.CASHIER)
    client = login(cashier)
    data = {"request_id": uuid4(), "window": 1, "imprest": "5,000", "chips": "7000"}
    answer = client.post(reverse("cage-window-open"), data, follow=True)
    assert "Window 1 is open, and yours." in answer.content.decode()
    shift = cage_selectors.window_of(cashier)
    assert shift is not None
    assert (shift.imprest_cash, shift.imprest_chips) == (500_000, 700_000)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"window": "2"}, "Window: somebody has it open"),
        ({"window": "x"}, "Window: somebody has it open"),
        ({"window": ""}, "Window: "),
        ({"imprest": ""}, "Cash: write dollars"),
        ({"chips": "0"}, "Chips: it must be more than nothing."),
        ({"imprest": "9,000,000"}, "The vault does not hold enough cash for this."),
        ({"chips": "9,000,000"}, "There are not enough chips in vault for this."),
    ],
)
def test_a_window_that_cannot_be_opened_says_why(
    room: CageRoom, wrong: dict[str, str], said: str
) -> None:
    client = login(staff(Role.CASHIER))
    data = {"request_id": uuid4(), "window": "1", "imprest": "5,000", "chips": "7000", **wrong}
    status, text = page(client, reverse("cage-window-open"), **data)
    assert status == 422
    assert said in text


COUNT = {"cash_10000": "1999", "cash_500": "19", "chips_loose": "500,000"}


def test_a_window_is_counted_blind_and_signed_by_a_second_person(
    room: CageRoom, cashier: Client
) -> None:
    address = reverse("cage-window-close")
    assert "short" not in page(cashier, address)[1].replace("Over and short", "")
    # 199,995 of the 200,000 that the drawer should hold.
    answer = cashier.post(address, {"request_id": uuid4(), **COUNT}, follow=True)
    text = answer.content.decode()
    assert "Your count is signed." in text
    assert "$5 short" in text
    data = {"request_id": uuid4(), "reason": "", **signer(), "password": "wrong"}
    status, text = page(cashier, address, **data)
    assert status == 422
    assert "Password of the second person: Name and password do not belong together." in text
    assert "wrong" not in text
    data["password"] = "second-person"
    status, text = page(cashier, address, **data)
    assert "Reason of the difference: Write the reason: it is kept." in text
    answer = cashier.post(address, {**data, "reason": "miscount"}, follow=True)
    assert "Your window is closed: cash $5 short, chips exact." in answer.content.decode()
    assert cage_selectors.window_of(room.cashier) is None


def test_a_count_of_nothing_at_all_is_no_count(room: CageRoom, cashier: Client) -> None:
    status, text = page(cashier, reverse("cage-window-close"), request_id=uuid4(), cash_100="")
    assert status == 422
    assert "Write what you counted; write 0 where there is none." in text
    status, text = page(cashier, reverse("cage-window-close"), request_id=uuid4(), cash_100="-1")
    assert "$1: write how many, like 20." in text


def test_a_counted_window_serves_nobody(room: CageRoom, cashier: Client) -> None:
    cashier.post(reverse("cage-window-close"), {"request_id": uuid4(), **COUNT})
    data = {"request_id": uuid4(), "cents": "5", "patron": patron()}
    for step in ("review", "post"):
        status, text = page(cashier, reverse("buy-in"), **data, step=step)
        assert status == 422
        assert "Window 2 is counted: close it or hand it over." in text


def test_nobody_signs_her_own_count(room: CageRoom) -> None:
    boss = staff(Role.CAGE_SUPERVISOR)
    boss.set_password("my-own")
    boss.save()
    cage.open_window(window=1, imprest=5_000, actor=boss)
    client, address = login(boss), reverse("cage-window-close")
    client.post(address, {"request_id": uuid4(), "cash_5000": "1", "chips_loose": "50"})
    data = {"request_id": uuid4(), "signer": boss.username, "password": "my-own"}
    assert page(client, address, **data)[0] == 422
    assert cage_selectors.window_of(boss) is not None


def test_a_count_is_made_again_with_a_second_person_and_the_first_is_kept(
    room: CageRoom, cashier: Client
) -> None:
    cashier.post(reverse("cage-window-close"), {"request_id": uuid4(), **COUNT})
    data = {"request_id": uuid4(), **COUNT, "cash_500": "20", **signer()}
    _, text = page(cashier, reverse("cage-window-recount"), **data)
    assert "Why it is counted again: this needs a reason." in text
    data["reason"] = "a bill stuck to another"
    answer = cashier.post(reverse("cage-window-recount"), data, follow=True)
    text = answer.content.decode()
    assert "<s>Count 1</s>" in text
    assert text.count("exact") == 2


def test_a_window_is_handed_over_on_its_page(room: CageRoom, cashier: Client) -> None:
    cashier.post(reverse("cage-window-close"), {"request_id": uuid4(), **COUNT, "cash_500": "20"})
    taker = signer(Role.CASHIER)
    data = {"taker": taker["signer"], "taker_password": taker["password"], "request_id": uuid4()}
    answer = cashier.post(reverse("cage-window-hand-over"), data, follow=True)
    assert f"Window 2 is {taker['signer']}’s now." in answer.content.decode()
    assert cage_selectors.window_of(Staff.objects.get(username=taker["signer"])) is not None
    assert cage_selectors.window_of(room.cashier) is None


# -- The books -------------------------------------------------------------------------------------


def test_the_books_speak_in_sentences(room: CageRoom, auditor: Client) -> None:
    who = room.player(100_000)
    text = page(auditor, reverse("books"))[1]
    assert "The books balance: debits and credits are both $2,001,000." in text
    assert "$2,000,000 issued, $1,999,000 in the house, $1,000 in use." in text
    assert "are covered: $1,800,000 stands against $1,000." in text
    assert "No settlement waits" in text
    room.bets("4-1", {who: 100})
    room.settle("4-1", {who: 100})
    assert "1 settlement waits to be posted" in page(auditor, reverse("books"))[1]
    Outbox.objects.update(parked_at=now(), last_error="because")
    text = page(auditor, reverse("books"))[1]
    assert "Parked settlements" in text
    assert "because" in text
    assert "Try again" not in text
    boss = login(staff(Role.CAGE_SUPERVISOR))
    assert "Try again" in page(boss, reverse("books"))[1]


def test_the_trial_balance_names_whose_chips_they_are(room: CageRoom, auditor: Client) -> None:
    who = room.player(100_000, "Nadia Haddad")
    row = page(auditor, reverse("books"))[1].split(f">chips:player:{who}</a>")[1]
    assert "chips of a player: Nadia Haddad" in row.split("</tr>")[0]
    assert "cash:vault</a></th><td>currency in the vault</td>" in page(auditor, reverse("books"))[1]


def test_chips_at_large_below_zero_and_an_empty_tray_are_alarms(
    room: CageRoom, auditor: Client
) -> None:
    who = room.player(1_000)
    cage.cash_out(window=2, patron_id=who, cents=1_500, request_id="r", actor=room.cashier)
    text = page(auditor, reverse("books"))[1]
    assert "Count needed." in text


def test_the_journal_shows_lines_and_running_balances(room: CageRoom, auditor: Client) -> None:
    who = room.player(100_000)
    room.bets("4-1", {who: 30_000})
    text = page(auditor, f"{reverse('journal')}?round_ref=4-1")[1]
    assert "No more bets at table 4" in text
    assert "$700" in text  # What the player has after it.
    assert "Buy-in" not in text.split("<article")[1]
    assert "No entry matches" in page(auditor, f"{reverse('journal')}?round_ref=4-9")[1]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("day=2026-13-45", 422),
        ("kind=x", 422),
        ("before=x", 422),
        ("before=999999999999999999999", 422),
        ("account=%00", 422),
        ("account=" + "x" * 100, 422),
        ("account=cash:nowhere", 200),
        ("day=1999-01-01", 200),
    ],
)
def test_the_journal_takes_any_question(
    room: CageRoom, auditor: Client, query: str, status: int
) -> None:
    assert page(auditor, f"{reverse('journal')}?{query}")[0] == status


def test_the_journal_goes_on(
    room: CageRoom, auditor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.web.books.PAGE", 2)
    text = page(auditor, f"{reverse('journal')}?kind=")[1]
    older = re.search(r'href="(\?[^"]*before=\d+)"', text)
    assert older is not None
    assert text.count("<article") == 2
    following = page(auditor, reverse("journal") + older.group(1).replace("&amp;", "&"))[1]
    assert following.count("<article") == 2


def test_a_page_of_the_journal_is_short_enough_for_a_phone(room: CageRoom, auditor: Client) -> None:
    who = room.player(1_000)
    for _ in range(25):
        room.buy_in(who, 100)
    text = page(auditor, reverse("journal"))[1]
    assert text.count("<article") == 25
    assert "Older entries" in text


def test_an_entry_tells_who_when_and_why(room: CageRoom, auditor: Client) -> None:
    who = room.player(100_000)
    room.bets("4-1", {who: 30_000}, {who: 300})
    entry = Entry.objects.get(kind="take_bets")
    text = page(auditor, reverse("entry", args=[entry.pk]))[1]
    for part in ("bets:4-1", "4-1", "the system", f"chips:player:{who}", "$303", "$3", "$697"):
        assert part in text
    assert page(auditor, reverse("entry", args=[10**9]))[0] == 404
    assert page(auditor, "/cage/entries/99999999999999999999999/")[0] == 404


def test_an_account_shows_its_statement_and_any_past_moment(
    room: CageRoom, auditor: Client
) -> None:
    who = room.player(100_000)
    code = f"chips:player:{who}"
    text = page(auditor, reverse("account", args=[code]))[1]
    assert "Buy-in at window 2" in text
    assert "$1,000" in text
    past = page(auditor, reverse("account", args=[code]) + "?at=1999-01-01T00:00")[1]
    assert "the posted balance was <strong>$0</strong>" in past
    assert page(auditor, reverse("account", args=[code]) + "?at=x")[0] == 422
    assert page(auditor, reverse("account", args=["cash:nowhere"]))[0] == 404


def test_a_settlement_that_is_not_parked_is_not_tried_again(room: CageRoom) -> None:
    boss = login(staff(Role.CAGE_SUPERVISOR))
    answer = boss.post(reverse("parked-try-again", args=[10**9]), follow=True)
    assert "This settlement is not parked." in answer.content.decode()
