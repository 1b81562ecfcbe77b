"""The New York text, clause by clause: what the engine does about each."""

from typing import Any

import pytest

from tables.engine import actions as ask
from tables.engine.cards import full_deck
from tables.engine.packs import pack_from_rules
from tables.engine.ranking import strength
from tables.engine.record import settle_record
from tables.engine.refusals import Refusal, RuleError
from tables.engine.settlement import HandResult, Line
from tables.engine.wagers import Outcome, Result
from tests.engine.records import Record, changed, hand, house
from tests.engine.rounds import ANTE, Game, setup

SIX_I = {"version": "pair_plus", "table": "A"}
SIX_II = {"version": "ante_and_pair_plus", "table": "E"}


def one(entry: Record, bank: str = "Kc 7d 2c", **options: Any) -> HandResult:
    [single] = settle_record(house("new_york", entry, bank=bank, **options)).hands
    return single


def line(result: HandResult, kind: str) -> Line:
    return next(entry for entry in result.lines if entry.kind == kind)


def refused(entry: Record, **options: Any) -> Refusal:
    with pytest.raises(RuleError) as caught:
        one(entry, **options)
    return Refusal(caught.value.code)


def test_a_1_no_more_than_nine_positions() -> None:
    record = house("new_york", hand(9, "As Qd 3h", ante=500))
    settle_record(record)
    with pytest.raises(RuleError):
        settle_record(changed(record, "table.seats", 10))


def test_b_1_the_ace_is_high_or_completes_a_23() -> None:
    assert strength(("As", "3d", "2h")) > strength(("Ks", "8s", "5s"))


def test_b_2_the_permissible_hands_in_their_order() -> None:
    ladder = [("4s", "3s", "2s"), ("4s", "4d", "4h"), ("4s", "3d", "2h"), ("8s", "3s", "2s")]
    ladder += [("4s", "4d", "3h"), ("As", "Kd", "Jh")]
    assert [strength(cards) for cards in ladder] == sorted(map(strength, ladder), reverse=True)


def test_b_3_the_lists_come_before_the_highest_card_and_equal_hands_push() -> None:
    assert strength(("Ks", "Kd", "3h")) > strength(("2s", "2d", "Ah"))
    assert strength(("4s", "3d", "2h")) > strength(("As", "3h", "2c"))
    assert one(hand(1, "Ks 7h 2d", ante=500)).result is Result.PUSH


def test_c_1_ante_pair_plus_or_both() -> None:
    assert one(hand(1, "As Qd 3h", ante=500)).net == 1000
    assert one(hand(1, "9s 9d 3h", None, pair_plus=500)).result is Result.NO_CONTEST
    assert one(hand(1, "9s 9d 3h", ante=500, pair_plus=500)).net == 1500


def test_c_1_wagers_stay_within_the_posted_limits() -> None:
    limits = {"ante": [500, 5000], "pair_plus": [100, 2000]}
    assert refused(hand(1, "As Qd 3h", ante=499), limits=limits) is Refusal.WAGER_BELOW_LIMIT
    above = hand(1, "As Qd 3h", None, pair_plus=2001)
    assert refused(above, limits=limits) is Refusal.WAGER_ABOVE_LIMIT


def test_c_4_nothing_changes_after_no_more_bets() -> None:
    game = Game(setup("new_york", table_seats=9)).do(ask.PlaceWager(9, ANTE, 500))
    game.do(ask.CallNoMoreBets())
    assert game.refused(ask.PlaceWager(9, ANTE, 600)) is Refusal.WRONG_PHASE


def test_c_5_two_adjacent_positions_for_one_player() -> None:
    assert pack_from_rules({"base": "new_york"}).text.positions_for_one_player == 2


def test_c_6_i_an_ante_at_least_equal_to_the_pair_plus() -> None:
    rule = "ante_at_least_pair_plus"
    one(hand(1, "As Qd 3h", ante=500, pair_plus=500), precondition=rule)
    one(hand(1, "As Qd 3h", ante=500), precondition=rule)
    above = hand(1, "As Qd 3h", ante=500, pair_plus=501)
    assert refused(above, precondition=rule) is Refusal.PAIR_PLUS_ABOVE_ANTE
    alone = hand(1, "As Qd 3h", None, pair_plus=500)
    assert refused(alone, precondition=rule) is Refusal.ANTE_REQUIRED


def test_c_6_ii_an_ante_at_least_half_the_pair_plus() -> None:
    rule = "ante_at_least_half_pair_plus"
    one(hand(1, "As Qd 3h", ante=500, pair_plus=1000), precondition=rule)
    above = hand(1, "As Qd 3h", ante=500, pair_plus=1001)
    assert refused(above, precondition=rule) is Refusal.PAIR_PLUS_ABOVE_TWICE_ANTE


def test_c_6_iii_both_wagers_and_neither_above_five_times_the_other() -> None:
    rule = "compulsory_both"
    one(hand(1, "As Qd 3h", ante=500, pair_plus=2500), precondition=rule)
    one(hand(1, "As Qd 3h", ante=2500, pair_plus=500), precondition=rule)
    for ante, pair_plus in ((500, 2501), (2501, 500)):
        entry = hand(1, "As Qd 3h", ante=ante, pair_plus=pair_plus)
        assert refused(entry, precondition=rule) is Refusal.WAGERS_TOO_FAR_APART
    assert refused(hand(1, "As Qd 3h", ante=500), precondition=rule) is Refusal.PAIR_PLUS_REQUIRED


def test_c_7_the_six_card_bonus_is_offered_by_option_and_needs_a_pair_plus() -> None:
    entry = hand(1, "As Qd 3h", ante=500, pair_plus=500, six_card_bonus=500)
    assert refused(entry) is Refusal.UNKNOWN_WAGER
    one(entry, six_card=SIX_I)
    lacks = hand(1, "As Qd 3h", ante=500, six_card_bonus=500)
    assert refused(lacks, six_card=SIX_I) is Refusal.PAIR_PLUS_REQUIRED


def test_c_7_the_six_card_bonus_and_the_other_wagers_do_not_touch_each_other() -> None:
    entry = hand(1, "Ks Kh 9d", ante=500, pair_plus=500, six_card_bonus=500)
    played = one(entry, bank="Kc Kd 2c", six_card=SIX_I)
    folded = one({**entry, "decision": "fold"}, bank="Kc Kd 2c", six_card=SIX_I)
    assert line(played, "six_card_bonus").paid == line(folded, "six_card_bonus").paid == 25000
    without = one(hand(1, "Ks Kh 9d", ante=500, pair_plus=500), bank="Kc Kd 2c")
    assert played.lines[:-1] == without.lines


@pytest.mark.parametrize(
    ("clause", "cards", "bank", "odds"),
    [
        ("i", "As Ks Qs", "Js Ts 2d", 1000),
        ("ii", "9s Ks Qs", "Js Ts 2d", 200),
        ("iii", "Ks Kh Kd", "Kc 3s 2d", 50),
        ("iv", "Ks Kh Kd", "3c 3s 2d", 25),
        ("v", "Ks 9s 2s", "4s 3s 2d", 20),
        ("vi", "As 2h 3d", "4c 5s 9d", 10),
        ("vii", "Ks Kh 3d", "Kc 5s 9d", 5),
        ("nothing", "Ks Kh 3d", "3c 5s 9d", 0),
    ],
)
def test_c_7_the_best_five_of_the_six_cards_pay(
    clause: str, cards: str, bank: str, odds: int
) -> None:
    entry = hand(1, cards, ante=500, pair_plus=500, six_card_bonus=100)
    assert line(one(entry, bank=bank, six_card=SIX_I), "six_card_bonus").paid == odds * 100


def test_d_1_one_card_at_a_time_to_those_who_wagered_and_the_dealer_last() -> None:
    game = Game(setup("new_york", table_seats=9))
    game.do(ask.PlaceWager(3, ANTE, 500), ask.PlaceWager(8, ANTE, 500), ask.CallNoMoreBets())
    game.do(ask.DealElectronic(full_deck()))
    deck = full_deck()
    assert game.state.hands[0].cards == (deck[0], deck[3], deck[6])
    assert game.state.bank_cards == (deck[2], deck[5], deck[8])
    assert game.state.face_up is None and not game.state.discarded


def test_e_2_without_a_player_wager_ante_and_pair_plus_are_forfeited() -> None:
    folded = one(hand(1, "9s 9d 9h", "fold", ante=500, pair_plus=500))
    assert folded.net == -1000 and folded.result is Result.FOLD


def test_e_3_winners_are_paid_from_the_dealers_right() -> None:
    hands = [hand(seat, cards, ante=500) for seat, cards in ((1, "As Qd 3h"), (9, "Ah Qs 3d"))]
    assert settle_record(house("new_york", *hands)).action.order == (9, 1)


def test_f_1_i_even_money_and_the_dealer_plays_with_queen_high() -> None:
    assert one(hand(1, "As Qd 3h", ante=500)).net == 1000
    unqualified = one(hand(1, "8s 5d 4h", ante=500), bank="Jc 7d 2c")
    assert unqualified.net == 500
    assert line(unqualified, "play").outcome is Outcome.REFUND


PAIR_PLUS_TABLES = {
    "A": (1, 4, 6, 30, 35),
    "B": (1, 4, 6, 33, 35),
    "C": (1, 3, 5, 25, 35),
    "D": (1, 4, 5, 30, 40),
    "E": (1, 3, 6, 30, 40),
    "F": (1, 4, 6, 30, 40),
    "G": (1, 4, 6, 25, 40),
}


@pytest.mark.parametrize("table", PAIR_PLUS_TABLES)
def test_f_1_ii_the_pair_plus_tables(table: str) -> None:
    hands = ("9s 9d 3h", "9s 7s 3s", "9s 8d 7h", "9s 9d 9h", "9s 8s 7s")
    for cards, odds in zip(hands, PAIR_PLUS_TABLES[table], strict=True):
        settled = one(hand(1, cards, None, pair_plus=100), pair_plus_table=table)
        assert settled.lines[0].paid == odds * 100


@pytest.mark.parametrize(("version", "odds"), [("standard", (1, 4, 5)), ("enhanced", (1, 5, 6))])
def test_f_1_iii_the_ante_bonus(version: str, odds: tuple[int, ...]) -> None:
    for cards, times in zip(("9s 8d 7h", "9s 9d 9h", "9s 8s 7s"), odds, strict=True):
        settled = one(hand(1, cards, ante=500), ante_bonus=version)
        assert line(settled, "ante_bonus").paid == times * 500


SIX_CARD_TABLES = {
    "A": (5, 10, 20, 25, 50, 200, 1000),
    "B": (5, 10, 15, 25, 50, 200, 1000),
    "C": (8, 9, 15, 20, 100, 200, 1000),
    "D": (7, 10, 15, 20, 100, 200, 1000),
    "E": (5, 10, 15, 20, 100, 200, 200),
}
SIXES = (
    ("Ks Kh 3d", "Kc 5s 9d"),
    ("As 2h 3d", "4c 5s 9d"),
    ("Ks 9s 2s", "4s 3s 2d"),
    ("Ks Kh Kd", "3c 3s 2d"),
    ("Ks Kh Kd", "Kc 3s 2d"),
    ("9s Ks Qs", "Js Ts 2d"),
    ("As Ks Qs", "Js Ts 2d"),
)


@pytest.mark.parametrize(
    ("version", "table"),
    [("pair_plus", name) for name in "ABCD"] + [("ante_and_pair_plus", name) for name in "ABCDE"],
)
def test_f_2_the_six_card_tables(version: str, table: str) -> None:
    rule = {"version": version, "table": table}
    for (cards, bank), odds in zip(SIXES, SIX_CARD_TABLES[table], strict=True):
        entry = hand(1, cards, ante=500, pair_plus=500, six_card_bonus=100)
        assert line(one(entry, bank=bank, six_card=rule), "six_card_bonus").paid == odds * 100


@pytest.mark.parametrize(("suit", "dollars"), [("d", 1_000_000), ("s", 100_000), ("h", 100_000)])
def test_f_2_ii_the_six_card_royal_of_table_e_pays_a_fixed_award(suit: str, dollars: int) -> None:
    cards, bank = f"A{suit} K{suit} Q{suit}", f"J{suit} T{suit} 9{suit}"
    entry = hand(1, cards, ante=500, pair_plus=500, six_card_bonus=100)
    award = line(one(entry, bank=bank, six_card=SIX_II), "six_card_bonus")
    assert (award.paid, award.returned) == (dollars * 100, 100)
    table_a = line(one(entry, bank=bank, six_card=SIX_I), "six_card_bonus")
    assert table_a.paid == 1000 * 100
