"""Rounds: the engine decides, the log keeps, the money follows the facts."""

from tables.engine import actions, fees, packs, rotation, round
from tables.models import Round
from tables.services import money
from tables.services.desk import Desk


def act(desk: Desk, action: actions.Action) -> None:
    """Apply an action to the open round, keep its events and move the money they mean."""
    state, happened = round.apply(desk.open_state(), action)
    desk.state = state
    for event in happened:
        desk.append_round_event(event)
        money.follow(desk, event)
    if state.phase in (round.Phase.SETTLED, round.Phase.VOID):
        _finish(desk)


def _finish(desk: Desk) -> None:
    """Close the round's row. A settled hand counts for the rotation; a void one does not."""
    assert desk.round is not None and desk.state is not None
    settlement = desk.state.settlement
    settled = desk.state.phase is round.Phase.SETTLED
    desk.round.status = Round.Status.SETTLED if settled else Round.Status.VOID
    desk.round.closed_at = desk.at
    desk.round.settlement = settlement.to_dict() if settled and settlement else None
    desk.round.save(update_fields=["status", "closed_at", "settlement"])
    if settled:
        _count_hand(desk)
    desk.round = desk.state = None


def _count_hand(desk: Desk) -> None:
    """One more hand is served by the holder, where a player banks."""
    if desk.turn is None:
        return
    desk.turn.hands_served = rotation.hand_served(desk.rotation_turn()).hands_served
    desk.turn.hands_total += 1
    desk.turn.save(update_fields=["hands_served", "hands_total"])


def abandon_betting(desk: Desk, reason: str) -> None:
    """Void a round in which nothing has been locked yet. Raises ``ROUND_IN_PLAY`` after that."""
    if desk.state is None:
        return
    desk.check_no_round_in_play()
    act(desk, actions.Void(reason))


def abandon_if_too_few(desk: Desk) -> None:
    """Void a betting round where too few players are left for it."""
    if len(desk.seats) < desk.fewest_players:
        abandon_betting(desk, f"only {len(desk.seats)} of {desk.fewest_players} players are left")


def open_next_if_ready(desk: Desk) -> None:
    """Open the next round as soon as the table is open, has somebody who banks, and may deal."""
    table = desk.table
    if table.status != table.Status.OPEN or desk.round is not None:
        return
    if len(desk.seats) < desk.fewest_players or not desk.rotation_verdict().may_deal:
        return
    bank_seat = desk.turn.seat if desk.turn else None
    assert table.pack is not None  # set when it opened
    schedule = table.fee_schedule
    table.rounds_opened += 1
    opened = Round.objects.create(
        table=table,
        number=table.rounds_opened,
        pack=table.pack,
        fee_schedule=schedule,
        turn=desk.turn,
        dealer=table.dealer,
        opened_at=desk.at,
    )
    setup = round.RoundSetup(
        round_id=opened.ref,
        pack=packs.pack_from_rules(table.pack.rules),
        table_seats=table.seat_count,
        decks=table.decks,
        limits={kind: (low, high) for kind, (low, high) in table.limits.items()},
        fee_schedule=fees.FeeSchedule.from_dict(schedule.lines) if schedule else None,
        bank_seat=bank_seat,
        source=round.Source(table.source),
        capture=round.Capture(table.capture),
    )
    desk.begin_round(opened)
    desk.state, happened = round.open_round(setup)
    for event in happened:
        desk.append_round_event(event)
