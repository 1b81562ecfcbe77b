"""The currency transaction report, drafted from what the room holds.

The fields are those that the official form asks of a card club (FinCEN CTR; 31 CFR 1010.306(e),
1021.311). What the room does not hold is named as a gap, so that nobody takes a draft for a report.
Data that identifies a person by documents is not kept here: it needs encryption at rest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from cardroom.money import format_cents
from cardroom.texts import Sentence, say
from ledger.books.currency import REPORT_ABOVE, Direction

# How the form sorts what a person brings and takes.
_SORTS = {
    ("buy_in", Direction.IN): say("Purchase of chips"),
    ("table_sale", Direction.IN): say("Purchase of chips"),
    ("deposit", Direction.IN): say("Deposit of front money"),
    ("cash_out", Direction.OUT): say("Redemption of chips"),
    ("withdrawal", Direction.OUT): say("Withdrawal of front money"),
}
_BY_DIRECTION = {
    Direction.IN: (say("Cash in: {sort}"), say("Total cash in"), say("Multiple transactions in")),
    Direction.OUT: (
        say("Cash out: {sort}"),
        say("Total cash out"),
        say("Multiple transactions out"),
    ),
}
GAPS = (
    (say("Person"), say("Permanent address")),
    (say("Person"), say("Date of birth")),
    (say("Person"), say("Social security number or EIN")),
    (say("Person"), say("Occupation")),
    (say("Person"), say("Identification: kind, issuer and number")),
    (say("Person"), say("How the identity was verified")),
    (say("Person"), say("Whoever acted for somebody else")),
    (say("Card club"), say("Address and EIN")),
    (say("Card club"), say("Signature, title and telephone")),
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
        Field(say("Person"), say("Name"), name if named else None),
        Field(say("Person"), say("Description"), description or None),
        Field(say("Person"), say("Customer number in this room"), str(number)),
        Field(say("Person"), say("Deposit accounts"), ", ".join(accounts) or say("none")),
        Field(say("Amounts"), say("Date of transaction, by gaming day"), day.isoformat()),
    ]
    for way in Direction:
        cash, whole, many = _BY_DIRECTION[way]
        sorts: dict[Sentence, int] = {}
        for amount in amounts:
            if amount.direction is way:
                sort = _SORTS.get((amount.kind, way), say("Other"))
                sorts[sort] = sorts.get(sort, 0) + amount.cents
        held += [
            Field(say("Amounts"), say(cash, sort=sort), format_cents(cents))
            for sort, cents in sorted(sorts.items())
        ]
        total = sum(sorts.values())
        shown = format_cents(total)
        if total > REPORT_ABOVE:
            shown = say("{total}, above {limit}", total=shown, limit=format_cents(REPORT_ABOVE))
        held.append(Field(say("Amounts"), whole, shown))
        held.append(Field(say("Amounts"), many, say("yes") if multiple[way] else say("no")))
    held.append(Field(say("Card club"), say("Name of the card club"), room))
    return tuple(held) + tuple(Field(part, name, None) for part, name in GAPS)
