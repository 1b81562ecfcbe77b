"""Staff with their role, patrons, who is not let in, and what is noted of people."""

from datetime import date
from typing import Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy

from cardroom.clock import now
from cardroom.people.roles import ALLOWED, Permission, Role


class Staff(AbstractUser):
    """Somebody who works here. What they may do follows from their role alone."""

    role = models.CharField(max_length=20, choices=[(r.value, r.value) for r in Role])

    @property
    def display_name(self) -> str:
        return self.get_full_name() or self.username

    def may(self, permission: Permission) -> bool:
        """Whether this person's role allows it."""
        known = self.role in ALLOWED  # a role that the list lacks allows nothing
        return self.is_active and known and permission in ALLOWED[Role(self.role)]


# Characters for a name, and for what tells people apart.
NAME_LENGTH = 80
DESCRIPTION_LENGTH = 200


def today() -> date:
    """The gaming day that it is."""
    return settings.ROOM_CALENDAR.day_of(now())


class PatronQuerySet(models.QuerySet["Patron"]):
    """Patrons, and which of them are served."""

    def own_records(self) -> Self:
        """Without those that were merged into another: nobody is served under two numbers."""
        return self.filter(merged_into=None)

    def known_as(self, text: str) -> Self:
        """By number, or by a part of the name or description.

        Whoever was merged is found as the one whom he was merged into.
        """
        wanted = text.strip()
        if wanted.isascii() and wanted.isdigit() and len(wanted) < 16:
            found = Q(pk=int(wanted)) | Q(members=int(wanted))
        elif wanted and "\0" not in wanted:
            found = Q(name__icontains=wanted) | Q(description__icontains=wanted)
            found |= Q(members__name__icontains=wanted) | Q(members__description__icontains=wanted)
        else:
            return self.none()
        return self.own_records().filter(found).distinct()

    def welcome(self) -> Self:
        """Those whom no exclusion stops today, under this number or one merged into it."""
        stops = Exclusion.objects.in_force().filter(
            Q(patron=OuterRef("pk")) | Q(patron__merged_into=OuterRef("pk"))
        )
        return self.own_records().filter(~Exists(stops))


class Patron(models.Model):
    """Somebody who plays: named, or known by description until a name is learnt.

    Who gives no name is described: ``name`` says in short what he looks like, ``description`` the
    marks that tell him apart. ``merged_into`` is the named person he turned out to be; it follows
    from an approved merge and from nothing else.
    """

    class Kind(models.TextChoices):
        NAMED = "named"
        DESCRIBED = "described"

    name = models.CharField(max_length=NAME_LENGTH)
    description = models.CharField(max_length=DESCRIPTION_LENGTH, blank=True)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.NAMED)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="members"
    )
    tppps_company = models.CharField(
        max_length=80,
        blank=True,
        help_text="The proposition services company this patron plays for, if any.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    request_id = models.UUIDField(
        null=True, unique=True, help_text="The request that registered this person, once."
    )

    objects = PatronQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="named") | ~Q(description=""), name="people_described_has_marks"
            ),
            models.CheckConstraint(
                condition=Q(merged_into=None) | Q(kind="described"),
                name="people_only_described_merged",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_welcome(self) -> bool:
        """Whether no exclusion stops him today."""
        return not Exclusion.objects.in_force().of(self.pk).exists()


class ExclusionQuerySet(models.QuerySet["Exclusion"]):
    """Exclusions, and which of them stop somebody today."""

    def in_force(self) -> Self:
        """Begun, not over and not lifted, by the gaming day."""
        day = today()
        return self.filter(
            Q(ends_on=None) | Q(ends_on__gte=day), begins_on__lte=day, lifted_at=None
        )

    def of(self, patron_id: int) -> Self:
        """Of a person, and of whoever was merged into him."""
        return self.filter(Q(patron_id=patron_id) | Q(patron__merged_into_id=patron_id))


class Exclusion(models.Model):
    """Somebody is not let in: barred by the room, or at his own wish (4 CCR 12463, 12464).

    Both days count, ``ends_on`` too; without one it goes on. It can be lifted before, once, with a
    reason; nothing else of it changes.
    """

    class Kind(models.TextChoices):
        SELF_EXCLUDED = "self_excluded", gettext_lazy("excluded himself")
        BARRED = "barred", gettext_lazy("barred by the room")

    patron = models.ForeignKey(Patron, on_delete=models.PROTECT, related_name="exclusions")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    reason = models.CharField(max_length=200)
    begins_on = models.DateField()
    ends_on = models.DateField(null=True)
    recorded_at = models.DateTimeField()
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    request_id = models.UUIDField(null=True, unique=True)
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    lifted_reason = models.CharField(max_length=200, blank=True)

    objects = ExclusionQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("begins_on")),
                name="people_exclusion_dates",
            ),
            models.CheckConstraint(
                condition=Q(lifted_at=None, lifted_by=None, lifted_reason="")
                | Q(lifted_at__isnull=False, lifted_by__isnull=False) & ~Q(lifted_reason=""),
                name="people_exclusion_lifted_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.patron_id}"

    @property
    def stops_today(self) -> bool:
        """Whether it is in force on this gaming day."""
        day = today()
        over = self.ends_on is not None and self.ends_on < day
        return self.begins_on <= day and not over and self.lifted_at is None


class PersonMerge(models.Model):
    """A described person turned out to be a named one: proposed by one, decided by another.

    Undone, it stays, with who and why. PostgreSQL refuses one person in both parts.
    """

    merged = models.ForeignKey(Patron, on_delete=models.PROTECT, related_name="merges")
    into = models.ForeignKey(Patron, on_delete=models.PROTECT, related_name="merges_into")
    reason = models.CharField(max_length=200)
    proposed_at = models.DateTimeField()
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    request_id = models.UUIDField(unique=True)
    approved = models.BooleanField(null=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    undone_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["merged"],
                condition=~Q(approved=False) & Q(undone_at=None),
                name="people_merge_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(decided_by=None) | ~Q(decided_by=F("proposed_by")),
                name="people_merge_two_people",
            ),
            models.CheckConstraint(
                condition=Q(approved=None, decided_at=None, decided_by=None)
                | Q(approved__isnull=False, decided_at__isnull=False, decided_by__isnull=False),
                name="people_merge_decided",
            ),
            models.CheckConstraint(
                condition=Q(undone_at=None, undone_by=None, undone_reason="")
                | Q(approved=True, undone_at__isnull=False, undone_by__isnull=False)
                & ~Q(undone_reason=""),
                name="people_merge_undone_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.merged_id} into {self.into_id}"


class TpppsCompany(models.Model):
    """A proposition services company whose registered players play here (4 CCR 12270).

    Its money is apart from its players' own; ``Patron.tppps_company`` is its name.
    """

    name = models.CharField(max_length=80, unique=True)
    registered_at = models.DateTimeField()
    registered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class SuspicionNote(models.Model):
    """A working note towards a suspicion report (31 CFR 1021.320): for compliance alone.

    Append-only. Read and write it through ``cardroom.people.suspicion``, which asks who is asking;
    that there is a note at all is told to nobody else.
    """

    class Kind(models.TextChoices):
        NOTE = "note", gettext_lazy("Note")
        NO_REPORT = "no_report", gettext_lazy("decided: no report")
        FILED = "filed", gettext_lazy("report filed")

    patron = models.ForeignKey(Patron, null=True, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.NOTE)
    day = models.DateField(help_text="The gaming day that it is about.")
    cents = models.BigIntegerField(null=True)
    text = models.CharField(max_length=2000)
    reference = models.CharField(max_length=80, blank=True)
    written_at = models.DateTimeField()
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    request_id = models.UUIDField(unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(kind="filed") | ~Q(reference=""),
                name="people_suspicion_filed_with_reference",
            ),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"
