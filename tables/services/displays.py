"""Pairing: a device waits with a code, the floor says what it shows, a phone follows a seat.

A device is known by a random key in its cookie. Whoever asks for a display's screen, socket or
code is asked for that key here (``display_of_key``), and nowhere else.
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from cardroom.audit import log as audit
from cardroom.audit.guesses import Guesses
from cardroom.clock import now
from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from tables import selectors
from tables.models import PairedDisplay, Seat
from tables.refusals import TableError, TableNotFound, TableRefusal

KEY_COOKIE = "display_key"
# Letters and digits that nobody takes for one another when they are read out: 30 to the sixth.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6
CODE_LASTS = timedelta(minutes=10)
PHONE_CODE_LASTS = timedelta(minutes=5)
PHONE_FOLLOWS = timedelta(hours=12)
# Codes that may be open at once, so that nobody fills the table by asking.
MOST_WAITING = 500
# Wrong codes from one address before it has to wait: players share the room's address.
MOST_WRONG = 20
_WRONG = "display.code_refused"
_GUESSES = Guesses(_WRONG)
Kind = PairedDisplay.Kind


@dataclass(frozen=True, slots=True)
class Display:
    """A device that is paired, and what it may see.

    A fixed seat display shows whoever sits there now (``patron_id`` None). A phone shows one player
    alone, and only a fixed seat display may ever answer for its seat (``may_write``).
    """

    id: int
    kind: str
    table_id: int | None
    seat: int | None
    patron_id: int | None
    may_write: bool


@dataclass(frozen=True, slots=True)
class Code:
    """What is typed to pair a device, or to follow a seat, and until when."""

    text: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Waiting:
    """A device that waits for the floor: its key, and the code that it shows."""

    key: str
    code: Code


# -- Who a device is -------------------------------------------------------------------------------


def display_of_key(key: str) -> Display:
    """Whose display this is. Raises ``DISPLAY_UNKNOWN``, or why its pairing is over:
    ``DISPLAY_REVOKED``, ``DISPLAY_EXPIRED``, ``PLAYER_HAS_LEFT``."""
    rows = PairedDisplay.objects.filter(key_digest=_digest(key)).exclude(kind=Kind.WAITING)
    live = Exists(selectors.live_displays().filter(id=OuterRef("id")))
    row = rows.annotate(is_live=live).first()
    if row is None:
        raise TableError(TableRefusal.DISPLAY_UNKNOWN)
    if row.revoked_at is not None:
        raise TableError(TableRefusal.DISPLAY_REVOKED)
    if row.expires_at is None or row.expires_at <= now():
        raise TableError(TableRefusal.DISPLAY_EXPIRED)
    if not row.is_live:
        raise TableError(TableRefusal.PLAYER_HAS_LEFT, seat=row.seat)
    return Display(
        row.pk, row.kind, row.table_id, row.seat, row.patron_id, may_write=row.kind == Kind.SEAT
    )


def still_paired(ids: Collection[int]) -> set[int]:
    """Which of these displays may still show what they show; it is noted that they were seen."""
    moment = now()
    paired = set(selectors.live_displays().filter(id__in=ids).values_list("id", flat=True))
    stale = Q(last_seen=None) | Q(last_seen__lt=moment - selectors.SEEN_EVERY)
    PairedDisplay.objects.filter(stale, id__in=paired).update(last_seen=moment)
    return paired


def _digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()


# -- A device and the floor ------------------------------------------------------------------------


def ask_code(key: str) -> Waiting:
    """The code that an unpaired device shows, and its key: a new one unless it waits already.

    Raises ``TOO_MANY_WAIT``.
    """
    moment = now()
    if code := _open_code(key, moment):
        return Waiting(key, code)
    waiting = PairedDisplay.objects.filter(kind=Kind.WAITING)
    # Whoever still waits asks again, and gets a new one.
    waiting.filter(code_expires_at__lte=moment).delete()
    if waiting.count() >= MOST_WAITING:
        raise TableError(TableRefusal.TOO_MANY_WAIT)
    key = secrets.token_urlsafe(32)
    row = PairedDisplay(key_digest=_digest(key))
    return Waiting(key, _give_code(row, moment + CODE_LASTS))


def _open_code(key: str, moment: datetime) -> Code | None:
    row = PairedDisplay.objects.filter(
        kind=Kind.WAITING, key_digest=_digest(key), code_expires_at__gt=moment
    ).first()
    return _code(row) if row is not None else None


def _code(row: PairedDisplay) -> Code:
    assert row.code is not None and row.code_expires_at is not None
    return Code(row.code, row.code_expires_at)


def _give_code(row: PairedDisplay, expires_at: datetime) -> Code:
    """Store the row with a code that no other has now."""
    row.code_expires_at = expires_at
    while True:
        row.code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        try:
            with transaction.atomic():
                row.save()
        except IntegrityError as error:
            if "open_display_code" not in str(error):
                raise
        else:
            return _code(row)


@transaction.atomic
def pair(code: str, table_id: int | None, seat: int | None, *, actor: Staff) -> PairedDisplay:
    """The device that shows this code is a seat's display from now on, or (seat None) the rail's,
    or (table None) the room board.

    A seat may have several. Raises ``NotAllowed``, ``TableNotFound``, ``NO_DISPLAY_WAITS``,
    ``SEAT_NOT_AT_TABLE``.
    """
    selectors.check(actor, Permission.RUN_TABLE)
    table = selectors.access_table(actor, table_id, Permission.RUN_TABLE) if table_id else None
    if table is None:
        kind = Kind.BOARD
    elif seat is None:
        kind = Kind.RAIL
    elif 1 <= seat <= table.seat_count:
        kind = Kind.SEAT
    else:
        raise TableError(
            TableRefusal.SEAT_NOT_AT_TABLE, field="what", table=table.number, seats=table.seat_count
        )
    moment = now()
    row = _locked(kind=Kind.WAITING, code=typed(code), code_expires_at__gt=moment)
    if row is None:
        raise TableError(TableRefusal.NO_DISPLAY_WAITS, field="code")
    row.kind, row.table, row.seat = kind, table, seat
    row.paired_at, row.paired_by = moment, actor
    row.expires_at = moment + timedelta(days=settings.DISPLAY_PAIRING_DAYS)
    row.code = row.code_expires_at = None
    row.save()
    _note(actor, "display.paired", row, until=row.expires_at.isoformat())
    return row


@transaction.atomic
def revoke(display_id: int, *, actor: Staff) -> PairedDisplay:
    """This display shows nothing from now on. Done once, however often it is asked.

    Raises ``NotAllowed``, ``TableNotFound``.
    """
    selectors.check(actor, Permission.RUN_TABLE)
    row = _locked(~Q(kind=Kind.WAITING), id=display_id)
    if row is None:
        raise TableNotFound()
    if row.revoked_at is None:
        row.revoked_at, row.revoked_by = now(), actor
        row.code = row.code_expires_at = row.code_sitting = None
        row.save()
        _note(actor, "display.revoked", row)
    return row


def typed(code: str) -> str:
    """A code as it was meant: small letters, spaces and dashes do no harm."""
    return "".join(code.upper().replace("-", "").split())


def _locked(*conditions: Q, **wanted: object) -> PairedDisplay | None:
    rows = PairedDisplay.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("table").filter(*conditions, **wanted).first()


def _note(actor: Staff | None, action: str, row: PairedDisplay, **more: object) -> None:
    about = f"table:{row.table.number}" if row.table else "room"
    audit.record(actor, action, about, display=row.pk, kind=row.kind, seat=row.seat, **more)


# -- A phone and a seat ----------------------------------------------------------------------------


@transaction.atomic
def phone_code(display: Display) -> Code:
    """The code with which a phone follows whoever sits at this display now: five minutes, as often
    as it is typed. Raises ``DISPLAY_UNKNOWN`` for what is no seat's fixed display, ``SEAT_EMPTY``.
    """
    row = _locked(id=display.id, kind=Kind.SEAT, revoked_at=None)
    if row is None:
        raise TableError(TableRefusal.DISPLAY_UNKNOWN)
    stay = _stay_at(row).first()
    if stay is None:
        raise TableError(TableRefusal.SEAT_EMPTY, seat=row.seat)
    moment = now()
    if row.code_sitting == stay.pk and row.code_expires_at and row.code_expires_at > moment:
        return _code(row)
    row.code_sitting = stay.pk
    return _give_code(row, moment + PHONE_CODE_LASTS)


def _stay_at(display: PairedDisplay) -> QuerySet[Seat]:
    assert display.table_id is not None and display.seat is not None  # it is a seat's
    return Seat.objects.filter(table_id=display.table_id, number=display.seat)


def follow(code: str, *, address: str) -> str:
    """A phone follows a seat: the key that it keeps. It reads, until the player leaves that seat,
    and for twelve hours at most. ``address`` is where it asks from.

    Raises ``NO_SUCH_CODE``, and ``CODES_LOCKED`` after too many wrong ones from an address.
    """
    subject = f"address:{address}"
    if until := _GUESSES.shut_until(subject, MOST_WRONG):
        zone = ZoneInfo(settings.ROOM_CALENDAR.time_zone)
        at = until.astimezone(zone).strftime("%H:%M:%S")
        raise TableError(TableRefusal.CODES_LOCKED, field="code", until=at)
    key = _followed(typed(code))
    if key is None:
        audit.record(None, _WRONG, subject)
        raise TableError(TableRefusal.NO_SUCH_CODE, field="code")
    return key


@transaction.atomic
def _followed(code: str) -> str | None:
    moment = now()
    at_seat = (
        selectors.live_displays()
        .filter(kind=Kind.SEAT, code=code, code_expires_at__gt=moment)
        .first()
    )
    if at_seat is None:
        return None
    # The code was made for one stay: whoever sits there next cannot be followed with it.
    stay = _stay_at(at_seat).filter(id=at_seat.code_sitting or 0).first()
    if stay is None:
        return None
    key = secrets.token_urlsafe(32)
    row = PairedDisplay.objects.create(
        kind=Kind.PHONE,
        key_digest=_digest(key),
        table=at_seat.table,
        seat=stay.number,
        patron_id=stay.patron_id,
        sitting=stay.pk,
        paired_at=moment,
        expires_at=moment + PHONE_FOLLOWS,
    )
    _note(None, "display.followed", row, by_code_of=at_seat.pk)
    return key
