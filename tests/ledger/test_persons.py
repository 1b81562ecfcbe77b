"""Persons: described and named, merged by two people, excluded and stopped."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import uuid4

import pytest

from cardroom.audit.models import AuditRecord
from cardroom.errors import Refused
from cardroom.people import exclusions
from cardroom.people.models import Exclusion, Patron, PersonMerge, Staff, today
from cardroom.people.refusals import PeopleError, PeopleRefusal
from cardroom.people.roles import ALLOWED, Permission, Role
from cardroom.people.services import name_described, register_patron
from ledger import cage_selectors, currency_selectors
from ledger.books import flows
from ledger.books.tally import Tally
from ledger.currency_selectors import State
from ledger.models import CurrencyReport
from ledger.refusals import BooksError, BooksRefusal
from ledger.services import cage, merging
from ledger.services.posting import post
from ledger.services.verification import verify
from tests.ledger import raw
from tests.ledger.room import CageRoom, check_now, patron, refused_by, staff


def described(name: str = "Tall man", marks: str = "red cap, scar on the chin") -> int:
    return Patron.objects.create(name=name, description=marks, kind="described").pk


@contextmanager
def refuses(code: object, field: str | None = None) -> Iterator[None]:
    with pytest.raises(Refused) as refused:
        yield
    assert refused.value.code is code
    assert field is None or refused.value.field == field


def cashed(room: CageRoom, who: int, cents: int) -> None:
    """Cash in, and the chips away again: nothing is followed afterwards."""
    room.buy_in(who, cents)
    cage.cash_out(window=2, patron_id=who, cents=cents, request_id=str(uuid4()), actor=room.cashier)


def propose(room: CageRoom, merged: int, into: int) -> PersonMerge:
    return merging.propose(
        merged, into, reason="showed his licence", actor=room.cashier, request_id=uuid4()
    )


def merge(room: CageRoom, merged: int, into: int) -> PersonMerge:
    proposal = propose(room, merged, into)
    return merging.decide(proposal.pk, approve=True, actor=staff(Role.CAGE_SUPERVISOR))


# -- Described and named ---------------------------------------------------------------------------


def test_who_gives_no_name_is_registered_by_marks(room: CageRoom) -> None:
    given = {"name": "Tall man", "actor": room.cashier, "described": True}
    with refuses(PeopleRefusal.MARKS_MISSING, "description"):
        register_patron(**given, description=" ", request_id=uuid4())  # type: ignore[arg-type]
    who = register_patron(**given, description="scar", request_id=uuid4())  # type: ignore[arg-type]
    assert (who.kind, who.description) == ("described", "scar")
    with refused_by("people_described_has_marks"):
        raw.sql("UPDATE people_patron SET description = '' WHERE id = %s", who.pk)


def test_who_is_described_may_give_a_name_that_nobody_known_has(room: CageRoom) -> None:
    known, who = patron("Lee Park"), described()
    with refuses(PeopleRefusal.NAME_KNOWN, "name"):
        name_described(who, name="lee park", actor=room.cashier)
    for _ in range(2):
        name_described(who, name="Nadia Haddad", actor=room.cashier)
    assert Patron.objects.get(pk=who).kind == "named"
    (audit,) = AuditRecord.objects.filter(action="patron_named")
    assert audit.data == {"name": "Nadia Haddad", "before": "Tall man"}
    with refuses(PeopleRefusal.REQUEST_REUSED):
        name_described(known, name="Another", actor=room.cashier)


# -- Merges ----------------------------------------------------------------------------------------


def test_merged_days_are_counted_together_and_may_make_a_report_due(room: CageRoom) -> None:
    into, merged = patron("Lee Park"), described()
    cashed(room, into, 600_000)
    cashed(room, merged, 500_000)
    assert not CurrencyReport.objects.exists()
    proposal = propose(room, merged, into)
    assert currency_selectors.totals(into, today()) == (600_000, 600_000)
    merging.decide(proposal.pk, approve=True, actor=staff(Role.COMPLIANCE))
    check_now()
    assert currency_selectors.totals(into, today()) == (1_100_000, 1_100_000)
    assert CurrencyReport.objects.get().patron_id == into
    (line,) = currency_selectors.log(today())
    assert (line.patron.pk, len(line.moves)) == (into, 4)
    assert list(verify()) == []
    # More of his cash goes on the same total; his old number is not served.
    room.buy_in(into, 100)
    assert currency_selectors.totals(into, today())[0] == 1_100_100
    with refuses(BooksRefusal.PERSON_MERGED):
        room.buy_in(merged, 100)


def test_undone_a_merge_stays_on_record_and_the_days_are_apart_again(room: CageRoom) -> None:
    into, merged = patron("Lee Park"), described()
    cashed(room, into, 600_000)
    cashed(room, merged, 500_000)
    done = merge(room, merged, into)
    report = CurrencyReport.objects.get()
    boss = staff(Role.MANAGER)
    with refuses(BooksRefusal.REASON_MISSING):
        merging.undo(done.pk, reason=" ", actor=boss)
    merging.undo(done.pk, reason="it was his brother", actor=boss)
    check_now()
    assert currency_selectors.totals(into, today())[0] == 600_000
    assert currency_selectors.totals(merged, today())[0] == 500_000
    found = currency_selectors.report(report.pk)
    assert found is not None and found.state is State.NOT_DUE
    kept = PersonMerge.objects.get()
    assert (kept.approved, kept.undone_by, kept.undone_reason) == (True, boss, "it was his brother")
    actions = AuditRecord.objects.filter(subject=f"patron:{merged}", action__startswith="merge")
    assert [each.action for each in actions] == ["merge_proposed", "merge_approved", "merge_undone"]
    with refuses(BooksRefusal.MERGE_DECIDED):
        merging.undo(done.pk, reason="again", actor=boss)
    # He can be merged anew, into another.
    merge(room, merged, patron("Victor Chu"))
    assert list(verify()) == []


def test_who_alone_is_above_keeps_his_report_when_a_merge_is_undone(room: CageRoom) -> None:
    into, merged = patron("Lee Park"), described()
    done = merge(room, merged, into)
    # Counted for the described one while he was merged: a page that was open before.
    post(flows.buy_in(2, merged, Tally(loose=1_000_100)), request_id="late", actor=room.cashier)
    assert [r.patron_id for r in CurrencyReport.objects.all()] == [into]
    merging.undo(done.pk, reason="wrong", actor=staff(Role.MANAGER))
    assert {r.patron_id for r in CurrencyReport.objects.all()} == {into, merged}
    assert list(verify()) == []


def test_a_merge_is_decided_by_somebody_else_once(room: CageRoom) -> None:
    into, merged = patron("Lee Park"), described()
    boss = staff(Role.CAGE_SUPERVISOR)
    proposal = merging.propose(merged, into, reason="same", actor=boss, request_id=uuid4())
    with refuses(BooksRefusal.MERGE_SECOND_PERSON):
        merging.decide(proposal.pk, approve=True, actor=boss)
    with refuses(BooksRefusal.NOT_ALLOWED):
        merging.decide(proposal.pk, approve=True, actor=room.cashier)
    merging.decide(proposal.pk, approve=False, actor=staff(Role.MANAGER))
    assert Patron.objects.get(pk=merged).merged_into_id is None
    with refuses(BooksRefusal.MERGE_DECIDED):
        merging.decide(proposal.pk, approve=True, actor=staff(Role.MANAGER))
    # Declined, it may be proposed again.
    propose(room, merged, into)
    with refuses(BooksRefusal.MERGE_WAITS):
        propose(room, merged, into)


def test_the_same_proposal_comes_once(room: CageRoom) -> None:
    into, merged, request = patron("Lee Park"), described(), uuid4()
    given = {"reason": "same", "actor": room.cashier, "request_id": request}
    first = merging.propose(merged, into, **given)  # type: ignore[arg-type]
    assert merging.propose(merged, into, **given) == first  # type: ignore[arg-type]
    with refuses(BooksRefusal.REQUEST_REUSED):
        merging.propose(merged, patron("Other"), **given)  # type: ignore[arg-type]


def test_only_somebody_described_without_chips_is_merged_into_somebody_named(
    room: CageRoom,
) -> None:
    named, merged, other = patron("Lee Park"), described(), described("Short man")
    with_chips = described("With chips")
    room.buy_in(with_chips, 500)
    gone = described("Gone")
    merge(room, gone, named)
    for pair, code in (
        ((merged, merged), BooksRefusal.MERGE_WITH_ITSELF),
        ((named, patron("Another")), BooksRefusal.MERGE_NAMED),
        ((merged, other), BooksRefusal.MERGE_INTO_NAMED),
        ((gone, named), BooksRefusal.PERSON_MERGED),
        ((with_chips, named), BooksRefusal.MERGE_CHIPS),
        ((10**9, named), BooksRefusal.NO_SUCH_PATRON),
        ((merged, 10**9), BooksRefusal.NO_SUCH_PATRON),
    ):
        with refuses(code):
            propose(room, *pair)


@pytest.mark.parametrize("role", [r for r in Role if Permission.PROPOSE_MERGE not in ALLOWED[r]])
def test_who_may_not_propose_does_not(room: CageRoom, role: Role) -> None:
    with refuses(BooksRefusal.NOT_ALLOWED):
        merging.propose(described(), patron(), reason="x", actor=staff(role), request_id=uuid4())


def test_postgresql_refuses_a_merge_that_two_people_did_not_make(room: CageRoom) -> None:
    into, merged = patron("Lee Park"), described()
    with refused_by("people_merged_by_approval"):
        raw.sql("UPDATE people_patron SET merged_into_id = %s WHERE id = %s", into, merged)
    with refused_by("people_only_described_merged"):
        raw.sql("UPDATE people_patron SET merged_into_id = %s WHERE id = %s", merged, into)
    proposal = propose(room, merged, into)
    decide = (
        "UPDATE people_personmerge SET approved = true, decided_at = now(), decided_by_id = %s "
        "WHERE id = %s"
    )
    with refused_by("people_merge_two_people"):
        raw.sql(decide, room.cashier.pk, proposal.pk)
    with refused_by("people_merged_by_approval"):
        raw.sql(decide, staff(Role.MANAGER).pk, proposal.pk)
    with refused_by("people_merge_one_at_a_time"):
        raw.sql(
            "INSERT INTO people_personmerge (merged_id, into_id, reason, proposed_at, "
            "proposed_by_id, request_id, undone_reason) VALUES (%s, %s, 'x', now(), %s, %s, '')",
            merged,
            into,
            room.cashier.pk,
            uuid4(),
        )
    done = merging.decide(proposal.pk, approve=True, actor=staff(Role.MANAGER))
    check_now()
    with refused_by("people_merged_by_approval"):
        raw.sql("UPDATE people_patron SET merged_into_id = NULL WHERE id = %s", merged)
    with refused_by("people_merged_into_named"):
        raw.sql(
            "UPDATE people_patron SET kind = 'described', description = 'x' WHERE id = %s", into
        )
        raw.sql("UPDATE people_patron SET name = name WHERE id = %s", merged)
    for change in ("reason = 'y'", "approved = false", "decided_by_id = proposed_by_id"):
        with refused_by("people_merge_fixed"):
            raw.sql(f"UPDATE people_personmerge SET {change} WHERE id = %s", done.pk)
    with refused_by("people_merge_stays"):
        raw.sql("DELETE FROM people_personmerge")
    with refused_by("people_merge_undone_with_reason"):
        raw.sql("UPDATE people_personmerge SET undone_at = now() WHERE id = %s", done.pk)
    with refused_by("people_patron_stays"):
        raw.sql("DELETE FROM people_patron WHERE id = %s", patron("Nobody"))


def test_what_comes_back_to_a_merged_number_is_paid_to_whose_it_is(room: CageRoom) -> None:
    into, merged = patron("Lee Park"), described()
    room.buy_in(into, 200)
    room.buy_in(merged, 1_000)
    room.bets("4-1", {merged: 1_000})
    merge(room, merged, into)  # Everything that he has is in play.
    room.settle("4-1", {merged: 1_000})
    shown = cage_selectors.person(into)
    assert shown is not None
    assert shown.funds.available == 1_200 and len(shown.unposted) == 1
    cage.cash_out(window=2, patron_id=into, cents=1_100, request_id="r", actor=room.cashier)
    check_now()
    assert (room.chips_of(into), room.chips_of(merged), room.balance("chips:large")) == (100, 0, 0)
    assert list(verify()) == []


def test_a_merged_person_is_found_as_the_one_he_is(room: CageRoom) -> None:
    into, merged = patron("Lee Park"), described("Tall man", "scar on the chin")
    merge(room, merged, into)
    for text in ("Lee", str(into), str(merged), "scar", "tall"):
        assert [who.pk for who in cage_selectors.find_patrons(text)] == [into], text


# -- Exclusions ------------------------------------------------------------------------------------


def exclude(who: int, actor: Staff | None = None, **changes: object) -> Exclusion:
    given = {
        "kind": "self_excluded",
        "reason": "asked for a year",
        "begins_on": today(),
        "ends_on": None,
        "request_id": uuid4(),
    }
    return exclusions.exclude(
        who,
        actor=actor or staff(Role.FLOOR),
        **(given | changes),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("begins", "ends", "stops"),
    [(0, None, True), (-9, 0, True), (-9, -1, False), (1, None, False), (-1, 1, True)],
)
def test_an_exclusion_stops_from_its_first_day_to_its_last(
    room: CageRoom, begins: int, ends: int | None, stops: bool
) -> None:
    who, day = patron(), today()
    exclusion = exclude(
        who,
        begins_on=day + timedelta(days=begins),
        ends_on=None if ends is None else day + timedelta(days=ends),
    )
    assert exclusion.stops_today is stops
    assert Patron.objects.get(pk=who).is_welcome is not stops
    assert Patron.objects.welcome().filter(pk=who).exists() is not stops
    if stops:
        with refuses(BooksRefusal.CALL_THE_FLOOR):
            room.buy_in(who, 100)
    else:
        room.buy_in(who, 100)


def test_every_stop_is_in_the_audit_log(room: CageRoom) -> None:
    who = patron()
    exclude(who)
    with refuses(BooksRefusal.CALL_THE_FLOOR):
        room.buy_in(who, 100)
    with refuses(BooksRefusal.CALL_THE_FLOOR):
        cage.check_at_window(room.cashier, who)
    stops = AuditRecord.objects.filter(action="stopped", subject=f"patron:{who}")
    assert [(each.actor, each.data["where"]) for each in stops] == [
        (room.cashier, "window:2"),
        (room.cashier, "window"),
    ]


def test_an_exclusion_of_a_described_person_holds_for_whom_he_turns_out_to_be(
    room: CageRoom,
) -> None:
    into, merged = patron("Lee Park"), described()
    exclude(merged)
    assert Patron.objects.get(pk=into).is_welcome
    merge(room, merged, into)
    with refuses(BooksRefusal.CALL_THE_FLOOR):
        room.buy_in(into, 100)
    assert not Patron.objects.welcome().filter(pk__in=(into, merged)).exists()


def test_an_exclusion_is_lifted_once_with_a_reason(room: CageRoom) -> None:
    who, boss = patron(), staff(Role.MANAGER)
    exclusion = exclude(who)
    with refuses(PeopleRefusal.REASON_MISSING, "reason"):
        exclusions.lift(exclusion.pk, reason=" ", actor=boss)
    exclusions.lift(exclusion.pk, reason="mistaken for another", actor=boss)
    room.buy_in(who, 100)
    with refuses(PeopleRefusal.ENDED_ALREADY):
        exclusions.lift(exclusion.pk, reason="again", actor=boss)
    with refuses(PeopleRefusal.NO_SUCH_EXCLUSION):
        exclusions.lift(10**9, reason="x", actor=boss)
    with refused_by("people_exclusion_fixed"):
        raw.sql(
            "UPDATE people_exclusion SET lifted_at = NULL, lifted_by_id = NULL, lifted_reason = ''"
        )
    with refused_by("people_exclusion_stays"):
        raw.sql("DELETE FROM people_exclusion")


def test_what_is_recorded_of_an_exclusion_does_not_change(room: CageRoom) -> None:
    exclude(patron())
    for change in ("reason = 'x'", "ends_on = current_date + 400", "kind = 'barred'"):
        with refused_by("people_exclusion_fixed"):
            raw.sql(f"UPDATE people_exclusion SET {change}")
    with refused_by("people_exclusion_dates"):
        raw.sql(
            "INSERT INTO people_exclusion (patron_id, kind, reason, begins_on, ends_on, "
            "recorded_at, lifted_reason) VALUES (%s, 'barred', 'x', '2026-02-02', '2026-02-01', "
            "now(), '')",
            patron(),
        )
    with refused_by("people_exclusion_lifted_with_reason"):
        raw.sql("UPDATE people_exclusion SET lifted_at = now()")


def test_an_exclusion_needs_a_reason_and_days_that_can_be(room: CageRoom) -> None:
    who = patron()
    with refuses(PeopleRefusal.REASON_MISSING, "reason"):
        exclude(who, reason="")
    with refuses(PeopleRefusal.ENDS_BEFORE, "ends_on"):
        exclude(who, ends_on=today() - timedelta(days=1))
    with refuses(PeopleRefusal.NO_SUCH_PERSON):
        exclude(10**9)
    request = uuid4()
    assert exclude(who, request_id=request) == exclude(who, request_id=request)
    assert Exclusion.objects.count() == 1


@pytest.mark.parametrize("role", [r for r in Role if Permission.EXCLUDE not in ALLOWED[r]])
def test_who_may_not_exclude_neither_does_nor_reads_why(room: CageRoom, role: Role) -> None:
    who, other = patron(), staff(role)
    exclusion = exclude(who)
    with refuses(PeopleRefusal.NOT_ALLOWED):
        exclude(who, other)
    with refuses(PeopleRefusal.NOT_ALLOWED):
        exclusions.lift(exclusion.pk, reason="x", actor=other)
    assert exclusions.history(who, other) == ()
    assert exclusions.history(who, staff(Role.COMPLIANCE)) == (exclusion,)
    assert issubclass(PeopleError, Refused) and issubclass(BooksError, Refused)
