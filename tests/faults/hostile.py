"""Requests as an enemy, a broken tablet or a tired cashier would send them."""

import json
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db import connection
from django.test import Client

from cardroom.people.models import Staff

# Typed into any field of any form.
TYPED = (
    "",
    " ",
    "\0",
    "a\0b",
    "-1",
    "0",
    "-0",
    "0.001",
    "1.005",
    "1e9",
    "1_000",
    "NaN",
    "Infinity",
    "9" * 400,
    "9" * 19,
    "1,2,3",
    "$",
    "$-5",
    "٣٤",
    "²",
    "5",
    "½",
    "😀" * 60,
    "\u202e5",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "{{ 7*7 }}",
    "%s%n%(x)s",
    "{0.__class__}",
    "\r\nSet-Cookie: x=y",
    "None",
    "null",
    "[]",
    "A" * 100_000,
)


def browser(person: Staff | None, **options: Any) -> Client:
    """A browser in which a fault of the server is an answer of 500, as in reality."""
    client = Client(raise_request_exception=False, **options)
    if person is not None:
        client.force_login(person)
    return client


def rows() -> dict[str, int]:
    """How many rows there are of everything that people and money leave behind.

    A password is written down as right or wrong whatever comes of the form that it stood in, and
    that a counter of boxes looked at the books whatever she looked at.
    """
    kept = ("ledger", "tables", "audit", "people")
    tables = [
        model._meta.db_table for app in kept for model in apps.get_app_config(app).get_models()
    ]
    of_changes = {
        "audit_auditrecord": "WHERE action NOT LIKE 'password%' AND action <> 'books_seen'"
    }
    counts = (
        f"SELECT '{table}', count(*) FROM {table} {of_changes.get(table, '')}" for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(counts))
        return dict(cursor.fetchall())


class Wire:
    """The command address of one table, spoken to without manners."""

    def __init__(self, table_id: int, person: Staff | None) -> None:
        self.client = browser(person)
        self.address = f"/api/v1/tables/{table_id}/commands/"

    def send(self, body: str | bytes, content_type: str = "application/json") -> Any:
        return self.client.generic(
            "POST",
            self.address,
            body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body,
            CONTENT_TYPE=content_type,
        )

    def command(self, name: object, version: object, data: object) -> Any:
        return self.send(
            json.dumps(
                {
                    "command": name,
                    "data": data,
                    "expected_version": version,
                    "request_id": str(uuid4()),
                }
            )
        )
