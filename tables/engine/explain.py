"""The sentences of a settlement, made from its data, in words that a player understands."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from cardroom.money import format_cents
from tables.engine.ranking import HandClass, describe
from tables.engine.sixcard import SixCardClass
from tables.engine.wagers import WAGER_NAMES, Coverage, Outcome, Result, WagerKind

if TYPE_CHECKING:
    from tables.engine.settlement import Line, Settlement

# A round names the same few amounts again and again, and formatting is most of the work here.
_dollars = lru_cache(maxsize=4096)(format_cents)

_PLACES = (
    *(
        "",
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
    ),
    *("tenth", "eleventh", "twelfth", "thirteenth"),
)
_WON_ON: Mapping[StrEnum | None, str] = {
    HandClass.PAIR: "a pair",
    HandClass.FLUSH: "a flush",
    HandClass.STRAIGHT: "a straight",
    HandClass.THREE_OF_A_KIND: "three of a kind",
    HandClass.STRAIGHT_FLUSH: "a straight flush",
    HandClass.ROYAL_FLUSH: "a royal flush",
    SixCardClass.FULL_HOUSE: "a full house",
    SixCardClass.FOUR_OF_A_KIND: "four of a kind",
    SixCardClass.SIX_CARD_ROYAL: "a six-card royal flush",
    SixCardClass.SIX_CARD_ROYAL_DIAMONDS: "a six-card royal flush in diamonds",
}
_ENDED = {Outcome.WIN: "won", Outcome.LOSE: "lost", Outcome.FORFEIT: "was folded"}


# Looked up once: up to Python 3.11 an enum member is a function call, and a round asks hundreds.
_FULL, _PARTIAL = Coverage.FULL, Coverage.PARTIAL
_NONE, _NONE_NEEDED = Coverage.NONE, Coverage.NONE_NEEDED
_WIN, _LOSE, _PUSH, _FORFEIT = Outcome.WIN, Outcome.LOSE, Outcome.PUSH, Outcome.FORFEIT
_ANTE_BONUS = WagerKind.ANTE_BONUS


def line(settled: "Line") -> str:
    """One wager: what was left of W when its turn came, how it ended, and what was paid."""
    left = settled.left
    acts = ""
    if settled.opens:
        verb = "is settled" if left is None else "acts"
        acts = f"Seat {settled.seat} {verb} {_PLACES[settled.place]}. "
    if not left or settled.coverage is _NONE_NEEDED:
        return acts + _outcome(settled)
    return f"{acts}{_dollars(left)} of W is left. {_outcome(settled)}"


def _outcome(settled: "Line") -> str:
    name, stake = WAGER_NAMES[settled.kind], _dollars(settled.stake)
    if settled.coverage is _FULL:
        return _in_full(settled, name, stake)
    if settled.coverage is _NONE:
        nothing = "nothing is paid" if settled.outcome is _WIN else "nothing is taken"
        ended = _ENDED[settled.outcome]
        return (
            f"Cover had ended before your {name}: it {ended}, {nothing}, "
            f"and your {stake} comes back."
        )
    if settled.coverage is _PARTIAL:
        return _in_part(settled, name, stake)
    if settled.outcome is _PUSH:
        return f"{name} {stake} pushes, since the hands are equal: it comes back."
    return f"{name} {stake} gets no action, since the bank does not qualify: it comes back."


def _in_full(settled: "Line", name: str, stake: str) -> str:
    covered = "" if settled.left is None else " is covered in full and"
    if settled.outcome is _LOSE:
        return f"{name} {stake}{covered} loses: {stake} taken."
    if settled.outcome is _FORFEIT:
        return f"{name} {stake}{covered} is forfeited by the fold: {stake} taken."
    paid = _dollars(settled.paid)
    if settled.kind is _ANTE_BONUS:
        return f"{name} for {_WON_ON[settled.won_on]}: paid {paid}."
    won_on = f" with {_WON_ON[settled.won_on]}" if settled.won_on else ""
    return f"{name} {stake}{covered} wins{won_on}: paid {paid}."


def _in_part(settled: "Line", name: str, stake: str) -> str:
    need = _dollars(settled.need)
    if settled.outcome is _WIN:
        rest = _dollars(settled.need - settled.paid)
        return (
            f"Cover ended at your {name}: it won, {_dollars(settled.paid)} of {need} was paid, "
            f"and your {stake} comes back; the other {rest} is owed by nobody."
        )
    return (
        f"Cover ended at your {name}: it {_ENDED[settled.outcome]}, {_dollars(settled.taken)} of "
        f"{need} was taken, and {_dollars(settled.returned)} comes back."
    )


def bank(settlement: "Settlement") -> str:
    """The bank's hand, and whether it plays."""
    facts = settlement.bank_facts
    plays = "qualifies" if facts.qualifies else "does not qualify"
    if facts.strength is None:
        return f"The bank {plays}."
    return f"The bank holds {describe(facts.strength)} and {plays}."


def hand(settlement: "Settlement", seat: int) -> str:
    """How a seat's hand ended, in one line: "Seat 3 wins: +$45."."""
    settled = settlement.hand_at(seat)
    sign = "+" if settled.net > 0 else ""
    return f"Seat {seat} {_HAND_ENDED[settled.result]}: {sign}{_dollars(settled.net)}."


_HAND_ENDED = {
    Result.WIN: "beats the bank",
    Result.LOSE: "is beaten",
    Result.PUSH: "pushes",
    Result.BANK_NOT_QUALIFIED: "stayed, and the bank does not qualify",
    Result.FOLD: "folded",
    Result.NO_CONTEST: "played without an ante",
}


def steps(settlement: "Settlement") -> Iterator[str]:
    """The round step by step: the bank, the order of action, every wager, and how W ended."""
    yield bank(settlement)
    order = ", ".join(str(seat) for seat in settlement.action.order)
    button = settlement.action.button_seat
    if button is None:
        yield f"Hands are settled from the dealer's right: {order}."
    else:
        yield f"The action button is at seat {button}. Order of action: {order}."
    for settled in settlement.lines:
        prefix = "" if settled.opens else f"Seat {settled.seat}: "
        yield prefix + settled.explain
    yield _close(settlement)


def _close(settlement: "Settlement") -> str:
    result = settlement.bank
    sums = f"The bank took {_dollars(result.taken)} and paid {_dollars(result.paid)}"
    if result.wager is None or result.left is None:
        return f"{sums}."
    if result.exhausted:
        return f"{sums}; its wager of {_dollars(result.wager)} is used up."
    return f"{sums}; {_dollars(result.left)} of its wager of {_dollars(result.wager)} was not used."
