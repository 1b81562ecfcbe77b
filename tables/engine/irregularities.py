"""What went wrong at a table, and what the pack's text says about it.

Where the text is silent the floor rules: the other texts are shown as precedents with their
clauses, and the decision is kept with its reason and who made it. A void round gives every wager
back, W included, takes the cards out of play, and treats fees by the pack's ``fee_on_void``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from cardroom.texts import say
from tables.engine.paytables import Clause


class Incident(StrEnum):
    CARD_FACE_UP = "card_face_up"
    CARDS_FACE_UP = "cards_face_up"
    CARD_DRAWN_IN_ERROR = "card_drawn_in_error"
    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"
    PLAYER_CARD_EXPOSED = "player_card_exposed"
    PLAYER_CARDS_EXPOSED = "player_cards_exposed"
    BANK_CARD_EXPOSED = "bank_card_exposed"
    SHUFFLER_FAILED = "shuffler_failed"
    SHOE_FAILED = "shoe_failed"


INCIDENT_TITLES: Mapping[Incident, str] = {
    Incident.CARD_FACE_UP: say("One card face up in the deck or shoe"),
    Incident.CARDS_FACE_UP: say("More than one card face up in the deck or shoe"),
    Incident.CARD_DRAWN_IN_ERROR: say("A card drawn in error, its face not seen"),
    Incident.WRONG_NUMBER_OF_CARDS: say("A wrong number of cards to anyone"),
    Incident.PLAYER_CARD_EXPOSED: say("One player card exposed in the deal"),
    Incident.PLAYER_CARDS_EXPOSED: say("More than one player card exposed in the deal"),
    Incident.BANK_CARD_EXPOSED: say("A card of the bank exposed early (the one up-card is not)"),
    Incident.SHUFFLER_FAILED: say("The shuffler jams in the shuffle, or its error light is on"),
    Incident.SHOE_FAILED: say("The dealing shoe fails during the round"),
}


class Remedy(StrEnum):
    """What is done. ``RULING``: the text is silent and the floor decides."""

    GO_ON = "go_on"
    DISCARD_THE_CARD = "discard_the_card"
    USE_AS_NEXT_CARD = "use_as_next_card"
    VOID = "void"
    VOID_AND_RESHUFFLE = "void_and_reshuffle"
    HOLD_AND_RESHUFFLE = "hold_and_reshuffle"
    RULING = "ruling"


class Saying(NamedTuple):
    """What one text says: the remedy, its clause, and its words."""

    remedy: Remedy
    clause: Clause
    words: str


@dataclass(frozen=True, slots=True)
class Guidance:
    """What the floor is shown. ``proposed`` is what the software proposes where the floor rules;
    ``precedents`` are the sayings of other texts, by pack, that the proposal rests on."""

    incident: Incident
    remedy: Remedy
    saying: Saying | None
    proposed: Remedy | None
    precedents: Mapping[str, Saying]


def _iowa(letter: str) -> Clause:
    return Clause("Iowa", f"Irregularities ({letter})")


_GUIDE = Clause("Guide", "General Rules of Play")

SAYINGS: Mapping[str, Mapping[Incident, Saying]] = {
    "iowa": {
        Incident.CARD_FACE_UP: Saying(
            Remedy.DISCARD_THE_CARD,
            _iowa("a"),
            say(
                "A card that is found face up in the shoe or the deck while the cards are being "
                "dealt shall not be used in the game and shall be placed in the discard rack."
            ),
        ),
        Incident.CARDS_FACE_UP: Saying(
            Remedy.VOID_AND_RESHUFFLE,
            _iowa("a"),
            say(
                "If more than one card is found face up in the shoe or the deck during the dealing "
                "of the cards, all hands shall be void and the cards shall be reshuffled."
            ),
        ),
        Incident.CARD_DRAWN_IN_ERROR: Saying(
            Remedy.USE_AS_NEXT_CARD,
            _iowa("b"),
            say(
                "A card drawn in error without its face being exposed shall be used as though it "
                "was the next card from the shoe or the deck."
            ),
        ),
        Incident.WRONG_NUMBER_OF_CARDS: Saying(
            Remedy.VOID_AND_RESHUFFLE,
            _iowa("c"),
            say(
                "If any player or the dealer is dealt an incorrect number of cards, all hands "
                "shall be void and the cards shall be reshuffled."
            ),
        ),
        Incident.BANK_CARD_EXPOSED: Saying(
            Remedy.VOID_AND_RESHUFFLE,
            _iowa("d"),
            say(
                "If one or more of the dealer's cards is inadvertently exposed prior to the dealer "
                "revealing his or her cards as described above, all hands shall be void and the "
                "cards shall be reshuffled."
            ),
        ),
        Incident.SHUFFLER_FAILED: Saying(
            Remedy.HOLD_AND_RESHUFFLE,
            _iowa("e"),
            say(
                "If the automated card-shuffling device jams, stops shuffling during a shuffle, or "
                "fails to complete a shuffle cycle, the cards shall be reshuffled in accordance "
                "with procedures described above."
            ),
        ),
        Incident.SHOE_FAILED: Saying(
            Remedy.VOID_AND_RESHUFFLE,
            _iowa("f"),
            say(
                "If an automated dealing shoe is being used and the device jams, stops dealing "
                "cards, or fails to deal all cards during a round of play, the round of play shall "
                "be void and the cards shall be removed from the device and reshuffled with any "
                "cards already dealt."
            ),
        ),
    },
    "casino_guide": {
        Incident.WRONG_NUMBER_OF_CARDS: Saying(
            Remedy.VOID,
            _GUIDE,
            say(
                "Any incorrect number of cards dealt to either a Player or the Dealer constitutes "
                "a complete misdeal of the hand."
            ),
        ),
        Incident.PLAYER_CARD_EXPOSED: Saying(
            Remedy.GO_ON,
            _GUIDE,
            say(
                "Should any card in any Player's Hand be exposed during the dealing of the cards, "
                "such an event does not constitute a misdeal."
            ),
        ),
        Incident.PLAYER_CARDS_EXPOSED: Saying(
            Remedy.VOID,
            _GUIDE,
            say(
                "Should more than one card be exposed during the dealing of the cards, the Dealer "
                "will declare a complete misdeal of the hand."
            ),
        ),
        Incident.BANK_CARD_EXPOSED: Saying(
            Remedy.VOID,
            _GUIDE,
            say(
                "Should the Dealer expose one or more of the Dealer's cards during the dealing of "
                "the cards, the Dealer will declare a complete misdeal of the hand."
            ),
        ),
    },
    "california": {},
    "new_york": {},
}

# What the cards go through after a shuffler failed (Iowa, Shuffle of the Cards).
MANUAL_SHUFFLE = (
    "Hold the cards until a supervisor has looked into the error.",
    "Riffle twice, strip five to seven times, riffle once more.",
    "Offer a player the cut; if nobody wishes to, cut the cards in the middle.",
)


def guidance(base: str, incident: Incident) -> Guidance:
    """What a pack's text says about an incident, or what is proposed where the floor rules.

    >>> guidance("iowa", Incident.WRONG_NUMBER_OF_CARDS).remedy.value
    'void_and_reshuffle'
    >>> shown = guidance("california", Incident.WRONG_NUMBER_OF_CARDS)
    >>> shown.remedy.value, shown.proposed.value, list(shown.precedents)
    ('ruling', 'void', ['iowa', 'casino_guide'])
    """
    saying = SAYINGS[base].get(incident)
    if saying is not None:
        return Guidance(incident, saying.remedy, saying, None, {})
    precedents = {
        other: said[incident]
        for other, said in SAYINGS.items()
        if other != base and incident in said
    }
    return Guidance(incident, Remedy.RULING, None, _proposed(precedents), precedents)


def _proposed(precedents: Mapping[str, Saying]) -> Remedy | None:
    """What all precedents agree on. Reshuffling is the house's own matter once a round is void."""
    remedies = {said.remedy for said in precedents.values()}
    if remedies == {Remedy.VOID, Remedy.VOID_AND_RESHUFFLE}:
        return Remedy.VOID
    return remedies.pop() if len(remedies) == 1 else None


def stub_size(decks: int, hands_dealt: int, burned: int = 0) -> int:
    """How many cards must be left after the deal, the bank's hand counted (Iowa, Dealing).

    >>> stub_size(1, 8)
    28
    """
    return decks * 52 - 3 * hands_dealt - burned
