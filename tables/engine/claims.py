"""What each wager of a round comes to before coverage, and in which order the wagers get action."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from tables.engine.judging import HandFacts
from tables.engine.options import ActionSequence, FoldedStakes
from tables.engine.packs import RulePack
from tables.engine.texts import PackText
from tables.engine.wagers import Decision, Outcome, Result, WagerKind

# One wager before coverage: kind, stake, outcome, what the bank must pay or may take (cents), and
# the class that a side wager or an ante bonus is paid for. A plain tuple, since a round has dozens.
Claim = tuple[WagerKind, int, Outcome, int, StrEnum | None]
# How ante and play end by a hand's result, each with its need as a multiple of the stake.
Ends = Mapping[Result, tuple[Outcome, int, Outcome, int]]


def ends_of(text: PackText) -> Ends:
    """Even money or what the pack pays for a win, the stake for a loss, nothing for a push or a
    refund (California, rule 8; Iowa, Payout Odds (a)1)."""
    win, lose, push = Outcome.WIN, Outcome.LOSE, Outcome.PUSH
    return {
        Result.WIN: (win, text.ante_odds, win, text.play_odds),
        Result.LOSE: (lose, 1, lose, 1),
        Result.PUSH: (push, 0, push, 0),
        Result.BANK_NOT_QUALIFIED: (win, text.ante_odds, Outcome.REFUND, 0),
    }


# Looked up once: up to Python 3.11 an enum member is a function call, and a round asks hundreds.
_FOLD = Decision.FOLD
_WIN, _LOSE, _FORFEIT = Outcome.WIN, Outcome.LOSE, Outcome.FORFEIT
_ANTE, _PLAY, _ANTE_BONUS = WagerKind.ANTE, WagerKind.PLAY, WagerKind.ANTE_BONUS
_SIX_CARD_BONUS = WagerKind.SIX_CARD_BONUS


def claims_of(pack: RulePack, ends: Ends, hand: HandFacts) -> list[Claim]:
    """The wagers of a hand and how each ended, in the order of the layout.

    Fold: the stakes that the pack names are forfeited. Bank not qualified: the ante is paid, the
    play wager refunded. Else both win, lose or push. The ante bonus is paid on the ante whatever
    the bank holds. Side wagers look only at the player's cards.
    """
    claims: list[Claim] = []
    paytables, folded = pack.paytables, hand.decision is _FOLD
    for kind in pack.text.kinds:
        stake = hand.wagers.get(kind)
        if stake is None:
            continue
        if folded and kind in pack.text.forfeited_by_fold:
            claims.append((kind, stake, _FORFEIT, stake, None))
        elif kind is _ANTE:
            ante_ends, ante_need, play_ends, play_need = ends[hand.result]
            claims.append((kind, stake, ante_ends, stake * ante_need, None))
            claims.append((_PLAY, stake, play_ends, stake * play_need, None))
            bonus = paytables.get(_ANTE_BONUS)
            if bonus and (payoff := bonus.payoff(hand.pay_class, stake)):
                won_on = hand.pay_class
                claims.append((_ANTE_BONUS, 0, _WIN, payoff, won_on))
        else:
            held = hand.six_card if kind is _SIX_CARD_BONUS else hand.pay_class
            if payoff := paytables[kind].payoff(held, stake):
                claims.append((kind, stake, _WIN, payoff, held))
            else:
                claims.append((kind, stake, _LOSE, stake, None))
    return claims


_SIDE = (WagerKind.BONUS, WagerKind.PAIR_PLUS, _SIX_CARD_BONUS)
_BASE = (_ANTE, _PLAY, _ANTE_BONUS)
# The rounds that the walk makes over the seats, and the wagers that get action in each.
_PASSES: Mapping[ActionSequence, tuple[tuple[WagerKind, ...], ...]] = {
    ActionSequence.SEAT: (tuple(WagerKind),),
    ActionSequence.BASE_THEN_BONUS: (_BASE, _SIDE),
    ActionSequence.WAGER: (
        (_ANTE,),
        (_PLAY, _ANTE_BONUS),
        _SIDE,
    ),
}


def in_action_order(
    pack: RulePack, order: Sequence[int], facts: Mapping[int, HandFacts]
) -> Iterator[tuple[int, Claim]]:
    """Every wager in the order in which it gets action (California, Action Button 1).

    Folded stakes keep their place in line, or with that option are settled before all others.
    """
    ends = ends_of(pack.text)
    claims = {seat: claims_of(pack, ends, facts[seat]) for seat in order}
    if pack.folded is FoldedStakes.FIRST:
        folded = [seat for seat in order if facts[seat].decision is _FOLD]
        for seat in folded:
            for claim in claims[seat]:
                yield seat, claim
        order = [seat for seat in order if seat not in folded]
    for kinds in _PASSES[pack.sequence]:
        for seat in order:
            for claim in claims[seat]:
                if claim[0] in kinds:
                    yield seat, claim
