"""Books that were kept before chips had denominations go on after the migrations."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from ledger import place_selectors
from ledger.services.settlement import post_pending
from ledger.services.verification import verify
from tests.ledger.room import CageRoom


@pytest.mark.django_db(transaction=True)
def test_a_database_at_the_corrections_migrates_and_verifies() -> None:
    room = CageRoom()
    who = room.player(10_000)
    room.bets("4-1", {who: 1_000}, {who: 300})
    room.settle("4-1", {who: 1_000})
    post_pending()
    try:
        MigrationExecutor(connection).migrate([("ledger", "0003_corrections")])
        with connection.cursor() as cursor:
            cursor.execute("SELECT to_regclass('ledger_chipstock')")
            assert cursor.fetchone() == (None,)
    finally:
        call_command("migrate", "ledger", verbosity=0)
    assert list(verify()) == []
    held = place_selectors.holding("window:2")
    assert (held.chips, held.unsorted) == ((), 50_000_000 - 10_000)
    room.buy_in(who, 500)
    assert room.chips_of(who) == 10_200
