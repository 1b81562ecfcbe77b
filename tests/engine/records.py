"""Round records for the tests: sound ones, to be changed in one place."""

import copy
import json
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"

Record = dict[str, Any]


def load_cases(name: str) -> list[Record]:
    return [json.loads(line) for line in (CASES / name).read_text().splitlines()]


def california(**options: Any) -> Record:
    """The worked example: seats 1, 2 and 3 against the player-dealer at seat 4, button at 2."""
    return {
        "schema": "cardroom.round/1",
        "rules": {"base": "california", "options": options},
        "table": {"seats": 4, "decks": 1},
        "bank": {
            "kind": "player_dealer",
            "seat": 4,
            "wager": 10000,
            "cards": ["Kc", "7d", "2c"],
            "face_up": "2c",
        },
        "hands": [
            hand(1, "As Qd 3h", ante=2000, bonus=500),
            hand(2, "Qs 9d 3d", ante=2000, bonus=500),
            hand(3, "9s 9h 3c", ante=2000, bonus=500),
        ],
    }


def house(base: str, *hands: Record, bank: str = "Kc 7d 2c", **options: Any) -> Record:
    return {
        "schema": "cardroom.round/1",
        "rules": {"base": base, "options": options},
        "table": {"seats": {"new_york": 9}.get(base, 7), "decks": 1},
        "bank": {"kind": "house", "cards": bank.split()},
        "hands": list(hands),
    }


def hand(seat: int, cards: str, decision: str | None = "play", **wagers: int) -> Record:
    return {"seat": seat, "cards": cards.split(), "wagers": wagers, "decision": decision}


def changed(record: Record, path: str, value: Any) -> Record:
    """A copy with the value at ``path`` ("hands.0.wagers.ante") set, or taken out with ``...``."""
    copied = copy.deepcopy(record)
    *parents, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    here: Any = copied
    for step in parents:
        here = here[step]
    if value is ...:
        del here[last]
    else:
        here[last] = value
    return copied


def in_results(record: Record, settlement: Record) -> Record:
    """The record as a dealer would have entered it without cards, given how it was settled."""
    from tables.engine.ranking import pay_class_of, strength
    from tables.engine.sixcard import six_card_class

    bank_cards = record["bank"]["cards"]
    bank = {key: value for key, value in record["bank"].items() if key != "cards"}
    bank["qualifies"] = settlement["bank"]["qualifies"]
    results = {entry["seat"]: entry["result"] for entry in settlement["hands"]}
    hands = []
    for entry in record["hands"]:
        known = {key: value for key, value in entry.items() if key != "cards"}
        if results[entry["seat"]] in ("win", "lose", "push"):
            known["result"] = results[entry["seat"]]
        cards = entry.get("cards")
        if cards:
            name = pay_class_of(strength(cards)).value
            if name == "royal_flush" and record["rules"]["base"] != "california":
                name = "straight_flush"
            known["class"] = None if name == "high_card" else name
            if "six_card_bonus" in entry["wagers"]:
                options = record["rules"]["options"]
                formed = six_card_class((*cards, *bank_cards))
                six = formed and formed.value
                if six and six.startswith("six_card_royal") and options["six_card"]["table"] != "E":
                    six = "royal_flush"
                known["six_card_class"] = six
        hands.append(known)
    return {**record, "capture": "results", "bank": bank, "hands": hands}
