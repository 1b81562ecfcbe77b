"""The one shape of a refusal: a name from a closed list, and the data its text is made from.

Each package that refuses things has its own closed list (a StrEnum) and its own subclass with a
text for every name in it. The texts are plain English; pages translate them by code
(``cardroom.language``).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar


class Refused(Exception):
    """Something was asked that the rules, the books or the house forbid.

    ``code`` is the refusal's name, ``data`` its facts (amounts in cents), and ``field`` the path
    of the input that is at fault, where one is.
    """

    TEXTS: ClassVar[Mapping[StrEnum, str]] = {}
    # What HTTP answers with: the rules forbid it, unless a subclass says otherwise.
    HTTP_STATUS: ClassVar[int] = 422

    def __init__(self, code: StrEnum, *, field: str = "", **data: object) -> None:
        self.code = code
        self.field = field
        self.data = data
        super().__init__(self.message)

    @property
    def shown(self) -> Mapping[str, object]:
        """The data as the sentence shows it: a subclass writes amounts as dollars."""
        return self.data

    @property
    def message(self) -> str:
        """The refusal as a sentence for the person who asked."""
        return self.TEXTS[self.code].format(**self.shown)
