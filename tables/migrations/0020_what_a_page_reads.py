"""Indexes so that a page costs the same however much history there is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0015_second_position"),
    ]

    operations = [
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
