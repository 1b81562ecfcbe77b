"""What every page may say about the room, and how it writes money."""

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from django import template
from django.conf import settings
from django.http import HttpRequest

from cardroom import language
from cardroom.clock import now
from cardroom.money import format_cents, over_short
from cardroom.people.models import Staff
from cardroom.people.roles import Permission

register = template.Library()


@register.simple_tag
def room_name() -> str:
    return str(settings.ROOM_NAME)


@register.simple_tag
def room_time_zone() -> str:
    return str(settings.ROOM_CALENDAR.time_zone)


@register.simple_tag
def room_now() -> str:
    """This moment in UTC, for the clock in the page's head."""
    return now().isoformat()


register.simple_tag(language.texts_address)


@register.filter
def dollars(cents: int | None) -> str:
    """Cents as people read them; nothing where there is no amount."""
    return "" if cents is None else format_cents(cents)


@register.filter
def plain_dollars(cents: int | None) -> str:
    """Cents as a form field takes them: without the sign."""
    return dollars(cents).removeprefix("$")


@register.filter(name="over_short")
def over_or_short(cents: int) -> str:
    return language.translated(over_short(cents))


register.filter("translated", language.translated)


@register.filter
def joined(said: Iterable[str]) -> str:
    """Some words one after the other, each in the page's language."""
    return ", ".join(map(language.translated, said))


register.filter("words", language.words)


@register.filter
def room_time(moment: datetime | str | None, pattern: str = "%H:%M:%S") -> str:
    """A moment by the room's clock, to the second."""
    if not moment:
        return ""
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    return moment.astimezone(ZoneInfo(settings.ROOM_CALENDAR.time_zone)).strftime(pattern)


@register.filter
def may(staff: object, permission: str) -> bool:
    """Whether this person may do it: ``{% if request.user|may:"run_table" %}``."""
    return isinstance(staff, Staff) and staff.may(Permission(permission))


@register.simple_tag(takes_context=True)
def here(context: template.Context, path: str) -> str:
    """``page`` where the address is this page's own: what aria-current wants."""
    request = context.get("request")
    return "page" if isinstance(request, HttpRequest) and request.path == path else "false"
