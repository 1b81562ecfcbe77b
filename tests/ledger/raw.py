"""SQL past Python, as somebody with a database shell would write it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import connection


def sql(statement: str, *params: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.fetchall() if cursor.description else []


@dataclass(frozen=True)
class Line:
    """One posting as it would be written; what is None continues the account's chain."""

    code: str
    cents: int
    round_ref: str | None = None
    sequence: int | None = None
    balance_after: int | None = None
    posted_at: datetime | None = None


def entry(request_id: str | None = None) -> int:
    """A row of an entry, without anything in it."""
    rows = sql(
        "INSERT INTO ledger_entry (request_id, digest, kind, memo, asked, round_ref, closes, at, "
        "day, shift, posted_at, transaction) VALUES (%s, '', 'opening', '', '', '', false, now(), "
        "current_date, 'day', now(), 0) RETURNING id",
        str(uuid4()) if request_id is None else request_id,
    )
    return int(rows[0][0])


def post(entry_id: int, *lines: Line) -> None:
    """All lines in one statement, as the triggers see them."""
    values = []
    params: list[object] = []
    for line in lines:
        values.append(
            "(%s, (SELECT id FROM ledger_account WHERE code = %s), "
            "(SELECT id FROM ledger_potbalance WHERE ref = %s), %s, "
            "coalesce(%s, (SELECT sequence + 1 FROM ledger_account WHERE code = %s)), "
            "coalesce(%s, (SELECT balance + normal * %s FROM ledger_account WHERE code = %s)), "
            "coalesce(%s::timestamptz, clock_timestamp()))"
        )
        params += [entry_id, line.code, line.round_ref, line.cents, line.sequence, line.code]
        params += [line.balance_after, line.cents, line.code, line.posted_at]
    sql(
        "INSERT INTO ledger_posting (entry_id, account_id, pot_id, cents, sequence, balance_after, "
        f"posted_at) VALUES {', '.join(values)}",
        *params,
    )


def move(entry_id: int, *moves: tuple[str, int], wrong_by: int = 0) -> None:
    """Chip movements, each continuing its place's chain unless it is to be wrong."""
    for place, cents in moves:
        sql(
            "INSERT INTO ledger_chipmovement (entry_id, place_id, cents, sequence, balance_after, "
            "posted_at) SELECT %s, id, %s, sequence + 1, balance + %s + %s, clock_timestamp() "
            "FROM ledger_chipplace WHERE code = %s",
            entry_id,
            cents,
            cents,
            wrong_by,
            place,
        )
