"""Two adjacent betting positions for one player, and still at most one table for each."""

import django.db.models.deletion
from django.db import migrations, models

# Django has no foreign key of several columns. Deferred, since a player who leaves frees both.
BESIDE_THE_FIRST = """
ALTER TABLE tables_seat ADD CONSTRAINT second_position_beside_the_first
    FOREIGN KEY (patron_id, table_id, beside)
    REFERENCES tables_seat (patron_id, table_id, number) DEFERRABLE INITIALLY DEFERRED
"""
DROP_BESIDE_THE_FIRST = "ALTER TABLE tables_seat DROP CONSTRAINT second_position_beside_the_first"


class Migration(migrations.Migration):
    dependencies = [("people", "0001_initial"), ("tables", "0010_house")]

    operations = [
        migrations.AlterField(
            model_name="seat",
            name="patron",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to="people.patron",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="beside",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("beside__isnull", True)),
                fields=("patron",),
                name="one_table_a_patron",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("beside__isnull", False)),
                fields=("patron",),
                name="two_positions_at_most",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("beside__isnull", True),
                    ("beside", models.F("number") - 1),
                    ("beside", models.F("number") + 1),
                    _connector="OR",
                ),
                name="second_position_is_adjacent",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("patron", "table", "number"), name="position_of_a_patron"
            ),
        ),
        migrations.RunSQL(BESIDE_THE_FIRST, DROP_BESIDE_THE_FIRST),
    ]
