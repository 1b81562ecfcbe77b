"""A table's rows as one document of PostgreSQL's (``tables_document``), read into models again.

Reading them with a query each costs ten times as much, and every change of a table is read at once
for all of its screens.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import DateTimeField, Model

from cardroom.people.models import Patron, Staff
from ledger.selectors import Funds
from tables.models import (
    BankTurn,
    FeeSchedule,
    RotationOffer,
    RotationOverrule,
    Round,
    RulePack,
    Seat,
    Table,
)
from tables.refusals import TableNotFound

M = TypeVar("M", bound=Model)
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableRows:
    """The rows that concern a table at one moment."""

    table: Table
    turn: BankTurn | None
    # The newest rounds, the newest first; without their settlements.
    rounds: Sequence[Round]
    corrected: frozenset[int]
    hands: Sequence[Row]
    # What happened in the newest round.
    events: Sequence[Row]
    seats: Sequence[Seat]
    kept: Sequence[Row]
    offers: Sequence[RotationOffer]
    offers_before: Sequence[RotationOffer]
    overrules: Sequence[RotationOverrule]
    said_in_round: Sequence[Row]
    said_to_offer: Sequence[Row]
    funds: Mapping[int, Funds]
    # How new the funds are, by player.
    funds_stamps: Mapping[int, int]


def read_rows(table_id: int, past_rounds: int) -> TableRows:
    """Read a table and its newest rounds in one statement. Raises ``TableNotFound``."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tables_document(%s, %s)::text", [table_id, past_rounds])
        (text,) = cursor.fetchone()
    if text is None:
        raise TableNotFound()
    found: dict[str, Any] = json.loads(text)
    table = _made(Table, found["table"])
    table.pack = _made(RulePack, found["pack"]) if found["pack"] else None
    table.fee_schedule = _made(FeeSchedule, found["fees"]) if found["fees"] else None
    table.dealer = _made(Staff, found["dealer"]) if found["dealer"] else None
    funds = {int(patron): row for patron, row in (found["funds"] or {}).items()}
    return TableRows(
        table=table,
        turn=_made(BankTurn, found["turn"]) if found["turn"] else None,
        rounds=[_of(table, _made(Round, row)) for row in found["rounds"] or ()],
        corrected=frozenset(found["corrected"] or ()),
        hands=found["hands"] or (),
        events=found["events"] or (),
        seats=[_seat(row) for row in found["seats"] or ()],
        kept=found["kept"] or (),
        offers=[_made(RotationOffer, row) for row in found["offers"] or ()],
        offers_before=[_made(RotationOffer, row) for row in found["offers_before"] or ()],
        overrules=[_overrule(row) for row in found["overrules"] or ()],
        said_in_round=found["said_in_round"] or (),
        said_to_offer=found["said_to_offer"] or (),
        funds={patron: Funds(*row[:3]) for patron, row in funds.items()},
        funds_stamps={patron: row[3] for patron, row in funds.items()},
    )


def _made(model: type[M], row: Row) -> M:
    """The model's instance. A column that the document leaves out is fetched when asked for."""
    names, values = [], []
    for name, column, is_moment in _columns(model):
        if column not in row:
            continue
        value = row[column]
        names.append(name)
        values.append(datetime.fromisoformat(value) if is_moment and value else value)
    return model.from_db(DEFAULT_DB_ALIAS, names, values)


@cache
def _columns(model: type[Model]) -> tuple[tuple[str, str, bool], ...]:
    """Attribute and column of each field, and whether it holds a moment."""
    return tuple(
        (field.attname, field.column, isinstance(field, DateTimeField))
        for field in model._meta.concrete_fields
        if field.column is not None
    )


def _of(table: Table, round_: Round) -> Round:
    round_.table = table
    return round_


def _seat(row: Row) -> Seat:
    seat = _made(Seat, row["seat"])
    seat.patron = _made(Patron, row["patron"])
    return seat


def _overrule(row: Row) -> RotationOverrule:
    overrule = _made(RotationOverrule, row["overrule"])
    overrule.by = _made(Staff, row["by"]) if row["by"] else None
    return overrule
