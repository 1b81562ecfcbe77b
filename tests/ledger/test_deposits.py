"""Front money, of players and of proposition companies; people whom nobody asked."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from cardroom.audit.models import AuditRecord
from cardroom.people import companies
from cardroom.people.models import Patron, TpppsCompany, today
from cardroom.people.refusals import PeopleError, PeopleRefusal
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger import currency_selectors, selectors
from ledger.books.person_flows import Form
from ledger.models import Entry
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage, deposits
from ledger.services.posting import open_accounts
from ledger.services.verification import verify
from tests.ledger import raw
from tests.ledger.raw import Line
from tests.ledger.room import CageRoom, check_now, patron, refused_by, staff
from tests.persons import stop

Serve = Callable[..., Any]


def serve(room: CageRoom, service: Serve, who: int, cents: int, **more: object) -> Any:
    given = {"request_id": str(uuid4()), "form": Form.CASH, **more}
    return service(window=2, patron_id=who, cents=cents, actor=room.cashier, **given)


def sums(room: CageRoom, *codes: str) -> list[int]:
    return [room.balance(code) for code in codes]


def house(place: str) -> int:
    return dict(selectors.chips_identity().house)[place]


def company(who: int, name: str = "Acme Gaming") -> int:
    """A company with its registered player."""
    boss = staff(Role.CAGE_SUPERVISOR)
    found = TpppsCompany.objects.filter(name=name).first()
    made = found or companies.register_company(name, actor=boss)
    companies.register_player(made.pk, who, actor=boss)
    return int(made.pk)


# -- Players ---------------------------------------------------------------------------------------


def test_a_deposit_of_cash_and_its_withdrawal_count_as_cash_in_and_out(room: CageRoom) -> None:
    who, drawer = patron(), room.balance("cash:window:2")
    serve(room, deposits.deposit, who, 50_000)
    check_now()
    assert sums(room, f"deposit:player:{who}", "cash:window:2") == [50_000, drawer + 50_000]
    serve(room, deposits.withdraw, who, 20_000)
    check_now()
    assert sums(room, f"deposit:player:{who}", "cash:window:2") == [30_000, drawer + 30_000]
    assert currency_selectors.totals(who, today()) == (50_000, 20_000)


def test_a_deposit_of_chips_and_its_withdrawal_are_no_currency(room: CageRoom) -> None:
    who, chips = room.player(50_000), house("window:2")
    serve(room, deposits.deposit, who, 30_000, form=Form.CHIPS)
    check_now()
    assert sums(room, f"deposit:player:{who}", f"chips:player:{who}") == [30_000, 20_000]
    assert house("window:2") == chips + 30_000
    serve(room, deposits.withdraw, who, 10_000, form=Form.CHIPS)
    check_now()
    assert sums(room, f"deposit:player:{who}", f"chips:player:{who}") == [20_000, 30_000]
    assert house("window:2") == chips + 20_000
    assert currency_selectors.totals(who, today()) == (50_000, 0)
    assert selectors.chips_identity().holds


def test_chips_deposited_beyond_the_account_come_out_of_those_at_large(room: CageRoom) -> None:
    who = room.player(300)
    serve(room, deposits.deposit, who, 500, form=Form.CHIPS)
    check_now()
    assert sums(room, f"chips:player:{who}", "chips:large", f"deposit:player:{who}") == [
        0,
        -200,
        500,
    ]


def test_what_is_pending_is_posted_before_chips_are_deposited(room: CageRoom) -> None:
    who = room.player(1_000)
    room.bets("4-1", {who: 1_000})
    room.settle("4-1", {who: 1_000})
    serve(room, deposits.deposit, who, 1_000, form=Form.CHIPS)
    assert sums(room, "chips:large", f"deposit:player:{who}") == [0, 1_000]


def test_a_deposit_pays_out_what_it_holds_and_no_more(room: CageRoom) -> None:
    who = patron()
    serve(room, deposits.deposit, who, 500)
    for form in Form:
        with pytest.raises(BooksError) as refused:
            serve(room, deposits.withdraw, who, 501, form=form)
        assert refused.value.code is BooksRefusal.DEPOSIT_SHORT
        assert refused.value.message == "The deposit holds $5; $5.01 is needed."


@pytest.mark.parametrize("code", ["deposit:player:1", "deposit:tppps:1"])
def test_postgresql_refuses_a_deposit_below_zero(room: CageRoom, code: str) -> None:
    open_accounts([code])
    with refused_by("ledger_account_not_overdrawn"):
        raw.post(raw.entry(), Line(code, 500), Line("cash:window:2", -500))


def test_the_same_request_deposits_once(room: CageRoom) -> None:
    who = room.player(800)
    for form in Form:
        first = serve(room, deposits.deposit, who, 300, form=form, request_id=form)
        again = serve(room, deposits.deposit, who, 300, form=form, request_id=form)
        assert (again.id, again.repeated) == (first.id, True)
        with pytest.raises(BooksError) as refused:
            serve(room, deposits.deposit, who, 400, form=form, request_id=form)
        assert refused.value.code is BooksRefusal.REQUEST_REUSED
    assert room.balance(f"deposit:player:{who}") == 600
    assert AuditRecord.objects.filter(action="deposit").count() == 2


def test_front_money_needs_a_name_and_a_welcome(room: CageRoom) -> None:
    unknown = Patron.objects.create(name="Red cap", description="tattoo", kind="described").pk
    barred = patron("Frank Moss")
    stop(barred)
    for who, code in (
        (unknown, BooksRefusal.NAME_NEEDED),
        (barred, BooksRefusal.CALL_THE_FLOOR),
        (10**9, BooksRefusal.NO_SUCH_PATRON),
    ):
        for service in (deposits.deposit, deposits.withdraw):
            with pytest.raises(BooksError) as refused:
                serve(room, service, who, 500)
            assert refused.value.code is code


# -- Proposition companies -------------------------------------------------------------------------


def test_a_companys_money_is_apart_from_its_players_own(room: CageRoom) -> None:
    who = patron("Prop One")
    acme = company(who)
    serve(room, deposits.deposit, who, 900_000, company_id=acme)
    serve(room, deposits.deposit, who, 100)
    serve(room, deposits.withdraw, who, 400_000, company_id=acme, form=Form.CHIPS)
    check_now()
    assert sums(room, f"deposit:tppps:{acme}", f"deposit:player:{who}", f"chips:player:{who}") == [
        500_000,
        100,
        400_000,
    ]
    # Whoever hands the cash over is the person of the currency, for the company too.
    assert currency_selectors.totals(who, today()) == (900_100, 0)


def test_a_proposition_player_leaves_chips_to_the_company_and_carries_the_rest(
    room: CageRoom,
) -> None:
    who = room.player(100_000)
    acme, chips = company(who), house("window:2")
    given = {"window": 2, "patron_id": who, "company_id": acme, "actor": room.cashier}
    with pytest.raises(BooksError) as refused:
        deposits.proposition_player_leaves(**given, handed_back=100_001, request_id="x")  # type: ignore[arg-type]
    assert refused.value.code is BooksRefusal.HANDED_TOO_MUCH
    for _ in range(2):
        deposits.proposition_player_leaves(**given, handed_back=70_000, request_id="r")  # type: ignore[arg-type]
    check_now()
    assert sums(room, f"chips:player:{who}", f"deposit:tppps:{acme}", "chips:large") == [
        0,
        70_000,
        30_000,
    ]
    assert house("window:2") == chips + 70_000
    assert selectors.chips_identity().holds and list(verify()) == []


def test_a_proposition_player_may_carry_everything(room: CageRoom) -> None:
    who = room.player(1_000)
    deposits.proposition_player_leaves(
        window=2,
        patron_id=who,
        company_id=company(who),
        handed_back=0,
        request_id="r",
        actor=room.cashier,
    )
    check_now()
    assert sums(room, f"chips:player:{who}", "chips:large") == [0, 1_000]


def test_only_a_companys_registered_players_touch_its_money(room: CageRoom) -> None:
    prop, stranger = patron("Prop One"), patron("Somebody Else")
    acme = company(prop)
    other = company(patron("Prop Two"), "Rival")
    for who, company_id, code in (
        (stranger, acme, BooksRefusal.NOT_REGISTERED),
        (prop, other, BooksRefusal.NOT_REGISTERED),
        (prop, 10**9, BooksRefusal.NO_SUCH_COMPANY),
    ):
        for service in (deposits.deposit, deposits.withdraw):
            with pytest.raises(BooksError) as refused:
                serve(room, service, who, 500, company_id=company_id)
            assert refused.value.code is code
    companies.release_player(prop, actor=staff(Role.MANAGER))
    with pytest.raises(BooksError):
        serve(room, deposits.deposit, prop, 500, company_id=acme)


def test_a_player_is_registered_for_one_company_at_a_time(room: CageRoom) -> None:
    who = patron("Prop One")
    company(who)
    with pytest.raises(PeopleError) as refused:
        company(who, "Rival")
    assert refused.value.code is PeopleRefusal.PLAYS_FOR_ANOTHER
    with pytest.raises(PeopleError) as refused:
        companies.register_company("acme gaming", actor=staff(Role.MANAGER))
    assert refused.value.code is PeopleRefusal.COMPANY_KNOWN


@pytest.mark.parametrize("role", [r for r in Role if Permission.SIGN_CAGE not in ALLOWED[r]])
def test_companies_are_registered_by_who_signs_for_the_cage(room: CageRoom, role: Role) -> None:
    other = staff(role)
    for step in (
        lambda: companies.register_company("Acme", actor=other),
        lambda: companies.register_player(1, 1, actor=other),
        lambda: companies.release_player(1, actor=other),
    ):
        with pytest.raises(PeopleError) as refused:
            step()
        assert refused.value.code is PeopleRefusal.NOT_ALLOWED


# -- People whom nobody asked ----------------------------------------------------------------------


def test_an_anonymous_buy_in_and_cash_out_move_chips_at_large(room: CageRoom) -> None:
    given = {"window": 2, "patron_id": None, "actor": room.cashier}
    cage.buy_in(**given, cents=5_000, request_id="a")  # type: ignore[arg-type]
    assert cage.buy_in(**given, cents=5_000, request_id="a").repeated  # type: ignore[arg-type]
    check_now()
    assert room.balance("chips:large") == 5_000
    cage.cash_out(**given, cents=2_000, request_id="b")  # type: ignore[arg-type]
    check_now()
    assert room.balance("chips:large") == 3_000
    assert not Entry.objects.filter(patron_id__isnull=False).exists()
    assert list(verify()) == []


def test_from_the_logs_threshold_on_somebody_has_to_be_named_or_described(
    room: CageRoom,
) -> None:
    given = {"window": 2, "patron_id": None, "actor": room.cashier, "request_id": "a"}
    for service in (cage.buy_in, cage.cash_out):
        with pytest.raises(BooksError) as refused:
            service(**given, cents=300_000)  # type: ignore[arg-type]
        assert (refused.value.code, refused.value.field) == (BooksRefusal.PERSON_NEEDED, "patron")
        assert "From $3,000 on" in refused.value.message
    cage.buy_in(**given, cents=299_999)  # type: ignore[arg-type]
