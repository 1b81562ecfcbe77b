"""A notebook beside a night: what was done, noted by whoever did it, and compared with the books.

It is plain Python and plain SQL, and knows no code of the product: what the books hold in the
morning must be exactly what stands here. Amounts are cents; a debit is above zero.
"""

import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import psycopg

Amounts = Mapping[str, int]


class Note(NamedTuple):
    """One entry as it must stand in the books: money by account, face value by place."""

    kind: str
    round_ref: str
    legs: tuple[tuple[str, int], ...]
    moves: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        what = ", ".join(f"{code} {cents}" for code, cents in (*self.legs, *self.moves))
        return f"{self.kind} {self.round_ref}: {what}"


def note_of(kind: str, round_ref: str, legs: Amounts, moves: Amounts) -> Note:
    """A note with its amounts in order, and without zeros."""
    return Note(kind, round_ref, *(tuple(sorted(_nonzero(part).items())) for part in (legs, moves)))


def _nonzero(amounts: Amounts) -> dict[str, int]:
    return {code: cents for code, cents in amounts.items() if cents}


class Notebook:
    """Every entry that was caused, by many hands at once."""

    def __init__(self) -> None:
        self.notes: Counter[Note] = Counter()
        self._lock = threading.Lock()

    def note(self, kind: str, legs: Amounts, moves: Amounts | None = None, ref: str = "") -> None:
        with self._lock:
            self.notes[note_of(kind, ref, legs, moves or {})] += 1

    def count(self, *kinds: str) -> int:
        """How many entries of these kinds there are."""
        return sum(times for note, times in self.notes.items() if note.kind in kinds)

    def accounts(self) -> dict[str, int]:
        """What each account must hold."""
        return self._sums(lambda note: note.legs)

    def places(self) -> dict[str, int]:
        """The face value that must lie in each place."""
        return self._sums(lambda note: note.moves)

    def _sums(self, part: Any) -> dict[str, int]:
        sums: Counter[str] = Counter()
        for note, times in self.notes.items():
            for code, cents in part(note):
                sums[code] += times * cents
        return dict(sums)

    def fees(self) -> int:
        """All collection fees that went into the boxes."""
        return sum(
            times * cents
            for note, times in self.notes.items()
            if note.kind == "take_bets"
            for _box, cents in note.moves
        )

    def in_play(self) -> dict[str, int]:
        """Rounds whose money did not all go back to the players, by these notes themselves."""
        left: Counter[str] = Counter()
        for note, times in self.notes.items():
            for code, cents in note.legs:
                if code.startswith("chips:play:"):
                    left[note.round_ref] += times * cents
        return _nonzero(left)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One question to the books, how much was compared, and everything that differs."""

    title: str
    compared: int
    differences: tuple[str, ...]


_ENTRIES = """
SELECT e.kind, e.round_ref,
    (SELECT coalesce(jsonb_object_agg(a.code, p.cents), '{}') FROM ledger_posting p
     JOIN ledger_account a ON a.id = p.account_id WHERE p.entry_id = e.id),
    (SELECT coalesce(jsonb_object_agg(c.code, m.cents), '{}') FROM ledger_chipmovement m
     JOIN ledger_chipplace c ON c.id = m.place_id WHERE m.entry_id = e.id)
FROM ledger_entry e
"""
_BALANCES = "SELECT code, normal * balance FROM ledger_account"
_POSTED = """
SELECT a.code, sum(p.cents)::bigint FROM ledger_account a JOIN ledger_posting p
ON p.account_id = a.id GROUP BY a.code
"""
_PLACES = "SELECT code, balance FROM ledger_chipplace"
_ORDERS = """
SELECT round_ref, CASE WHEN parked_at IS NOT NULL THEN 'is parked: ' || last_error
    ELSE 'is not posted' END
FROM ledger_outbox WHERE done_at IS NULL
"""
_ROUNDS = "SELECT ref, balance FROM ledger_potbalance WHERE balance <> 0 OR closed_at IS NULL"
_IDENTITY = """
SELECT (SELECT sum(CASE WHEN issued THEN balance ELSE -balance END)::bigint FROM ledger_chipplace),
    (SELECT sum(balance)::bigint FROM ledger_account WHERE starts_with(code, 'chips:')),
    (SELECT sum(normal * balance)::bigint FROM ledger_account)
"""
_BOXES = """
SELECT b.id, s.second_signer_id IS NOT NULL, s.chips_found - s.chips_recorded,
    s.cash_found - s.cash_recorded, s.chips_found
FROM ledger_box b LEFT JOIN ledger_boxcount s ON s.box_id = b.id
"""
_WINDOWS = "SELECT id, closed_at IS NOT NULL, cash_over, chips_over FROM ledger_windowshift"


def compare(notebook: Notebook, database_url: str) -> list[Comparison]:
    """Everything that the notebook says, against what PostgreSQL holds."""
    with psycopg.connect(database_url) as books:
        return compare_within(notebook, books)


def compare_within(
    notebook: Notebook, books: "psycopg.Connection[tuple[Any, ...]]"
) -> list[Comparison]:
    """The same, on a connection of the caller's."""

    def ask(statement: str) -> list[tuple[Any, ...]]:
        return books.execute(statement).fetchall()

    kept = Counter(note_of(*row) for row in ask(_ENTRIES))
    rounds = [f"round {ref} holds {cents}" for ref, cents in notebook.in_play().items()]
    rounds += [f"round {ref} holds {cents} in the books" for ref, cents in ask(_ROUNDS)]
    pairs = (
        ("every entry, none twice and none missing", kept, _entries(notebook.notes, kept)),
        ("every account", *_amounts(notebook.accounts(), dict(ask(_BALANCES)))),
        ("every account, by its postings", *_amounts(notebook.accounts(), dict(ask(_POSTED)))),
        ("every place of chips", *_amounts(notebook.places(), dict(ask(_PLACES)))),
        ("every round holds nothing", range(notebook.count("take_bets")), rounds),
        ("no settlement is owed", (), [f"round {ref} {why}" for ref, why in ask(_ORDERS)]),
        ("the identity of the chips", (), _identity(*ask(_IDENTITY)[0])),
        ("boxes counted exactly, drop equals fees", *_boxes(ask(_BOXES), notebook.fees())),
        ("windows counted exactly", *_windows(ask(_WINDOWS))),
    )
    return [Comparison(title, _size(seen), tuple(faults)) for title, seen, faults in pairs]


def _size(seen: Any) -> int:
    return sum(seen.values()) if isinstance(seen, Counter) else len(seen)


def _entries(noted: Counter[Note], kept: Counter[Note]) -> Iterator[str]:
    for note, times in (kept - noted).items():
        yield f"in the books {times} times too often: {note}"
    for note, times in (noted - kept).items():
        yield f"{times} times missing in the books: {note}"


def _amounts(noted: Amounts, kept: Amounts) -> tuple[Amounts, list[str]]:
    codes = sorted(noted.keys() | kept.keys())
    return noted, [
        f"{code} is {kept.get(code, 0)} in the books and {noted.get(code, 0)} in the notes"
        for code in codes
        if kept.get(code, 0) != noted.get(code, 0)
    ]


def _identity(from_house: int, in_use: int, total: int) -> Iterator[str]:
    if from_house != in_use:
        yield f"{from_house} left the house's places, and {in_use} are in use"
    if total:
        yield f"debits and credits differ by {total}"


def _boxes(rows: Iterable[tuple[Any, ...]], fees: int) -> tuple[list[Any], list[str]]:
    boxes = list(rows)
    faults = [
        f"box {box} is not counted, or over by {chips} in chips and {cash} in cash"
        for box, counted, chips, cash, _found in boxes
        if not counted or chips or cash
    ]
    drop = sum(found or 0 for *_, found in boxes)
    return boxes, faults + ([] if drop == fees else [f"the drop is {drop}, the fees were {fees}"])


def _windows(rows: Iterable[tuple[Any, ...]]) -> tuple[list[Any], list[str]]:
    times = list(rows)
    return times, [
        f"time {time} at a window is not closed, or over by {cash} in cash and {chips} in chips"
        for time, closed, cash, chips in times
        if not closed or cash or chips
    ]
