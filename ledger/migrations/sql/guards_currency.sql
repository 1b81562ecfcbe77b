-- Currency of persons, reversals, designations of cover: what PostgreSQL counts and refuses itself.

-- Who a person is: himself, or the one whom he was merged into.
CREATE FUNCTION ledger_currency_head(person bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT coalesce((SELECT merged_into_id FROM people_patron WHERE id = person), person)
$$;

-- One lock a person: whoever counts for him shares it, a merge has it alone. It is taken for the
-- described person before the named one, by all.
CREATE FUNCTION ledger_currency_key(person bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT hashtextextended('currency of a person', person)
$$;

-- Opens the report of a person and day if a total is strictly above $10,000.00 (31 CFR 1021.311), due
-- 15 calendar days after the day (31 CFR 1010.306). The totals of those merged into him count.
CREATE FUNCTION ledger_currency_check(head bigint, on_day date) RETURNS void LANGUAGE plpgsql
    SET enable_seqscan = off AS $$
BEGIN
    INSERT INTO ledger_currencyreport (patron_id, day, due_on, opened_at)
        SELECT head, on_day, on_day + 15, clock_timestamp()
            FROM ledger_currencyday c
            WHERE c.day = on_day AND c.patron_id = ANY (ARRAY(
                SELECT head UNION ALL SELECT id FROM people_patron WHERE merged_into_id = head))
            HAVING sum(c.cash_in) > 1000000 OR sum(c.cash_out) > 1000000
        ON CONFLICT (patron_id, day) DO NOTHING;
END $$;

CREATE FUNCTION ledger_currency_add(person bigint, on_day date, money_in bigint, money_out bigint)
    RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    head bigint;
BEGIN
    IF money_in = 0 AND money_out = 0 THEN
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock_shared(ledger_currency_key(person));
    head := ledger_currency_head(person);
    IF head <> person THEN
        PERFORM pg_advisory_xact_lock_shared(ledger_currency_key(head));
    END IF;
    INSERT INTO ledger_currencyday (patron_id, day, cash_in, cash_out) VALUES (person, on_day, 0, 0)
        ON CONFLICT (patron_id, day) DO NOTHING;
    UPDATE ledger_currencyday SET cash_in = cash_in + money_in, cash_out = cash_out + money_out
        WHERE patron_id = person AND day = on_day;
    IF head <> person THEN
        -- Two who count for one head wait here for each other, so that one of them sees both.
        INSERT INTO ledger_currencyday (patron_id, day, cash_in, cash_out) VALUES (head, on_day, 0, 0)
            ON CONFLICT (patron_id, day) DO NOTHING;
        PERFORM 1 FROM ledger_currencyday WHERE patron_id = head AND day = on_day FOR NO KEY UPDATE;
    END IF;
    PERFORM ledger_currency_check(head, on_day);
END $$;

-- Every line on a cash: account of an entry that names a person counts for that person and the
-- entry's day: in if the room's cash grew, out if it fell.
CREATE FUNCTION ledger_count_currency() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    moved record;
BEGIN
    FOR moved IN
        SELECT e.patron_id, e.day, coalesce(sum(n.cents) FILTER (WHERE n.cents > 0), 0)::bigint AS money_in,
                coalesce(-sum(n.cents) FILTER (WHERE n.cents < 0), 0)::bigint AS money_out
            FROM added n
            JOIN ledger_entry e ON e.id = n.entry_id
            JOIN ledger_account a ON a.id = n.account_id
            WHERE e.patron_id IS NOT NULL AND e.kind <> 'reversal' AND starts_with(a.code, 'cash:')
            GROUP BY e.patron_id, e.day ORDER BY e.patron_id, e.day
    LOOP
        PERFORM ledger_currency_add(moved.patron_id, moved.day, moved.money_in, moved.money_out);
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_currency_count AFTER INSERT ON ledger_posting
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_count_currency();

-- A reversal turns round a transaction of a window, of the same person, and takes what that counted
-- out of its own day. Its request id is reverse:<entry>, so there is one at most.
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_reversal_key
    CHECK ((kind = 'reversal') = (request_id ~ '^reverse:[1-9][0-9]{0,17}$'));

CREATE FUNCTION ledger_uncount_currency() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off AS $$
DECLARE
    old ledger_entry;
    money_in bigint;
    money_out bigint;
BEGIN
    SELECT * INTO old FROM ledger_entry WHERE id = substr(NEW.request_id, 9)::bigint;
    IF old.id IS NULL OR old.kind NOT IN ('buy_in', 'cash_out', 'deposit', 'withdrawal', 'tppps_leaves')
            OR old.patron_id IS DISTINCT FROM NEW.patron_id THEN
        RAISE EXCEPTION 'entry % turns round what is no transaction of this person at a window', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_reversal_of_window', TABLE = 'ledger_entry';
    END IF;
    IF old.patron_id IS NOT NULL THEN
        SELECT coalesce(sum(p.cents) FILTER (WHERE p.cents > 0), 0), coalesce(-sum(p.cents) FILTER (WHERE p.cents < 0), 0)
            INTO money_in, money_out
            FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
            WHERE p.entry_id = old.id AND starts_with(a.code, 'cash:');
        PERFORM ledger_currency_add(old.patron_id, old.day, -money_in, -money_out);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_currency_uncount AFTER INSERT ON ledger_entry
    FOR EACH ROW WHEN (NEW.kind = 'reversal') EXECUTE FUNCTION ledger_uncount_currency();

-- At commit: a reversal has its row with two people, names the entry that its key names, and gives
-- back what that entry moved in cash (or as a variance, if the drawer was counted) and in deposits.
CREATE FUNCTION ledger_check_reversal() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off AS $$
DECLARE
    named bigint := substr(NEW.request_id, 9)::bigint;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM ledger_reversal r WHERE r.entry_id = NEW.id AND r.reverses_id = named) THEN
        RAISE EXCEPTION 'entry % turns another round, and nobody asked and approved it', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_reversal_by_two', TABLE = 'ledger_entry';
    END IF;
    IF EXISTS (
        SELECT 1 FROM (
            SELECT CASE WHEN starts_with(a.code, 'deposit:') THEN a.code ELSE 'cash' END AS what, p.cents
                FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
                WHERE p.entry_id = named AND (starts_with(a.code, 'cash:') OR starts_with(a.code, 'deposit:'))
            UNION ALL
            SELECT CASE WHEN starts_with(a.code, 'deposit:') THEN a.code ELSE 'cash' END, p.cents
                FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
                WHERE p.entry_id = NEW.id AND (starts_with(a.code, 'cash:') OR starts_with(a.code, 'deposit:')
                    OR a.code = 'variance:window')
        ) both_entries GROUP BY what HAVING sum(cents) <> 0
    ) THEN
        RAISE EXCEPTION 'entry % does not give back what entry % moved', NEW.id, named
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_reversal_mirrors', TABLE = 'ledger_entry';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_reversal_complete AFTER INSERT ON ledger_entry
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.kind = 'reversal') EXECUTE FUNCTION ledger_check_reversal();
-- A row without its entry, or with another one.
CREATE FUNCTION ledger_check_reversal_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM ledger_entry e
            WHERE e.id = NEW.entry_id AND e.request_id = 'reverse:' || NEW.reverses_id) THEN
        RAISE EXCEPTION 'entry % does not turn entry % round', NEW.entry_id, NEW.reverses_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_reversal_by_two', TABLE = 'ledger_reversal';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_reversal_names_entry AFTER INSERT ON ledger_reversal
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_reversal_row();
CREATE TRIGGER ledger_reversal_append_only BEFORE UPDATE OR DELETE ON ledger_reversal
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_reversal_append_only');
CREATE TRIGGER ledger_reversal_no_truncate BEFORE TRUNCATE ON ledger_reversal
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_reversal_append_only');

-- Totals and reports come from postings and merges alone: from anywhere else is depth 0.
CREATE TRIGGER ledger_currency_by_posting BEFORE INSERT OR UPDATE OR DELETE ON ledger_currencyday
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse('ledger_currency_by_posting');
CREATE TRIGGER ledger_currency_no_truncate BEFORE TRUNCATE ON ledger_currencyday
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_currency_by_posting');
CREATE TRIGGER ledger_report_by_total BEFORE INSERT ON ledger_currencyreport
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse('ledger_report_by_total');
CREATE TRIGGER ledger_report_stays BEFORE DELETE ON ledger_currencyreport
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_report_stays');
CREATE TRIGGER ledger_report_no_truncate BEFORE TRUNCATE ON ledger_currencyreport
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_report_stays');
CREATE TRIGGER ledger_report_fixed BEFORE UPDATE ON ledger_currencyreport
    FOR EACH ROW WHEN (OLD.drafted_at IS NOT NULL OR (OLD.id, OLD.patron_id, OLD.day, OLD.due_on, OLD.opened_at)
        IS DISTINCT FROM (NEW.id, NEW.patron_id, NEW.day, NEW.due_on, NEW.opened_at))
    EXECUTE FUNCTION ledger_refuse('ledger_report_fixed');
CREATE TRIGGER ledger_filing_append_only BEFORE UPDATE OR DELETE ON ledger_currencyfiling
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_filing_append_only');
CREATE TRIGGER ledger_filing_no_truncate BEFORE TRUNCATE ON ledger_currencyfiling
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_filing_append_only');

-- Two persons become one, or two again: their days are counted together or apart, and reports
-- follow. Whoever is counting for one of them is waited for.
CREATE FUNCTION ledger_merge_currency() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    named bigint := coalesce(NEW.merged_into_id, OLD.merged_into_id);
    on_day date;
BEGIN
    PERFORM pg_advisory_xact_lock(ledger_currency_key(NEW.id));
    PERFORM pg_advisory_xact_lock(ledger_currency_key(named));
    FOR on_day IN SELECT day FROM ledger_currencyday WHERE patron_id = NEW.id ORDER BY day LOOP
        PERFORM ledger_currency_check(named, on_day);
        IF NEW.merged_into_id IS NULL THEN
            PERFORM ledger_currency_check(NEW.id, on_day);
        END IF;
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_currency_merge AFTER UPDATE OF merged_into_id ON people_patron
    FOR EACH ROW WHEN (OLD.merged_into_id IS DISTINCT FROM NEW.merged_into_id)
    EXECUTE FUNCTION ledger_merge_currency();

-- What covers chips is money, and the manager's latest word on it is what counts.
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_cover_is_money
    CHECK (NOT covers_chips OR code ~ '^(cash|bank):');
CREATE FUNCTION ledger_check_cover() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    place bigint := CASE TG_TABLE_NAME WHEN 'ledger_account' THEN (to_jsonb(NEW)->>'id')::bigint
        ELSE (to_jsonb(NEW)->>'account_id')::bigint END;
BEGIN
    IF (SELECT covers_chips FROM ledger_account WHERE id = place) IS DISTINCT FROM
            (SELECT counts FROM ledger_coverdesignation WHERE account_id = place ORDER BY id DESC LIMIT 1) THEN
        RAISE EXCEPTION 'account % counts as cover otherwise than it was designated', place
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_cover_by_designation', TABLE = 'ledger_account';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_cover_by_designation AFTER UPDATE OF covers_chips ON ledger_account
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_cover();
CREATE CONSTRAINT TRIGGER ledger_designation_carried_out AFTER INSERT ON ledger_coverdesignation
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_cover();
CREATE TRIGGER ledger_designation_append_only BEFORE UPDATE OR DELETE ON ledger_coverdesignation
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_designation_append_only');
CREATE TRIGGER ledger_designation_no_truncate BEFORE TRUNCATE ON ledger_coverdesignation
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_designation_append_only');
