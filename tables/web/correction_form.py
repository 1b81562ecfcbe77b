"""The form that asks for a correction: what the record should have said, hand by hand."""

from typing import Any

from django import forms

from tables.engine import correction
from tables.engine.cards import CARDS
from tables.engine.judging import Capture
from tables.engine.ranking import HandClass
from tables.engine.round import RoundState
from tables.engine.sixcard import SixCardClass
from tables.engine.wagers import WAGER_NAMES, Decision, Result, WagerKind
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
        by_result, pack = state.setup.capture is Capture.RESULTS, state.setup.pack
        bank = "The player-dealer" if pack.player_banked else "The dealer"
        if by_result:
            self._choose("qualifies", bank, [("yes", "qualifies"), ("no", "does not")])
        else:
            self.fields["bank"] = CardsField(label=f"{bank}{_were(state.bank_cards)}")
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
            side = pack.side_kind
            ante_bonus = WagerKind.ANTE in hand.wagers and WagerKind.ANTE_BONUS in pack.paytables
            if side in hand.wagers or ante_bonus:
                self._choose_class(f"class_{seat}", seat, side)
            if WagerKind.SIX_CARD_BONUS in hand.wagers:
                self._choose_class(f"six_{seat}", seat, WagerKind.SIX_CARD_BONUS)

    def _choose(self, name: str, label: str, choices: list[tuple[str, str]]) -> None:
        self.fields[name] = forms.ChoiceField(label=label, choices=[KEEP, *choices], required=False)

    def _choose_class(self, name: str, seat: int, kind: WagerKind) -> None:
        """What a wager by the cards is paid on."""
        classes = self.state.setup.pack.paytables[kind].classes
        names = [(each.value, each.value.replace("_", " ")) for each in classes]
        label = f"Seat {seat} {WAGER_NAMES[kind].lower()}"
        self._choose(name, label, [("none", "loses"), *names])

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
        six = given.get(f"six_{seat}", "")
        if not result and not name and not six:
            return None
        hand_class, six_card_class = hand.hand_class, hand.six_card_class
        if name:
            hand_class = None if name == "none" else HandClass(name)
        if six:
            six_card_class = None if six == "none" else SixCardClass(six)
        return correction.EnteredResult(
            Result(result) if result else hand.result, hand_class, six_card_class
        )

    def refuse(self, message: str) -> None:
        """Put a refusal above the form."""
        self.add_error(None, message)


def _were(cards: tuple[str, ...] | None) -> str:
    return f" (was {cards_text(cards)})" if cards else ""
