"""Persons named and described, merges, exclusions with dates, proposition companies, notes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0002_patron_request_id"),
    ]

    operations = [
        migrations.CreateModel(
            name="Exclusion",
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
                        choices=[
                            ("self_excluded", "excluded himself"),
                            ("barred", "barred by the room"),
                        ],
                        max_length=20,
                    ),
                ),
                ("reason", models.CharField(max_length=200)),
                ("begins_on", models.DateField()),
                ("ends_on", models.DateField(null=True)),
                ("recorded_at", models.DateTimeField()),
                ("request_id", models.UUIDField(null=True, unique=True)),
                ("lifted_at", models.DateTimeField(null=True)),
                ("lifted_reason", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="PersonMerge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=200)),
                ("proposed_at", models.DateTimeField()),
                ("request_id", models.UUIDField(unique=True)),
                ("approved", models.BooleanField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
                ("undone_at", models.DateTimeField(null=True)),
                ("undone_reason", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="SuspicionNote",
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
                        choices=[
                            ("note", "Note"),
                            ("no_report", "decided: no report"),
                            ("filed", "report filed"),
                        ],
                        default="note",
                        max_length=10,
                    ),
                ),
                ("day", models.DateField(help_text="The gaming day that it is about.")),
                ("cents", models.BigIntegerField(null=True)),
                ("text", models.CharField(max_length=2000)),
                ("reference", models.CharField(blank=True, max_length=80)),
                ("written_at", models.DateTimeField()),
                ("request_id", models.UUIDField(unique=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="TpppsCompany",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, unique=True)),
                ("registered_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.AddField(
            model_name="patron",
            name="kind",
            field=models.CharField(
                choices=[("named", "Named"), ("described", "Described")],
                default="named",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="patron",
            name="merged_into",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="members",
                to="people.patron",
            ),
        ),
        migrations.AddConstraint(
            model_name="patron",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind", "named"), models.Q(("description", ""), _negated=True), _connector="OR"
                ),
                name="people_described_has_marks",
            ),
        ),
        migrations.AddConstraint(
            model_name="patron",
            constraint=models.CheckConstraint(
                condition=models.Q(("merged_into", None), ("kind", "described"), _connector="OR"),
                name="people_only_described_merged",
            ),
        ),
        migrations.AddField(
            model_name="exclusion",
            name="lifted_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="exclusion",
            name="patron",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="exclusions",
                to="people.patron",
            ),
        ),
        migrations.AddField(
            model_name="exclusion",
            name="recorded_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="personmerge",
            name="decided_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="personmerge",
            name="into",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="merges_into",
                to="people.patron",
            ),
        ),
        migrations.AddField(
            model_name="personmerge",
            name="merged",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="merges",
                to="people.patron",
            ),
        ),
        migrations.AddField(
            model_name="personmerge",
            name="proposed_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="personmerge",
            name="undone_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="suspicionnote",
            name="patron",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="people.patron",
            ),
        ),
        migrations.AddField(
            model_name="suspicionnote",
            name="written_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tpppscompany",
            name="registered_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="exclusion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("ends_on", None), ("ends_on__gte", models.F("begins_on")), _connector="OR"
                ),
                name="people_exclusion_dates",
            ),
        ),
        migrations.AddConstraint(
            model_name="exclusion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("lifted_at", None), ("lifted_by", None), ("lifted_reason", "")),
                    models.Q(
                        ("lifted_at__isnull", False),
                        ("lifted_by__isnull", False),
                        models.Q(("lifted_reason", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="people_exclusion_lifted_with_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="personmerge",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    models.Q(("approved", False), _negated=True), ("undone_at", None)
                ),
                fields=("merged",),
                name="people_merge_one_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="personmerge",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("decided_by", None),
                    models.Q(("decided_by", models.F("proposed_by")), _negated=True),
                    _connector="OR",
                ),
                name="people_merge_two_people",
            ),
        ),
        migrations.AddConstraint(
            model_name="personmerge",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("approved", None), ("decided_at", None), ("decided_by", None)),
                    models.Q(
                        ("approved__isnull", False),
                        ("decided_at__isnull", False),
                        ("decided_by__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="people_merge_decided",
            ),
        ),
        migrations.AddConstraint(
            model_name="personmerge",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("undone_at", None), ("undone_by", None), ("undone_reason", "")),
                    models.Q(
                        ("approved", True),
                        ("undone_at__isnull", False),
                        ("undone_by__isnull", False),
                        models.Q(("undone_reason", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="people_merge_undone_with_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="suspicionnote",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "filed"), _negated=True),
                    models.Q(("reference", ""), _negated=True),
                    _connector="OR",
                ),
                name="people_suspicion_filed_with_reference",
            ),
        ),
        # Who was barred or had excluded himself stays so, without an end.
        migrations.RunSQL(
            """
            INSERT INTO people_exclusion (patron_id, kind, reason, begins_on, recorded_at, lifted_reason)
                SELECT id, standing, 'Recorded before exclusions had a reason', created_at::date, now(), ''
                FROM people_patron WHERE standing <> 'welcome';
            SET CONSTRAINTS ALL IMMEDIATE;
            SET CONSTRAINTS ALL DEFERRED;
            """,
            """
            UPDATE people_patron p SET standing = e.kind
                FROM people_exclusion e WHERE e.patron_id = p.id AND e.lifted_at IS NULL;
            SET CONSTRAINTS ALL IMMEDIATE;
            SET CONSTRAINTS ALL DEFERRED;
            """,
        ),
        migrations.RemoveField(
            model_name="patron",
            name="standing",
        ),
    ]
