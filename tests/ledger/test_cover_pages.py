"""Cover against what is owed, on its page and in PostgreSQL."""

from uuid import uuid4

import pytest
from django.urls import reverse

from cardroom.people.roles import Role
from ledger import selectors
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage, cover
from tests.ledger import raw
from tests.ledger.pages import login, page
from tests.ledger.room import CageRoom, check_now, refused_by, staff


def test_the_manager_designates_what_covers_with_a_reason_on_record(room: CageRoom) -> None:
    manager, address = login(staff(Role.MANAGER)), reverse("cover")
    data = {"account": "cash:vault", "counts": "no", "request_id": uuid4()}
    status, text = page(manager, address, **data, reason="")
    assert status == 422 and "Write the reason" in text
    assert manager.post(address, {**data, "reason": "kept for payroll"}).status_code == 302
    check_now()
    assert selectors.cover().designated_cents == 100_000_000
    _, text = page(manager, address)
    assert "cash:vault does not count: kept for payroll" in text and "True to" in text
    for role in (Role.AUDITOR, Role.COMPLIANCE):
        with pytest.raises(BooksError) as refused:
            cover.designate("cash:vault", counts=True, reason="x", actor=staff(role))
        assert refused.value.code is BooksRefusal.NOT_ALLOWED
    with pytest.raises(BooksError) as refused:
        cover.designate("chips:large", counts=True, reason="x", actor=staff(Role.MANAGER))
    assert refused.value.code is BooksRefusal.NOT_MONEY


def test_cover_warns_below_the_rooms_margin_and_alarms_below_what_is_owed(
    room: CageRoom, settings: object
) -> None:
    room.player(500)
    supervisor = login(staff(Role.CAGE_SUPERVISOR))
    assert "Chips in use and deposits are covered." in page(supervisor, reverse("cage"))[1]
    spare = selectors.cover().designated_cents - selectors.cover().required_cents
    settings.COVER_MARGIN = spare + 1  # type: ignore[attr-defined]
    assert "Cover is low" in page(supervisor, reverse("cage"))[1]
    cover.designate("cash:vault", counts=False, reason="x", actor=staff(Role.MANAGER))
    cover.designate("bank:chip-cover", counts=False, reason="x", actor=staff(Role.MANAGER))
    assert "Cover is short" in page(supervisor, reverse("cage"))[1]
    # The cashier counts blind: she is told the word, not the figures.
    _, text = page(login(room.cashier), reverse("cage"))
    assert "Cover is short" in text and "Designated</dt>" not in text


def test_chips_at_large_below_zero_count_as_nothing_in_the_cover(room: CageRoom) -> None:
    before = selectors.cover().required_cents
    cage.cash_out(window=2, patron_id=None, cents=500, request_id="a", actor=room.cashier)
    assert selectors.at_large_cents() == -500
    assert selectors.cover().required_cents == before


def test_postgresql_refuses_cover_that_nobody_designated(room: CageRoom) -> None:
    with refused_by("ledger_cover_by_designation"):
        raw.sql("UPDATE ledger_account SET covers_chips = true WHERE code = 'cash:window:2'")
    room.player(500)
    with refused_by("ledger_account_cover_is_money"):
        raw.sql("UPDATE ledger_account SET covers_chips = true WHERE code LIKE 'chips:player:%%'")
    with refused_by("ledger_cover_by_designation"):
        raw.sql(
            "INSERT INTO ledger_coverdesignation (account_id, counts, reason, at) "
            "SELECT id, false, 'x', now() FROM ledger_account WHERE code = 'cash:vault'"
        )
    with refused_by("ledger_designation_append_only"):
        raw.sql("UPDATE ledger_coverdesignation SET reason = 'y'")
