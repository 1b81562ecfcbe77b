-- Chips by denomination, locked boxes, counts, slips: what PostgreSQL itself refuses.

-- Append-only ---------------------------------------------------------------------------------

CREATE TRIGGER ledger_line_append_only BEFORE UPDATE OR DELETE ON ledger_chipline
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_line_append_only');
CREATE TRIGGER ledger_line_no_truncate BEFORE TRUNCATE ON ledger_chipline
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_line_append_only');
CREATE TRIGGER ledger_windowcount_append_only BEFORE UPDATE OR DELETE ON ledger_windowcount
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_windowcount_append_only');
CREATE TRIGGER ledger_windowcount_no_truncate BEFORE TRUNCATE ON ledger_windowcount
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_windowcount_append_only');
CREATE TRIGGER ledger_slip_append_only BEFORE UPDATE OR DELETE ON ledger_slip
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_slip_append_only');
CREATE TRIGGER ledger_slip_no_truncate BEFORE TRUNCATE ON ledger_slip
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_slip_append_only');
CREATE TRIGGER ledger_print_append_only BEFORE UPDATE OR DELETE ON ledger_slipprint
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_print_append_only');
CREATE TRIGGER ledger_print_no_truncate BEFORE TRUNCATE ON ledger_slipprint
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_print_append_only');

-- Stocks: they stay, what they are is fixed, and lines alone change them -------------------------

CREATE TRIGGER ledger_stock_stays BEFORE DELETE ON ledger_chipstock
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_stock_stays');
CREATE TRIGGER ledger_stock_no_truncate BEFORE TRUNCATE ON ledger_chipstock
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_stock_stays');
CREATE TRIGGER ledger_stock_fixed BEFORE UPDATE ON ledger_chipstock
    FOR EACH ROW WHEN ((OLD.id, OLD.place_id, OLD.denomination)
        IS DISTINCT FROM (NEW.id, NEW.place_id, NEW.denomination))
    EXECUTE FUNCTION ledger_refuse('ledger_stock_fixed');
CREATE TRIGGER ledger_stock_by_line BEFORE UPDATE ON ledger_chipstock
    FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND (OLD.count, OLD.sequence)
        IS DISTINCT FROM (NEW.count, NEW.sequence))
    EXECUTE FUNCTION ledger_refuse('ledger_stock_by_line');
CREATE TRIGGER ledger_stock_starts_empty BEFORE INSERT ON ledger_chipstock
    FOR EACH ROW WHEN (NEW.count <> 0 OR NEW.sequence <> 0)
    EXECUTE FUNCTION ledger_refuse('ledger_stock_by_line');

-- Once a statement: lines belong to entries of this transaction, each continues its stock's chain,
-- and nothing moves in a place that is locked. The stocks follow, or nothing does.
CREATE FUNCTION ledger_apply_lines() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    fault text;
BEGIN
    SELECT CASE WHEN line.late THEN 'ledger_line_late' WHEN line.locked THEN 'ledger_place_locked'
            ELSE 'ledger_line_chain' END
        INTO fault
        FROM (
            SELECT e.transaction <> pg_current_xact_id()::text::bigint AS late,
                c.locked_at IS NOT NULL AS locked,
                n.sequence = s.sequence + row_number() OVER chain
                AND n.count_after = s.count + sum(n.count) OVER chain AS follows
            FROM added n
            JOIN ledger_chipstock s ON s.id = n.stock_id
            JOIN ledger_chipplace c ON c.id = s.place_id
            JOIN ledger_entry e ON e.id = n.entry_id
            WINDOW chain AS (PARTITION BY n.stock_id ORDER BY n.sequence)
        ) line
        WHERE line.late OR line.locked OR NOT line.follows
        LIMIT 1;
    IF fault IS NOT NULL THEN
        RAISE EXCEPTION 'lines refused: %', fault
            USING ERRCODE = 'check_violation', CONSTRAINT = fault, TABLE = 'ledger_chipline';
    END IF;
    UPDATE ledger_chipstock s
        SET count = s.count + t.count, sequence = s.sequence + t.lines
        FROM (SELECT stock_id, sum(count)::bigint AS count, count(*) AS lines FROM added GROUP BY stock_id) t
        WHERE s.id = t.stock_id;
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_line_apply AFTER INSERT ON ledger_chipline
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply_lines();

-- Writes the counts of entries that were posted in this transaction.
--
-- counts  [{entry, place, denomination, count}]; the places exist. Locks the places by id; a
-- place's stocks are only touched under its lock.
CREATE FUNCTION ledger_count(counts jsonb) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    PERFORM 1 FROM ledger_chipplace
        WHERE code IN (SELECT c.place FROM jsonb_to_recordset(counts) c(place text))
        ORDER BY id FOR NO KEY UPDATE;
    INSERT INTO ledger_chipstock (place_id, denomination, count, sequence)
        SELECT DISTINCT p.id, c.denomination, 0, 0
            FROM jsonb_to_recordset(counts) c(place text, denomination bigint)
            JOIN ledger_chipplace p ON p.code = c.place
        ON CONFLICT (place_id, denomination) DO NOTHING;
    INSERT INTO ledger_chipline (entry_id, stock_id, count, sequence, count_after, posted_at)
        SELECT c.entry, s.id, c.count, s.sequence + row_number() OVER chain,
                s.count + sum(c.count) OVER chain, e.posted_at
            FROM jsonb_to_recordset(counts) c(entry bigint, place text, denomination bigint, count bigint)
            JOIN ledger_chipplace p ON p.code = c.place
            JOIN ledger_chipstock s ON s.place_id = p.id AND s.denomination = c.denomination
            JOIN ledger_entry e ON e.id = c.entry
            WINDOW chain AS (PARTITION BY s.id ORDER BY c.entry);
END $$;

-- An entry may move denominations alone ----------------------------------------------------------

CREATE OR REPLACE FUNCTION ledger_check_entry() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    total numeric;
    into_use numeric;
    from_house numeric;
BEGIN
    SELECT sum(p.cents), -sum(p.cents) FILTER (WHERE a.in_use)
        INTO total, into_use
        FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
        WHERE p.entry_id = NEW.id;
    SELECT sum(CASE WHEN c.issued THEN m.cents ELSE -m.cents END)
        INTO from_house
        FROM ledger_chipmovement m JOIN ledger_chipplace c ON c.id = m.place_id
        WHERE m.entry_id = NEW.id;
    IF total IS NULL AND from_house IS NULL THEN
        -- Asked apart, so that an entry of money does not pay for the question.
        IF NOT EXISTS (SELECT FROM ledger_chipline l WHERE l.entry_id = NEW.id) THEN
            RAISE EXCEPTION 'entry % moves nothing', NEW.id
                USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_not_empty', TABLE = 'ledger_entry';
        END IF;
    ELSIF coalesce(total, 0) <> 0 THEN
        RAISE EXCEPTION 'entry % does not sum to zero, but to %', NEW.id, total
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_zero_sum', TABLE = 'ledger_entry';
    ELSIF coalesce(into_use, 0) <> coalesce(from_house, 0) THEN
        RAISE EXCEPTION 'entry % puts % of chips into use, but % leave the house', NEW.id, into_use, from_house
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_chips_match', TABLE = 'ledger_entry';
    END IF;
    RETURN NULL;
END $$;

-- A counted box is locked --------------------------------------------------------------------------

CREATE TRIGGER ledger_account_locked BEFORE UPDATE ON ledger_account
    FOR EACH ROW WHEN (OLD.locked_at IS NOT NULL)
    EXECUTE FUNCTION ledger_refuse('ledger_account_locked');
CREATE TRIGGER ledger_place_locked BEFORE UPDATE ON ledger_chipplace
    FOR EACH ROW WHEN (OLD.locked_at IS NOT NULL)
    EXECUTE FUNCTION ledger_refuse('ledger_place_locked');

CREATE TRIGGER ledger_boxcount_locked BEFORE UPDATE ON ledger_boxcount
    FOR EACH ROW WHEN (OLD.second_signer_id IS NOT NULL)
    EXECUTE FUNCTION ledger_refuse('ledger_boxcount_locked');
CREATE TRIGGER ledger_boxcount_stays BEFORE DELETE ON ledger_boxcount
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_boxcount_stays');

-- A line of a count sheet is written once and struck through at most once, until both have signed.
CREATE FUNCTION ledger_check_countline() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM ledger_boxcount WHERE id = NEW.sheet_id AND second_signer_id IS NOT NULL) THEN
        RAISE EXCEPTION 'count sheet % is signed', NEW.sheet_id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_countline_sheet_locked', TABLE = 'ledger_boxcountline';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER ledger_countline_sheet_locked BEFORE INSERT OR UPDATE ON ledger_boxcountline
    FOR EACH ROW EXECUTE FUNCTION ledger_check_countline();
CREATE TRIGGER ledger_countline_kept BEFORE UPDATE ON ledger_boxcountline
    FOR EACH ROW WHEN (OLD.struck_at IS NOT NULL
        OR (OLD.id, OLD.sheet_id, OLD.kind, OLD.denomination, OLD.count, OLD.by_id, OLD.at)
        IS DISTINCT FROM (NEW.id, NEW.sheet_id, NEW.kind, NEW.denomination, NEW.count, NEW.by_id, NEW.at))
    EXECUTE FUNCTION ledger_refuse('ledger_countline_kept');
CREATE TRIGGER ledger_countline_stays BEFORE DELETE ON ledger_boxcountline
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_countline_kept');

-- A closed window, and a fill or credit that is over, stay as they are ----------------------------

CREATE TRIGGER ledger_windowshift_locked BEFORE UPDATE ON ledger_windowshift
    FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL)
    EXECUTE FUNCTION ledger_refuse('ledger_windowshift_locked');
CREATE TRIGGER ledger_windowshift_stays BEFORE DELETE ON ledger_windowshift
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_windowshift_stays');
CREATE TRIGGER ledger_transfer_final BEFORE UPDATE ON ledger_transfer
    FOR EACH ROW WHEN (OLD.received_at IS NOT NULL OR OLD.cancelled_at IS NOT NULL)
    EXECUTE FUNCTION ledger_refuse('ledger_transfer_final');
CREATE TRIGGER ledger_transfer_stays BEFORE DELETE ON ledger_transfer
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_transfer_stays');

-- Slips have no gap ----------------------------------------------------------------------------------

CREATE FUNCTION ledger_check_slip() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    IF NEW.number <> 1 + coalesce((SELECT max(number) FROM ledger_slip WHERE series_id = NEW.series_id), 0) THEN
        RAISE EXCEPTION 'slip % does not follow the last one of its series', NEW.number
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_slip_gap_free', TABLE = 'ledger_slip';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER ledger_slip_gap_free BEFORE INSERT ON ledger_slip
    FOR EACH ROW EXECUTE FUNCTION ledger_check_slip();

CREATE FUNCTION ledger_check_print() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    IF NEW.nth <> 1 + coalesce((SELECT max(nth) FROM ledger_slipprint WHERE slip_id = NEW.slip_id), 0) THEN
        RAISE EXCEPTION 'printing % does not follow the last one of its slip', NEW.nth
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_print_gap_free', TABLE = 'ledger_slipprint';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER ledger_print_gap_free BEFORE INSERT ON ledger_slipprint
    FOR EACH ROW EXECUTE FUNCTION ledger_check_print();
