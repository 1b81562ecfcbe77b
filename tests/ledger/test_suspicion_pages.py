"""Suspicion notes, which compliance alone learns of."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from cardroom.audit.models import AuditRecord
from cardroom.audit.reading import records
from cardroom.people import suspicion
from cardroom.people.models import SuspicionNote, today
from cardroom.people.refusals import PeopleError, PeopleRefusal
from cardroom.people.roles import Role
from ledger.models import CurrencyReport
from tests.ledger import raw
from tests.ledger.pages import login, page
from tests.ledger.room import CageRoom, patron, refused_by, staff

SECRET = "counted notes under the table"


def note(who: int | None, text: str = SECRET) -> SuspicionNote:
    return suspicion.write(
        patron_id=who,
        kind="note",
        day=today(),
        cents=600_000,
        text=text,
        reference="",
        actor=staff(Role.COMPLIANCE),
        request_id=uuid4(),
    )


@pytest.mark.parametrize("role", [r for r in Role if r is not Role.COMPLIANCE])
def test_nobody_but_compliance_learns_of_a_note_at_any_door(room: CageRoom, role: Role) -> None:
    """Pages, exports, search and audit say the same with a note as without one."""
    who = room.player(1_040_000)
    person, client = staff(role), login(staff(role))
    report = CurrencyReport.objects.get()
    doors = [
        reverse("person-page", args=[who]),
        f"{reverse('cage')}?patron={who}",
        f"{reverse('cage')}?patron=counted",
        f"{reverse('cage-person')}?patron={who}",
        reverse("currency-log"),
        reverse("currency-log", args=["csv"]),
        reverse("reports"),
        reverse("report", args=[report.pk]),
        reverse("merges"),
        reverse("exclusions"),
        reverse("journal"),
        reverse("deposit-statement", args=["player", who]),
        f"{reverse('free-patrons')}?q=counted",
    ]

    def told() -> list[tuple[int, str]]:
        pages = [page(client, door) for door in doors]
        changing = r'csrfmiddlewaretoken" value="\w+"|value="[0-9a-f-]{36}"|\d\d:\d\d:\d\d[.\d+:]*'
        return [(status, re.sub(changing, "", text)) for status, text in pages]

    def audit() -> list[int]:
        return list(records(person).values_list("pk", flat=True))

    before, log = told(), audit()
    note(who)
    assert told() == before and audit() == log
    # The door itself answers the same whether there is something or not.
    for query in ("", "?find=counted", f"?patron={who}"):
        assert client.get(reverse("suspicion-notes") + query).status_code == 403
    assert client.post(reverse("suspicion-notes"), {"text": "x"}).status_code == 403
    steps: list[Callable[[], object]] = [
        lambda: suspicion.notes(person),
        lambda: suspicion.notes(person, patron_id=who),
        lambda: suspicion.notes(person, search="x"),
    ]
    for step in steps:
        with pytest.raises(PeopleError) as refused:
            step()
        assert refused.value.code is PeopleRefusal.NOT_ALLOWED


def test_the_audit_record_of_a_note_names_nobody(room: CageRoom) -> None:
    who = patron("Lee Park")
    written = note(who)
    (record,) = AuditRecord.objects.filter(action=suspicion.CONFIDENTIAL)
    assert (record.subject, record.data) == (f"note:{written.pk}", {"kind": "note"})
    assert record in records(staff(Role.COMPLIANCE))
    assert record not in records(staff(Role.AUDITOR))
    assert not records(staff(Role.CASHIER)).exists()


def test_compliance_writes_searches_and_closes_notes(room: CageRoom, compliance: Client) -> None:
    who, address = patron("Lee Park"), reverse("suspicion-notes")
    data = {
        "patron": who,
        "kind": "note",
        "day": today().isoformat(),
        "amount": "6,000",
        "text": SECRET,
        "reference": "",
        "request_id": uuid4(),
    }
    assert compliance.post(address, data).status_code == 302
    compliance.post(address, data)
    assert SuspicionNote.objects.get().cents == 600_000
    for find, there in (("counted", True), ("Lee", True), ("nothing", False)):
        assert (SECRET in page(compliance, f"{address}?find={find}")[1]) is there
    filed = {**data, "kind": "filed", "request_id": uuid4()}
    status, text = page(compliance, address, **filed)
    assert status == 422 and "A filed report has a reference" in text
    assert compliance.post(address, {**filed, "reference": "SAR-1"}).status_code == 302
    for wrong in ({"text": ""}, {"patron": "nobody at all"}, {"amount": "much"}, {"day": "x"}):
        status, _ = page(compliance, address, **{**data, **wrong, "request_id": uuid4()})
        assert status == 422, wrong
    with refused_by("people_suspicion_append_only"):
        raw.sql("UPDATE people_suspicionnote SET text = 'x'")
    with refused_by("people_suspicion_append_only"):
        raw.sql("DELETE FROM people_suspicionnote")
    with refused_by("people_suspicion_filed_with_reference"):
        raw.sql(
            "INSERT INTO people_suspicionnote (kind, day, text, reference, written_at, "
            "written_by_id, request_id) VALUES ('filed', now(), 'x', '', now(), %s, %s)",
            room.cashier.pk,
            uuid4(),
        )
