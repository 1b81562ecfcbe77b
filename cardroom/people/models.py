"""Staff with their role, and patrons."""

from django.contrib.auth.models import AbstractUser
from django.db import models

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


class Patron(models.Model):
    """Somebody who plays: named, or known by description until a name is learnt."""

    class Standing(models.TextChoices):
        WELCOME = "welcome"
        BARRED = "barred"
        SELF_EXCLUDED = "self_excluded"

    name = models.CharField(max_length=NAME_LENGTH)
    description = models.CharField(max_length=DESCRIPTION_LENGTH, blank=True)
    standing = models.CharField(max_length=20, choices=Standing.choices, default=Standing.WELCOME)
    tppps_company = models.CharField(
        max_length=80,
        blank=True,
        help_text="The proposition services company this patron plays for, if any.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    request_id = models.UUIDField(
        null=True, unique=True, help_text="The request that registered this person, once."
    )

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name
