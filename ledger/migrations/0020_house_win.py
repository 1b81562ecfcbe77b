"""The win of house-banked tables: its count by two people, and what PostgreSQL refuses."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0011_currency_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="WinCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table", models.CharField(max_length=30)),
                ("day", models.DateField()),
                ("shift", models.CharField(max_length=20)),
                ("cents", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "counted_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.entry",
                    ),
                ),
                (
                    "signed_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [models.Index(fields=["day", "table"], name="ledger_win_count_day")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("signed_by", models.F("counted_by")), _negated=True),
                        name="ledger_win_count_two_people",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("cents", 0), _negated=True),
                        name="ledger_win_count_not_zero",
                    ),
                ],
            },
        ),
        migrations.RunSQL(
            (SQL / "house_win.sql").read_text(), (SQL / "house_win_undo.sql").read_text()
        ),
    ]
