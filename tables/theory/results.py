"""What the theory finds out about a wager, as exact fractions."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

from tables.engine.cards import RANK_NAMES
from tables.engine.wagers import WAGER_NAMES, WagerKind


def percent(value: Fraction, places: int = 4) -> str:
    """A fraction as a percentage, rounded for display only.

    >>> percent(Fraction(229314, 12724075))
    '1.8022'
    """
    return rounded(value * 100, places)


def rounded(value: Fraction, places: int = 4) -> str:
    """A fraction as a decimal number, rounded for display only.

    >>> rounded(Fraction(2, 3))
    '0.6667'
    """
    return f"{Decimal(value.numerator) / Decimal(value.denominator):.{places}f}"


def root(value: Fraction, places: int = 6) -> str:
    """The square root of a fraction, rounded for display only.

    >>> root(Fraction(9, 4))
    '1.500000'
    """
    with localcontext() as context:
        context.prec = 40
        return f"{(Decimal(value.numerator) / Decimal(value.denominator)).sqrt():.{places}f}"


@dataclass(frozen=True, slots=True)
class Hit:
    """A class that a wager can meet: how often, and what it pays (None where that is no odds)."""

    name: str
    probability: Fraction
    pays: str


@dataclass(frozen=True, slots=True)
class Play:
    """The best play against one up-card (None: all of the bank's cards are hidden).

    Everything from ``weakest_played`` up is played. Where ``suits_decide``, some hands from there
    up to ``best_folded`` are played in some suits and folded in others.
    """

    up_card: str | None
    weakest_played: str
    best_folded: str | None
    suits_decide: bool
    played: Fraction

    @property
    def sentence(self) -> str:
        """The rule as one sentence.

        >>> Play("Q", "Q-9-2", "Q-8-7", False, Fraction(1)).sentence
        'Queen up: play Q-9-2 or better.'
        """
        shown = f"{RANK_NAMES[self.up_card].capitalize()} up: " if self.up_card else ""
        if self.best_folded is None:
            rule = f"{shown}play everything."
        else:
            rule = f"{shown}play {self.weakest_played} or better"
            if self.suits_decide and self.best_folded == self.weakest_played:
                rule += f", but {self.weakest_played} only in some suits"
            elif self.suits_decide:
                rule += f", but up to {self.best_folded} only in some suits"
            rule += "."
        return rule[0].upper() + rule[1:]


@dataclass(frozen=True, slots=True)
class WagerTheory:
    """One wager: the bank's edge and the variance per unit of it, and how often it hits.

    ``average_wager`` is what is staked in all per unit of the ante, the play wager included.
    """

    kind: WagerKind
    title: str
    edge: Fraction
    variance: Fraction
    hits: tuple[Hit, ...] = ()
    best_play: tuple[Play, ...] = ()
    average_wager: Fraction = Fraction(1)

    @property
    def bank_loses(self) -> bool:
        """Whether the wager favours the player, so that whoever banks pays for it."""
        return self.edge < 0

    def to_dict(self) -> dict[str, object]:
        entry: dict[str, object] = {
            "kind": self.kind.value,
            "title": self.title,
            "edge": str(self.edge),
            "edge_percent": percent(self.edge),
            "variance": str(self.variance),
            "standard_deviation": root(self.variance),
            "average_wager": str(self.average_wager),
            "bank_loses": self.bank_loses,
            "hits": [
                {"name": hit.name, "probability": str(hit.probability), "pays": hit.pays}
                for hit in self.hits
            ],
        }
        if self.best_play:
            entry["best_play"] = [
                {
                    "up_card": play.up_card,
                    "play_from": play.weakest_played,
                    "best_folded": play.best_folded,
                    "suits_decide": play.suits_decide,
                    "played": str(play.played),
                    "sentence": play.sentence,
                }
                for play in self.best_play
            ]
        return entry


@dataclass(frozen=True, slots=True)
class PackTheory:
    """All wagers of a pack, fees left out and every wager fully covered."""

    rules: Mapping[str, object]
    title: str
    decks: int
    hands: int
    classes: tuple[tuple[str, int], ...]
    qualifies: Fraction
    wagers: tuple[WagerTheory, ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence for every wager that the bank loses on."""
        return tuple(
            f"The bank loses on {WAGER_NAMES[wager.kind]} with {self.decks} deck(s): "
            f"{percent(-wager.edge)} % of what is staked on it."
            for wager in self.wagers
            if wager.bank_loses
        )

    def to_dict(self) -> dict[str, object]:
        return {
            "schema": "cardroom.theory/1",
            "rules": dict(self.rules),
            "title": self.title,
            "decks": self.decks,
            "hands": self.hands,
            "classes": dict(self.classes),
            "qualifies": str(self.qualifies),
            "wagers": [wager.to_dict() for wager in self.wagers],
            "warnings": list(self.warnings),
        }
