"""The sentences of a settlement."""

import pytest

from tables.engine.record import settle_record
from tests.engine.records import california, changed, hand, house, in_results


def test_each_line_says_what_was_left_how_it_ended_and_what_was_paid() -> None:
    lines = [line.explain for line in settle_record(california()).lines]
    assert lines[3] == (
        "Seat 3 acts second. $55 of W is left. Ante $20 is covered in full and wins: paid $20."
    )
    assert lines[0] == (
        "Seat 2 acts first. $100 of W is left. Ante $20 is covered in full and loses: $20 taken."
    )
    assert lines[5] == (
        "$15 of W is left. Bonus $5 is covered in full and wins with a pair: paid $5."
    )


def test_a_partly_covered_win_says_what_lapses() -> None:
    assert settle_record(california()).lines[6].explain == (
        "Seat 1 acts third. $10 of W is left. Cover ended at your Ante: it won, $10 of $20 was "
        "paid, and your $20 comes back; the other $10 is owed by nobody."
    )


def test_after_the_end_of_the_cover_a_wager_comes_back() -> None:
    lines = settle_record(california()).lines
    assert lines[7].explain == (
        "Cover had ended before your Play: it won, nothing is paid, and your $20 comes back."
    )
    assert lines[8].explain == (
        "Cover had ended before your Bonus: it lost, nothing is taken, and your $5 comes back."
    )


def test_a_partly_covered_loss_says_what_comes_back() -> None:
    record = changed(california(), "bank.wager", 3000)
    assert settle_record(record).lines[1].explain == (
        "$10 of W is left. Cover ended at your Play: it lost, $10 of $20 was taken, "
        "and $10 comes back."
    )
    record["hands"][1]["decision"] = "fold"
    record["bank"]["wager"] = 1050
    assert settle_record(record).lines[0].explain == (
        "Seat 2 acts first. $10.50 of W is left. Cover ended at your Ante: it was folded, "
        "$10.50 of $20 was taken, and $9.50 comes back."
    )


def test_a_push_a_refund_and_a_forfeit_are_told_apart() -> None:
    record = changed(california(), "hands.1.cards", ["Ks", "7h", "2d"])
    assert "Ante $20 pushes, since the hands are equal: it comes back." in (
        settle_record(record).lines[0].explain
    )
    record = changed(california(), "bank.cards", ["Jc", "7d", "2c"])
    assert "Play $20 gets no action, since the bank does not qualify: it comes back." in (
        settle_record(record).lines[1].explain
    )
    record["hands"][1]["decision"] = "fold"
    assert "Ante $20 is covered in full and is forfeited by the fold: $20 taken." in (
        settle_record(record).lines[0].explain
    )


def test_a_house_packs_lines_do_not_speak_of_cover() -> None:
    record = house("iowa", hand(2, "9s 8d 7h", ante=1000, pair_plus=500), bank="Kc Kd Ks")
    assert [line.explain for line in settle_record(record).lines] == [
        "Seat 2 is settled first. Ante $10 loses: $10 taken.",
        "Play $10 loses: $10 taken.",
        "Ante bonus for a straight: paid $10.",
        "Pair Plus $5 wins with a straight: paid $30.",
    ]


def test_the_steps_tell_the_whole_round_in_pay_order() -> None:
    steps = settle_record(california()).sentences
    assert steps[:2] == (
        "The bank holds king high (K-7-2) and qualifies.",
        "The action button is at seat 2. Order of action: 2, 3, 1.",
    )
    assert steps[3].startswith("Seat 2: $80 of W is left.")
    assert steps[-1] == "The bank took $45 and paid $55; its wager of $100 is used up."
    assert len(steps) == 3 + 9


def test_the_steps_say_what_was_left_of_w() -> None:
    steps = settle_record(changed(california(), "bank.wager", 50000)).sentences
    assert steps[-1] == ("The bank took $50 and paid $85; $365 of its wager of $500 was not used.")


def test_results_are_explained_without_the_cards() -> None:
    record = california()
    settled = settle_record(record)
    entered = settle_record(in_results(record, settled.to_dict()))
    assert entered.sentences[0] == "The bank qualifies."
    assert entered.sentences[1:] == settled.sentences[1:]


@pytest.mark.parametrize("wager", [1, 1999, 2000, 2001, 4500, 10000, 10**9])
def test_every_line_of_every_cover_has_a_sentence(wager: int) -> None:
    settled = settle_record(changed(california(), "bank.wager", wager))
    for line in settled.lines:
        assert line.explain.endswith(".") and "{" not in line.explain
