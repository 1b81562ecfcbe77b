"""Currency by person and day, reports and filings, reversals, designations of cover."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0004_person_guards"),
        ("ledger", "0003_corrections"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("opening", "opening"),
                    ("new_chips", "new_chips"),
                    ("fill", "fill"),
                    ("window_issue", "window_issue"),
                    ("window_return", "window_return"),
                    ("buy_in", "buy_in"),
                    ("cash_out", "cash_out"),
                    ("table_sale", "table_sale"),
                    ("from_pocket", "from_pocket"),
                    ("carried_away", "carried_away"),
                    ("toke", "toke"),
                    ("tray_count", "tray_count"),
                    ("take_bets", "take_bets"),
                    ("play_wager", "play_wager"),
                    ("settlement", "settlement"),
                    ("void", "void"),
                    ("play_return", "play_return"),
                    ("correction", "correction"),
                    ("deposit", "deposit"),
                    ("withdrawal", "withdrawal"),
                    ("tppps_leaves", "tppps_leaves"),
                    ("seat_count", "seat_count"),
                    ("merged_chips", "merged_chips"),
                    ("reversal", "reversal"),
                ],
                max_length=20,
            ),
        ),
        migrations.CreateModel(
            name="CurrencyDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("patron_id", models.BigIntegerField()),
                ("day", models.DateField()),
                ("cash_in", models.BigIntegerField(default=0)),
                ("cash_out", models.BigIntegerField(default=0)),
            ],
            options={
                "ordering": ["day", "patron_id"],
                "indexes": [models.Index(fields=["day"], name="ledger_currency_day")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("patron_id", "day"), name="ledger_currency_one_a_day"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("cash_in__gte", 0), ("cash_out__gte", 0)),
                        name="ledger_currency_not_below",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CurrencyReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("patron_id", models.BigIntegerField()),
                ("day", models.DateField()),
                ("due_on", models.DateField()),
                ("opened_at", models.DateTimeField()),
                ("drafted_at", models.DateTimeField(null=True)),
                (
                    "drafted_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["due_on", "id"],
            },
        ),
        migrations.CreateModel(
            name="CurrencyFiling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("filed_on", models.DateField()),
                ("reference", models.CharField(max_length=80)),
                ("cash_in", models.BigIntegerField()),
                ("cash_out", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                ("request_id", models.UUIDField(unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="filings",
                        to="ledger.currencyreport",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Reversal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=150)),
                ("at", models.DateTimeField()),
                (
                    "approved_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversal",
                        to="ledger.entry",
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversed_by",
                        to="ledger.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="CoverDesignation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("counts", models.BooleanField()),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="designations",
                        to="ledger.account",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="ledger_designation_has_reason",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="currencyreport",
            constraint=models.UniqueConstraint(
                fields=("patron_id", "day"), name="ledger_report_one_a_day"
            ),
        ),
        migrations.AddConstraint(
            model_name="currencyfiling",
            constraint=models.CheckConstraint(
                condition=models.Q(("reference", ""), _negated=True),
                name="ledger_filing_has_reference",
            ),
        ),
        migrations.AddConstraint(
            model_name="reversal",
            constraint=models.CheckConstraint(
                condition=models.Q(("asked_by", models.F("approved_by")), _negated=True),
                name="ledger_reversal_two_people",
            ),
        ),
        migrations.AddConstraint(
            model_name="reversal",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="ledger_reversal_has_reason"
            ),
        ),
    ]
