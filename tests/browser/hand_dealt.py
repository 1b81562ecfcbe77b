"""Seeds a table that is dealt by hand and plays it to where a test wants it, in the stack."""

from cardroom.embedded.stack import Stack
from tests.browser.seeding import opened

PLAY = """
give(*(commands.OfferBank(seat, "declined") for seat in range(1, seats)))
give(commands.OfferBank(seats, "accepted"))

def to_the_reveal():
    give(actions.PostBankWager(20_000))
    give(actions.PlaceWager(1, "ante", 1_000), actions.PlaceWager(2, "ante", 1_000))
    give(actions.CallNoMoreBets(), actions.ShowUpCard("Tc"), commands.DecideRest())

def to_the_end():
    give(actions.EnterBankHand(("Tc", "7d", "2h")), actions.EnterHand(1, ("As", "Qd", "3h")))
    give(actions.EnterHand(2, ("Qs", "9d", "3d")), actions.Close())

{then}
print("SEEDED", table.id, paired(table, None, floor))
"""


def play(stack: Stack, number: int, seats: int, then: str) -> tuple[int, str]:
    """Set up and open table ``number``, fill it, give the last seat the button, then do the rest.

    Returns the table's id and the key of its rail display.
    """
    table = opened(number, seats=seats, players=seats, source="hand")
    said = stack.manage("shell", "-c", table + PLAY.format(then=then))
    table_id, key = said.split("SEEDED ")[1].split()
    return int(table_id), key
