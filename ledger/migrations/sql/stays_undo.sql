DROP TRIGGER ledger_box_no_truncate ON ledger_box;
DROP TRIGGER ledger_box_stays ON ledger_box;
DROP TRIGGER ledger_windowshift_no_truncate ON ledger_windowshift;
DROP TRIGGER ledger_window_no_truncate ON ledger_window;
DROP TRIGGER ledger_window_stays ON ledger_window;
