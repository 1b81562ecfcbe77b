"""The cage's pages, through the browser's door: who may come in, and what is bought and cashed."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from cardroom.clock import now
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger import cage_selectors, place_selectors, selectors
from ledger.books.tally import Tally
from ledger.models import Entry, Outbox
from ledger.services import cage, vault
from tests.ledger.pages import addresses, login, page, signer
from tests.ledger.room import CageRoom, patron, staff
from tests.persons import excluded

# -- Who may come in -------------------------------------------------------------------------------


@pytest.mark.parametrize("role", Role)
def test_each_role_opens_what_the_matrix_allows_it(room: CageRoom, role: Role) -> None:
    client = login(staff(role))
    for address, permission in addresses(room):
        expected = 200 if permission in ALLOWED[role] else 403
        assert client.get(address).status_code == expected, address


@pytest.mark.parametrize("role", Role)
def test_only_who_works_the_cage_and_sees_the_books_tries_a_parked_settlement_again(
    room: CageRoom, role: Role
) -> None:
    who = room.player()
    room.bets("4-1", {who: 100})
    room.settle("4-1", {who: 100})
    Outbox.objects.update(parked_at=now())
    order = Outbox.objects.get()
    status = login(staff(role)).post(reverse("parked-try-again", args=[order.pk])).status_code
    order.refresh_from_db()
    if {Permission.WORK_CAGE, Permission.SEE_BOOKS} <= ALLOWED[role]:
        assert (status, order.parked_at) == (302, None)
    else:
        assert status == 403
        assert order.parked_at is not None


def test_who_is_not_logged_in_is_asked_to(room: CageRoom) -> None:
    for address, _ in addresses(room):
        answer = Client().get(address)
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("login"))


@pytest.mark.parametrize("role", [r for r in Role if Permission.WORK_CAGE not in ALLOWED[r]])
def test_who_may_not_work_the_cage_cannot_post_to_it(room: CageRoom, role: Role) -> None:
    who = room.player(500)
    client = login(staff(role))
    for name in ("buy-in", "cash-out", "cage-window-open", "cage-window-close"):
        data = {"cents": "5", "patron": who, "request_id": uuid4(), "step": "post"}
        assert page(client, reverse(name), **data)[0] == 403
    assert room.chips_of(who) == 500


def test_posting_needs_the_pages_own_token(room: CageRoom) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(room.cashier)
    assert client.post(reverse("buy-in"), {"cents": "5"}).status_code == 403


# -- Buy-in and cash-out ---------------------------------------------------------------------------


def test_a_buy_in_is_amount_review_and_post(room: CageRoom, cashier: Client) -> None:
    who = patron("Lee Park")
    status, form = page(cashier, f"{reverse('buy-in')}?patron={who}")
    assert status == 200
    assert form.index('name="cents"') < form.index('name="patron"')
    request_id = re.search(r'name="request_id" value="([0-9a-f-]{36})"', form)
    assert request_id is not None
    data = {"request_id": request_id.group(1), "cents": "1,250.50", "patron": f"Lee Park ({who})"}

    status, review = page(cashier, reverse("buy-in"), **data, step="review")
    assert status == 200
    assert f"Lee Park ({who}) pays in $1,250.50 in cash and gets $1,250.50 in chips." in review
    assert "The stack goes from $0 to $1,250.50." in review
    assert re.search(r'value="post"[^>]*autofocus', review)
    assert room.chips_of(who) == 0

    answer = cashier.post(reverse("buy-in"), {**data, "step": "post"}, follow=True)
    assert answer.redirect_chain == [(f"{reverse('cage')}?patron={who}", 302)]
    assert "Lee Park bought in for $1,250.50." in answer.content.decode()
    assert room.chips_of(who) == 125_050


def test_a_double_click_pays_once(room: CageRoom, cashier: Client) -> None:
    who = patron()
    data = {"request_id": uuid4(), "cents": "500", "patron": who, "step": "post"}
    first = cashier.post(reverse("buy-in"), data)
    second = cashier.post(reverse("buy-in"), data, follow=True)
    assert first.status_code == 302
    assert "posted before" in second.content.decode()
    assert room.chips_of(who) == 50_000


def test_the_same_page_with_another_amount_is_refused(room: CageRoom, cashier: Client) -> None:
    who = patron()
    data = {"request_id": uuid4(), "patron": who, "step": "post"}
    cashier.post(reverse("buy-in"), {**data, "cents": "500"})
    status, text = page(cashier, reverse("buy-in"), **data, cents="600")
    assert status == 422
    assert "Nothing was posted." in text
    assert room.chips_of(who) == 50_000


def test_a_cash_out_says_what_no_account_follows(room: CageRoom, cashier: Client) -> None:
    who = room.player(10_000)
    data = {"request_id": uuid4(), "cents": "150", "patron": who}
    _, review = page(cashier, reverse("cash-out"), **data, step="review")
    assert "The account holds $100; the other $50 are chips that no account follows." in review
    assert cashier.post(reverse("cash-out"), {**data, "step": "post"}).status_code == 302
    assert (room.chips_of(who), selectors.at_large_cents()) == (0, -5_000)


def test_the_chips_of_a_buy_in_fill_themselves_and_can_be_changed(
    room: CageRoom, cashier: Client
) -> None:
    new = Tally({10_000: 100, 2_500: 100, 500: 100})
    vault.add_chips(chips=new, request_id="n", actor=staff(Role.MANAGER))
    who = patron("Lee Park")
    filled = page(cashier, f"{reverse('cage-chips')}?cents=500")[1]
    assert re.search(r'name="chips_10000" value="5"', filled)
    data = {"request_id": uuid4(), "cents": "500", "patron": who, "step": "review"}
    assert "Chips: 5 × $100." in page(cashier, reverse("buy-in"), **data)[1]
    # Another amount after the page had filled them in: what nobody changed follows it.
    stale = {**data, "cents": "600", "filled": "50000", "chips_10000": "5"}
    assert "Chips: 6 × $100." in page(cashier, reverse("buy-in"), **stale)[1]
    # Changed by hand, they must make the amount.
    changed = {**data, "filled": "50000", "chips_10000": "4", "chips_2500": "4"}
    assert "Chips: 4 × $100, 4 × $25." in page(cashier, reverse("buy-in"), **changed)[1]
    status, text = page(cashier, reverse("buy-in"), **{**changed, "chips_2500": "3"})
    assert status == 422
    assert "The chips come to $475, and the amount is $500." in text
    # Chips alone are an amount too.
    alone = {**data, "cents": "", "chips_10000": "2", "chips_500": "1"}
    review = page(cashier, reverse("buy-in"), **alone)[1]
    assert "pays in $205 in cash" in review
    assert 'name="cents" value="205"' in review
    assert 'name="chips_10000" value="2"' in review
    cashier.post(reverse("buy-in"), {**alone, "step": "post"})
    assert room.chips_of(who) == 20_500
    assert place_selectors.holding("window:2").count(10_000) == -2


def test_somebody_without_a_name_buys_in_and_cashes_out(room: CageRoom, cashier: Client) -> None:
    data = {"request_id": uuid4(), "cents": "50", "patron": "", "anonymous": "on"}
    text = page(cashier, reverse("buy-in"), **data, step="review")[1]
    assert "Somebody without a name pays in $50 in cash" in text
    assert 'name="anonymous" value="on"' in text
    answer = cashier.post(reverse("buy-in"), {**data, "step": "post"}, follow=True)
    assert "Somebody without a name bought in for $50." in answer.content.decode()
    assert selectors.at_large_cents() == 5_000
    last = cage_selectors.last_transactions(room.cashier)[0]
    assert (last.title, last.patron_id, last.cents) == ("Buy-in", None, 5_000)


def test_chips_are_exchanged_on_the_page(room: CageRoom, cashier: Client) -> None:
    new = Tally({10_000: 100, 500: 100})
    vault.add_chips(chips=new, request_id="n", actor=staff(Role.MANAGER))
    data = {"request_id": uuid4(), "taken_500": "20", "given_10000": "2"}
    status, text = page(cashier, reverse("cage-exchange"), **data)
    assert status == 422
    assert "$100 comes in and $200 goes out" in text
    data["given_10000"] = "1"
    answer = cashier.post(reverse("cage-exchange"), data, follow=True)
    assert "Exchanged: 20 × $5 for 1 × $100." in answer.content.decode()


def test_the_forms_of_an_open_window_do_what_they_say(room: CageRoom, cashier: Client) -> None:
    signed = signer()
    for name, data, said in (
        ("cage-window-supply", {"cash": "100", "chips_loose": "50"}, "came from the vault"),
        ("cage-window-give-back", {"cash": "100", "chips_loose": "50"}, "went back to the vault"),
        (
            "cage-window-variance",
            {"what": "cash_short", "cents": "5", "reason": "miscount"},
            "$5 short in cash is booked.",
        ),
    ):
        full = {**data, **signed, "request_id": uuid4()}
        status, text = page(cashier, reverse(name), **{**full, "password": "wrong"})
        assert status == 422
        assert "Name and password do not belong together." in text
        assert said in cashier.post(reverse(name), full, follow=True).content.decode(), name
    assert room.balance("cash:window:2") == 20_000_000 - 500


def test_a_runner_is_issued_chips_sells_and_hands_in_on_pages(
    room: CageRoom, cashier: Client
) -> None:
    runner, who = staff(Role.FLOOR), patron("Lee Park")
    data = {"runner": runner.pk, "chips_loose": "500", "request_id": uuid4()}
    assert cashier.post(reverse("runner-issue"), data).status_code == 302
    sale = {"table": "4", "patron": who, "chips_loose": "200", "request_id": uuid4()}
    own = login(runner)
    assert "You carry $500 in chips" in page(own, reverse("runner-sale"))[1]
    assert (
        "bought $200 unsorted"
        in own.post(reverse("runner-sale"), sale, follow=True).content.decode()
    )
    assert room.chips_of(who) == 20_000
    back = {"runner": runner.pk, "chips_loose": "300", "cash_10000": "1", "request_id": uuid4()}
    status, text = page(cashier, reverse("runner-hand-in"), **back)
    assert status == 422
    assert "Write the reason: it is kept." in text
    back["cash_10000"] = "2"
    assert (
        "has handed in"
        in cashier.post(reverse("runner-hand-in"), back, follow=True).content.decode()
    )


def test_a_box_is_counted_on_its_sheet(room: CageRoom, cashier: Client) -> None:
    who = room.player()
    room.bets("4-1", {who: 1_000}, {who: 21_400})
    cage.take_box(room.box.pk, None)
    address, second = reverse("box", args=[room.box.pk]), signer()
    count = {"request_id": uuid4(), "chips_loose": "212", "cash_100": "3"}
    text = cashier.post(address, {**count, "chips_loose": "200"}, follow=True).content.decode()
    assert "Count sheet" in text
    text = cashier.post(address, count, follow=True).content.decode()
    assert "<s>$200</s>" in text
    assert "$214" not in text
    sign = reverse("box-sign", args=[room.box.pk])
    text = cashier.post(sign, {"request_id": uuid4(), "signer": ""}, follow=True).content.decode()
    assert "A second counter signs too." in text
    assert "$214" not in text
    status, text = page(cashier, sign, request_id=uuid4(), **{**second, "password": "wrong"})
    assert status == 422
    text = cashier.post(sign, {"request_id": uuid4(), **second}, follow=True).content.decode()
    assert "is counted, booked and locked" in text
    assert "$2 short" in text and "$3 over" in text
    assert "Counted" in page(cashier, reverse("boxes"))[1]


def test_the_books_are_shut_to_who_counts_a_box(room: CageRoom) -> None:
    boss = staff(Role.CAGE_SUPERVISOR)
    client = login(boss)
    cage.take_box(room.box.pk, None)
    client.post(reverse("box", args=[room.box.pk]), {"request_id": uuid4(), "chips_loose": "212"})
    for name in ("books", "journal", "vault", "shift"):
        status, text = page(client, reverse(name))
        assert status == 403
        assert f"You count box {room.box.pk}" in text


def test_the_vault_shows_what_lies_where(room: CageRoom, auditor: Client) -> None:
    manager = login(staff(Role.MANAGER))
    data = {"denomination": "25", "pieces": "40", "request_id": uuid4()}
    text = manager.post(reverse("vault-new-chips"), data, follow=True).content.decode()
    assert "40 × $25 came into the vault." in text
    assert re.search(r"<th[^>]*>vault</th><td[^>]*>40</td>", text)
    for wrong, said in (
        ({"denomination": "x"}, "Denomination: write dollars and cents"),
        ({"denomination": "0"}, "Denomination: it must be more than nothing."),
        ({"pieces": ""}, "Pieces: how many are there?"),
    ):
        status, text = page(manager, reverse("vault-new-chips"), **{**data, **wrong})
        assert status == 422
        assert said in text
    sort = {"taken_2500": "4", "given_loose": "100", "request_id": uuid4()}
    text = manager.post(reverse("vault-sort"), sort, follow=True).content.decode()
    assert "4 × $25 stands for $100 unsorted." in text
    out = {**data, "pieces": "2", "reason": "worn", "request_id": uuid4()}
    text = manager.post(reverse("vault-withdraw"), out, follow=True).content.decode()
    assert "2 × $25 left the vault for good." in text


def test_change_goes_back_with_what_was_typed(room: CageRoom, cashier: Client) -> None:
    who = patron("Lee Park")
    data = {"request_id": str(uuid4()), "cents": "77", "patron": f"Lee Park ({who})"}
    status, text = page(cashier, reverse("buy-in"), **data, step="edit")
    assert status == 200
    assert 'value="77"' in text
    assert f'value="Lee Park ({who})"' in text
    assert data["request_id"] in text
    assert 'value="post"' not in text


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("cents", "", "Amount: write dollars and cents"),
        ("cents", "abc", "Amount: write dollars and cents"),
        ("cents", "-5", "Amount: write dollars and cents"),
        ("cents", "1.234", "Amount: write dollars and cents"),
        ("cents", "1e3", "Amount: write dollars and cents"),
        ("cents", "0", "Amount: it must be more than nothing."),
        ("cents", "99999999999999999999", "Amount: that is more than this room holds."),
        ("patron", "", "Person: write a name or a number."),
        ("patron", "Nobody", "Person: nobody is known as Nobody."),
        ("patron", "99999999", "Person: nobody is known as 99999999."),
        ("patron", "Twin", "Person: which one? Twin A ("),
        ("patron", "<script>x</script>", "Person: nobody is known as &lt;script&gt;"),
        ("patron", "\0", "Person: "),
        ("request_id", "x", "This page is out of date."),
        ("request_id", "", "This page is out of date."),
    ],
)
def test_an_error_names_its_field_and_keeps_what_was_typed(
    room: CageRoom, cashier: Client, field: str, typed: str, said: str
) -> None:
    who = patron("Lee Park")
    patron("Twin A"), patron("Twin B")
    entries = Entry.objects.count()
    data = {"request_id": str(uuid4()), "cents": "77", "patron": str(who), field: typed}
    for step in ("review", "post"):
        status, text = page(cashier, reverse("buy-in"), **data, step=step)
        assert status == 422
        assert said in text
        kept = "patron" if field != "patron" else "cents"
        assert f'value="{data[kept]}"' in text
    assert Entry.objects.count() == entries


def test_a_name_is_enough_where_only_one_has_it(room: CageRoom, cashier: Client) -> None:
    who = patron("Nadia Haddad")
    data = {"request_id": uuid4(), "cents": "5", "patron": "nadia", "step": "post"}
    assert cashier.post(reverse("buy-in"), data).status_code == 302
    assert room.chips_of(who) == 500


def test_who_is_excluded_is_stopped_at_the_review_already(room: CageRoom, cashier: Client) -> None:
    who = excluded("Frank Moss").pk
    for name in ("buy-in", "cash-out"):
        for step in ("review", "post"):
            data = {"request_id": uuid4(), "cents": "5", "patron": who, "step": step}
            status, text = page(cashier, reverse(name), **data)
            assert status == 422
            assert "Please call the floor supervisor to the window" in text
            assert "barred" not in text.lower()
    assert "barred" not in page(cashier, f"{reverse('cage')}?patron={who}")[1].lower()


def test_without_a_window_nothing_is_posted(room: CageRoom) -> None:
    who = patron()
    client = login(staff(Role.CASHIER))
    data = {"request_id": uuid4(), "cents": "5", "patron": who}
    status, text = page(client, reverse("buy-in"), **data, step="review")
    assert status == 422
    assert "You have no window open." in text
    assert page(client, reverse("buy-in"), **data, step="post")[0] == 422
    assert room.chips_of(who) == 0


def test_the_threshold_is_shown_while_the_amount_is_typed(room: CageRoom, cashier: Client) -> None:
    who = room.player(740_000)
    address = f"{reverse('cage-person')}?direction=in&patron={who}&cents="
    assert "This makes $7,405 in today: it belongs in the log." in page(cashier, address + "5")[1]
    text = page(cashier, address + "3000")[1]
    assert "This makes $10,400 in today: a report is due." in text
    assert "This makes" not in page(cashier, address + "abc")[1]
    out = address.replace("direction=in", "direction=out")
    assert "This makes $5 out today." in page(cashier, out + "5")[1]
    assert "Nobody yet." in page(cashier, f"{reverse('cage-person')}?patron=nobody")[1]


def test_the_report_is_named_on_the_review_line(room: CageRoom, cashier: Client) -> None:
    who = room.player(740_000)
    data = {"request_id": uuid4(), "cents": "3000", "patron": who, "step": "review"}
    assert "a report is due" in page(cashier, reverse("buy-in"), **data)[1]
