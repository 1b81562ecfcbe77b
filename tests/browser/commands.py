"""Commands to a table through the API, as somebody who is logged in in a browser."""

from typing import Any
from uuid import uuid4

from playwright.sync_api import BrowserContext


class Commands:
    """What one logged-in person tells one table."""

    def __init__(self, context: BrowserContext, table: int) -> None:
        self.context = context
        self.path = f"/api/v1/tables/{table}/"

    def look(self) -> dict[str, Any]:
        """The table's version and the staff's state of it."""
        found: dict[str, Any] = self.context.request.get(self.path).json()
        return found

    def give(self, command: str, **data: object) -> int:
        """Give a command against the newest version; the version after it."""
        cookies = {each["name"]: each["value"] for each in self.context.cookies()}
        answer = self.context.request.post(
            f"{self.path}commands/",
            headers={"X-CSRFToken": cookies["csrftoken"]},
            data={
                "command": command,
                "data": data,
                "expected_version": self.look()["version"],
                "request_id": str(uuid4()),
            },
        )
        assert answer.ok, answer.text()
        version: int = answer.json()["version"]
        return version
