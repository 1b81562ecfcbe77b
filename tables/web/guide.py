"""The irregularity guide as the screens read it: for each incident what the pack's text says."""

from typing import Any

from django.utils.translation import gettext, gettext_lazy

from cardroom.language import translated
from tables.engine import packs
from tables.engine.irregularities import INCIDENT_TITLES, Guidance, Remedy, Saying, guidance
from tables.models import Table

REMEDIES = {
    Remedy.GO_ON: gettext_lazy("go on"),
    Remedy.DISCARD_THE_CARD: gettext_lazy("discard the card and go on"),
    Remedy.USE_AS_NEXT_CARD: gettext_lazy("use it as the next card"),
    Remedy.VOID: gettext_lazy("the round is void"),
    Remedy.VOID_AND_RESHUFFLE: gettext_lazy("the round is void, reshuffle"),
    Remedy.HOLD_AND_RESHUFFLE: gettext_lazy(
        "hold the cards until a supervisor has looked, then reshuffle"
    ),
    Remedy.RULING: gettext_lazy("the floor rules"),
}
_VOIDS = (Remedy.VOID, Remedy.VOID_AND_RESHUFFLE)


def irregularity_guide(table: Table) -> list[dict[str, Any]]:
    """Every incident with the answer for the table's pack; empty for a closed table."""
    if table.pack is None:
        return []
    base = packs.pack_from_rules(table.pack.rules).base
    return [_entry(guidance(base, incident)) for incident in INCIDENT_TITLES]


def _entry(shown: Guidance) -> dict[str, Any]:
    sayings = [shown.saying] if shown.saying else list(shown.precedents.values())
    return {
        "incident": shown.incident.value,
        "title": translated(INCIDENT_TITLES[shown.incident]),
        "answer": _answer(shown),
        "ordered": "void" if shown.remedy in _VOIDS else "",
        "proposed": _decision(shown.proposed or shown.remedy),
        "sayings": [_said(said) for said in sayings],
    }


def _answer(shown: Guidance) -> str:
    if shown.saying is not None:
        return gettext("The rules say: %(remedy)s.") % {"remedy": REMEDIES[shown.remedy]}
    if shown.proposed is not None:
        return gettext(
            "The rules of this table are silent: the floor rules. Proposed, as other texts have "
            "it: %(remedy)s."
        ) % {"remedy": REMEDIES[shown.proposed]}
    if shown.precedents:
        return gettext(
            "The rules of this table are silent, and other texts differ: the floor rules."
        )
    return gettext("No text speaks of it: the floor rules.")


def _decision(remedy: Remedy) -> str:
    """The key of the ruling that a remedy comes to."""
    if remedy is Remedy.RULING:
        return ""
    return "void" if remedy in _VOIDS else "go_on"


def _said(said: Saying) -> dict[str, str]:
    return {
        "clause": str(said.clause),
        "words": translated(said.words),
        "remedy": str(REMEDIES[said.remedy]),
    }
