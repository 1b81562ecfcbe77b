"""Fixtures for every test."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.backends.postgresql.operations import DatabaseOperations
from django.test import override_settings


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[None]:
    """A hasher that takes no time: the real one takes half a second for each password, by intent.

    The browser's tests log in to processes that have the real one.
    """
    quick = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=quick):
        yield


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


@pytest.fixture(scope="module")
def kept_database(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """One transaction around the tests of a module, each of which is rolled back inside it.

    What a fixture of the module writes is there for all of them and gone after the last, so that a
    room is played once and not for each. Not for a module with a test that commits.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        # Django closes the connection after each test, and the transaction would end with it.
        connection.close = lambda: None  # type: ignore[method-assign]
        yield
        del connection.close
        transaction.set_rollback(True)
