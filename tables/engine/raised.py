"""A room's own odds: raised above a text's, never lowered.

New York's ante, play and ante bonus odds are minimums ("no less than", (f)(1)); its pair plus and
six-card tables are chosen whole. The other texts fix their odds; a room that pays more does so
under an authorization of its own (our reading).
"""

from collections.abc import Mapping
from dataclasses import replace

from tables.engine.paytables import PayTable
from tables.engine.reading import below, read_int, read_object, shortened
from tables.engine.refusals import Refusal, RuleError
from tables.engine.texts import PackText
from tables.engine.wagers import WagerKind

ODDS_MAX = 100_000
PayTables = Mapping[WagerKind, PayTable]


def raise_odds(
    text: PackText, paytables: PayTables, value: object, path: str
) -> tuple[PackText, PayTables]:
    """The text and pay tables with the odds of ``value``, all "to 1".

    ``ante`` and ``play`` are a number each; a pay table is an object of some of its rows, such as
    ``{"ante": 2, "bonus": {"pair": 2}}``. Raises RuleError with the path: a wager or row that the
    pack does not pay, odds below the text's, a table that is chosen whole.
    """
    tables = dict(paytables)
    for name, given in read_object(value, path).items():
        at = below(path, name)
        if name == WagerKind.ANTE:
            text = replace(text, ante_odds=_raised(given, at, text.ante_odds))
        elif name == WagerKind.PLAY:
            text = replace(text, play_odds=_raised(given, at, text.play_odds))
        elif name in tables:
            kind = WagerKind(name)
            if kind in text.tables_chosen_whole:
                raise RuleError(Refusal.ODDS_CHOSEN_WHOLE, field=at, kind=name)
            tables[kind] = _raised_table(tables[kind], given, at)
        else:
            raise RuleError(Refusal.NO_SUCH_ODDS, field=at, name=shortened(name))
    return text, tables


def _raised_table(table: PayTable, value: object, path: str) -> PayTable:
    odds = dict(table.odds)
    rows = {row.value: row for row in odds}
    for name, given in read_object(value, path).items():
        at = below(path, name)
        if name not in rows:
            raise RuleError(Refusal.NO_SUCH_ODDS, field=at, name=shortened(name))
        odds[rows[name]] = _raised(given, at, odds[rows[name]])
    return replace(table, odds=odds)


def _raised(value: object, path: str, least: int) -> int:
    odds = read_int(value, path, low=1, high=ODDS_MAX)
    if odds < least:
        raise RuleError(Refusal.ODDS_LOWERED, field=path, odds=odds, least=least)
    return odds
