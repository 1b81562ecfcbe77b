"""Round records as lines of JSON in, settlements as lines of JSON out."""

import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple, NoReturn

from tables.engine.reading import object_from_pairs
from tables.engine.record import settle_record
from tables.engine.refusals import Refusal, RuleError

# Longer numbers are no amounts; read as decimals they are refused at their own place, while Python
# would refuse the whole line.
_DIGITS_MAX = 30


class Answer(NamedTuple):
    """One line of output: a settlement, or an error object."""

    settled: bool
    body: dict[str, object]


def settle_lines(lines: Iterable[bytes]) -> Iterator[Answer]:
    """An answer for every record, in order: one JSON object a line, blank lines skipped, or one
    object that is spread over all the lines.

    >>> [answer.body["error"]["code"] for answer in settle_lines([b"{}", b"", b"{"])]
    ['missing_field', 'not_json']
    """
    waiting = iter(lines)
    for line in waiting:
        if not line.strip():
            continue
        try:
            yield _answer(_parse(line))
        except ValueError:
            yield from _after_a_broken_first_line(line, waiting)
        break
    for line in waiting:
        if line.strip():
            yield _answer_line(line)


def _after_a_broken_first_line(first: bytes, waiting: Iterator[bytes]) -> Iterator[Answer]:
    """The first line is no JSON: it begins an object spread over lines, or it is merely broken."""
    rest = list(waiting)
    try:
        whole = _parse(b"".join([first, *rest]))
    except ValueError:
        opens_an_object = first.strip() == b"{"
        for line in [first] if opens_an_object else [first, *rest]:
            if line.strip():
                yield _answer_line(line)
    else:
        yield _answer(whole)


def _answer_line(line: bytes) -> Answer:
    try:
        return _answer(_parse(line))
    except ValueError:
        return _refused(RuleError(Refusal.NOT_JSON))


def _answer(data: object) -> Answer:
    try:
        return Answer(True, settle_record(data).to_dict())
    except RuleError as error:
        return _refused(error)


def _refused(error: RuleError) -> Answer:
    described = {"code": error.code.value, "path": error.field, "message": error.message}
    return Answer(False, {"error": described})


def _parse(line: bytes) -> object:
    """Strict JSON. Raises ValueError for anything else, NaN and Infinity included."""
    try:
        data: object = json.loads(
            line.decode("utf-8-sig"),
            object_pairs_hook=object_from_pairs,
            parse_constant=_refuse_constant,
            parse_int=_whole_number,
        )
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _whole_number(digits: str) -> int | Decimal:
    return int(digits) if len(digits) <= _DIGITS_MAX else Decimal(digits)
