"""Rule packs: a text with the options of one table, read from and written to plain data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tables.engine import paytables as pt
from tables.engine.cards import RANKS
from tables.engine.options import (
    ActionSequence,
    BankKind,
    ButtonRule,
    CountFrom,
    CoverageModel,
    FeeOnVoid,
    FoldedStakes,
    Precondition,
    SixCardRule,
)
from tables.engine.paytables import Clause, PayTable
from tables.engine.raised import raise_odds
from tables.engine.reading import (
    below,
    missing,
    read_bool,
    read_choice,
    read_int,
    read_list,
    read_object,
    read_one_of,
    shortened,
)
from tables.engine.refusals import Refusal, RuleError
from tables.engine.texts import PACK_TEXTS, PackText
from tables.engine.wagers import WagerKind


@dataclass(frozen=True, slots=True)
class RulePack:
    """A text with the options of one table: everything that a round is settled by."""

    text: PackText
    paytables: Mapping[WagerKind, PayTable]
    sequence: ActionSequence = ActionSequence.SEAT
    coverage: CoverageModel = CoverageModel.RETIRE
    folded: FoldedStakes = FoldedStakes.IN_ORDER
    button: ButtonRule = field(default_factory=ButtonRule)
    fee_on_void: FeeOnVoid = FeeOnVoid.REFUND
    precondition: Precondition = Precondition.NONE
    six_card: SixCardRule | None = None
    pair_plus_table: str = "F"
    ante_bonus: str = "standard"
    house_way: bool = False
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    # The odds that the room has raised above its text, as they stand in its rules.
    odds: Mapping[str, object] = field(default_factory=dict)

    @property
    def base(self) -> str:
        return self.text.base

    @property
    def player_banked(self) -> bool:
        """Whether a seated player banks with a wager W, so that coverage can run out."""
        return self.text.bank is BankKind.PLAYER_DEALER

    @property
    def has_up_card(self) -> bool:
        return self.text.cards_face_up > 0

    @property
    def side_kind(self) -> WagerKind:
        """The side wager on the player's own three cards: bonus or pair plus."""
        return WagerKind.BONUS if self.player_banked else WagerKind.PAIR_PLUS

    @property
    def pair_plus_at_most_ante(self) -> bool:
        """The guide's ceiling on its pair plus wager (Guide, The Pair Plus Wager)."""
        return self.text.pair_plus_at_most_ante

    @property
    def kinds(self) -> tuple[WagerKind, ...]:
        """The wagers that are placed before "no more bets"."""
        if self.six_card is None:
            return tuple(k for k in self.text.kinds if k is not WagerKind.SIX_CARD_BONUS)
        return self.text.kinds

    def clause(self, name: str) -> Clause:
        """The clause that a number or an option of the pack is taken from. Raises KeyError."""
        return self.text.clauses[name]

    def to_rules(self) -> dict[str, object]:
        """The pack as the ``rules`` of a round record, with every option written out."""
        options: dict[str, object] = {"house_way": self.house_way}
        if self.player_banked:
            options["sequence"] = self.sequence.value
            options["coverage"] = self.coverage.value
            options["folded"] = self.folded.value
            options["fee_on_void"] = self.fee_on_void.value
            options["button"] = {
                "values": dict(self.button.values),
                "count_from": self.button.count_from.value,
                "count_empty": self.button.count_empty,
            }
        if "precondition" in self.text.options:
            options["precondition"] = self.precondition.value
            options["pair_plus_table"] = self.pair_plus_table
            options["ante_bonus"] = self.ante_bonus
            options["six_card"] = self.six_card and {
                "version": self.six_card.version,
                "table": self.six_card.table,
            }
        if self.limits:
            options["limits"] = {kind: list(bounds) for kind, bounds in self.limits.items()}
        rules: dict[str, object] = {"base": self.base, "options": options}
        if self.odds:
            rules["odds"] = dict(self.odds)
        return rules


def _read_button(value: object, path: str) -> ButtonRule:
    rule = ButtonRule()
    for key, entry in read_object(value, path).items():
        at = below(path, key)
        if key == "values":
            rule = replace(rule, values=_read_button_values(entry, at))
        elif key == "count_from":
            rule = replace(rule, count_from=read_choice(entry, at, CountFrom))
        elif key == "count_empty":
            rule = replace(rule, count_empty=read_bool(entry, at))
        else:
            raise RuleError(Refusal.UNKNOWN_KEY, field=at, name=key)
    return rule


def _read_button_values(value: object, path: str) -> Mapping[str, int]:
    values: dict[str, int] = {}
    for rank, number in read_object(value, path).items():
        if rank not in RANKS or len(rank) != 1:
            raise RuleError(Refusal.UNKNOWN_KEY, field=below(path, rank), name=rank)
        values[rank] = read_int(number, below(path, rank), low=1)
    for rank in RANKS:
        if rank not in values:
            raise missing(path, rank)
    return values


def _read_six_card(value: object, path: str) -> SixCardRule | None:
    if value is None:
        return None
    version = table = ""
    for key, entry in read_object(value, path).items():
        at = below(path, key)
        if key == "version":
            version = read_one_of(entry, at, list(pt.NEW_YORK_SIX_CARD))
        elif key == "table":
            table = read_one_of(entry, at, list(pt.NEW_YORK_SIX_CARD["ante_and_pair_plus"]))
        else:
            raise RuleError(Refusal.UNKNOWN_KEY, field=at, name=key)
    if not version:
        raise missing(path, "version")
    if not table:
        raise missing(path, "table")
    read_one_of(table, below(path, "table"), list(pt.NEW_YORK_SIX_CARD[version]))
    return SixCardRule(version=version, table=table)


def _read_limits(
    value: object, path: str, kinds: tuple[WagerKind, ...]
) -> Mapping[str, tuple[int, int]]:
    limits: dict[str, tuple[int, int]] = {}
    for kind, bounds in read_object(value, path).items():
        at = below(path, kind)
        read_one_of(kind, at, [known.value for known in kinds])
        pair = read_list(bounds, at)
        if len(pair) != 2:
            raise RuleError(
                Refusal.WRONG_TYPE,
                field=at,
                found=f"a list of {len(pair)}",
                expected="a minimum and a maximum",
            )
        low, high = (read_int(bound, below(at, n), low=0) for n, bound in enumerate(pair))
        if low > high:
            raise RuleError(Refusal.LIMITS_REVERSED, field=at, low=low, high=high)
        limits[kind] = (low, high)
    return limits


_OptionReader = Callable[[object, str, PackText], object]

# Each option's reader. Its result is the field of RulePack that has the option's name.
_OPTION_READERS: Mapping[str, _OptionReader] = {
    "sequence": lambda value, path, text: read_choice(value, path, ActionSequence),
    "coverage": lambda value, path, text: read_choice(value, path, CoverageModel),
    "folded": lambda value, path, text: read_choice(value, path, FoldedStakes),
    "button": lambda value, path, text: _read_button(value, path),
    "fee_on_void": lambda value, path, text: read_choice(value, path, FeeOnVoid),
    "precondition": lambda value, path, text: read_choice(value, path, Precondition),
    "pair_plus_table": lambda value, path, text: read_one_of(
        value, path, list(pt.NEW_YORK_PAIR_PLUS)
    ),
    "ante_bonus": lambda value, path, text: read_one_of(value, path, list(pt.NEW_YORK_ANTE_BONUS)),
    "six_card": lambda value, path, text: _read_six_card(value, path),
    "house_way": lambda value, path, text: read_bool(value, path),
    "limits": lambda value, path, text: _read_limits(value, path, text.kinds),
}


def pack_from_rules(rules: object, path: str = "rules") -> RulePack:
    """The rule pack of ``{"base": ..., "options": {...}}``; options left out take their defaults.

    A room's own pack adds ``odds`` that it has raised (:mod:`tables.engine.raised`).

    Raises RuleError with the path of the first fault, in the order of the object.

    >>> pack_from_rules({"base": "california", "options": {"coverage": "dual_cap"}}).coverage.value
    'dual_cap'
    """
    given = read_object(rules, path)
    text = _read_base(given, path)
    options: dict[str, object] = {}
    for key, value in given.items():
        at = below(path, key)
        if key == "options":
            options = _read_options(value, at, text)
        elif key not in ("base", "odds"):
            raise RuleError(Refusal.UNKNOWN_KEY, field=at, name=key)
    pack = pack_of(text, options)
    if "odds" not in given:
        return pack
    odds = read_object(given["odds"], below(path, "odds"))
    own_text, tables = raise_odds(text, pack.paytables, odds, below(path, "odds"))
    return replace(pack, text=own_text, paytables=tables, odds=odds)


def _read_base(given: Mapping[str, object], path: str) -> PackText:
    if "base" not in given:
        raise missing(path, "base")
    base = given["base"]
    if not isinstance(base, str) or base not in PACK_TEXTS:
        raise RuleError(
            Refusal.UNKNOWN_PACK,
            field=below(path, "base"),
            value=shortened(base),
            allowed=", ".join(PACK_TEXTS),
        )
    return PACK_TEXTS[base]


def _read_options(value: object, path: str, text: PackText) -> dict[str, object]:
    options: dict[str, object] = {}
    for name, entry in read_object(value, path).items():
        at = below(path, name)
        if name not in text.options:
            raise RuleError(Refusal.UNKNOWN_OPTION, field=at, name=name, pack=text.base)
        options[name] = _OPTION_READERS[name](entry, at, text)
    return options


def pack_of(text: PackText, options: Mapping[str, object]) -> RulePack:
    """A pack of already read options, with the pay tables that they choose."""
    pack = RulePack(text=text, paytables=text.paytables, **options)  # type: ignore[arg-type]
    if "pair_plus_table" not in text.options:
        return pack
    tables = {
        WagerKind.PAIR_PLUS: pt.NEW_YORK_PAIR_PLUS[pack.pair_plus_table],
        WagerKind.ANTE_BONUS: pt.NEW_YORK_ANTE_BONUS[pack.ante_bonus],
    }
    if pack.six_card is not None:
        version, table = pack.six_card.version, pack.six_card.table
        tables[WagerKind.SIX_CARD_BONUS] = pt.NEW_YORK_SIX_CARD[version][table]
    return replace(pack, paytables=tables)
