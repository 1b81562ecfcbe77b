"""Reading JSON values strictly: each function returns the value or names what is wrong, and where.

A path is written as in ``hands[2].wagers.bonus``. Every function raises RuleError.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from tables.engine.cards import CARD_NUMBER
from tables.engine.refusals import Refusal, RuleError

_SHOWN_MAX = 40
Choice = TypeVar("Choice", bound=StrEnum)


class RepeatingObject(dict[str, object]):
    """A JSON object in which a name occurs twice, so that it has no one meaning."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        names = [name for name, _ in pairs]
        self.repeated = next(name for at, name in enumerate(names) if name in names[:at])


def object_from_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The ``object_pairs_hook`` that keeps a repeated name from being lost."""
    plain = dict(pairs)
    return plain if len(plain) == len(pairs) else RepeatingObject(pairs)


def below(path: str, key: str | int) -> str:
    """The path of a member of what stands at ``path``.

    >>> below(below("hands", 2), "wagers"), below("", "bank")
    ('hands[2].wagers', 'bank')
    """
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key


def found(value: object) -> str:
    """What a value is, in words for an error text."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    shown = shortened(value)
    return f"the text {shown}" if isinstance(value, str) else f"the number {shown}"


def shortened(value: object) -> str:
    """A value of the input as an error text may repeat it."""
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= _SHOWN_MAX else text[:_SHOWN_MAX] + "..."


def wrong_type(value: object, path: str, expected: str) -> RuleError:
    return RuleError(Refusal.WRONG_TYPE, field=path, found=found(value), expected=expected)


def missing(path: str, key: str) -> RuleError:
    return RuleError(Refusal.MISSING_FIELD, field=below(path, key), name=key)


def read_object(value: object, path: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise wrong_type(value, path, "an object")
    if isinstance(value, RepeatingObject):
        name = value.repeated
        raise RuleError(Refusal.REPEATED_KEY, field=below(path, name), name=name)
    return value


def read_list(value: object, path: str) -> list[object] | tuple[object, ...]:
    if not isinstance(value, list | tuple):
        raise wrong_type(value, path, "a list")
    return value


def read_int(value: object, path: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number; a boolean is none, and neither is 500.0."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(value, path, "a whole number")
    if (low is not None and value < low) or (high is not None and value > high):
        raise RuleError(
            Refusal.OUT_OF_RANGE,
            field=path,
            value=value,
            low=low,
            high="any number" if high is None else high,
        )
    return value


def read_cents(value: object, path: str) -> int:
    """A wager: a whole number of cents above zero."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(value, path, "a whole number of cents")
    if value <= 0:
        raise RuleError(Refusal.WAGER_NOT_POSITIVE, field=path, value=value)
    return value


def read_bool(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        raise wrong_type(value, path, "true or false")
    return value


def read_text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise wrong_type(value, path, "a text")
    return value


def read_choice(value: object, path: str, choices: type[Choice]) -> Choice:
    """One of a closed list of names."""
    text = read_text(value, path)
    try:
        return choices(text)
    except ValueError:
        raise unknown_value(text, path, [choice.value for choice in choices]) from None


def read_one_of(value: object, path: str, allowed: list[str]) -> str:
    text = read_text(value, path)
    if text not in allowed:
        raise unknown_value(text, path, allowed)
    return text


def unknown_value(value: object, path: str, allowed: list[str]) -> RuleError:
    return RuleError(
        Refusal.UNKNOWN_VALUE, field=path, value=shortened(value), allowed=", ".join(allowed)
    )


def read_card(value: object, path: str) -> str:
    card = read_text(value, path)
    if card not in CARD_NUMBER:
        raise RuleError(Refusal.NO_SUCH_CARD, field=path, value=shortened(card))
    return card
