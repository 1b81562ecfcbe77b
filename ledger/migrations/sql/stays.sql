-- Windows, the times at them and drop boxes: what was ever worked with stays.

CREATE TRIGGER ledger_window_stays BEFORE DELETE ON ledger_window
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_window_stays');
CREATE TRIGGER ledger_window_no_truncate BEFORE TRUNCATE ON ledger_window
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_window_stays');
CREATE TRIGGER ledger_windowshift_no_truncate BEFORE TRUNCATE ON ledger_windowshift
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_windowshift_stays');
CREATE TRIGGER ledger_box_stays BEFORE DELETE ON ledger_box
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_box_stays');
CREATE TRIGGER ledger_box_no_truncate BEFORE TRUNCATE ON ledger_box
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_box_stays');
