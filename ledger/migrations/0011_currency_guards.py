"""Counts the currency that was posted before, and then lets PostgreSQL count and guard it."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"
EARLIER = """
INSERT INTO ledger_currencyday (patron_id, day, cash_in, cash_out)
    SELECT e.patron_id, e.day, coalesce(sum(p.cents) FILTER (WHERE p.cents > 0), 0),
            coalesce(-sum(p.cents) FILTER (WHERE p.cents < 0), 0)
        FROM ledger_entry e
        JOIN ledger_posting p ON p.entry_id = e.id
        JOIN ledger_account a ON a.id = p.account_id
        WHERE e.patron_id IS NOT NULL AND starts_with(a.code, 'cash:')
        GROUP BY e.patron_id, e.day;
INSERT INTO ledger_currencyreport (patron_id, day, due_on, opened_at)
    SELECT patron_id, day, day + 15, now() FROM ledger_currencyday
        WHERE cash_in > 1000000 OR cash_out > 1000000;
INSERT INTO ledger_coverdesignation (account_id, counts, reason, at)
    SELECT id, true, 'Designated when the books were opened', now() FROM ledger_account WHERE covers_chips;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0010_currency")]
    operations = [
        migrations.RunSQL(EARLIER, migrations.RunSQL.noop),
        migrations.RunSQL(
            (SQL / "guards_currency.sql").read_text(),
            (SQL / "guards_currency_undo.sql").read_text(),
        ),
    ]
