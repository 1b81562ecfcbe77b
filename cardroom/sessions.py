"""Sessions in the database, for keys that can be one."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore


class SessionStore(DatabaseSessionStore):
    """Takes a cookie that cannot be a session's key for no session at all.

    PostgreSQL refuses a text with a null byte, and would make a server error of it.
    """

    def _validate_session_key(self, key: str | None) -> bool:
        valid: bool = super()._validate_session_key(key)  # type: ignore[misc]  # not in the stubs
        return valid and key is not None and key.isalnum()
