"""A sentence that remembers what it is made of is a string for everybody else."""

import copy
import json
import pickle

import pytest

from cardroom.texts import Sentence, named, say, say_many


def test_a_sentence_is_its_text() -> None:
    said = say("Seat {seat} has {chips}.", seat=3, chips="$20")
    assert said == "Seat 3 has $20." and hash(said) == hash("Seat 3 has $20.")
    assert json.dumps([said]) == '["Seat 3 has $20."]'
    assert (said.template, said.data) == ("Seat {seat} has {chips}.", {"seat": 3, "chips": "$20"})


def test_a_text_without_values_may_hold_what_looks_like_some() -> None:
    assert say("%(wager)s {x} 100 %") == "%(wager)s {x} 100 %"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_one_or_many(number: int) -> None:
    said = say_many("{n} hand", "{n} hands", number, n=number)
    assert said == ("1 hand" if number == 1 else f"{number} hands")


@pytest.mark.parametrize(
    "said", [say("plain"), say_many("{n} hand", "{n} hands", 2, n=2), named("window:4")]
)
def test_a_copy_remembers_as_much(said: Sentence) -> None:
    for other in (copy.deepcopy(said), pickle.loads(pickle.dumps(said))):
        assert other == said
        assert (other.template, other.data, other.many) == (said.template, said.data, said.many)
