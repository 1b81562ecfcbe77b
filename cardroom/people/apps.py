"""Staff and patrons."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "cardroom.people"
    label = "people"
