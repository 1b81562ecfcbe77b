"""Which wagers a hand may have: kinds, posted limits, and what each wager needs beside it.

The same checks serve a live round and a round record. ``path`` is where the wagers stand.
"""

from collections.abc import Mapping

from tables.engine.options import COMPULSORY_RATIO, Precondition
from tables.engine.packs import RulePack
from tables.engine.reading import below, shortened
from tables.engine.refusals import Refusal, RuleError
from tables.engine.wagers import WAGER_NAMES, WagerKind

Limits = Mapping[str, tuple[int, int]]


def read_kind(pack: RulePack, name: str, path: str) -> WagerKind:
    """The kind of a wager that is placed in this pack before the deal. Raises RuleError."""
    for kind in pack.kinds:
        if kind.value == name:
            return kind
    raise RuleError(Refusal.UNKNOWN_WAGER, field=path, value=shortened(name), pack=pack.base)


def check_limits(limits: Limits, key: str, cents: int, path: str, *, name: str) -> None:
    """Refuse a wager outside the posted limits (California, Bonus Bets 2; Iowa, Wagers (a))."""
    low, high = limits.get(key, (0, cents))
    if cents < low:
        raise RuleError(
            Refusal.WAGER_BELOW_LIMIT, field=path, name=name, wager_cents=cents, limit_cents=low
        )
    if cents > high:
        raise RuleError(
            Refusal.WAGER_ABOVE_LIMIT, field=path, name=name, wager_cents=cents, limit_cents=high
        )


def check_together(pack: RulePack, wagers: Mapping[WagerKind, int], path: str, seat: int) -> None:
    """Refuse wagers that may not stand together, or without another one. Raises RuleError.

    California, rule 5: an ante is required. Guide: so it is, and pair plus is at most the ante.
    Iowa, Wagers (a), and New York, (c)(1): either or both; New York, (c)(6): by the precondition.
    """
    if not wagers:
        raise RuleError(Refusal.NO_WAGER, field=path, seat=seat)
    ante = wagers.get(WagerKind.ANTE)
    pair_plus = wagers.get(WagerKind.PAIR_PLUS)
    if pack.text.ante_required and ante is None:
        raise _lacks(WagerKind.ANTE, next(iter(wagers)), path)
    if pack.pair_plus_at_most_ante and pair_plus is not None:
        _check_share(pair_plus, ante, 1, path)
    if pack.precondition is Precondition.ANTE_AT_LEAST_PAIR_PLUS and pair_plus is not None:
        _check_share(pair_plus, ante, 1, path)
    elif pack.precondition is Precondition.ANTE_AT_LEAST_HALF_PAIR_PLUS and pair_plus is not None:
        _check_share(pair_plus, ante, 2, path)
    elif pack.precondition is Precondition.COMPULSORY_BOTH:
        _check_both(ante, pair_plus, path)
    if WagerKind.SIX_CARD_BONUS in wagers and pack.six_card is not None:
        if pack.six_card.version == "ante_and_pair_plus" and ante is None:
            raise _lacks(WagerKind.ANTE, WagerKind.SIX_CARD_BONUS, path)
        if pair_plus is None:
            raise _lacks(WagerKind.PAIR_PLUS, WagerKind.SIX_CARD_BONUS, path)


def _lacks(needed: WagerKind, present: WagerKind, path: str) -> RuleError:
    code = Refusal.ANTE_REQUIRED if needed is WagerKind.ANTE else Refusal.PAIR_PLUS_REQUIRED
    return RuleError(code, field=below(path, needed.value), name=WAGER_NAMES[present])


def _check_share(pair_plus: int, ante: int | None, times: int, path: str) -> None:
    if ante is None:
        raise _lacks(WagerKind.ANTE, WagerKind.PAIR_PLUS, path)
    if pair_plus > ante * times:
        code = Refusal.PAIR_PLUS_ABOVE_ANTE if times == 1 else Refusal.PAIR_PLUS_ABOVE_TWICE_ANTE
        at = below(path, WagerKind.PAIR_PLUS.value)
        raise RuleError(code, field=at, wager_cents=pair_plus, ante_cents=ante)


def _check_both(ante: int | None, pair_plus: int | None, path: str) -> None:
    if ante is None:
        raise _lacks(WagerKind.ANTE, WagerKind.PAIR_PLUS, path)
    if pair_plus is None:
        raise _lacks(WagerKind.PAIR_PLUS, WagerKind.ANTE, path)
    smaller, larger = sorted((ante, pair_plus))
    if larger > smaller * COMPULSORY_RATIO:
        kind = WagerKind.ANTE if ante > pair_plus else WagerKind.PAIR_PLUS
        raise RuleError(
            Refusal.WAGERS_TOO_FAR_APART,
            field=below(path, kind.value),
            larger_cents=larger,
            smaller_cents=smaller,
        )
