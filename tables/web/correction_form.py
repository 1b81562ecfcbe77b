"""The form that asks for a correction: what the record should have said, hand by hand."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from cardroom.language import Text, translated, words
from tables.engine import correction
from tables.engine.cards import CARDS
from tables.engine.judging import Capture
from tables.engine.ranking import HandClass
from tables.engine.round import RoundState
from tables.engine.sixcard import SixCardClass
from tables.engine.wagers import WAGER_NAMES, Decision, Result, WagerKind
from tables.web.sheet import cards_text

KEEP = ("", gettext_lazy("as it was"))


class CardsField(forms.CharField):
    """Three cards as people type them: ``As Kd 10c``; its value is a tuple, empty for none."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput({"autocomplete": "off", "placeholder": "As Kd 10c"})
        super().__init__(required=False, max_length=20, widget=widget, **options)

    def clean(self, value: Any) -> Any:
        text = super().clean(value).replace(",", " ").upper().replace("10", "T")
        cards = tuple(card[:1] + card[1:].lower() for card in text.split())
        if cards and (len(cards) != 3 or any(card not in CARDS for card in cards)):
            raise forms.ValidationError(gettext("Type three cards, each rank and suit: As Kd 10c."))
        return cards


_QUALIFIES = [("yes", gettext_lazy("qualifies")), ("no", gettext_lazy("does not"))]
_DECIDED = {
    Decision.PLAY: gettext_lazy("Seat %(seat)s (played)"),
    Decision.FOLD: gettext_lazy("Seat %(seat)s (folded)"),
}


class CorrectionForm(forms.Form):
    """What is left empty stays as it was."""

    reason = forms.CharField(label=gettext_lazy("Reason"), min_length=3, max_length=200)

    def __init__(self, state: RoundState, data: Any = None) -> None:
        super().__init__(data)
        self.state = state
        by_result, pack = state.setup.capture is Capture.RESULTS, state.setup.pack
        bank = gettext("The player-dealer") if pack.player_banked else gettext("The dealer")
        if by_result:
            self._choose("qualifies", bank, _QUALIFIES)
        else:
            self.fields["bank"] = CardsField(label=_with_cards(bank, state.bank_cards))
        for hand in state.hands:
            seat = hand.seat
            if hand.decision is not None:
                choices = [("play", gettext("plays")), ("fold", gettext("folds"))]
                self._choose(
                    f"decision_{seat}",
                    _DECIDED[hand.decision] % {"seat": seat},
                    choices,
                )
            if not by_result:
                field = CardsField(
                    label=_with_cards(gettext("Seat %(seat)s") % {"seat": seat}, hand.cards)
                )
                self.fields[f"cards_{seat}"] = field
                continue
            results = [
                (each.value, words(each).lower()) for each in (Result.WIN, Result.LOSE, Result.PUSH)
            ]
            self._choose(
                f"result_{seat}", gettext("Seat %(seat)s result") % {"seat": seat}, results
            )
            side = pack.side_kind
            ante_bonus = WagerKind.ANTE in hand.wagers and WagerKind.ANTE_BONUS in pack.paytables
            if side in hand.wagers or ante_bonus:
                self._choose_class(f"class_{seat}", seat, side)
            if WagerKind.SIX_CARD_BONUS in hand.wagers:
                self._choose_class(f"six_{seat}", seat, WagerKind.SIX_CARD_BONUS)

    def _choose(self, name: str, label: str, choices: Sequence[tuple[str, Text]]) -> None:
        self.fields[name] = forms.ChoiceField(label=label, choices=[KEEP, *choices], required=False)

    def _choose_class(self, name: str, seat: int, kind: WagerKind) -> None:
        """What a wager by the cards is paid on."""
        classes = self.state.setup.pack.paytables[kind].classes
        names = [(each.value, words(each).lower()) for each in classes]
        label = gettext("Seat %(seat)s %(wager)s") % {
            "seat": seat,
            "wager": translated(WAGER_NAMES[kind]).lower(),
        }
        self._choose(name, label, [("none", gettext("loses")), *names])

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


def _with_cards(label: str, cards: Sequence[str] | None) -> str:
    """A label with the cards that are on record, where there are any."""
    if not cards:
        return label
    return gettext("%(hand)s (was %(cards)s)") % {"hand": label, "cards": cards_text(cards)}
