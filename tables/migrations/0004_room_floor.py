import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

APPEND_ONLY = ["tables_tableslip", "tables_deckcheck", "tables_rotationoverrule"]
TRIGGERS = """
CREATE TRIGGER {0}_append_only BEFORE UPDATE OR DELETE ON {0}
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER {0}_no_truncate BEFORE TRUNCATE ON {0}
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
"""
DROP_TRIGGERS = """
DROP TRIGGER {0}_no_truncate ON {0};
DROP TRIGGER {0}_append_only ON {0};
"""


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0001_initial"),
        ("tables", "0003_rounds"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="bankturn",
            name="policy",
            field=models.CharField(default="two_hands", max_length=20),
        ),
        migrations.AddField(
            model_name="seat",
            name="away_since",
            field=models.DateTimeField(help_text="Set while he is away from the table.", null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="opened_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="rotation_policy",
            field=models.CharField(
                default="two_hands", help_text="A name in the engine's POLICIES.", max_length=20
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="shuffler",
            field=models.BooleanField(default=False, help_text="Two decks with different backs."),
        ),
        migrations.CreateModel(
            name="TableSlip",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("opener", "Opener"), ("closer", "Closer")], max_length=10
                    ),
                ),
                ("counts", models.JSONField()),
                ("total", models.BigIntegerField()),
                ("expected", models.BigIntegerField()),
                (
                    "reason",
                    models.CharField(blank=True, help_text="Of a difference.", max_length=200),
                ),
                ("box_id", models.PositiveBigIntegerField(null=True)),
                ("at", models.DateTimeField()),
                (
                    "dealer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "floor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="slips",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="DeckCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("back", models.CharField(max_length=20)),
                ("all_present", models.BooleanField()),
                ("backs_unmarked", models.BooleanField()),
                ("undamaged", models.BooleanField()),
                ("jokers_out", models.BooleanField()),
                ("defect", models.CharField(blank=True, max_length=200)),
                (
                    "slip",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deck_checks",
                        to="tables.tableslip",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="WaitingEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=80)),
                (
                    "least",
                    models.PositiveBigIntegerField(
                        help_text="The least ante of the tables, in cents."
                    ),
                ),
                ("added_at", models.DateTimeField()),
                ("called_at", models.DateTimeField(null=True)),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[("seated", "Seated"), ("removed", "Removed")],
                        max_length=10,
                    ),
                ),
                (
                    "added_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "patron",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="people.patron",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "least", "id"],
            },
        ),
        migrations.CreateModel(
            name="DealerShift",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("started_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "dealer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "set_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="dealer_shifts",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("table",),
                        name="one_dealer_a_table",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("dealer",),
                        name="one_table_a_dealer",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RotationOverrule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("cycle", models.PositiveIntegerField()),
                ("after_hands", models.PositiveIntegerField()),
                ("verdict", models.CharField(help_text="What the policy said.", max_length=200)),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "turn",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="overrules",
                        to="tables.bankturn",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("turn", "cycle", "after_hands"), name="one_overrule_a_hand"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatReservation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "patron",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="people.patron",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reservations",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": ["table", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "number"), name="one_reservation_a_seat"
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="tableslip",
            constraint=models.CheckConstraint(
                condition=models.Q(("floor", models.F("dealer")), _negated=True),
                name="slip_signed_by_two",
            ),
        ),
        migrations.AddConstraint(
            model_name="tableslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("total", models.F("expected")),
                    models.Q(("reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="slip_difference_has_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="waitingentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("done_at__isnull", True)),
                fields=("patron", "game", "least"),
                name="nobody_waits_twice",
            ),
        ),
        *(
            migrations.RunSQL(TRIGGERS.format(table), DROP_TRIGGERS.format(table))
            for table in APPEND_ONLY
        ),
    ]
