"""The sentences of a settlement, made from its data, in words that a player understands."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from cardroom.money import format_cents
from cardroom.texts import Sentence, say
from tables.engine.ranking import HandClass, describe
from tables.engine.sixcard import SixCardClass
from tables.engine.wagers import WAGER_NAMES, Coverage, Outcome, Result, WagerKind

if TYPE_CHECKING:
    from tables.engine.settlement import Line, Settlement

# A round names the same few amounts again and again, and formatting is most of the work here.
_dollars = lru_cache(maxsize=4096)(format_cents)

# A page gives the function here that says a text in its language; without one it is English.
Translate = Callable[[Sentence], str]


def _english(text: Sentence) -> str:
    return text


_PLACES: Sequence[Sentence] = (
    say("first"),
    say("second"),
    say("third"),
    say("fourth"),
    say("fifth"),
    say("sixth"),
    say("seventh"),
    say("eighth"),
    say("ninth"),
    say("tenth"),
    say("eleventh"),
    say("twelfth"),
    say("thirteenth"),
)
_WON_ON: Mapping[StrEnum | None, Sentence] = {
    HandClass.PAIR: say("a pair"),
    HandClass.FLUSH: say("a flush"),
    HandClass.STRAIGHT: say("a straight"),
    HandClass.THREE_OF_A_KIND: say("three of a kind"),
    HandClass.STRAIGHT_FLUSH: say("a straight flush"),
    HandClass.ROYAL_FLUSH: say("a royal flush"),
    SixCardClass.FULL_HOUSE: say("a full house"),
    SixCardClass.FOUR_OF_A_KIND: say("four of a kind"),
    SixCardClass.SIX_CARD_ROYAL: say("a six-card royal flush"),
    SixCardClass.SIX_CARD_ROYAL_DIAMONDS: say("a six-card royal flush in diamonds"),
}

# Looked up once: up to Python 3.11 an enum member is a function call, and a round asks hundreds.
_FULL, _PARTIAL = Coverage.FULL, Coverage.PARTIAL
_NONE, _NONE_NEEDED = Coverage.NONE, Coverage.NONE_NEEDED
_WIN, _LOSE, _PUSH, _FORFEIT = Outcome.WIN, Outcome.LOSE, Outcome.PUSH, Outcome.FORFEIT
_ANTE_BONUS = WagerKind.ANTE_BONUS


_W_LEFT = say("%(left)s of W is left.")
_AT_SEAT = say("Seat %(seat)s:")
_PLAYS = say("The bank qualifies.")
_DOES_NOT = say("The bank does not qualify.")
_QUALIFIES = say("The bank holds %(hand)s and qualifies.")
_NOT_QUALIFIED = say("The bank holds %(hand)s and does not qualify.")
_FROM_THE_RIGHT = say("Hands are settled from the dealer's right: %(order)s.")
_FROM_THE_BUTTON = say("The action button is at seat %(seat)s. Order of action: %(order)s.")
_USED_UP = say("The bank took %(taken)s and paid %(paid)s; its wager of %(wager)s is used up.")
_SUMS = say("The bank took %(taken)s and paid %(paid)s.")
_LEFT_OVER = say(
    "The bank took %(taken)s and paid %(paid)s; %(left)s of its wager of %(wager)s was not used."
)
_IS_SETTLED = say("Seat %(seat)s is settled %(place)s.")
_ACTS = say("Seat %(seat)s acts %(place)s.")
_EQUAL = say("%(wager)s %(stake)s pushes, since the hands are equal: it comes back.")
_NO_ACTION = say(
    "%(wager)s %(stake)s gets no action, since the bank does not qualify: it comes back."
)
_UNCOVERED = {
    Outcome.WIN: say(
        "Cover had ended before your %(wager)s: it won, nothing is paid, and your %(stake)s comes "
        "back."
    ),
    Outcome.LOSE: say(
        "Cover had ended before your %(wager)s: it lost, nothing is taken, and your %(stake)s "
        "comes back."
    ),
    Outcome.FORFEIT: say(
        "Cover had ended before your %(wager)s: it was folded, nothing is taken, and your "
        "%(stake)s comes back."
    ),
}
# By whether there is a W that covers it; where the house banks nothing is said of cover.
_LOST = {
    True: say("%(wager)s %(stake)s is covered in full and loses: %(stake)s taken."),
    False: say("%(wager)s %(stake)s loses: %(stake)s taken."),
}
_FORFEITED = {
    True: say(
        "%(wager)s %(stake)s is covered in full and is forfeited by the fold: %(stake)s taken."
    ),
    False: say("%(wager)s %(stake)s is forfeited by the fold: %(stake)s taken."),
}
_WON = {
    True: say("%(wager)s %(stake)s is covered in full and wins: paid %(paid)s."),
    False: say("%(wager)s %(stake)s wins: paid %(paid)s."),
}
_WON_WITH = {
    True: say("%(wager)s %(stake)s is covered in full and wins with %(won_on)s: paid %(paid)s."),
    False: say("%(wager)s %(stake)s wins with %(won_on)s: paid %(paid)s."),
}
_BONUS = say("%(wager)s for %(won_on)s: paid %(paid)s.")
_PARTLY = {
    Outcome.WIN: say(
        "Cover ended at your %(wager)s: it won, %(paid)s of %(need)s was paid, and your %(stake)s "
        "comes back; the other %(rest)s is owed by nobody."
    ),
    Outcome.LOSE: say(
        "Cover ended at your %(wager)s: it lost, %(taken)s of %(need)s was taken, and "
        "%(returned)s comes back."
    ),
    Outcome.FORFEIT: say(
        "Cover ended at your %(wager)s: it was folded, %(taken)s of %(need)s was taken, and "
        "%(returned)s comes back."
    ),
}


_HAND_ENDED = {
    Result.WIN: say("Seat %(seat)s beats the bank: %(net)s."),
    Result.LOSE: say("Seat %(seat)s is beaten: %(net)s."),
    Result.PUSH: say("Seat %(seat)s pushes: %(net)s."),
    Result.BANK_NOT_QUALIFIED: say("Seat %(seat)s stayed, and the bank does not qualify: %(net)s."),
    Result.FOLD: say("Seat %(seat)s folded: %(net)s."),
    Result.NO_CONTEST: say("Seat %(seat)s played without an ante: %(net)s."),
}


def line(settled: "Line", tr: Translate = _english) -> str:
    """One wager: what was left of W when its turn came, how it ended, and what was paid."""
    said = _outcome(settled, tr)
    left = settled.left
    if left and settled.coverage is not _NONE_NEEDED:
        said = tr(_W_LEFT) % {"left": _dollars(left)} + f" {said}"
    if settled.opens:
        acts = tr(_IS_SETTLED if left is None else _ACTS)
        said = acts % {"seat": settled.seat, "place": tr(_PLACES[settled.place - 1])} + f" {said}"
    return said


def _outcome(settled: "Line", tr: Translate) -> str:
    words: dict[str, object] = {
        "wager": tr(WAGER_NAMES[settled.kind]),
        "stake": _dollars(settled.stake),
    }
    if settled.coverage is _FULL:
        return _in_full(settled, words, tr)
    if settled.coverage is _NONE:
        return tr(_UNCOVERED[settled.outcome]) % words
    if settled.coverage is _PARTIAL:
        return _in_part(settled, words, tr)
    if settled.outcome is _PUSH:
        return tr(_EQUAL) % words
    return tr(_NO_ACTION) % words


def _in_full(settled: "Line", words: dict[str, object], tr: Translate) -> str:
    covered = settled.left is not None
    if settled.outcome is _LOSE:
        return tr(_LOST[covered]) % words
    if settled.outcome is _FORFEIT:
        return tr(_FORFEITED[covered]) % words
    words["paid"] = _dollars(settled.paid)
    if settled.won_on is None:
        return tr(_WON[covered]) % words
    words["won_on"] = tr(_WON_ON[settled.won_on])
    return tr(_BONUS if settled.kind is _ANTE_BONUS else _WON_WITH[covered]) % words


def _in_part(settled: "Line", words: dict[str, object], tr: Translate) -> str:
    words["need"] = _dollars(settled.need)
    if settled.outcome is _WIN:
        words["paid"] = _dollars(settled.paid)
        words["rest"] = _dollars(settled.need - settled.paid)
    else:
        words["taken"] = _dollars(settled.taken)
        words["returned"] = _dollars(settled.returned)
    return tr(_PARTLY[settled.outcome]) % words


def bank(settlement: "Settlement", tr: Translate = _english) -> str:
    """The bank's hand, and whether it plays."""
    facts = settlement.bank_facts
    if facts.strength is None:
        return tr(_PLAYS if facts.qualifies else _DOES_NOT)
    held = _QUALIFIES if facts.qualifies else _NOT_QUALIFIED
    return tr(held) % {"hand": tr(describe(facts.strength))}


def hand(settlement: "Settlement", seat: int, tr: Translate = _english) -> str:
    """How a seat's hand ended, in one line: "Seat 3 beats the bank: +$45."."""
    settled = settlement.hand_at(seat)
    sign = "+" if settled.net > 0 else ""
    return tr(_HAND_ENDED[settled.result]) % {"seat": seat, "net": f"{sign}{_dollars(settled.net)}"}


def steps(settlement: "Settlement", tr: Translate = _english) -> Iterator[str]:
    """The round step by step: the bank, the order of action, every wager, and how W ended."""
    yield bank(settlement, tr)
    words = {
        "order": ", ".join(str(seat) for seat in settlement.action.order),
        "seat": settlement.action.button_seat,
    }
    yield tr(_FROM_THE_RIGHT if words["seat"] is None else _FROM_THE_BUTTON) % words
    for settled in settlement.lines:
        said = line(settled, tr)
        yield said if settled.opens else tr(_AT_SEAT) % {"seat": settled.seat} + f" {said}"
    yield _close(settlement, tr)


def _close(settlement: "Settlement", tr: Translate) -> str:
    result = settlement.bank
    words = {"taken": _dollars(result.taken), "paid": _dollars(result.paid)}
    if result.wager is None or result.left is None:
        return tr(_SUMS) % words
    words |= {"wager": _dollars(result.wager), "left": _dollars(result.left)}
    return tr(_USED_UP if result.exhausted else _LEFT_OVER) % words
