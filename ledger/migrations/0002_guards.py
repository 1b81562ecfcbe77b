"""Constraints and triggers that Django cannot say, and the function that posts."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_books")]
    operations = [
        migrations.RunSQL((SQL / "guards.sql").read_text(), (SQL / "guards_undo.sql").read_text()),
        migrations.RunSQL(
            (SQL / "posting.sql").read_text(), "DROP FUNCTION ledger_post(jsonb, jsonb, jsonb)"
        ),
    ]
