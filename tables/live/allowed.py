"""What the keys of the staff's screens may do now. The engine is asked, so they cannot disagree."""

from tables.engine import actions, round
from tables.engine.round import Phase
from tables.snapshot import TableSnapshot

# What concerns people and chips is asked at any time; the door refuses what does not fit.
_PEOPLE = (
    "seat_player",
    "leave_seat",
    "move_seat",
    "reserve_seat",
    "release_seat",
    "seat_away",
    "seat_back",
    "sell_chips",
    "chips_from_pocket",
    "toke",
    "relieve_dealer",
    "choose_capture",
)


def _second_positions(snapshot: TableSnapshot) -> list[str]:
    """What concerns a player's second position, where the rules know one."""
    known = snapshot.pack is not None and snapshot.pack.text.positions_for_one_player > 1
    return ["second_position", "give_up_position"] if known else []


def _rotation_questions(snapshot: TableSnapshot) -> list[str]:
    """What may be done about the player-dealer position now."""
    if snapshot.table.house_banked:
        return []
    verdict, state = snapshot.verdict, snapshot.state
    over = state is None or state.phase in (Phase.SETTLED, Phase.VOID)
    can = []
    if verdict.next_offer is not None and not snapshot.standing.ended:
        can.append("offer_bank")
    stopped = over and not verdict.may_deal and snapshot.turn.holder_seat is not None
    unlocked = over or (state is not None and state.phase is Phase.BETTING)
    if unlocked and snapshot.turn.holder_seat is not None:
        can.append("pass_bank")
    seated = sum(seat.patron_id is not None for seat in snapshot.seats)
    if stopped and seated > 1 and not snapshot.standing.ended:
        can.append("overrule_rotation")
    return can


_QUESTIONS: dict[str, actions.Action] = {
    "no_more_bets": actions.CallNoMoreBets(),
    "reveal": actions.Reveal(),
    "close_round": actions.Close(),
    "void_round": actions.Void("asked"),
    "undo": actions.Undo(),
    "freeze_round": actions.Freeze("asked"),
    "release_round": actions.Release(),
    "rule": actions.Rule("", "go_on", "asked"),
}


_ENTERED_BY_CAPTURE = {
    "cards": ["enter_bank_hand", "enter_hand"],
    "results": ["enter_bank_result", "enter_result"],
}


def allowed(snapshot: TableSnapshot) -> list[str]:
    """What the staff's buttons may do now: the engine is asked, so they cannot disagree."""
    state = snapshot.state
    if snapshot.table.status != snapshot.table.Status.OPEN:
        return []
    can = [*_PEOPLE, *_second_positions(snapshot), *_rotation_questions(snapshot)]
    if state is None:
        return can
    can += [name for name, action in _QUESTIONS.items() if round.can(state, action)]
    if state.frozen:
        return can
    has_button = state.setup.bank_seat is not None
    if state.phase is Phase.BETTING:
        can += ["place_wager", "repeat_bets", *(["post_bank_wager"] if has_button else [])]
    by_hand = snapshot.table.source == "hand"
    if state.phase is Phase.DEAL:
        can.append("show_up_card" if by_hand else "deal")
    if state.phase is Phase.DECISIONS:
        can += ["decide", "decide_rest", "decide_away"]
        can += ["show_up_card"] if by_hand and has_button else []
    if state.phase in (Phase.REVEAL, Phase.PAY) and by_hand:
        can += _ENTERED_BY_CAPTURE[state.setup.capture]
    if state.phase in (Phase.DECISIONS, Phase.REVEAL, Phase.PAY):
        can += ["change_decision", *(["set_button"] if has_button else [])]
    return can
