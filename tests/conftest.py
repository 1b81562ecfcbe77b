"""Fixtures for every test."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db.backends.postgresql.operations import DatabaseOperations


@pytest.fixture(autouse=True, scope="session")
def flush_past_append_only_triggers() -> Iterator[None]:
    """Let Django empty the tables between transactional tests, and nobody else.

    The append-only tables refuse TRUNCATE, as they must. Emptying a test database is the one
    exception, made by switching the triggers off for that statement's session only.
    """
    original = DatabaseOperations.execute_sql_flush

    def flush(self: DatabaseOperations, sql_list: list[str]) -> Any:
        return original(
            self,
            [
                "SET session_replication_role = replica;",
                *sql_list,
                "SET session_replication_role = DEFAULT;",
            ],
        )

    DatabaseOperations.execute_sql_flush = flush  # type: ignore[method-assign,assignment]
    yield
    DatabaseOperations.execute_sql_flush = original  # type: ignore[method-assign]
