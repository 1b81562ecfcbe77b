-- What PostgreSQL itself refuses, whoever asks. Every refusal carries a constraint's name.

-- Append-only ---------------------------------------------------------------------------------

CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% refuses to %', TG_TABLE_NAME, lower(TG_OP)
        USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_ARGV[0], TABLE = TG_TABLE_NAME;
END $$;

CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_entry_append_only');
CREATE TRIGGER ledger_entry_no_truncate BEFORE TRUNCATE ON ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_entry_append_only');
CREATE TRIGGER ledger_posting_append_only BEFORE UPDATE OR DELETE ON ledger_posting
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_posting_append_only');
CREATE TRIGGER ledger_posting_no_truncate BEFORE TRUNCATE ON ledger_posting
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_posting_append_only');
CREATE TRIGGER ledger_movement_append_only BEFORE UPDATE OR DELETE ON ledger_chipmovement
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_movement_append_only');
CREATE TRIGGER ledger_movement_no_truncate BEFORE TRUNCATE ON ledger_chipmovement
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_movement_append_only');

-- Accounts, pots and places stay, and what they are is fixed -------------------------------------

CREATE TRIGGER ledger_account_stays BEFORE DELETE ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_account_stays');
CREATE TRIGGER ledger_account_no_truncate BEFORE TRUNCATE ON ledger_account
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_account_stays');
CREATE TRIGGER ledger_account_fixed BEFORE UPDATE ON ledger_account
    FOR EACH ROW WHEN ((OLD.id, OLD.code, OLD.kind, OLD.normal, OLD.non_negative, OLD.in_use, OLD.by_round)
        IS DISTINCT FROM (NEW.id, NEW.code, NEW.kind, NEW.normal, NEW.non_negative, NEW.in_use, NEW.by_round))
    EXECUTE FUNCTION ledger_refuse('ledger_account_fixed');

CREATE TRIGGER ledger_pot_stays BEFORE DELETE ON ledger_potbalance
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_pot_stays');
CREATE TRIGGER ledger_pot_no_truncate BEFORE TRUNCATE ON ledger_potbalance
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_pot_stays');
CREATE TRIGGER ledger_pot_fixed BEFORE UPDATE ON ledger_potbalance
    FOR EACH ROW WHEN ((OLD.id, OLD.ref, OLD.account_id) IS DISTINCT FROM (NEW.id, NEW.ref, NEW.account_id)
        OR OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at)
    EXECUTE FUNCTION ledger_refuse('ledger_pot_fixed');

CREATE TRIGGER ledger_place_stays BEFORE DELETE ON ledger_chipplace
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_place_stays');
CREATE TRIGGER ledger_place_no_truncate BEFORE TRUNCATE ON ledger_chipplace
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_place_stays');
CREATE TRIGGER ledger_place_fixed BEFORE UPDATE ON ledger_chipplace
    FOR EACH ROW WHEN ((OLD.id, OLD.code, OLD.issued, OLD.may_go_below)
        IS DISTINCT FROM (NEW.id, NEW.code, NEW.issued, NEW.may_go_below))
    EXECUTE FUNCTION ledger_refuse('ledger_place_fixed');

-- Balances change by a posting alone ---------------------------------------------------------------
-- The trigger on new postings (below) is what updates them; an UPDATE from anywhere else comes at
-- depth 0 and is refused.

CREATE TRIGGER ledger_account_by_posting BEFORE UPDATE ON ledger_account
    FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND (OLD.balance, OLD.sequence, OLD.last_at)
        IS DISTINCT FROM (NEW.balance, NEW.sequence, NEW.last_at))
    EXECUTE FUNCTION ledger_refuse('ledger_account_by_posting');
CREATE TRIGGER ledger_account_starts_empty BEFORE INSERT ON ledger_account
    FOR EACH ROW WHEN (NEW.balance <> 0 OR NEW.sequence <> 0 OR NEW.last_at IS NOT NULL)
    EXECUTE FUNCTION ledger_refuse('ledger_account_by_posting');
CREATE TRIGGER ledger_pot_by_posting BEFORE UPDATE ON ledger_potbalance
    FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND OLD.balance <> NEW.balance)
    EXECUTE FUNCTION ledger_refuse('ledger_pot_by_posting');
CREATE TRIGGER ledger_pot_starts_empty BEFORE INSERT ON ledger_potbalance
    FOR EACH ROW WHEN (NEW.balance <> 0)
    EXECUTE FUNCTION ledger_refuse('ledger_pot_by_posting');
CREATE TRIGGER ledger_place_by_movement BEFORE UPDATE ON ledger_chipplace
    FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND (OLD.balance, OLD.sequence)
        IS DISTINCT FROM (NEW.balance, NEW.sequence))
    EXECUTE FUNCTION ledger_refuse('ledger_place_by_movement');
CREATE TRIGGER ledger_place_starts_empty BEFORE INSERT ON ledger_chipplace
    FOR EACH ROW WHEN (NEW.balance <> 0 OR NEW.sequence <> 0)
    EXECUTE FUNCTION ledger_refuse('ledger_place_by_movement');

-- Entries ------------------------------------------------------------------------------------------

-- Stamps the transaction, so that nothing can be added to an entry of an earlier one.
CREATE FUNCTION ledger_stamp_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.transaction := pg_current_xact_id()::text::bigint;
    RETURN NEW;
END $$;
CREATE TRIGGER ledger_entry_stamp BEFORE INSERT ON ledger_entry
    FOR EACH ROW EXECUTE FUNCTION ledger_stamp_entry();

-- At commit: the entry moves something, its postings sum to zero, and what the chips: accounts gain
-- has left the house's places (issued less house places = chips in use, entry by entry).
CREATE FUNCTION ledger_check_entry() RETURNS trigger LANGUAGE plpgsql
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
        RAISE EXCEPTION 'entry % moves nothing', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_not_empty', TABLE = 'ledger_entry';
    ELSIF coalesce(total, 0) <> 0 THEN
        RAISE EXCEPTION 'entry % does not sum to zero, but to %', NEW.id, total
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_zero_sum', TABLE = 'ledger_entry';
    ELSIF coalesce(into_use, 0) <> coalesce(from_house, 0) THEN
        RAISE EXCEPTION 'entry % puts % of chips into use, but % leave the house', NEW.id, into_use, from_house
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_chips_match', TABLE = 'ledger_entry';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entry_zero_sum AFTER INSERT ON ledger_entry
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ledger_check_entry();

-- At commit: a closed round holds exactly nothing.
CREATE FUNCTION ledger_check_pot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    held bigint;
BEGIN
    SELECT balance INTO held FROM ledger_potbalance WHERE id = NEW.id;
    IF held <> 0 THEN
        RAISE EXCEPTION 'round % is closed and holds %', NEW.ref, held
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_pot_closed_at_zero', TABLE = 'ledger_potbalance';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_pot_closed_at_zero AFTER INSERT OR UPDATE ON ledger_potbalance
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.closed_at IS NOT NULL) EXECUTE FUNCTION ledger_check_pot();

-- New postings -------------------------------------------------------------------------------------
-- Looked at once a statement: its rows belong to entries of this transaction, each entry's rows sum
-- to zero (also when constraints were made immediate half-way), each row continues its account's
-- chain, and money in play names a round of its table. The balances follow, or nothing does.
--
-- The settings keep the plans to index look-ups: a plan made while a table was small would read all
-- of it, for as long as the session keeps the plan.

CREATE FUNCTION ledger_apply_postings() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    fault text;
    accounts bigint;
    pots bigint;
    followed bigint;
BEGIN
    SELECT CASE WHEN t.cents <> 0 THEN 'ledger_posting_zero_sum' ELSE 'ledger_posting_late' END
        INTO fault
        FROM (SELECT entry_id, sum(cents) AS cents FROM added GROUP BY entry_id) t
        JOIN ledger_entry e ON e.id = t.entry_id
        WHERE t.cents <> 0 OR e.transaction <> pg_current_xact_id()::text::bigint
        LIMIT 1;
    IF fault IS NULL THEN
        -- A row continues the chain if what it claims, less what comes before it in this statement,
        -- is what its account holds. An account that another transaction moved on does not match.
        UPDATE ledger_account a
            SET balance = a.balance + a.normal * t.cents, sequence = a.sequence + t.lines, last_at = t.last_at
            FROM (
                SELECT account_id, sum(cents)::bigint AS cents, count(*) AS lines,
                    min(posted_at) AS first_at, max(posted_at) AS last_at,
                    min(sequence - nth) AS low, max(sequence - nth) AS high,
                    min(balance_after - so_far) AS low_debit, max(balance_after - so_far) AS high_debit,
                    min(balance_after + so_far) AS low_credit, max(balance_after + so_far) AS high_credit,
                    bool_and(pot_id IS NOT NULL) AS all_rounds, bool_or(pot_id IS NOT NULL) AS any_round
                FROM (
                    SELECT n.*, row_number() OVER chain AS nth, sum(n.cents) OVER chain AS so_far
                    FROM added n WINDOW chain AS (PARTITION BY n.account_id ORDER BY n.sequence)
                ) line
                GROUP BY account_id
            ) t
            WHERE a.id = t.account_id AND a.sequence = t.low AND a.sequence = t.high
                AND a.balance = CASE a.normal WHEN 1 THEN t.low_debit ELSE t.low_credit END
                AND a.balance = CASE a.normal WHEN 1 THEN t.high_debit ELSE t.high_credit END
                AND (a.last_at IS NULL OR a.last_at <= t.first_at)
                AND a.by_round = t.all_rounds AND a.by_round = t.any_round;
        GET DIAGNOSTICS followed = ROW_COUNT;
        SELECT count(DISTINCT account_id), count(DISTINCT (pot_id, account_id)) FILTER (WHERE pot_id IS NOT NULL)
            INTO accounts, pots FROM added;
        IF followed <> accounts THEN
            SELECT CASE WHEN bool_or(a.by_round <> (n.pot_id IS NOT NULL))
                    THEN 'ledger_posting_names_round' ELSE 'ledger_posting_chain' END
                INTO fault
                FROM added n JOIN ledger_account a ON a.id = n.account_id;
        ELSIF pots > 0 THEN
            UPDATE ledger_potbalance pot
                SET balance = pot.balance - t.cents
                FROM (SELECT pot_id, account_id, sum(cents)::bigint AS cents
                      FROM added WHERE pot_id IS NOT NULL GROUP BY pot_id, account_id) t
                WHERE pot.id = t.pot_id AND pot.account_id = t.account_id;
            GET DIAGNOSTICS followed = ROW_COUNT;
            IF followed <> pots THEN
                fault := 'ledger_posting_names_round';
            END IF;
        END IF;
    END IF;
    IF fault IS NOT NULL THEN
        RAISE EXCEPTION 'postings refused: %', fault
            USING ERRCODE = 'check_violation', CONSTRAINT = fault, TABLE = 'ledger_posting';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_posting_apply AFTER INSERT ON ledger_posting
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply_postings();

-- New movements of chips ---------------------------------------------------------------------------

CREATE FUNCTION ledger_apply_movements() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    fault text;
BEGIN
    SELECT CASE WHEN line.late THEN 'ledger_movement_late' ELSE 'ledger_movement_chain' END
        INTO fault
        FROM (
            SELECT e.transaction <> pg_current_xact_id()::text::bigint AS late,
                n.sequence = c.sequence + row_number() OVER chain
                AND n.balance_after = c.balance + sum(n.cents) OVER chain AS follows
            FROM added n
            JOIN ledger_chipplace c ON c.id = n.place_id
            JOIN ledger_entry e ON e.id = n.entry_id
            WINDOW chain AS (PARTITION BY n.place_id ORDER BY n.sequence)
        ) line
        WHERE line.late OR NOT line.follows
        LIMIT 1;
    IF fault IS NOT NULL THEN
        RAISE EXCEPTION 'movements refused: %', fault
            USING ERRCODE = 'check_violation', CONSTRAINT = fault, TABLE = 'ledger_chipmovement';
    END IF;
    UPDATE ledger_chipplace c
        SET balance = c.balance + t.cents, sequence = c.sequence + t.lines
        FROM (SELECT place_id, sum(cents)::bigint AS cents, count(*) AS lines FROM added GROUP BY place_id) t
        WHERE c.id = t.place_id;
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_movement_apply AFTER INSERT ON ledger_chipmovement
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply_movements();

-- Orders to settle ---------------------------------------------------------------------------------

CREATE TRIGGER ledger_outbox_stays BEFORE DELETE ON ledger_outbox
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse('ledger_outbox_stays');
CREATE TRIGGER ledger_outbox_no_truncate BEFORE TRUNCATE ON ledger_outbox
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('ledger_outbox_stays');
CREATE TRIGGER ledger_outbox_order_fixed BEFORE UPDATE ON ledger_outbox
    FOR EACH ROW WHEN ((OLD.id, OLD.key, OLD.kind, OLD."table", OLD.round_ref, OLD.payload, OLD.at, OLD.day, OLD.shift)
        IS DISTINCT FROM (NEW.id, NEW.key, NEW.kind, NEW."table", NEW.round_ref, NEW.payload, NEW.at, NEW.day, NEW.shift)
        OR OLD.done_at IS NOT NULL AND NEW.done_at IS DISTINCT FROM OLD.done_at)
    EXECUTE FUNCTION ledger_refuse('ledger_outbox_order_fixed');
