"""Screens without a browser: a staff screen that gives commands, and displays that follow."""

import json
import re
import socket
import threading
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from typing import Any
from uuid import uuid4

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from cardroom.embedded.stack import Stack


class StaffScreen:
    """Somebody logged in over HTTP."""

    def __init__(self, stack: Stack, username: str) -> None:
        self.stack = stack
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        page = self.opener.open(f"{stack.address}/login/").read().decode()
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert found is not None
        form = {
            "csrfmiddlewaretoken": found[1],
            "username": username,
            "password": f"demo-{username}",
        }
        self.opener.open(f"{stack.address}/login/", urllib.parse.urlencode(form).encode())
        assert self.cookie("sessionid")

    def cookie(self, name: str) -> str:
        return next((c.value or "" for c in self.jar if c.name == name), "")

    def table(self, table_id: int) -> dict[str, Any]:
        """The version and the staff's state of a table, over HTTP."""
        answer = self.opener.open(f"{self.stack.address}/api/v1/tables/{table_id}/")
        found: dict[str, Any] = json.load(answer)
        return found

    def command(self, table_id: int, name: str, **data: object) -> dict[str, Any]:
        """Give a command against the newest version."""
        body = {
            "command": name,
            "data": data,
            "expected_version": self.table(table_id)["version"],
            "request_id": str(uuid4()),
        }
        request = urllib.request.Request(
            f"{self.stack.address}/api/v1/tables/{table_id}/commands/",
            json.dumps(body).encode(),
            {"Content-Type": "application/json", "X-CSRFToken": self.cookie("csrftoken")},
        )
        try:
            answered: dict[str, Any] = json.load(self.opener.open(request))
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error
        return answered


class Display:
    """A display that keeps every frame, connects again when it is cut off, and sends nothing."""

    def __init__(self, stack: Stack, path: str = "/ws/display/", cookie: str = "") -> None:
        self.address = stack.address.replace("http", "ws") + path
        self.headers = {"Cookie": cookie} if cookie else {}
        self.origin = Origin(stack.address)
        self.frames: list[dict[str, Any]] = []
        self.pulses = 0
        self.connections = 0
        self.socket: ClientConnection | None = None
        self._news = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        while not self._closing:
            try:
                with connect(
                    self.address, additional_headers=self.headers, origin=self.origin
                ) as line:
                    self.socket = line
                    self.connections += 1
                    for message in line:
                        self._keep(json.loads(message))
            except (OSError, WebSocketException):
                with self._news:
                    self._news.wait(0.1)

    def _keep(self, frame: dict[str, Any]) -> None:
        with self._news:
            if frame["type"] == "state":
                self.frames.append(frame)
            self.pulses += frame["type"] == "pulse"
            self._news.notify_all()

    def at(self, version: int, patience: float = 5.0) -> dict[str, Any]:
        """The state shown once this version, or a newer one, has arrived."""

        def arrived() -> bool:
            return bool(self.frames) and self.frames[-1]["version"] >= version

        with self._news:
            assert self._news.wait_for(arrived, patience), f"never saw version {version}"
            state: dict[str, Any] = self.frames[-1]["state"]
            return state

    def cut(self) -> None:
        """Lose the line, as a cable would: the display connects again by itself."""
        assert self.socket is not None
        self.socket.socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._closing = True
        if self.socket is not None:
            self.socket.close()
        self._thread.join(5)
