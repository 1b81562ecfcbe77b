"""The form that asks for a correction: what the record should have said, hand by hand."""

from typing import Any

from django import forms

from tables.engine import correction
from tables.engine.cards import CARDS
from tables.engine.judging import Capture
from tables.engine.ranking import HandClass
from tables.engine.round import RoundState
from tables.engine.wagers import Decision, Result, WagerKind
from tables.web.sheet import cards_text

KEEP = ("", "as it was")


class CardsField(forms.CharField):
    """Three cards as people type them: ``As Kd 10c``; its value is a tuple, empty for none."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput({"autocomplete": "off", "placeholder": "As Kd 10c"})
        super().__init__(required=False, max_length=20, widget=widget, **options)

    def clean(self, value: Any) -> Any:
        text = super().clean(value).replace(",", " ").upper().replace("10", "T")
        cards = tuple(card[:1] + card[1:].lower() for card in text.split())
        if cards and (len(cards) != 3 or any(card not in CARDS for card in cards)):
            raise forms.ValidationError("Type three cards, each rank and suit: As Kd 10c.")
        return cards


class CorrectionForm(forms.Form):
    """What is left empty stays as it was."""

    reason = forms.CharField(label="Reason", min_length=3, max_length=200)

    def __init__(self, state: RoundState, data: Any = None) -> None:
        super().__init__(data)
        self.state = state
        by_result = state.setup.capture is Capture.RESULTS
        if by_result:
            self._choose(
                "qualifies", "The player-dealer", [("yes", "qualifies"), ("no", "does not")]
            )
        else:
            self.fields["bank"] = CardsField(label=f"The player-dealer{_were(state.bank_cards)}")
        for hand in state.hands:
            seat = hand.seat
            if hand.decision is not None:
                choices = [(each.value, f"{each.value}s") for each in Decision]
                self._choose(f"decision_{seat}", f"Seat {seat} ({hand.decision.value}ed)", choices)
            if not by_result:
                field = CardsField(label=f"Seat {seat}{_were(hand.cards)}")
                self.fields[f"cards_{seat}"] = field
                continue
            results = [(each.value, each.value) for each in (Result.WIN, Result.LOSE, Result.PUSH)]
            self._choose(f"result_{seat}", f"Seat {seat} result", results)
            if WagerKind.BONUS in hand.wagers:
                classes = state.setup.pack.paytables[WagerKind.BONUS].odds
                names = [(each.value, each.value.replace("_", " ")) for each in classes]
                self._choose(f"class_{seat}", f"Seat {seat} bonus", [("none", "loses"), *names])

    def _choose(self, name: str, label: str, choices: list[tuple[str, str]]) -> None:
        self.fields[name] = forms.ChoiceField(label=label, choices=[KEEP, *choices], required=False)

    def facts(self) -> correction.Facts:
        """The cleaned form as the engine takes it."""
        given = self.cleaned_data
        seats = [hand.seat for hand in self.state.hands]
        return correction.Facts(
            decisions={
                seat: Decision(value) for seat in seats if (value := given.get(f"decision_{seat}"))
            },
            bank_cards=given.get("bank") or None,
            cards={seat: cards for seat in seats if (cards := given.get(f"cards_{seat}"))},
            qualifies={"yes": True, "no": False}.get(given.get("qualifies", "")),
            results={seat: entered for seat in seats if (entered := self._entered(seat))},
        )

    def _entered(self, seat: int) -> correction.EnteredResult | None:
        """A hand's result with the bonus class, what is left alone being taken from the record."""
        given, hand = self.cleaned_data, self.state.hand_at(seat)
        assert hand is not None
        result, name = given.get(f"result_{seat}", ""), given.get(f"class_{seat}", "")
        if not result and not name:
            return None
        hand_class = hand.hand_class
        if name:
            hand_class = None if name == "none" else HandClass(name)
        return correction.EnteredResult(Result(result) if result else hand.result, hand_class)

    def refuse(self, message: str) -> None:
        """Put a refusal above the form."""
        self.add_error(None, message)


def _were(cards: tuple[str, ...] | None) -> str:
    return f" (was {cards_text(cards)})" if cards else ""
