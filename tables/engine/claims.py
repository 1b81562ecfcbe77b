"""What each wager of a round comes to before coverage, and in which order the wagers get action."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from tables.engine.judging import HandFacts
from tables.engine.options import ActionSequence, FoldedStakes
from tables.engine.packs import RulePack
from tables.engine.wagers import Decision, Outcome, Result, WagerKind


class Claim(NamedTuple):
    """One wager before coverage: its outcome and the cents that the bank must pay or may take.

    ``won_on`` is the class that a side wager or an ante bonus is paid for.
    """

    kind: WagerKind
    stake: int
    outcome: Outcome
    need: int
    won_on: StrEnum | None = None


def claims_of(pack: RulePack, hand: HandFacts) -> list[Claim]:
    """The wagers of a hand and how each ended, in the order of the layout.

    Fold: the stakes that the pack names are forfeited. Bank not qualified: the ante is paid, the
    play wager refunded. Else both win, lose or push. Side wagers look only at the player's cards.
    """
    claims: list[Claim] = []
    wagers = hand.wagers
    ante = wagers.get(WagerKind.ANTE)
    if ante is not None:
        claims += _base_claims(pack, hand, ante)
    for kind in pack.text.kinds:
        stake = wagers.get(kind)
        if stake is None or kind is WagerKind.ANTE:
            continue
        if hand.decision is Decision.FOLD and kind in pack.text.forfeited_by_fold:
            claims.append(Claim(kind, stake, Outcome.FORFEIT, stake))
            continue
        known = hand.six_card if kind is WagerKind.SIX_CARD_BONUS else hand.pay_class
        payoff = pack.paytables[kind].payoff(known, stake)
        if payoff:
            claims.append(Claim(kind, stake, Outcome.WIN, payoff, known))
        else:
            claims.append(Claim(kind, stake, Outcome.LOSE, stake))
    return claims


# How ante and play end by the hand's result (California, rule 8; Iowa, Payout Odds (a)1).
_ENDS: Mapping[Result, tuple[Outcome, Outcome]] = {
    Result.WIN: (Outcome.WIN, Outcome.WIN),
    Result.LOSE: (Outcome.LOSE, Outcome.LOSE),
    Result.PUSH: (Outcome.PUSH, Outcome.PUSH),
    Result.BANK_NOT_QUALIFIED: (Outcome.WIN, Outcome.REFUND),
}


def _base_claims(pack: RulePack, hand: HandFacts, ante: int) -> list[Claim]:
    """Ante, play, and the ante bonus where it is won: paid on the ante whatever the bank holds."""
    if hand.result is Result.FOLD:
        return [Claim(WagerKind.ANTE, ante, Outcome.FORFEIT, ante)]
    text = pack.text
    ante_ends, play_ends = _ENDS[hand.result]
    claims = [
        Claim(WagerKind.ANTE, ante, ante_ends, _need(ante_ends, ante, text.ante_odds)),
        Claim(WagerKind.PLAY, ante, play_ends, _need(play_ends, ante, text.play_odds)),
    ]
    bonus = pack.paytables.get(WagerKind.ANTE_BONUS)
    payoff = bonus.payoff(hand.pay_class, ante) if bonus else 0
    if payoff:
        claims.append(Claim(WagerKind.ANTE_BONUS, 0, Outcome.WIN, payoff, hand.pay_class))
    return claims


def _need(outcome: Outcome, stake: int, odds: int) -> int:
    """What a wager needs of the cover: nothing for a push or a refund."""
    if outcome is Outcome.WIN:
        return stake * odds
    return stake if outcome is Outcome.LOSE else 0


_SIDE = (WagerKind.BONUS, WagerKind.PAIR_PLUS, WagerKind.SIX_CARD_BONUS)
_BASE = (WagerKind.ANTE, WagerKind.PLAY, WagerKind.ANTE_BONUS)
# The rounds that the walk makes over the seats, and the wagers that get action in each.
_PASSES: Mapping[ActionSequence, tuple[tuple[WagerKind, ...], ...]] = {
    ActionSequence.SEAT: (tuple(WagerKind),),
    ActionSequence.BASE_THEN_BONUS: (_BASE, _SIDE),
    ActionSequence.WAGER: (
        (WagerKind.ANTE,),
        (WagerKind.PLAY, WagerKind.ANTE_BONUS),
        _SIDE,
    ),
}


def in_action_order(
    pack: RulePack, order: Sequence[int], facts: Mapping[int, HandFacts]
) -> Iterator[tuple[int, Claim]]:
    """Every wager in the order in which it gets action (California, Action Button 1).

    Folded stakes keep their place in line, or with that option are settled before all others.
    """
    claims = {seat: claims_of(pack, facts[seat]) for seat in order}
    if pack.folded is FoldedStakes.FIRST:
        folded = [seat for seat in order if facts[seat].decision is Decision.FOLD]
        for seat in folded:
            for claim in claims[seat]:
                yield seat, claim
        order = [seat for seat in order if seat not in folded]
    for kinds in _PASSES[pack.sequence]:
        for seat in order:
            for claim in claims[seat]:
                if claim.kind in kinds:
                    yield seat, claim
