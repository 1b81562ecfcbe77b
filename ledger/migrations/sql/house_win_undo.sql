-- The way back from house_win.sql.
DROP TRIGGER ledger_win_count_no_truncate ON ledger_wincount;
DROP TRIGGER ledger_win_count_append_only ON ledger_wincount;
DROP TRIGGER ledger_win_count_entry ON ledger_wincount;
DROP TRIGGER ledger_entry_win_count ON ledger_entry;
DROP FUNCTION ledger_check_win_count();
DROP TRIGGER ledger_posting_win ON ledger_posting;
DROP FUNCTION ledger_check_win();
