"""The currency transaction report, drafted from what the room holds.

The fields are those that the official form asks of a card club (FinCEN CTR; 31 CFR 1010.306(e),
1021.311). What the room does not hold is named as a gap, so that nobody takes a draft for a report.
Data that identifies a person by documents is not kept here: it needs encryption at rest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from cardroom.money import format_cents
from ledger.books.currency import REPORT_ABOVE, Direction

# How the form sorts what a person brings and takes.
_SORTS = {
    ("buy_in", Direction.IN): "Purchase of chips",
    ("table_sale", Direction.IN): "Purchase of chips",
    ("deposit", Direction.IN): "Deposit of front money",
    ("cash_out", Direction.OUT): "Redemption of chips",
    ("withdrawal", Direction.OUT): "Withdrawal of front money",
}
GAPS = (
    ("Person", "Permanent address"),
    ("Person", "Date of birth"),
    ("Person", "Social security number or EIN"),
    ("Person", "Occupation"),
    ("Person", "Identification: kind, issuer and number"),
    ("Person", "How the identity was verified"),
    ("Person", "Whoever acted for somebody else"),
    ("Card club", "Address and EIN"),
    ("Card club", "Signature, title and telephone"),
)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the draft; ``value`` is None where the room does not hold it."""

    part: str
    name: str
    value: str | None

    @property
    def gap(self) -> bool:
        return self.value is None


@dataclass(frozen=True, slots=True)
class Amount:
    """A transaction of the day, in cents above zero."""

    kind: str
    direction: Direction
    cents: int


def draft(
    *,
    room: str,
    name: str,
    named: bool,
    number: int,
    description: str,
    accounts: Iterable[str],
    day: date,
    amounts: Sequence[Amount],
) -> tuple[Field, ...]:
    """The fields in the form's order: person, amounts, card club, gaps among them.

    >>> fields = draft(room="Cardroom", name="Lee Park", named=True, number=17, description="",
    ...     accounts=(), day=date(2026, 11, 29), amounts=[Amount("buy_in", Direction.IN, 1040000)])
    >>> [field.value for field in fields if field.name in ("Name", "Total cash in", "Occupation")]
    ['Lee Park', '$10,400, above $10,000', None]
    """
    multiple = {way: sum(a.direction is way for a in amounts) > 1 for way in Direction}
    held = [
        Field("Person", "Name", name if named else None),
        Field("Person", "Description", description or None),
        Field("Person", "Customer number in this room", str(number)),
        Field("Person", "Deposit accounts", ", ".join(accounts) or "none"),
        Field("Amounts", "Date of transaction, by gaming day", day.isoformat()),
    ]
    for way in Direction:
        sorts: dict[str, int] = {}
        for amount in amounts:
            if amount.direction is way:
                sort = _SORTS.get((amount.kind, way), "Other")
                sorts[sort] = sorts.get(sort, 0) + amount.cents
        held += [
            Field("Amounts", f"Cash {way}: {sort}", format_cents(cents))
            for sort, cents in sorted(sorts.items())
        ]
        total = sum(sorts.values())
        above = f", above {format_cents(REPORT_ABOVE)}" if total > REPORT_ABOVE else ""
        held.append(Field("Amounts", f"Total cash {way}", format_cents(total) + above))
        held.append(
            Field("Amounts", f"Multiple transactions {way}", "yes" if multiple[way] else "no")
        )
    held.append(Field("Card club", "Name of the card club", room))
    return tuple(held) + tuple(Field(part, name, None) for part, name in GAPS)
