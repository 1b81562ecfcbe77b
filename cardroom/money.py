"""Money is whole cents. Nothing here, or anywhere, holds money in a float."""

import re
from typing import NewType

from cardroom.texts import Sentence, say

Cents = NewType("Cents", int)

_DOLLARS = re.compile(r"\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?")


def format_cents(cents: int) -> str:
    """Cents as people read them: cents are shown only where there are any.

    >>> format_cents(125000), format_cents(1050), format_cents(-4500)
    ('$1,250', '$10.50', '\u2212$45')
    """
    sign = "\u2212" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}${dollars:,}" + (f".{rest:02d}" if rest else "")


def over_short(cents: int) -> Sentence:
    """A difference in words.

    >>> over_short(-500), over_short(0)
    ('$5 short', 'exact')
    """
    if not cents:
        return say("exact")
    amount = format_cents(abs(cents))
    return (
        say("{amount} over", amount=amount) if cents > 0 else say("{amount} short", amount=amount)
    )


def parse_dollars(text: str) -> Cents:
    """What a person types as dollars, as cents. Raises ValueError for anything else.

    >>> parse_dollars("1,250.5"), parse_dollars("$20")
    (125050, 2000)
    """
    match = _DOLLARS.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not an amount of dollars and cents")
    dollars, rest = match.groups()
    return Cents(int(dollars.replace(",", "")) * 100 + int((rest or "0").ljust(2, "0")))
