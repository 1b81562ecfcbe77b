from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="patron",
            name="request_id",
            field=models.UUIDField(
                help_text="The request that registered this person, once.", null=True, unique=True
            ),
        ),
    ]
