"""All that the screens of a table show, read by PostgreSQL in one statement."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("ledger", "0040_funds"), ("tables", "0031_seat_answers")]
    operations = [
        migrations.RunSQL(
            (SQL / "document.sql").read_text(), (SQL / "document_undo.sql").read_text()
        ),
    ]
