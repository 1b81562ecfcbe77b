"""What the four texts fix, as data. Every number names the clause it is taken from.

Where a text is silent, the reading chosen here is marked as ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tables.engine import paytables as pt
from tables.engine.options import BankKind
from tables.engine.paytables import Clause, PayTable
from tables.engine.wagers import WagerKind


@dataclass(frozen=True, slots=True)
class PackText:
    """What one of the four texts fixes."""

    base: str
    title: str
    bank: BankKind
    seats_min: int
    seats_max: int  # California counts the player-dealer's seat
    decks_max: int
    positions_for_one_player: int
    kinds: tuple[WagerKind, ...]
    ante_required: bool
    forfeited_by_fold: tuple[WagerKind, ...]
    options: tuple[str, ...]
    # The source of every number and option, by its name; New York's tables are chosen by options.
    clauses: Mapping[str, Clause]
    paytables: Mapping[WagerKind, PayTable] = field(default_factory=dict)
    ante_odds: int = 1
    play_odds: int = 1
    cards_in_hand: int = 3
    cards_face_up: int = 0
    pair_plus_at_most_ante: bool = False
    # Pay tables that the text lets a room choose but not alter.
    tables_chosen_whole: tuple[WagerKind, ...] = ()
    # Iowa deals every position and removes the hands without a wager; others deal who wagered.
    deals_every_position: bool = False
    # New York collects all losing wagers before it pays; others settle hand by hand.
    collects_before_paying: bool = False


def _chosen(text: str, rule: str) -> Clause:
    return Clause(text, rule, chosen=True)


_CALIFORNIA = PackText(
    base="california",
    title="Three Card Poker (California, player-dealer)",
    bank=BankKind.PLAYER_DEALER,
    seats_min=2,
    seats_max=14,
    decks_max=8,
    positions_for_one_player=1,
    kinds=(WagerKind.ANTE, WagerKind.BONUS),
    ante_required=True,
    forfeited_by_fold=(WagerKind.ANTE, WagerKind.BONUS),
    cards_face_up=1,
    options=(
        "sequence",
        "coverage",
        "folded",
        "button",
        "fee_on_void",
        "house_way",
        "limits",
    ),
    clauses={
        "seats_min": _chosen("California", "rule 4"),
        "seats_max": Clause("California", "rule 4"),
        "decks_max": Clause("California", "rule 2"),
        "positions_for_one_player": _chosen("California", "rule 4"),
        "ante_required": Clause("California", "rule 5"),
        "forfeited_by_fold": Clause("California", "rule 7 (a)"),
        "cards_in_hand": Clause("California", "rule 6"),
        "cards_face_up": Clause("California", "rule 6"),
        "ante_odds": Clause("California", "rule 8 (b) and (c)(1)"),
        "play_odds": Clause("California", "rule 8 (c)(1)"),
        "qualifier": Clause("California", "rule 8"),
        "coverage": Clause("California", "rules 9 and 10"),
        "sequence": Clause("California", "Action Button 1"),
        "button": _chosen("California", "Action Button 1"),
        "folded": _chosen("California", "Action Button 2"),
        "fee_on_void": _chosen("California", "rule 3"),
        "deals_every_position": Clause("California", "rule 5"),
        "collects_before_paying": Clause("California", "Action Button 1"),
        "house_way": _chosen("California", "rule 7"),
    },
    paytables={WagerKind.BONUS: pt.CALIFORNIA_BONUS},
)

_IOWA = PackText(
    base="iowa",
    title="Three Card Poker (Iowa)",
    bank=BankKind.HOUSE,
    seats_min=1,
    seats_max=7,
    decks_max=1,
    positions_for_one_player=2,
    kinds=(WagerKind.ANTE, WagerKind.PAIR_PLUS),
    ante_required=False,
    deals_every_position=True,
    forfeited_by_fold=(WagerKind.ANTE, WagerKind.PAIR_PLUS),
    options=("house_way", "limits"),
    clauses={
        "seats_min": _chosen("Iowa", "Dealing of the Cards"),
        "seats_max": _chosen("Iowa", "Dealing of the Cards"),
        "decks_max": Clause("Iowa", "Table Opening"),
        "positions_for_one_player": Clause("Iowa", "Wagers (e)"),
        "positions_adjacent": Clause("Iowa", "Wagers (e)"),
        "ante_required": Clause("Iowa", "Wagers (a)"),
        "forfeited_by_fold": Clause("Iowa", "Completion of a Round (b)"),
        "cards_in_hand": Clause("Iowa", "Dealing of the Cards"),
        "cards_face_up": Clause("Iowa", "Completion of a Round (b)"),
        "ante_odds": Clause("Iowa", "Payout Odds (a)1"),
        "play_odds": Clause("Iowa", "Payout Odds (a)1"),
        "qualifier": Clause("Iowa", "Payout Odds (a)1"),
        "deals_every_position": Clause("Iowa", "Dealing of the Cards"),
        "collects_before_paying": Clause("Iowa", "Completion of a Round (c)"),
        "house_way": _chosen("Iowa", "Completion of a Round (b)"),
    },
    paytables={
        WagerKind.PAIR_PLUS: pt.IOWA_PAIR_PLUS,
        WagerKind.ANTE_BONUS: pt.IOWA_ANTE_BONUS,
    },
)

_GUIDE = PackText(
    base="casino_guide",
    title="Three Card Poker (casino guide)",
    bank=BankKind.HOUSE,
    seats_min=1,
    seats_max=7,
    decks_max=1,
    positions_for_one_player=2,
    kinds=(WagerKind.ANTE, WagerKind.PAIR_PLUS),
    ante_required=True,
    pair_plus_at_most_ante=True,
    deals_every_position=True,
    forfeited_by_fold=(WagerKind.ANTE, WagerKind.PAIR_PLUS),
    options=("house_way", "limits"),
    clauses={
        "seats_min": _chosen("Guide", "How the Game is Played"),
        "seats_max": _chosen("Guide", "How the Game is Played"),
        "decks_max": _chosen("Guide", "How the Game is Played"),
        "positions_for_one_player": Clause("Guide", "General Rules of Play"),
        "positions_adjacent": _chosen("Guide", "General Rules of Play"),
        "ante_required": Clause("Guide", "How the Game is Played"),
        "forfeited_by_fold": Clause("Guide", "How the Game is Played"),
        "cards_in_hand": Clause("Guide", "How the Game is Played"),
        "cards_face_up": Clause("Guide", "How the Game is Played"),
        "ante_odds": Clause("Guide", "How the Game is Played"),
        "play_odds": Clause("Guide", "How the Game is Played"),
        "qualifier": Clause("Guide", "How the Game is Played"),
        "deals_every_position": _chosen("Guide", "How the Game is Played"),
        "collects_before_paying": _chosen("Guide", "How the Game is Played"),
        "pair_plus_at_most_ante": Clause("Guide", "The Pair Plus Wager"),
        "house_way": _chosen("Guide", "How the Game is Played"),
    },
    paytables={
        WagerKind.PAIR_PLUS: pt.GUIDE_PAIR_PLUS,
        WagerKind.ANTE_BONUS: pt.GUIDE_ANTE_BONUS,
    },
)

_NEW_YORK = PackText(
    base="new_york",
    title="Three Card Poker (New York)",
    bank=BankKind.HOUSE,
    seats_min=1,
    seats_max=9,
    decks_max=1,
    positions_for_one_player=2,
    kinds=(WagerKind.ANTE, WagerKind.PAIR_PLUS, WagerKind.SIX_CARD_BONUS),
    ante_required=False,
    forfeited_by_fold=(WagerKind.ANTE, WagerKind.PAIR_PLUS),
    tables_chosen_whole=(WagerKind.PAIR_PLUS, WagerKind.SIX_CARD_BONUS),
    collects_before_paying=True,
    options=(
        "pair_plus_table",
        "ante_bonus",
        "six_card",
        "precondition",
        "house_way",
        "limits",
    ),
    clauses={
        "seats_min": _chosen("New York", "(a)(1)"),
        "seats_max": Clause("New York", "(a)(1)"),
        "decks_max": _chosen("New York", "(d)"),
        "positions_for_one_player": Clause("New York", "(c)(5)"),
        "positions_adjacent": Clause("New York", "(c)(5)"),
        "ante_required": Clause("New York", "(c)(1)"),
        "forfeited_by_fold": Clause("New York", "(e)(2)"),
        "cards_in_hand": Clause("New York", "(d)(1)"),
        "cards_face_up": Clause("New York", "(d)(1)"),
        "ante_odds": Clause("New York", "(f)(1)(i)"),
        "play_odds": Clause("New York", "(f)(1)(i)"),
        "qualifier": Clause("New York", "(f)(1)(i)"),
        "pair_plus_table": Clause("New York", "(f)(1)(ii)"),
        "ante_bonus": Clause("New York", "(f)(1)(iii)"),
        "six_card": Clause("New York", "(c)(7) and (f)(2)"),
        "precondition": Clause("New York", "(c)(6)"),
        "deals_every_position": Clause("New York", "(d)(1)"),
        "collects_before_paying": Clause("New York", "(e)(3)"),
        "house_way": _chosen("New York", "(e)(2)"),
    },
)

PACK_TEXTS: Mapping[str, PackText] = {
    text.base: text for text in (_CALIFORNIA, _IOWA, _GUIDE, _NEW_YORK)
}
