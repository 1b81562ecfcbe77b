"""A room's own packs: versions that never change, odds that only rise, dates that count."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from cardroom.clock import now
from tables import selectors
from tables.engine.refusals import Refusal, RuleError
from tables.models import RulePack
from tables.refusals import TableError, TableRefusal
from tables.services.packs import make_pack
from tests.tables.room import Room
from tests.tables.test_outcomes import BANK, nets, play

pytestmark = pytest.mark.django_db
OWN = {"base": "california", "options": {}, "odds": {"bonus": {"pair": 2}}}


def make(rules: object = OWN, authorization: str = "GEGA-1", days: int = -1) -> RulePack:
    return make_pack(
        actor=None,
        name="Ours",
        rules=rules,
        authorization=authorization,
        effective_from=now() + timedelta(days=days),
    )


def test_each_change_of_a_pack_is_a_new_version() -> None:
    first, second = make(), make({"base": "california"})
    assert (first.version, second.version) == (1, 2)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        RulePack.objects.filter(id=first.id).update(authorization="another")


def test_raised_odds_need_the_rooms_own_authorization() -> None:
    with pytest.raises(TableError) as refused:
        make(authorization=" ")
    assert refused.value.code is TableRefusal.AUTHORIZATION_MISSING
    make({"base": "california"}, authorization="")


def test_odds_are_never_lowered() -> None:
    with pytest.raises(RuleError) as refused:
        make({"base": "california", "odds": {"bonus": {"royal_flush": 100}}})
    assert refused.value.code is Refusal.ODDS_LOWERED
    assert refused.value.field == "rules.odds.bonus.royal_flush"


def test_a_table_opens_only_under_a_pack_that_is_in_effect(room: Room) -> None:
    tomorrow = make(days=1)
    assert tomorrow not in selectors.open_table_choices(room.floor).packs
    other = Room()
    other.pack = tomorrow
    with pytest.raises(TableError) as refused:
        other.open()
    assert refused.value.code is TableRefusal.PACK_NOT_YET_EFFECTIVE


def test_a_round_pays_by_the_odds_of_the_rooms_own_pack() -> None:
    room = Room(fees=[{"payer": "player", "wager": "ante", "from": 1, "to": 30_000, "fee": 0}])
    room.pack = make()
    room.open()
    play(room, wager=50_000, bank=BANK, hands={1: ("9d", "9c", "2h")})
    assert nets(room) == {1: 2_000 + 2_000 + 1_000, 4: -5_000}


def test_the_file_of_a_pack_is_checked_before_it_is_stored(tmp_path: Path) -> None:
    file = tmp_path / "ours.json"
    given = {
        "name": "Ours",
        "rules": OWN,
        "authorization": "GEGA-1",
        "effective_from": "2026-11-01T06:00-08:00",
    }
    file.write_text(json.dumps(given))
    call_command("import_pack", str(file), "--dry-run")
    assert not RulePack.objects.filter(name="Ours").exists()
    call_command("import_pack", str(file))
    assert RulePack.objects.get(name="Ours").version == 1

    for wrong, sentence in (
        ({"rules": {"base": "vegas"}}, "rules.base"),
        ({"effective_from": "soon"}, "effective_from"),
        ({"effective_from": "2026-11-01"}, "time zone"),
        ({"authorization": ""}, "authorization"),
    ):
        file.write_text(json.dumps(given | wrong))
        with pytest.raises(CommandError, match=sentence):
            call_command("import_pack", str(file))
    file.write_text("{")
    with pytest.raises(CommandError, match="can't be read"):
        call_command("import_pack", str(file))
    assert RulePack.objects.filter(name="Ours").count() == 1
