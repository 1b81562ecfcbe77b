"""What players said at their own displays, which PostgreSQL keeps as it was said."""

import django.db.models.deletion
from django.db import migrations, models

TRIGGERS = """
CREATE TRIGGER tables_seatanswer_append_only BEFORE UPDATE OR DELETE ON tables_seatanswer
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER tables_seatanswer_no_truncate BEFORE TRUNCATE ON tables_seatanswer
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
"""
DROP_TRIGGERS = """
DROP TRIGGER tables_seatanswer_no_truncate ON tables_seatanswer;
DROP TRIGGER tables_seatanswer_append_only ON tables_seatanswer;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0005_who_was_here_stays"),
        ("tables", "0030_paired_displays"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="answers",
            field=models.PositiveBigIntegerField(
                default=0, help_text="How many answers were given at its seats' displays."
            ),
        ),
        migrations.CreateModel(
            name="SeatAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "question",
                    models.CharField(
                        choices=[("decision", "Decision"), ("bank", "Bank")], max_length=10
                    ),
                ),
                ("answer", models.CharField(max_length=10)),
                ("cycle", models.PositiveIntegerField(null=True)),
                ("after_hands", models.PositiveIntegerField(null=True)),
                ("at", models.DateTimeField()),
                (
                    "patron",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="people.patron",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.round",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answers_at_seats",
                        to="tables.table",
                    ),
                ),
                (
                    "turn",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answers",
                        to="tables.bankturn",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("after_hands__isnull", True),
                                ("answer__in", ["play", "fold"]),
                                ("cycle__isnull", True),
                                ("question", "decision"),
                                ("round__isnull", False),
                                ("turn__isnull", True),
                            ),
                            models.Q(
                                ("after_hands__isnull", False),
                                ("answer__in", ["accepted", "declined"]),
                                ("cycle__isnull", False),
                                ("question", "bank"),
                                ("round__isnull", True),
                                ("turn__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="seat_answer_answers_its_question",
                    )
                ],
            },
        ),
        migrations.RunSQL(TRIGGERS, DROP_TRIGGERS),
    ]
