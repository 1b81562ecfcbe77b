"""Taking steps back, deciding for who is away, rulings, and rounds frozen for a dispute."""

from tables.engine import actions
from tables.engine.irregularities import Incident, Remedy, Saying, guidance
from tables.engine.round import RoundState
from tables.models import Ruling
from tables.services import money
from tables.services.commands import DecideAway
from tables.services.desk import Desk
from tables.services.rounds import act


def undo(desk: Desk, action: actions.Undo) -> None:
    """Take back the last wager or change of W. What stands again must still be covered by chips.

    Raises ``SEAT_EMPTY`` where nobody sits any more: he left, or gave the position up.
    """
    state = desk.open_state()
    act(desk, action)
    last = state.changes[-1]
    number = state.setup.bank_seat if last.seat is None else last.seat
    assert number is not None
    if last.before:
        money.check_stake(desk, number)
    if last.seat is None and last.before:
        seat = desk.seats[number]
        seat.last_bank_wager = last.before
        seat.save(update_fields=["last_bank_wager"])


def decide_away(desk: Desk, command: DecideAway) -> None:
    """Who is away when he should decide is played by the pack's house way, where it is on; else
    his hand is folded. Where the house way is on and his cards are not known it is refused: the
    dealer looks at them."""
    house_way = desk.open_state().setup.pack.house_way
    act(desk, actions.HouseWay(command.seat) if house_way else actions.FoldAway(command.seat))


def rule(desk: Desk, action: actions.Rule) -> None:
    """Keep a ruling with what the texts say; a ruling of void ends the round."""
    state, row = desk.open_state(), desk.round
    assert row is not None
    act(desk, action)
    Ruling.objects.create(
        table=desk.table,
        round=row,
        incident=action.incident,
        guidance=guidance_text(state, action.incident),
        decision=action.decision,
        reason=action.reason.strip(),
        at=desk.at,
        ruled_by=desk.actor,
    )


def guidance_text(state: RoundState, incident: str) -> str:
    """What the floor was shown: the pack's own words, or what the other texts say; none for
    something that no text speaks of."""
    if not incident:
        return ""
    shown = guidance(state.setup.pack.base, Incident(incident))
    if shown.saying is not None:
        return _quoted(shown.remedy, shown.saying)
    others = " ".join(_quoted(said.remedy, said) for said in shown.precedents.values())
    silent = "The text of this table is silent: the floor rules."
    return f"{silent} {others}" if others else silent


def _quoted(remedy: Remedy, said: Saying) -> str:
    words = remedy.value.replace("_", " ")
    return f"{said.clause} ({words}): “{said.words}”"
