-- The chips of some players, all from one moment: posted, decided and not yet posted, and returns of
-- parked settlements; and how new that is. An order to settle raises ``stamp`` by one, its posting by
-- one more, any other posting by two. A function, so that its plan is kept.
CREATE FUNCTION ledger_funds(patrons bigint[])
RETURNS TABLE(patron bigint, posted bigint, pending bigint, held bigint, stamp bigint)
LANGUAGE plpgsql STABLE
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
    RETURN QUERY
        SELECT who.id, coalesce(a.balance, 0),
            coalesce(sum(due.cents) FILTER (WHERE NOT due.parked), 0)::bigint,
            coalesce(sum(due.cents) FILTER (WHERE due.parked), 0)::bigint,
            2 * coalesce(a.sequence, 0)::bigint + count(DISTINCT due.id)
        FROM (SELECT DISTINCT unnest(patrons) AS id) who
        LEFT JOIN ledger_account a ON a.code = 'chips:player:' || who.id
        LEFT JOIN (
            SELECT o.id, part.patron::bigint AS patron, part.cents::bigint AS cents,
                o.parked_at IS NOT NULL AS parked
            FROM ledger_outbox o, LATERAL (
                SELECT * FROM jsonb_each_text(o.payload->'credits') UNION ALL
                SELECT * FROM jsonb_each_text(o.payload->'fees_back')
            ) part(patron, cents)
            WHERE o.done_at IS NULL
        ) due ON due.patron = who.id
        GROUP BY who.id, a.balance, a.sequence;
END $$;
