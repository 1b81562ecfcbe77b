"""How long each record is kept: every table has its class, and the page shows them."""

from django.apps import apps
from django.urls import reverse

from cardroom.people import companies
from cardroom.people.roles import ALLOWED, Permission, Role
from ledger import currency_selectors
from ledger.books import retention
from tests.ledger.pages import login, page
from tests.ledger.room import CageRoom, staff


def test_every_table_of_money_and_persons_belongs_to_one_class() -> None:
    kept = [row for each in retention.CLASSES for row in each.rows]
    assert len(kept) == len(set(kept))
    ours = {
        model._meta.db_table
        for label in ("ledger", "people", "audit")
        for model in apps.get_app_config(label).get_models()
    }
    assert set(kept) == ours
    assert all(each.years >= 5 and each.clause for each in retention.CLASSES)


def test_the_classes_are_shown_to_who_sees_the_books(room: CageRoom) -> None:
    for role in Role:
        status, text = page(login(staff(role)), reverse("retention"))
        assert (status == 200) is (Permission.SEE_BOOKS in ALLOWED[role])
        assert ("4 CCR 12312" in text) is (status == 200)
    assert currency_selectors.overdue() == 0
    assert companies.register_company("Acme", actor=staff(Role.MANAGER)).pk
