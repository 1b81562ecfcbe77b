from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0002_guards"),
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
                ],
                max_length=20,
            ),
        ),
    ]
