"""The form of each command as JSON. What it means is decided behind the door, not here."""

from collections.abc import Callable

from django.utils.translation import gettext
from rest_framework import serializers

from tables.engine.irregularities import Incident
from tables.engine.ranking import HandClass
from tables.engine.sixcard import SixCardClass
from tables.engine.wagers import Result, WagerKind
from tables.services.commands import BY_NAME, Command


class EnvelopeSerializer(serializers.Serializer[dict[str, object]]):
    """What every command is sent in."""

    command = serializers.ChoiceField(choices=sorted(BY_NAME))
    # DRF's own class has a property of this name; on an instance the field is meant by no one.
    data = serializers.DictField(default=dict)  # type: ignore[assignment]
    expected_version = serializers.IntegerField(min_value=0)
    request_id = serializers.UUIDField()


class _Nothing(serializers.Serializer[Command]):
    """A command without data."""


class _Seat(serializers.Serializer[Command]):
    seat = serializers.IntegerField(min_value=1, max_value=14)


class _SeatPlayer(_Seat):
    patron_id = serializers.IntegerField(min_value=1)


class _LeaveSeat(_Seat):
    chips = serializers.ChoiceField(choices=["cage", "carries"], default="cage")


class _SecondPosition(_Seat):
    to_seat = serializers.IntegerField(min_value=1, max_value=14)


class _MoveSeat(_SecondPosition):
    to_table = serializers.IntegerField(min_value=1, required=False, allow_null=True)


class _Chips(_Seat):
    cents = serializers.IntegerField(min_value=1, max_value=100_000_000)


class _Dealer(serializers.Serializer[Command]):
    dealer_id = serializers.IntegerField(min_value=1)


class _Capture(serializers.Serializer[Command]):
    capture = serializers.ChoiceField(choices=["cards", "results"])


class _OfferBank(_Seat):
    answer = serializers.ChoiceField(choices=["accepted", "declined", "absent", "cannot"])


class _BankWager(serializers.Serializer[Command]):
    cents = serializers.IntegerField(min_value=1, max_value=100_000_000)


class _Wager(_Seat):
    kind = serializers.ChoiceField(choices=[kind.value for kind in WagerKind])
    cents = serializers.IntegerField(min_value=0, max_value=100_000_000)

    def validate_kind(self, kind: str) -> WagerKind:
        return WagerKind(kind)


class _UpCard(serializers.Serializer[Command]):
    # Its rank alone, where results are captured.
    card = serializers.CharField(min_length=1, max_length=2)


class _Button(_Seat):
    reason = serializers.CharField(min_length=3, max_length=200)


class _Decide(_Seat):
    decision = serializers.ChoiceField(choices=["play", "fold"])


class _Cards(serializers.Serializer[Command]):
    cards = serializers.ListField(
        child=serializers.CharField(min_length=2, max_length=2), min_length=3, max_length=3
    )


class _Hand(_Seat, _Cards):
    pass


class _BankResult(serializers.Serializer[Command]):
    qualifies = serializers.BooleanField()


class _Result(_Seat):
    result = serializers.ChoiceField(
        choices=["win", "lose", "push"], required=False, allow_null=True
    )
    hand_class = serializers.ChoiceField(
        choices=[each.value for each in HandClass], required=False, allow_null=True
    )
    six_card_class = serializers.ChoiceField(
        choices=[each.value for each in SixCardClass], required=False, allow_null=True
    )

    def validate_result(self, name: str | None) -> Result | None:
        return Result(name) if name else None

    def validate_hand_class(self, name: str | None) -> HandClass | None:
        return HandClass(name) if name else None

    def validate_six_card_class(self, name: str | None) -> SixCardClass | None:
        return SixCardClass(name) if name else None


class _Ruling(serializers.Serializer[Command]):
    incident = serializers.ChoiceField(
        choices=[each.value for each in Incident], allow_blank=True, default=""
    )
    decision = serializers.ChoiceField(choices=["go_on", "void", "other"])
    reason = serializers.CharField(min_length=3, max_length=200)


class _CountSeat(_Seat):
    cents = serializers.IntegerField(min_value=0, max_value=10**12)
    reason = serializers.CharField(min_length=3, max_length=150)


class _Reason(serializers.Serializer[Command]):
    reason = serializers.CharField(min_length=3, max_length=200)


DATA: dict[str, type[serializers.Serializer[Command]]] = {
    "seat_player": _SeatPlayer,
    "leave_seat": _LeaveSeat,
    "move_seat": _MoveSeat,
    "second_position": _SecondPosition,
    "give_up_position": _Seat,
    "reserve_seat": _SeatPlayer,
    "release_seat": _Seat,
    "seat_away": _Seat,
    "seat_back": _Seat,
    "sell_chips": _Chips,
    "chips_from_pocket": _Chips,
    "toke": _Chips,
    "count_seat": _CountSeat,
    "relieve_dealer": _Dealer,
    "choose_capture": _Capture,
    "overrule_rotation": _Reason,
    "offer_bank": _OfferBank,
    "pass_bank": _Nothing,
    "post_bank_wager": _BankWager,
    "place_wager": _Wager,
    "repeat_bets": _Nothing,
    "no_more_bets": _Nothing,
    "deal": _Nothing,
    "show_up_card": _UpCard,
    "set_button": _Button,
    "decide": _Decide,
    "decide_rest": _Nothing,
    "enter_hand": _Hand,
    "enter_bank_hand": _Cards,
    "reveal": _Nothing,
    "close_round": _Nothing,
    "void_round": _Reason,
    "enter_bank_result": _BankResult,
    "enter_result": _Result,
    "undo": _Nothing,
    "change_decision": _Decide,
    "decide_away": _Seat,
    "rule": _Ruling,
    "freeze_round": _Reason,
    "release_round": _Nothing,
}


def parse_command(name: str, data: dict[str, object]) -> Command:
    """The command of this name with this data. Raises DRF's ``ValidationError`` by field."""
    serializer = DATA[name](data=data)
    unknown = sorted(set(data) - set(serializer.fields))
    if unknown:
        raise serializers.ValidationError({field: [gettext("Unknown field.")] for field in unknown})
    serializer.is_valid(raise_exception=True)
    values = {
        field: tuple(value) if isinstance(value, list) else value
        for field, value in serializer.validated_data.items()
    }
    make: Callable[..., Command] = BY_NAME[name]
    return make(**values)
