import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

RULING_TRIGGERS = """
CREATE TRIGGER tables_ruling_append_only BEFORE UPDATE OR DELETE ON tables_ruling
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER tables_ruling_no_truncate BEFORE TRUNCATE ON tables_ruling
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER tables_roundcorrection_stays BEFORE DELETE ON tables_roundcorrection
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER tables_roundcorrection_no_truncate BEFORE TRUNCATE ON tables_roundcorrection
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER tables_roundcorrection_fixed BEFORE UPDATE ON tables_roundcorrection
    FOR EACH ROW WHEN (OLD.status <> 'asked'
        OR (OLD.round_id, OLD.revision, OLD.reason, OLD.facts, OLD.settlement, OLD.changes, OLD.asked_at, OLD.asked_by_id)
        IS DISTINCT FROM (NEW.round_id, NEW.revision, NEW.reason, NEW.facts, NEW.settlement, NEW.changes, NEW.asked_at, NEW.asked_by_id))
    EXECUTE FUNCTION tables_refuse_change();
"""
DROP_RULING_TRIGGERS = """
DROP TRIGGER tables_roundcorrection_fixed ON tables_roundcorrection;
DROP TRIGGER tables_roundcorrection_no_truncate ON tables_roundcorrection;
DROP TRIGGER tables_roundcorrection_stays ON tables_roundcorrection;
DROP TRIGGER tables_ruling_no_truncate ON tables_ruling;
DROP TRIGGER tables_ruling_append_only ON tables_ruling;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0002_append_only"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="capture",
            field=models.CharField(
                choices=[("cards", "Every card"), ("results", "How each hand ended")],
                default="cards",
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "incident",
                    models.CharField(blank=True, help_text="Empty: something else.", max_length=40),
                ),
                (
                    "guidance",
                    models.TextField(
                        help_text="What the pack's text says, or the texts of others."
                    ),
                ),
                (
                    "decision",
                    models.CharField(
                        choices=[("go_on", "go on"), ("void", "void"), ("other", "as written")],
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tables.round",
                    ),
                ),
                (
                    "ruled_by",
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
                        related_name="rulings",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="RoundCorrection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("revision", models.PositiveSmallIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("asked", "Asked"),
                            ("approved", "Approved"),
                            ("refused", "Refused"),
                        ],
                        default="asked",
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(max_length=200)),
                ("facts", models.JSONField()),
                ("settlement", models.JSONField()),
                ("changes", models.JSONField()),
                ("asked_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "entry_id",
                    models.PositiveBigIntegerField(
                        help_text="The correction in the books.", null=True
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
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="corrections",
                        to="tables.round",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "asked")),
                        fields=("round",),
                        name="one_open_correction_a_round",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "approved")),
                        fields=("round", "revision"),
                        name="one_settlement_a_revision",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decided_by__isnull", True),
                            models.Q(("decided_by", models.F("asked_by")), _negated=True),
                            _connector="OR",
                        ),
                        name="correction_needs_two_people",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status", "asked"), ("decided_by__isnull", False), _connector="OR"
                        ),
                        name="correction_decided_by_somebody",
                    ),
                ],
            },
        ),
        migrations.RunSQL(RULING_TRIGGERS, DROP_RULING_TRIGGERS),
    ]
