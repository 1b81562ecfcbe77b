"""JSON as the API takes it."""

import json
from typing import Any

from django.utils.translation import gettext
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """Refuses what is JSON to the letter and yet cannot be stored or answered.

    That is a text with half a character (a lone surrogate), or nesting without end.
    """

    def parse(self, *args: Any, **options: Any) -> Any:
        try:
            parsed = super().parse(*args, **options)
            json.dumps(parsed, ensure_ascii=False).encode()
        except RecursionError as error:
            raise ParseError(gettext("This JSON is nested too deep.")) from error
        except UnicodeEncodeError as error:
            raise ParseError(gettext("This JSON holds a text with half a character.")) from error
        return parsed
