"""The examples in the books' own pages run."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize(
    "name",
    [
        "ledger.books.chart",
        "ledger.books.currency",
        "ledger.books.entry",
        "ledger.books.flows",
        "ledger.books.cage_flows",
        "ledger.books.tally",
        "ledger.refusals",
    ],
)
def test_every_example_in_the_books_runs(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
