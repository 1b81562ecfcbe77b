"""One table, three views: what staff, everybody, and one seat may see. Made here and only here.

Nothing is taken out of a finished view: each part of a view is put in by a rule that says who
may see it. A card is shown to an audience only if ``_lies_open`` says so, or it is its own.
"""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext

from cardroom.language import translated
from cardroom.money import format_cents
from tables.engine import explain, layout, round
from tables.engine.packs import RulePack
from tables.engine.paytables import PayTable
from tables.engine.round import Phase, RoundState, SeatHand
from tables.engine.settlement import HandResult, Settlement
from tables.live.allowed import allowed
from tables.seat_answers import asked_of
from tables.snapshot import SeatView, TableSnapshot

View = dict[str, Any]
FACE_DOWN = [None, None, None]


@dataclass(frozen=True, slots=True)
class Audience:
    """Who looks: ``staff``, ``public``, or ``seat`` with its number.

    A phone that follows a player (``patron_id``) shows him alone.
    """

    kind: str
    seat: int | None = None
    patron_id: int | None = None
    language: str = ""  # what the screen speaks; empty for the room's own

    @classmethod
    def staff(cls, language: str = "") -> "Audience":
        return cls("staff", language=language)

    @classmethod
    def of_display(
        cls, seat: int | None, patron_id: int | None = None, language: str = ""
    ) -> "Audience":
        """The audience of a paired display."""
        if seat is None:
            return cls("public", language=language)
        return cls("seat", seat, patron_id, language)

    def is_still_paired(self, snapshot: TableSnapshot) -> bool:
        """Whether the player whom a phone follows still sits at its seat."""
        if self.seat is None or self.patron_id is None:
            return True
        return self.patron_id == snapshot.seats[self.seat - 1].patron_id

    def own_seats(self, snapshot: TableSnapshot) -> tuple[int, ...]:
        """The seats of the player whose display this is: its own, and where he plays two
        positions the other. None for who is no player."""
        if self.seat is None:
            return ()
        return snapshot.seats[self.seat - 1].positions or (self.seat,)

    @property
    def is_staff(self) -> bool:
        return self.kind == "staff"

    def __str__(self) -> str:
        return self.kind if self.seat is None else f"seat:{self.seat}"


def project(snapshot: TableSnapshot, audience: Audience) -> View:
    """The state of a table as this audience may see it, ready for JSON. Amounts in cents."""
    return Projector(snapshot).view(audience)


class Projector:
    """The views of one snapshot. What everybody may see is made once for all."""

    def __init__(self, snapshot: TableSnapshot) -> None:
        self.snapshot = snapshot
        self._table = _table(snapshot)
        self._rotation = _rotation(snapshot)
        self._open_round = _open_round(snapshot)

    def view(self, audience: Audience) -> View:
        """What this audience may see, ready for JSON. Parts of it are shared: read only."""
        snapshot = self.snapshot
        if not audience.is_still_paired(snapshot):
            return self.view(Audience("public")) | {"audience": "unpaired"}
        staff = audience.is_staff
        return {
            "audience": str(audience),
            "table": self._table,
            "seats": [_seat(seat, snapshot, audience) for seat in snapshot.seats],
            "rotation": self._rotation | (_overrules(snapshot) if staff else {}),
            "round": self._open_round and self._open_round | _own_round(snapshot, audience),
            "last_rounds": _last_rounds(snapshot, audience),
            "can": allowed(snapshot) if staff else [],
        }


def _table(snapshot: TableSnapshot) -> View:
    table = snapshot.table
    return {
        "id": table.id,
        "name": str(table),
        "game": table.pack.name if table.pack else None,
        "bank": "house" if table.house_banked else "player_dealer",
        "status": table.status,
        "seats": table.seat_count,
        "decks": table.decks,
        "source": table.source,
        "capture": table.capture,
        "dealer": table.dealer.display_name if table.dealer else None,
        "limits": table.limits,
        **_rules(snapshot.pack),
        "fees": table.fee_schedule.lines if table.fee_schedule else [],
        "chips": table.chips,
        "hold_to_show": settings.HOLD_TO_SHOW,
    }


def _rules(pack: RulePack | None) -> View:
    """What screens need of the rules: the wagers placed before the deal, the one on the player's
    own three cards (``side``), and what each pays: rows of class, odds to 1, award in cents."""
    if pack is None:
        return {"kinds": [], "side": None, "pays": {}, "house_way": False, "collects_first": False}
    return {
        "kinds": [kind.value for kind in pack.kinds],
        "side": pack.side_kind.value,
        "pays": {kind.value: _pay_rows(pays) for kind, pays in pack.paytables.items()},
        "house_way": pack.house_way,
        "collects_first": pack.text.collects_before_paying,
    }


def _pay_rows(pays: PayTable) -> list[tuple[str, int, int]]:
    return [
        (row.value, pays.odds.get(row, 0), pays.awards_cents.get(row, 0)) for row in pays.classes
    ]


def _seat(seat: SeatView, snapshot: TableSnapshot, audience: Audience) -> View:
    """A seat is taken or free for everybody; who sits there and what he has is not."""
    own = seat.seat in audience.own_seats(snapshot)
    view: View = {"seat": seat.seat, "taken": seat.patron_id is not None, "you": own}
    if (audience.is_staff or own) and seat.patron_id is not None:
        view |= _funds(seat, snapshot.state)
    if own:
        view |= {"asked": asked_of(snapshot, seat.seat), "said": snapshot.said.get(seat.seat)}
    if audience.is_staff and seat.patron_id is not None:
        view |= {
            "said": snapshot.said.get(seat.seat),
            "name": seat.name,
            "patron_id": seat.patron_id,
            "tppps": seat.tppps,
            "away": seat.away,
        }
    if audience.is_staff and seat.reserved_for is not None:
        view |= {"reserved_for": seat.reserved_for, "reserved_name": seat.reserved_name}
    return view


def _funds(seat: SeatView, state: RoundState | None) -> View:
    """His chips; the stack is what does not lie on the layout, one for all his ``positions``.

    Bets on the layout are no money yet: he may have cashed out since. ``lacks`` is by how much he
    has too little for them and their fees, so that the dealer sees it before "no more bets".
    """
    return {
        "chips": seat.chips,
        "stack": max(seat.chips - seat.laid(state), 0),
        "lacks": seat.lacks(state),
        "positions": list(seat.positions),
        "pending": seat.pending,
        "last_bets": seat.last_bets,
    }


def _rotation(snapshot: TableSnapshot) -> View:
    verdict, standing = snapshot.verdict, snapshot.standing
    window = standing.window
    return {
        "policy": standing.policy.name,
        "title": translated(standing.policy.title),
        "ended": standing.ended,
        "window": {
            "ends_at": window.ends_at.isoformat(),
            "others": window.others,
            "must": window.must,
        }
        if window
        else None,
        "holder": snapshot.turn.holder_seat,
        "hands_served": snapshot.turn.hands_served,
        "hands_left": verdict.hands_left,
        "offer_due": verdict.offer_due,
        "next_offer": verdict.next_offer,
        "sentence": translated(verdict.sentence),
        "offers": [
            {"seat": offer.seat, "answer": offer.answer, "at": offer.at.isoformat()}
            for offer in snapshot.offers
        ],
    }


def _overrules(snapshot: TableSnapshot) -> View:
    return {
        "overrules": [
            {
                "reason": each.reason,
                "verdict": each.verdict,
                "at": each.at.isoformat(),
                "by": each.by.display_name if each.by else "",
            }
            for each in snapshot.overrules
        ]
    }


# -- The round -----------------------------------------------------------------------------------


def _open_round(snapshot: TableSnapshot) -> View | None:
    """What everybody may see of the newest round."""
    state, row = snapshot.state, snapshot.round
    if state is None or row is None:
        return None
    return {
        "ref": row.ref,
        "id": row.id,
        "phase": state.phase,
        "capture": state.setup.capture,
        "final": state.phase in (Phase.SETTLED, Phase.VOID),
        "frozen": bool(state.frozen),
        "opened_at": row.opened_at.isoformat(),
        "bank": _bank(state, state.settlement),
        "button_seat": state.button_seat,
        "order": list(round.order(state)),
        "turn_seat": state.turn_seat,
        "fees_total": sum(fee.cents for fee in layout.fees_due(state)),
        "worst_case": round.worst_case(state),
        "sweep": round.sweep_need(state),
        "cover_left": _cover_left(state),
        "cover": [segment._asdict() for segment in round.cover_bar(state)],
    }


def _own_round(snapshot: TableSnapshot, audience: Audience) -> View:
    """What this audience may see of it beyond that, or as nobody else does."""
    state, staff = snapshot.state, audience.is_staff
    assert state is not None
    order, settlement = round.order(state), state.settlement
    return {
        "frozen_why": state.frozen if staff else "",
        "suggested_wager": snapshot.suggested_wager if staff else None,
        "tray": snapshot.tray if staff else None,
        "hands": [_hand(hand, snapshot, order, audience) for hand in state.hands],
        "fees": _fees(state, audience),
        "sentences": list(explain.steps(settlement, translated)) if settlement and staff else [],
    }


def _bank(state: RoundState, settlement: Settlement | None) -> View:
    cards: list[str | None] | None = None
    if state.bank_cards is not None and _turned_over(state):
        cards = list(state.bank_cards)
    elif round.is_dealt(state):
        cards = [state.face_up, None, None]
    return {
        "seat": state.setup.bank_seat,
        "wager": state.bank_wager,
        "face_up": state.face_up,
        "cards": cards,
        "hand": settlement.bank.hand if settlement else None,
        "qualifies": settlement.bank.qualifies if settlement else state.bank_qualifies,
        "taken": settlement.bank.taken if settlement else None,
        "paid": settlement.bank.paid if settlement else None,
        "net": settlement.bank.net if settlement else None,
        "exhausted": settlement.bank.exhausted if settlement else None,
    }


def _hand(
    hand: SeatHand, snapshot: TableSnapshot, order: tuple[int, ...], audience: Audience
) -> View:
    state = snapshot.state
    assert state is not None
    result = state.settlement.hand_at(hand.seat) if state.settlement else None
    # What a player won or lost is his and the staff's; on the felt everybody sees the chips.
    positions = audience.own_seats(snapshot)
    own = hand.seat in positions and not _played_by_another(hand.seat, snapshot)
    sees_money = audience.kind != "seat" or own
    sees_own = own and round.may_look(state, hand.seat, positions)
    sees_cards = sees_own or _lies_open(hand, state)
    return {
        "seat": hand.seat,
        "wagers": {kind.value: cents for kind, cents in hand.wagers.items()},
        "cards": _cards(hand, state, sees_cards),
        "decision": hand.decision,
        "hand": result.hand if result and sees_cards else None,
        "result": result.result if result else None,
        "entered": _entered(hand) if audience.is_staff else None,
        "net": result.net if result and sees_money else None,
        "place": order.index(hand.seat) + 1 if hand.seat in order else None,
        "lines": _lines(result) if result and sees_money else [],
    }


def _lines(result: HandResult) -> list[View]:
    return [line.to_dict() | {"explain": explain.line(line, translated)} for line in result.lines]


def _entered(hand: SeatHand) -> View:
    """What the dealer has entered of how the hand ended, for his screen."""
    return {
        "result": hand.result,
        "hand_class": hand.hand_class,
        "six_card_class": hand.six_card_class,
    }


def _cards(hand: SeatHand, state: RoundState, sees: bool) -> list[str | None] | None:
    if not round.is_dealt(state):
        return None
    return list(hand.cards) if sees and hand.cards is not None else list(FACE_DOWN)


def _played_by_another(seat: int, snapshot: TableSnapshot) -> bool:
    """Whether the hand at this seat was played by somebody who has left it since."""
    patron_id = snapshot.round_patrons.get(seat)
    return patron_id is not None and patron_id != snapshot.seats[seat - 1].patron_id


def _lies_open(hand: SeatHand, state: RoundState) -> bool:
    """A player's cards are his own until they are turned over; a folded hand never is."""
    return hand.decision != "fold" and _turned_over(state)


def _turned_over(state: RoundState) -> bool:
    """Whether known cards lie face up: a hand-dealt card is keyed in only once it does."""
    decided = state.phase in (Phase.REVEAL, Phase.PAY, Phase.SETTLED)
    return state.revealed or (decided and state.setup.source is round.Source.HAND)


def _fees(state: RoundState, audience: Audience) -> list[View]:
    return [
        {"seat": fee.seat, "payer": fee.payer, "wager": fee.wager, "cents": fee.cents}
        for fee in layout.fees_due(state)
        if audience.kind != "seat" or audience.seat == fee.seat
    ]


def _cover_left(state: RoundState) -> int | None:
    if state.bank_wager is None:
        return None
    if state.settlement is not None:
        return state.settlement.bank.left
    return state.bank_wager


# -- The rest --------------------------------------------------------------------------------------


def _last_rounds(snapshot: TableSnapshot, audience: Audience) -> list[View]:
    """The last rounds: a player sees his own result, everybody sees the bank's."""
    own = audience.own_seats(snapshot)
    return [
        {
            "ref": past.ref,
            "id": past.id,
            "net": past.net_of(own),
            "sentence": gettext("%(result)s, corrected") % {"result": result}
            if past.corrected
            else result,
        }
        for past in snapshot.past_rounds
        for result in (_sentence_of(past.net_of(own), past.void),)
    ]


def _sentence_of(net: int | None, void: bool) -> str:
    if void:
        return gettext("void, all wagers returned")
    if net is None:
        return gettext("no wager")
    return gettext("even") if net == 0 else f"{'+' if net > 0 else ''}{format_cents(net)}"
