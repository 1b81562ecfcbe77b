"""The project's own app: what has to be there once Django is ready."""

from django.apps import AppConfig
from psycopg_pool.base import AttemptWithBackoff

# How long the pool waits between two tries to connect, and after each broken connection that it
# draws. By itself it waits 1, 2, 4, 8 seconds, and a room comes back in the pauses; it has no
# setting for this.
POOL_RETRY_SECONDS = 0.25


class CardroomConfig(AppConfig):
    name = "cardroom"
    label = "cardroom"

    def ready(self) -> None:
        from cardroom import celery  # noqa: F401  (the app must exist before any task is sent)

        AttemptWithBackoff.INITIAL_DELAY = POOL_RETRY_SECONDS
        AttemptWithBackoff.DELAY_BACKOFF = 1.0
