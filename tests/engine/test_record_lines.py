"""Lines in, lines out: blank lines, broken lines, and one object over several lines."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tables.engine.record_lines import settle_lines
from tests.engine.records import california, changed, hand, house

ROOT = Path(__file__).parents[2]
GOOD = json.dumps(california())
NOT_JSON = {"error": {"code": "not_json", "path": "", "message": "This line is not JSON."}}


def answers(text: str | bytes) -> list[Any]:
    data = text.encode() if isinstance(text, str) else text
    return [answer.body for answer in settle_lines(data.splitlines(keepends=True))]


def codes(text: str | bytes) -> list[str]:
    return [body["error"]["code"] if "error" in body else "settled" for body in answers(text)]


def test_each_line_is_answered_in_its_place() -> None:
    bad = json.dumps(changed(california(), "bank.wager", 0))
    assert codes(f"{GOOD}\n\n{bad}\n   \nnonsense\n{GOOD}\n") == [
        "settled",
        "wager_not_positive",
        "not_json",
        "settled",
    ]


def test_a_broken_first_line_does_not_stop_the_others() -> None:
    assert codes(f"nonsense\n{GOOD}\n") == ["not_json", "settled"]
    assert codes(f'{{"schema": \n{GOOD}\n') == ["not_json", "settled"]


def test_one_object_may_be_spread_over_lines() -> None:
    assert codes(json.dumps(california(), indent=2)) == ["settled"]
    assert codes("\n\n" + json.dumps(california(), indent=2) + "\n\n") == ["settled"]


def test_a_broken_object_over_several_lines_is_one_fault() -> None:
    pretty = json.dumps(california(), indent=2)
    assert answers(pretty.replace("10000", "NaN")) == [NOT_JSON]
    assert answers(pretty[:-1]) == [NOT_JSON]


def test_no_lines_give_no_answers() -> None:
    assert answers("") == [] and answers("\n \n") == []


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_what_only_python_reads_as_json_is_refused(number: str) -> None:
    assert answers(GOOD.replace("10000", number)) == [NOT_JSON]


@pytest.mark.parametrize("line", [b"\xff\xfe", b'{"a": "\xff"}', b"[" * 100_000])
def test_bytes_that_are_no_text_and_endless_nesting_are_refused(line: bytes) -> None:
    assert answers(line) == [NOT_JSON]


@pytest.mark.parametrize("line", ["null", "5", "[]", '"round"', "true"])
def test_json_that_is_no_object_is_refused(line: str) -> None:
    [body] = answers(line)
    assert body["error"]["code"] == "wrong_type" and body["error"]["path"] == ""


def test_a_huge_number_is_refused_at_its_place() -> None:
    [body] = answers(GOOD.replace("10000", "9" * 5000))
    assert body["error"]["code"] == "wrong_type" and body["error"]["path"] == "bank.wager"
    assert len(body["error"]["message"]) < 120


def test_a_huge_amount_that_is_whole_is_settled_exactly() -> None:
    [body] = answers(GOOD.replace("10000", "9" * 25))
    assert body["bank"]["wager"] == int("9" * 25)


def test_a_name_that_occurs_twice_is_refused() -> None:
    [body] = answers(GOOD.replace('"seat": 1,', '"seat": 1, "seat": 2,'))
    assert body["error"]["code"] == "repeated_key"
    assert body["error"]["path"] == "hands[0].seat"


def test_a_mark_of_byte_order_is_ignored() -> None:
    assert codes(b"\xef\xbb\xbf" + GOOD.encode()) == ["settled"]


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a user runs it, with no engine within reach."""
    nowhere = "postgres://nobody@127.0.0.1:1/none"
    return subprocess.run(
        [sys.executable, "manage.py", "settle_round", *arguments],
        input=text,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"DATABASE_URL": nowhere, "REDIS_URL": "redis://127.0.0.1:1/0", "PATH": ""},
        check=False,
    )


def test_the_command_settles_without_a_database() -> None:
    done = run("-", text=f"{GOOD}\n{GOOD}\n")
    assert done.returncode == 0 and done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    assert json.loads(lines[0])["bank"]["net"] == -1000


def test_the_command_reads_a_file_and_exits_with_1_on_a_refusal(tmp_path: Path) -> None:
    file = tmp_path / "night.jsonl"
    file.write_text(f"{GOOD}\nnonsense\n{GOOD}\n")
    done = run(str(file))
    assert done.returncode == 1
    assert [json.loads(line).get("error", {}).get("code") for line in done.stdout.splitlines()] == [
        None,
        "not_json",
        None,
    ]
    assert "1 of 3 records were refused." in done.stderr


def test_the_command_names_a_file_that_is_not_there() -> None:
    done = run("/nowhere/night.jsonl")
    assert done.returncode == 2
    assert done.stdout == "" and "No such file" in done.stderr


def test_the_sound_records_that_the_refused_ones_are_made_of_settle() -> None:
    # Each refused case is one change away from one of these.
    six = {"version": "pair_plus", "table": "A"}
    one = hand(1, "As Qd 3h", ante=1000, pair_plus=500, six_card_bonus=500)
    records = [
        california(),
        house("iowa", hand(1, "As Qd 3h", ante=1000), hand(2, "Ks Qh 3d", None, pair_plus=500)),
        house("casino_guide", hand(1, "As Qd 3h", ante=500, pair_plus=500)),
        house("new_york", one, six_card=six),
        changed(changed(california(), "table.decks", 2), "hands.2.cards", ["As", "9h", "3c"]),
        changed(california(), "rules.options", ...),
    ]
    assert codes("\n".join(json.dumps(record) for record in records)) == ["settled"] * 6
