"""PostgreSQL itself refuses to rewrite what happened at a table.

Events, offers, commands, packs and fee schedules are written once. A new version is a new row.
"""

from django.db import migrations

TABLES = [
    "tables_tableevent",
    "tables_rotationoffer",
    "tables_tablecommand",
    "tables_rulepack",
    "tables_feeschedule",
]

FUNCTION = """
CREATE FUNCTION tables_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;
"""
TRIGGERS = """
CREATE TRIGGER {0}_append_only BEFORE UPDATE OR DELETE ON {0}
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER {0}_no_truncate BEFORE TRUNCATE ON {0}
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
"""
DROP_TRIGGERS = """
DROP TRIGGER {0}_no_truncate ON {0};
DROP TRIGGER {0}_append_only ON {0};
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]
    operations = [
        migrations.RunSQL(FUNCTION, "DROP FUNCTION tables_refuse_change();"),
        *(
            migrations.RunSQL(TRIGGERS.format(table), DROP_TRIGGERS.format(table))
            for table in TABLES
        ),
    ]
