"""Devices that are paired, as the floor does it. Also used within the stack's own processes."""

from django.test import Client

from cardroom.people.models import Staff
from tables.models import Table
from tables.services import displays


def paired(table: Table, seat: int | None, floor: Staff) -> str:
    """The key of a device that is a seat's display, or (seat None) the rail's."""
    waiting = displays.ask_code("")
    displays.pair(waiting.code.text, table.pk, seat, actor=floor)
    return waiting.key


def phone(at_seat: str) -> str:
    """The key of a phone that follows a seat, by the code that the seat's display shows."""
    code = displays.phone_code(displays.display_of_key(at_seat))
    return displays.follow(code.text, address="10.0.0.9")


def device(key: str = "") -> Client:
    """A browser that keeps this key."""
    client = Client()
    if key:
        client.cookies[displays.KEY_COOKIE] = key
    return client


def cookie(key: str) -> str:
    """The same for a socket."""
    return f"{displays.KEY_COOKIE}={key}"
