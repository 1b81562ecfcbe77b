"""Cards as the room writes them: a rank and a suit, ``"As"``, ``"Td"``.

Ranks and suits: "the rank of the cards" (Iowa (a), New York (b)(1), California, preamble).
Suits are equal in rank everywhere.
"""

from collections.abc import Iterable

from cardroom.texts import say

RANKS = "23456789TJQKA"
SUITS = "cdhs"

RANK_NAMES = {
    "2": say("two"),
    "3": say("three"),
    "4": say("four"),
    "5": say("five"),
    "6": say("six"),
    "7": say("seven"),
    "8": say("eight"),
    "9": say("nine"),
    "T": say("ten"),
    "J": say("jack"),
    "Q": say("queen"),
    "K": say("king"),
    "A": say("ace"),
}

CARDS: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)

# The number of a card is its place in CARDS; its rank's number is 0 for a two, 12 for an ace.
CARD_NUMBER: dict[str, int] = {card: number for number, card in enumerate(CARDS)}
RANK_NUMBER: dict[str, int] = {rank: number for number, rank in enumerate(RANKS)}


def full_deck(decks: int = 1) -> tuple[str, ...]:
    """All cards of a shoe of ``decks`` standard decks, in the order of a new pack.

    >>> len(full_deck()), len(full_deck(8))
    (52, 416)
    """
    return CARDS * decks


def split_cards(text: str) -> tuple[str, ...]:
    """The cards of a text such as ``"As Kd 2c"`` or ``"AsKd2c"``; they are not checked.

    >>> split_cards("As Kd2c")
    ('As', 'Kd', '2c')
    """
    packed = text.replace(" ", "")
    return tuple(packed[at : at + 2] for at in range(0, len(packed), 2))


def overdrawn(cards: Iterable[str], decks: int) -> str | None:
    """The first card that occurs more often than ``decks`` decks hold it, if there is one.

    >>> overdrawn(["As", "Kd", "As"], 1), overdrawn(["As", "Kd", "As"], 2)
    ('As', None)
    """
    seen: dict[str, int] = {}
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
        if seen[card] > decks:
            return card
    return None
