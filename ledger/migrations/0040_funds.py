"""What players have, as a function of PostgreSQL: one statement, whose plan is kept."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("ledger", "0031_places_stay")]
    operations = [
        migrations.RunSQL((SQL / "funds.sql").read_text(), (SQL / "funds_undo.sql").read_text()),
    ]
