-- Everything that any screen of a table shows, in one document of one moment: a stable function sees
-- the database as the statement that calls it does. A function, so that its plans are kept; the
-- settings keep them to index look-ups, since a plan made while a table was small would read all of
-- it for as long as the session keeps it. Rows come as they are; tables/rows.py reads them.
CREATE FUNCTION tables_document(wanted bigint, past integer) RETURNS json LANGUAGE plpgsql STABLE
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    t tables_table;
    turn tables_bankturn;
    before tables_bankturn;
    newest tables_round;
    round_ids bigint[];
BEGIN
    SELECT * INTO t FROM tables_table WHERE id = wanted;
    IF t.id IS NULL THEN
        RETURN NULL;
    END IF;
    SELECT * INTO turn FROM tables_bankturn WHERE table_id = wanted AND ended_at IS NULL;
    SELECT * INTO before FROM tables_bankturn
        WHERE table_id = wanted AND id < turn.id ORDER BY id DESC LIMIT 1;
    SELECT * INTO newest FROM tables_round WHERE table_id = wanted ORDER BY number DESC LIMIT 1;
    round_ids := ARRAY(
        SELECT id FROM tables_round WHERE table_id = wanted ORDER BY number DESC LIMIT past + 1);
    RETURN json_build_object(
        'table', to_json(t),
        'pack', (SELECT to_json(p) FROM tables_rulepack p WHERE p.id = t.pack_id),
        'fees', (SELECT to_json(f) FROM tables_feeschedule f WHERE f.id = t.fee_schedule_id),
        'dealer', (
            SELECT json_build_object('id', s.id, 'username', s.username,
                'first_name', s.first_name, 'last_name', s.last_name)
            FROM people_staff s WHERE s.id = t.dealer_id),
        'turn', CASE WHEN turn.id IS NOT NULL THEN to_json(turn) END,
        'rounds', (
            SELECT json_agg(json_build_object('id', r.id, 'number', r.number,
                'status', r.status, 'opened_at', r.opened_at, 'closed_at', r.closed_at,
                'pack_id', r.pack_id, 'fee_schedule_id', r.fee_schedule_id, 'turn_id', r.turn_id,
                'dealer_id', r.dealer_id, 'table_id', r.table_id, 'worst_case', r.worst_case) ORDER BY r.number DESC)
            FROM tables_round r WHERE r.id = ANY (round_ids)),
        'corrected', (
            SELECT json_agg(c.round_id) FROM tables_roundcorrection c
            WHERE c.round_id = ANY (round_ids) AND c.status = 'approved'),
        'hands', (
            SELECT json_agg(json_build_object('round', h.round_id, 'seat', h.seat,
                'patron', h.patron_id, 'is_bank', h.is_bank, 'net', h.net))
            FROM tables_roundseat h WHERE h.round_id = ANY (round_ids)),
        'events', (
            SELECT json_agg(e.payload ORDER BY e.number)
            FROM tables_tableevent e WHERE e.round_id = newest.id),
        'seats', (
            SELECT json_agg(json_build_object('seat', to_json(s), 'patron', json_build_object(
                'id', p.id, 'name', p.name, 'tppps_company', p.tppps_company)) ORDER BY s.number)
            FROM tables_seat s JOIN people_patron p ON p.id = s.patron_id
            WHERE s.table_id = wanted),
        'kept', (
            SELECT json_agg(json_build_object('seat', k.number, 'patron', p.id, 'name', p.name))
            FROM tables_seatreservation k JOIN people_patron p ON p.id = k.patron_id
            WHERE k.table_id = wanted),
        'offers', (
            SELECT json_agg(to_json(o) ORDER BY o.id)
            FROM tables_rotationoffer o WHERE o.turn_id = turn.id),
        -- Those that led to this turn are kept at the one before, whose holder had the position.
        'offers_before', (
            SELECT json_agg(to_json(o) ORDER BY o.position)
            FROM tables_rotationoffer o WHERE o.turn_id = before.id AND o.cycle = before.cycle),
        'overrules', (
            SELECT json_agg(json_build_object('overrule', to_json(v), 'by',
                CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'username', s.username,
                    'first_name', s.first_name, 'last_name', s.last_name) END) ORDER BY v.id)
            FROM tables_rotationoverrule v LEFT JOIN people_staff s ON s.id = v.by_id
            WHERE v.turn_id = turn.id),
        'said_in_round', (
            SELECT json_agg(json_build_object('seat', a.seat, 'patron', a.patron_id,
                'answer', a.answer) ORDER BY a.id)
            FROM tables_seatanswer a WHERE a.round_id = newest.id),
        'said_to_offer', (
            SELECT json_agg(json_build_object('seat', a.seat, 'patron', a.patron_id,
                'answer', a.answer) ORDER BY a.id)
            FROM tables_seatanswer a
            WHERE a.turn_id = turn.id AND a.cycle = turn.cycle AND a.after_hands = turn.hands_served),
        'funds', (
            SELECT json_object_agg(f.patron, json_build_array(f.posted, f.pending, f.held, f.stamp))
            FROM ledger_funds(ARRAY(SELECT patron_id FROM tables_seat WHERE table_id = wanted)) f)
    );
END $$;
