"""The Python files that the house rules are about."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("cardroom", "ledger", "tables", "tests", "bench", "scripts")


@dataclass(frozen=True)
class Source:
    """One file: its place in the repository and its text."""

    path: PurePosixPath
    text: str

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, str(self.path))

    @property
    def is_test(self) -> bool:
        return self.path.parts[0] == "tests"

    @property
    def is_migration(self) -> bool:
        return "migrations" in self.path.parts

    def below(self, *folders: str) -> bool:
        """Whether it lies in, or is, one of these places."""
        return any(self.path.is_relative_to(folder) for folder in folders)


def sources() -> Iterator[Source]:
    """Every Python file of the project."""
    files = [ROOT / "manage.py"]
    for place in PLACES:
        files += sorted((ROOT / place).rglob("*.py"))
    for file in files:
        yield Source(PurePosixPath(file.relative_to(ROOT).as_posix()), file.read_text())
