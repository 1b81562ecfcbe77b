"""The engine and the books need nothing but the standard library and the project's kernel."""

import ast
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.house.sources import ROOT, Source, sources

KERNEL = {"cardroom.money", "cardroom.errors", "cardroom.texts"}
# A pure package, and what it may import beside the standard library.
ALLOWED = {
    "tables/engine": {"tables.engine", *KERNEL},
    "tables/theory": {"tables.theory", "tables.engine", "numpy", *KERNEL},
    # The refusals are a closed list of names and their texts.
    "ledger/books": {"ledger.books", "ledger.refusals", *KERNEL},
}
HEAVY = ("django", "rest_framework", "channels", "celery", "redis", "psycopg")


def imported(source: Source) -> Iterator[str]:
    """The modules that a file imports; a name from a package counts as a module of it."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source.path} imports relatively"
            module = node.module or ""
            yield from (f"{module}.{alias.name}" for alias in node.names)


def strangers(source: Source, allowed: set[str]) -> list[str]:
    return [
        name
        for name in imported(source)
        if name.split(".")[0] not in sys.stdlib_module_names
        and not any(name == known or name.startswith(known + ".") for known in allowed)
    ]


@pytest.mark.parametrize("package", ALLOWED)
def test_a_pure_package_imports_only_what_it_may(package: str) -> None:
    found = {
        str(source.path): strangers(source, ALLOWED[package])
        for source in sources()
        if source.below(package)
    }
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "text",
    [
        "import django",
        "from tables import models",
        "from tables.models import Table",
        "import yaml",
    ],
)
def test_a_stranger_in_the_engine_is_noticed(text: str) -> None:
    source = Source(next(sources()).path.with_name("planted.py"), text)
    assert strangers(source, ALLOWED["tables/engine"])


@pytest.mark.parametrize("package", ALLOWED)
def test_importing_a_pure_package_loads_no_framework(package: str) -> None:
    modules = [
        ".".join(source.path.with_suffix("").parts)
        for source in sources()
        if source.below(package) and source.path.name != "__init__.py"
    ]
    script = (
        f"import sys\nfor name in {modules!r}:\n    __import__(name)\n"
        f"sys.exit(' '.join(n for n in {HEAVY!r} if n in sys.modules) or None)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
