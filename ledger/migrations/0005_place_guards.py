"""What PostgreSQL refuses about places, counts and slips, and the function that counts chips."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("ledger", "0004_places")]
    operations = [
        migrations.RunSQL((SQL / "places.sql").read_text(), (SQL / "places_undo.sql").read_text()),
    ]
