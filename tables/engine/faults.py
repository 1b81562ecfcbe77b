"""Collecting all faults of a record, to report the first in the order of the record."""

import re
from collections.abc import Mapping
from types import TracebackType

from tables.engine.refusals import RuleError

# The order of a record's fields, of all levels together, to know where a missing one would stand.
_FIELDS = (
    *("schema", "capture", "rules", "base", "options"),
    *("table", "seats", "decks"),
    *("bank", "kind", "seat", "wager", "cards", "face_up", "qualifies"),
    *("hands", "result", "class", "six_card_class", "wagers"),
    *("ante", "bonus", "pair_plus", "six_card_bonus", "decision"),
)
_STEP = re.compile(r"[^.\[\]]+")


class Faults:
    """Used as ``with faults:`` around each reading; a RuleError inside is kept, not raised."""

    def __init__(self, record: object) -> None:
        self._record = record
        self._found: list[RuleError] = []

    def __enter__(self) -> "Faults":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if isinstance(error, RuleError):
            self._found.append(error)
            return True
        return False

    def __len__(self) -> int:
        return len(self._found)

    def note(self, error: RuleError) -> None:
        """Keep a fault without leaving what is being read."""
        self._found.append(error)

    def raise_first(self) -> None:
        """Raise the fault that comes first in the record, if there is any."""
        if self._found:
            raise min(self._found, key=lambda error: place_in(self._record, error.field))


def place_in(record: object, path: str) -> tuple[int, ...]:
    """Where a path stands in a record, as a key to sort by.

    A field that is missing stands after the fields that come before it in the format.

    >>> record = {"bank": {"seat": 4}, "hands": [{"seat": 1}]}
    >>> place_in(record, "bank.wager") < place_in(record, "hands[0].cards")
    True
    """
    place: list[int] = []
    here = record
    for step in _STEP.findall(path):
        if isinstance(here, Mapping):
            names = list(here)
            if step not in here:
                place.append(2 * _would_stand(step, names) - 1)
                break
            place.append(2 * names.index(step))
            here = here[step]
        elif isinstance(here, list | tuple) and step.isdigit() and int(step) < len(here):
            place.append(2 * int(step))
            here = here[int(step)]
        else:
            break
    return tuple(place)


def _would_stand(name: str, names: list[str]) -> int:
    before = _FIELDS[: _FIELDS.index(name)] if name in _FIELDS else _FIELDS
    return max((at + 1 for at, present in enumerate(names) if present in before), default=0)
