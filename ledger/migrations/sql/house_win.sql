-- The win of house-banked tables: PostgreSQL itself says whose result goes where.

-- A round's result goes to the win of its own table, in the day and shift of its entry. Nothing
-- else touches a win but the count, and nothing but the count becomes revenue of it.
CREATE FUNCTION ledger_check_win() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    fault text;
BEGIN
    SELECT CASE
            WHEN e.kind = 'win_counted' THEN NULL
            WHEN a.code = 'revenue:win' THEN 'ledger_win_revenue_counted'
            WHEN e.kind NOT IN ('settlement', 'correction') THEN 'ledger_win_by_round'
            WHEN a.code IS DISTINCT FROM 'win:' || (
                SELECT substr(play.code, length('chips:play:') + 1)
                FROM ledger_potbalance pot JOIN ledger_account play ON play.id = pot.account_id
                WHERE pot.ref = e.round_ref
            ) || ':' || to_char(e.day, 'YYYY-MM-DD') || ':' || e.shift THEN 'ledger_win_of_its_shift'
        END
        INTO fault
        FROM added n
        JOIN ledger_account a ON a.id = n.account_id
        JOIN ledger_entry e ON e.id = n.entry_id
        WHERE a.kind = 'revenue' AND (a.code LIKE 'win:%' OR a.code = 'revenue:win')
        ORDER BY 1 NULLS LAST
        LIMIT 1;
    IF fault IS NOT NULL THEN
        RAISE EXCEPTION 'postings refused: %', fault
            USING ERRCODE = 'check_violation', CONSTRAINT = fault, TABLE = 'ledger_posting';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_posting_win AFTER INSERT ON ledger_posting
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_win();

-- At commit: an entry of a count and the row that two people signed belong to each other, for the
-- same table, shift and amount.
CREATE FUNCTION ledger_check_win_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    counted bigint;
BEGIN
    IF TG_TABLE_NAME = 'ledger_entry' THEN
        counted := NEW.id;
    ELSE
        counted := NEW.entry_id;
    END IF;
    IF NOT EXISTS (
        SELECT FROM ledger_wincount c
        JOIN ledger_entry e ON e.id = c.entry_id AND e.kind = 'win_counted'
        JOIN ledger_posting p ON p.entry_id = c.entry_id AND p.cents = c.cents
        JOIN ledger_account a ON a.id = p.account_id
            AND a.code = 'win:' || c."table" || ':' || to_char(c.day, 'YYYY-MM-DD') || ':' || c.shift
        JOIN ledger_posting r ON r.entry_id = c.entry_id AND r.cents = -c.cents
        JOIN ledger_account revenue ON revenue.id = r.account_id AND revenue.code = 'revenue:win'
        WHERE c.entry_id = counted
            AND (SELECT count(*) FROM ledger_posting WHERE entry_id = counted) = 2
    ) THEN
        RAISE EXCEPTION 'entry % counts a win that nobody signed', counted
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_win_count_signed', TABLE = 'ledger_wincount';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entry_win_count AFTER INSERT ON ledger_entry
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.kind = 'win_counted') EXECUTE FUNCTION ledger_check_win_count();
CREATE CONSTRAINT TRIGGER ledger_win_count_entry AFTER INSERT ON ledger_wincount
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ledger_check_win_count();

CREATE TRIGGER ledger_win_count_append_only BEFORE UPDATE OR DELETE ON ledger_wincount
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_win_count_append_only');
CREATE TRIGGER ledger_win_count_no_truncate BEFORE TRUNCATE ON ledger_wincount
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_win_count_append_only');
