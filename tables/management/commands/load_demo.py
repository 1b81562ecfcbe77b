"""``manage.py load_demo``: the demonstration room, for a checkout only."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tables.demo import data


class Command(BaseCommand):
    help = "Load the demonstration room: staff, players, tables, packs and fees."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError(
                "The demonstration room has printed passwords: it is refused in production."
            )
        data.load()
        for login in data.LOGINS:
            self.stdout.write(f"{login.role:<16} {login.username:<12} {login.password}")
