"""What the house forbids, as checks of a file's syntax tree.

Each check yields the line numbers of its offences. Ruff has some of these too; here they hold for
whoever changes ruff's settings.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.house.sources import Source

FUNCTION_LINES = 70
FILE_LINES = 400
TEST_FILE_LINES = 800

PURE_MONEY = ("cardroom/money.py", "ledger/books", "tables/engine")
MONEY = (*PURE_MONEY, "ledger", "tables/services", "tables/models", "tables/selectors.py")
CLOCK = "cardroom/clock.py"
BROADCAST = "tables/live/broadcast.py"
# Who is asked for the time: (the name before the dot, the name after it).
OTHER_CLOCKS = {
    ("datetime", "now"),
    ("datetime", "utcnow"),
    ("datetime", "today"),
    ("date", "today"),
    ("timezone", "now"),
    ("timezone", "localtime"),
    ("timezone", "localdate"),
    ("time", "time"),
    ("time", "time_ns"),
}
Lines = Iterator[int]


@dataclass(frozen=True)
class Ban:
    """A thing that is forbidden, where, and how it is found."""

    what: str
    applies: Callable[[Source], bool]
    find: Callable[[Source], Lines]

    def offences(self, source: Source) -> list[str]:
        if not self.applies(source):
            return []
        return [f"{source.path}:{line}: {self.what}" for line in self.find(source)]


def _floats(source: Source) -> Lines:
    for node in ast.walk(source.tree):
        literal = isinstance(node, ast.Constant) and isinstance(node.value, float)
        named = isinstance(node, ast.Name) and node.id == "float"
        field = isinstance(node, ast.Attribute) and node.attr == "FloatField"
        if literal or named or field:
            yield node.lineno  # type: ignore[attr-defined]


def _divisions(source: Source) -> Lines:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield node.lineno


def _clocks(source: Source) -> Lines:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute):
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
            if (name, node.attr) in OTHER_CLOCKS:
                yield node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module in ("django.utils.timezone", "time"):
            names = {alias.name for alias in node.names}
            if names & {"now", "localtime", "localdate", "time", "time_ns"}:
                yield node.lineno


def _group_sends(source: Source) -> Lines:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and node.attr == "group_send":
            yield node.lineno


def _careless_locks(source: Source) -> Lines:
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr == "select_for_update":
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            no_key = given.get("no_key")
            weak = isinstance(no_key, ast.Constant) and no_key.value is True
            if "of" not in given or not weak:
                yield node.lineno


def _prints(source: Source) -> Lines:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Name) and node.id == "print":
            yield node.lineno


def _bare_excepts(source: Source) -> Lines:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ExceptHandler) and node.type is None:
            yield node.lineno


def _managers(source: Source) -> Lines:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and node.attr == "objects":
            yield node.lineno


def _long_functions(source: Source) -> Lines:
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if (node.end_lineno or node.lineno) - node.lineno + 1 > FUNCTION_LINES:
            yield node.lineno


def _long_file(source: Source) -> Lines:
    allowed = TEST_FILE_LINES if source.is_test else FILE_LINES
    if len(source.text.splitlines()) > allowed:
        yield allowed + 1


def _package_text(source: Source) -> Lines:
    """A models package gathers its modules; every other package file is empty."""
    if source.path.parent.name != "models":
        if source.text:
            yield 1
        return
    for node in source.tree.body:
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not docstring and not isinstance(node, ast.ImportFrom) and not _is_all(node):
            yield node.lineno


def _is_all(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__"


def _product(source: Source) -> bool:
    return not source.is_test and not source.below("bench")


def _asks_time(source: Source) -> bool:
    return str(source.path) != CLOCK and not source.is_migration


def _thin(source: Source) -> bool:
    return _product(source) and (
        bool({"web", "api"} & set(source.path.parts[1:-1])) or source.path.stem == "consumers"
    )


BANS = (
    Ban("a float where money is", lambda s: s.below(*MONEY) and not s.is_migration, _floats),
    Ban("a true division where money is", lambda s: s.below(*PURE_MONEY), _divisions),
    Ban("another clock than cardroom.clock", _asks_time, _clocks),
    Ban(
        "group_send outside tables/live/broadcast.py",
        lambda s: _product(s) and str(s.path) != BROADCAST,
        _group_sends,
    ),
    Ban("select_for_update without of= and no_key=True", _product, _careless_locks),
    Ban("print", lambda s: not s.below("bench"), _prints),
    Ban("a bare except", lambda s: True, _bare_excepts),
    Ban(".objects in a thin module", _thin, _managers),
    Ban(f"a function over {FUNCTION_LINES} lines", lambda s: not s.is_migration, _long_functions),
    Ban("a file that is too long", lambda s: not s.is_migration, _long_file),
    Ban("text in an __init__.py", lambda s: s.path.name == "__init__.py", _package_text),
)
