"""Rounds that the house banks: without a turn and without fees; the worst case is kept."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0004_room_floor"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="worst_case",
            field=models.PositiveBigIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="round",
            name="fee_schedule",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, to="tables.feeschedule"
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="turn",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rounds",
                to="tables.bankturn",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("fee_schedule__isnull", True), ("turn__isnull", True)),
                    models.Q(("fee_schedule__isnull", False), ("turn__isnull", False)),
                    _connector="OR",
                ),
                name="round_has_turn_and_fees_or_neither",
            ),
        ),
    ]
