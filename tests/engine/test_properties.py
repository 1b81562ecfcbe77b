"""What is true of every round, tried on rounds that nobody thought of."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.engine import actions as ask
from tables.engine import events as ev
from tables.engine.cards import CARDS, RANKS, full_deck
from tables.engine.ranking import HandClass
from tables.engine.record import settle_record
from tables.engine.refusals import RuleError
from tables.engine.round import Capture, Phase, RoundState, apply, can, cover_bar, order, replay
from tables.engine.settlement import Settlement
from tables.engine.sixcard import SixCardClass
from tables.engine.wagers import Coverage, Outcome, Result, WagerKind
from tests.engine.records import Record, in_results
from tests.engine.rounds import LIMITS, Game, setup

MANY = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])

CALIFORNIA_OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "coverage": st.sampled_from(["retire", "dual_cap", "replenish"]),
        "sequence": st.sampled_from(["seat", "base_then_bonus", "wager"]),
        "folded": st.sampled_from(["in_order", "first"]),
        "button": st.fixed_dictionaries(
            {},
            optional={
                "count_from": st.sampled_from(["left_of_bank", "bank"]),
                "count_empty": st.booleans(),
                "values": st.fixed_dictionaries({rank: st.integers(1, 40) for rank in RANKS}),
            },
        ),
    },
)
NEW_YORK_OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "pair_plus_table": st.sampled_from("ABCDEFG"),
        "ante_bonus": st.sampled_from(["standard", "enhanced"]),
        "six_card": st.one_of(
            st.none(),
            st.builds(
                lambda table: {"version": "ante_and_pair_plus", "table": table},
                st.sampled_from("ABCDE"),
            ),
        ),
    },
)
OPTIONS = {
    "california": CALIFORNIA_OPTIONS,
    "iowa": st.just({}),
    "casino_guide": st.just({}),
    "new_york": NEW_YORK_OPTIONS,
}
SIDE = {"california": "bonus"}


@st.composite
def records(draw: st.DrawFn, bases: tuple[str, ...] = tuple(OPTIONS)) -> Record:
    """A sound round record of any pack, with W anywhere between nothing much and plenty."""
    base = draw(st.sampled_from(bases))
    california = base == "california"
    seats = draw(st.integers(2, 14)) if california else {"new_york": 9}.get(base, 7)
    decks = draw(st.integers(1, 8)) if california else 1
    options = draw(OPTIONS[base])
    bank_seat = draw(st.integers(1, seats)) if california else None
    free = [seat for seat in range(1, seats + 1) if seat != bank_seat]
    taken = draw(st.lists(st.sampled_from(free), min_size=1, unique=True))
    count = 3 * (len(taken) + 1)
    # The strongest cards are dealt often, so that classes and ties are met.
    pool = full_deck(decks) if draw(st.booleans()) else full_deck(decks)[-24 * max(decks, 2) :]
    shoe = draw(st.permutations(range(len(pool)))) if len(pool) >= count else range(52)
    cards = [(pool if len(pool) >= count else CARDS)[at] for at in shoe[:count]]
    bank: Record = {"kind": "house", "cards": cards[:3]}
    if california:
        bank = {"kind": "player_dealer", "seat": bank_seat, "wager": draw(st.integers(1, 40000))}
        bank |= {"cards": cards[:3], "face_up": cards[draw(st.integers(0, 2))]}
    hands = [
        {"seat": seat, "cards": cards[3 * at + 3 : 3 * at + 6], **draw(stakes(base, options))}
        for at, seat in enumerate(taken)
    ]
    return {
        "schema": "cardroom.round/1",
        "rules": {"base": base, "options": options},
        "table": {"seats": seats, "decks": decks},
        "bank": bank,
        "hands": hands,
    }


@st.composite
def stakes(draw: st.DrawFn, base: str, options: Record) -> Record:
    side, cents = SIDE.get(base, "pair_plus"), st.integers(1, 5000)
    wagers: dict[str, int] = {}
    if base in ("california", "casino_guide") or draw(st.booleans()):
        wagers["ante"] = draw(cents)
    if not wagers or draw(st.booleans()):
        wagers[side] = draw(cents)
    if base == "casino_guide" and side in wagers:
        wagers[side] = min(wagers[side], wagers["ante"])
    if options.get("six_card") and {"ante", side} <= wagers.keys() and draw(st.booleans()):
        wagers["six_card_bonus"] = draw(cents)
    decision = draw(st.sampled_from(["play", "play", "fold"])) if "ante" in wagers else None
    return {"wagers": wagers, "decision": decision}


# -- Settlements -----------------------------------------------------------------------------------


@MANY
@given(records())
def test_money_in_is_money_out(record: Record) -> None:
    settled = settle_record(record)
    for line in settled.lines:
        assert line.taken + line.returned == line.stake
        assert min(line.taken, line.paid, line.returned) >= 0
    assert settled.bank.net + sum(hand.net for hand in settled.hands) == 0
    staked = sum(line.stake for line in settled.lines)
    if settled.bank.wager is not None and settled.bank_return is not None:
        assert settled.bank_return + sum(settled.returns.values()) == settled.bank.wager + staked


@MANY
@given(records())
def test_every_wager_is_settled_once_and_explained(record: Record) -> None:
    settled = settle_record(record)
    for hand, entry in zip(
        settled.hands, sorted(record["hands"], key=lambda h: h["seat"]), strict=True
    ):
        placed = {line.kind.value: line.stake for line in hand.lines if line.stake}
        expected = dict(entry["wagers"])
        if entry["decision"] == "play":
            expected["play"] = expected["ante"]
        assert placed == expected
    assert json.loads(json.dumps(settled.to_dict()))["schema"] == "cardroom.settlement/1"
    assert all("{" not in sentence for sentence in settled.sentences)


@MANY
@given(records(bases=("california",)))
def test_the_player_dealer_wins_and_loses_no_more_than_w(record: Record) -> None:
    settled = settle_record(record)
    wager = record["bank"]["wager"]
    model = record["rules"]["options"].get("coverage", "retire")
    if model == "retire":
        assert settled.bank.taken + settled.bank.paid <= wager
    elif model == "dual_cap":
        assert settled.bank.taken <= wager and settled.bank.paid <= wager
    assert settled.bank.net >= -wager
    if model != "replenish":
        assert settled.bank.net <= wager


@MANY
@given(records(bases=("california",)))
def test_what_is_covered_is_a_prefix_of_the_order(record: Record) -> None:
    settled = settle_record(record)
    needy = [line.coverage for line in settled.lines if line.coverage is not Coverage.NONE_NEEDED]
    if record["rules"]["options"].get("coverage", "retire") == "retire":
        full = [coverage is Coverage.FULL for coverage in needy]
        assert full == sorted(full, reverse=True)
        assert needy.count(Coverage.PARTIAL) <= 1
    ended = [coverage is Coverage.NONE for coverage in needy]
    assert ended == sorted(ended)  # after the end nobody gets anything
    if any(ended):
        assert settled.bank.exhausted


@MANY
@given(records(bases=("california",)))
def test_the_order_is_a_rotation_of_the_seats_from_the_button(record: Record) -> None:
    action = settle_record(record).action
    seats = sorted(entry["seat"] for entry in record["hands"])
    turned = seats.index(action.order[0])
    assert list(action.order) == seats[turned:] + seats[:turned]
    assert action.button_seat == action.order[0]


@MANY
@given(records(), st.randoms(use_true_random=False))
def test_the_order_in_which_hands_are_written_changes_nothing(record: Record, random: Any) -> None:
    shuffled = list(record["hands"])
    random.shuffle(shuffled)
    expected = settle_record(record).to_dict()
    assert settle_record({**record, "hands": shuffled}).to_dict() == expected


@MANY
@given(records(bases=("california",)), st.integers(1, 13))
def test_turning_the_table_turns_the_settlement(record: Record, by: int) -> None:
    """Permuting the names of the seats, clockwise neighbours staying neighbours."""
    seats = record["table"]["seats"]

    def turned(seat: int) -> int:
        place: int = (seat - 1 + by) % seats
        return place + 1

    moved = {
        **record,
        "bank": {**record["bank"], "seat": turned(record["bank"]["seat"])},
        "hands": [{**entry, "seat": turned(entry["seat"])} for entry in record["hands"]],
    }
    before, after = settle_record(record), settle_record(moved)
    assert after.action.order == tuple(turned(seat) for seat in before.action.order)
    assert after.bank == before.bank
    nets = {turned(hand.seat): hand.net for hand in before.hands}
    assert {hand.seat: hand.net for hand in after.hands} == nets


@MANY
@given(records())
def test_results_settle_like_cards(record: Record) -> None:
    by_cards = settle_record(record)
    by_results = settle_record(in_results(record, by_cards.to_dict()))
    assert by_results.lines == by_cards.lines
    assert by_results.action == by_cards.action
    assert by_results.bank == by_cards.bank._replace(hand=None)


@MANY
@given(records(bases=("california",)))
def test_with_enough_w_every_model_pays_everything(record: Record) -> None:
    plenty = {**record, "bank": {**record["bank"], "wager": 10**9}}
    settled = settle_record(plenty)
    for line in settled.lines:
        assert line.coverage in (Coverage.FULL, Coverage.NONE_NEEDED)
        assert line.paid == (line.need if line.outcome is Outcome.WIN else 0)
    assert settled.bank.exhausted is False


# -- Rounds ----------------------------------------------------------------------------------------

seats = st.integers(-1, 9)
faces = st.one_of(st.sampled_from(CARDS), st.just("1x"))
threes = st.one_of(
    st.tuples(faces, faces, faces),
    st.permutations(CARDS).map(lambda deck: tuple(deck[:3])),
    st.just(()),
)
REQUESTS: st.SearchStrategy[ask.Action] = st.one_of(
    st.builds(ask.PostBankWager, st.sampled_from([-1, 0, 10000, 13000, 600000])),
    st.builds(
        ask.PlaceWager,
        seats,
        st.sampled_from(WagerKind),
        st.sampled_from([-5, 0, 100, 1000, 2000, 2500, 20000]),
    ),
    st.builds(ask.CallNoMoreBets),
    st.builds(ask.DealElectronic, st.permutations(CARDS).map(tuple)),
    st.builds(ask.DealElectronic, st.just(CARDS[:-1])),
    st.builds(ask.ShowUpCard, faces),
    st.builds(ask.SetButton, seats, st.sampled_from(["", "the floor says so"])),
    st.builds(ask.Play, seats),
    st.builds(ask.Fold, seats),
    st.builds(ask.HouseWay, seats),
    st.builds(ask.EnterHand, seats, threes),
    st.builds(ask.EnterBankHand, threes),
    st.builds(ask.EnterBankResult, st.booleans()),
    st.builds(
        ask.EnterResult,
        seats,
        st.one_of(st.none(), st.sampled_from(Result)),
        st.one_of(st.none(), st.sampled_from(HandClass)),
        st.one_of(st.none(), st.sampled_from(SixCardClass)),
    ),
    st.builds(ask.Reveal),
    st.builds(ask.Close),
    st.builds(ask.Void, st.sampled_from(["", "spilled drink"])),
)
TABLES = st.sampled_from(
    [
        {},
        {"source": "hand"},
        {"source": "hand", "capture": Capture.RESULTS},
        {"options": {"house_way": True, "coverage": "dual_cap"}},
        {"base": "iowa"},
        {"base": "new_york", "source": "hand"},
        {"base": "casino_guide", "source": "hand", "capture": Capture.RESULTS},
    ]
)


def sensible(state: RoundState) -> list[ask.Action]:
    """What a house dealer might do next, so that rounds get somewhere."""
    turn = state.turn_seat
    bank_up = state.face_up or "2c"
    free = [card for card in CARDS if card != bank_up]
    requests: list[ask.Action] = [
        ask.PostBankWager(15000),
        ask.CallNoMoreBets(),
        ask.DealElectronic(full_deck()[::-1]),
        ask.ShowUpCard("9d"),
        ask.Reveal(),
        ask.EnterBankHand((bank_up, free[0], free[17])),
        ask.EnterBankResult(True),
        ask.Close(),
    ]
    if state.phase is not Phase.DEAL:
        requests = [request for request in requests if not isinstance(request, ask.ShowUpCard)]
    requests += [ask.PlaceWager(seat, WagerKind.ANTE, 1000) for seat in (2, 5)]
    if turn is not None:
        requests += [ask.Play(turn), ask.Fold(turn)]
    for at, hand in enumerate(state.hands):
        requests.append(ask.EnterHand(hand.seat, tuple(free[3 * at + 20 : 3 * at + 23])))
        requests.append(ask.EnterResult(hand.seat, Result.WIN))
        requests.append(ask.EnterResult(hand.seat))
    return requests


def check_state(state: RoundState, settled: Settlement | None) -> None:
    """What a state always keeps."""
    table = state.setup
    live = [hand.seat for hand in state.hands]
    assert live == sorted(set(live)) and table.bank_seat not in live
    assert all(
        1 <= seat <= table.table_seats and hand.wagers
        for seat, hand in zip(live, state.hands, strict=True)
    )
    assert sorted(order(state)) == live
    assert (state.turn_seat is not None) is (state.phase is Phase.DECISIONS)
    if table.limits:
        for hand in state.hands:
            for kind, cents in hand.wagers.items():
                low, high = LIMITS[kind.value]
                assert low <= cents <= high
    assert (settled is not None) is (state.phase in (Phase.PAY, Phase.SETTLED))
    if state.bank_cards is not None and state.face_up is not None:
        assert state.face_up in state.bank_cards
    known = [card for hand in state.hands for card in hand.cards or ()]
    known += state.bank_cards or ((state.face_up,) if state.face_up else ())
    assert len(known) == len(set(known)) and set(known) <= set(CARDS)
    if settled is not None:
        assert settled.bank.net + sum(hand.net for hand in settled.hands) == 0
        used = sum(segment.used for segment in cover_bar(state))
        if table.bank_seat is not None and table.pack.coverage == "retire":
            assert state.bank_wager is not None and used <= state.bank_wager


@settings(MANY, max_examples=150)
@given(TABLES, st.data())
def test_any_requests_legal_or_not_leave_a_valid_round(table: Record, data: st.DataObject) -> None:
    game = Game(setup(**table))
    for _ in range(data.draw(st.integers(1, 45))):
        likely = st.sampled_from(sensible(game.state))
        request = data.draw(st.one_of(likely, likely, likely, REQUESTS))
        before, allowed = game.state, can(game.state, request)
        if allowed:
            game.do(request)
        else:
            with pytest.raises(RuleError):
                game.do(request)
            assert game.state is before
        check_state(game.state, game.state.settlement)
    stored = json.loads(json.dumps([ev.to_dict(event) for event in game.events]))
    assert replay([ev.from_dict(kept) for kept in stored]) == game.state


def test_the_sensible_requests_do_reach_the_end() -> None:
    """Guards the test above: it would be idle if rounds never got beyond the betting."""
    tables: list[Record] = [{}, {"source": "hand"}, {"source": "hand", "capture": Capture.RESULTS}]
    for table in tables:
        state = Game(setup(**table)).state
        for _ in range(30):
            request = next((r for r in sensible(state) if can(state, r) and moves(state, r)), None)
            if request is None:
                break
            state, _events = apply(state, request)
        assert state.phase is Phase.SETTLED


def moves(state: RoundState, request: ask.Action) -> bool:
    return apply(state, request)[0] != state
