"""Every frame of every audience over random rounds, searched for what it must not hold.

The rounds are the engine's, the frames are the hub's; only the database is left out, so that there
can be thousands: ``FRAMES_ROUNDS=3000`` plays as many, ``SEED`` repeats one run.
"""

import json
import os
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tables.engine import actions, round
from tables.engine.round import Phase, RoundState
from tables.engine.wagers import WagerKind
from tables.live.hub import frame_of, views_of
from tables.live.projections import Audience
from tables.services.dealing import shuffled_deck
from tables.snapshot import TableSnapshot
from tests.tables.house import HouseRoom
from tests.tables.room import Room

pytestmark = pytest.mark.django_db
ROUNDS = int(os.environ.get("FRAMES_ROUNDS") or 60)
SEED = os.environ.get("SEED") or str(random.randrange(10**6))
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
SEATS = (1, 2, 4, 6)
AUDIENCES = [Audience.staff(), Audience.of_display(None), *map(Audience.of_display, range(1, 7))]


@pytest.fixture(params=["player-dealer", "house"])
def snapshot(request: pytest.FixtureRequest) -> TableSnapshot:
    """A table that bets, whose players can be told by their names and by what they have."""
    room = (
        Room(seats=6, source="electronic")
        if request.param == "player-dealer"
        else HouseRoom(source="electronic")
    )
    room.open()
    for seat in SEATS:
        room.seat(seat)
    if request.param == "player-dealer":
        room.give_bank_to(4)
    found = room.look()
    seats = tuple(
        replace(seat, name=name_of(seat.seat), chips=chips_of(seat.seat))
        if seat.patron_id is not None
        else seat
        for seat in found.seats
    )
    return replace(found, seats=seats)


def name_of(seat: int) -> str:
    return f"Zebulon-{seat}"


def chips_of(seat: int) -> int:
    return 76_543_210_000_000 + 10_000_000_000 * seat


def stack_of(seat: int) -> str:
    """How his chips begin in a frame, whatever of them lies on the layout; no time of day does."""
    return str(chips_of(seat))[:8]


def random_round(start: RoundState, chance: random.Random) -> Iterator[RoundState]:
    """A round with bets, folds, undone taps, and now and then a freeze or a void."""
    state, _ = round.open_round(start.setup)
    yield state
    for action in steps(state, chance):
        state, _ = round.apply(state, action)
        yield state
        if chance.random() < 0.05 and round.can(state, actions.Freeze("a dispute")):
            state, _ = round.apply(state, actions.Freeze("a dispute"))
            yield state
            state, _ = round.apply(state, actions.Release())
        if chance.random() < 0.05 and round.can(state, actions.Undo()):
            undone, _ = round.apply(state, actions.Undo())
            yield undone
        if chance.random() < 0.01 and round.can(state, actions.Void("a misdeal")):
            state, _ = round.apply(state, actions.Void("a misdeal"))
            yield state
            return
    while (seat := state.turn_seat) is not None:
        plays = chance.random() < 0.7
        state, _ = round.apply(state, actions.Play(seat) if plays else actions.Fold(seat))
        yield state
    for last in (actions.Reveal(), actions.Close()):
        state, _ = round.apply(state, last)
        yield state


def steps(state: RoundState, chance: random.Random) -> Iterator[actions.Action]:
    """From the first bet to the deal."""
    bank = state.setup.bank_seat
    if bank is not None:
        yield actions.PostBankWager(chance.choice((5_000, 10_000, 40_000)))
    betting = [seat for seat in SEATS if seat != bank and chance.random() < 0.8] or [1]
    for seat in betting:
        yield actions.PlaceWager(seat, WagerKind.ANTE, 1_000)
        side = state.setup.pack.side_kind
        if chance.random() < 0.5:
            yield actions.PlaceWager(seat, side, 500)
    yield actions.CallNoMoreBets()
    yield actions.DealElectronic(shuffled_deck(state.setup.decks))


def hidden_from(state: RoundState, audience: Audience) -> set[str]:
    """The dealt cards that this audience must not have been sent by now."""
    turned_over = state.revealed or state.phase in (Phase.PAY, Phase.SETTLED)
    hidden: set[str] = set()
    for hand in state.hands:
        open_to_all = turned_over and hand.decision != "fold"
        if hand.cards and audience.seat != hand.seat and not open_to_all:
            hidden |= set(hand.cards)
    if state.bank_cards and not turned_over:
        hidden |= set(state.bank_cards) - {state.face_up}
    return hidden


def money_of_others(audience: Audience) -> list[str]:
    """What nobody but the staff and the player himself may read: names and stacks."""
    if audience.is_staff:
        return []
    others = [seat for seat in SEATS if seat != audience.seat]
    names = [name_of(seat) for seat in SEATS]
    return [*names, *(stack_of(seat) for seat in others)]


def test_no_frame_of_any_round_holds_what_its_audience_may_not_see(snapshot: TableSnapshot) -> None:
    chance = random.Random(SEED)
    assert snapshot.state is not None
    frames = cards = 0
    patrons = {seat: snapshot.seats[seat - 1].patron_id or 0 for seat in SEATS}
    for _ in range(ROUNDS):
        for state in random_round(snapshot.state, chance):
            now = replace(snapshot, state=state, round_patrons=patrons)
            view_of = views_of(now)
            for audience in AUDIENCES:
                frame = frame_of(now.stamp, view_of(audience))
                seen = set(CARD.findall(frame))
                leaked = seen & hidden_from(state, audience)
                assert not leaked, f"SEED={SEED}: {audience} in {state.phase}: {leaked}"
                told = [secret for secret in money_of_others(audience) if secret in frame]
                assert not told, f"SEED={SEED}: {audience} in {state.phase}: {told}"
                frames, cards = frames + 1, cards + len(seen)
    assert frames > 50 * ROUNDS
    assert cards > 100 * ROUNDS


def test_the_search_finds_what_is_planted(snapshot: TableSnapshot) -> None:
    assert snapshot.state is not None
    states = random_round(snapshot.state, random.Random(1))
    state = next(state for state in states if state.phase is Phase.DECISIONS)
    hand = next(hand for hand in state.hands if hand.cards)
    leak = json.dumps({"cards": hand.cards, "name": name_of(1), "stack": chips_of(2)})
    other = Audience.of_display(next(seat for seat in SEATS if seat != hand.seat))
    assert set(CARD.findall(leak)) & hidden_from(state, other)
    assert [each for each in money_of_others(Audience.of_display(None)) if each in leak] == [
        name_of(1),
        stack_of(2),
    ]
