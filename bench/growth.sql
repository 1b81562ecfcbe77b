-- One round that was really played, copied into the time before this evening. Statements are
-- separated by an empty line; growth.rounds says how many. Guards and foreign keys are off, and
-- indexes and unique constraints of the large tables are built at the end, once.

SET session_replication_role = replica;

SET maintenance_work_mem = '512MB';

SET synchronous_commit = off;

CREATE TEMP TABLE later AS
SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make,
    format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS remove
FROM pg_constraint
WHERE contype = 'u' AND conrelid::regclass::text IN ('tables_round', 'tables_roundseat', 'tables_tableevent',
    'tables_bankturn', 'tables_rotationoffer', 'ledger_entry', 'ledger_posting', 'ledger_potbalance',
    'ledger_chipmovement', 'ledger_outbox')
UNION ALL
SELECT indexdef, format('DROP INDEX %I', indexname)
FROM pg_indexes
WHERE tablename IN ('tables_round', 'tables_roundseat', 'tables_tableevent', 'tables_bankturn', 'tables_rotationoffer',
        'ledger_entry', 'ledger_posting', 'ledger_potbalance', 'ledger_chipmovement', 'ledger_outbox')
    AND indexname NOT IN (SELECT conname FROM pg_constraint);

DO $$
DECLARE each record;
BEGIN
    FOR each IN SELECT remove FROM later LOOP EXECUTE each.remove; END LOOP;
END $$;

-- The round to copy: the last one that was settled.
CREATE TEMP TABLE pattern AS
SELECT r.*, t.number || '-' || r.number AS ref FROM tables_round r JOIN tables_table t ON t.id = r.table_id
WHERE r.status = 'settled' ORDER BY r.id DESC LIMIT 1;

CREATE TEMP TABLE tabs AS
SELECT row_number() OVER (ORDER BY t.number) - 1 AS t, t.id, t.number, t.version, t.rounds_opened, a.id AS in_play
FROM tables_table t JOIN ledger_account a ON a.code = 'chips:play:' || t.number;

CREATE TEMP TABLE pool AS
SELECT row_number() OVER (ORDER BY p.id) - 1 AS i, p.id FROM people_patron p WHERE p.kind = 'named';

-- Where each table's new ids begin.
CREATE TEMP TABLE base AS
SELECT (SELECT max(id) FROM tables_round) AS round, (SELECT max(id) FROM tables_tableevent) AS event,
    (SELECT max(id) FROM tables_bankturn) AS turn, (SELECT max(id) FROM ledger_entry) AS entry,
    (SELECT max(id) FROM ledger_potbalance) AS pot, (SELECT max(id) FROM ledger_box) AS box,
    (SELECT max(id) FROM ledger_chipplace) AS place, (SELECT max(id) FROM ledger_account) AS account,
    (SELECT count(*) FROM pool) AS people, (SELECT count(*) FROM tabs) AS tables,
    current_setting('growth.rounds')::bigint AS rounds;

-- Every round of the history (the rows below come in its order, without a sort): n in all, m at its table; the last one was thirty hours ago. Who sits
-- at a table changes every eighty rounds, the button every two, the box every eight hours.
CREATE TEMP TABLE hist AS
SELECT n, m, tabs.t, tabs.id AS table_id, tabs.number || '-' || tabs.rounds_opened + 1 + m AS ref,
    tabs.rounds_opened + 1 + m AS number, tabs.version, tabs.in_play, at, (at - interval '13 hours')::date AS day,
    (ARRAY['day', 'swing', 'graveyard'])[1 + (extract(epoch FROM at)::bigint / 28800) % 3] AS shift,
    base.round + n AS round_id, base.pot + n AS pot_id,
    base.turn + 1 + (m / 2) * base.tables + tabs.t AS turn_id,
    1 + (n * 9 / 57600) * base.tables + tabs.t AS box,
    (m / 80 * base.tables + tabs.t) * 8 AS first_seat
FROM base CROSS JOIN LATERAL generate_series(1, base.rounds) AS g(n) CROSS JOIN
    LATERAL (SELECT (n - 1) / base.tables AS m, now() - interval '30 hours' - (base.rounds - n) * interval '4.5 s' AS at) x
    JOIN tabs ON tabs.t = (n - 1) % base.tables;

INSERT INTO tables_bankturn (id, table_id, seat, patron_id, policy, cycle, hands_served, hands_total, started_at, ended_at)
SELECT h.turn_id, h.table_id, 1, pool.id, 'two_hands', 1, 2, 2, min(h.at), max(h.at) + interval '1 minute'
FROM hist h, base, pool WHERE pool.i = h.first_seat % base.people
GROUP BY h.turn_id, h.table_id, pool.id ORDER BY 1;

INSERT INTO tables_rotationoffer (turn_id, cycle, position, seat, patron_id, answer, after_hands, at)
SELECT id, 1, 1, 2, patron_id, 'accepted', 2, ended_at FROM tables_bankturn, base WHERE id > base.turn ORDER BY id;

INSERT INTO tables_round (id, table_id, number, pack_id, fee_schedule_id, turn_id, dealer_id, status, opened_at, closed_at,
    settlement, worst_case)
SELECT h.round_id, h.table_id, h.number, p.pack_id, p.fee_schedule_id, h.turn_id, p.dealer_id, p.status,
    h.at, h.at + interval '1 minute', p.settlement, p.worst_case
FROM hist h, pattern p;

CREATE TEMP TABLE seats AS
SELECT s.*, row_number() OVER (ORDER BY s.seat) - 1 AS p FROM tables_roundseat s, pattern WHERE s.round_id = pattern.id;

INSERT INTO tables_roundseat (round_id, seat, patron_id, is_bank, net)
SELECT h.round_id, s.seat, pool.id, s.is_bank, s.net
FROM base, hist h CROSS JOIN LATERAL (SELECT * FROM seats WHERE h.n > 0) s, pool
WHERE pool.i = (h.first_seat + s.p) % base.people;

CREATE TEMP TABLE events AS
SELECT e.*, count(*) OVER () AS many FROM tables_tableevent e, pattern WHERE e.round_id = pattern.id;

INSERT INTO tables_tableevent (id, table_id, version, round_id, number, kind, payload, at, actor_id)
SELECT base.event + (h.n - 1) * e.many + e.number, h.table_id, h.version + h.m * e.many + e.number, h.round_id, e.number,
    e.kind, e.payload, h.at, e.actor_id
FROM base, hist h CROSS JOIN LATERAL (SELECT * FROM events WHERE h.n > 0 ORDER BY number) e;

-- Accounts of all who played, and of every box.
INSERT INTO ledger_account (code, kind, normal, non_negative, in_use, by_round, covers_chips, balance, sequence)
SELECT 'chips:player:' || pool.id, 'liability', -1, true, true, false, false, 0, 0 FROM pool
ON CONFLICT DO NOTHING;

INSERT INTO ledger_box (id, "table", day, shift, hung_at, taken_at)
SELECT base.box + h.box, t.number, min(h.day), min(h.shift), min(h.at), max(h.at)
FROM hist h, base, tabs t WHERE t.t = h.t GROUP BY 1, 2 ORDER BY 1;

INSERT INTO ledger_account (code, kind, normal, non_negative, in_use, by_round, covers_chips, balance, sequence, locked_at)
SELECT family.kind || b.id, family.of, family.normal, true, false, false, false, 0, 0, b.taken_at
FROM ledger_box b, base, (VALUES ('collections:box:', 'liability', -1), ('cash:box:', 'asset', 1)) family(kind, of, normal)
WHERE b.id > base.box ORDER BY b.id;

INSERT INTO ledger_chipplace (code, issued, may_go_below, balance, sequence, locked_at)
SELECT 'box:' || b.id, false, false, 0, 0, b.taken_at FROM ledger_box b, base WHERE b.id > base.box ORDER BY b.id;

CREATE TEMP TABLE players AS
SELECT pool.i, a.id AS account_id FROM pool JOIN ledger_account a ON a.code = 'chips:player:' || pool.id;

CREATE TEMP TABLE boxes AS
SELECT b.id - base.box AS box, a.id AS account_id, c.id AS place_id
FROM base, ledger_box b JOIN ledger_account a ON a.code = 'collections:box:' || b.id
JOIN ledger_chipplace c ON c.code = 'box:' || b.id WHERE b.id > base.box;

CREATE TEMP TABLE entries AS
SELECT e.*, row_number() OVER (ORDER BY e.id) AS nth, count(*) OVER () AS many FROM ledger_entry e, pattern
WHERE e.round_ref = pattern.ref;

ANALYZE;

INSERT INTO ledger_potbalance (id, ref, account_id, balance, closed_at)
SELECT h.pot_id, h.ref, h.in_play, 0, h.at FROM hist h;

INSERT INTO ledger_entry (id, request_id, digest, kind, memo, asked, round_ref, closes, at, day, shift, posted_at, actor_id,
    transaction)
SELECT base.entry + (h.n - 1) * e.many + e.nth, replace(e.request_id, pattern.ref, h.ref), e.digest, e.kind, e.memo,
    e.asked, h.ref, e.closes, h.at, h.day, h.shift, h.at, e.actor_id, e.transaction
FROM base, pattern, hist h CROSS JOIN LATERAL (SELECT * FROM entries WHERE h.n > 0 ORDER BY nth) e;

CREATE TEMP TABLE lines AS
SELECT p.*, e.nth, e.many, s.p, a.code LIKE 'chips:player:%' AS of_player,
    a.by_round, row_number() OVER (PARTITION BY p.account_id ORDER BY p.id) AS of_account
FROM ledger_posting p JOIN entries e ON e.id = p.entry_id JOIN ledger_account a ON a.id = p.account_id
LEFT JOIN seats s ON a.code = 'chips:player:' || s.patron_id;

-- Each account's own lines are counted from above all that it had.
INSERT INTO ledger_posting (entry_id, account_id, pot_id, cents, sequence, balance_after, posted_at)
SELECT base.entry + (h.n - 1) * l.many + l.nth,
    CASE WHEN l.of_player THEN players.account_id WHEN l.by_round THEN h.in_play ELSE boxes.account_id END,
    CASE WHEN l.by_round THEN h.pot_id END, l.cents, 100000 + h.n * 16 + l.of_account, 0, h.at
FROM base, hist h CROSS JOIN LATERAL (SELECT * FROM lines WHERE h.n > 0 ORDER BY id) l, boxes, players
WHERE boxes.box = h.box AND players.i = (h.first_seat + coalesce(l.p, 0)) % base.people;

INSERT INTO ledger_chipmovement (entry_id, place_id, cents, sequence, balance_after, posted_at)
SELECT base.entry + (h.n - 1) * e.many + e.nth, boxes.place_id, m.cents, h.n, 0, h.at
FROM hist h, base, boxes, ledger_chipmovement m JOIN entries e ON e.id = m.entry_id
WHERE boxes.box = h.box;

INSERT INTO ledger_outbox (kind, key, "table", round_ref, payload, at, day, shift, actor_id, available_at, attempts,
    last_error, done_at)
SELECT o.kind, replace(o.key, pattern.ref, h.ref), tabs.number, h.ref, o.payload, h.at, h.day, h.shift, o.actor_id,
    h.at, 1, '', h.at
FROM hist h JOIN tabs ON tabs.t = h.t, pattern, ledger_outbox o WHERE o.round_ref = pattern.ref;

UPDATE ledger_account a SET sequence = greatest(a.sequence, t.last)
FROM (SELECT account_id, max(sequence) AS last FROM ledger_posting GROUP BY 1) t WHERE a.id = t.account_id;

UPDATE tables_table t SET version = t.version + h.rounds * e.many, rounds_opened = t.rounds_opened + h.rounds
FROM (SELECT table_id, count(*) AS rounds FROM hist GROUP BY 1) h, (SELECT max(many) AS many FROM events) e
WHERE t.id = h.table_id;

SELECT setval('tables_round_id_seq', (SELECT max(id) FROM tables_round)),
    setval('tables_tableevent_id_seq', (SELECT max(id) FROM tables_tableevent)),
    setval('tables_bankturn_id_seq', (SELECT max(id) FROM tables_bankturn)),
    setval('ledger_entry_id_seq', (SELECT max(id) FROM ledger_entry)),
    setval('ledger_potbalance_id_seq', (SELECT max(id) FROM ledger_potbalance)),
    setval('ledger_box_id_seq', (SELECT max(id) FROM ledger_box));

DO $$
DECLARE each record;
BEGIN
    FOR each IN SELECT make FROM later LOOP EXECUTE each.make; END LOOP;
END $$;
