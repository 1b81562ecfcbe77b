"""Screens that players see: devices that wait for the floor, and what each is paired to."""

from django.db import models
from django.db.models import F, Q

from cardroom.people.models import Patron, Staff
from tables.models.table import Table

_FIXED = ("seat", "rail", "board")


_HAS_CODE = Q(code__isnull=False, code_expires_at__isnull=False)


def _shape(kind: str, *has: str) -> Q:
    """The rows of a kind that say where they belong with just these columns."""
    columns = ("table", "seat", "patron", "sitting")
    return Q(kind=kind, **{f"{name}__isnull": name not in has for name in columns})


class PairedDisplay(models.Model):
    """One device, under one key. It waits with a code until the floor pairs it, once.

    Only the key's SHA-256 is kept. A key that was revoked or has expired never opens anything
    again; use does not renew it (``expires_at``), so that a device that was carried off goes dark.

    A phone follows one stay at a seat: ``sitting`` is the id of the ``Seat`` row, which goes when
    its player leaves. ``code`` is what the floor types to pair a device that waits, and at a paired
    seat what a phone types to follow it; it is then bound to the stay ``code_sitting``.
    """

    class Kind(models.TextChoices):
        WAITING = "waiting"
        SEAT = "seat"
        RAIL = "rail"
        BOARD = "board", "Room board"
        PHONE = "phone"

    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.WAITING)
    key_digest = models.CharField(max_length=64, unique=True)
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="displays")
    seat = models.PositiveSmallIntegerField(null=True)
    patron = models.ForeignKey(Patron, null=True, on_delete=models.PROTECT, related_name="+")
    sitting = models.PositiveBigIntegerField(null=True)
    code = models.CharField(max_length=6, null=True)
    code_expires_at = models.DateTimeField(null=True)
    code_sitting = models.PositiveBigIntegerField(null=True)
    paired_at = models.DateTimeField(null=True)
    paired_by = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    revoked_by = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")
    last_seen = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["code"], condition=Q(code__isnull=False), name="open_display_code"
            ),
            models.CheckConstraint(
                condition=_shape("waiting")
                | _shape("seat", "table", "seat")
                | _shape("rail", "table")
                | _shape("board")
                | _shape("phone", "table", "seat", "patron", "sitting"),
                name="display_of_its_kind",
            ),
            models.CheckConstraint(
                condition=Q(kind="waiting", paired_at=None, expires_at=None)
                | (
                    ~Q(kind="waiting")
                    & Q(paired_at__isnull=False, expires_at__isnull=False)
                    & Q(expires_at__gt=F("paired_at"))
                ),
                name="display_paired_until",
            ),
            # A phone is let in by a code at the seat; everything else by somebody of the floor.
            models.CheckConstraint(
                condition=Q(kind__in=("waiting", "phone"), paired_by=None)
                | Q(kind__in=_FIXED, paired_by__isnull=False),
                name="display_paired_by_the_floor",
            ),
            models.CheckConstraint(
                condition=(
                    ~Q(kind="waiting") & Q(code=None, code_expires_at=None, code_sitting=None)
                )
                | (_HAS_CODE & Q(kind="waiting", code_sitting=None))
                | (_HAS_CODE & Q(kind="seat", code_sitting__isnull=False)),
                name="display_code_of_its_kind",
            ),
            models.CheckConstraint(
                condition=Q(revoked_at=None, revoked_by=None)
                | (~Q(kind="waiting") & Q(revoked_at__isnull=False, revoked_by__isnull=False)),
                name="display_revoked_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(revoked_at=None) | Q(code=None),
                name="display_revoked_without_code",
            ),
        ]
