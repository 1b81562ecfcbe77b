"""Indexes so that a page costs the same however much history there is."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0015_second_position"),
    ]

    operations = [
        migrations.AlterField(
            model_name="bankturn",
            name="table",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="turns",
                to="tables.table",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="table",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rounds",
                to="tables.table",
            ),
        ),
        migrations.AddIndex(
            model_name="bankturn",
            index=models.Index(fields=["table", "id"], name="turn_in_order"),
        ),
        migrations.AddIndex(
            model_name="bankturn",
            index=models.Index(fields=["table", "ended_at"], name="turn_ended"),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                condition=models.Q(("status", "settled")),
                fields=["table", "closed_at"],
                name="round_settled",
            ),
        ),
    ]
