"""Every example in a docstring of the engine runs."""

import doctest
import importlib
import pkgutil

import pytest

import tables.engine

MODULES = [module.name for module in pkgutil.iter_modules(tables.engine.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    module = importlib.import_module(f"tables.engine.{name}")
    assert doctest.testmod(module).failed == 0
