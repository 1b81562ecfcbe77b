"""Sentences that can be said in another language: English that knows what it is made of.

The engine and the books speak English. What they say goes through ``say``, so that a page finds
the template and its values again, and puts the template through the room's translations
(``cardroom.language``). ``manage.py make_texts`` finds the templates by the calls of ``say``.
"""

from collections.abc import Mapping


class Sentence(str):
    """English text with the template and values it was made from.

    It is an ordinary string to all who do not ask: equal to its text, stored as its text.
    """

    __slots__ = ("data", "many", "number", "template")
    template: str
    many: str
    number: int
    data: Mapping[str, object]

    def __new__(
        cls, template: str, data: Mapping[str, object], many: str = "", number: int = 1
    ) -> "Sentence":
        chosen = many if many and number != 1 else template
        made = super().__new__(cls, chosen.format(**data) if data else chosen)
        made.template, made.data, made.many, made.number = template, data, many, number
        return made

    def __reduce__(self) -> tuple[type["Sentence"], tuple[str, Mapping[str, object], str, int]]:
        return Sentence, (self.template, self.data, self.many, self.number)


def say(template: str, /, **data: object) -> Sentence:
    """A whole sentence or label; its values may be sentences themselves.

    >>> say("Seat {seat} has {chips}.", seat=3, chips="$20")
    'Seat 3 has $20.'
    """
    return Sentence(template, data)


# How the room writes what would not come out right by itself.
_WRITTEN = {"buy_in": "Buy-in", "cash_out": "Cash-out"}


def named(name: str) -> Sentence:
    """A name of the code as people read it.

    >>> named("take_bets"), named("window:1"), named("buy_in")
    ('Take bets', 'Window 1', 'Buy-in')
    """
    code, _, rest = str(name).partition(":")
    text = _WRITTEN.get(code) or code.replace("_", " ").capitalize()
    if not rest:
        return Sentence(text, {})
    return say("{name} {number}", name=Sentence(text, {}), number=rest.replace(":", " "))


def say_many(one: str, many: str, number: int, /, **data: object) -> Sentence:
    """The same for one or many of something.

    >>> say_many("{hands} more hand", "{hands} more hands", 2, hands=2)
    '2 more hands'
    """
    return Sentence(one, data, many, number)
