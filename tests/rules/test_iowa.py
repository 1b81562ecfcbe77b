"""The Iowa text, clause by clause: what the engine does about each."""

import pytest

from tables.engine import actions as ask
from tables.engine.cards import full_deck
from tables.engine.packs import pack_from_rules
from tables.engine.ranking import HandClass, class_of, strength
from tables.engine.record import settle_record
from tables.engine.refusals import Refusal, RuleError
from tables.engine.settlement import HandResult, Line
from tables.engine.wagers import Decision, Outcome, Result
from tests.engine.records import Record, hand, house
from tests.engine.rounds import ANTE, PAIR_PLUS, Game, setup


def one(entry: Record, bank: str = "Kc 7d 2c") -> HandResult:
    [single] = settle_record(house("iowa", entry, bank=bank)).hands
    return single


def line(result: HandResult, kind: str) -> Line:
    return next(entry for entry in result.lines if entry.kind == kind)


def of(text: str) -> int:
    return strength(text.split())


def test_rankings_a_the_ace_is_high_or_completes_a_23() -> None:
    assert of("As 5d 4h") > of("Ks Qd Th")
    assert class_of(of("As 2d 3h")) is HandClass.STRAIGHT


@pytest.mark.parametrize(
    ("clause", "highest", "lowest"),
    [
        ("b1", "As Ks Qs", "As 2s 3s"),
        ("b2", "As Ad Ah", "2s 2d 2h"),
        ("b3", "As Kd Qh", "As 2d 3h"),
        ("b4", "As Ks Js", "5s 3s 2s"),
        ("b5", "As Ad Kh", "2s 2d 3h"),
    ],
)
def test_rankings_b_each_class_from_its_highest_to_its_lowest_hand(
    clause: str, highest: str, lowest: str
) -> None:
    assert class_of(of(highest)) is class_of(of(lowest))
    assert of(highest) > of(lowest)


def test_rankings_b_the_classes_in_their_order() -> None:
    lowest = ["As 2s 3s", "2s 2d 2h", "As 2d 3h", "5s 3s 2s", "2s 2d 3h", "5s 3d 2h"]
    strengths = [of(text) for text in lowest]
    assert strengths == sorted(strengths, reverse=True)


def test_rankings_the_highest_card_not_in_the_other_hand_decides_and_equal_hands_draw() -> None:
    assert of("As Qd 9h") > of("Ac Jd Th")
    assert of("As Qd 9h") > of("Ac Qh 8d")
    assert one(hand(1, "Ks 7h 2d", ante=100)).result is Result.PUSH


def test_wagers_a1_the_ante_alone() -> None:
    assert [entry.kind.value for entry in one(hand(1, "As Qd 3h", ante=500)).lines] == [
        "ante",
        "play",
    ]


def test_wagers_a2_the_pair_plus_alone_against_the_ledger() -> None:
    alone = one(hand(1, "9s 9d 3h", None, pair_plus=1000), bank="Kc Kd 2c")
    assert alone.result is Result.NO_CONTEST and alone.net == 1000


def test_wagers_a3_both() -> None:
    assert one(hand(1, "As Qd 3h", ante=500, pair_plus=800)).net == 1000 - 800


def test_wagers_d_nothing_is_placed_increased_or_withdrawn_after_no_more_bets() -> None:
    game = Game(setup("iowa")).do(ask.PlaceWager(2, ANTE, 500), ask.CallNoMoreBets())
    for cents in (0, 400, 600):
        assert game.refused(ask.PlaceWager(2, ANTE, cents)) is Refusal.WRONG_PHASE


def test_wagers_e_two_positions_for_one_player() -> None:
    assert pack_from_rules({"base": "iowa"}).text.positions_for_one_player == 2


def test_dealing_the_spot_at_the_dealers_left_first_and_the_dealer_last() -> None:
    game = Game(setup("iowa")).do(ask.PlaceWager(1, ANTE, 500), ask.CallNoMoreBets())
    game.do(ask.DealElectronic(full_deck()))
    deck = full_deck()
    assert game.state.hands[0].cards == (deck[0], deck[8], deck[16])
    assert game.state.bank_cards == (deck[7], deck[15], deck[23])


def test_dealing_hands_without_a_wager_are_removed() -> None:
    game = Game(setup("iowa")).do(ask.PlaceWager(3, ANTE, 500), ask.CallNoMoreBets())
    game.do(ask.DealElectronic(full_deck()))
    assert len(game.state.discarded) == 6


def test_completion_b_the_option_goes_from_the_dealers_left_clockwise() -> None:
    game = Game(setup("iowa", source="hand"))
    for seat in (5, 2, 7):
        game.do(ask.PlaceWager(seat, ANTE, 500))
    game.do(ask.CallNoMoreBets())
    asked: list[int] = []
    turn: int | None
    while (turn := game.state.turn_seat) is not None:
        asked.append(turn)
        game.do(ask.Play(turn))
    assert asked == [2, 5, 7]


def test_completion_b_without_a_play_wager_ante_and_pair_plus_are_forfeited() -> None:
    folded = one(hand(1, "9s 9d 9h", "fold", ante=500, pair_plus=500))
    assert [entry.outcome for entry in folded.lines] == [Outcome.FORFEIT, Outcome.FORFEIT]


def test_completion_b_pair_plus_alone_has_nothing_to_decide() -> None:
    game = Game(setup("iowa", source="hand")).do(ask.PlaceWager(2, PAIR_PLUS, 500))
    assert game.do(ask.CallNoMoreBets()).state.turn_seat is None
    with pytest.raises(RuleError):
        one(hand(1, "9s 9d 9h", Decision.PLAY.value, pair_plus=500))


def test_completion_c_hands_are_resolved_from_the_dealers_right() -> None:
    settled = settle_record(
        house("iowa", hand(2, "As Qd 3h", ante=500), hand(6, "Ks Qh 3d", ante=500))
    )
    assert settled.action.order == (6, 2) and settled.action.button_seat is None


def test_payout_a1_even_money_and_the_dealer_plays_queen_high() -> None:
    assert one(hand(1, "As Qd 3h", ante=500)).net == 1000
    unqualified = one(hand(1, "As Qd 3h", ante=500), bank="Jc 7d 2c")
    assert line(unqualified, "ante").paid == 500
    assert line(unqualified, "play").outcome is Outcome.REFUND


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("9s 9d 3h", 1),
        ("9s 7s 3s", 4),
        ("9s 8d 7h", 6),
        ("9s 9d 9h", 30),
        ("9s 8s 7s", 40),
        ("As Ks Qs", 40),
        ("As Qd 3h", 0),
    ],
)
def test_payout_a2_the_pair_plus_ledger(cards: str, odds: int) -> None:
    wager = one(hand(1, cards, None, pair_plus=100)).lines[0]
    assert wager.paid == odds * 100
    assert wager.outcome is (Outcome.WIN if odds else Outcome.LOSE)


@pytest.mark.parametrize(
    ("cards", "odds"), [("9s 8d 7h", 1), ("9s 9d 9h", 4), ("9s 8s 7s", 5), ("As Ks Qs", 5)]
)
@pytest.mark.parametrize("bank", ["Kc 7d 2c", "Jc 4d 2c", "Ac Ad Ah"])
def test_payout_a3_the_ante_bonus_whatever_the_dealer_holds(
    cards: str, odds: int, bank: str
) -> None:
    bonus = line(one(hand(1, cards, ante=500), bank=bank), "ante_bonus")
    assert (bonus.stake, bonus.paid, bonus.returned) == (0, odds * 500, 0)


def test_payout_a3_a_folded_straight_has_no_ante_bonus() -> None:
    assert [e.kind.value for e in one(hand(1, "9s 8d 7h", "fold", ante=500)).lines] == ["ante"]
