"""Displays that are paired with a device, instead of addresses that anybody could pass on."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0005_who_was_here_stays"),
        ("tables", "0020_what_a_page_reads"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PairedDisplay",
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
                            ("waiting", "Waiting"),
                            ("seat", "Seat"),
                            ("rail", "Rail"),
                            ("board", "Room board"),
                            ("phone", "Phone"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("key_digest", models.CharField(max_length=64, unique=True)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("sitting", models.PositiveBigIntegerField(null=True)),
                ("code", models.CharField(max_length=6, null=True)),
                ("code_expires_at", models.DateTimeField(null=True)),
                ("code_sitting", models.PositiveBigIntegerField(null=True)),
                ("paired_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                ("last_seen", models.DateTimeField(null=True)),
                (
                    "paired_by",
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
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="people.patron",
                    ),
                ),
                (
                    "revoked_by",
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
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="displays",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("code__isnull", False)),
                        fields=("code",),
                        name="open_display_code",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("kind", "waiting"),
                                ("patron__isnull", True),
                                ("seat__isnull", True),
                                ("sitting__isnull", True),
                                ("table__isnull", True),
                            ),
                            models.Q(
                                ("kind", "seat"),
                                ("patron__isnull", True),
                                ("seat__isnull", False),
                                ("sitting__isnull", True),
                                ("table__isnull", False),
                            ),
                            models.Q(
                                ("kind", "rail"),
                                ("patron__isnull", True),
                                ("seat__isnull", True),
                                ("sitting__isnull", True),
                                ("table__isnull", False),
                            ),
                            models.Q(
                                ("kind", "board"),
                                ("patron__isnull", True),
                                ("seat__isnull", True),
                                ("sitting__isnull", True),
                                ("table__isnull", True),
                            ),
                            models.Q(
                                ("kind", "phone"),
                                ("patron__isnull", False),
                                ("seat__isnull", False),
                                ("sitting__isnull", False),
                                ("table__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="display_of_its_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("expires_at", None), ("kind", "waiting"), ("paired_at", None)
                            ),
                            models.Q(
                                models.Q(("kind", "waiting"), _negated=True),
                                ("expires_at__isnull", False),
                                ("paired_at__isnull", False),
                                ("expires_at__gt", models.F("paired_at")),
                            ),
                            _connector="OR",
                        ),
                        name="display_paired_until",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind__in", ("waiting", "phone")), ("paired_by", None)),
                            models.Q(
                                ("kind__in", ("seat", "rail", "board")),
                                ("paired_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="display_paired_by_the_floor",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                models.Q(("kind", "waiting"), _negated=True),
                                ("code", None),
                                ("code_expires_at", None),
                                ("code_sitting", None),
                            ),
                            models.Q(
                                ("code__isnull", False),
                                ("code_expires_at__isnull", False),
                                ("code_sitting", None),
                                ("kind", "waiting"),
                            ),
                            models.Q(
                                ("code__isnull", False),
                                ("code_expires_at__isnull", False),
                                ("code_sitting__isnull", False),
                                ("kind", "seat"),
                            ),
                            _connector="OR",
                        ),
                        name="display_code_of_its_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("revoked_at", None), ("revoked_by", None)),
                            models.Q(
                                models.Q(("kind", "waiting"), _negated=True),
                                ("revoked_at__isnull", False),
                                ("revoked_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="display_revoked_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("revoked_at", None), ("code", None), _connector="OR"),
                        name="display_revoked_without_code",
                    ),
                ],
            },
        ),
    ]
