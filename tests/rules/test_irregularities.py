"""Irregularities: what each text says, and what is proposed where it is silent."""

import pytest

from tables.engine.irregularities import (
    INCIDENT_TITLES,
    SAYINGS,
    Guidance,
    Incident,
    Remedy,
    guidance,
    stub_size,
)
from tables.engine.texts import PACK_TEXTS

CLAUSES = [
    ("iowa", Incident.CARD_FACE_UP, Remedy.DISCARD_THE_CARD, "Irregularities (a)"),
    ("iowa", Incident.CARDS_FACE_UP, Remedy.VOID_AND_RESHUFFLE, "Irregularities (a)"),
    ("iowa", Incident.CARD_DRAWN_IN_ERROR, Remedy.USE_AS_NEXT_CARD, "Irregularities (b)"),
    ("iowa", Incident.WRONG_NUMBER_OF_CARDS, Remedy.VOID_AND_RESHUFFLE, "Irregularities (c)"),
    ("iowa", Incident.BANK_CARD_EXPOSED, Remedy.VOID_AND_RESHUFFLE, "Irregularities (d)"),
    ("iowa", Incident.SHUFFLER_FAILED, Remedy.HOLD_AND_RESHUFFLE, "Irregularities (e)"),
    ("iowa", Incident.SHOE_FAILED, Remedy.VOID_AND_RESHUFFLE, "Irregularities (f)"),
    ("casino_guide", Incident.WRONG_NUMBER_OF_CARDS, Remedy.VOID, "General Rules of Play"),
    ("casino_guide", Incident.PLAYER_CARD_EXPOSED, Remedy.GO_ON, "General Rules of Play"),
    ("casino_guide", Incident.PLAYER_CARDS_EXPOSED, Remedy.VOID, "General Rules of Play"),
    ("casino_guide", Incident.BANK_CARD_EXPOSED, Remedy.VOID, "General Rules of Play"),
]


@pytest.mark.parametrize(("base", "incident", "remedy", "rule"), CLAUSES)
def test_where_the_text_speaks_it_binds_and_is_quoted(
    base: str, incident: Incident, remedy: Remedy, rule: str
) -> None:
    shown = guidance(base, incident)
    assert shown.remedy is remedy and shown.proposed is None
    assert shown.saying is not None and shown.saying.clause.rule == rule
    assert shown.saying.words.endswith(".")


@pytest.mark.parametrize("base", PACK_TEXTS)
@pytest.mark.parametrize("incident", Incident)
def test_where_the_text_is_silent_the_floor_rules(base: str, incident: Incident) -> None:
    speaks = (base, incident) in {(row[0], row[1]) for row in CLAUSES}
    shown = guidance(base, incident)
    assert (shown.remedy is Remedy.RULING) is not speaks
    assert (incident in SAYINGS[base]) is speaks


def california(incident: Incident) -> Guidance:
    return guidance("california", incident)


@pytest.mark.parametrize(
    ("incident", "proposed"),
    [
        (Incident.WRONG_NUMBER_OF_CARDS, Remedy.VOID),
        (Incident.PLAYER_CARD_EXPOSED, Remedy.GO_ON),
        (Incident.PLAYER_CARDS_EXPOSED, Remedy.VOID),
        (Incident.BANK_CARD_EXPOSED, Remedy.VOID),
        (Incident.CARD_FACE_UP, Remedy.DISCARD_THE_CARD),
        (Incident.SHOE_FAILED, Remedy.VOID_AND_RESHUFFLE),
    ],
)
def test_california_and_new_york_are_shown_what_the_other_texts_say(
    incident: Incident, proposed: Remedy
) -> None:
    for shown in (california(incident), guidance("new_york", incident)):
        assert shown.remedy is Remedy.RULING
        assert shown.proposed is proposed
        assert shown.precedents


def test_every_incident_has_a_title_and_an_answer_in_every_pack() -> None:
    assert set(INCIDENT_TITLES) == set(Incident)
    assert set(SAYINGS) == set(PACK_TEXTS)


def test_iowa_dealing_seven_spots_and_the_dealer_leave_28_cards() -> None:
    assert stub_size(1, 8) == 28
    assert stub_size(8, 14, burned=1) == 8 * 52 - 42 - 1
