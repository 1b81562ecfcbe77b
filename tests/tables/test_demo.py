"""The demonstration room, and the dealer who plays a table of it for ever."""

import pytest
from django.contrib.auth import authenticate
from django.test import Client

from cardroom.people.models import Patron, Staff
from ledger import cage_selectors, selectors
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage, settlement
from tables.demo import data
from tables.demo.dealer import LOW_CENTS, DemonstrationDealer
from tables.demo.house import HouseDealer
from tables.models import Round, Table
from tests.ledger.room import close_window

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def loaded(kept_database: None) -> None:
    data.load()


@pytest.fixture
def dealer(loaded: None, db: None) -> DemonstrationDealer:
    return DemonstrationDealer(lambda said: None)


def play(dealer: DemonstrationDealer, rounds: int) -> None:
    dealer.open()
    for _ in range(100 * rounds):
        dealer.step()
        if Round.objects.filter(status="settled").count() == rounds:
            return
    raise AssertionError(f"{rounds} rounds were not played")


def test_a_house_banked_table_plays_by_itself_beside_it(dealer: DemonstrationDealer) -> None:
    house = HouseDealer(lambda said: None)
    play(house, rounds=3)
    settlement.post_pending()
    assert Table.objects.get(number=data.HOUSE_TABLE).house_banked
    kinds = {
        wager["kind"]
        for row in Round.objects.filter(status="settled")
        for hand in (row.settlement or {})["hands"]
        for wager in hand["wagers"]
    }
    assert {"ante", "pair_plus"} <= kinds
    assert selectors.trial_balance().balanced and selectors.chips_identity().holds


def cashier() -> Staff:
    return Staff.objects.get(username="cashier")


def test_loading_the_room_again_changes_nothing() -> None:
    data.load()
    before = (Staff.objects.count(), Patron.objects.count(), Table.objects.count())
    data.load()
    assert (Staff.objects.count(), Patron.objects.count(), Table.objects.count()) == before


def test_the_demonstration_plays_by_itself_and_leaves_the_cashier_her_window(
    dealer: DemonstrationDealer,
) -> None:
    play(dealer, rounds=2)
    assert selectors.trial_balance().balanced
    mine = cage_selectors.window_of(dealer.cashier)
    assert mine is not None and mine.window.number == data.DEMONSTRATION_WINDOW
    assert cage_selectors.window_of(cashier()) is None
    client = Client()
    client.force_login(cashier())
    assert "Open a window" in client.get("/cage/").content.decode()
    assert not cage_selectors.last_transactions(cashier())


def test_nobody_logs_in_as_the_demonstrations_cashier(dealer: DemonstrationDealer) -> None:
    assert dealer.cashier.display_name == "Demonstration cashier"
    assert not dealer.cashier.has_usable_password()
    assert data.DEMONSTRATION_CASHIER not in {login.username for login in data.LOGINS}
    for password in ("", "demo-cashier", data.DEMONSTRATION_CASHIER):
        assert authenticate(username=data.DEMONSTRATION_CASHIER, password=password) is None


def buy_in(dealer: DemonstrationDealer) -> int:
    patron = Patron.objects.create(name="Somebody")
    dealer._buy_in_if_low(patron.id)
    return selectors.funds([patron.id])[patron.id].available


def test_its_window_is_opened_again_when_it_was_closed(dealer: DemonstrationDealer) -> None:
    assert buy_in(dealer) > LOW_CENTS
    close_window(
        window=data.DEMONSTRATION_WINDOW,
        counted_cash=2_000_000,
        counted_chips=2_000_000,
        request_id="count",
        actor=dealer.cashier,
        signed_by=Staff.objects.get(username="manager"),
    )
    assert buy_in(dealer) > LOW_CENTS
    assert cage_selectors.window_of(dealer.cashier) is not None


def test_it_takes_another_window_where_somebody_works_at_its_own(
    dealer: DemonstrationDealer,
) -> None:
    cage.open_window(window=data.DEMONSTRATION_WINDOW, imprest=100_000, actor=cashier())
    assert buy_in(dealer) > LOW_CENTS
    mine = cage_selectors.window_of(dealer.cashier)
    assert mine is not None and mine.window.number == 1


def test_with_every_window_taken_it_says_so(dealer: DemonstrationDealer) -> None:
    for window, name in zip(data.WINDOWS, ("cashier", "cage", "manager"), strict=True):
        actor = Staff.objects.get(username=name)
        cage.open_window(window=window, imprest=100_000, actor=actor)
    with pytest.raises(BooksError) as refused:
        buy_in(dealer)
    assert refused.value.code is BooksRefusal.WINDOW_TAKEN
