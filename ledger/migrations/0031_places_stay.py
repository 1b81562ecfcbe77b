"""PostgreSQL refuses to delete a window, a time at one, or a drop box."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("ledger", "0020_house_win")]
    operations = [
        migrations.RunSQL((SQL / "stays.sql").read_text(), (SQL / "stays_undo.sql").read_text()),
    ]
