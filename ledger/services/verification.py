"""The recount: everything that the books keep as a total, against the rows it is made from.

Reads only, in one snapshot, so it may run while the room plays. It trusts no trigger: it finds what
was changed while they were off.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from ledger import migrations
from ledger.books import chart
from ledger.books.entry import digest
from ledger.models import Account
from ledger.refusals import BooksError

CHUNK = 2_000


@dataclass(frozen=True, slots=True)
class Finding:
    """A row that does not agree with the others, and how."""

    row: str
    fault: str

    def __str__(self) -> str:
        return f"{self.row}: {self.fault}"


@dataclass(frozen=True, slots=True)
class Check:
    """One recount. ``run`` looks at a range of ids of ``table``, or at all if there is none."""

    title: str
    table: str
    run: Callable[[int, int], Iterator[Finding]]


Advance = Callable[[str, int, int], None]


def verify(advance: Advance = lambda title, done, total: None) -> Iterator[Finding]:
    """Every finding. ``advance`` is told each check's title, and how much of it is done."""
    alone = not connection.in_atomic_block
    with transaction.atomic():
        if alone:  # Inside somebody else's transaction his view is the one to check.
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        for check in CHECKS:
            total = _highest_id(check.table) if check.table else 1
            advance(check.title, 0, total)
            for first in range(1, total + 1, CHUNK):
                last = min(first + CHUNK - 1, total)
                yield from check.run(first, last)
                advance(check.title, last, total)


def _highest_id(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT coalesce(max(id), 0) FROM {table}")
        return int(cursor.fetchone()[0])


def _sql(statement: str) -> Callable[[int, int], Iterator[Finding]]:
    """A check in SQL: it gets the range as first and last, and answers rows and faults."""

    def run(first: int, last: int) -> Iterator[Finding]:
        with connection.cursor() as cursor:
            cursor.execute(statement, {"first": first, "last": last})
            yield from (Finding(*row) for row in cursor.fetchall())

    return run


_ENTRIES = """
WITH e AS (SELECT * FROM ledger_entry WHERE id BETWEEN %(first)s AND %(last)s),
p AS (
    SELECT p.entry_id, sum(p.cents) AS total, -sum(p.cents) FILTER (WHERE a.in_use) AS into_use,
        bool_or(a.by_round <> (p.pot_id IS NOT NULL) OR pot.ref <> e.round_ref
            OR pot.account_id <> a.id) AS wrong_round
    FROM e JOIN ledger_posting p ON p.entry_id = e.id JOIN ledger_account a ON a.id = p.account_id
    LEFT JOIN ledger_potbalance pot ON pot.id = p.pot_id
    GROUP BY 1
),
m AS (
    SELECT m.entry_id, sum(CASE WHEN c.issued THEN m.cents ELSE -m.cents END) AS from_house
    FROM e JOIN ledger_chipmovement m ON m.entry_id = e.id
    JOIN ledger_chipplace c ON c.id = m.place_id
    GROUP BY 1
)
SELECT 'entry ' || e.id, fault.says
FROM e LEFT JOIN p ON p.entry_id = e.id LEFT JOIN m ON m.entry_id = e.id,
LATERAL (VALUES
    (p.total IS NULL AND m.from_house IS NULL
        AND NOT EXISTS (SELECT FROM ledger_chipline l WHERE l.entry_id = e.id), 'moves nothing'),
    (coalesce(p.total, 0) <> 0, 'does not sum to zero, but to ' || p.total || ' cents'),
    (coalesce(p.into_use, 0) <> coalesce(m.from_house, 0), 'its chips do not match its accounts'),
    (coalesce(p.wrong_round, false), 'a line belongs to a round that is not the entry''s')
) fault(found, says)
WHERE fault.found
"""

_CHAINS = """
SELECT 'account ' || code || ', line ' || sequence,
    'does not continue the line before: ' || balance_after || ' cents after ' || cents
FROM (
    SELECT a.code, a.normal, p.cents, p.sequence, p.balance_after, p.posted_at,
        row_number() OVER chain AS nth, lag(p.balance_after, 1, 0::bigint) OVER chain AS before,
        lag(p.posted_at) OVER chain AS earlier
    FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
    WHERE p.account_id BETWEEN %(first)s AND %(last)s
    WINDOW chain AS (PARTITION BY p.account_id ORDER BY p.sequence)
) line
WHERE sequence <> nth OR balance_after <> before + normal * cents OR posted_at < earlier
"""

_ACCOUNTS = """
SELECT 'account ' || a.code, 'holds ' || a.balance || ' cents in ' || a.sequence
    || ' lines; its postings make ' || a.normal * t.cents || ' in ' || t.lines
FROM ledger_account a, LATERAL (
    SELECT coalesce(sum(cents), 0) AS cents, count(*) AS lines, max(posted_at) AS last_at
    FROM ledger_posting WHERE account_id = a.id
) t
WHERE a.id BETWEEN %(first)s AND %(last)s AND (a.balance <> a.normal * t.cents
    OR a.sequence <> t.lines OR a.last_at IS DISTINCT FROM t.last_at)
"""

_ROUNDS = """
SELECT 'round ' || pot.ref, CASE WHEN pot.balance <> t.cents
        THEN 'holds ' || pot.balance || ' cents; its postings make ' || t.cents
        ELSE 'is closed and holds ' || pot.balance || ' cents' END
FROM ledger_potbalance pot LEFT JOIN LATERAL (
    SELECT coalesce(-sum(p.cents), 0) AS cents
    FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
    WHERE e.round_ref = pot.ref AND e.round_ref <> '' AND p.pot_id = pot.id
) t ON true
WHERE pot.id BETWEEN %(first)s AND %(last)s
    AND (pot.balance <> t.cents OR pot.closed_at IS NOT NULL AND pot.balance <> 0)
"""

_MOVEMENTS = """
SELECT 'place ' || code || ', movement ' || sequence,
    'does not continue the one before: ' || balance_after || ' cents after ' || cents
FROM (
    SELECT c.code, m.cents, m.sequence, m.balance_after, row_number() OVER chain AS nth,
        lag(m.balance_after, 1, 0::bigint) OVER chain AS before
    FROM ledger_chipmovement m JOIN ledger_chipplace c ON c.id = m.place_id
    WHERE m.place_id BETWEEN %(first)s AND %(last)s
    WINDOW chain AS (PARTITION BY m.place_id ORDER BY m.sequence)
) line
WHERE sequence <> nth OR balance_after <> before + cents
"""

_PLACES = """
SELECT 'place ' || c.code, 'holds ' || c.balance || ' cents in ' || c.sequence
    || ' movements; they make ' || t.cents || ' in ' || t.lines
FROM ledger_chipplace c, LATERAL (
    SELECT coalesce(sum(cents), 0) AS cents, count(*) AS lines
    FROM ledger_chipmovement WHERE place_id = c.id
) t
WHERE c.id BETWEEN %(first)s AND %(last)s AND (c.balance <> t.cents OR c.sequence <> t.lines)
"""

_LINES = """
SELECT 'chips of ' || denomination || ' in ' || code || ', line ' || sequence,
    'does not continue the one before: ' || count_after || ' after ' || count
FROM (
    SELECT c.code, s.denomination, l.count, l.sequence, l.count_after,
        row_number() OVER chain AS nth, lag(l.count_after, 1, 0::bigint) OVER chain AS before
    FROM ledger_chipline l JOIN ledger_chipstock s ON s.id = l.stock_id
    JOIN ledger_chipplace c ON c.id = s.place_id
    WHERE l.stock_id BETWEEN %(first)s AND %(last)s
    WINDOW chain AS (PARTITION BY l.stock_id ORDER BY l.sequence)
) line
WHERE sequence <> nth OR count_after <> before + count
"""

_STOCKS = """
SELECT 'chips of ' || s.denomination || ' in ' || c.code, 'are ' || s.count || ' in ' || s.sequence
    || ' lines; they make ' || t.chips || ' in ' || t.lines
FROM ledger_chipstock s JOIN ledger_chipplace c ON c.id = s.place_id, LATERAL (
    SELECT coalesce(sum(count), 0) AS chips, count(*) AS lines
    FROM ledger_chipline WHERE stock_id = s.id
) t
WHERE s.id BETWEEN %(first)s AND %(last)s AND (s.count <> t.chips OR s.sequence <> t.lines)
"""

_BOXES = """
SELECT 'box ' || s.box_id, 'is counted, and ' || fault.says
FROM ledger_boxcount s
LEFT JOIN ledger_account fees ON fees.code = 'collections:box:' || s.box_id
LEFT JOIN ledger_account cash ON cash.code = 'cash:box:' || s.box_id
LEFT JOIN ledger_chipplace chips ON chips.code = 'box:' || s.box_id,
LATERAL (VALUES
    (fees.balance <> 0 OR cash.balance <> 0 OR chips.balance <> 0, 'is not empty in the books'),
    (fees.locked_at IS NULL OR cash.locked_at IS NULL OR chips.locked_at IS NULL, 'is not locked')
) fault(found, says)
WHERE s.id BETWEEN %(first)s AND %(last)s AND s.second_signer_id IS NOT NULL AND fault.found
"""

_SLIPS = """
SELECT 'slips of ' || s.name, 'are ' || t.slips || ', and the last has number ' || t.last
FROM ledger_slipseries s, LATERAL (
    SELECT count(*) AS slips, coalesce(max(number), 0) AS last
    FROM ledger_slip WHERE series_id = s.id
) t
WHERE s.id BETWEEN %(first)s AND %(last)s AND t.slips <> t.last
"""

_ORDERS = """
SELECT 'settlement ' || o.key,
    CASE WHEN e.id IS NULL THEN 'is marked as posted, and no entry has it'
    ELSE 'is in the books as entry ' || e.id || ', and not marked as posted' END
FROM ledger_outbox o LEFT JOIN ledger_entry e ON e.request_id = o.key
WHERE o.id BETWEEN %(first)s AND %(last)s AND (o.done_at IS NOT NULL) <> (e.id IS NOT NULL)
"""

# Every entry in currency that was not turned round, against the totals that PostgreSQL kept.
_CURRENCY = """
WITH made AS (
    SELECT e.patron_id, e.day, coalesce(sum(p.cents) FILTER (WHERE p.cents > 0), 0) AS money_in,
        coalesce(-sum(p.cents) FILTER (WHERE p.cents < 0), 0) AS money_out
    FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
    JOIN ledger_account a ON a.id = p.account_id AND starts_with(a.code, 'cash:')
    WHERE e.patron_id BETWEEN %(first)s AND %(last)s AND e.kind <> 'reversal'
        AND NOT EXISTS (SELECT 1 FROM ledger_reversal r WHERE r.reverses_id = e.id)
    GROUP BY 1, 2
),
kept AS (
    SELECT patron_id, day, cash_in, cash_out FROM ledger_currencyday
    WHERE patron_id BETWEEN %(first)s AND %(last)s AND (cash_in <> 0 OR cash_out <> 0)
)
SELECT 'currency of person ' || patron_id || ' on ' || day,
    'is kept as ' || coalesce(cash_in, 0) || ' in and ' || coalesce(cash_out, 0)
    || ' out; the entries make ' || coalesce(money_in, 0) || ' and ' || coalesce(money_out, 0)
FROM made FULL JOIN kept USING (patron_id, day)
WHERE (coalesce(money_in, 0), coalesce(money_out, 0))
    <> (coalesce(cash_in, 0), coalesce(cash_out, 0))
"""

# Whoever counts as one person, himself and those merged into him.
_REPORTS = """
SELECT 'currency of person ' || total.head || ' on ' || total.day,
    'makes a report due, and none was opened'
FROM (
    SELECT coalesce(p.merged_into_id, p.id) AS head, c.day
    FROM ledger_currencyday c JOIN people_patron p ON p.id = c.patron_id
    WHERE coalesce(p.merged_into_id, p.id) BETWEEN %(first)s AND %(last)s
    GROUP BY 1, 2 HAVING greatest(sum(c.cash_in), sum(c.cash_out)) > 1000000
) total
LEFT JOIN ledger_currencyreport r ON r.patron_id = total.head AND r.day = total.day
WHERE r.id IS NULL
"""

_TOTALS = """
SELECT 'all accounts', 'debits and credits differ by ' || total || ' cents'
FROM (SELECT coalesce(sum(normal * balance), 0) AS total FROM ledger_account) t WHERE total <> 0
UNION ALL
SELECT 'all chips', 'issued less the house''s places is ' || outside || ' cents, and ' || in_use
    || ' are in use'
FROM (SELECT coalesce(sum(CASE WHEN issued THEN balance ELSE -balance END), 0) AS outside
      FROM ledger_chipplace) c,
    (SELECT coalesce(sum(balance), 0) AS in_use FROM ledger_account WHERE in_use) a
WHERE outside <> in_use AND %(first)s <= %(last)s
"""

_CONTENT = """
SELECT e.id, e.digest, e.kind, e.memo, e.round_ref, e.closes, e.asked, e.patron_id,
    (SELECT coalesce(jsonb_agg(jsonb_build_array(a.code, p.cents)), '[]')
     FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id WHERE p.entry_id = e.id),
    (SELECT coalesce(jsonb_agg(jsonb_build_array(c.code, m.cents)), '[]')
     FROM ledger_chipmovement m JOIN ledger_chipplace c ON c.id = m.place_id
     WHERE m.entry_id = e.id),
    (SELECT coalesce(jsonb_agg(jsonb_build_array(c.code, s.denomination, l.count)), '[]')
     FROM ledger_chipline l JOIN ledger_chipstock s ON s.id = l.stock_id
     JOIN ledger_chipplace c ON c.id = s.place_id WHERE l.entry_id = e.id)
FROM ledger_entry e WHERE e.id BETWEEN %s AND %s
"""


def _contents(first: int, last: int) -> Iterator[Finding]:
    """Each entry's digest, made again from what its rows say."""
    with connection.cursor() as cursor:
        cursor.execute(_CONTENT, [first, last])
        rows = cursor.fetchall()
    for pk, kept, kind, memo, round_ref, closes, asked, patron_id, legs, moves, counts in rows:
        content = digest(
            kind,
            memo,
            round_ref,
            closes,
            asked,
            patron_id,
            ((code, cents) for code, cents in _rows(legs)),
            ((place, cents) for place, cents in _rows(moves)),
            ((place, denomination, count) for place, denomination, count in _rows(counts)),
        )
        if content != bytes(kept):
            yield Finding(f"entry {pk}", "its content is not what was posted under its digest")


def _rows(found: object) -> list[Any]:
    # Django hands the jsonb of a raw query over as text.
    rows = json.loads(found) if isinstance(found, str) else found
    assert isinstance(rows, list)
    return rows


def _families(first: int, last: int) -> Iterator[Finding]:
    """Each account is what the chart says: its side, and whether it may go below zero."""
    for account in Account.objects.filter(id__range=(first, last)):
        try:
            family = chart.family(account.code)
        except BooksError as error:
            yield Finding(f"account {account.code}", error.message)
            continue
        normal = 1 if family.normal is chart.Side.DEBIT else -1
        traits = (family.kind, normal, family.non_negative, family.in_use, family.by_round)
        kept = (
            account.kind,
            account.normal,
            account.non_negative,
            account.in_use,
            account.by_round,
        )
        if kept != traits:
            yield Finding(f"account {account.code}", "is not what the chart says")
        if family.non_negative and account.balance < 0:
            yield Finding(f"account {account.code}", "is below zero")


def _guards(_first: int, _last: int) -> Iterator[Finding]:
    """Every trigger that guards the books is there and switched on."""
    written = [path.read_text() for path in (Path(migrations.__path__[0]) / "sql").glob("*.sql")]
    names = set(re.findall(r"^CREATE (?:CONSTRAINT )?TRIGGER (\w+)", "\n".join(written), re.M))
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname FROM pg_trigger WHERE tgenabled = 'O' AND NOT tgisinternal")
        working = {row[0] for row in cursor.fetchall()}
    for name in sorted(names - working):
        yield Finding(f"guard {name}", "is switched off or missing")


CHECKS: tuple[Check, ...] = (
    Check("guards", "", _guards),
    Check("entries", "ledger_entry", _sql(_ENTRIES)),
    Check("contents", "ledger_entry", _contents),
    Check("lines of accounts", "ledger_account", _sql(_CHAINS)),
    Check("balances of accounts", "ledger_account", _sql(_ACCOUNTS)),
    Check("accounts and the chart", "ledger_account", _families),
    Check("rounds", "ledger_potbalance", _sql(_ROUNDS)),
    Check("movements of chips", "ledger_chipplace", _sql(_MOVEMENTS)),
    Check("places of chips", "ledger_chipplace", _sql(_PLACES)),
    Check("chips by denomination", "ledger_chipstock", _sql(_LINES)),
    Check("stocks of chips", "ledger_chipstock", _sql(_STOCKS)),
    Check("counted boxes", "ledger_boxcount", _sql(_BOXES)),
    Check("slips", "ledger_slipseries", _sql(_SLIPS)),
    Check("settlements", "ledger_outbox", _sql(_ORDERS)),
    Check("currency of persons", "people_patron", _sql(_CURRENCY)),
    Check("reports of currency", "people_patron", _sql(_REPORTS)),
    Check("totals", "", _sql(_TOTALS)),
)
