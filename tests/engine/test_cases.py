"""The worked cases: every field of the expected settlement, and every expected refusal."""

from typing import Any

import pytest

from tables.engine.record import settle_record
from tables.engine.refusals import Refusal, RuleError
from tests.engine.records import Record, in_results, load_cases

SETTLED = load_cases("settlement.jsonl")
REFUSED = load_cases("errors.jsonl")
OWN_REFUSED = load_cases("own_errors.jsonl")


def differences(expected: Any, found: Any, path: str = "") -> list[str]:
    """Where ``found`` differs from ``expected``; fields that are only in ``found`` are allowed."""
    if isinstance(expected, dict) and isinstance(found, dict):
        gone = [f"{path}.{key} is missing" for key in expected if key not in found]
        return gone + [
            line
            for key in expected
            if key in found
            for line in differences(expected[key], found[key], f"{path}.{key}")
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for at, pair in pairs for line in differences(*pair, f"{path}[{at}]")]
    if expected == found and type(expected) is type(found):
        return []
    return [f"{path} is {found!r}, not {expected!r}"]


@pytest.mark.parametrize("case", SETTLED, ids=lambda case: case["name"])
def test_a_worked_case_is_settled_in_every_field(case: Record) -> None:
    assert differences(case["settlement"], settle_record(case["round"]).to_dict()) == []


@pytest.mark.parametrize("case", SETTLED, ids=lambda case: case["name"])
def test_results_instead_of_cards_give_the_same_settlement(case: Record) -> None:
    expected = dict(case["settlement"], bank=dict(case["settlement"]["bank"], hand=None))
    expected["hands"] = [dict(entry, hand=None) for entry in expected["hands"]]
    entered = in_results(case["round"], case["settlement"])
    assert differences(expected, settle_record(entered).to_dict()) == []


@pytest.mark.parametrize("case", SETTLED, ids=lambda case: case["name"])
def test_a_folded_hand_needs_no_cards(case: Record) -> None:
    hands = [
        dict(entry, cards=None)
        if entry["decision"] == "fold" and "six_card_bonus" not in entry["wagers"]
        else entry
        for entry in case["round"]["hands"]
    ]
    settled = settle_record({**case["round"], "hands": hands}).to_dict()
    assert settled["bank"] == case["settlement"]["bank"]


@pytest.mark.parametrize("case", REFUSED + OWN_REFUSED, ids=lambda case: case["name"])
def test_a_faulty_record_is_refused_at_the_place_of_its_fault(case: Record) -> None:
    with pytest.raises(RuleError) as caught:
        settle_record(case["round"])
    path, inside = caught.value.field, case["error_path"]
    assert path == inside or path.startswith((f"{inside}.", f"{inside}["))
    assert "code" not in case or caught.value.code == case["code"]
    assert caught.value.message  # every text can be made from its data


def test_a_difference_in_a_field_is_noticed() -> None:
    assert differences({"a": [1, True]}, {"a": [1, 1], "b": 2}) == [".a[1] is 1, not True"]


def test_every_refusal_of_a_record_has_a_case() -> None:
    from tests.engine.test_documentation import documented_codes

    covered = {Refusal(case["code"]) for case in OWN_REFUSED}
    assert covered | {Refusal.NOT_JSON, Refusal.REPEATED_KEY} == documented_codes()
