-- The one door to the books: posts some entries in one call, all or none.
--
-- entries  [{n, request, digest (hex), kind, memo, asked, round, closes, at, day, shift, actor, patron}]
-- legs     [{n, account, cents}]   n is the entry's number in this call; a debit is above zero
-- moves    [{n, place, cents}]
--
-- Answers a row for each entry ("posted"), or only rows that say why nothing was posted:
-- "repeated" and "reused" (the request id is taken, by the same content or by another),
-- "missing_account" and "missing_place" (make it and come again), "short", "place_short",
-- "round_short", "round_left", "round_closed". Nothing is written then.
--
-- Locks: accounts by id, then places by id, FOR NO KEY UPDATE. A round's row is only touched under
-- the lock of its table's account in play.
--
-- Tables are asked by arrays of keys, and sequential scans are off: a plan made while a table was
-- small would read all of it for as long as the session keeps the plan.
CREATE FUNCTION ledger_post(entries jsonb, legs jsonb, moves jsonb)
RETURNS TABLE (n int, outcome text, name text, have bigint, need bigint, entry_id bigint, posted_at timestamptz)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
    requests text[]; digests text[]; rounds text[]; closing boolean[]; closing_rounds text[];
    codes text[];
    account_ids bigint[]; account_codes text[]; normals int[]; balances bigint[]; sequences bigint[];
    non_negatives boolean[]; by_rounds boolean[];
    line_n int[]; line_accounts bigint[]; line_cents bigint[]; line_sequences bigint[];
    line_afters bigint[]; line_by_round boolean[];
    place_codes text[];
    place_ids bigint[]; place_names text[]; place_balances bigint[]; place_sequences bigint[];
    place_may_go_below boolean[];
    move_n int[]; move_places bigint[]; move_cents bigint[]; move_sequences bigint[]; move_afters bigint[];
    is_short boolean;
    pot_ids bigint[]; pot_refs text[]; pot_balances bigint[]; pot_closed boolean[];
    in_play boolean := false;
    into_play boolean := false;
    entry_ids bigint[];
    moment timestamptz;
BEGIN
    SELECT array_agg(e.request ORDER BY e.n), array_agg(e.digest ORDER BY e.n), array_agg(e.round ORDER BY e.n),
            array_agg(e.closes ORDER BY e.n), array_agg(e.round) FILTER (WHERE e.closes)
        INTO requests, digests, rounds, closing, closing_rounds
        FROM jsonb_to_recordset(entries) e(n int, request text, digest text, round text, closes boolean);
    SELECT array_agg(DISTINCT l.account) INTO codes FROM jsonb_to_recordset(legs) l(account text);
    SELECT array_agg(a.id), array_agg(a.code), array_agg(a.normal), array_agg(a.balance),
            array_agg(a.sequence), array_agg(a.non_negative), array_agg(a.by_round),
            greatest(clock_timestamp(), max(a.last_at))
        INTO account_ids, account_codes, normals, balances, sequences, non_negatives, by_rounds, moment
        FROM (SELECT * FROM ledger_account WHERE code = ANY (codes) ORDER BY id FOR NO KEY UPDATE) a;
    IF cardinality(codes) > coalesce(cardinality(account_ids), 0) THEN
        RETURN QUERY SELECT 0, 'missing_account', c, NULL::bigint, NULL::bigint, NULL::bigint, NULL::timestamptz
            FROM unnest(codes) c WHERE c <> ALL (coalesce(account_codes, '{}'));
        RETURN;
    END IF;

    IF jsonb_array_length(moves) > 0 THEN
        SELECT array_agg(DISTINCT m.place) INTO place_codes FROM jsonb_to_recordset(moves) m(place text);
        SELECT array_agg(c.id), array_agg(c.code), array_agg(c.balance), array_agg(c.sequence),
                array_agg(c.may_go_below)
            INTO place_ids, place_names, place_balances, place_sequences, place_may_go_below
            FROM (SELECT * FROM ledger_chipplace WHERE code = ANY (place_codes) ORDER BY id FOR NO KEY UPDATE) c;
        IF cardinality(place_codes) > coalesce(cardinality(place_ids), 0) THEN
            RETURN QUERY SELECT 0, 'missing_place', c, NULL::bigint, NULL::bigint, NULL::bigint, NULL::timestamptz
                FROM unnest(place_codes) c WHERE c <> ALL (coalesce(place_names, '{}'));
            RETURN;
        END IF;
        -- A place's chain has its own time order too; its last movement is under the same lock.
        moment := greatest(moment, clock_timestamp());
    END IF;

    -- Looked up under the locks: whoever posted the same request first is committed by now.
    RETURN QUERY
        SELECT array_position(requests, old.request_id::text) - 1,
                CASE encode(old.digest, 'hex') WHEN digests[array_position(requests, old.request_id::text)]
                    THEN 'repeated' ELSE 'reused' END,
                old.request_id::text, NULL::bigint, NULL::bigint, old.id, old.posted_at
            FROM ledger_entry old WHERE old.request_id = ANY (requests);
    IF FOUND THEN
        RETURN;
    END IF;

    IF codes IS NOT NULL THEN
        SELECT array_agg(line.n), array_agg(line.id), array_agg(line.cents), array_agg(line.sequence),
                array_agg(line.after), array_agg(line.by_round),
                bool_or(line.non_negative AND line.after < 0), bool_or(line.by_round),
                bool_or(line.by_round AND line.cents < 0)
            INTO line_n, line_accounts, line_cents, line_sequences, line_afters, line_by_round,
                is_short, in_play, into_play
            FROM (
                SELECT l.n, a.id, l.cents, a.by_round, a.non_negative,
                        a.sequence + row_number() OVER chain AS sequence,
                        (a.balance + a.normal * sum(l.cents) OVER chain)::bigint AS after
                    FROM jsonb_to_recordset(legs) l(n int, account text, cents bigint)
                    JOIN unnest(account_ids, account_codes, normals, balances, sequences, non_negatives, by_rounds)
                        a(id, code, normal, balance, sequence, non_negative, by_round) ON a.code = l.account
                    WINDOW chain AS (PARTITION BY a.id ORDER BY l.n)
            ) line;
        IF is_short THEN
            RETURN QUERY
                SELECT line_n[i], 'short', account_codes[array_position(account_ids, line_accounts[i])],
                        balances[array_position(account_ids, line_accounts[i])], abs(line_cents[i]),
                        NULL::bigint, NULL::timestamptz
                    FROM generate_subscripts(line_n, 1) i
                    WHERE line_afters[i] < 0 AND non_negatives[array_position(account_ids, line_accounts[i])];
            RETURN;
        END IF;
    END IF;

    IF into_play THEN
        INSERT INTO ledger_potbalance (ref, account_id, balance)
            SELECT DISTINCT rounds[line.n + 1], line.account, 0
                FROM unnest(line_n, line_accounts, line_cents, line_by_round) line(n, account, cents, by_round)
                WHERE line.by_round AND line.cents < 0
            ON CONFLICT (ref) DO NOTHING;
    END IF;
    IF in_play THEN
        SELECT array_agg(pot.id), array_agg(pot.ref), array_agg(pot.balance), array_agg(pot.closed_at IS NOT NULL)
            INTO pot_ids, pot_refs, pot_balances, pot_closed
            FROM ledger_potbalance pot WHERE pot.ref = ANY (rounds);
        RETURN QUERY
            SELECT pots.n, pots.outcome, rounds[pots.n + 1], pots.held, pots.wanted, NULL::bigint, NULL::timestamptz
            FROM (
                SELECT line.n, coalesce(pot.balance, 0) AS held, line.cents AS wanted,
                    CASE WHEN coalesce(pot.balance, 0) < line.cents THEN 'round_short'
                         WHEN pot.closed THEN 'round_closed'
                         WHEN closing[line.n + 1] AND pot.balance > line.cents THEN 'round_left' END AS outcome
                    FROM unnest(line_n, line_cents, line_by_round) line(n, cents, by_round)
                    LEFT JOIN unnest(pot_refs, pot_balances, pot_closed) pot(ref, balance, closed)
                        ON pot.ref = rounds[line.n + 1]
                    WHERE line.by_round
            ) pots
            WHERE pots.outcome IS NOT NULL;
        IF FOUND THEN
            RETURN;
        END IF;
    END IF;

    IF place_ids IS NOT NULL THEN
        SELECT array_agg(line.n), array_agg(line.id), array_agg(line.cents), array_agg(line.sequence),
                array_agg(line.after), bool_or(line.after < 0 AND NOT line.may_go_below)
            INTO move_n, move_places, move_cents, move_sequences, move_afters, is_short
            FROM (
                SELECT m.n, c.id, m.cents, c.may_go_below,
                        c.sequence + row_number() OVER chain AS sequence,
                        (c.balance + sum(m.cents) OVER chain)::bigint AS after
                    FROM jsonb_to_recordset(moves) m(n int, place text, cents bigint)
                    JOIN unnest(place_ids, place_names, place_balances, place_sequences, place_may_go_below)
                        c(id, code, balance, sequence, may_go_below) ON c.code = m.place
                    WINDOW chain AS (PARTITION BY c.id ORDER BY m.n)
            ) line;
        IF is_short THEN
            RETURN QUERY
                SELECT move_n[i], 'place_short', place_names[array_position(place_ids, move_places[i])],
                        place_balances[array_position(place_ids, move_places[i])], abs(move_cents[i]),
                        NULL::bigint, NULL::timestamptz
                    FROM generate_subscripts(move_n, 1) i
                    WHERE move_afters[i] < 0 AND NOT place_may_go_below[array_position(place_ids, move_places[i])];
            RETURN;
        END IF;
    END IF;

    SELECT array_agg(nextval('ledger_entry_id_seq')) INTO entry_ids FROM generate_series(1, cardinality(requests));
    INSERT INTO ledger_entry (id, request_id, digest, kind, memo, asked, round_ref, closes, at, day, shift,
            posted_at, actor_id, patron_id, transaction)
        SELECT entry_ids[e.n + 1], e.request, decode(e.digest, 'hex'), e.kind, e.memo, e.asked, e.round, e.closes,
                e.at, e.day, e.shift, moment, e.actor, e.patron, 0
            FROM jsonb_to_recordset(entries) e(n int, request text, digest text, kind text, memo text, asked text,
                round text, closes boolean, at timestamptz, day date, shift text, actor bigint, patron bigint);
    IF line_n IS NOT NULL THEN
        INSERT INTO ledger_posting (entry_id, account_id, pot_id, cents, sequence, balance_after, posted_at)
            SELECT entry_ids[line.n + 1], line.account, pot.id, line.cents, line.sequence, line.after, moment
                FROM unnest(line_n, line_accounts, line_cents, line_sequences, line_afters, line_by_round)
                    line(n, account, cents, sequence, after, by_round)
                LEFT JOIN unnest(pot_ids, pot_refs) pot(id, ref)
                    ON line.by_round AND pot.ref = rounds[line.n + 1];
    END IF;
    IF move_n IS NOT NULL THEN
        INSERT INTO ledger_chipmovement (entry_id, place_id, cents, sequence, balance_after, posted_at)
            SELECT entry_ids[line.n + 1], line.place, line.cents, line.sequence, line.after, moment
                FROM unnest(move_n, move_places, move_cents, move_sequences, move_afters)
                    line(n, place, cents, sequence, after);
    END IF;
    IF in_play THEN
        UPDATE ledger_potbalance pot SET closed_at = moment
            WHERE pot.ref = ANY (closing_rounds) AND pot.closed_at IS NULL;
    END IF;
    RETURN QUERY SELECT i - 1, 'posted', NULL::text, NULL::bigint, NULL::bigint, entry_ids[i], moment
        FROM generate_subscripts(entry_ids, 1) i;
END $$;
