"""The project's own app: it loads Celery once Django is ready."""

from django.apps import AppConfig


class CardroomConfig(AppConfig):
    name = "cardroom"
    label = "cardroom"

    def ready(self) -> None:
        from cardroom import celery  # noqa: F401  (the app must exist before any task is sent)
