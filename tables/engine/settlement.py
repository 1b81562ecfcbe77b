"""The settlement of a round: which wagers win, what the bank covers, and what each seat gets.

It works from what is known of each hand, however it was captured (:mod:`tables.engine.judging`):
cards or results give the same settlement. Amounts are cents.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tables.engine import explain
from tables.engine.claims import Claim, in_action_order
from tables.engine.coverage import Cover, action_order
from tables.engine.judging import BankFacts, HandFacts, shown_class
from tables.engine.packs import RulePack
from tables.engine.ranking import HandClass
from tables.engine.wagers import Coverage, Outcome, Result, WagerKind

SCHEMA = "cardroom.settlement/1"
# Looked up once: up to Python 3.11 an enum member is a function call, and a round asks hundreds.
_WIN = Outcome.WIN
_FULL, _PARTIAL = Coverage.FULL, Coverage.PARTIAL
_NONE, _NONE_NEEDED = Coverage.NONE, Coverage.NONE_NEEDED


class Line(NamedTuple):
    """One wager, settled. taken + returned = stake; ``paid`` comes on top of what is returned.

    ``left`` is the cover that was left when its turn came (None where the house banks), ``place``
    the place of its seat in the order of action, ``opens`` whether it is the seat's first line.
    """

    seat: int
    kind: WagerKind
    stake: int
    outcome: Outcome
    coverage: Coverage
    taken: int
    paid: int
    returned: int
    need: int
    left: int | None
    place: int
    opens: bool
    won_on: StrEnum | None

    @property
    def explain(self) -> str:
        """What happened to this wager and why, for the player."""
        return explain.line(self)

    def to_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind.value,
            "stake": self.stake,
            "outcome": self.outcome.value,
            "coverage": self.coverage.value,
            "taken": self.taken,
            "paid": self.paid,
            "returned": self.returned,
            "explain": self.explain,
        }


class HandResult(NamedTuple):
    """One seat's hand, settled; its lines in the order of the layout (ante, play, ...)."""

    seat: int
    hand: HandClass | None
    result: Result
    net: int
    lines: tuple[Line, ...]
    place: int

    @property
    def returns(self) -> int:
        """What goes back to the player: returned stakes and what the bank pays."""
        return sum(line.returned + line.paid for line in self.lines)

    def to_dict(self) -> dict[str, object]:
        return {
            "seat": self.seat,
            "hand": self.hand and self.hand.value,
            "result": self.result.value,
            "wagers": [line.to_dict() for line in self.lines],
            "net": self.net,
        }


class BankResult(NamedTuple):
    """The bank's side. ``wager`` and ``exhausted`` are None where the house banks; ``left`` is the
    part of W that never got into action under the coverage model."""

    hand: HandClass | None
    qualifies: bool
    taken: int
    paid: int
    wager: int | None
    exhausted: bool | None
    left: int | None

    @property
    def net(self) -> int:
        return self.taken - self.paid

    def to_dict(self) -> dict[str, object]:
        bank: dict[str, object] = {
            "hand": self.hand and self.hand.value,
            "qualifies": self.qualifies,
            "taken": self.taken,
            "paid": self.paid,
            "net": self.net,
        }
        if self.wager is not None:
            bank["wager"] = self.wager
            bank["exhausted"] = self.exhausted
        return bank


class Action(NamedTuple):
    """The seats with a hand in the order in which they get action; house packs have no button."""

    button_seat: int | None
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled round. ``lines`` are all wagers in the order in which they got action, ``hands``
    the same by seat."""

    pack: RulePack
    bank_facts: BankFacts
    bank: BankResult
    action: Action
    hands: tuple[HandResult, ...]
    lines: tuple[Line, ...]

    @property
    def returns(self) -> dict[int, int]:
        """What each player's seat gets back out of the round's pot, in cents."""
        return {hand.seat: hand.returns for hand in self.hands}

    @property
    def bank_return(self) -> int | None:
        """What the player-dealer gets back: W and what he won, or less what he lost. With the
        players' returns it adds up to all that was wagered. None where the house banks."""
        return None if self.bank.wager is None else self.bank.wager + self.bank.net

    @property
    def sentences(self) -> tuple[str, ...]:
        """The whole round step by step, in pay order, in words that a player understands."""
        return tuple(explain.steps(self))

    def hand_at(self, seat: int) -> HandResult:
        """The hand of a seat. Raises StopIteration for a seat without one."""
        return next(hand for hand in self.hands if hand.seat == seat)

    def to_dict(self) -> dict[str, object]:
        """The settlement as JSON (docs/settle_round.md)."""
        return {
            "schema": SCHEMA,
            "bank": self.bank.to_dict(),
            "hands": [hand.to_dict() for hand in self.hands],
            "action": {
                "button_seat": self.action.button_seat,
                "order": list(self.action.order),
            },
            "explain": list(self.sentences),
        }


def settle(
    pack: RulePack,
    table_seats: int,
    bank: BankFacts,
    hands: Sequence[HandFacts],
    *,
    bank_wager: int | None = None,
    button_seat: int | None = None,
) -> Settlement:
    """Settle a round. A player-dealer's W and the button's seat are given, a house pack has none.

    >>> from tables.engine.judging import judge_bank, judge_hand
    >>> from tables.engine.packs import pack_from_rules
    >>> from tables.engine.wagers import Decision
    >>> bank = judge_bank(("Kc", "7d", "2c"))
    >>> hand = judge_hand(bank, 1, {WagerKind.ANTE: 2000}, Decision.PLAY, ("As", "Qd", "3h"))
    >>> settled = settle(
    ...     pack_from_rules({"base": "california"}), 4, bank, [hand],
    ...     bank_wager=3000, button_seat=1,
    ... )
    >>> settled.bank.net, settled.bank.exhausted
    (-3000, True)
    >>> print(settled.lines[1].explain)
    $10 of W is left. Cover ended at your Play: it won, $10 of $20 was paid, and your $20 comes \
back; the other $10 is owed by nobody.
    """
    facts = {hand.seat: hand for hand in hands}
    if button_seat is None:
        order = tuple(sorted(facts, reverse=True))
    else:
        order = action_order(button_seat, table_seats, facts)
    cover = None if bank_wager is None else Cover(pack.coverage, bank_wager)
    lines = _walk(in_action_order(pack, order, facts), order, cover)
    results = _by_seat(pack, facts, lines)
    taken = paid = 0
    for line in lines:
        taken += line.taken
        paid += line.paid
    outcome = BankResult(
        shown_class(pack, bank.strength),
        bank.qualifies,
        taken,
        paid,
        bank_wager,
        None if cover is None else cover.ended,
        None if cover is None else cover.unused,
    )
    return Settlement(pack, bank, outcome, Action(button_seat, order), results, tuple(lines))


def _walk(
    claims: Iterable[tuple[int, Claim]], order: Sequence[int], cover: Cover | None
) -> list[Line]:
    """Give every wager its action, in order, out of the cover that is left."""
    places = {seat: place for place, seat in enumerate(order, start=1)}
    opened: set[int] = set()
    lines: list[Line] = []
    for seat, (kind, stake, outcome, need, won_on) in claims:
        pays = outcome is _WIN
        left, got = (None, need) if cover is None else cover.grant(need, pays)
        if need == 0:
            coverage = _NONE_NEEDED
        elif got == need:
            coverage = _FULL
        else:
            coverage = _PARTIAL if got else _NONE
        taken, paid = (0, got) if pays else (got, 0)
        opens = seat not in opened
        opened.add(seat)
        # In the order of the fields: named arguments would cost half of this function's time.
        line = Line(
            seat,
            kind,
            stake,
            outcome,
            coverage,
            taken,
            paid,
            stake - taken,
            need,
            left,
            places[seat],
            opens,
            won_on,
        )
        lines.append(line)
    return lines


def _by_seat(
    pack: RulePack, facts: Mapping[int, HandFacts], lines: Sequence[Line]
) -> tuple[HandResult, ...]:
    """The lines gathered by seat. Under every sequence the walk keeps a seat's own wagers in the
    order of the layout."""
    own: dict[int, list[Line]] = {seat: [] for seat in sorted(facts)}
    for line in lines:
        own[line.seat].append(line)
    return tuple(
        [
            HandResult(
                seat,
                shown_class(pack, facts[seat].strength),
                facts[seat].result,
                sum([line.paid - line.taken for line in of_seat]),
                tuple(of_seat),
                of_seat[0].place,
            )
            for seat, of_seat in own.items()
        ]
    )
