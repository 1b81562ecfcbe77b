"""Pages of persons and currency, through the browser's door."""

import json
import re
from io import BytesIO
from uuid import uuid4

from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from cardroom.people.models import Patron, PersonMerge, today
from cardroom.people.roles import Role
from ledger import selectors
from ledger.books.person_flows import Form
from ledger.models import CurrencyFiling, CurrencyReport, Entry, Reversal
from ledger.services import deposits
from tests.ledger.pages import login, page
from tests.ledger.room import CageRoom, check_now, patron, staff
from tests.persons import stop


def signer(role: Role = Role.CAGE_SUPERVISOR) -> dict[str, str]:
    who = staff(role)
    who.set_password("signs-all-night")
    who.save()
    return {"signer": who.username, "password": "signs-all-night"}


# -- The bars --------------------------------------------------------------------------------------


def test_the_bars_move_with_what_is_typed_and_say_what_it_makes_of_the_day(
    room: CageRoom, cashier: Client
) -> None:
    who = room.player(940_000)
    query = f"?direction=in&patron={who}&cents="
    _, text = page(cashier, reverse("cage-person") + query + "600")
    assert "This makes $10,000 in today: it belongs in the log." in text
    _, text = page(cashier, reverse("cage-person") + query + "1000")
    assert "This makes $10,400 in today: a report is due." in text
    # 9,400 of 12,500 is there, 1,000 more is typed; the marks stand at 3,000 and 10,000.
    assert '<rect class="bar-so-far" x="0" y="8" width="752"' in text
    assert '<rect class="bar-adding bar-report" x="752" y="8" width="80"' in text
    assert text.count('x1="240"') == 2 and text.count('x1="800"') == 2
    _, text = page(cashier, reverse("cage-person") + query + "1000&form=chips")
    assert "This makes" not in text


# -- Front money -----------------------------------------------------------------------------------


def test_front_money_is_amount_review_and_post(room: CageRoom, cashier: Client) -> None:
    who = patron("Lee Park")
    data = {"cents": "10,400", "patron": who, "form": "cash", "request_id": uuid4()}
    status, review = page(cashier, reverse("deposit"), **data, step="review")
    assert status == 200
    assert f"Lee Park ({who}) hands in $10,400 in cash: it goes to his front money." in review
    assert "a report is due" in review
    for _ in range(2):
        answer = cashier.post(reverse("deposit"), {**data, "step": "post"}, follow=True)
    assert "posted before" in answer.content.decode()
    assert room.balance(f"deposit:player:{who}") == 1_040_000
    data = {"cents": "10,401", "patron": who, "form": "chips", "request_id": uuid4()}
    status, text = page(cashier, reverse("withdrawal"), **data, step="post")
    assert status == 422 and "The deposit holds $10,400; $10,401 is needed." in text


def test_a_statement_is_a_page_and_a_pdf(room: CageRoom, cashier: Client) -> None:
    who = patron("Lee Park")
    given = {"window": 2, "patron_id": who, "actor": room.cashier, "form": Form.CASH}
    deposits.deposit(**given, cents=50_000, request_id="a")  # type: ignore[arg-type]
    deposits.withdraw(**given, cents=20_000, request_id="b")  # type: ignore[arg-type]
    address = reverse("deposit-statement", args=["player", who])
    _, text = page(cashier, address)
    assert "paid in $500, took out $200 and had $300" in text
    answer = cashier.get(reverse("deposit-statement", args=["player", who, "pdf"]))
    assert answer["Content-Type"] == "application/pdf"
    words = " ".join(p.extract_text() for p in PdfReader(BytesIO(answer.content)).pages)
    for expected in ("Front money of Lee Park", f"deposit:player:{who}", "$500", "$200", "$300"):
        assert expected in words
    assert cashier.get(reverse("deposit-statement", args=["tppps", 99])).status_code == 404
    _, text = page(cashier, f"{address}?first=2020-01-01&last=2020-01-31")
    assert "Nothing in these days." in text


def test_companies_and_their_players_are_registered_on_a_page(room: CageRoom) -> None:
    boss, who = login(staff(Role.CAGE_SUPERVISOR)), patron("Prop One")
    address = reverse("proposition-companies")
    assert boss.post(address, {"name": "Acme", "request_id": uuid4()}).status_code == 302
    status, text = page(boss, address, name="acme", request_id=uuid4())
    assert status == 422 and "acme is registered already." in text
    _, text = page(boss, address)
    choice = re.search(r'<option value="(\d+)">Acme', text)
    assert choice is not None
    data = {"company": choice[1], "patron": who, "request_id": uuid4()}
    assert boss.post(address, data).status_code == 302
    assert Patron.objects.get(pk=who).tppps_company == "Acme"
    room.buy_in(who, 50_000)
    given = {"cents": "300", "patron": who, "request_id": uuid4()}
    assert login(room.cashier).post(reverse("proposition-leaves"), given).status_code == 302
    assert room.balance(f"deposit:tppps:{choice[1]}") == 30_000
    boss.post(reverse("release-player", args=[who]))
    assert Patron.objects.get(pk=who).tppps_company == ""


# -- Nobody named ----------------------------------------------------------------------------------


def test_who_is_not_named_buys_in_below_the_threshold(room: CageRoom, cashier: Client) -> None:
    data = {"cents": "2999.99", "patron": "", "anonymous": "on", "request_id": uuid4()}
    _, review = page(cashier, reverse("buy-in"), **data, step="review")
    assert "Somebody without a name pays in $2,999.99 in cash" in review
    assert cashier.post(reverse("buy-in"), {**data, "step": "post"}).status_code == 302
    assert selectors.at_large_cents() == 299_999
    status, text = page(cashier, reverse("cash-out"), **{**data, "cents": "3000"})
    assert status == 422 and "From $3,000 on somebody is named or described" in text
    status, text = page(cashier, reverse("buy-in"), **{**data, "patron": "Lee"}, step="post")
    assert status == 422


# -- Persons ---------------------------------------------------------------------------------------


def test_a_persons_page_has_deposits_chips_bars_and_transactions(
    room: CageRoom, cashier: Client
) -> None:
    who = room.player(50_000)
    room.bets("4-1", {who: 10_000})
    room.settle("4-1", {who: 10_000})
    status, text = page(cashier, reverse("person-page", args=[who]))
    assert status == 200
    for expected in ("Chips followed", "$500", "on its way from round 4-1", "Cash in today"):
        assert expected in text
    assert cashier.get(reverse("person-page", args=[10**9])).status_code == 404


def test_an_exclusion_is_shown_to_the_window_without_its_reason(
    room: CageRoom, cashier: Client
) -> None:
    who = room.player(500)
    stop(who)
    _, text = page(cashier, reverse("person-page", args=[who]))
    assert "Please call the floor supervisor before going on." in text
    words = text.lower()
    assert not any(word in words for word in ("barred", "excluded", "for a test"))
    _, text = page(login(staff(Role.MANAGER)), reverse("person-page", args=[who]))
    assert "barred by the room" in text and "for a test" in text


def test_an_exclusion_is_recorded_and_ended_on_a_page(room: CageRoom) -> None:
    floor, who = login(staff(Role.FLOOR)), patron("Frank Moss")
    data = {
        "patron": who,
        "kind": "self_excluded",
        "begins_on": today().isoformat(),
        "ends_on": "",
        "reason": "asked for it",
        "request_id": uuid4(),
    }
    assert floor.post(reverse("exclusions"), data).status_code == 302
    exclusion = Patron.objects.get(pk=who).exclusions.get()
    assert exclusion.stops_today
    address = reverse("lift-exclusion", args=[exclusion.pk])
    floor.post(address, {"reason": ""})
    assert Patron.objects.get(pk=who).exclusions.get().stops_today
    floor.post(address, {"reason": "wrong person"})
    assert Patron.objects.get(pk=who).is_welcome


def test_a_merge_is_proposed_and_approved_by_two_logins(room: CageRoom, cashier: Client) -> None:
    into = patron("Lee Park")
    merged = Patron.objects.create(name="Tall man", description="scar", kind="described").pk
    data = {"patron": merged, "into": into, "reason": "licence", "request_id": uuid4()}
    assert cashier.post(reverse("merges"), data).status_code == 302
    merge = PersonMerge.objects.get()
    address = reverse("decide-merge", args=[merge.pk])
    assert cashier.post(address, {"decision": "approve"}).status_code == 403
    boss = login(staff(Role.CAGE_SUPERVISOR))
    assert "Approve" in page(boss, reverse("merges"))[1]
    boss.post(address, {"decision": "approve"})
    assert Patron.objects.get(pk=merged).merged_into_id == into
    answer = cashier.get(reverse("person-page", args=[merged]))
    assert answer["Location"] == reverse("person-page", args=[into])
    boss.post(reverse("undo-merge", args=[merge.pk]), {"reason": "his brother"})
    check_now()
    assert "undone by" in page(boss, reverse("person-page", args=[into]))[1]


def test_who_is_described_is_registered_and_named_on_pages(room: CageRoom, cashier: Client) -> None:
    data = {"name": "Tall man", "description": "", "described": "on", "request_id": uuid4()}
    status, text = page(cashier, reverse("new-person"), **data)
    assert status == 422 and "marks that tell him apart" in text
    cashier.post(reverse("new-person"), {**data, "description": "scar"})
    who = Patron.objects.get(name="Tall man")
    assert who.kind == "described"
    cashier.post(reverse("give-name", args=[who.pk]), {"name": "Lee Park"})
    who.refresh_from_db()
    assert (who.name, who.kind) == ("Lee Park", "named")


# -- Reversals -------------------------------------------------------------------------------------


def test_a_transaction_is_turned_round_on_its_page_by_a_second_signature(
    room: CageRoom, cashier: Client
) -> None:
    room.player(500)
    address = reverse("reverse-entry", args=[Entry.objects.latest("id").pk])
    _, text = page(cashier, reverse("cage"))
    assert address in text
    data = {"reason": "typed wrong", "request_id": uuid4()}
    status, text = page(cashier, address, **data, **{**signer(), "password": "wrong"})
    assert status == 422 and "Nothing was changed." in text
    status, text = page(cashier, address, **data, **signer(Role.CASHIER))
    assert status == 422 and "must approve the reversal" in text
    assert not Reversal.objects.exists()
    assert cashier.post(address, {**data, **signer()}).status_code == 302
    status, text = page(cashier, address, **data, **signer())
    assert status == 422 and "was turned round before, and only once." in text
    assert Reversal.objects.count() == 1
    assert "turned round" in page(cashier, reverse("cage"))[1]


# -- The log and the reports -----------------------------------------------------------------------


def test_the_log_is_a_page_and_a_csv(room: CageRoom, compliance: Client) -> None:
    who = room.player(400_000, "=Lee Park")
    _, text = page(compliance, reverse("currency-log"))
    assert "1 person brought or took $3,000 or more in cash." in text
    answer = compliance.get(reverse("currency-log", args=["csv"]))
    lines = answer.content.decode().splitlines()
    assert lines[1].startswith(f"{who},'=Lee Park,")
    assert ",buy_in,window:2,in,400000," in lines[1]
    assert page(compliance, reverse("currency-log") + "?day=nonsense")[0] == 422


def test_a_draft_names_what_is_held_and_what_is_not(room: CageRoom, compliance: Client) -> None:
    room.player(1_040_000)
    report = CurrencyReport.objects.get()
    address = reverse("report", args=[report.pk])
    _, text = page(compliance, address)
    assert "$10,400, above $10,000" in text and text.count("not held") >= 9
    draft = compliance.post(reverse("report-draft", args=[report.pk, "json"]))
    body = json.loads(draft.content)
    held = {each["name"]: each["value"] for each in body["fields"]}
    assert (body["cash_in_cents"], held["Name"]) == (1_040_000, "Lee Park")
    assert held["Cash in: Purchase of chips"] == "$10,400"
    assert "Identification: kind, issuer and number" in body["gaps"]
    table = compliance.post(reverse("report-draft", args=[report.pk, "csv"])).content.decode()
    assert "Person,Occupation,,gap" in table
    paper = compliance.post(reverse("report-draft", args=[report.pk, "pdf"])).content
    words = " ".join(p.extract_text() for p in PdfReader(BytesIO(paper)).pages)
    assert "Draft currency transaction report" in words and "Occupation" in words
    report.refresh_from_db()
    assert report.drafted_at is not None
    filed = {"filed_on": today().isoformat(), "reference": "BSA-7", "request_id": uuid4()}
    assert compliance.post(address, filed).status_code == 302
    assert CurrencyFiling.objects.get().reference == "BSA-7"
    assert "Filed on" in page(compliance, address)[1]


def test_hints_are_shown_to_compliance_alone(room: CageRoom, compliance: Client) -> None:
    who = room.player(500_000)
    room.buy_in(who, 400_000)
    assert "just below $10,000" in page(compliance, reverse("reports"))[1]
    for role in (Role.CAGE_SUPERVISOR, Role.MANAGER, Role.AUDITOR):
        assert "just below" not in page(login(staff(role)), reverse("reports"))[1]
